"""What the eyes make of the camera's frames: a board is read only once it has been still for a while."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game import Halves
from companion.interface.sight import Picture, Seen, Sight, Spot
from companion.station.stimuli import BoardSeen
from hardware.camera.camera import Frame
from vision.board_reader import BoardReader
from vision.frame_checks.motion import Motion, MotionDetector
from vision.reading import Cause, Reading

LOOK_AGAIN_S = 0.5
"""How often a still board that could not be read is read again: light and shadows change slowly."""

CONFIRM_S = 3.0
"""How often a still board that was read is read again: a counter can be pushed too slowly to be noticed."""

SMALL_WIDTH_PX = 320

SIGHTS = {
    Cause.TOO_DARK: Sight.TOO_DARK,
    Cause.TOO_BRIGHT: Sight.TOO_BRIGHT,
    Cause.BLUR: Sight.BLURRED,
    Cause.BOARD_MOVED: Sight.BOARD_MOVED,
    Cause.NOT_IN_VIEW: Sight.NOT_IN_VIEW,
    Cause.HAND: Sight.COVERED,
    Cause.ODD_THING: Sight.COVERED,
}
"""What people are told about a cause; anything else can only be called unsure."""


class Watcher:
    """Turns frames into sights; `reader` None means that the board has not been learned yet.

    The same picture gives one reading, and nothing is read while something moves.
    """

    def __init__(self, reader: BoardReader | None, still_s: float) -> None:
        self.reader = reader
        self._stillness = MotionDetector(still_s)
        self._number = 0
        self._read_at_s: float | None = None
        self._sight = Sight.NO_PICTURE
        self._frame: Frame | None = None

    def look(self, frame: Frame, *, with_picture: bool) -> BoardSeen | None:
        """What is new in a frame; `with_picture`: the frame itself is wanted as well, whatever it shows."""
        if frame.number == self._number:
            return None
        self._number = frame.number
        if self._stillness.see(frame.picture, frame.at_s) is Motion.MOVING:
            self._read_at_s = None
            return self._seen(Sight.MOVING, frame, with_picture)
        if self.reader is None or not self._is_due(frame.at_s):
            return self._seen(self._sight, frame, with_picture) if with_picture else None
        self._read_at_s = frame.at_s
        self._frame = frame
        reading = self.reader.read(frame.picture)
        self._sight = sight_of(reading)
        return BoardSeen(seen(reading, frame.picture), f"{frame.number}")

    def learn(self, halves: Halves) -> None:
        """Let the eyes learn from the frame that was read last: it surely shows this."""
        if self.reader is not None and self._frame is not None:
            self.reader.learn(self._frame.picture, halves)

    def _is_due(self, now_s: float) -> bool:
        if self._read_at_s is None:
            return True
        pause_s = CONFIRM_S if self._sight is Sight.CLEAR else LOOK_AGAIN_S
        return now_s - self._read_at_s >= pause_s

    def _seen(self, sight: Sight, frame: Frame, with_picture: bool) -> BoardSeen | None:
        if sight is self._sight and not with_picture:
            return None
        self._sight = sight
        return BoardSeen(Seen(sight, picture=small(frame.picture) if with_picture else None))


def seen(reading: Reading, picture: NDArray[np.uint8]) -> Seen:
    """A reading as the pages show it."""
    small_picture = small(picture)
    scale = small_picture.pixels.shape[1] / picture.shape[1]
    spots = tuple(
        Spot(counter.seat, counter.x_px * scale, counter.y_px * scale) for counter in reading.counters
    )
    return Seen(sight_of(reading), reading.halves, small_picture, spots)


def sight_of(reading: Reading) -> Sight:
    """How the eyes are doing, by their reading."""
    return Sight.CLEAR if reading.cause is None else SIGHTS.get(reading.cause, Sight.UNSURE)


def small(picture: NDArray[np.uint8]) -> Picture:
    """A picture no wider than a page needs it."""
    height, width = picture.shape[:2]
    if width <= SMALL_WIDTH_PX:
        return Picture(picture)
    size_wh = (SMALL_WIDTH_PX, round(height * SMALL_WIDTH_PX / width))
    return Picture(np.asarray(cv2.resize(picture, size_wh, interpolation=cv2.INTER_AREA), np.uint8))
