"""Labelled photographs: the examples to learn from, and what really lies at the ten points."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.board_toml import board_of
from calibration.learn.training_set import ExamplePicture, TrainingSet, parse_examples
from companion.game.board import Seat
from vision.picture_file import read_picture
from vision.reading import FoundCounter, Reading

REACH = 0.45
"""How many grid steps from a labelled point its counter may lie."""

UNSCORED = ("occluded", "unsure")
"""Labels of points that nobody could label for certain; they count for nothing."""


@dataclass(frozen=True, slots=True)
class LabelledPoint:
    """A point at a pixel and what lies there, None for nothing; its counter lies within `reach_px`."""

    x_px: float
    y_px: float
    truth: Seat | None
    reach_px: float


@dataclass(frozen=True, slots=True)
class LabelledPhotograph:
    """A picture (H, W, 3) BGR, the training set to calibrate with, and the points whose content is known."""

    name: str
    picture: NDArray[np.uint8]
    training: TrainingSet
    points: tuple[LabelledPoint, ...]

    def points_right(self, reading: Reading) -> int:
        """At how many points a reading found just what lies there, whatever its status."""
        found = (*reading.counters, *reading.off_board)
        return sum(_at(found, point) == point.truth for point in self.points)


def labelled_photographs(folder: Path, cases: Sequence[dict[str, Any]]) -> list[LabelledPhotograph]:
    """The photographs of a folder that its truth names; raises VisionError for one that can't be read."""
    return [_photograph(folder, case) for case in cases]


def _photograph(folder: Path, case: dict[str, Any]) -> LabelledPhotograph:
    pictures = {other: read_picture(folder / other) for other in {case["picture"], *case["examples"]}}
    # The corners belong to the picture that is read, so that one comes first.
    order = sorted(case["examples"], key=lambda other: other != case["picture"])
    corners_px = np.array(case["corners_px"], np.float64)
    if corners_px.shape != (4, 2):
        raise ValueError(f"corners_px of {case['case']} must be four pairs of numbers")
    training = TrainingSet(
        spec=board_of(case["board"]),
        examples=tuple(
            ExamplePicture(other, pictures[other], parse_examples(case["examples"][other])) for other in order
        ),
        corners_px=corners_px,
    )
    points = tuple(
        LabelledPoint(
            float(point["xy_px"][0]),
            float(point["xy_px"][1]),
            None if point["truth"] == "empty" else Seat(point["truth"]),
            REACH * float(point["grid_step_px"]),
        )
        for point in case["points"]
        if point["truth"] not in UNSCORED
    )
    return LabelledPhotograph(str(case["case"]), pictures[case["picture"]], training, points)


def _at(found: Sequence[FoundCounter], point: LabelledPoint) -> Seat | None:
    distances = [(float(np.hypot(c.x_px - point.x_px, c.y_px - point.y_px)), c.seat) for c in found]
    distance, seat = min(distances, default=(np.inf, None), key=lambda pair: pair[0])
    return seat if distance <= point.reach_px else None
