"""The colours that pages show are those of the things on the table."""

import cv2
import numpy as np
import pytest

from companion.app.table_colours import table_colours
from companion.game import Halves, Point, Seat
from companion.virtual.autoplay import learned_reader
from hardware.virtual_table.table import bare, points_px, virtual_table


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
