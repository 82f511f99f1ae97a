"""The solved game: the value of every position to the seat about to throw, under best play by both.

A win is worth 1, a loss 0, a draw 1/2. With T the backup that takes the best edge for each face, the values
are those with v = T v. They are found by Newton's method, which is policy iteration when each step is done
exactly (Pollatschek and Avi-Itzhak, Management Science 15, 1969): choose the best edges by the values so far,
and correct the values by what those edges lack, a system of linear equations with one row a position.

Proof of the bracket. Let 0 < margin, and let 0 <= low <= high <= 1 be given for all positions with

    low(p)  + margin <= T(1 - high for the other seat's throw, low for the same seat's)(p)   or low(p) = 0
    high(p) - margin >= T(1 - low for the other seat's throw, high for the same seat's)(p)   or high(p) = 1

Player one takes the best edges of the first line. Let X be low where player one is to throw, and 1 - high
where the other is. By the two lines, until X is 0, X grows by the margin at least with every throw, on
average, whatever the other does. As X is never above 1, it takes 1 / margin throws at most, on average, until
the game has ended, where X is what player one gets, or X is 0, which is no more than player one gets. So
player one gets low(p) at least, on average. The other player does the same from the other side: nobody can
get more than high(p). So low <= v <= high, whatever one thinks of games without an end.

Such numbers are v - e h and v + e h, cut off at 0 and 1, with h the throws that are left along the edges that
are best, or as good as best, and a small e. Both lines are checked for every position with the computed
numbers, not with the exact ones; the margin is larger than all rounding in a line.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from companion.analysis.errors import InexactError, NoEndError, UnsolvedError
from companion.analysis.solve.arrangements import HAND, HOME
from companion.analysis.solve.backups import Backups, Ends, Policy, Values, backups
from companion.analysis.solve.course import Course
from companion.analysis.solve.graph import Graph
from companion.analysis.solve.levels import Levels
from companion.analysis.solve.rule_tables import Flags
from companion.game import Counters, Position

BRACKET = 1e-9  # width of the proven bounds of every value, unless a game is longer than some 4000 throws
TIE = 1e-12
"""Edges whose values differ by less are taken for equally good; the first in the order of moves is played."""

_MARGIN = 4e-15
"""More than a line can be off by rounding: eight terms below 1, each with three roundings of 2**-53."""
_ROUNDING = 2e-14
_NARROWEST = 6e-14  # minimum width of the bounds per throw that is left: nearer ones are lost in rounding
_MAX_STEPS = 60
_STEPS_WITHOUT_GAIN = 15
"""No published game takes more than 11 steps in all; where best play has no end they lead back and forth."""
_NEAR = 1e-5
_STEPS_TO_LOOK = 4
"""Interval, in steps, of testing whether play has an end, once v = T v is off by less than `_NEAR`."""
_FAR = 1000.0  # values count as closer than half of this, times the error of v = T v
_LOST = 0.5  # if the equation of throws left is off by more than this share of a throw, it has no solution
_INEXACT = 1e-4  # if it is off by more than this share, the means would show it
_ENDLESS = (
    "under these rules play from some positions may have no end, so not every position has a value: choose "
    "other options, bound the start's value with `five-lines solve`, or solve a game with a limit of throws, "
    "as limit=500, after which it is a draw"
)
_NO_END = (
    "no game of these rules can end: no position that can come up has a winning move; choose other options, "
    "or another die"
)
_NEITHER = "from {}, with A to throw, neither seat gains by what would bring the game to an end"


@dataclass(frozen=True)
class Solution:
    """The solved game: per node its value and the expected throws to the end, and the edges of best play.

    `levels` has the nodes in the order of the computation. Every value is off by `bracket` at most.
    """

    graph: Graph
    levels: Levels
    values: Values
    throws: Values
    policy: Policy
    bracket: float

    @property
    def first_player(self) -> float:
        """The chance that the player who throws first wins, a draw counted as half a win."""
        return float(self.values[self.graph.start])


def solve(graph: Graph, on_step: Callable[[float], object] = lambda gap: None, threads: int = 2) -> Solution:
    """Solve the game; `on_step` gets the remaining error of v = T v.

    Raises UnsolvedError if not every position has a value that is proven, NoEndError if no game can end,
    InexactError if the lengths of games can't be computed.
    """
    if not graph.has_end():
        raise NoEndError(_NO_END)
    with backups(graph, threads) as backup:
        levels = Levels(graph)
        values, policy = _solved(backup, levels, on_step)
        throws = expected_throws(levels, policy)
        width = bracket(backup, levels, values, throws)
    missed = Course(levels, policy).missed(throws[levels.order], np.broadcast_to(1.0, len(levels)))
    if missed > _INEXACT:
        raise InexactError(f"the lengths of games can't be computed: off by {missed:.1g} of a throw")
    levels.keep()
    values, throws = graph.pages.keep(values), graph.pages.keep(throws)
    return Solution(graph, levels, values, throws, policy, width)


def expected_throws(levels: Levels, policy: Policy) -> Values:
    """Return the expected number of throws to the end when both follow a policy; raises UnsolvedError."""
    course, ones = Course(levels, policy), np.broadcast_to(1.0, len(levels))
    if course.closed().any():
        raise UnsolvedError(_ENDLESS)
    by_place = course.solve(ones, tolerance=1e-6)
    if course.missed(by_place, ones) > _LOST:
        raise UnsolvedError(_ENDLESS)
    throws = np.zeros(levels.graph.nodes)
    throws[levels.order] = by_place
    return throws


def _solved(backup: Backups, levels: Levels, on_step: Callable[[float], object]) -> tuple[Values, Policy]:
    graph = backup.graph

    def ends() -> Values:
        # Made for each backup: between them it would take a tenth of all memory.
        return Ends(graph, 1, 0.5, np.float64).seen(1 - values, values)

    values = np.full(graph.nodes, 0.5)
    best_gap, best_values, best_step, look_at = np.inf, values, 0, 0
    for step in range(_MAX_STEPS):
        missing, policy = backup.choose(ends())
        missing -= values
        gap = float(np.abs(missing).max())
        on_step(gap)
        if gap < best_gap:
            best_gap, best_values, best_step = gap, values, step
        if gap <= _ROUNDING or step - best_step > _STEPS_WITHOUT_GAIN:
            break
        # Far from the end the edges change anyway: there a rough correction will do.
        tolerance = float(np.clip(np.sqrt(gap), 1e-3, 0.1))
        course = Course(levels, policy, turns_sign=True)
        del policy  # as large as the course; neither is needed beside the other
        if gap <= _NEAR and step >= look_at:
            look_at = step + _STEPS_TO_LOOK
            kept = kept_in(backup, levels, values, course.closed(), _FAR * gap)
            if kept.any():
                position = _position(graph, int(levels.order[kept][0]))
                raise UnsolvedError(f"{_ENDLESS}; {_NEITHER.format(position)}")
        missing = missing[levels.order]
        missing /= gap
        correction = course.correction(missing, tolerance)
        if not correction.any():
            # Every further step would be the same.
            break
        values = values.copy()
        values[levels.order] += gap * correction
        # Above 1 it would be better to stay for ever than to win.
        np.clip(values, 0.0, 1.0, out=values)
        del course, correction
    values = best_values
    _, policy = backup.choose(ends(), TIE)
    return values, graph.pages.keep(policy)


def bracket(backup: Backups, levels: Levels, values: Values, throws: Values) -> float:
    """Return the width of proven bounds around values, by the lines above; raises UnsolvedError."""
    graph = backup.graph
    going_on = graph.reachable & ~graph.dead
    ends = Ends(graph, 1, 0.5, np.float64)
    left = np.where(going_on, throws, 0.0)
    for _ in range(4):
        width = max(_NARROWEST, 0.25 * BRACKET / max(1.0, float(left.max())))
        low, high = np.maximum(values - width * left, 0.0), np.minimum(values + width * left, 1.0)
        backed = backup.best(ends.seen(1 - high, low))
        low_holds = (low == 0.0) | (backed - low >= _MARGIN) | ~going_on
        backed = backup.best(ends.seen(1 - low, high))
        high_holds = (high == 1.0) | (high - backed >= _MARGIN) | ~going_on
        if low_holds.all() and high_holds.all():
            return float((high - low).max())
        # Edges as good as the best lead to longer games: use those.
        _, policy = backup.choose(ends.seen(1 - low, high))
        left = expected_throws(levels, policy)
    raise UnsolvedError(_ENDLESS)


def _position(graph: Graph, node: int) -> Position:
    """Return the position of a node, with seat A to throw."""
    sides = (graph.ranking.tables.counts[places[node]].tolist() for places in graph.ranking.arrangements())
    return Position(*(Counters(tuple(side[:HAND]), side[HAND], side[HOME]) for side in sides))


def kept_in(backup: Backups, levels: Levels, values: Values, closed: Flags, surely: float) -> Flags:
    """Return those of the places never left by the values that best play surely never leaves.

    The values may be off by half of `surely`. From such places either seat gets what staying is worth, or
    loses by so much; so bounds around what they are worth are never nearer to each other.
    """
    graph = levels.graph
    while closed.any():
        gained = np.ones(graph.nodes)
        gained[levels.order[closed]] = 0.0
        ends = Ends(graph, 1, 0.5, np.float64).seen(1 - values, values)
        ends += surely * Ends(graph, 1, 1, np.float64).seen(gained, gained)
        _, leaving = backup.choose(ends)
        left = Course(levels, leaving, turns_sign=True).closed() & closed
        if np.array_equal(left, closed):
            break
        closed = left
    return closed
