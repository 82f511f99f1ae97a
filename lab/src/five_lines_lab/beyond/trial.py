"""Games of a variant between two players of one kind, one after the other."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from five_lines_lab.beyond.turns import MoveGenerator, Result, Side
from five_lines_lab.beyond.values import Values

Chooser = Callable[[Side, Sequence[Result]], Result]
"""Picks one of a turn's results, given the mover's counters before it."""

_CHECK_AFTER = 8  # turns in a row that change nothing, after which a game may have come to a dead end


class Habit(StrEnum):
    """Rules of thumb, as those of `five_lines_lab.measure.players`."""

    RANDOM = "random"
    KEEPS_GOAL = "keeps-goal"
    TWO_RULES = "two-rules"


@dataclass(frozen=True)
class Trial:
    """Games that were played; every array has an entry a game.

    `points` are those of the player who began: 1, 0, or 1/2 for a draw. `stopped` games reached the limit and
    count as draws. Of each game's turns, `choices` left more than one thing to do, `idle` changed nothing,
    and in `forced` all that could be done takes a gathered counter off; `hits` are counters hit.
    """

    points: NDArray[np.float64]
    stopped: NDArray[np.bool_]
    throws: NDArray[np.int64]
    choices: NDArray[np.int64]
    idle: NDArray[np.int64]
    forced: NDArray[np.int64]
    hits: NDArray[np.int64]


def chooser(habit: Habit, turns: MoveGenerator, dice: random.Random) -> Chooser:
    """Return a player who chooses evenly among what a habit leaves.

    keeps-goal takes no gathered counter off if it needn't, two-rules also gathers one whenever it can.
    """

    def choose(before: Side, results: Sequence[Result]) -> Result:
        liked = list(results)
        if habit is not Habit.RANDOM:
            gathered = turns.gathered(before)
            liked = [it for it in liked if turns.gathered(it.mover) >= gathered] or liked
            if habit is Habit.TWO_RULES:
                liked = [it for it in liked if turns.gathered(it.mover) > gathered] or liked
        return dice.choice(liked)

    return choose


def best(values: Values) -> Chooser:
    """Return the player of a solved game, who takes the first of the best."""
    return lambda before, results: max(results, key=values.of)


def play_games(
    turns: MoveGenerator,
    choose: Chooser,
    games: int,
    limit: int,
    dice: random.Random,
    on_end: Callable[[], object] = lambda: None,
) -> Trial:
    """Play games to their ends, or to a limit of throws."""
    rows = []
    for _ in range(games):
        rows.append(_game(turns, choose, limit, dice))
        on_end()
    points, stopped, *counts = np.array(rows).T
    return Trial(points, stopped.astype(np.bool_), *(it.astype(np.int64) for it in counts))


def _game(turns: MoveGenerator, choose: Chooser, limit: int, dice: random.Random) -> tuple[float, ...]:
    mover = other = turns.start()
    throws, chances = zip(*turns.throws, strict=True)
    began, still = True, 0
    choices = idle = forced = hits = 0
    for thrown in range(1, limit + 1):
        results = turns.results(mover, other, dice.choices(throws, chances)[0])
        choices += len(results) > 1
        gathered = turns.gathered(mover)
        forced += all(turns.gathered(it.mover) < gathered for it in results)
        result = choose(mover, results)
        hits += result.other[turns.hand] - other[turns.hand]
        if result.won:
            return float(began), False, thrown, choices, idle, forced, hits
        is_idle = (result.mover, result.other) == (mover, other)
        idle += is_idle
        still = still + 1 if is_idle else 0
        mover, other = (result.mover, result.other) if result.again else (result.other, result.mover)
        began ^= not result.again
        if still >= _CHECK_AFTER and turns.is_dead(mover, other):
            # It ended when that came about, not with the turns that revealed it.
            return 0.5, False, thrown - still, choices, idle - still, forced, hits
    return 0.5, True, limit, choices, idle, forced, hits
