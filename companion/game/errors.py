"""Errors of the game."""

from companion import FiveLinesError


class GameError(FiveLinesError, ValueError):
    """An argument makes no sense for the game; the message says what, where and what to do."""


class NotationError(GameError):
    """A text can't be read as a position, a move, an option or a game; the message says where."""


class ClashError(GameError):
    """Two options, each as `key=value`, contradict each other; the message names both."""

    def __init__(self, one: str, other: str, why: str) -> None:
        super().__init__(f"{one} and {other} clash: {why}; change one of them")
        self.one = one
        self.other = other
        self.why = why


class IllegalMoveError(GameError):
    """A move isn't allowed by the rules here; the message gives the reason."""


class AmbiguousMoveError(GameError):
    """A text fits more than one legal move; the message lists them."""


class RandomnessError(FiveLinesError, OSError):
    """The system provides no random numbers."""
