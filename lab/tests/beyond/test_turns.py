"""MoveGenerator on any board: those of the engine on five lines, and those of brute force elsewhere."""

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.game import (
    RECONSTRUCTIONS,
    ClashError,
    Counters,
    Rules,
    Seat,
    legal_moves,
    next_seat,
    outcome,
    play,
    rules_for,
    start_position,
)
from companion.game.rulesets.options import OPTIONS
from five_lines_lab.beyond.turns import MoveGenerator, Side, perft
from five_lines_lab.beyond.variant import BearOff, Variant
from five_lines_lab.perft import Perft
from five_lines_lab.perft import perft as game_perft
from lab.tests.support import beyond
from lab.tests.support.beyond import CASES, LARGER
from tests.support import independent
from tests.support.games import HOUSE_RULES


def side(counters: Counters) -> Side:
    return (*counters.ring, counters.hand, counters.home)


@st.composite
def mixes(draw: st.DrawFn) -> Rules:
    """Any rules at all that make sense on five lines."""
    rules = rules_for(draw(st.sampled_from(list(RECONSTRUCTIONS))))
    chosen = draw(st.lists(st.sampled_from(OPTIONS), max_size=8, unique=True))
    options = {it.field: draw(st.sampled_from([choice.value for choice in it.choices])) for it in chosen}
    try:
        return rules.with_options(options)
    except ClashError:
        assume(False)
        raise


@pytest.mark.slow
@settings(max_examples=60)
@given(mixes(), st.integers(0, 2**32))
def test_on_five_lines_every_turn_is_that_of_the_engine(rules: Rules, seed: int) -> None:
    turns, dice = MoveGenerator(Variant(rules, 5, 5)), random.Random(seed)
    position, seat, mover = start_position(rules), Seat.A, None
    assert (side(position.a), side(position.b)) == (turns.start(),) * 2
    for _ in range(60):
        sides = side(position.of(seat)), side(position.of(seat.other))
        ended = outcome(position, rules, mover=mover)
        assert turns.is_dead(*sides) == (ended is not None and ended.winner is None) or ended
        if ended is not None:
            break
        for face in rules.die.faces:
            expected = set()
            for action in legal_moves(position, seat, face, rules).choices:
                after = play(position, action)
                is_again = next_seat(seat, action) is seat
                has_won = getattr(outcome(after, rules, mover=seat), "winner", None) is seat
                expected.add((side(after.of(seat)), side(after.of(seat.other)), is_again, has_won))
            assert set(turns.results(*sides, (face,))) == expected
        legal = legal_moves(position, seat, rules.die.throw(dice), rules)
        action = dice.choice(legal.choices)
        position, seat, mover = play(position, action), next_seat(seat, action), seat


@pytest.mark.parametrize(("name", "options"), HOUSE_RULES)
def test_on_five_lines_trees_count_as_those_of_the_engine(name: str, options: str) -> None:
    rules = rules_for(name, options.split())
    assert perft(MoveGenerator(Variant(rules, 5, 5)), 2) == game_perft(rules, 2)


def test_one_counter_that_may_wait_is_an_own_half_for_one() -> None:
    one, limited = rules_for("schaedler", ["own-half=one"]), Variant(rules_for("schaedler"), 5, 5, waiting=1)
    assert perft(MoveGenerator(limited), 4) == perft(MoveGenerator(Variant(one, 5, 5)), 4)


@pytest.mark.parametrize(
    ("how", "after"),
    [
        (None, (0, 0, 1, 0, 0, 0, 0, 4, 0, 0, 0, 0)),
        (BearOff.EXACT, (0, 0, 0, 0, 0, 0, 1, 4, 0, 0, 0, 0)),
        (BearOff.LARGER, (0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0)),
    ],
)
def test_with_a_six_the_last_counter_goes_past_stays_or_leaves_the_board(
    how: BearOff | None, after: Side
) -> None:
    """It stands one point before the goal; the other seat's counters stand where they start."""
    turns = MoveGenerator(Variant(rules_for("schaedler"), 5, 5, bear_off=how))
    waiting = (0, 0, 0, 0, 0, 0, 1, 4, 0, 0, 0, 0)
    results = turns.results(waiting, turns.start(), (6,))
    assert {it.mover for it in results if it.mover[turns.goal] >= 4} == {after}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "changed"), [*CASES, *LARGER])
def test_trees_of_other_boards_are_those_of_brute_force(name: str, options: str, changed: str) -> None:
    turns, faces, house = beyond.made(name, options, changed)
    for depth in (1, 2) if turns.variant.dice == 2 else (2, 4):
        lines, ends = beyond.tree(name, depth, faces, house)
        assert perft(turns, depth) == Perft(depth, lines, ends)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "changed"), [*CASES, *LARGER])
def test_turns_of_random_games_are_those_of_brute_force(name: str, options: str, changed: str) -> None:
    turns, _, house = beyond.made(name, options, changed)
    names = {seat: [f"1{seat}", *independent.walk(f"1{seat}", turns.points - 1, house)] for seat in "AB"}

    def told(counters: Side, seat: str) -> independent.Side:
        places = [*names[seat], "hand", "wait"]
        return tuple(sorted(name for name, n in zip(places, counters, strict=True) for _ in range(n)))

    dice = random.Random(5)
    for _ in range(3):
        mover = other = turns.start()
        seat = "A"
        for _ in range(60):
            foe = "B" if seat == "A" else "A"
            mine, theirs = told(mover, seat), told(other, foe)
            if turns.is_dead(mover, other):
                break
            throw = dice.choice([throw for throw, _ in turns.throws])
            results = turns.results(mover, other, throw)
            assert {(told(it.mover, seat), told(it.other, foe), it.again, it.won) for it in results} == (
                beyond.turn(name, seat, mine, theirs, throw, house)
            )
            result = dice.choice(results)
            if result.won:
                break
            if result.again:
                mover, other = result.mover, result.other
            else:
                mover, other, seat = result.other, result.mover, foe
