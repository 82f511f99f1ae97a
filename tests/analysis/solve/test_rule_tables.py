"""The batch's own step against the engine, ply by ply: the same outcomes with the same chances."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from companion.game import (
    RECONSTRUCTIONS,
    Move,
    Position,
    Seat,
    Stay,
    legal_moves,
    next_seat,
    nobody_can_move,
    play,
    rules_for,
    start_position,
    winner,
)
from five_lines_lab.solve.drawn_plies import DrawnPlies

MIXES = [(name, ()) for name in RECONSTRUCTIONS] + [
    ("schaedler", ("die=knucklebone", "last-may-stay=yes", "larger-throw-enters=yes")),
    ("schaedler", ("start=own-sacred", "zugzwang=may-pass", "leaving=last-resort")),
    ("schaedler", ("goal=anywhere", "extra-throw=goal", "to-win=4")),
    ("schaedler", ("goal-point=blocked", "own-half=closed", "start=hand", "entry=must-else-pass")),
    ("kidd", ("sacred-line=safe", "entry=must-else-pass", "die=knucklebone-roman")),
    ("kidd", ("start=full", "entry=free", "entry-hits=blocked", "zugzwang=may-pass")),
    ("kidd", ("start=home", "leaving=never")),
    ("locus-ludi-capture", ("sacred-line=open", "own-half=one", "last-may-stay=yes")),
    ("locus-ludi-race", ("own-half=ordinary", "leaving=last-resort", "die=painted-d6")),
    ("kalkhoven", ("larger-throw-enters=yes", "entry=must-else-move", "zugzwang=may-pass")),
    ("kalkhoven", ("hitting=yes", "own-half=free", "leaving=free", "goal-point=free")),
    ("ludii-capture", ("extra-throw=both", "entry-hits=blocked")),
    ("ludii-race", ("end-test=on-board",)),
    ("ludii-capture", ("end-test=on-board", "leaving=free")),
]

Told = tuple[Position, Seat, bool, bool, bool, bool]
"""What follows a ply: position, seat to throw, won, passed, moved in Zugzwang, hit."""


def engine_says(position: Position, face: int, tables: DrawnPlies) -> dict[Told, Fraction]:
    legal = legal_moves(position, Seat.A, face, tables.rules)
    told: Counter[Told] = Counter()
    for action in legal.choices:
        moved = isinstance(action, Move)
        told[
            play(position, action),
            next_seat(Seat.A, action),
            winner(play(position, action), tables.rules, Seat.A) is Seat.A,
            action is Stay.PASS,
            moved and legal.zugzwang,
            isinstance(action, Move) and action.hits,
        ] += 1
    return {outcome: Fraction(count, told.total()) for outcome, count in told.items()}


def tables_say(position: Position, face: int, tables: DrawnPlies) -> dict[Told, Fraction]:
    shares = np.arange(tables.shares)
    plies = tables.ply(
        np.full(len(shares), tables.arrangements.number(position.a)),
        np.full(len(shares), tables.arrangements.number(position.b)),
        np.full(len(shares), tables.rules.die.faces.index(face)),
        shares,
    )
    no = np.zeros(len(shares), dtype=np.bool_)
    key = plies.mover * 100_000 + plies.other
    for flags in (plies.again, plies.won, plies.passed, plies.zugzwang, plies.hit):
        key = key * 2 + (no if flags is None else flags)
    told: dict[Told, Fraction] = {}
    for value, count in zip(*np.unique(key, return_counts=True), strict=True):
        again, won, passed, zugzwang, hit = (bool(value >> bit & 1) for bit in (4, 3, 2, 1, 0))
        mover, other = divmod(int(value) >> 5, 100_000)
        after = Position(tables.arrangements.counters(mover), tables.arrangements.counters(other))
        outcome = after, Seat.A if again else Seat.B, won, passed, zugzwang, hit
        told[outcome] = Fraction(int(count), tables.shares)
    return told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"), MIXES, ids=lambda part: part if isinstance(part, str) else ",".join(part)
)
def test_every_ply_has_the_engines_outcomes_with_the_engines_chances(
    name: str, options: tuple[str, ...]
) -> None:
    rules = rules_for(name, options)
    tables = DrawnPlies(rules)
    random = np.random.default_rng(5)
    games = 64
    mover = other = np.full(games, tables.start())
    position = start_position(rules)
    for ply in range(60):
        face, share = tables.draw(random, games)
        plies = tables.ply(mover, other, face, share)
        # Follow all games, look closely at one of them, a different one each time.
        game = ply % games
        position = Position(
            tables.arrangements.counters(int(mover[game])), tables.arrangements.counters(int(other[game]))
        )
        for thrown in rules.die.faces:
            assert tables_say(position, thrown, tables) == engine_says(position, thrown, tables), (
                f"{position} with a {thrown}"
            )
        dead = tables.nobody_can_move(mover[game : game + 1], other[game : game + 1])[0]
        assert dead == nobody_can_move(position, rules)
        won = plies.won
        mover = np.where(won, tables.start(), plies.other)
        other = np.where(won, tables.start(), plies.mover)


def test_faces_are_drawn_by_their_weights() -> None:
    tables = DrawnPlies(rules_for("schaedler", ["die=knucklebone"]))
    face, share = tables.draw(np.random.default_rng(3), 100_000)
    assert np.bincount(face) / 100_000 == pytest.approx([0.1, 0.4, 0.4, 0.1], abs=0.006)
    assert np.bincount(share, minlength=tables.shares).min() > 0
