"""How counters are put down: on the first place with room, and off the board in a column."""

import numpy as np
import pytest

from companion.game import Seat
from hardware.virtual_table.placing import CLEARANCE_MM, Place, finger_tips_mm, in_column, roomiest
from hardware.virtual_table.scene import CounterKind, VirtualBoard, VirtualCounter

LYING = np.array([(0.0, 0.0), (50.0, 0.0)])


@pytest.mark.parametrize(
    ("places", "chosen", "room_mm"),
    [
        ([(10.0, 0.0), (25.0, 0.0), (25.0, 40.0)], (25.0, 0.0), 5.0),
        ([(10.0, 0.0), (15.0, 0.0), (12.0, 0.0)], (15.0, 0.0), -5.0),
        ([(20.0, 0.0)], (20.0, 0.0), 0.0),
    ],
)
def test_the_first_place_with_room_is_taken_else_the_one_that_lacks_least(
    places: list[Place], chosen: Place, room_mm: float
) -> None:
    place, left_mm = roomiest(places, LYING, 20.0 - CLEARANCE_MM)
    assert place == chosen
    assert left_mm == pytest.approx(room_mm)


def test_a_place_among_no_others_is_free() -> None:
    place, room_mm = roomiest([(1.0, 2.0)], np.zeros((0, 2)), 22.0)
    assert place == (1.0, 2.0)
    assert room_mm > 0


def test_counters_off_the_board_lie_in_a_column_behind_their_seats_edge() -> None:
    board = VirtualBoard(size_mm=(400.0, 300.0))
    assert [in_column(board, Seat.A, number, 25.0) for number in range(5)] == [
        (225.0, -64.0),
        (225.0, -32.0),
        (225.0, 0.0),
        (225.0, 32.0),
        (225.0, 64.0),
    ]
    assert in_column(board, Seat.B, 4, 25.0) == (-225.0, 64.0)


def test_fingers_hold_a_counter_below_its_middle() -> None:
    counter = VirtualCounter("A0", Seat.A, CounterKind.DISC, (1.0, 0.0, 0.0), 22.0, 8.0, 0.0, 0.0)
    assert finger_tips_mm(counter, 20.0) == 18.0
