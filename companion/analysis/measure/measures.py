"""What is measured of a solved game: everything in one record, exact, or sampled where the game is too large.

`definitions` has each figure in words, with its formula and where it comes from.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain as concatenated
from itertools import islice
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.analysis.measure.chain import Chain
from companion.analysis.measure.estimates import mean
from companion.analysis.measure.lengths import Quantiles, exact_quantiles, sampled_quantiles
from companion.analysis.measure.match import play_match
from companion.analysis.measure.players import YARDSTICKS, Best, Player, rule_player
from companion.analysis.measure.turns import Marks, Turns, turns
from companion.analysis.measure.yardsticks import chance_between
from companion.analysis.solve.backups import Backups, Values
from companion.analysis.solve.rule_tables import Flags
from companion.analysis.solve.solution import Solution

_Float = TypeVar("_Float", np.float32, np.float64)

CIRCLING_THROWS = 30
"""Games are counted that last longer than so many throws of both seats after a seat had one counter left."""
STAKES = (0.01, 0.05, 0.1)
"""Turns are counted in which more than so much of a chance is at stake."""
GAMES = 20_000
"""How many games are played where a figure can't be reckoned out."""

_MOST_NUMBERS = 1e9
"""Lengths are reckoned out as long as no more numbers than so many are added."""
_MOST_ROUNDED = 300
"""Games whose mean is above so many throws are too often in doubt with half the digits."""
_MOST_NODES = 600_000
"""In games of more positions the yardsticks are played out: reckoning them takes minutes."""
_STAKE_BINS = 10_000


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure, and its standard error where it is sampled."""

    value: float
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class Measures:
    """The figures of a game of best play from its start; see `definitions`.

    `stakes` are the shares of turns with more than each of STAKES at stake. `yardsticks` has the chance of
    the best player against each of YARDSTICKS.
    """

    first_player: float
    draws: float
    throws: float
    lengths: Quantiles
    turns_with_choice: float
    choices: float
    stake: float
    stake_median: float
    stake_high: float
    stakes: tuple[float, ...]
    luck: float
    lead_changes: float
    throws_after_turning: float
    drama: float
    left_forced: float
    left_by_choice: float
    games_left_forced: float
    games_left_by_choice: float
    forced_cost: float
    choice_gain: float
    last_counter_throws: float
    goal_passed: float
    games_goal_passed: float
    circling: float
    yardsticks: tuple[Figure, ...]


@dataclass(slots=True)
class _Sums:
    """What is gathered block by block over all turns of a game, weighed by how often they come up."""

    choices: float = 0.0
    with_choice: float = 0.0
    stake: float = 0.0
    luck: float = 0.0
    left_forced: float = 0.0
    left_by_choice: float = 0.0
    forced_cost: float = 0.0
    choice_gain: float = 0.0

    def add(self, block: Turns, chain: Chain) -> None:
        graph = chain.graph
        weight = chain.visits[block.nodes][:, None] * graph.weights
        luck = block.best - chain.solution.values[block.nodes][:, None]
        forced, by_choice = block.leaves & ~block.could_stay, block.leaves & block.could_stay
        self.choices += float((weight * block.choices).sum())
        self.with_choice += float(weight[block.choices > 1].sum())
        self.stake += float((weight * (block.best - block.worst)).sum())
        self.luck += float((weight * np.abs(luck)).sum())
        self.left_forced += float(weight[forced].sum())
        self.left_by_choice += float(weight[by_choice].sum())
        self.forced_cost -= float((weight * luck)[forced].sum())
        self.choice_gain += float((weight * (block.best - block.staying))[by_choice].sum())


@dataclass(frozen=True, slots=True)
class _Events:
    """What happens in turns of best play, by position and face."""

    left_forced: Flags
    left_by_choice: Flags
    changes_lead: Flags
    passes_goal: Flags


def measure(solution: Solution, backup: Backups, games: int = GAMES, seed: int = 1) -> Measures:
    """The figures of a solved game; those that are sampled are so with a seed."""
    graph = solution.graph
    # First of all, as it takes much memory.
    yardsticks = tuple(
        against_best(solution, backup, rule_player(rule, graph, backup), games, seed) for rule in YARDSTICKS
    )
    chain = Chain(solution, backup)
    sums, events, stake_weights = _turn_by_turn(chain)
    start, visits = graph.start, chain.visits
    throws = float(visits.sum())
    a_throw = 1 / throws if throws else 0.0
    stakes = np.cumsum(stake_weights[::-1])[::-1] * a_throw
    lengths, long = _lengths(chain, backup, games, seed)
    marks = Marks(graph)
    mover, other = (marks.one_left.take(side) for side in graph.ranking.arrangements())
    return Measures(
        first_player=solution.first_player,
        draws=float(chain.draws[start]),
        throws=throws,
        lengths=lengths,
        turns_with_choice=sums.with_choice * a_throw,
        choices=sums.choices * a_throw,
        stake=sums.stake * a_throw,
        stake_median=_stake_at(stakes, 0.5),
        stake_high=_stake_at(stakes, 0.05),
        stakes=tuple(float(stakes[round(stake * _STAKE_BINS) + 1]) for stake in STAKES),
        luck=sums.luck * a_throw,
        lead_changes=chain.mean(events.changes_lead),
        throws_after_turning=_after_turning(chain, events.changes_lead),
        drama=_behind(chain) * a_throw,
        left_forced=sums.left_forced,
        left_by_choice=sums.left_by_choice,
        games_left_forced=float(chain.chance(events.left_forced)[start]),
        games_left_by_choice=float(chain.chance(events.left_by_choice)[start]),
        forced_cost=sums.forced_cost / sums.left_forced if sums.left_forced else 0.0,
        choice_gain=sums.choice_gain / sums.left_by_choice if sums.left_by_choice else 0.0,
        last_counter_throws=float(visits @ mover) * a_throw,
        goal_passed=chain.mean(events.passes_goal),
        games_goal_passed=float(chain.chance(events.passes_goal)[start]),
        circling=_circling(chain, mover | other, long),
        yardsticks=yardsticks,
    )


def _behind(chain: Chain) -> float:
    """How far the eventual winner is behind, summed over the throws of a game."""
    values = chain.solution.values
    lead = 2 * values - 1
    # Of a mover who is behind, the chance to win all the same; of one who is ahead, the other's.
    upset = np.where(lead < 0, values, 1 - values) - chain.draws / 2
    return float(chain.visits @ (upset * np.abs(lead)))


def against_best(solution: Solution, backup: Backups, player: Player, games: int, seed: int) -> Figure:
    """The best player's chance against another one; sampled in the largest games."""
    graph, best = solution.graph, Best(solution, backup)
    if graph.nodes <= _MOST_NODES:
        return Figure(chance_between(graph, best, player))
    sample = mean(play_match(graph, best, player, games, seed).points)
    return Figure(sample.value, sample.standard_error)


