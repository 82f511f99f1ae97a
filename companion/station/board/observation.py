"""Observations of the camera: a reading for the referee, and the form in which pages show it."""

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game import RING, Halves, Point, Seat
from companion.interface.sight import (
    CameraPicture,
    CounterSpot,
    Crowd,
    LastReading,
    SeenBoard,
    Sight,
    Unclear,
)
from vision.arrays import as_levels
from vision.reading import Cause, FoundCounter, Reading

THUMBNAIL_WIDTH_PX = 320

SIDE_BY_SIDE_MM = 6.0  # counters lie side by side if the inner one is nearer to its point than this

SIGHT_OF = {cause: Sight(cause) if str(cause) in tuple(Sight) else Sight.UNSURE for cause in Cause} | {
    Cause.BLUR: Sight.BLURRED,
    Cause.HAND: Sight.COVERED,
}
"""The sight that pages show for a cause: only causes that people can do something about."""

DOUBTS = {cause for cause, sight in SIGHT_OF.items() if sight in (Sight.UNSURE, Sight.DIE)}
"""Causes that name what lies where, or that staff see beside a sight that several share."""


@dataclass(frozen=True, eq=False)
class Observation:
    """The camera's current view of the board.

    `reading` is of the board as it lies still, made from the frame that `frame` names; None before the first
    one, and while something moves. `meant` is what a person says lies there instead. `picture` (H, W, 3)
    uint8 BGR is what pages may show.
    """

    reading: Reading | None = None
    frame: str | None = None
    picture: NDArray[np.uint8] | None = None
    is_moving: bool = False
    meant: Halves | None = None
    is_restless: bool = False  # True if it was read though something keeps moving
    is_early: bool = False  # True if it has only just settled: a whole move can be seen, but nothing wrong
    sharpness: float | None = None  # the remaining share of the sharpness at calibration, if it was measured

    @property
    def halves(self) -> Halves | None:
        """Return the position on the board; None while it is uncertain."""
        if self.meant is not None:
            return self.meant
        return self.reading.halves if self.reading is not None else None

    @property
    def counted(self) -> Halves | None:
        """Return the position as far as it is read, also with a doubt; None while something is in the way."""
        if self.halves is not None or self.reading is None or self.is_touched:
            return self.halves
        found = Counter((it.seat, it.half) for it in self.reading.counters)
        return Halves(*(tuple(found[seat, point] for point in RING) for seat in Seat))

    @property
    def is_blank(self) -> bool:
        """True if nothing is known of the board, not even that something moves over it."""
        return self.reading is None and self.meant is None and not self.is_moving

    @property
    def is_touched(self) -> bool:
        """True if somebody is at the board."""
        return sight_of(self) in (Sight.MOVING, Sight.COVERED)

    def differs(self, other: "Observation") -> bool:
        """True if it tells anything else of the board."""
        return (self.halves, self.is_moving, self.is_touched, self.is_blank) != (
            other.halves,
            other.is_moving,
            other.is_touched,
            other.is_blank,
        )


def crowds_of(reading: Reading, before: Sequence[Crowd] = ()) -> tuple[Crowd, ...]:
    """Return the order of the counters on halves that both seats share.

    Those that lie side by side keep the order that they had before.
    """
    found = []
    for point in Point:
        inwards = sorted(
            (counter for counter in reading.counters if counter.half is point),
            key=lambda counter: -abs(counter.x_mm),
        )
        seats = tuple(counter.seat for counter in inwards)
        if len(set(seats)) < 2:
            continue
        kept = next((crowd.seats for crowd in before if crowd.point is point), seats)
        if sorted(kept) == sorted(seats):
            lying = {seat: [abs(each.x_mm) for each in inwards if each.seat is seat] for seat in Seat}
            along = [lying[seat].pop(0) for seat in kept]
            if all(inner - outer < SIDE_BY_SIDE_MM for outer, inner in itertools.pairwise(along)):
                seats = kept
        found.append(Crowd(point, seats))
    return tuple(found)


def seen_of(observation: Observation, crowds: tuple[Crowd, ...] = ()) -> SeenBoard:
    """Return an observation in the form that pages show, with the crowds as they were read last."""
    doubt, counters, unclear = None, tuple[FoundCounter, ...](), None
    if observation.reading is not None:
        doubt, counters = observation.reading.doubt, observation.reading.counters
    if doubt is not None and doubt.cause in DOUBTS:
        # Beside a counter that lies right, a thing's place would be taken for the counter's.
        things = doubt.cause in (Cause.ODD_THING, Cause.DIE)
        hidden = things and any(it.half in doubt.places for it in counters)
        unclear = Unclear(doubt.cause, () if hidden else doubt.places)
    if observation.picture is None:
        return SeenBoard(sight_of(observation), observation.halves, crowds=crowds, unclear=unclear)
    picture = _thumbnail(observation.picture)
    scale = picture.pixels.shape[1] / observation.picture.shape[1]
    spots = tuple(
        CounterSpot(counter.seat, counter.x_px * scale, counter.y_px * scale) for counter in counters
    )
    return SeenBoard(sight_of(observation), observation.halves, picture, spots, crowds, unclear)


def last_reading_of(observation: Observation) -> LastReading:
    """Return a reading to be shown large, with its counters in pixels of the frame."""
    reading = observation.reading
    if reading is None:
        return LastReading(sight_of(observation), observation.halves, (), 0.0)
    counters = (*reading.counters, *reading.off_board)
    spots = tuple(CounterSpot(counter.seat, counter.x_px, counter.y_px) for counter in counters)
    sight = sight_of(observation)
    doubt = reading.cause if reading.cause in DOUBTS else None
    return LastReading(sight, reading.halves, spots, reading.confidence, doubt, crowds_of(reading))


def sight_of(observation: Observation) -> Sight:
    """Return how well the board is seen."""
    if observation.is_moving:
        return Sight.MOVING
    if observation.halves is not None:
        return Sight.CLEAR
    if observation.reading is None or observation.reading.cause is None:
        return Sight.NO_PICTURE
    return SIGHT_OF[observation.reading.cause]


def _thumbnail(picture: NDArray[np.uint8]) -> CameraPicture:
    """Return a picture no wider than pages need."""
    height, width = picture.shape[:2]
    if width <= THUMBNAIL_WIDTH_PX:
        return CameraPicture(picture)
    size_wh = (THUMBNAIL_WIDTH_PX, round(height * THUMBNAIL_WIDTH_PX / width))
    return CameraPicture(as_levels(cv2.resize(picture, size_wh, interpolation=cv2.INTER_AREA)))
