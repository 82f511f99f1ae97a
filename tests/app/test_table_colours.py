"""The colours that pages show are those of the things on the table."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.calibration_folder import load
from companion.app.table_colours import game_look, skin_of, table_colours, table_looks
from companion.app.virtual.autoplay import learned_reader
from companion.game import Halves, Point, Seat
from companion.interface.presentation import BOARDS, BoardLook, Theme, look_of
from hardware.virtual_table.table import bare, points_px, virtual_table


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 4])
def test_they_are_near_to_those_in_the_picture_of_a_virtual_table(seed: int) -> None:
    table = virtual_table(seed)
    learned = table_colours(learned_reader(table).calibration)
    one = [0] * 10
    one[0] = 1
    for seat in Seat:
        counts = {seat: tuple(one), seat.other: (0,) * 10}
        table.lay(Halves(counts[Seat.A], counts[Seat.B]))
        x, y = np.round(points_px(table.scene)[list(Point).index(Point.A1)]).astype(int)
        around = table.picture(table.scene)[y - 5 : y + 6, x - 5 : x + 6]
        blue, green, red = np.median(around.reshape(-1, 3), axis=0)
        assert distance(learned.counters.of(seat), (red, green, blue)) < 25
    blue, green, red = np.median(table.picture(bare(table.scene)).reshape(-1, 3), axis=0)
    assert distance(learned.board, (red, green, blue)) < 60


def distance(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """How different two colours look (CIE76)."""
    pair = np.array([[one, other]], np.float32) / 255
    lab = cv2.cvtColor(pair, cv2.COLOR_RGB2Lab)[0]
    return float(np.linalg.norm(lab[0] - lab[1]))


RELEASE_0_1_0 = Path(__file__).parents[1] / "calibration" / "release_0_1_0"


def test_the_picture_of_the_board_is_that_of_any_calibration_older_ones_too() -> None:
    skin = skin_of(load(RELEASE_0_1_0))
    grey = cv2.erode(skin.pixels.mean(axis=2), np.ones((3, 3), np.uint8))
    ring = 14 / 50 * skin.pitch_px
    for y in (skin.top_px, skin.bottom_px):
        for line in range(5):
            x = skin.left_px + line * skin.pitch_px
            around = [
                grey[round(y + ring * np.sin(turn)), round(x + ring * np.cos(turn))]
                for turn in np.linspace(0, 2 * np.pi, 24, endpoint=False)
            ]
            assert np.median(around) < np.median(grey) - 20, (line, y)


def test_a_setting_has_the_board_drawn_instead() -> None:
    calibration = load(RELEASE_0_1_0)
    assert table_looks(calibration, BoardLook.DRAWN) == table_colours(calibration)
    assert table_looks(calibration, BoardLook.PICTURE).skin is not None


def test_the_picture_of_a_board_is_stored_once_and_a_game_goes_on_where_it_cannot_be(tmp_path: Path) -> None:
    colours = table_looks(load(RELEASE_0_1_0), BoardLook.PICTURE)
    looks = [game_look(colours, theme, tmp_path / BOARDS) for theme in (*Theme, *Theme)]
    names = {look.picture for look in looks if look.picture}
    assert {file.stem for file in (tmp_path / BOARDS).iterdir()} == names
    assert len(names) == len(set(Theme) - {Theme.HIGH_CONTRAST})
    for look in looks:
        assert look_of(str(look)) == replace(look, colours=replace(look.colours, skin=None))
    (tmp_path / "file").write_bytes(b"")
    assert not game_look(colours, Theme.BRIGHT, tmp_path / "file" / BOARDS).picture


@pytest.mark.parametrize(
    "text", ["", "e6a874", "e6a874-1e1612-fcf4e6.dark.", "e6a874-1e1612-fcf4e6.bright.x"]
)
def test_what_names_no_look_is_none(text: str) -> None:
    assert look_of(text) is None


def test_older_versions_kept_the_colours_alone() -> None:
    look = look_of("e6a874-1e1612-fcf4e6")
    assert look is not None
    assert (look.colours.board, look.theme, look.picture) == ((230, 168, 116), Theme.BRIGHT, "")
