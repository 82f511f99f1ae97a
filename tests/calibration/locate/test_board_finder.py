"""Boards are found by their own lines, rightly or not surely."""

import json
from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.locate.board_finder import FoundBoard, Side, find_board
from calibration.locate.points import MIN_CONFIDENCE
from companion.board.spec import BoardSpec, BoardStyle
from tests.support.photographs import (
    MATERIALS,
    Floats,
    Picture,
    drawn_board,
    flat_pose,
    miss_mm,
    photograph,
    to_px,
)
from tests.support.selection import at_night_but

pytestmark = pytest.mark.slow

SPEC = BoardSpec()
NEAR_MM = 3.0


def anticlockwise(points_px: Floats) -> bool:
    """True if a ring of pixels runs anticlockwise as it is seen (rows grow downwards)."""
    x, y = points_px.T
    return float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) < 0


@pytest.mark.parametrize(
    ("material", "tilt_deg"),
    at_night_but([("wood", 3), *product(MATERIALS, [42])], product(MATERIALS, [3, 42])),
)
def test_an_empty_board_of_any_material_is_found_from_above_and_from_the_side(
    material: str, tilt_deg: int
) -> None:
    rng = np.random.default_rng([MATERIALS.index(material), tilt_deg])
    picture, pose = photograph(drawn_board(material, SPEC, rng), flat_pose(), rng, tilt_deg)
    found = find_board(picture, SPEC)
    assert found is not None
    assert found.confidence >= MIN_CONFIDENCE, found.reason
    assert found.reason is None
    assert miss_mm(pose, found.points_px, SPEC.points_mm) < NEAR_MM
    assert anticlockwise(found.points_px)
    assert anticlockwise(found.turned().points_px)


@pytest.mark.parametrize(("material", "diameter_mm"), [("paper", 26), ("wood", 28), ("slate", 13)])
def test_discs_cups_and_pits_mark_points_as_rings_do(material: str, diameter_mm: float) -> None:
    spec = BoardSpec(point_diameter_mm=diameter_mm)
    rng = np.random.default_rng([9, MATERIALS.index(material)])
    flat = drawn_board(material, spec, rng, filled=True)
    picture, pose = photograph(flat, flat_pose(), rng, 20)
    found = find_board(picture, spec)
    assert found is not None
    assert found.confidence >= MIN_CONFIDENCE, found.reason
    assert miss_mm(pose, found.points_px, spec.points_mm) < NEAR_MM


def test_each_point_of_an_uneven_board_is_found_on_its_own() -> None:
    rng = np.random.default_rng(7)
    uneven = SPEC.points_mm + rng.uniform(-4, 4, (10, 2))
    picture, pose = photograph(drawn_board("slate", SPEC, rng, uneven), flat_pose(), rng, 10)
    found = find_board(picture, SPEC)
    assert found is not None
    assert found.confidence >= MIN_CONFIDENCE
    assert miss_mm(pose, found.points_px, uneven) < 1.5


def test_a_groove_is_found_by_its_dark_wall_within_its_width() -> None:
    rng = np.random.default_rng(5)
    picture, pose = photograph(drawn_board("stone", SPEC, rng, groove_mm=2.7), flat_pose(), rng, 20)
    found = find_board(picture, SPEC)
    assert found is not None
    assert found.confidence >= MIN_CONFIDENCE
    assert miss_mm(pose, found.points_px, SPEC.points_mm) < 2.7


def test_a_small_board_is_found_in_its_outline_on_a_chequered_table() -> None:
    rng = np.random.default_rng(5)
    flat = drawn_board("wood", SPEC, rng, check_mm=20)
    picture, pose = photograph(flat, flat_pose(), rng, 35, distance_mm=1400)
    found = find_board(picture, SPEC)
    assert found is not None
    assert found.confidence >= MIN_CONFIDENCE
    assert miss_mm(pose, found.points_px, SPEC.points_mm) < NEAR_MM


def test_a_board_of_other_measures_is_found_by_them() -> None:
    small = BoardSpec(line_length_mm=180, line_pitch_mm=36, point_diameter_mm=22)
    rng = np.random.default_rng(3)
    picture, pose = photograph(drawn_board("wood", small, rng), flat_pose(), rng, 15, distance_mm=600)
    found = find_board(picture, small)
    assert found is not None
    assert found.confidence >= MIN_CONFIDENCE
    assert miss_mm(pose, found.points_px, small.points_mm) < NEAR_MM


@pytest.mark.parametrize(
    "lines",
    [range(4), pytest.param(range(0), marks=pytest.mark.nightly)],
    ids=["four lines", "no line"],
)
def test_what_is_no_board_of_five_lines_is_never_surely_one(lines: range) -> None:
    rng = np.random.default_rng(11)
    picture, _ = photograph(drawn_board("wood", SPEC, rng, lines=lines), flat_pose(), rng, 12)
    found = find_board(picture, SPEC)
    assert found is None or (found.confidence < MIN_CONFIDENCE and found.reason)


def test_a_board_partly_out_of_view_is_not_surely_found() -> None:
    rng = np.random.default_rng(13)
    picture, pose = photograph(drawn_board("paper", SPEC, rng), flat_pose(), rng, 5)
    first = to_px(pose, SPEC.points_mm)[0]
    column = round(float(first[0]))
    cut = picture[:, column:] if first[0] < picture.shape[1] / 2 else picture[:, : column + 1]
    found = find_board(np.ascontiguousarray(cut), SPEC)
    assert found is None or found.confidence < MIN_CONFIDENCE


def test_a_board_of_boxes_is_refused_with_what_to_do_instead() -> None:
    with pytest.raises(CalibrationError, match="--corners"):
        find_board(np.zeros((480, 640, 3), np.uint8), BoardSpec(style=BoardStyle.BOXES))


@pytest.mark.parametrize("shade", [0, 255])
def test_a_picture_of_nothing_shows_no_board(shade: int) -> None:
    assert find_board(np.full((480, 640, 3), shade, np.uint8), SPEC) is None


def test_the_side_of_a_decides_between_the_two_readings() -> None:
    flat = np.array([[1.0, 0, 300], [0, -1.0, 200], [0, 0, 1]])
    found = FoundBoard(to_px(flat, SPEC.points_mm), 1.0, None)
    assert found.facing(Side.RIGHT) is found
    assert found.facing(Side.LEFT).corners_px[0] == pytest.approx(found.points_px[5])
    with pytest.raises(CalibrationError, match="left or right"):
        found.facing(Side.TOP)


def test_boards_photographed_empty_are_found(boards: Path) -> None:
    for scene in sorted(boards.glob("station_*"))[1:10:3]:
        truth = json.loads((scene / "truth.json").read_text())
        places = {(point["line"], point["side"]): point["px"] for point in truth["points"]}
        ring = [places[line, 1] for line in range(1, 6)] + [places[line, -1] for line in range(5, 0, -1)]
        picture: Picture = np.asarray(cv2.imread(str(scene / "reference" / "empty.jpg")), np.uint8)
        found = find_board(picture, SPEC)
        pose = cv2.findHomography(SPEC.points_mm, np.array(ring))[0]
        assert found is not None, scene.name
        assert found.confidence >= MIN_CONFIDENCE, scene.name
        assert miss_mm(np.asarray(pose), found.points_px, SPEC.points_mm) < NEAR_MM, scene.name
