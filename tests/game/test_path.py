"""The way of a move has as many points as the die shows, and follows the ring without a jump."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import (
    GOAL_HALF,
    RECONSTRUCTIONS,
    RING,
    Move,
    Point,
    Reserve,
    Seat,
    Stay,
    index_of,
    legal_moves,
    next_seat,
    path,
    play,
    rules_for,
    shorter_way,
    start_position,
    winner,
)


@pytest.mark.parametrize("name", RECONSTRUCTIONS)
@given(seed=st.integers(0, 2**32))
def test_a_way_has_as_many_points_as_the_die_shows(name: str, seed: int) -> None:
    rules, chance = rules_for(name), random.Random(seed)
    position, seat = start_position(rules), Seat.A
    for _ in range(60):
        throw = rules.die.throw(chance)
        legal = legal_moves(position, seat, throw, rules)
        for move in legal:
            points = path(move)
            assert points[-1] is move.target
            enters_early = rules.larger_throw_enters and index_of(seat, move.target) == GOAL_HALF
            assert len(points) == throw or (enters_early and len(points) < throw)
            for one, other in itertools.pairwise(points):
                assert RING[(RING.index(one) + 1) % 10] is other
            if isinstance(move.source, Point):
                assert RING[(RING.index(move.source) + 1) % 10] is points[0]
        action = chance.choice(list(legal)) if legal else Stay.PASS
        position, seat = play(position, action), next_seat(seat, action)
        if winner(position, rules) is not None:
            return


@pytest.mark.parametrize(
    ("move", "points"),
    [
        (Move(Seat.A, Point.A5, Point.B3), "1B 2B 3B"),
        (Move(Seat.B, Point.B4, Point.A1), "5B 1A"),
        (Move(Seat.A, Reserve.HAND, Point.A3), "1A 2A 3A"),
        (Move(Seat.B, Reserve.HAND, Point.B1), "1B"),
        (Move(Seat.A, Reserve.HOME, Point.A5), "4A 5A"),
    ],
    ids=str,
)
def test_a_way_goes_round_the_corner_and_counts_from_where_its_counter_begins(
    move: Move, points: str
) -> None:
    assert " ".join(path(move)) == points


def test_the_shorter_way_may_lead_back() -> None:
    assert shorter_way(Point.A5, Point.A3) == (Point.A4, Point.A3)
    assert shorter_way(Point.A5, Point.B2) == (Point.B1, Point.B2)
