"""What differs from the bare board: things by their colour, no change of light, and what is learned of it."""

import numpy as np
import pytest

from tests.support.even_board import GRID, LEVEL, SHAPE, even_board, even_picture
from vision.arrays import Picture
from vision.photometry.opponent_colours import LEVELS
from vision.segmentation.subtraction import MIN_LIGHT_CHANGE, BackgroundSubtractor, Difference

THING = slice(60, 72), slice(80, 92)
"""Rows and columns of a thing in the middle of the board."""
INSIDE, BESIDE = (66, 86), (66, 120)

LN2 = float(np.log(2))


def with_thing(bgr: tuple[int, int, int], level: int = LEVEL) -> Picture:
    """A board of one grey on which a thing lies."""
    picture = even_picture(level)
    picture[THING] = bgr
    return picture


def made(brightness: float, change: float = 0.0) -> Difference:
    """A difference of brightness alone: of the thing, and of the light."""
    colours = np.zeros((*SHAPE, 3), np.float32)
    colours[(*THING, 0)] = brightness
    light = np.array([change, 0, 0], np.float32)
    return Difference(
        colours,
        list(np.moveaxis(colours, 2, 0)),
        np.zeros(SHAPE, np.uint16),
        light,
        abs(change),
        np.zeros((*SHAPE, 3), bool),
    )


@pytest.mark.parametrize(
    ("bgr", "colour"),
    [
        ((194, 194, 194), (LN2, 0, 0)),
        ((44, 44, 44), (-LN2, 0, 0)),
        ((194, 94, 94), (LN2 / 3, 0, LN2)),
        ((94, 194, 94), (LN2 / 3, -LN2, -LN2 / 2)),
        ((94, 94, 194), (LN2 / 3, LN2, -LN2 / 2)),
        ((94, 94, 94), (0, 0, 0)),
    ],
    ids=["lighter", "darker", "bluer", "greener", "redder", "the same"],
)
@pytest.mark.parametrize(
    ("level", "light"),
    [(LEVEL, 0.0), (44, -LN2), (119, float(np.log(1.25)))],
    ids=["as it was", "dim", "bright"],
)
def test_a_thing_differs_by_its_colour_and_the_board_by_the_light_alone(
    bgr: tuple[int, int, int], colour: tuple[float, ...], level: int, light: float
) -> None:
    difference = BackgroundSubtractor(even_board()).subtract(with_thing(bgr, level))
    assert difference.change == pytest.approx((light, 0, 0), abs=0.002)
    assert difference.colours[BESIDE] == pytest.approx((0, 0, 0), abs=0.01)
    assert difference.colours[INSIDE] == pytest.approx((colour[0] - light, *colour[1:]), abs=0.02)
    assert [plane[INSIDE] for plane in difference.planes] == pytest.approx(difference.colours[INSIDE])


@pytest.mark.parametrize(
    ("bgr", "cell"),
    [((194, 44, 94), (22, 24, 26)), ((54, 24, 134), (18, 31, 15)), ((0, 255, 14), (12, 0, 0))],
)
def test_colours_are_distinguished_by_steps_of_brightness_and_tints(
    bgr: tuple[int, int, int], cell: tuple[int, int, int]
) -> None:
    cells = BackgroundSubtractor(even_board()).subtract(with_thing(bgr)).cells
    index = int(cells[INSIDE])
    assert (index // LEVELS**2, index // LEVELS % LEVELS, index % LEVELS) == cell


@pytest.mark.parametrize("bgr", [(255, 255, 255), (245, 255, 250), (244, 255, 255), (40, 255, 255)])
def test_each_channel_is_clipped_where_it_tells_no_more(bgr: tuple[int, int, int]) -> None:
    clipped = BackgroundSubtractor(even_board()).subtract(with_thing(bgr)).clipped
    assert (clipped[THING] == [level >= 245 for level in bgr]).all()
    assert np.count_nonzero(clipped) == np.count_nonzero(clipped[THING])


@pytest.mark.parametrize(
    ("level", "step", "around"),
    [
        (94, 0.0, 0.0),
        (114, np.log(1.2) * 48 / 49, -np.log(1.2) / 49),
        (74, np.log(0.8) * 48 / 49, -np.log(0.8) / 49),
        (194, 0.3, -LN2 / 49),
        (44, -0.3, LN2 / 49),
    ],
    ids=["even", "a lighter grain", "a darker one", "a light edge", "a dark edge"],
)
def test_grain_steps_from_the_window_around_it_and_an_edge_by_no_more(
    level: int, step: float, around: float
) -> None:
    assert GRID.step_px == 7
    reference = even_picture()
    reference[66, 86] = level
    texture = BackgroundSubtractor(even_board(reference)).texture
    assert texture[66, 86] == pytest.approx(step, abs=1e-5)
    assert texture[66, [83, 89]] == pytest.approx([around] * 2, abs=1e-5)
    assert texture[66, [82, 90]] == pytest.approx([0, 0], abs=1e-5)


def test_light_that_has_moved_has_changed_though_in_the_middle_it_is_as_it_was() -> None:
    across = np.linspace(-0.3, 0.3, SHAPE[1])[None, :, None]
    moved = np.broadcast_to(LEVEL * np.exp(across), (*SHAPE, 3)).astype(np.uint8)
    difference = BackgroundSubtractor(even_board()).subtract(moved)
    assert np.abs(difference.change).max() < MIN_LIGHT_CHANGE
    assert difference.light_change > 3 * MIN_LIGHT_CHANGE
    hand = even_picture()
    hand[:, :50] = (60, 90, 140)
    assert BackgroundSubtractor(even_board()).subtract(hand).light_change < MIN_LIGHT_CHANGE
