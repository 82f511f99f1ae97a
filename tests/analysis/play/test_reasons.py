"""Why a move is better: true on the board, borne out by the table of chances, and found nearly always."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np
import pytest

from companion.analysis.play.opponent import choose
from companion.analysis.play.reasons import why_better
from companion.analysis.play.value_table import ValueTable, as_table
from companion.game import (
    Action,
    LegalMoves,
    Move,
    Point,
    Position,
    Seat,
    index_of,
    legal_moves,
    next_seat,
    outcome,
    play,
    rules_for,
    start_position,
)
from companion.game.levels import LEVELS
from companion.game.merits import Merit, Why, merits
from tests.support.solved import solved

GAMES = ("kalkhoven", "locus-ludi-capture")

GOAL = 7  # of a seat's ten points, counted from 0


@dataclass(frozen=True)
class Choice:
    position: Position
    legal: LegalMoves
    best: Action
    other: Action
    why: Why | None


def choices(table: ValueTable, seed: int, games: int = 8) -> Iterator[Choice]:
    """The choices of learners that gave away a fiftieth of a game, or left the next best so far behind."""
    random, rules = Random(seed), table.rules
    for _ in range(games):
        position, seat, thrown = start_position(rules), Seat.A, 0
        while outcome(position, rules, thrown) is None:
            legal = legal_moves(position, seat, rules.die.throw(random), rules)
            action = choose(table, position, legal, LEVELS[2], random)
            best, *others = sorted(table.prospects(position, legal), key=lambda it: -it.chance)
            worse = [it for it in others if best.chance - it.chance >= 0.02]
            if worse and worse[0] is others[0]:
                other = action if action != best.action else others[0].action
                why = why_better(table, position, legal, best.action, other)
                yield Choice(position, legal, best.action, other, why)
            position, seat, thrown = play(position, action), next_seat(seat, action), thrown + 1


@pytest.fixture(scope="module", params=GAMES)
def table(request: pytest.FixtureRequest) -> ValueTable:
    return as_table(solved(request.param))


def goes_home(move: Action) -> bool:
    return isinstance(move, Move) and index_of(move.seat, move.target) == GOAL


def holds(table: ValueTable, it: Choice, action: Action) -> dict[Merit, bool | set[int]]:
    """What people see of a choice: what it does, and with which faces something happens after it."""
    seat, move = it.legal.seat, action if isinstance(action, Move) else None
    after = play(it.position, action)
    faces = table.rules.die.faces
    theirs = {face: legal_moves(after, seat.other, face, table.rules) for face in faces}
    ours = {face: legal_moves(after, seat, face, table.rules) for face in faces}
    return {
        Merit.WINS: move is not None and move.wins,
        Merit.HITS: move is not None and move.hits,
        Merit.ARRIVES: goes_home(action) and not (move is not None and move.leaves_goal_half),
        Merit.AGAIN: next_seat(seat, action) is seat,
        Merit.ENTERS: move is not None and move.enters,
        Merit.STAYS: move is None or not move.leaves_goal_half,
        Merit.UNHIT: {face for face in faces if any(move.hits for move in theirs[face])},
        Merit.SHUT: {face for face in faces if theirs[face].passes},
        Merit.KEPT_OUT: {face for face in faces if any(map(goes_home, theirs[face]))},
        Merit.READY: {face for face in faces if any(map(goes_home, ours[face]))},
    }


def test_what_a_reason_says_is_so_on_the_board_and_not_of_the_other_move(table: ValueTable) -> None:
    told = 0
    for it in choices(table, 1):
        if it.why is None or it.why.merit in (Merit.PAIR, Merit.DRIVEN):
            continue
        told += 1
        of_best, of_other = (holds(table, it, action)[it.why.merit] for action in (it.best, it.other))
        if isinstance(of_best, bool):
            assert (of_best, of_other, it.why.faces) == (True, False, ()), it
        else:
            every = set(table.rules.die.faces)
            always = set[int]() if it.why.merit in (Merit.UNHIT, Merit.KEPT_OUT) else every
            assert of_best == (set(it.why.faces) or always), it
            assert of_best != of_other, it
    assert told > 50


def test_nearly_every_clear_choice_has_a_reason(table: ValueTable) -> None:
    """Learners' games: 97 of 100 and more."""
    found = [it.why is not None for it in choices(table, 2)]
    assert sum(found) / len(found) > 0.93


def test_a_worse_move_has_no_reason_to_be_better(table: ValueTable) -> None:
    for it in choices(table, 3, games=2):
        assert why_better(table, it.position, it.legal, it.other, it.best) is None


def test_a_table_that_does_not_bear_a_reason_out_has_others(table: ValueTable) -> None:
    """Chances at random, in the same games: what is seen on the board is no reason by itself."""
    codes = np.random.default_rng(4).integers(1, 65535, table._codes.size).astype(np.uint16)
    noise = ValueTable(table.rules, codes, table._ranking, table.strengths)
    said = [it.why for it in choices(table, 1, games=2)]
    again = [why_better(noise, it.position, it.legal, it.best, it.other) for it in choices(table, 1, games=2)]
    assert (
        sum(one is not None and one == other for one, other in zip(said, again, strict=True)) < len(said) / 2
    )


@pytest.mark.parametrize(
    ("position", "seat", "throw", "played", "why"),
    [
        ("A 4A 5A 1B 3Bx2 / B 2A 2B 3B 4B hand x1", Seat.A, 6, "4A-5B", Why(Merit.HITS)),
        ("A 4A 5A 3Bx2 4B / B 1A 3A 2B 3B 5B", Seat.A, 6, "4A-5B", Why(Merit.KEPT_OUT, (5,))),
        ("A 2A 3Bx4 / B 1A 4A 5A 4B 5B", Seat.A, 3, "3B-1A", Why(Merit.STAYS)),
        ("A 3A 3Bx4 / B 1A 5A 1B 4B hand x1", Seat.A, 5, "3B-3A", Why(Merit.WINS)),
        ("A 3A 4A 5A hand x2 / B 1B 2B 5B hand x2", Seat.B, 1, "5B-1A", Why(Merit.UNHIT, (5, 6))),
        ("A 2A 3Ax2 5A 3B / B 1A 3A 1B 3B 4B", Seat.B, 6, "4B-5A", Why(Merit.READY, (1, 2, 4, 5))),
    ],
)
def test_reasons_of_the_capture_game(position: str, seat: Seat, throw: int, played: str, why: Why) -> None:
    table = as_table(solved("locus-ludi-capture"))
    at = Position.parse(position)
    legal = legal_moves(at, seat, throw, table.rules)
    best = max(table.prospects(at, legal), key=lambda it: it.chance).action
    assert why_better(table, at, legal, best, next(it for it in legal if str(it) == played)) == why


@pytest.mark.parametrize(("target", "is_pair"), [(Point.B5, True), (Point.A3, False), (Point.B4, False)])
def test_two_make_a_pair_where_one_could_be_hit(target: Point, is_pair: bool) -> None:
    position = Position.parse("A 1A 2A 3A 5A 5B / B 1B hand x4")
    kidd = rules_for("kidd")
    moves = [it for throw in kidd.die.faces for it in legal_moves(position, Seat.A, throw, kidd)]
    made = merits(position, Seat.A, next(it for it in moves if it.target is target), kidd)
    assert bool(made[Merit.PAIR]) is is_pair
