"""Bounds of a game's value at its start, where best play from some positions may have no end.

low(0) = 0 and high(0) = 1 everywhere, low(n + 1) = T(1 - high(n) for the other seat's throw, low(n) for the
same seat's) and high(n + 1) the other way round, with T the backup that takes the best edge for each face.
The mover can win low(n) within n throws, whatever the other seat does, and gets high(n) at most even if
a game without an end counts as its win. So the value lies between them, whatever such a game counts as.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from companion.analysis.solve.backups import Ends, backups
from companion.analysis.solve.graph import Graph

DECIDED_WIDTH = 1e-6
"""Bounds this near to each other decide a game: its value is known to six digits."""
_NEAR_ENOUGH = 1e-8
"""Bounds this near to each other are not computed further."""
MAX_SWEEPS = 2000
"""Sweeps after which the bounds are left as they are; fewer, for time, where a game is large."""
_MIN_SWEEPS = 100
_MAX_BACKUPS = 2e8
"""Backups of nodes, all sweeps together: two minutes or so of one processor."""
_LOOK = 100
"""Sweeps between two looks at the progress."""
_SLOW = 0.9
"""If more of the distance than this share is left after `_LOOK` sweeps, no more are made."""
_ROUNDING = 4e-15
"""More than a sweep is off by rounding (see `solution`)."""


class ValueStatus(StrEnum):
    """Status of a game whose value at its start is bounded."""

    DECIDED = "decided"
    """The start has a value, known to DECIDED_WIDTH; other positions may have none."""
    BOUNDED = "bounded"
    """The start's value lies between two bounds; they came no nearer in so many sweeps."""


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


def bounds_of(
    graph: Graph,
    max_sweeps: int | None = None,
    on_step: Callable[[float], object] = lambda gap: None,
    threads: int = 2,
) -> Bounds:
    """Return bounds of the value at the start; `on_step` gets the distance between them."""
    ends = Ends(graph, 1, 0.5, np.float64)
    low, high = np.zeros(graph.nodes), np.ones(graph.nodes)
    start, sweep, gap_before = graph.start, 0, np.inf
    if max_sweeps is None:
        max_sweeps = min(MAX_SWEEPS, max(_MIN_SWEEPS, int(_MAX_BACKUPS / graph.nodes)))
    with backups(graph, threads) as backup:
        while sweep < max_sweeps:
            new_low, _ = backup.choose(ends.seen(1 - high, low))
            new_high, _ = backup.choose(ends.seen(1 - low, high))
            sweep += 1
            off = sweep * _ROUNDING
            gap = float(new_high[start] - new_low[start]) + 2 * off
            on_step(gap)
            low, high = new_low, new_high
            if gap <= _NEAR_ENOUGH:
                break
            if sweep % _LOOK == 0:
                # In the first sweeps hardly any game has ended.
                if _SLOW * gap_before < gap < 1:
                    break
                gap_before = gap
    off = sweep * _ROUNDING
    return Bounds(max(float(low[start]) - off, 0.0), min(float(high[start]) + off, 1.0))
