"""How large things are: in true millimetres of the screen, at home and in a gallery."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.display.drawing.layout import MIN_MM, SMALL_MM, Metrics, larger_than_at_home
from companion.interface.presentation import Density

POINT_MM = 25.4 / 72


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1280, 800), (720, 1280)])
def test_a_gallery_has_targets_of_15_millimetres_and_type_of_16_points(size: tuple[int, int]) -> None:
    metrics = Metrics(*size, larger=larger_than_at_home(Density.GALLERY, large_type=False))
    assert metrics.target_px / metrics.true_px_per_mm >= 15
    assert metrics.px(SMALL_MM) / metrics.true_px_per_mm >= 16 * POINT_MM


@pytest.mark.parametrize("size", [(800, 480), (480, 320), (720, 1280)])
def test_at_home_it_is_as_dense_as_arms_length_allows(size: tuple[int, int]) -> None:
    metrics = Metrics(*size)
    assert metrics.px_per_mm == metrics.true_px_per_mm
    assert metrics.enlarged == 1


def test_the_glass_is_as_large_as_it_is_said_to_be() -> None:
    assert Metrics(800, 480, glass_mm=254).true_px_per_mm == pytest.approx(3.673, abs=0.001)
    assert Metrics(800, 480).true_px_per_mm == pytest.approx(5.247, abs=0.001)


def test_large_type_is_a_quarter_larger_where_there_is_room() -> None:
    plain, large = (
        Metrics(800, 480, 180.0, larger_than_at_home(Density.HOME, large_type=large))
        for large in (False, True)
    )
    assert large.px_per_mm == pytest.approx(1.25 * plain.px_per_mm)


def test_a_large_screen_in_a_gallery_is_drawn_for_who_stands_farther_away() -> None:
    seven, wide, wall = (
        Metrics(*size, inches * 25.4, larger_than_at_home(Density.GALLERY, large_type=False))
        for size, inches in (((1280, 720), 7.0), ((1920, 1080), 15.6), ((1920, 1080), 24.0))
    )
    assert wide.enlarged == pytest.approx(1.14 * seven.enlarged, rel=0.01)
    assert wall.enlarged == pytest.approx(1.41 * seven.enlarged, rel=0.01)
    large = Metrics(1920, 1080, 24.0 * 25.4, larger_than_at_home(Density.GALLERY, large_type=True))
    assert large.enlarged > 1.1 * wall.enlarged


def test_a_large_screen_at_home_is_drawn_larger_too_as_its_pages_would_be_half_empty() -> None:
    seven, wide, wall = (
        Metrics(*size, inches * 25.4)
        for size, inches in (((1280, 720), 7.0), ((1920, 1080), 15.6), ((1920, 1080), 24.0))
    )
    assert seven.enlarged == 1
    assert wide.enlarged == pytest.approx(1.33, abs=0.01)
    assert wall.enlarged == pytest.approx(1.65, abs=0.01)
    large = Metrics(1920, 1080, 24.0 * 25.4, larger_than_at_home(Density.HOME, large_type=True))
    assert large.enlarged > 1.1 * wall.enlarged


@given(
    st.integers(320, 3840),
    st.integers(240, 2160),
    st.floats(80, 2000),
    st.sampled_from(Density),
    st.booleans(),
)
def test_no_screen_is_laid_out_for_less_room_than_pages_are_made_for(
    width: int, height: int, diagonal_mm: float, density: Density, large: bool
) -> None:
    metrics = Metrics(width, height, diagonal_mm, larger_than_at_home(density, large))
    longer, shorter = sorted((width / metrics.px_per_mm, height / metrics.px_per_mm), reverse=True)
    assert metrics.enlarged == 1 or (longer >= MIN_MM[0] - 1e-6 and shorter >= MIN_MM[1] - 1e-6)


def test_a_screen_of_many_pixels_is_not_taken_for_one_of_seven_inches() -> None:
    larger = larger_than_at_home(Density.GALLERY, large_type=False)
    assert not Metrics(1920, 1080, larger=larger).small
    assert not Metrics(1366, 768, larger=larger).small
    assert Metrics(1920, 1080, 7 * 25.4, larger).small
