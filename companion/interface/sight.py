"""The camera's view as pages describe it, and remarks on a board that was learned."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from companion.board.signals import Cause, Flaw
from companion.game import Halves, Point, Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Sight(StrEnum):
    """The state of the board's view."""

    CLEAR = "clear"
    MOVING = "moving"
    COVERED = "covered"
    TOO_DARK = "too-dark"
    TOO_BRIGHT = "too-bright"
    COLOURED_LIGHT = "coloured-light"
    BLURRED = "blurred"
    BOARD_MOVED = "board-moved"
    UPSIDE_DOWN = "upside-down"
    OTHER_SIZE = "other-size"
    NOT_IN_VIEW = "not-in-view"
    DIE = "die"
    UNSURE = "unsure"
    NO_PICTURE = "no-picture"


@dataclass(frozen=True, eq=False)
class CameraPicture:
    """A frame from the camera: (height, width, 3) uint8, BGR; the same only as itself."""

    pixels: "NDArray[np.uint8]"


@dataclass(frozen=True)
class CounterSpot:
    """A counter that was found in a picture, with its middle in pixels of that picture."""

    seat: Seat
    x_px: float
    y_px: float


@dataclass(frozen=True)
class Crowd:
    """A half on which counters of both seats lie: whose they are, from its point inwards."""

    point: Point
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class Unclear:
    """The cause of an unclear reading, and the halves that are in doubt, as far as they are known."""

    cause: Cause
    places: tuple[Point, ...] = ()


@dataclass(frozen=True)
class OwnDice:
    """The dice of the players' own that lie there: one with its face, where it is sure, or more of them."""

    face: int | None = None
    are_several: bool = False
    is_beside: bool = False


@dataclass(frozen=True)
class SeenBoard:
    """The camera's view: `halves` is None unless the sight is clear; a small picture may come with it.

    `crowds` are as they were read last, and stay while something is in the way.
    """

    sight: Sight
    halves: Halves | None = None
    picture: CameraPicture | None = None
    spots: tuple[CounterSpot, ...] = ()
    crowds: tuple[Crowd, ...] = ()
    unclear: Unclear | None = None


NOTHING_SEEN = SeenBoard(Sight.NO_PICTURE)


@dataclass(frozen=True)
class LastReading:
    """The last reading of the board: `halves` is None unless the sight is clear.

    `spots` are in pixels of the camera's frame; `confidence` is 0 to 1, and `doubt` is the cause of an
    unclear reading where `sight` leaves it open.
    """

    sight: Sight
    halves: Halves | None
    spots: tuple[CounterSpot, ...]
    confidence: float
    doubt: Cause | None = None
    crowds: tuple[Crowd, ...] = ()


OUTER_POINTS = (Point.A1, Point.A5, Point.B1, Point.B5)  # the points at the board's corners, round the board


@dataclass(frozen=True)
class Corner:
    """Where an outer point of the board lies, in pixels of the camera's frame."""

    point: Point
    x_px: float
    y_px: float


class Grade(StrEnum):
    """The contrast of counters against the board and each other, once it is learned."""

    VERY_WELL = "very-well"
    WELL = "well"
    JUST = "just"


@dataclass(frozen=True)
class FlawNote:
    """A flaw; `seat` is that of the counters meant, `point` where the one meant lies."""

    flaw: Flaw
    seat: Seat | None = None
    point: Point | None = None

    @property
    def is_of_the_view(self) -> bool:
        """True if light or camera is at fault, so that the empty board has to be seen again as well."""
        return self.flaw in (Flaw.TOO_DARK, Flaw.OTHER_LIGHT, Flaw.FLICKER, Flaw.MIRRORED)
