"""A board whose points are not marked is found by the counters that lie on them."""

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.locate.board_finder import find_board
from calibration.locate.points import MIN_CONFIDENCE
from calibration.locate.start_position import points_by_counters
from companion.board.spec import BoardSpec
from companion.game.board import RING
from five_lines_lab.dataset.ground_truth import TrueRenderer
from five_lines_lab.dataset.random_scenes import BoardClass, random_scene
from five_lines_lab.layouts import place_counters, slots_on
from tests.support.command_line import POSITION, Run
from vision.arrays import Doubles, Picture

pytestmark = pytest.mark.slow

AS_LAID = 0.25
"""How far from its point, in line pitches, a counter's place may be taken for it: a shadow draws it aside."""


@dataclass(frozen=True)
class Unmarked:
    """Pictures of a board with lines that end in nothing, and where its points (10, 2) are seen."""

    empty: Picture
    start: Picture
    points_px: Doubles


def unmarked(board_class: BoardClass, seed: int) -> Unmarked:
    rng = np.random.default_rng(seed)
    drawn = random_scene(rng, (800, 600), board_class, oblique=False, fill=0.85)
    board = replace(drawn.scene.board, spec=replace(drawn.scene.board.spec, point_diameter_mm=1.0))
    scene = replace(drawn.scene, board=board)
    renderer = TrueRenderer(oversampling=1)
    empty = renderer.render(scene, 1)
    placed = place_counters(board, drawn.counters, slots_on(RING), 2.0, rng)
    start = renderer.render(replace(scene, counters=tuple(one.counter for one in placed)), 2)
    return Unmarked(empty.picture, start.picture, empty.truth.points_px)


@pytest.mark.parametrize(
    "board_class",
    [BoardClass.WOOD, pytest.param(BoardClass.STONE, marks=pytest.mark.nightly), BoardClass.PAPER_PLAIN],
)
def test_counters_show_where_unmarked_points_are(board_class: BoardClass) -> None:
    seen = unmarked(board_class, 5)
    by_lines = find_board(seen.empty, BoardSpec())
    assert by_lines is None or by_lines.confidence < MIN_CONFIDENCE
    found = points_by_counters(seen.empty, seen.start, BoardSpec())
    assert found is not None
    pitch = np.linalg.norm(seen.points_px[1] - seen.points_px[0])
    off = [np.linalg.norm(np.roll(found, turn, axis=0) - seen.points_px, axis=1).max() for turn in (0, 5)]
    assert min(off) < AS_LAID * pitch


def test_a_station_is_taught_by_an_unmarked_board_and_its_start_position(tmp_path: Path, run: Run) -> None:
    seen = unmarked(BoardClass.WOOD, 5)
    empty, start = tmp_path / "empty.png", tmp_path / "start.png"
    cv2.imwrite(str(empty), seen.empty)
    cv2.imwrite(str(start), seen.start)
    across = seen.points_px[:5].mean(axis=0) - seen.points_px[5:].mean(axis=0)
    if abs(across[0]) > abs(across[1]):
        a_side = "right" if across[0] > 0 else "left"
    else:
        a_side = "bottom" if across[1] > 0 else "top"
    out = tmp_path / "calibration"
    known = ["--known", start, POSITION, "--a-side", a_side]
    status, _, complaint = run("calibrate", "--empty", empty, *known, "--out", out)
    assert (status, complaint) == (0, "")
    _, printed, _ = run("read", "--station", out, start)
    assert POSITION in printed


def test_pictures_that_show_nothing_new_show_no_board() -> None:
    empty = unmarked(BoardClass.WOOD, 5).empty
    assert points_by_counters(empty, empty, BoardSpec()) is None
    thing = empty.copy()
    cv2.circle(thing, (400, 300), 60, (20, 20, 20), -1)
    assert points_by_counters(empty, thing, BoardSpec()) is None
