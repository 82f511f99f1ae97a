"""Traffic: how often, on average, games land on each point, leave it, pass it and slide along its half.

How often a game comes by each position is solved from the chances of all edges, not sampled; what a turn does
there is read from the tables of the rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.analysis.errors import InexactError
from companion.analysis.solve.arrangements import HAND, HOME
from companion.analysis.solve.backups import Values
from companion.analysis.solve.graph import Graph
from companion.game.board import GOAL_HALF, OWN_HALF
from five_lines_lab.measure.players import Player
from five_lines_lab.solve.fixed_point import fixed_point

_TOLERANCE = 1e-11  # largest error of a position's mean number of throws
_MAX_OFF = (
    1e-8  # largest error that is taken; where games have no end it is a share of them, whatever is tried
)

_POINTS = 10

KINDS = ("landed", "left", "passed", "slid")
COLUMNS = ("traffic_throws", "traffic_idle", *(f"{kind}_{line}" for kind in KINDS for line in range(1, 6)))
"""The name of every figure that `as_plain` gives: A's points, as B's opposite ones have the same traffic."""


@dataclass(frozen=True)
class Traffic:
    """Traffic per 100 throws, by the points 1A to 5A and 1B to 5B; `throws` are those of a game, on average.

    A counter from hand is put on its point and passes none. It slides along a half if it crosses the board
    on line 1 or 5, if it comes to lie behind others or comes from there, and out of the Home. `idle` are
    throws with which nothing moves.
    """

    throws: float
    landed: Values
    left: Values
    passed: Values
    slid: Values
    idle: float


def as_plain(traffic: Traffic) -> dict[str, float]:
    """Return every figure by its column."""
    by_line = (value for kind in KINDS for value in getattr(traffic, kind)[: _POINTS // 2].tolist())
    return dict(zip(COLUMNS, (traffic.throws, traffic.idle, *by_line), strict=True))


def from_plain(plain: Mapping[str, float]) -> Traffic:
    """Return the traffic that `as_plain` gave."""
    throws, idle, *by_line = (plain[name] for name in COLUMNS)
    landed, left, passed, slid = np.tile(np.reshape(by_line, (len(KINDS), _POINTS // 2)), 2)
    return Traffic(throws, landed, left, passed, slid, idle)


def traffic(graph: Graph, one: Player, two: Player) -> Traffic:
    """Return the traffic of games between two players; either begins, and either is A, in half of them.

    So what seat A does with its points seat B does with the opposite ones. Raises InexactError if games may
    have no end.
    """
    players = [one] if one is two else [one, two]
    chances = [player.chances() for player in players]
    counts = _Counts(graph)
    throws = 0.0
    for visits, chance in zip(_visits(graph, chances), chances, strict=True):
        throws += float(visits.sum())
        counts.add(visits, chance)
    per_100 = 100 / throws
    landed, left, passed, slid = (
        per_100 * (it + np.roll(it, 5)) / 2 for it in (counts.landed, counts.left, counts.passed, counts.slid)
    )
    return Traffic(throws, landed, left, passed, slid, per_100 * counts.idle)


def _visits(graph: Graph, chances: list[Values]) -> list[Values]:
    """Return for each player how many throws of a game it makes in each position."""
    nodes, players = graph.nodes, len(chances)
    begun = np.zeros((players, nodes))
    begun[:, graph.start] = 1 / players
    begun[:, graph.dead] = 0
    # A number of `flat` is of a player and a node, and so is an edge: above, the same player throws again.
    ends = np.concatenate([graph.turned, np.arange(nodes, dtype=graph.turned.dtype)])
    goes_on = np.append(~graph.dead[ends], [False, False])[graph.edges]
    here = np.repeat(np.arange(nodes), np.diff(graph.starts[:: len(graph.weights)]))
    sources, targets, shares = [], [], []
    for player, chance in enumerate(chances):
        taken = np.flatnonzero((chance > 0) & goes_on)
        edges = graph.edges[taken].astype(np.intp)
        sources.append(here[taken] + nodes * player)
        targets.append(edges + nodes * np.where(edges < nodes, player, players - 1 + player))
        shares.append(chance[taken])
    source, target, share = map(np.concatenate, (sources, targets, shares))
    size = nodes * players
    # Turned twice a node is itself again.
    turned = np.concatenate([graph.turned + nodes * (player - 1) % size for player in range(players)])

    def step(flat: Values) -> Values:
        flow = np.bincount(target, flat[source] * share, 2 * size)
        following: Values = flow[turned] + flow[size:]
        return following

    def narrow(flat: NDArray[np.float32]) -> NDArray[np.float32]:
        return step(flat.astype(np.float64)).astype(np.float32)

    visits = fixed_point(step, narrow, begun.ravel(), _TOLERANCE)
    if np.abs(begun.ravel() + step(visits) - visits).max() > _MAX_OFF:
        raise InexactError("games between these players may have no end, so they have no traffic; try others")
    return list(visits.reshape(players, nodes))


class _Counts:
    """Sums over turns, by the index of the mover's ring."""

    def __init__(self, graph: Graph) -> None:
        self._graph, self._tables = graph, graph.ranking.tables
        self._arrangements = graph.ranking.arrangements()
        self.landed, self.left, self.passed, self.slid = np.zeros((4, _POINTS))
        self.idle = 0.0

    def add(self, visits: Values, chances: Values) -> None:
        """Add all turns, with how many throws a game makes in each position and the chances of edges."""
        faces = len(self._graph.weights)
        for nodes in self._graph.blocks():
            mover, other = (it[nodes].astype(np.intp) for it in self._arrangements)
            starts = self._graph.starts[nodes.start * faces : nodes.stop * faces + 1 : 1]
            for face in range(faces):
                turn = self._tables.turn(mover, other, face)
                choices = self._tables.n_choices(turn)
                for choice in range(int(choices.max())):
                    rows = np.flatnonzero(choices > choice)
                    mass = visits[nodes][rows] * chances[starts[rows * faces + face] + choice]
                    action = self._tables.chosen.take(turn[rows] * self._tables.max_choices + choice)
                    self._add_actions(face, action.astype(np.intp), mass, mover[rows], other[rows])

    def _add_actions(
        self,
        face: int,
        action: NDArray[np.intp],
        mass: Values,
        mover: NDArray[np.intp],
        other: NDArray[np.intp],
    ) -> None:
        counts = self._tables.counts
        for number in np.unique(action[mass > 0]):
            these = action == number
            amount = mass[these]
            if number >= len(self._tables.slots):
                self.idle += float(amount.sum())
                continue
            slot = self._tables.slots[number]
            source, target = slot.place, slot.targets[face]
            own, others = counts[mover[these]], counts[other[these]]
            total = float(amount.sum())
            self.landed[target] += total
            behind = _lying(own, others, target) - self._hits(other[these], target) > 0
            self.slid[target] += float(amount[behind].sum())
            if source == HAND:
                continue
            begins = OWN_HALF if source == HOME else source
            self.left[begins] += total
            from_behind = (_lying(own, others, begins) > 1) | (source == HOME)
            self.slid[begins] += float(amount[from_behind].sum())
            steps = [(begins + step) % _POINTS for step in range(1, (target - begins - 1) % _POINTS + 2)]
            self.passed[steps[:-1]] += total
            for reached in (0, 5):
                if reached in steps:
                    self.slid[[(reached - 1) % _POINTS, reached]] += total

    def _hits(self, other: NDArray[np.intp], target: int) -> NDArray[np.intp]:
        """Return 1 where a counter of the other seat is hit there, else 0."""
        hits_at = self._tables.hits_at
        if hits_at is None:
            return np.zeros(len(other), dtype=np.intp)
        hit: NDArray[np.intp] = (hits_at.take(other * 11 + target) != other).astype(np.intp)
        return hit


def _lying(own: NDArray[np.int64], others: NDArray[np.int64], index: int) -> NDArray[np.int64]:
    """Return how many counters lie on the half at an index of the mover's ring, those at home included."""
    lying: NDArray[np.int64] = own[:, index] + others[:, (index + 5) % _POINTS]
    if index == OWN_HALF:
        lying = lying + own[:, HOME]
    if index == GOAL_HALF:
        lying = lying + others[:, HOME]
    return lying
