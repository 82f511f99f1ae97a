"""Films of games, made from drawn pictures."""

from companion import FiveLinesError


class UnfinishedError(FiveLinesError, RuntimeError):
    """The game goes on for too long to be filmed."""
