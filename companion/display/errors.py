"""Errors of the screen."""

from companion import FiveLinesError


class DisplayError(FiveLinesError, ValueError):
    """The screen can't be used as asked; the message says what to do."""
