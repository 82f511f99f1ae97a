"""Bounds of a game's value at its start, where best play from some positions may have no end.

low(0) = 0 and high(0) = 1 everywhere, low(n + 1) = T(1 - high(n) for the other seat's throw, low(n) for the
same seat's) and high(n + 1) the other way round, with T the backup that takes the best edge for each face.
The mover can win low(n) within n throws, whatever the other seat does, and gets high(n) at most even if
a game without an end counts as its win. So the value lies between them, whatever such a game counts as.
The same holds if a new bound is used at once, block by block, which takes half the sweeps.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from companion.analysis.solve.backups import Values
from companion.analysis.solve.graph import Graph, Nodes, spans
from companion.analysis.solve.levels import Levels

DECIDED_WIDTH = 1e-6  # bounds this near to each other decide a game: its value is known to six digits
_NEAR_ENOUGH = 1e-8  # bounds this near to each other are not computed further
MAX_SWEEPS = 2000
"""Sweeps after which the bounds are left as they are; fewer, for time, where a game is large."""
_MIN_SWEEPS = 100  # sweeps that are made at least: in the first ones hardly any game has ended
_MAX_BACKUPS = 2e8  # backups of nodes, all sweeps together: a minute or two of one processor
_LOOK = 20  # sweeps between two looks at the progress
_SLOW = 0.9  # if more of the distance than this share is left after `_LOOK` sweeps, no more are made
_SETTLED = 1e-13  # bounds of a whole block that are this near to each other are kept
_ROUNDING = 4e-15
"""More than a backup is off by rounding (see `solution`); a sweep makes one after the other, a block each."""


class ValueStatus(StrEnum):
    """Status of a game whose value at its start is bounded."""

    DECIDED = "decided"  # the start has a value, known to DECIDED_WIDTH; other positions may have none
    BOUNDED = "bounded"  # the start's value lies between two bounds; they came no nearer in so many sweeps


@dataclass(frozen=True, slots=True)
class Bounds:
    """The first player's chance lies between `low` and `high`, a draw counted as half a win."""

    low: float
    high: float

    @property
    def status(self) -> ValueStatus:
        """DECIDED or BOUNDED."""
        return ValueStatus.DECIDED if self.high - self.low <= DECIDED_WIDTH else ValueStatus.BOUNDED

    @property
    def value(self) -> float | None:
        """The middle of bounds that decide; None if they don't."""
        return (self.low + self.high) / 2 if self.status is ValueStatus.DECIDED else None

    def __str__(self) -> str:
        if self.value is not None:
            return f"decided: the first player's chance is {self.value:.6f}, to {self.high - self.low:.0e}"
        return f"bounded: the first player's chance lies between {self.low:.6f} and {self.high:.6f}"


@dataclass(frozen=True, slots=True)
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
    graph: Graph, max_sweeps: int | None = None, on_step: Callable[[float], object] = lambda gap: None
) -> Bounds:
    """Return bounds of the value at the start; `on_step` gets the distance between them."""
    blocks = _blocks(graph)
    low, high, settled = np.zeros(2 * graph.nodes + 2), np.ones(2 * graph.nodes + 2), set[int]()
    dead = np.flatnonzero(graph.dead)
    for ends in (low, high):
        ends[[*graph.turned[dead], *(dead + graph.nodes), graph.drawn]] = 0.5
        ends[graph.won] = 1
    start = graph.nodes + graph.start
    gap_before = np.inf
    if max_sweeps is None:
        max_sweeps = min(MAX_SWEEPS, max(_MIN_SWEEPS, int(_MAX_BACKUPS / graph.nodes)))
    off = 0.0
    for sweep in range(1, max_sweeps + 1):
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
        gap = float(high[start] - low[start]) + 2 * off
        on_step(gap)
        if gap <= _NEAR_ENOUGH:
            break
        if sweep % _LOOK == 0:
            if sweep > _MIN_SWEEPS and gap > _SLOW * gap_before:
                break
            gap_before = gap
    return Bounds(max(float(low[start]) - off, 0.0), min(float(high[start]) + off, 1.0))


def _blocks(graph: Graph) -> list[_Block]:
    """Return the nodes in which a throw is made, those near the end of the game first."""
    levels, faces = Levels(graph), np.arange(len(graph.weights))
    found = []
    for block in levels.blocks:
        nodes = levels.rows[block]
        rows = (nodes[:, None].astype(np.intp) * len(faces) + faces).ravel()
        firsts = graph.starts.take(rows)
        counts = graph.starts.take(rows + 1) - firsts
        found.append(_Block(nodes, graph.edges.take(spans(firsts, firsts + counts)), counts))
    return found
