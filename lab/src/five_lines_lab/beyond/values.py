"""The chances of small games under best play, bracketed from both sides.

The low end counts a game without end as lost for whom it is asked of, the high end as won. Every sweep looks
one throw further ahead, so the chance lies between the two after any number of sweeps. A third value counts a
game without end as a draw: that of a game with a limit of throws, as the limit grows.
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from five_lines_lab.beyond.turns import MoveGenerator, Result, Side

PRECISION = 1e-9  # a bracket of this width is a value
MAX_SWEEPS = 20_000  # throws looked ahead; games of knucklebones need some thousands

_CHECK_EVERY = 100  # sweeps
_MIN_GAIN = 0.001  # share of the bracket that so many sweeps close, or it will not close

Chances = NDArray[np.float64]


@dataclass(frozen=True)
class Values:
    """A solved game: the bracket of every position that can come up, by its number.

    `low` and `high` bound the chance of the seat about to throw, a draw counted as half a win; `even` is that
    chance if a game without end is a draw, too.
    """

    numbers: dict[tuple[Side, Side], int]
    low: Chances
    high: Chances
    even: Chances

    @property
    def first_player(self) -> tuple[float, float]:
        """The bracket of the chance of the player who throws first."""
        return float(self.low[0]), float(self.high[0])

    def of(self, result: Result) -> float:
        """Return the chance of who made a result, if a game without end is a draw."""
        if result.won:
            return 1.0
        mover, other = (result.mover, result.other) if result.again else (result.other, result.mover)
        chance = float(self.even[self.numbers[mover, other]])
        return chance if result.again else 1 - chance


def solve(
    turns: MoveGenerator, max_positions: int, on_sweep: Callable[[float], object] = lambda width: None
) -> Values | None:
    """Solve a game; return None if more positions than that can come up."""
    numbers = {(turns.start(), turns.start()): 0}
    order = list(numbers)
    # An edge is twice a position's number, one more where the same seat throws again; -1 is a win.
    edges, starts, dead = array("i"), array("i"), []
    for number, (mover, other) in enumerate(order):  # grows as it goes
        if len(order) > max_positions:
            return None
        firsts = len(starts)
        for throw, _ in turns.throws:
            starts.append(len(edges))
            for result in turns.results(mover, other, throw):
                if result.won:
                    edges.append(-1)
                    continue
                after = (result.mover, result.other) if result.again else (result.other, result.mover)
                if after not in numbers:
                    numbers[after] = len(order)
                    order.append(after)
                edges.append(2 * numbers[after] + result.again)
        passes = {2 * numbers.get((other, mover), -1)}
        if set(edges[starts[firsts] :]) == passes and turns.is_dead(mover, other):
            dead.append(number)
    swept = _swept(np.array(edges), np.array(starts), np.array(dead, dtype=np.intp), turns, on_sweep)
    return Values(numbers, *swept)


def _swept(
    edges: NDArray[np.intc],
    starts: NDArray[np.intc],
    dead: NDArray[np.intp],
    turns: MoveGenerator,
    on_sweep: Callable[[float], object],
) -> tuple[Chances, Chances, Chances]:
    """Return the low end of every position's chance, the high end, and `even` as in Values."""
    weights = np.array([chance for _, chance in turns.throws])
    positions = len(starts) // len(weights)
    low, high, even = np.zeros(positions), np.ones(positions), np.full(positions, 0.5)
    low[dead] = high[dead] = 0.5

    def looked_ahead(same: Chances, others: Chances) -> Chances:
        """Return the chances from those of the seat that throws again, and those of the other seat."""
        ends = np.empty(2 * positions + 1)
        ends[:-1:2], ends[1::2], ends[-1] = 1 - others, same, 1.0
        chances: Chances = np.maximum.reduceat(ends[edges], starts).reshape(positions, -1) @ weights
        chances[dead] = 0.5
        return chances

    before = 2.0
    for sweep in range(1, MAX_SWEEPS + 1):
        low, high, even = looked_ahead(low, high), looked_ahead(high, low), looked_ahead(even, even)
        width = float(high[0] - low[0])
        if width < PRECISION:
            break
        if sweep % _CHECK_EVERY == 0:
            on_sweep(width)
            if width > (1 - _MIN_GAIN) * before:
                break
            before = width
    return low, high, even
