"""The board's grain: when its loss is told, how much of it is lost, and whether it is there at all."""

import numpy as np
import pytest

from tests.support.even_board import GRID, SHAPE, even_board
from vision.arrays import Floats
from vision.calibration import PATCH_PX, Background, Shade
from vision.segmentation.counter_colours import QUARTERS
from vision.segmentation.evidence import Evidence
from vision.segmentation.subtraction import Difference
from vision.segmentation.texture import TextureComparer, TextureComparison

NOISE = 0.01
CELL = GRID.cell_px
BOARD = even_board()
TOP, LEFT = (span.start for span in BOARD.extent)
CELLS_HW = (15, 21)
"""The whole cells of the board."""

BACKGROUND = Background(
    np.zeros((1, PATCH_PX, PATCH_PX, 3), np.float32),
    np.full(3, NOISE, np.float32),
    Shade(np.zeros(2, np.float32), np.ones(2, np.float32)),
)

GRAIN = np.where(np.indices(SHAPE).sum(axis=0) % 2, 1, -1).astype(np.float32)
STRIPES = np.where(np.indices(SHAPE)[1] % 2, 1, -1).astype(np.float32)
"""Grain of the same strength that has nothing to do with the other."""


def evidence(texture: Floats, residual: Floats) -> Evidence:
    """Evidence of nothing but texture (h, w) and how far a picture's is off it (h, w)."""
    nothing = np.zeros(SHAPE, np.float32)
    difference = Difference(
        np.zeros((*SHAPE, 3), np.float32),
        [nothing] * 3,
        np.zeros(SHAPE, np.uint16),
        np.zeros(3, np.float32),
        0.0,
        np.zeros((*SHAPE, 3), bool),
        None,
    )
    return Evidence(
        counters=np.zeros((2 * QUARTERS, *SHAPE), np.float32),
        best_counter=nothing,
        other=nothing,
        edges=np.zeros(SHAPE, np.uint8),
        texture=texture,
        residual=residual,
        difference=difference,
        noise=1.0,
    )


@pytest.fixture
def comparer() -> TextureComparer:
    return TextureComparer(BOARD, BACKGROUND)


def in_cells(top: int, left: int, height: int, width: int) -> Floats:
    """A map (h, w): 1 in a block of the board's cells, 0 elsewhere."""
    marked = np.zeros(SHAPE, np.float32)
    rows, columns = TOP + CELL * top, LEFT + CELL * left
    marked[rows : rows + CELL * height, columns : columns + CELL * width] = 1
    return marked


def compared(comparer: TextureComparer, texture: Floats, residual: Floats) -> TextureComparison:
    return comparer.compare(evidence(texture, residual), np.ones(SHAPE, bool))


def test_texture_is_summed_over_each_cell_and_the_eight_around_it(comparer: TextureComparer) -> None:
    sums = compared(comparer, 0.1 * GRAIN, -0.05 * GRAIN)
    assert sums.texture2.shape == CELLS_HW
    for at, cells in (((5, 5), 9), ((0, 5), 6), ((0, 0), 4)):
        assert sums.texture2[at] == pytest.approx(cells * CELL**2 * 0.1**2, rel=1e-4)
        assert sums.crossed[at] == pytest.approx(-cells * CELL**2 * 0.1 * 0.05, rel=1e-4)


def test_there_is_no_texture_where_it_is_not_asked_about(comparer: TextureComparer) -> None:
    asked = in_cells(3, 4, 5, 6) > 0
    texture = comparer.compare(evidence(0.1 * GRAIN, GRAIN), asked).texture
    assert ((texture != 0) == asked[TOP : TOP + texture.shape[0], LEFT : LEFT + texture.shape[1]]).all()


def test_where_the_bare_board_was_never_seen_there_is_no_texture_to_lose() -> None:
    board = even_board(known=in_cells(0, 0, 15, 10) > 0)
    comparer = TextureComparer(board, BACKGROUND)
    texture = compared(comparer, 0.1 * GRAIN, -0.1 * GRAIN).texture
    assert texture[:, : 10 * CELL].all()
    assert not texture[:, 10 * CELL :].any()


