"""Bounds of a game's value at its start, where best play from some positions may have no end.

Sweeps: low(0) = 0 and high(0) = 1 everywhere, low(n + 1) = T(1 - high(n) for the other seat's throw, low(n)
for the same seat's) and high(n + 1) the other way round, with T the backup that takes the best edge for each
face. The mover can win low(n) within n throws, whatever the other seat does, and gets high(n) at most even if
a game without an end counts as its win. So the value lies between them, whatever such a game counts as.
The same holds if a new bound is used at once, block by block, which takes half the sweeps.

Where games are too long for sweeps, `breaking_off` goes on; of two bounds the better one is kept.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.backups import Values
from companion.analysis.solve.graph import Graph, Nodes, spans
from companion.analysis.solve.levels import Levels
from five_lines_lab.solve.breaking_off import broken_off

DECIDED_WIDTH = 1e-6  # bounds this near to each other decide a game: its value is known to six digits
BUDGET_S = 600.0  # seconds of a processor after which the bounds are left as they are
_NEAR_ENOUGH = 1e-8  # bounds this near to each other are not computed further
_MIN_SWEEPS = 100  # sweeps that are made at least: in the first ones hardly any game has ended
_LOOK = 20  # sweeps between two looks at the progress
_SLOW = 0.9  # if more of the distance than this share is left after `_LOOK` sweeps, breaking off is faster
_SAME = 0.99  # a distance of which this share is left, with games ten times as long, stays
_SETTLED = 1e-13  # bounds of a whole block that are this near to each other are kept
_ROUNDING = 4e-15
"""More than a backup is off by rounding (see `solution`); a sweep makes one after the other, a block each."""


class ValueStatus(StrEnum):
    """Status of a game whose value at its start is bounded."""

    DECIDED = "decided"  # the start has a value, known to DECIDED_WIDTH; other positions may have none
    BOUNDED = "bounded"  # the start's value lies between two bounds, even with games of very many throws
    STOPPED = "stopped"  # the start's value lies between two bounds, which were left when the time was over


@dataclass(frozen=True)
class Bounds:
    """The first player's chance lies between `low` and `high`, a draw counted as half a win.

    `sweeps` and `steps` (of policies) were made in so many `seconds` of a processor. `longest` is the mean
    number of throws after which games were broken off in the last step, 0 if none were. `is_final` is true if
    such games are solved, and longer ones would bring the bounds no nearer, or can't be computed.
    """

    low: float
    high: float
    sweeps: int = 0
    steps: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    is_final: bool = False

    @property
    def status(self) -> ValueStatus:
        """DECIDED, BOUNDED or STOPPED."""
        if self.high - self.low <= DECIDED_WIDTH:
            return ValueStatus.DECIDED
        return ValueStatus.BOUNDED if self.is_final else ValueStatus.STOPPED

    @property
    def value(self) -> float | None:
        """The middle of bounds that decide; None if they don't."""
        return (self.low + self.high) / 2 if self.status is ValueStatus.DECIDED else None

    def __str__(self) -> str:
        if self.value is not None:
            return f"decided: the first player's chance is {self.value:.6f}, to {self.high - self.low:.0e}"
        between = f"the first player's chance lies between {self.low:.6f} and {self.high:.6f}"
        if self.is_final:
            return f"bounded: {between}, by what a game of more than {self.longest:,.0f} throws counts as"
        spent = f"{self.sweeps:,} sweeps and {self.steps:,} steps of policies in {self.seconds:.0f} s"
        return f"stopped: {between}, not closed by {spent}"


@dataclass(frozen=True)
class _Block:
    """Nodes of one level, the edges of each of their faces in turn, and how many each face has."""

    nodes: Nodes
    edges: Nodes
    counts: Nodes

    def backed(self, ends: list[Values], weights: Values) -> list[Values]:
        """Return the nodes' values to a mover who takes the best edges, for each array of ends."""
        found = [array.take(self.edges) for array in ends]
        firsts = np.cumsum(self.counts) - self.counts
        best = [values.take(firsts) for values in found]
        rows, choice = np.flatnonzero(self.counts > 1), 1
        while len(rows):
            places = firsts.take(rows) + choice
            for one, values in zip(best, found, strict=True):
                one[rows] = np.maximum(one.take(rows), values.take(places))
            choice += 1
            rows = rows[self.counts.take(rows) > choice]
        return [one.reshape(-1, len(weights)) @ weights for one in best]


