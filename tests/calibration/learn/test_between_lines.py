"""Counters learned on painted points are weighed on the bare board beside them, too."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.learn.between_lines import as_seen_elsewhere
from calibration.learn.known_positions import EVERYWHERE
from calibration.learn.shadows import USUAL_SHADE
from companion.board.spec import BoardSpec
from tests.support.drawn_board import view
from vision.calibration import PATCH_PX, Calibration
from vision.detection.grid_reader import HIDDEN
from vision.geometry.rectify import grid_for
from vision.photometry.opponent_colours import DARK_OFFSET

PAPER_GREY, PAINT_BGR = 225, (170, 150, 140)
USUAL = 3.5


def on_paper(paint: bool, greys: tuple[int, int]) -> Calibration:
    """A station on plain paper, its points painted or not, with counters of A and of B so grey."""
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
        spec, view(), grid, reference, known, a, b, bare, noise, USUAL_SHADE, True, EVERYWHERE, EVERYWHERE
    )


@pytest.mark.parametrize("white", [0, 1])
def test_white_counters_learned_on_painted_points_are_known_to_hide_on_the_paper(white: int) -> None:
    greys = (PAPER_GREY - 2, 40) if white == 0 else (40, PAPER_GREY - 2)
    learned = as_seen_elsewhere(replace(on_paper(True, greys), usual=(USUAL, USUAL)))
    assert learned.usual[white] < HIDDEN
    assert learned.usual[1 - white] == USUAL


def test_counters_that_stand_out_everywhere_stay_as_they_were_learned() -> None:
    calibration = replace(on_paper(True, (40, 90)), usual=(USUAL, USUAL))
    learned = as_seen_elsewhere(calibration)
    assert learned.usual == calibration.usual
    assert learned.telling_a is calibration.telling_a
    assert learned.telling_b is calibration.telling_b


def test_where_points_are_not_painted_they_look_everywhere_as_they_were_learned() -> None:
    calibration = replace(on_paper(False, (40, PAPER_GREY)), usual=(USUAL, USUAL))
    assert as_seen_elsewhere(calibration) is calibration
