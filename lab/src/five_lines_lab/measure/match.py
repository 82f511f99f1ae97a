"""Games between two players of a solved game, played many at once on its graph."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.graph import Graph
from five_lines_lab.measure.estimates import Share
from five_lines_lab.measure.players import Player

LANES = 8192  # games played at once; their arrays fit a processor's cache


@dataclass(frozen=True)
class Match:
    """Games between player one and player two, each beginning every other one; an entry a game.

    `points` are what player one got: 1, 0, or 1/2 for a draw.
    """

    points: NDArray[np.float64]
    throws: NDArray[np.int64]
    one_began: NDArray[np.bool_]

    @property
    def wins(self) -> tuple[Share, Share]:
        """Return the share of games that each player won."""
        one, two = (Share(int(np.count_nonzero(self.points == got)), len(self.points)) for got in (1, 0))
        return one, two

    @property
    def draws(self) -> Share:
        """Return the share of games that were drawn."""
        return Share(int(np.count_nonzero(self.points == 0.5)), len(self.points))


def play_match(
    graph: Graph,
    one: Player,
    two: Player,
    games: int,
    seed: int,
    on_end: Callable[[int], object] = lambda ended: None,
) -> Match:
    """Play games to their ends; the same seed plays the same games."""
    random = np.random.default_rng(seed)
    points, throws = np.zeros(games), np.zeros(games, dtype=np.int64)
    one_begins = np.arange(games) % 2 == 0
    begun = min(LANES, games)
    game = np.arange(begun)
    node, ones_turn = np.full(begun, graph.start), one_begins[game]
    while len(game):
        over = graph.dead[node]
        edge = np.full(len(game), graph.drawn, dtype=np.int32)
        face = random.choice(len(graph.weights), len(game), p=graph.weights)
        for player, throwing in ((one, ones_turn & ~over), (two, ~ones_turn & ~over)):
            lanes = np.flatnonzero(throwing)
            if len(lanes):
                edge[lanes] = player.choose(node[lanes], face[lanes], random)
        throws[game] += ~over
        won, drawn = edge == graph.won, edge == graph.drawn
        points[game[won]] = ones_turn[won]
        points[game[drawn]] = 0.5
        goes_on = np.flatnonzero(edge < graph.won)
        ended = len(game) - len(goes_on)
        ones_turn = ones_turn[goes_on] ^ (edge[goes_on] < graph.nodes)
        game, node = game[goes_on], graph.after(edge[goes_on])
        if ended:
            on_end(ended)
            fresh = np.arange(begun, min(begun + ended, games))
            begun += len(fresh)
            game = np.concatenate([game, fresh])
            node = np.concatenate([node, np.full(len(fresh), graph.start)])
            ones_turn = np.concatenate([ones_turn, one_begins[fresh]])
    return Match(points, throws, one_begins)
