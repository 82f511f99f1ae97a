"""What the station remarks on after it has learned its board, or could not."""

from dataclasses import dataclass
from enum import StrEnum

from companion.game import Point, Seat


class Flaw(StrEnum):
    """A thing that readings suffer from; each has its sentence in every language."""

    TOO_DARK = "too-dark"
    SEATS_ALIKE = "seats-alike"
    LIKE_BOARD = "like-board"
    LIKE_OTHER_SEAT = "like-other-seat"
    BETWEEN_SEATS = "between-seats"
    HARD_TO_SEE = "hard-to-see"
    IN_DOUBT = "in-doubt"
    OTHER_LIGHT = "other-light"
    FLICKER = "flicker"


class Grade(StrEnum):
    """How well counters stand out from the board and from each other, once it is learned."""

    VERY_WELL = "very-well"
    WELL = "well"
    JUST = "just"


@dataclass(frozen=True, slots=True)
class Remark:
    """A flaw; `seat` is that of the counters meant, `point` where the one meant lies."""

    flaw: Flaw
    seat: Seat | None = None
    point: Point | None = None
