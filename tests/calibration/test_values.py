"""Values that pass between the stages of calibration refuse, when they are made, what they cannot be."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.check.quality import Quality
from calibration.locate.board_finder import FoundBoard
from calibration.locate.points import FoundPoints
from calibration.locate.pose_fit import BlurredRidges
from calibration.locate.poses import Strokes
from calibration.locate.ridges import ORIENTATIONS, Ridges
from calibration.training_set import TrainingSet
from companion.board.spec import BoardSpec
from companion.game.board import PerSeat
from five_lines_lab.evaluation.evaluation import Measured
from five_lines_lab.evaluation.labelled import LabelledPhotograph
from five_lines_lab.evaluation.truth import PictureSet
from vision.errors import InvalidValueError

DOUBLES: Any = np.zeros((ORIENTATIONS, 3, 4))
TEN = np.zeros((10, 2))
RIDGES = Ridges(np.zeros((ORIENTATIONS, 3, 4), np.float32))
CLEAR = PerSeat(4.0, 3.5)


def measured(clear: bool, right: bool, points_right: int, error: str | None = None) -> Measured:
    return Measured(
        "s", "p", "wood", "same", "disc", False, clear, right, 10, points_right, 0.01, error=error
    )


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Ridges(np.zeros((3, 3, 4), np.float32)), r"ridge response has the shape \(3, 3, 4\)"),
        (lambda: Ridges(DOUBLES), "ridge response is of float64"),
        (lambda: BlurredRidges(RIDGES, 0), "a whole number from 1, not 0"),
        (
            lambda: Strokes(TEN, TEN[:9], np.zeros(10, np.int64)),
            r"directions of strokes has the shape \(9, 2\)",
        ),
        (lambda: Strokes(TEN, TEN, DOUBLES[:10, 0, 0]), "numbers of strokes is of float64"),
        (lambda: FoundPoints(TEN[:9], np.ones(10), np.ones(5)), "points has the shape"),
        (lambda: FoundPoints(TEN * np.nan, np.ones(10), np.ones(5)), "not finite"),
        (lambda: FoundPoints(TEN, np.ones(9), np.ones(5)), "support of marks has the shape"),
        (lambda: FoundPoints(TEN, np.ones(10), np.full(5, 1.1)), "within 0 to 1, not 1.1"),
        (lambda: FoundBoard(TEN[:4], 1.0, None), "points has the shape"),
        (lambda: FoundBoard(TEN, 1.2, None), "within 0 to 1, not 1.2"),
        (lambda: FoundBoard(TEN, 0.4, None), "has a reason exactly when"),
        (lambda: FoundBoard(TEN, 0.7, "too dark"), "has a reason exactly when"),
        (lambda: Quality(0.0, 120, CLEAR, CLEAR, 1.0, ()), "a counter's width"),
        (lambda: Quality(20.0, 256, CLEAR, CLEAR, 1.0, ()), "the brightness has to lie within 0 to 255"),
        (lambda: Quality(20.0, 120, CLEAR, PerSeat(1.0, float("nan")), 1.0, ()), "a typical LLR"),
        (lambda: Quality(20.0, 120, CLEAR, CLEAR, -0.1, ()), "the confidence"),
        (lambda: measured(True, True, 9), "right only when all its points are"),
        (lambda: measured(True, False, 11), "11 of 10 points"),
        (lambda: measured(True, False, 0, "no board is found"), "could not be learned"),
        (lambda: PictureSet(Path(), "wood", "disc", False, TEN, ()), "corners has the shape"),
        (
            lambda: LabelledPhotograph("hall", np.zeros((2, 3), np.uint8), TrainingSet(BoardSpec()), ()),
            "hall has the shape",
        ),
    ],
)
def test_what_cannot_be_is_refused_and_named(make: Callable[[], object], says: str) -> None:
    with pytest.raises(InvalidValueError, match=says):
        make()


def test_what_can_be_is_made() -> None:
    assert BlurredRidges(RIDGES, 2).ridges is RIDGES
    assert FoundBoard(TEN, 0.49, "too dark").turned().reason == "too dark"
    assert FoundPoints(TEN, np.ones(10), np.ones(5)).score == 2.0
    assert Quality(20.0, 120, CLEAR, CLEAR, 1.0, ()).lines()[1].endswith("A 4.0, B 3.5")
    assert not measured(False, False, 10).clear
