"""Counters learned on painted points are weighed on the bare board beside them, too."""

import cv2
import numpy as np
import pytest

from calibration.learn.between_lines import with_weights_between_lines
from calibration.learn.shadows import ASSUMED_SHADE
from companion.board.spec import BoardSpec
from companion.game.board import PerSeat, Seat
from tests.support.drawn_board import camera
from vision.calibration import PATCH_PX, Background, Calibration, CounterModel
from vision.detection.grid_reader import MIN_VISIBLE_LLR
from vision.geometry.rectify import grid_for
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import DARK_OFFSET
from vision.segmentation.background import painted_points

PAPER_GREY, PAINT_BGR = 225, (170, 150, 140)
TYPICAL_LLR = 3.5


def on_paper(paint: bool, greys: tuple[int, int]) -> Calibration:
    """A calibration on plain paper, its points painted or not, with counters of A and of B so grey."""
    spec, grid = BoardSpec(), grid_for(BoardSpec())
    width, height = grid.size_wh
    reference = np.full((height, width, 3), PAPER_GREY, np.uint8)
    if paint:
        for x, y in grid.to_px(spec.points_mm).round().astype(int).tolist():
            cv2.circle(reference, (x, y), round(14 * grid.px_per_mm), PAINT_BGR, -1)
    a, b = (np.zeros((5, PATCH_PX, PATCH_PX, 3), np.float32) for _ in greys)
    for patch, grey in zip((a, b), greys, strict=True):
        patch[..., 0] = np.log((grey + DARK_OFFSET) / (PAPER_GREY + DARK_OFFSET))
    known = np.ones((height, width), bool)
    noise, bare = np.full(3, 0.01, np.float32), np.zeros((1, PATCH_PX, PATCH_PX, 3), np.float32)
    return Calibration(
        camera=camera(),
        board=BoardRaster(spec, grid, reference, known),
        background=Background(bare, noise, ASSUMED_SHADE),
        counters=PerSeat(a, b).map(lambda patches: CounterModel(patches, typical_llr=TYPICAL_LLR)),
        sided=True,
    )


@pytest.mark.parametrize("white", Seat)
def test_white_counters_learned_on_painted_points_are_known_to_hide_on_the_paper(white: Seat) -> None:
    greys = (PAPER_GREY - 2, 40) if white is Seat.A else (40, PAPER_GREY - 2)
    learned = with_weights_between_lines(on_paper(True, greys))
    assert learned.counters.of(white).typical_llr < MIN_VISIBLE_LLR
    assert learned.counters.of(white.other).typical_llr == TYPICAL_LLR


def test_counters_that_stand_out_everywhere_stay_as_they_were_learned() -> None:
    calibration = on_paper(True, (40, 90))
    learned = with_weights_between_lines(calibration)
    for one, other in zip(learned.counters, calibration.counters, strict=True):
        assert one.typical_llr == other.typical_llr
        assert one.weights is other.weights


def test_where_points_are_not_painted_they_look_everywhere_as_they_were_learned() -> None:
    calibration = on_paper(False, (40, PAPER_GREY))
    assert with_weights_between_lines(calibration) is calibration


def test_points_too_small_to_see_are_not_painted() -> None:
    spec = BoardSpec(point_diameter_mm=4.0)
    grid = grid_for(spec)
    width, height = grid.size_wh
    reference = np.full((height, width, 3), PAPER_GREY, np.uint8)
    assert painted_points(BoardRaster(spec, grid, reference, np.ones((height, width), bool))) is None
