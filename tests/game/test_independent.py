"""The engine against the second opinion of independent.py, which was written from the texts alone."""

import random

import pytest

from companion.game import (
    RECONSTRUCTIONS,
    Counters,
    Outcome,
    Position,
    Reserve,
    Rules,
    Seat,
    Termination,
    index_of,
    legal_moves,
    next_seat,
    outcome,
    play,
    rules_for,
    start_position,
)
from companion.game.board import RING
from tests.support import independent
from tests.support.games import HOUSE_RULES


def told(counters: Counters, seat: Seat) -> independent.Side:
    """One seat's counters in the words of independent.py."""
    places = [str(point) for point in RING for _ in range(counters.ring[index_of(seat, point)])]
    return tuple(sorted([*places, *["hand"] * counters.hand, *["wait"] * counters.home]))


def told_moves(position: Position, seat: Seat, throw: int, rules: Rules) -> set[tuple[str, str, str]]:
    words = {Reserve.HAND: "hand", Reserve.HOME: "wait"}
    return {
        (
            words[move.source] if isinstance(move.source, Reserve) else str(move.source),
            str(move.target),
            "hit" if move.hits else "yes",
        )
        for move in legal_moves(position, seat, throw, rules)
    }


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), [*((name, "") for name in RECONSTRUCTIONS), *HOUSE_RULES])
def test_every_move_and_position_of_random_games_is_the_same(name: str, options: str) -> None:
    rules = rules_for(name, options.split())
    house = dict(option.split("=") for option in options.split())
    dice = random.Random(7)
    for _ in range(4):
        position, seat = start_position(rules), Seat.A
        mover = None
        for _ in range(150):
            if outcome(position, rules, mover=mover) is not None:
                break
            mine, theirs = told(position.of(seat), seat), told(position.of(seat.other), seat.other)
            for face in rules.die.faces:
                expected = set(independent.steps(name, seat, mine, theirs, face, house))
                assert told_moves(position, seat, face, rules) == expected, (str(position), seat, face)
            throw = rules.die.throw(dice)
            legal = legal_moves(position, seat, throw, rules)
            follow = list(independent.follow(name, seat, mine, theirs, throw, house))
            assert len(follow) == len(legal.choices)
            action = dice.choice(legal.choices)
            after = play(position, action)
            sides = told(after.of(seat), seat), told(after.of(seat.other), seat.other)
            again = next_seat(seat, action) is seat
            has_won = outcome(after, rules, mover=seat) is not None
            on_board = independent.all_on_board_are_gathered(seat, sides[0], house)
            assert (outcome(after, rules, mover=seat) == Outcome(Termination.WON, seat)) >= on_board
            assert (*sides, again) in follow or (has_won and (*sides, True) in follow)
            position, seat, mover = after, next_seat(seat, action), seat