def _turn_by_turn(chain: Chain) -> tuple[_Sums, _Events, Values]:
    """What all turns add up to, the events in them, and how often each stake comes up, by its bin."""
    events = _Events(*np.zeros((4, *chain.solution.policy.shape), dtype=np.bool_))
    sums, stake_weights = _Sums(), np.zeros(_STAKE_BINS + 2)
    for block in turns(chain.solution):
        sums.add(block, chain)
        events.left_forced[block.nodes] = block.leaves & ~block.could_stay
        events.left_by_choice[block.nodes] = block.leaves & block.could_stay
        events.changes_lead[block.nodes] = block.changes_lead
        events.passes_goal[block.nodes] = block.passes_goal
        weight = chain.visits[block.nodes][:, None] * chain.graph.weights
        # A bin holds the stakes above the one before it, up to itself.
        bins = np.ceil((block.best - block.worst) * _STAKE_BINS - 1e-9).astype(np.intp)
        stake_weights += np.bincount(bins.ravel(), weight.ravel(), _STAKE_BINS + 2)
    return sums, events, stake_weights


def _stake_at(tail: Values, share: float) -> float:
    """The least stake that no more than a share of the turns exceed; `tail` has who reach each bin."""
    return float(np.argmax(tail[1:] <= share)) / _STAKE_BINS


def _lengths(chain: Chain, backup: Backups, games: int, seed: int) -> tuple[Quantiles, Values]:
    """How long games are, and from each position the chance of more than CIRCLING_THROWS throws."""
    shares = list[float]()
    for long in islice(chain.alive(chain.still_alive), CIRCLING_THROWS + 1):
        shares.append(chain.from_start(long))
    shares.pop()
    most, throws = int(_MOST_NUMBERS / chain.graph.nodes), chain.visits.sum()

    def exact(alive: Iterator[NDArray[_Float]], rounded: float) -> Quantiles | None:
        further = (chain.from_start(left) for left in islice(alive, most - CIRCLING_THROWS))
        return exact_quantiles(concatenated(shares, further), rounded)

    # Nine in ten games are seldom longer than three times the mean: whether it is worth beginning.
    if 3 * throws <= most:
        # Half the digits take half the time, and are seldom too few.
        narrow = throws <= _MOST_ROUNDED
        found = exact(chain.alive(long.astype(np.float32)), _rounded(chain)) if narrow else None
        found = found or exact(chain.alive(long), 0.0)
        if found is not None:
            return found, chain.by_node(long)
    best = Best(chain.solution, backup)
    lengths = play_match(chain.graph, best, best, games, seed).throws
    return sampled_quantiles(lengths), chain.by_node(long)


def _rounded(chain: Chain) -> float:
    """By what share of itself a sum over the faces is off at most, with half the digits."""
    return (len(chain.graph.weights) + 2) * 2.0**-24


def _after_turning(chain: Chain, changes: Flags) -> float:
    """The mean throws after the lead has changed for the last time; all, where it never does."""
    over = ~chain.leads_to(chain.throwing)
    # A throw is one of those if the lead changes neither with it nor later.
    settled = chain.total(chain.per_throw(over & ~changes), changes)
    return float(chain.visits @ settled)


def _circling(chain: Chain, one_left: Flags, long: Values) -> float:
    """The share of games that last more than CIRCLING_THROWS after a seat first has one counter left."""
    if one_left[chain.graph.start]:
        return float(long[chain.graph.start])
    from_there = one_left & chain.throwing
    reward = chain.mean_after(np.where(from_there, long, 0.0))
    return float(chain.total(reward, chain.leads_to(from_there))[chain.graph.start])
