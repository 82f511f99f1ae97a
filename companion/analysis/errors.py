"""Errors of solving, of tables and of surveys."""

from companion import FiveLinesError


class UnsolvedError(FiveLinesError, ArithmeticError):
    """The rules leave a game without end under best play, or it couldn't be shown to end."""


class TooLongError(UnsolvedError):
    """The game is solved, and too long for its other figures; the message says what is known."""


class InexactError(FiveLinesError, ArithmeticError):
    """A computed figure disagrees with another way to compute it: neither is printed."""


class TableError(FiveLinesError, ValueError):
    """A table of values is missing, damaged, or of another game."""


class KeptRowsError(FiveLinesError, ValueError):
    """The rows of a comparison that were kept can't be used."""


class SurveyError(FiveLinesError, ValueError):
    """A space file or a survey's file can't be used; the message says which, what is wrong and what to do."""