def bounds_of(
    graph: Graph,
    max_sweeps: int | None = None,
    on_step: Callable[[float], object] = lambda gap: None,
    budget_s: float = BUDGET_S,
    threads: int = 2,
) -> Bounds:
    """Return bounds of the value at the start; `on_step` gets the distance between them.

    They are left as they are after `max_sweeps` sweeps, if that is given, or when the time is over.
    """
    return bounds_of_each(graph, [graph.start], max_sweeps, on_step, budget_s, threads)[0]


def bounds_of_each(
    graph: Graph,
    starts: Sequence[int],
    max_sweeps: int | None = None,
    on_step: Callable[[float], object] = lambda gap: None,
    budget_s: float = BUDGET_S,
    threads: int = 1,
) -> list[Bounds]:
    """Return bounds of the values at several starts, found in one go; the time is for each of them."""
    began = time.process_time()

    def spent() -> float:
        return (time.process_time() - began) / len(starts)

    levels, places = Levels(graph), np.array(starts, dtype=np.intp)
    sweeps, low, high = _sweep(graph, levels, places, max_sweeps, on_step, lambda: spent() > budget_s)
    steps, longest, before, finals = 0, 0.0, np.full(len(starts), np.inf), np.zeros(len(starts), np.bool_)
    if max_sweeps is None and (high - low).max() > DECIDED_WIDTH:
        for step in broken_off(graph, levels, places, threads):
            steps += 1
            low, high = np.maximum(low, step.low), np.minimum(high, step.high)
            on_step(float((high - low).max()))
            if step.is_last:
                gap, longest = step.high - step.low, step.throws
                finals, before = step.is_found & ((gap > _SAME * before) | step.is_longest), gap
            is_known = finals | (high - low <= _NEAR_ENOUGH)
            if is_known.all() or spent() > budget_s:
                break
    return [
        Bounds(one, two, sweeps, steps, spent(), longest, is_final)
        for one, two, is_final in zip(low.tolist(), high.tolist(), finals.tolist(), strict=True)
    ]


def _sweep(
    graph: Graph,
    levels: Levels,
    starts: NDArray[np.intp],
    max_sweeps: int | None,
    on_step: Callable[[float], object],
    is_over: Callable[[], bool],
) -> tuple[int, Values, Values]:
    """Return the number of sweeps until they closed the bounds or became slow, and the bounds."""
    blocks = _blocks(graph, levels)
    low, high, settled = np.zeros(2 * graph.nodes + 2), np.ones(2 * graph.nodes + 2), set[int]()
    dead = np.flatnonzero(graph.dead)
    for ends in (low, high):
        ends[[*graph.turned[dead], *(dead + graph.nodes), graph.drawn]] = 0.5
        ends[graph.won] = 1
    begun = graph.nodes + starts
    gap_before, off = np.inf, 0.0
    for sweep in count(1):
        for number, block in enumerate(blocks):
            if number in settled:
                continue
            new_low, new_high = block.backed([low, high], graph.weights)
            turned = graph.turned.take(block.nodes)
            low[turned], high[turned] = 1 - new_high, 1 - new_low
            low[graph.nodes + block.nodes], high[graph.nodes + block.nodes] = new_low, new_high
            if (new_high - new_low).max() <= _SETTLED:
                settled.add(number)
        off = sweep * len(blocks) * _ROUNDING
        gap = float((high[begun] - low[begun]).max()) + 2 * off
        on_step(gap)
        if gap <= _NEAR_ENOUGH or sweep == max_sweeps or is_over():
            break
        if sweep % _LOOK == 0:
            if sweep > _MIN_SWEEPS and max_sweeps is None and gap > _SLOW * gap_before:
                break
            gap_before = gap
    return sweep, np.maximum(low[begun] - off, 0.0), np.minimum(high[begun] + off, 1.0)


def _blocks(graph: Graph, levels: Levels) -> list[_Block]:
    """Return the nodes in which a throw is made, those near the end of the game first."""
    faces = np.arange(len(graph.weights))
    found = []
    for block in levels.blocks:
        nodes = levels.rows[block]
        rows = (nodes[:, None].astype(np.intp) * len(faces) + faces).ravel()
        firsts = graph.starts.take(rows)
        counts = graph.starts.take(rows + 1) - firsts
        found.append(_Block(nodes, graph.edges.take(spans(firsts, firsts + counts)), counts))
    return found
