"""Flaws of a calibration: remarks, or reasons to fail."""

from dataclasses import dataclass

from companion.board.signals import Flaw as Flaw
from companion.game.board import Point, Seat


@dataclass(frozen=True)
class Remark:
    """A flaw in plain words: what, where, and what to do. `seat` and `point` are those of the counters.

    For a counter that looks like the other seat's, `seat` is the one of the known position.
    """

    flaw: Flaw
    words: str
    seat: Seat | None = None
    point: Point | None = None
