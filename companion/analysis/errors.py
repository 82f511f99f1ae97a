"""Errors of solving and of tables."""

from companion import FiveLinesError


class UnsolvedError(FiveLinesError, ArithmeticError):
    """The rules leave a game without end under best play, or it couldn't be shown to end."""


class NoEndError(UnsolvedError):
    """No game of these rules can end: there is nothing to solve or to bound."""


class InexactError(FiveLinesError, ArithmeticError):
    """A computed figure disagrees with another way to compute it: neither is printed."""


class TableError(FiveLinesError, ValueError):
    """A table of values is missing, damaged, or of another game."""
