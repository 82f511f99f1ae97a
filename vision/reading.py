"""The reading of a frame: its status, the counters found, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from companion.board.motion import RigidMotion
from companion.board.signals import Cause as Cause
from companion.game.board import Halves, Point, Seat
from vision.arrays import Doubles, check_share
from vision.errors import InvalidValueError


class Status(StrEnum):
    """The status of a reading: clear, or why it can't be used."""

    CLEAR = "clear"
    OBSTRUCTED = "obstructed"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Doubt:
    """A reason not to act upon a reading, also in words.

    `places` are the halves that may be meant, `motion` how far the board lies from where it was learned.
    """

    cause: Cause
    why: str
    places: tuple[Point, ...] = ()
    motion: RigidMotion | None = None

    def at(self, half: Point | None) -> "Doubt":
        """Return the doubt with the half that it is about, where one is known."""
        return self if half is None else Doubt(self.cause, f"{self.why}, at {half}", (half,))


@dataclass(frozen=True)
class FoundCounter:
    """One counter that was found.

    `half` is None for a counter beside the board. Millimetres are in the board frame, pixels in the camera's
    frame, both of the counter's middle at half its height. `confidence` runs from 0 to 1.
    """

    seat: Seat
    half: Point | None
    x_mm: float
    y_mm: float
    x_px: float
    y_px: float
    confidence: float

    def __post_init__(self) -> None:
        check_share("a counter's confidence", self.confidence)


@dataclass(frozen=True)
class Reading:
    """The result of reading a frame.

    `halves` is None if there is a doubt. `counters` lie on the board, `off_board` beside it. `notes` are
    remarks that do not change the status, such as a missing counter. `confidence` runs from 0 to 1. `dice`
    has the upper face, None where it isn't sure, of each die on the board or that has come to lie beside it.
    """

    doubt: Doubt | None
    halves: Halves | None
    counters: tuple[FoundCounter, ...]
    off_board: tuple[FoundCounter, ...]
    confidence: float
    notes: tuple[str, ...] = ()
    dice: tuple[int | None, ...] = ()

    def __post_init__(self) -> None:
        if (self.doubt is None) != (self.halves is not None):
            raise InvalidValueError("a reading holds either halves or a doubt")
        if any(counter.half is None for counter in self.counters):
            raise InvalidValueError("a counter on the board lies on a half")
        if any(counter.half is not None for counter in self.off_board):
            raise InvalidValueError("a counter beside the board lies on no half")
        check_share("a reading's confidence", self.confidence)

    @property
    def status(self) -> Status:
        """Return whether the reading can be acted upon."""
        if self.doubt is None:
            return Status.CLEAR
        return Status.OBSTRUCTED if self.doubt.cause.in_the_way else Status.UNREADABLE

    @property
    def cause(self) -> Cause | None:
        """The cause of the doubt."""
        return None if self.doubt is None else self.doubt.cause

    @property
    def why(self) -> str | None:
        """The doubt in words."""
        return None if self.doubt is None else self.doubt.why


def doubtful(reading: Reading, doubt: Doubt) -> Reading:
    """Return a reading with a doubt, which must not be acted upon."""
    return replace(reading, doubt=doubt, halves=None, confidence=0.0, notes=())


def middles_mm(found: Sequence[FoundCounter]) -> Doubles:
    """Return the middles (n, 2) of counters, in mm of the board frame."""
    return np.array([(c.x_mm, c.y_mm) for c in found]).reshape(-1, 2)
