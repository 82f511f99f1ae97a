"""What holds in every game: counters are conserved, seats are alike, forbidden landings never happen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import (
    GOAL_HALF,
    OWN_HALF,
    RING,
    Move,
    Point,
    Position,
    Reserve,
    Seat,
    Source,
    Stay,
    index_of,
    legal_moves,
    play,
    point_at,
    why_illegal,
)
from companion.game.rulesets.rules import GoalPoint, Leaving, OwnHalf, SacredLine, Zugzwang
from tests.support.games import Standing, patient, standings


@pytest.mark.slow
@patient
@given(standings())
def test_counters_are_conserved(standing: Standing) -> None:
    rules, position, seat = standing
    for face in rules.die.faces:
        for action in legal_moves(position, seat, face, rules).choices:
            after = play(position, action)
            for side in (after.a, after.b):
                assert sum(side.ring) + side.hand + side.home == 5
            if isinstance(action, Stay):
                assert after == position
                continue
            other, other_after = position.of(seat.other), after.of(seat.other)
            assert other_after.hand == other.hand + action.hits
            assert other_after.home == other.home
            moved = [n for n in range(10) if after.of(seat).ring[n] != position.of(seat).ring[n]]
            assert len(moved) == (1 if action.enters else 2)


@pytest.mark.slow
@patient
@given(standings())
def test_a_legal_move_never_lands_where_the_rules_forbid(standing: Standing) -> None:
    rules, position, seat = standing
    for face in rules.die.faces:
        for move in legal_moves(position, seat, face, rules):
            after = play(position, move)
            target = index_of(seat, move.target)
            mine, theirs = after.count(seat, move.target), after.count(seat.other, move.target)
            if target not in (OWN_HALF, GOAL_HALF):
                assert theirs == 0
                assert mine == 1 or rules.yoking
            if target == OWN_HALF:
                assert rules.own_half is not OwnHalf.CLOSED
                assert rules.own_half is not OwnHalf.ONE or mine == 1
            if target == GOAL_HALF and rules.goal_point is GoalPoint.BLOCKED:
                assert theirs == 0
            if rules.sacred_line is SacredLine.OPEN and not (
                target == OWN_HALF and rules.leaving is Leaving.NEVER
            ):
                assert theirs == 0
            assert rules.hitting or not move.hits
            assert not (move.leaves_goal_half and rules.leaving is Leaving.NEVER)


def across(place: Source) -> Source:
    return place if isinstance(place, Reserve) else point_at(Seat.B, RING.index(place))


@pytest.mark.slow
@patient
@given(standings())
def test_seats_are_alike(standing: Standing) -> None:
    rules, position, seat = standing
    turned = Position(position.b, position.a)
    for face in rules.die.faces:
        legal = legal_moves(position, seat, face, rules)
        other = legal_moves(turned, seat.other, face, rules)
        assert legal.may_decline == other.may_decline
        assert [(across(m.source), across(m.target), m.hits, m.wins, m.throws_again) for m in legal] == [
            (m.source, m.target, m.hits, m.wins, m.throws_again) for m in other
        ]


def conceivable(position: Position, seat: Seat) -> list[Move]:
    own = position.of(seat)
    sources: list[Source] = [point for point in Point if position.count(seat, point)]
    sources += [Reserve.HAND] * bool(own.hand) + [Reserve.HOME] * bool(own.home)
    return [Move(seat, source, target) for source in sources for target in Point if source != target]


@pytest.mark.slow
@patient
@given(standings())
def test_every_move_is_either_legal_or_refused_with_a_reason(standing: Standing) -> None:
    rules, position, seat = standing
    for face in rules.die.faces:
        legal = legal_moves(position, seat, face, rules)
        assert len(set(legal)) == len(legal)
        for move in conceivable(position, seat):
            assert (why_illegal(position, seat, face, move, rules) is None) == (move in legal)


@pytest.mark.slow
@patient
@given(standings())
def test_a_turn_passes_exactly_when_no_move_is_possible(standing: Standing) -> None:
    rules, position, seat = standing
    for face in rules.die.faces:
        legal = legal_moves(position, seat, face, rules)
        possible = [
            m for m in conceivable(position, seat) if why_illegal(position, seat, face, m, rules) is None
        ]
        assert legal.passes == (legal.choices == (Stay.PASS,)) == (not possible)
        assert (Stay.DECLINE in legal.choices) == legal.may_decline
        if legal.may_decline and not rules.last_may_stay:
            assert rules.zugzwang is Zugzwang.MAY_PASS
            assert legal.all_leave_sacred_line


@pytest.mark.slow
@patient
@given(standings(), st.integers(0, 5))
def test_the_repr_of_legal_moves_lists_them(standing: Standing, face: int) -> None:
    rules, position, seat = standing
    throw = rules.die.faces[face % len(rules.die.faces)]
    legal = legal_moves(position, seat, throw, rules)
    for action in legal.choices:
        assert str(action) in repr(legal)
