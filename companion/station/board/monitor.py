"""Decide when to read the board: once it has been still for a while, and the same picture only once."""

import math
from dataclasses import replace

from companion.game import Halves
from companion.station.board.observation import Observation
from hardware.camera.camera import Frame
from vision.arrays import Picture
from vision.board_reader import BoardReader
from vision.calibration import Calibration
from vision.errors import OtherSizeError
from vision.frame_checks.motion import Motion, MotionDetector
from vision.reading import Cause, Doubt, Reading

LOOK_AGAIN_S = 0.5
"""Interval of reading a still board again that could not be read: light and shadows change slowly. While the
station rests, nobody waits for that."""

CONFIRM_S = 3.0
"""Interval of reading a still board again that was read: a counter can be pushed too slowly to be noticed."""

REST_S = 10.0  # the same while the station rests

MEASURE_S = 20.0
"""Interval of measuring the sharpness of a board that was read: a lens gets dirty or loose slowly."""

CALM_S = 15.0  # time that a restless board has to be at rest: a mast that trembles rests for seconds


class BoardMonitor:
    """Turn frames into observations; `reader` None means that the board has not been learned yet.

    The same picture gives one reading, and nothing is read while something moves on the board. When that
    does not end, two readings in a row that tell the same count as one of a board at rest; movement alone is
    then no hand until the board has been at rest for `CALM_S`. While another reader is on `trial`, the board
    is read by that one. A board that has only just settled is observed early; after 0.4 s that reading
    counts as one of a board at rest.
    """

    def __init__(self, reader: BoardReader | None) -> None:
        self.reader = reader
        self.trial: BoardReader | None = None
        self.is_resting = False
        """True while nobody is there who waits for a reading."""
        self.awaits_dice = False
        """True while players are to throw dice of their own: dice that come to lie there are looked for."""
        self._before: Picture | None = None
        self._read_by: BoardReader | None = None
        self._early: Observation | None = None
        self._motion = MotionDetector()
        self._number = 0
        self._read_at_s: float | None = None
        self._unconfirmed: Reading | None = None
        self._restless_until_s = -math.inf
        self._measure_at_s = 0.0
        self._observed = Observation()

    def look(self, frame: Frame) -> Observation | None:
        """Return the news about the board in a frame, None if there is none."""
        if frame.number == self._number:
            return None
        self._number = frame.number
        reader = self.trial or self.reader
        if reader is not self._read_by:
            self._read_by, self._read_at_s, self._early = reader, None, None
        motion = self._motion.see(frame.picture, frame.at_s, None if reader is None else reader.outline)
        if motion is Motion.SETTLED and reader is not None:
            return self._look_early(frame, reader)
        early, self._early = self._early, None
        if motion in (Motion.MOVING, Motion.SETTLED) or (motion is Motion.RESTLESS and reader is None):
            self._read_at_s = self._unconfirmed = None
            if self.is_resting and reader is not None and not _is_hand(self._read(reader, frame)):
                # Light and shadow move, too; a reading tells an arm from them.
                return None
            return None if frame.at_s < self._restless_until_s else self._observe_movement()
        if reader is None:
            return None if self._observed.is_blank else self._observe(Observation())
        is_restless = motion is Motion.RESTLESS
        if not self._is_due(frame.at_s, is_restless):
            return None
        self._read_at_s = frame.at_s
        if early is not None and early.halves is not None and not is_restless:
            self._unconfirmed = early.reading
            return self._observe(replace(early, is_early=False))
        reading = self._read(reader, frame)
        before, self._unconfirmed = self._unconfirmed, reading
        if is_restless:
            if before is None or (before.status, before.halves) != (reading.status, reading.halves):
                return None
            if _is_hand(reading):
                return self._observe_movement()
            self._restless_until_s = frame.at_s + CALM_S
        sharpness = None
        if reading.halves is not None and frame.at_s >= self._measure_at_s and not is_restless:
            self._measure_at_s = frame.at_s + MEASURE_S
            sharpness = reader.sharpness(frame.picture)
        was_restless = frame.at_s < self._restless_until_s
        return self._observe(
            Observation(
                reading, f"{frame.number}", frame.picture, is_restless=was_restless, sharpness=sharpness
            )
        )

    def learn(self, halves: Halves) -> Calibration | None:
        """Let the board reader note what the frame that was read last shows bare: this surely lies on it.

        Return a calibration with all of the board, once counters have left what they hid.
        """
        return self.reader.learn(halves) if self.reader is not None else None

    def _look_early(self, frame: Frame, reader: BoardReader) -> Observation | None:
        """Read a board that has only just settled, once a rest; a doubt has to wait for the next reading."""
        if self._early is not None:
            return None
        reading = self._read(reader, frame)
        self._early = Observation(reading, f"{frame.number}", frame.picture, is_early=True)
        return None if reading.halves is None else self._observe(self._early)

    def _is_due(self, now_s: float, is_restless: bool) -> bool:
        if self._read_at_s is None:
            return True
        is_urgent = self._observed.halves is None or is_restless
        pause_s = REST_S if self.is_resting else LOOK_AGAIN_S if is_urgent else CONFIRM_S
        return now_s - self._read_at_s >= pause_s

    def _read(self, reader: BoardReader, frame: Frame) -> Reading:
        reader.before = self._before
        if not self.awaits_dice:
            reader.before, self._before = None, frame.picture
        try:
            return reader.read_again(frame.picture)
        except OtherSizeError as error:
            return Reading(Doubt(Cause.OTHER_SIZE, str(error)), None, (), (), 0.0)

    def _observe_movement(self) -> Observation | None:
        return None if self._observed.is_moving else self._observe(Observation(is_moving=True))

    def _observe(self, observation: Observation) -> Observation:
        self._observed = observation
        return observation


def _is_hand(reading: Reading) -> bool:
    return Observation(reading).is_touched
