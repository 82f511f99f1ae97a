"""The grid of the rectified picture, and how a board that has moved is followed on it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board.motion import STILL, RigidMotion
from companion.board.spec import BoardSpec
from vision.geometry.rectify import COARSE_PX, FINE_PX, MAX_GRID_PIXELS, Grid, board_area, extent, grid_for

NUMBERS = st.floats(-200, 200)
MOTIONS = st.builds(RigidMotion, NUMBERS, NUMBERS, st.floats(-3, 3))


@pytest.mark.parametrize(
    ("place_mm", "place_px"),
    [
        ((0, 0), (50, 25)),
        ((10, 0), (70, 25)),
        ((0, 5), (50, 15)),
        ((-25, -12.5), (0, 50)),
        ((25, 12.5), (100, 0)),
    ],
)
def test_x_grows_to_the_right_and_y_upwards_from_the_middle_of_the_picture(
    place_mm: tuple[float, float], place_px: tuple[float, float]
) -> None:
    grid = Grid((101, 51), 2.0, 8)
    assert grid.to_px(np.array([place_mm], float))[0] == pytest.approx(place_px)
    assert grid.to_mm(np.array([place_px], float))[0] == pytest.approx(place_mm)


@pytest.mark.parametrize(("counter_px", "cell_px"), [(COARSE_PX, 8), (FINE_PX, 15)])
def test_a_counter_is_as_wide_as_asked_for_and_cells_grow_with_it(counter_px: int, cell_px: int) -> None:
    spec = BoardSpec()
    grid = grid_for(spec, counter_px)
    assert grid.px_per_mm * spec.counter_diameter_mm == pytest.approx(counter_px)
    assert grid.cell_px == cell_px
    assert grid.step_px % 2 == 1


def test_counters_small_for_their_board_get_fewer_pixels() -> None:
    grid = grid_for(BoardSpec(counter_diameter_mm=8.0))
    assert grid.size_wh[0] * grid.size_wh[1] == pytest.approx(MAX_GRID_PIXELS, rel=0.01)
    assert grid.px_per_mm * 8.0 < COARSE_PX


@given(MOTIONS, NUMBERS, NUMBERS)
def test_a_motion_turns_anticlockwise_and_then_shifts(motion: RigidMotion, x_mm: float, y_mm: float) -> None:
    place = np.array([[x_mm, y_mm]])
    turned = (x_mm + 1j * y_mm) * np.exp(1j * motion.turn_rad) + motion.x_mm + 1j * motion.y_mm
    np.testing.assert_allclose(motion.moved(place), [[turned.real, turned.imag]], atol=1e-9)
    np.testing.assert_array_equal(STILL.moved(place), place)


def test_the_boards_area_holds_the_points_and_nearly_a_counter_around_them() -> None:
    spec, grid = BoardSpec(), grid_for(BoardSpec())
    area = board_area(spec, grid)
    rows, columns = extent(area)
    assert area[rows, columns].all()
    around_mm = 0.9 * spec.counter_diameter_mm
    wide_mm, tall_mm = spec.line_length_mm + 2 * around_mm, 4 * spec.line_pitch_mm + 2 * around_mm
    assert columns.stop - columns.start == pytest.approx(wide_mm * grid.px_per_mm, abs=2)
    assert rows.stop - rows.start == pytest.approx(tall_mm * grid.px_per_mm, abs=2)
