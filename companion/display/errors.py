"""What can go wrong with the screen."""

from companion.game.errors import GameError


class DisplayError(GameError):
    """The screen can't be used as asked; the message tells what and what to do."""
