"""What a visitor can be told at a turn while the game is still new: one thing at a time."""

from enum import StrEnum


class Topic(StrEnum):
    """One thing to be told: what belongs to every turn, then rules that are told when they first matter."""

    AIM = "aim"
    THROW = "throw"
    MOVE = "move"
    ENTER = "enter"
    PASS = "pass"
    LEAVE = "leave"
    HIT = "hit"
    LAST = "last"
    AGAIN = "again"
