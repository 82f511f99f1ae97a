"""A casual player: what it likes, and the wrong moves that it might make."""

import pytest

from companion.analysis.play.casual_player import appeal, wrong_moves
from companion.game import (
    RECONSTRUCTIONS,
    Action,
    Move,
    Point,
    Position,
    Reason,
    Reserve,
    Seat,
    Stay,
    legal_moves,
    play,
    rules_for,
)

OPENING = Position.parse("A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B")


@pytest.mark.parametrize(
    ("action", "weight"),
    [
        (Stay.DECLINE, 1.0),
        (Move(Seat.A, Point.A4, Point.A5), 2.0),
        (Move(Seat.A, Point.A4, Point.A5, hits=True), 10.0),
        (Move(Seat.A, Point.B1, Point.B3), 10.0),
        (Move(Seat.B, Point.A1, Point.A3), 10.0),
        (Move(Seat.A, Point.B3, Point.B4), 0.1),
        (Move(Seat.A, Point.B1, Point.B3, wins=True), 77.0),
    ],
)
def test_hits_and_the_goal_half_are_liked_leaving_it_is_not_and_winning_as_much_as_stated(
    action: Action, weight: float
) -> None:
    assert appeal(action, 77.0) == weight


@pytest.mark.parametrize("name", RECONSTRUCTIONS)
def test_no_wrong_move_looks_like_a_legal_one_and_each_but_the_legal_ones_is_there(name: str) -> None:
    rules = rules_for(name)
    legal = {play(OPENING, move).halves() for move in legal_moves(OPENING, Seat.A, 2, rules)}
    wrong = dict(wrong_moves(OPENING, Seat.A, 2, rules))
    assert legal.isdisjoint(play(OPENING, move).halves() for move in wrong)
    own = [move for move in wrong if move.seat is Seat.A]
    assert len(own) == 5 * 9 - len(legal)
    assert all(
        (reason is Reason.OTHER_SEATS_COUNTER_MOVED) != (move in own) for move, reason in wrong.items()
    )


def test_a_counter_in_hand_is_laid_wrongly_on_any_point_but_the_right_one() -> None:
    position, rules = Position.parse("A 4A / B 1B"), rules_for("kidd")
    entering = {
        move.target
        for move, _ in wrong_moves(position, Seat.A, 3, rules)
        if move.source is Reserve.HAND and move.seat is Seat.A
    }
    assert entering == set(Point) - {Point.A3}
