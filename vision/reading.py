"""What one look at the board says: a status, the counters found, and how sure that is."""

from dataclasses import dataclass
from enum import StrEnum

from companion.game.board import Halves, Point, Seat


class Status(StrEnum):
    """Whether a reading can be acted upon."""

    CLEAR = "clear"
    OBSTRUCTED = "obstructed"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class FoundCounter:
    """One counter that was seen.

    `half` is None for a counter that lies beside the board. Millimetres are in the board frame, pixels in the
    frame as the camera gave it, both of the counter's middle at half its height; `sure` runs from 0 to 1.
    """

    seat: Seat
    half: Point | None
    x_mm: float
    y_mm: float
    x_px: float
    y_px: float
    sure: float


@dataclass(frozen=True, slots=True)
class Reading:
    """What a frame shows.

    `halves` is None unless the status is clear; `why` is None only when it is. `counters` lie on the board,
    `off_board` beside it. `notes` holds remarks that do not touch the status, such as a count that does not
    add up. `sure` runs from 0 to 1.
    """

    status: Status
    why: str | None
    halves: Halves | None
    counters: tuple[FoundCounter, ...]
    off_board: tuple[FoundCounter, ...]
    sure: float
    notes: tuple[str, ...] = ()
