"""The board's state: as it is read, unless a person corrects the reading."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.board.motion import RigidMotion
from companion.board.signals import Cause
from companion.game import Halves
from companion.interface.sight import CameraPicture, Corner, Crowd, LastReading, SeenBoard
from companion.station.board.observation import Observation, crowds_of, last_reading_of, seen_of
from hardware.camera.camera import Frame


class BoardState:
    """The state of the board as the camera sees it; a person's correction stands until the next reading."""

    def __init__(self) -> None:
        self._observation = Observation()
        self._seen: SeenBoard | None = None
        self._crowds: tuple[Crowd, ...] = ()
        self._motion: RigidMotion | None = None
        self._picture: NDArray[np.uint8] | None = None
        self._live: CameraPicture | None = None
        self._last_reading: LastReading | None = None
        self._corners: tuple[Corner, ...] = ()
        self._correction: tuple[Halves, Halves] | None = None
        """A reading, and the correction that a person made to it."""

    @property
    def halves(self) -> Halves | None:
        """Return the position on the board; None while it is uncertain."""
        return self._observation.halves

    @property
    def frame(self) -> str | None:
        """Return the name of the frame that was read."""
        return self._observation.frame

    @property
    def is_blank(self) -> bool:
        """True if nothing is known of the board."""
        return self._observation.is_blank

    @property
    def is_moving(self) -> bool:
        """True if something moves over it."""
        return self._observation.is_moving

    @property
    def is_touched(self) -> bool:
        """True if somebody is at the board."""
        return self._observation.is_touched

    @property
    def picture(self) -> NDArray[np.uint8] | None:
        """Return the newest picture, (H, W, 3) BGR, while a page wants pictures."""
        return self._picture

    @property
    def live(self) -> CameraPicture | None:
        """Return the same picture for pages to show, at the camera's full size."""
        return self._live

    @property
    def last_reading(self) -> LastReading | None:
        """Return the last reading; it stays while something moves."""
        return self._last_reading

    @property
    def motion(self) -> RigidMotion | None:
        """Return the board's motion as it was seen last; None once it lies in its place again."""
        return self._motion

    @property
    def is_corrected(self) -> bool:
        """True if a reading that a person has put right stands."""
        return self._correction is not None

    @property
    def corners(self) -> tuple[Corner, ...]:
        """Return where the outer points seem to lie in the picture."""
        return self._corners

    @property
    def seen(self) -> SeenBoard:
        """Return the board in the form that pages show; the same object until something changes."""
        if self._seen is None:
            self._seen = seen_of(self._observation, self._crowds)
        return self._seen

    def observe(self, observation: Observation) -> bool:
        """Take over an observation; return True if it tells anything new of the board."""
        before = self._observation
        if observation.reading is not None:
            self._last_reading = last_reading_of(observation)
            doubt = observation.reading.doubt
            if doubt is not None and doubt.cause is not Cause.NOT_IN_VIEW:
                self._motion = doubt.motion or self._motion
            else:
                self._motion = None
            if doubt is None:
                self._crowds = crowds_of(observation.reading, self._crowds)
        if self._correction is not None and observation.halves is not None:
            read, meant = self._correction
            if observation.halves == read:
                observation = replace(observation, meant=meant)
            else:
                self._correction = None
        self._take(observation)
        return observation.differs(before)

    def place_corners(self, corners: tuple[Corner, ...]) -> None:
        """Take its outer points to lie there in the picture."""
        self._corners = corners

    def take_picture(self, frame: Frame) -> None:
        """Take over the newest picture, for pages to show."""
        if self._picture is not frame.picture:
            self._picture, self._live = frame.picture, CameraPicture(frame.picture)

    def forget_reading(self) -> None:
        """Forget the last reading, as the board is now read in another way."""
        self._last_reading = None

    def believe(self, meant: Halves) -> None:
        """Correct the reading; the correction stands until the board is read differently."""
        read = self.halves
        if read is not None:
            self._correction = (read if self._correction is None else self._correction[0], meant)
        self._take(replace(self._observation, meant=meant, is_moving=False))

    def _take(self, observation: Observation) -> None:
        self._observation, self._seen = observation, None
