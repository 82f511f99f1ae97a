"""Labelled photographs: the examples to learn from, and what really lies at the ten points."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.board_toml import board_of
from calibration.training_set import ExamplePicture, TrainingSet, parse_examples
from companion.game.board import Seat
from companion.system.data import Data
from five_lines_lab.evaluation.reliability import PredictedPlace
from vision.arrays import Doubles, Picture, check_positive, check_shape
from vision.detection.fused_estimate import PlaceOdds
from vision.picture_file import read_picture
from vision.reading import FoundCounter, Reading

REACH = 0.45  # grid steps from a labelled point within which its counter may lie

EMPTY = "empty"
UNSCORED = ("occluded", "unsure")
"""Labels of points that nobody could label for certain; they count for nothing."""


@dataclass(frozen=True)
class LabelledPoint:
    """A point at a pixel and what lies there, None for nothing; its counter lies within `reach_px`."""

    x_px: float
    y_px: float
    truth: Seat | None
    reach_px: float

    def __post_init__(self) -> None:
        check_positive("the reach of a point", self.reach_px)


@dataclass(frozen=True)
class LabelledPhotograph:
    """A picture (H, W, 3) BGR, the training set to calibrate with, and the points whose content is known."""

    name: str
    picture: Picture
    training: TrainingSet
    points: tuple[LabelledPoint, ...]

    def __post_init__(self) -> None:
        check_shape(self.name, self.picture, (None, None, 3), np.uint8)

    def points_right(self, reading: Reading) -> int:
        """Count the points at which a reading is correct, whatever its status."""
        found = (*reading.counters, *reading.off_board)
        return sum(_at(found, point) == point.truth for point in self.points)

    def predictions_of(self, odds: PlaceOdds, places_px: Doubles) -> tuple[PredictedPlace, ...]:
        """Return the predictions at the points, from places (n, 2) in the picture, with the truth."""
        predictions: list[PredictedPlace] = []
        left = list(self.points)
        for i in np.argsort(-odds.counter):
            x, y = places_px[i]
            near = [point for point in left if np.hypot(point.x_px - x, point.y_px - y) <= point.reach_px]
            if near:
                left.remove(near[0])
                predictions.append(PredictedPlace(float(odds.counter[i]), float(odds.of_a[i]), near[0].truth))
        return tuple(predictions)


def labelled_photographs(folder: Path, cases: Data) -> list[LabelledPhotograph]:
    """The photographs of a folder that its truth names.

    Raises DataError where the truth is not as it should be, VisionError for a photograph that can't be read,
    CalibrationError for an example that can't.
    """
    return [_photograph(folder, case) for case in cases.items()]


def _photograph(folder: Path, case: Data) -> LabelledPhotograph:
    name = case["picture"].text()
    examples = {other: text.text() for other, text in case["examples"].table().items()}
    pictures = {other: read_picture(folder / other) for other in {name, *examples}}
    # The corners belong to the picture that is read, so that one comes first.
    order = sorted(examples, key=lambda other: other != name)
    corners = case["corners_px"].items()
    if len(corners) != 4:
        raise case["corners_px"].wrong("four pairs of numbers")
    training = TrainingSet(
        spec=board_of(case["board"]),
        examples=tuple(
            ExamplePicture(other, pictures[other], parse_examples(examples[other])) for other in order
        ),
        corners_px=np.array([corner.numbers(2) for corner in corners], np.float64),
    )
    points = tuple(_point(point) for point in case["points"].items() if _label(point) not in UNSCORED)
    return LabelledPhotograph(case["case"].text(), pictures[name], training, points)


def _point(point: Data) -> LabelledPoint:
    x_px, y_px = point["xy_px"].numbers(2)
    truth = None if _label(point) == EMPTY else point["truth"].one_of(Seat)
    step_px = point["grid_step_px"]
    if step_px.number() <= 0:
        raise step_px.wrong("a number above 0")
    return LabelledPoint(x_px, y_px, truth, REACH * step_px.number())


def _label(point: Data) -> str:
    return point["truth"].text()


def _at(found: Sequence[FoundCounter], point: LabelledPoint) -> Seat | None:
    distances = [(float(np.hypot(c.x_px - point.x_px, c.y_px - point.y_px)), c.seat) for c in found]
    distance, seat = min(distances, default=(np.inf, None), key=lambda pair: pair[0])
    return seat if distance <= point.reach_px else None
