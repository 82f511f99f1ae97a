"""What the network is shown of an even board: nothing of its light, and all of what lies on it."""

import numpy as np
import pytest

from companion.board.spec import BoardSpec
from companion.game.board import PerSeat
from vision.arrays import Floats, Picture
from vision.classifier.inputs import (
    CELL_PX,
    CHANNELS,
    CLASSIFIER_COUNTER_PX,
    ClassifierInput,
    CounterAppearance,
    appearance_of,
    classifier_grid,
)
from vision.photometry.board_raster import BoardRaster

SPEC = BoardSpec()
GRID = classifier_grid(SPEC)
WIDTH, HEIGHT = GRID.size_wh
GREY, PALE, DARK = (150, 150, 150), (230, 230, 230), (40, 40, 60)
SPREAD = np.array([0.1, 0.05, 0.05], np.float32)


def even(colour: tuple[int, int, int] = GREY) -> Picture:
    return np.full((HEIGHT, WIDTH, 3), colour, np.uint8)


def with_discs(picture: Picture) -> Picture:
    """The picture with a pale disc on 1A and a dark one on 1B."""
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
    result = picture.copy()
    for point, colour in ((0, PALE), (5, DARK)):
        x, y = GRID.to_px(SPEC.points_mm)[point]
        result[np.hypot(columns - x, rows - y) < CLASSIFIER_COUNTER_PX / 2] = colour
    return result


def at(plane: Floats, point: int) -> float:
    x, y = GRID.to_px(SPEC.points_mm)[point].round().astype(int)
    return float(plane[y, x])


def extractor(known: bool = True) -> ClassifierInput:
    board = BoardRaster(SPEC, GRID, even(), np.full((HEIGHT, WIDTH), known))
    unknown = CounterAppearance(np.zeros(3, np.float32), SPREAD)
    colours = ClassifierInput(board, PerSeat(unknown, unknown)).colours(with_discs(even()))
    x, y = GRID.to_px(SPEC.points_mm)[0].round().astype(int)
    u, v = GRID.to_px(SPEC.points_mm)[5].round().astype(int)
    return ClassifierInput(
        board, PerSeat(CounterAppearance(colours[y, x], SPREAD), CounterAppearance(colours[v, u], SPREAD))
    )


def test_the_grid_holds_whole_cells_and_all_points_with_room_around() -> None:
    assert WIDTH % CELL_PX == HEIGHT % CELL_PX == 0
    places = GRID.to_px(SPEC.points_mm)
    assert (places > CLASSIFIER_COUNTER_PX).all()
    assert (places < (WIDTH - CLASSIFIER_COUNTER_PX, HEIGHT - CLASSIFIER_COUNTER_PX)).all()


def test_a_board_of_small_counters_is_shown_no_larger_than_can_be_afforded() -> None:
    width, height = classifier_grid(BoardSpec(counter_diameter_mm=4.0)).size_wh
    assert width * height < 1.1 * 5000 * CELL_PX**2


def test_the_bare_board_differs_in_nothing_from_itself() -> None:
    stack = extractor().of(even())
    assert stack.shape == (CHANNELS, HEIGHT, WIDTH)
    assert np.abs(stack[:9]).max() < 1e-3


def test_a_board_in_half_the_light_is_the_same_board() -> None:
    assert np.abs(extractor().of(even((75, 75, 75)))[:9]).max() < 0.1


def test_discs_differ_from_the_board_and_are_like_their_own_seats_counters() -> None:
    stack = extractor().of(with_discs(even()))
    assert at(stack[0], 0) > 0.5 > -0.5 > at(stack[0], 5)
    assert np.abs(stack[3:6]).max() < 1e-3
    assert at(stack[6], 0) > 1 > -1 > at(stack[6], 5)
    assert at(stack[10], 0) > 0.9 > 0.2 > at(stack[11], 0)
    assert at(stack[11], 5) > 0.9 > 0.2 > at(stack[10], 5)


def test_where_the_bare_board_is_unknown_no_difference_is_reported() -> None:
    stack = extractor(known=False).of(with_discs(even()))
    assert not stack[3:10].any()
    assert at(stack[0], 0) > 0.2


def test_a_look_is_the_middle_of_its_pixels_and_no_stray_one_moves_it() -> None:
    pixels = np.random.default_rng(2).normal((0.5, 0.1, -0.2), 0.2, (500, 3)).astype(np.float32)
    pixels[:20] = 9
    look = appearance_of(pixels)
    assert look.colour == pytest.approx((0.5, 0.1, -0.2), abs=0.06)
    assert look.spread == pytest.approx((0.2, 0.2, 0.2), abs=0.06)
