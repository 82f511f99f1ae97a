"""truth.json: what really lies on a board in a set of pictures of it, or in labelled photographs."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.evaluate.labelled import LabelledPhotograph, labelled_photographs
from companion.game.board import RING, Halves, Seat
from vision.errors import VisionError

EXPECTED = (
    "expected is an object with board_class, counter_kind, colour_pair, outer_points and frames, "
    "or a list of photographs with case, picture, examples, board, corners_px and points"
)
REFERENCE_ROLES = ("empty", "setup_a")
"""The roles of the frames from which a board is learned, not read."""


@dataclass(frozen=True, slots=True)
class FrameTruth:
    """The ground truth of one picture: its file relative to the folder, and what lies on the board in it."""

    file: str
    light: str
    hand: bool
    halves: Halves


@dataclass(frozen=True, slots=True)
class PictureSet:
    """Pictures of one board with one camera, single ones or a film's frames, and what lies there in each.

    `corners_px` (4, 2) are 1A, 5A, 1B, 5B in the reference pictures, from which the board is learned.
    """

    folder: Path
    material: str
    counters: str
    has_markers: bool
    corners_px: NDArray[np.float64]
    frames: tuple[FrameTruth, ...]


Truth = PictureSet | tuple[LabelledPhotograph, ...]


def read_truth(path: Path) -> Truth:
    """The ground truth in a truth.json, with the photographs that it names.

    Raises CalibrationError naming the file, what is wrong in it and what is expected; VisionError for a
    photograph that can't be read.
    """
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise CalibrationError(f"{path}: cannot be read as JSON ({error}); {EXPECTED}") from error
    try:
        return _truth(path.parent, values)
    except VisionError:
        raise
    except KeyError as error:
        raise CalibrationError(f"{path}: {error} is missing; {EXPECTED}") from error
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise CalibrationError(f"{path}: {error}; {EXPECTED}") from error


def _truth(folder: Path, values: Any) -> Truth:
    if not isinstance(values, dict | list):
        raise ValueError(f"{json.dumps(values)[:40]} tells nothing about pictures")
    truth: Truth
    if isinstance(values, dict):
        truth = _picture_set(folder, values)
    else:
        truth = tuple(labelled_photographs(folder, values))
    if not (truth.frames if isinstance(truth, PictureSet) else truth):
        raise ValueError("it names no picture to be read")
    return truth


def _picture_set(folder: Path, values: dict[str, Any]) -> PictureSet:
    return PictureSet(
        folder,
        str(values["board_class"]),
        f"{values['counter_kind']} {values['colour_pair']}",
        bool(values.get("aruco")),
        _corners(values["outer_points"]),
        tuple(_frame(frame) for frame in values["frames"] if frame["role"] not in REFERENCE_ROLES),
    )


def _corners(outer_points: list[dict[str, Any]]) -> NDArray[np.float64]:
    places = {(point["line"], point["side"]): point["px"] for point in outer_points}
    corners = [places.get(key) for key in ((1, 1), (5, 1), (5, -1), (1, -1))]
    if not all(isinstance(corner, list) and len(corner) == 2 for corner in corners):
        raise ValueError("outer_points needs line 1 and 5, side 1 and -1, each with px of two numbers")
    return np.array(corners, np.float64)


def _frame(frame: dict[str, Any]) -> FrameTruth:
    light = str(frame.get("light_change") or "same") if frame["light_changed"] else "same"
    return FrameTruth(str(frame["file"]), light, bool(frame["hand"]), _halves(frame["counters"]))


def _halves(counters: list[dict[str, Any]]) -> Halves:
    counts = {seat: [0] * len(RING) for seat in Seat}
    for counter in counters:
        if counter["on_board"] and not counter["held"]:
            line = int(counter["line"])
            if not 1 <= line <= 5:
                raise ValueError(f"a counter lies on line {line} of five")
            counts[Seat(counter["colour"])][line - 1 if counter["side"] > 0 else 10 - line] += 1
    return Halves(tuple(counts[Seat.A]), tuple(counts[Seat.B]))
