"""Errors of solving, of tables and of surveys."""

from companion import FiveLinesError


class UnsolvedError(FiveLinesError, ArithmeticError):
    """The rules leave a game without end under best play, or it couldn't be shown to end."""


class TooLongError(UnsolvedError):
    """The game is solved, and too long for its other figures; its value is known to `off`."""

    def __init__(self, value: float, off: float, throws: float) -> None:
        self.value, self.off = value, off
        super().__init__(
            f"decided: the first player's chance is {value:.6f}, to {off:.0e}; a game of best play lasts "
            f"{throws:,.0f} throws on average, too long for other figures"
        )


class InexactError(FiveLinesError, ArithmeticError):
    """A computed figure disagrees with another way to compute it: neither is printed."""


class TableError(FiveLinesError, ValueError):
    """A table of values is missing, damaged, or of another game."""


class KeptRowsError(FiveLinesError, ValueError):
    """The rows of a comparison that were kept can't be used."""


class SurveyError(FiveLinesError, ValueError):
    """A space file or a survey's file can't be used; the message says which, what is wrong and what to do."""
