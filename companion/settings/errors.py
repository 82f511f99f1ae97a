"""Errors in the settings of a station."""

from dataclasses import dataclass

from companion import FiveLinesError
from companion.system.data import MAX_MISTAKES


class NoHomeError(FiveLinesError, LookupError):
    """A path begins at a home folder that does not exist: of an unknown user, or of the current one."""


@dataclass(frozen=True)
class SettingsMistake:
    """One mistake in a settings file; `line` is None if it has no line."""

    file: str
    line: int | None
    what: str

    def __str__(self) -> str:
        return f"{self.file}{f', line {self.line}' if self.line else ''}: {self.what}"


class SettingsError(FiveLinesError, ValueError):
    """A settings file can't be used; `mistakes` are all mistakes, the message shows the first ones."""

    def __init__(self, mistakes: tuple[SettingsMistake, ...]) -> None:
        lines = [str(mistake) for mistake in mistakes[:MAX_MISTAKES]]
        if len(mistakes) > MAX_MISTAKES:
            lines.append(f"and {len(mistakes) - MAX_MISTAKES} mistakes more")
        super().__init__("\n".join(lines))
        self.mistakes = mistakes
