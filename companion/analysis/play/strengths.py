"""Find how badly each level must choose to give away its share of chance a throw, game by game.

What a mistake costs differs between games, so each level's temperature (see opponent) is found for each game:
lanes of games between two players of that level are played on the solved graph, always with the same throws,
and the temperature is sought until the mean loss is the level's within 1 %. The first level plays at random,
the last one perfectly.
"""

import math

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.graph import Graph
from companion.game.levels import LEVELS, Strength

_LANES, _THROWS = 256, 600
_GUESSES = 0.03, 0.06
_MAX_STEPS = 8
_NEAR_ENOUGH = 0.01
_REACH = math.log(8)


def strengths(graph: Graph, values: NDArray[np.float64]) -> tuple[Strength, ...]:
    """Return how each of LEVELS plays a solved game, and what it then gives away."""
    worst = mean_loss(graph, values, math.inf)
    search = _Search(graph, values)
    found = []
    for level in LEVELS:
        if level.share_of_random == 0:
            found.append(Strength(0.0, 0.0))
        elif level.share_of_random == 1 or worst == 0:
            found.append(Strength(math.inf, round(worst, 6)))
        else:
            found.append(search.strength(level.share_of_random * worst))
    return tuple(found)


class _Search:
    """Looks for temperatures by the secant rule on logarithms; what one level showed helps the next."""

    def __init__(self, graph: Graph, values: NDArray[np.float64]) -> None:
        self._graph, self._values = graph, values
        self._shown: list[tuple[float, float]] = []
        """The logarithms of temperatures tried, and of the losses that they gave."""

    def strength(self, loss: float) -> Strength:
        """Find the temperature that loses this much within 1 %, or as nearly as a few steps allow."""
        while len(self._shown) < len(_GUESSES):
            self._try(math.log(_GUESSES[len(self._shown)]))
        wanted = math.log(loss)
        for _ in range(_MAX_STEPS):
            if abs(self._nearest(wanted)[0][1] - wanted) < _NEAR_ENOUGH:
                break
            self._try(self._between(wanted))
        log_temperature, log_loss = self._nearest(wanted)[0]
        return Strength(round(math.exp(log_temperature), 6), round(math.exp(log_loss), 6))

    def _nearest(self, wanted: float) -> list[tuple[float, float]]:
        """Return the temperatures tried so far, nearest first."""
        return sorted(self._shown, key=lambda shown: abs(shown[1] - wanted))

    def _between(self, wanted: float) -> float:
        """Return the next temperature to try: between the nearest two around the target, or a step on."""
        less = max((shown for shown in self._shown if shown[1] < wanted), default=None)
        more = min((shown for shown in self._shown if shown[1] > wanted), default=None)
        if less is not None and more is not None:
            share = (wanted - less[1]) / (more[1] - less[1])
            return less[0] + min(max(share, 0.2), 0.8) * (more[0] - less[0])
        (near, near_loss), (other, other_loss) = self._nearest(wanted)[:2]
        slope = max((near_loss - other_loss) / (near - other), 0.5)
        return near + min(max((wanted - near_loss) / slope, -_REACH), _REACH)

    def _try(self, log_temperature: float) -> None:
        loss = mean_loss(self._graph, self._values, round(math.exp(log_temperature), 6))
        self._shown.append((log_temperature, math.log(max(loss, 1e-9))))


def mean_loss(graph: Graph, values: NDArray[np.float64], temperature: float) -> float:
    """The chance that a player of a temperature above 0 gives away with a throw, on average."""
    random = np.random.default_rng(1)
    ends = np.concatenate([1 - values[graph.turned], values, [1.0, 0.5]])
    faces, lanes = len(graph.weights), np.arange(_LANES)
    node = np.full(_LANES, graph.start)
    lost = 0.0
    for _ in range(_THROWS):
        row = node * faces + random.choice(faces, _LANES, p=graph.weights)
        first, counts = graph.starts[row], graph.starts[row + 1] - graph.starts[row]
        choice = np.arange(counts.max())
        there = choice < counts[:, None]
        edges = graph.edges[np.where(there, first[:, None] + choice, first[:, None])]
        chances = ends[edges]
        losses = chances.max(axis=1, keepdims=True) - chances
        shares = (np.exp(-losses / temperature) * there).cumsum(axis=1)
        chosen = (shares <= random.random((_LANES, 1)) * shares[:, -1:]).sum(axis=1)
        lost += float(losses[lanes, chosen].sum())
        graph.pages.release()
        edge = edges[lanes, chosen]
        node = np.where(edge < graph.won, graph.after(edge), graph.start)
    return lost / (_LANES * _THROWS)
