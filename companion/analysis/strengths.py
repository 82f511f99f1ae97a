"""How badly a player must choose to give away so much chance a throw, game by game.

What a mistake costs differs between games, so each level's temperature (see opponent) is found for each game:
lanes of games between two players of that level are played on the solved graph, always with the same throws,
and the temperature is sought until the mean loss is the level's within 1 %. The first level plays at random,
the last one perfectly.
"""

import math

import numpy as np
from numpy.typing import NDArray

from companion.analysis.graph import Graph
from companion.analysis.levels import LEVELS, Strength

_LANES, _THROWS = 256, 600
_GUESSES = 0.02, 0.04
_MOST_STEPS = 8


def strengths(graph: Graph, values: NDArray[np.float64]) -> tuple[Strength, ...]:
    """How each of LEVELS plays a solved game, and what it then gives away."""
    worst = mean_loss(graph, values, math.inf)
    found = []
    for level in LEVELS:
        if level.share_of_random in (0, 1) or worst == 0:
            temperature = math.inf * level.share_of_random if level.share_of_random else 0.0
        else:
            temperature = _temperature(graph, values, level.share_of_random * worst)
        loss = mean_loss(graph, values, temperature) if temperature else 0.0
        found.append(Strength(temperature, round(loss, 6)))
    return tuple(found)


def _temperature(graph: Graph, values: NDArray[np.float64], loss: float) -> float:
    """The temperature that loses so much, by the secant rule on logarithms of both."""

    def error(temperature: float) -> float:
        return math.log(max(mean_loss(graph, values, temperature), 1e-9) / loss)

    last, now = _GUESSES
    last_error = error(last)
    for _ in range(_MOST_STEPS):
        now_error = error(now)
        if abs(now_error) < 0.01 or now_error == last_error:
            break
        step = now_error * math.log(now / last) / (now_error - last_error)
        last, last_error = now, now_error
        now = min(max(now * math.exp(-step), now / 8, 1e-5), now * 8, 10.0)
    return round(now, 6)


def mean_loss(graph: Graph, values: NDArray[np.float64], temperature: float, seed: int = 1) -> float:
    """The chance that a player of a temperature above 0 gives away with a throw, on average."""
    random = np.random.default_rng(seed)
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
        edge = edges[lanes, chosen]
        node = np.where(edge < graph.won, graph.after(edge), graph.start)
    return lost / (_LANES * _THROWS)
