"""Read frames of a board: which counters lie where, and how sure that is. It knows points, no rules.

Make a reader from what a station has learned (see the package `calibration`), then read frames with it; each
frame is read by itself:

    >>> from pathlib import Path
    >>> from calibration.calibration_folder import load
    >>> from vision import BoardReader, Status, read_picture

    >>> reader = BoardReader(load(Path("calibration")))
    >>> reading = reader.read(read_picture(Path("frame.png")))
    >>> reading.status is Status.CLEAR
    True
    >>> reading.halves.a  # A's counters on 1A, 2A .. 5A, 1B .. 5B
    (1, 1, 1, 1, 1, 0, 0, 0, 0, 0)

A reading that must not be acted upon has a doubt, with `cause` and `why`, in place of halves. A
`MotionDetector` finds out when the table is still enough for a frame to be read at all.
"""

from vision.annotate import annotate, explain
from vision.board_reader import BoardReader
from vision.calibration import Calibration
from vision.errors import InvalidValueError, VisionError
from vision.frame_checks.motion import Motion, MotionDetector
from vision.picture_file import encode_picture, read_picture
from vision.reading import Cause, Doubt, FoundCounter, Reading, Status

__all__ = [
    "BoardReader",
    "Calibration",
    "Cause",
    "Doubt",
    "FoundCounter",
    "InvalidValueError",
    "Motion",
    "MotionDetector",
    "Reading",
    "Status",
    "VisionError",
    "annotate",
    "encode_picture",
    "explain",
    "read_picture",
]
