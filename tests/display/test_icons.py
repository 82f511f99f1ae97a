"""Every icon has its file, and takes the colour that it is asked for."""

import pytest

from companion.display.drawing.icons import PICTURES, Icon, icon_surface

RED = (160, 30, 20)


def test_every_icon_has_a_file_and_every_file_an_icon() -> None:
    assert {path.stem for path in PICTURES.iterdir()} == set(Icon)


@pytest.mark.parametrize("icon", Icon)
def test_an_icon_is_drawn_in_one_colour_and_stays_within_its_square(icon: Icon) -> None:
    side = 32
    drawn = icon_surface(icon, side, RED)
    seen = [drawn.get_at((x, y)) for x in range(side) for y in range(side)]
    assert drawn.get_size() == (side, side)
    assert sum(pixel.a > 200 for pixel in seen) > side
    assert all(max(abs(pixel[it] - RED[it]) for it in range(3)) < 30 for pixel in seen if pixel.a > 100)
