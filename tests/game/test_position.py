"""Positions as text, and what a camera would see of them."""

import pytest
from hypothesis import given

from companion.game import (
    Counters,
    Halves,
    NotationError,
    Point,
    Position,
    Seat,
    position_of,
    rules_for,
    start_position,
)
from companion.game.rulesets.rules import Start
from tests.support.games import Standing, patient, positions, standings


@pytest.mark.slow
@patient
@given(positions)
def test_a_position_reads_back_from_its_text(position: Position) -> None:
    assert Position.parse(str(position)) == position


def test_hand_may_be_left_out() -> None:
    text = "A 1A 2A 3A 4A 5A / B 1B 3Bx2 hand x2"
    position = Position.parse(text)
    assert str(position) == text
    assert Position.parse("A 1A 2A 3A 4A 5A / B 1B 3Bx2") == position
    assert position.b == Counters((1, 0, 2, 0, 0, 0, 0, 0, 0, 0), hand=2)


def test_a_side_may_be_empty_and_written_small() -> None:
    assert Position.parse("a/b home x4 3b") == Position(
        Counters(hand=5), Counters((0, 0, 1, 0, 0, 0, 0, 0, 0, 0), home=4)
    )


@pytest.mark.parametrize(
    ("text", "column", "about"),
    [
        ("A 1A 2A / B 1B 6B", 16, "'6B' is no point"),
        ("A 1A 2A2 / B", 6, "'2A2' is no point"),
        ("A 1A 1A / B", 6, "named twice"),
        ("A 3Ax3 4Ax3 / B", 8, "more than 5"),
        ("A 1A hand x3 / B", 1, "1 counters named and 3 in hand"),
        ("1A / B", 1, "must begin with the seat A"),
        ("A 1A / A 1B", 8, "must begin with the seat B"),
        ("A hand hand / B", 8, "named twice"),
        ("A 1A x6 / B", 6, "'x6' is no point"),
    ],
)
def test_what_cant_be_read_is_named_with_its_column(text: str, column: int, about: str) -> None:
    with pytest.raises(NotationError, match=f"^column {column}: .*{about}"):
        Position.parse(text)


def test_a_position_has_two_sides() -> None:
    with pytest.raises(NotationError, match="two sides"):
        Position.parse("A 1A")


def test_impossible_counters_are_refused() -> None:
    with pytest.raises(ValueError, match="5 counters, not 6"):
        Counters((2, 0, 0, 0, 0, 0, 0, 0, 0, 0), hand=4)


def test_waiting_counters_are_seen_on_their_half() -> None:
    seen = start_position(rules_for("kalkhoven")).halves()
    assert seen.count(Seat.A, Point.A3) == seen.count(Seat.B, Point.B3) == 5
    assert sum(seen.a) == sum(seen.b) == 5


@patient
@given(positions)
def test_what_is_seen_adds_up(position: Position) -> None:
    seen = position.halves()
    for seat in Seat:
        assert sum(seen.of(seat)) == 5 - position.of(seat).hand
        waiting_on = Point.A3 if seat is Seat.A else Point.B3
        for point in Point:
            waiting = position.of(seat).home if point is waiting_on else 0
            assert seen.count(seat, point) == position.count(seat, point) + waiting


def test_halves_with_another_count_on_one_are_else_the_same() -> None:
    halves = Halves((1, 0, 2, 0, 0, 0, 0, 0, 0, 0), (0,) * 10)
    assert halves.with_count(Seat.A, Point.A3, 5) == Halves((1, 0, 5, 0, 0, 0, 0, 0, 0, 0), (0,) * 10)
    assert halves.with_count(Seat.B, Point.B5, 1) == Halves(halves.a, (0, 0, 0, 0, 0, 0, 0, 0, 0, 1))


@pytest.mark.slow
@patient
@given(standings())
def test_what_is_seen_of_a_game_is_its_position_but_for_counters_at_home(standing: Standing) -> None:
    rules, position, _ = standing
    found = position_of(position.halves(), rules)
    assert found is not None
    assert found.halves() == position.halves()
    assert found == position or rules.start is Start.HOME


@pytest.mark.parametrize("name", ["schaedler", "kidd", "kalkhoven"])
def test_the_start_is_known_by_its_looks(name: str) -> None:
    rules = rules_for(name)
    assert position_of(start_position(rules).halves(), rules) == start_position(rules)


def test_too_many_counters_are_no_position() -> None:
    assert position_of(Halves((3, 3, *[0] * 8), (0,) * 10), rules_for("kidd")) is None
