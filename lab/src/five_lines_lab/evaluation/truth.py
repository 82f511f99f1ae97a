"""truth.json: what really lies on a board in a set of pictures of it, or in labelled photographs."""

from dataclasses import dataclass
from pathlib import Path
from typing import Never

import numpy as np

from calibration.errors import CalibrationError
from companion.board.spec import POINT_AT
from companion.game.board import RING, Halves, Seat
from companion.system.data import MAX_DATA_BYTES, Data, DataError, json_data, text_of
from five_lines_lab.evaluation.labelled import LabelledPhotograph, labelled_photographs
from five_lines_lab.evaluation.reliability import TrueCounter
from vision.arrays import Doubles, check_numbers

EXPECTED = (
    "expected is an object with board_class, counter_kind, colour_pair, outer_points and frames, "
    "or a list of photographs with case, picture, examples, board, corners_px and points"
)
REFERENCE_ROLES = ("empty", "setup_a")  # the roles of the frames from which a board is learned, not read


@dataclass(frozen=True)
class FrameTruth:
    """The ground truth of one picture: its file relative to the folder, and the counters on the board.

    `lying` tells where the counters lie, those beside the board as well; None where it is not known of all.
    """

    file: str
    light: str
    hand: bool
    halves: Halves
    lying: tuple[TrueCounter, ...] | None


@dataclass(frozen=True)
class PictureSet:
    """Pictures of one board with one camera, single ones or a film's frames, and what lies there in each.

    `corners_px` (4, 2) are 1A, 5A, 1B, 5B in the reference pictures, from which the board is learned.
    """

    folder: Path
    material: str
    counters: str
    has_markers: bool
    corners_px: Doubles
    frames: tuple[FrameTruth, ...]

    def __post_init__(self) -> None:
        check_numbers("corners", self.corners_px, (4, 2), np.float64)


Truth = PictureSet | tuple[LabelledPhotograph, ...]


def read_truth(path: Path) -> Truth:
    """The ground truth in a truth.json, with the photographs that it names.

    Raises CalibrationError naming the file, what is wrong in it and what is expected; VisionError for a
    photograph that can't be read.
    """
    try:
        values = json_data(text_of(path, MAX_DATA_BYTES))
    except (OSError, DataError) as error:
        raise CalibrationError(f"{path}: cannot be read as JSON ({error}); {EXPECTED}") from error
    try:
        return _truth(path.parent, values)
    except (DataError, CalibrationError) as error:
        raise CalibrationError(f"{path}: {error}; {EXPECTED}") from error


def _truth(folder: Path, values: Data) -> Truth:
    if not isinstance(values.value, dict | list):
        raise values.wrong("an object or a list")
    if isinstance(values.value, list):
        photographs = tuple(labelled_photographs(folder, values))
        return photographs or _nothing()
    pictures = _picture_set(folder, values)
    return pictures if pictures.frames else _nothing()


def _nothing() -> Never:
    raise DataError("it names no picture to be read")


def _picture_set(folder: Path, values: Data) -> PictureSet:
    aruco = values.get("aruco")
    return PictureSet(
        folder,
        values["board_class"].text(),
        f"{values['counter_kind'].text()} {values['colour_pair'].text()}",
        aruco is not None and aruco.flag(),
        _corners(values["outer_points"]),
        tuple(
            _frame(frame) for frame in values["frames"].items() if frame["role"].text() not in REFERENCE_ROLES
        ),
    )


def _corners(outer_points: Data) -> Doubles:
    places = {(point["line"].whole(), point["side"].whole()): point["px"] for point in outer_points.items()}
    wanted = ((1, 1), (5, 1), (5, -1), (1, -1))
    if not all(key in places for key in wanted):
        raise DataError("outer_points needs line 1 and 5, side 1 and -1, each with px of two numbers")
    return np.array([places[key].numbers(2) for key in wanted], np.float64)


def _frame(frame: Data) -> FrameTruth:
    return FrameTruth(
        frame["file"].text(),
        _light(frame),
        frame["hand"].flag(),
        _halves(frame["counters"]),
        _lying(frame["counters"]),
    )


def _lying(counters: Data) -> tuple[TrueCounter, ...] | None:
    """Return the counters that nobody holds."""
    lying = [counter for counter in counters.items() if not counter["held"].flag()]
    if not all(key in counter.table() for counter in lying for key in ("x", "y")):
        return None
    return tuple(
        TrueCounter(counter["colour"].one_of(Seat), counter["x"].number(), counter["y"].number())
        for counter in lying
    )


def _light(frame: Data) -> str:
    """Return how the light has changed, in a word."""
    change = frame.get("light_change")
    if not frame["light_changed"].flag() or change is None or change.value is None:
        return "same"
    return change.text() or "same"


def _halves(counters: Data) -> Halves:
    counts = {seat: [0] * len(RING) for seat in Seat}
    for counter in counters.items():
        if counter["on_board"].flag() and not counter["held"].flag():
            half = POINT_AT.get((counter["line"].whole(), 1 if counter["side"].whole() > 0 else -1))
            if half is None:
                raise counter["line"].wrong("a line from 1 to 5")
            counts[counter["colour"].one_of(Seat)][RING.index(half)] += 1
    return Halves(tuple(counts[Seat.A]), tuple(counts[Seat.B]))
