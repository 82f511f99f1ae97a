"""Errors of measures, comparisons, surveys and drawn pages."""

from companion import FiveLinesError
from companion.analysis.errors import UnsolvedError


class TooLongError(UnsolvedError):
    """The game is solved, and too long for its other figures; its value is known to `off`."""

    def __init__(self, value: float, off: float, throws: float) -> None:
        self.value, self.off = value, off
        super().__init__(
            f"decided: the first player's chance is {value:.6f}, to {off:.0e}; a game of best play lasts "
            f"{throws:,.0f} throws on average, too long for other figures"
        )


class KeptRowsError(FiveLinesError, ValueError):
    """The rows of a comparison that were kept can't be used."""


class SurveyError(FiveLinesError, ValueError):
    """A space file or a survey's file can't be used; the message says which, what is wrong and what to do."""


class PagesError(FiveLinesError, ValueError):
    """Pages can't be drawn as asked; the message says what to do."""