@pytest.mark.parametrize(
    ("strength", "noise", "told"),
    [(0.9, 1.0, False), (1.1, 1.0, True), (1.1, 2.0, False), (1.9, 2.0, False), (2.1, 2.0, True)],
)
def test_the_loss_of_texture_is_told_where_it_is_stronger_than_noise(
    comparer: TextureComparer, strength: float, noise: float, told: bool
) -> None:
    # The square of nine cells has sides of three: inside of the board that makes it three times its strength.
    texture = strength * NOISE * GRAIN
    occluded_px = comparer.occluded_px(compared(comparer, texture, -texture), noise, 0.0)
    # On the rim six cells are too few, and in a corner four.
    assert occluded_px == (13 * 19 * CELL**2 if told else 0)


@pytest.mark.parametrize(("share", "is_lost"), [(0.0, False), (0.72, False), (0.78, True), (1.0, True)])
def test_texture_is_lost_when_hardly_a_quarter_of_it_is_left(
    comparer: TextureComparer, share: float, is_lost: bool
) -> None:
    texture = 0.1 * GRAIN
    occluded_px = comparer.occluded_px(compared(comparer, texture, -share * texture), 1.0, 0.0)
    assert occluded_px == (15 * 21 * CELL**2 if is_lost else 0)


@pytest.mark.parametrize(
    ("least_cells", "largest_cells"), [(0.0, 6), (6.9, 6), (7.0, 0)], ids=["any", "less", "as much"]
)
def test_the_largest_part_counts_unless_little_is_lost_on_the_whole(
    comparer: TextureComparer, least_cells: float, largest_cells: int
) -> None:
    # Of a block, those cells are lost that have no more than two of the nine outside: not those of its rim.
    occluded = in_cells(2, 2, 4, 5) + in_cells(9, 12, 3, 3)
    texture = 0.1 * GRAIN
    sums = compared(comparer, texture, -occluded * texture)
    assert comparer.occluded_px(sums, 1.0, least_cells * CELL**2) == largest_cells * CELL**2


@pytest.mark.parametrize(
    ("shown", "else_shown", "is_absent"),
    [
        (1.0, 0.0, False),
        (0.0, 1.0, True),
        (-0.1, 1.0, True),
        (0.17, 1.0, True),
        (0.23, 1.0, False),
        (0.1, 0.35, True),
        (0.1, 0.29, False),
    ],
)
def test_a_board_is_absent_when_little_of_its_texture_shows_in_what_is_seen(
    comparer: TextureComparer, shown: float, else_shown: float, is_absent: bool
) -> None:
    texture = 0.1 * GRAIN
    residual = 0.1 * (shown * GRAIN + else_shown * STRIPES) - texture
    assert comparer.is_absent(compared(comparer, texture, residual)) is is_absent


@pytest.mark.parametrize(("strength", "is_absent"), [(1.6, False), (1.9, True)])
def test_no_board_with_less_texture_than_noise_may_make_is_absent(
    comparer: TextureComparer, strength: float, is_absent: bool
) -> None:
    texture = strength * NOISE * GRAIN
    assert comparer.is_absent(compared(comparer, texture, 0.1 * STRIPES - texture)) is is_absent


@pytest.mark.parametrize(("width", "is_absent"), [(4, False), (5, True)])
def test_no_board_with_texture_hardly_anywhere_is_absent(
    comparer: TextureComparer, width: int, is_absent: bool
) -> None:
    # So strong that three cells together tell of it: in three rows, and not at either end of the strip.
    # Two percent of the board's cells are 6.3; the strips have six and nine.
    texture = 0.034 * GRAIN * in_cells(7, 7, 1, width)
    assert comparer.is_absent(compared(comparer, texture, 0.1 * STRIPES - texture)) is is_absent


@pytest.mark.parametrize(("width", "is_absent"), [(3, False), (12, True)])
def test_however_sharp_an_edge_it_hides_no_more_of_the_texture_than_a_clear_step(
    comparer: TextureComparer, width: int, is_absent: bool
) -> None:
    # As steps of 0.3 in 3 or 12 of 315 cells, they leave the texture a match of 0.45 or 0.25.
    texture = 0.1 * GRAIN
    residual = 0.15 * texture + STRIPES * in_cells(7, 4, 1, width) - texture
    assert comparer.is_absent(compared(comparer, texture, residual)) is is_absent
