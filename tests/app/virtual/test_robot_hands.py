"""The robot's hands move what is there."""

from companion.app.virtual.robot_hands import RobotHands
from companion.game import RING, Seat
from companion.referee.events import Step
from hardware.virtual_table.table import virtual_table


def test_a_step_whose_counter_is_not_there_is_left_out() -> None:
    hands = RobotHands(virtual_table(1), 0.1)
    one, other = RING[0], RING[1]
    assert list(hands.move(Seat.A, [Step(Seat.A, None, one)])) == [0.1]
    assert list(hands.move(Seat.A, [Step(Seat.A, other, one), Step(Seat.A, one, other)])) == [0.1]
    assert (hands.seen().count(Seat.A, one), hands.seen().count(Seat.A, other)) == (0, 1)
