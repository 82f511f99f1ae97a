"""What can go wrong with the settings of a station."""

from dataclasses import dataclass

from companion import FiveLinesError
from companion.system.limits import MAX_MISTAKES


class NoHomeError(FiveLinesError, LookupError):
    """A path begins at a home folder, and there is none: of nobody by that name, or of who runs this."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that is wrong in a settings file; `line` is None for what stands nowhere in it."""

    file: str
    line: int | None
    what: str

    def __str__(self) -> str:
        return f"{self.file}{f', line {self.line}' if self.line else ''}: {self.what}"


class SettingsError(FiveLinesError, ValueError):
    """A settings file can't be used; `mistakes` is all that is wrong; the text has lines for the first."""

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        lines = [str(mistake) for mistake in mistakes[:MAX_MISTAKES]]
        if len(mistakes) > MAX_MISTAKES:
            lines.append(f"and {len(mistakes) - MAX_MISTAKES} mistakes more")
        super().__init__("\n".join(lines))
        self.mistakes = mistakes
