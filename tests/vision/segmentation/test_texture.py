"""The board's grain: when its loss is told, and how much of it is lost."""

import numpy as np
import pytest

from tests.support.even_board import GRID, SHAPE, even_board
from vision.arrays import Floats
from vision.calibration import PATCH_PX, Background, Shade
from vision.segmentation.evidence import Evidence
from vision.segmentation.subtraction import Difference
from vision.segmentation.texture import TextureComparer

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


def evidence(texture: Floats, residual: Floats, noise: float = 1.0) -> Evidence:
    """Evidence of nothing but texture (h, w) and how far a picture's is off it (h, w)."""
    nothing = np.zeros(SHAPE, np.float32)
    difference = Difference(
        np.zeros((*SHAPE, 3), np.float32),
        [nothing] * 3,
        np.zeros(SHAPE, np.uint16),
        np.zeros(3, np.float32),
        0.0,
        np.zeros((*SHAPE, 3), bool),
    )
    return Evidence(
        counters=np.zeros((2, *SHAPE), np.float32),
        best_counter=nothing,
        other=nothing,
        edges=np.zeros(SHAPE, np.uint8),
        texture=texture,
        residual=residual,
        difference=difference,
        noise=noise,
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


EVERYWHERE = np.ones(SHAPE, bool)


def test_there_is_no_texture_to_lose_where_it_is_not_asked_about(comparer: TextureComparer) -> None:
    asked = in_cells(3, 4, 5, 6) > 0
    # A cell and two of its neighbours show enough of it: those around the region tell as well.
    assert comparer.occluded_px(evidence(0.1 * GRAIN, -0.1 * GRAIN), asked, 0.0) == 7 * 8 * CELL**2


def test_where_the_bare_board_was_never_seen_there_is_no_texture_to_lose() -> None:
    comparer = TextureComparer(even_board(known=in_cells(0, 0, 15, 10) > 0), BACKGROUND)
    assert comparer.occluded_px(evidence(0.1 * GRAIN, -0.1 * GRAIN), EVERYWHERE, 0.0) == 15 * 11 * CELL**2


@pytest.mark.parametrize(
    ("strength", "noise", "told"),
    [(0.9, 1.0, False), (1.1, 1.0, True), (1.1, 2.0, False), (1.9, 2.0, False), (2.1, 2.0, True)],
)
def test_the_loss_of_texture_is_reported_where_it_is_stronger_than_noise(
    comparer: TextureComparer, strength: float, noise: float, told: bool
) -> None:
    # The square of nine cells has sides of three: inside of the board that makes it three times its strength.
    texture = strength * NOISE * GRAIN
    occluded_px = comparer.occluded_px(evidence(texture, -texture, noise), EVERYWHERE, 0.0)
    # On the rim six cells are too few, and in a corner four.
    assert occluded_px == (13 * 19 * CELL**2 if told else 0)


@pytest.mark.parametrize(("share", "is_lost"), [(0.0, False), (0.72, False), (0.78, True), (1.0, True)])
def test_texture_is_lost_when_hardly_a_quarter_of_it_is_left(
    comparer: TextureComparer, share: float, is_lost: bool
) -> None:
    texture = 0.1 * GRAIN
    occluded_px = comparer.occluded_px(evidence(texture, -share * texture), EVERYWHERE, 0.0)
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
    seen = evidence(texture, -occluded * texture)
    assert comparer.occluded_px(seen, EVERYWHERE, least_cells * CELL**2) == largest_cells * CELL**2
