"""The board's state: as it is read, unless a person corrects the reading."""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.board.motion import RigidMotion
from companion.board.signals import Cause
from companion.game import Halves
from companion.interface.sight import (
    CameraPicture,
    Corner,
    Crowd,
    LastReading,
    OwnDice,
    SeenBoard,
    Sight,
    Unclear,
)
from companion.station.board.observation import Observation, crowds_of, last_reading_of, seen_of
from hardware.camera.camera import Frame

UNCLEAR_S = 3.0
"""Seconds without a clear reading after which pages say why: a hand that lays a counter takes less."""

STAYS_S = 10.0
"""The same for a hand that stays over the board."""


class BoardState:
    """The state of the board as the camera sees it; a person's correction stands until the next reading."""

    def __init__(self) -> None:
        self.observation = Observation()
        self.picture: NDArray[np.uint8] | None = None  # the newest, (H, W, 3) BGR, while a page wants it
        self.live: CameraPicture | None = None  # the same for pages to show, at the camera's full size
        self.last_reading: LastReading | None = None  # stays while something moves
        self.motion: RigidMotion | None = None  # as seen last; None once the board lies in its place again
        self.corners: tuple[Corner, ...] = ()  # where the outer points seem to lie in the picture
        self._seen: SeenBoard | None = None
        self._crowds: tuple[Crowd, ...] = ()
        self._unread_since_s = math.inf
        self._is_die_used = False  # True if the die on the board was taken as a throw, and lies there still
        self._correction: tuple[Halves, Halves] | None = None
        """A reading, and the correction that a person made to it."""

    @property
    def halves(self) -> Halves | None:
        """Return the position on the board; None while it is uncertain."""
        return self.observation.halves

    @property
    def is_corrected(self) -> bool:
        """True if a reading that a person has put right stands."""
        return self._correction is not None

    @property
    def seen(self) -> SeenBoard:
        """Return the board in the form that pages show; the same object until something changes."""
        if self._seen is None:
            self._seen = seen_of(self.observation, self._crowds)
        return self._seen

    def shown(self, now_s: float) -> SeenBoard:
        """Return the board as pages for visitors show it: why it can't be read only once that has lasted."""
        lasted_s = now_s - self._unread_since_s
        if self.seen.sight in (Sight.COVERED, Sight.MOVING) and lasted_s >= STAYS_S:
            return replace(self.seen, unclear=Unclear(Cause.HAND))
        return self.seen if lasted_s >= UNCLEAR_S else replace(self.seen, unclear=None)

    @property
    def offered(self) -> OwnDice | None:
        """Return the dice that surely lie there and are no throw yet."""
        reading = self.observation.reading
        if reading is None or not reading.dice or self._is_die_used:
            return None
        return OwnDice(reading.dice[0], len(reading.dice) > 1, reading.doubt is None)

    def use_die(self) -> None:
        """Take the die that lies there for a throw: it is no other one before it is moved."""
        self._is_die_used = True

    def observe(self, observation: Observation, now_s: float = 0.0) -> bool:
        """Take over an observation; return True if it tells anything new of the board."""
        before = self.observation
        if observation.reading is not None:
            self.last_reading = last_reading_of(observation)
            doubt = observation.reading.doubt
            if doubt is not None and doubt.cause is not Cause.NOT_IN_VIEW:
                self.motion = doubt.motion or self.motion
            else:
                self.motion = None
            if doubt is None:
                self._crowds = crowds_of(observation.reading, self._crowds)
        if self._correction is not None and observation.halves is not None:
            read, meant = self._correction
            if observation.halves == read:
                observation = replace(observation, meant=meant)
            else:
                self._correction = None
        self._take(observation)
        if observation.halves is not None:
            self._unread_since_s = math.inf
        elif self._unread_since_s == math.inf or before.is_touched is not observation.is_touched:
            self._unread_since_s = now_s
        return observation.differs(before)

    def take_picture(self, frame: Frame) -> None:
        """Take over the newest picture, for pages to show."""
        if self.picture is not frame.picture:
            self.picture, self.live = frame.picture, CameraPicture(frame.picture)

    def believe(self, meant: Halves) -> None:
        """Correct the reading; the correction stands until the board is read differently."""
        read = self.halves
        if read is not None:
            self._correction = (read if self._correction is None else self._correction[0], meant)
        self._take(replace(self.observation, meant=meant, is_moving=False))

    def _take(self, observation: Observation) -> None:
        self.observation, self._seen = observation, None
        reading = observation.reading
        if observation.is_moving or (observation.halves is not None and not (reading and reading.dice)):
            self._is_die_used = False
