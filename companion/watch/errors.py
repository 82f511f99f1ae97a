"""Errors of films."""

from companion import FiveLinesError


class FilmError(FiveLinesError, ValueError):
    """A folder is no filmed game, a damaged one, or can't become one."""


class UnfinishedError(FiveLinesError, RuntimeError):
    """A game that goes on for too long to be filmed."""
