"""Errors of films."""

from companion import FiveLinesError


class FilmError(FiveLinesError, ValueError):
    """The folder is not a filmed game, is damaged, or can't become one."""


class UnfinishedError(FiveLinesError, RuntimeError):
    """The game goes on for too long to be filmed."""
