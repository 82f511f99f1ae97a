"""A board seen from straight above: its lines fit as well turned by half a turn, its grain tells."""

from functools import cache

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from companion.game.board import Seat
from five_lines_lab.evaluation.evaluation import START
from tests.support.drawn_board import CORNERS_PX, CROWD, SIZE_WH, Picture, Scene, draw, halves_of, setup
from tests.support.shared import shared
from vision.board_reader import BoardReader
from vision.calibration import Calibration
from vision.reading import Cause

PX_PER_MM = 2.2
MIDDLE_PX = (np.array(SIZE_WH) - 1) / 2
ABOVE_PX = BoardSpec().corners_mm * (PX_PER_MM, -PX_PER_MM) + MIDDLE_PX
FEW = [(Seat.A, 150.0, -97.0), (Seat.B, -147.0, 52.0), (Seat.A, 128.0, -103.0), (Seat.B, 60.0, 48.0)]
LAID = {"setup": setup(), "crowd": CROWD, "few": FEW, "empty": []}
HALVES = {name: halves_of(laid, 5 if laid is CROWD else None) for name, laid in LAID.items()}


def from_above(scene: Scene, x_mm: float = 0.0, y_mm: float = 0.0, turn_deg: float = 0.0) -> Picture:
    """A drawn scene turned so that the camera looks straight down, then pushed and turned on its table."""
    upright = cv2.getPerspectiveTransform(CORNERS_PX.astype(np.float32), ABOVE_PX.astype(np.float32))
    moved = np.vstack([cv2.getRotationMatrix2D(MIDDLE_PX.tolist(), turn_deg, 1.0), (0, 0, 1)])
    moved[:2, 2] += (x_mm * PX_PER_MM, -y_mm * PX_PER_MM)
    seen = cv2.warpPerspective(draw(scene), moved @ upright, SIZE_WH, borderMode=cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(scene.seed + 100).normal(0, 1.5, seen.shape)
    return np.asarray(np.clip(seen + noise, 0, 255), np.uint8)


def half_turned(frame: Picture) -> Picture:
    return np.ascontiguousarray(frame[::-1, ::-1])


def learn(grain: float) -> Calibration:
    known = KnownPicture("setup", from_above(Scene(setup(), seed=1, grain=grain)), START)
    empty = ("empty", from_above(Scene(grain=grain)))
    return calibrate(TrainingSet(BoardSpec(), empty, (known,), corners_px=ABOVE_PX))[0]


MOVED = pytest.mark.parametrize(
    ("x_mm", "y_mm", "turn_deg"), [(0, 0, 0), (0, 0, 2), (5, 5, -1), (-8, 0, 0), (-4, -6, 3)]
)
"""At rest, turned, pushed, and both."""


@cache
def reader(grain: float = Scene().grain) -> BoardReader:
    return BoardReader(shared(f"board-from-above-{grain:g}", lambda: learn(grain)))


@pytest.mark.slow
@pytest.mark.parametrize("laid", LAID)
@MOVED
def test_it_is_read_where_it_lies_and_is_never_taken_to_be_upside_down(
    laid: str, x_mm: float, y_mm: float, turn_deg: float
) -> None:
    reading = reader().read(from_above(Scene(LAID[laid], seed=60), x_mm, y_mm, turn_deg))
    assert reading.halves == HALVES[laid], reading.why


@pytest.mark.slow
@pytest.mark.parametrize("laid", LAID)
@MOVED
def test_upside_down_it_is_said_to_be_so_and_never_read(
    laid: str, x_mm: float, y_mm: float, turn_deg: float
) -> None:
    frame = half_turned(from_above(Scene(LAID[laid], seed=61), x_mm, y_mm, turn_deg))
    assert reader().read(frame).cause is Cause.UPSIDE_DOWN


@pytest.mark.slow
@pytest.mark.parametrize("hand_bgr", [(130, 160, 225), (60, 80, 140), (240, 245, 245)])
def test_no_hand_turns_or_moves_it(hand_bgr: tuple[int, int, int]) -> None:
    frame = from_above(Scene(setup(), hand_bgr=hand_bgr, seed=62))
    reading = reader().read(frame)
    assert reading.halves is None
    assert reading.cause not in (Cause.UPSIDE_DOWN, Cause.BOARD_MOVED)
    assert reader().read(half_turned(frame)).halves is None


@pytest.mark.slow
@pytest.mark.parametrize("laid", LAID)
@pytest.mark.parametrize(("x_mm", "turn_deg"), [(0, 0), (0, 2), (-6, 1)])
def test_without_grain_it_may_be_either_way_round_and_is_never_said_to_be_upside_down(
    laid: str, x_mm: float, turn_deg: float
) -> None:
    reading = reader(0.0).read(from_above(Scene(LAID[laid], seed=63, grain=0.0), x_mm, 0.0, turn_deg))
    assert reading.cause is not Cause.UPSIDE_DOWN
    assert reading.halves in (None, HALVES[laid])
