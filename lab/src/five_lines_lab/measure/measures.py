"""All measures of a solved game, exact, or sampled where the game is too large.

`definitions` has each figure in words, with its formula and where it comes from.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from companion.analysis.solve.backups import Backups, Values
from companion.analysis.solve.graph import Graph
from companion.analysis.solve.rule_tables import Flags
from companion.analysis.solve.solution import Solution
from five_lines_lab.errors import TooLongError
from five_lines_lab.measure.chain import Chain
from five_lines_lab.measure.durations import Durations
from five_lines_lab.measure.estimates import Quantiles, mean, sampled_quantiles
from five_lines_lab.measure.match import play_match
from five_lines_lab.measure.players import YARDSTICKS, Best, Player, rule_player
from five_lines_lab.measure.turns import STAKE_BINS, Marks, TurnSums, turns
from five_lines_lab.measure.yardsticks import chances_between

CIRCLING_THROWS = 30
"""Games are counted that last more than this many throws of both seats after a seat had one counter left."""
STAKES = (0.01, 0.05, 0.1)  # chances at stake: turns with more than each are counted
GAMES = 20_000  # games played where a figure can't be computed exactly

MAX_THROWS = 20_000
"""Longest mean of games that are measured; games of 300,000 throws are met, and would take days."""
MAX_COMPUTED = 600_000  # games of more positions have their yardsticks sampled: computing them takes minutes


@dataclass(frozen=True)
class Figure:
    """A figure, and its standard error where it is sampled."""

    value: float
    error: float = 0.0


@dataclass(frozen=True)
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
    left_forced_in_100: float
    left_by_choice_in_100: float
    games_left_forced: float
    games_left_by_choice: float
    forced_cost: float
    choice_gain: float
    last_counter_throws: float
    goal_passed: float
    games_goal_passed: float
    circling: float
    yardsticks: tuple[Figure, ...]


@dataclass(frozen=True)
class _Events:
    """Events in turns of best play, by position and face."""

    left_forced: Flags
    left_by_choice: Flags
    changes_lead: Flags
    passes_goal: Flags


@dataclass(frozen=True)
class Begun:
    """A game by the node that it begins at, and how many positions it has by itself."""

    start: int
    positions: int


def measure(solution: Solution, backup: Backups, games: int = GAMES, seed: int = 1) -> Measures:
    """The figures of a solved game; those that are sampled are so with a seed."""
    graph = solution.graph
    return measure_each(solution, backup, [Begun(graph.start, graph.nodes)], games, seed)[0]


def measure_each(
    solution: Solution, backup: Backups, begun: Sequence[Begun], games: int = GAMES, seed: int = 1
) -> list[Measures]:
    """The figures of each of some games that are solved together, as they differ in their starts alone.

    Raises InexactError when the mean length disagrees with the lengths, and TooLongError for games that
    last more than MAX_THROWS on average.
    """
    graph = solution.graph
    for game in begun:
        throws = float(solution.throws[game.start])
        if throws > MAX_THROWS:
            raise TooLongError(float(solution.values[game.start]), solution.bracket, throws)
    # First of all, as it takes much memory.
    yardsticks = _yardsticks(solution, backup, begun, games, seed)
    graph.pages.release()
    chain, keep = Chain(solution, backup), graph.pages.keep
    visits = [keep(chain.visits(game.start)) for game in begun]
    sums, events = _turn_by_turn(chain, visits)

    def at_starts(values: Values) -> list[float]:
        return [float(values[game.start]) for game in begun]

    def over_games(values: Values) -> list[float]:
        return [float(came @ values) for came in visits]

    # What has a number for every position is not kept longer than it is needed.
    draws, drama = at_starts(chain.draws), over_games(_behind(chain))
    left_forced, left_by_choice, goal_passed = (
        at_starts(chain.chance(event))
        for event in (events.left_forced, events.left_by_choice, events.passes_goal)
    )
    changes_lead, passes_goal = (
        over_games(chain.per_throw(event)) for event in (events.changes_lead, events.passes_goal)
    )
    settled = over_games(_settled(chain, events.changes_lead))
    durations = Durations(chain, [game.start for game in begun], CIRCLING_THROWS)
    long, (mover, either) = keep(chain.by_node(durations.long)), _one_left(graph)
    last_counter = over_games(mover.astype(np.float64))
    circling, from_start = at_starts(_circling(chain, either, long)), at_starts(long)
    found = []
    for number, (game, its) in enumerate(zip(begun, sums, strict=True)):
        start, throws = game.start, float(visits[number].sum())
        a_throw = 1 / throws if throws else 0.0
        lengths = durations.quantiles(start, throws, game.positions)
        durations.check_mean(start, throws)
        stakes = np.cumsum(its.stakes[::-1])[::-1] * a_throw
        measures = Measures(
            first_player=float(solution.values[start]),
            draws=draws[number],
            throws=throws,
            lengths=lengths or _played_lengths(solution, backup, start, games, seed),
            turns_with_choice=its.with_choice * a_throw,
            choices=its.choices * a_throw,
            stake=its.stake * a_throw,
            stake_median=_stake_at(stakes, 0.5),
            stake_high=_stake_at(stakes, 0.05),
            stakes=tuple(float(stakes[round(stake * STAKE_BINS) + 1]) for stake in STAKES),
            luck=its.luck * a_throw,
            lead_changes=changes_lead[number],
            throws_after_turning=settled[number],
            drama=drama[number] * a_throw,
            left_forced=its.left_forced,
            left_by_choice=its.left_by_choice,
            left_forced_in_100=100 * its.left_forced * a_throw,
            left_by_choice_in_100=100 * its.left_by_choice * a_throw,
            games_left_forced=left_forced[number],
            games_left_by_choice=left_by_choice[number],
            forced_cost=its.forced_cost / its.left_forced if its.left_forced else 0.0,
            choice_gain=its.choice_gain / its.left_by_choice if its.left_by_choice else 0.0,
            last_counter_throws=last_counter[number] * a_throw,
            goal_passed=passes_goal[number],
            games_goal_passed=goal_passed[number],
            # From a start with one counter left, circling begins with the game.
            circling=from_start[number] if either[start] else circling[number],
            yardsticks=yardsticks[number],
        )
        found.append(measures)
    return found


def _one_left(graph: Graph) -> tuple[Flags, Flags]:
    """The positions in which the mover has one counter left, and those in which either seat has."""
    mover, other = (Marks(graph).one_left.take(side) for side in graph.ranking.arrangements())
    return mover, mover | other


def _behind(chain: Chain) -> Values:
    """Return how far the eventual winner is behind, on average, in each position."""
    values = chain.solution.values
    lead = 2 * values - 1
    # Of a mover who is behind, the chance to win all the same; of one who is ahead, the other's.
    upset = np.where(lead < 0, values, 1 - values) - chain.draws / 2
    return upset * np.abs(lead)


def against_best(solution: Solution, backup: Backups, player: Player, games: int, seed: int) -> Figure:
    """The best player's chance against another one; sampled in the largest games."""
    graph = solution.graph
    return _against(solution, backup, player, [Begun(graph.start, graph.nodes)], games, seed)[0]


def _yardsticks(
    solution: Solution, backup: Backups, begun: Sequence[Begun], games: int, seed: int
) -> list[tuple[Figure, ...]]:
    """Return for each game the best player's chance against each of YARDSTICKS."""
    by_player = [
        _against(solution, backup, rule_player(rule, solution.graph, backup), begun, games, seed)
        for rule in YARDSTICKS
    ]
    return list(zip(*by_player, strict=True))


def _against(
    solution: Solution, backup: Backups, player: Player, begun: Sequence[Begun], games: int, seed: int
) -> list[Figure]:
    graph, best = solution.graph, Best(solution, backup)
    small = any(game.positions <= MAX_COMPUTED for game in begun)
    chances = chances_between(graph, best, player) if small else None
    found = []
    for game in begun:
        if chances is not None and game.positions <= MAX_COMPUTED:
            found.append(Figure(float(chances[game.start])))
            continue
        sample = mean(play_match(replace(graph, start=game.start), best, player, games, seed).points)
        found.append(Figure(sample.value, sample.standard_error))
    return found


def _turn_by_turn(chain: Chain, visits: Sequence[Values]) -> tuple[list[TurnSums], _Events]:
    """Return the sums over all turns in games with these visits, and the events in them."""
    events = _Events(*np.zeros((4, *chain.solution.policy.shape), dtype=np.bool_))
    sums = [TurnSums() for _ in visits]
    for block in turns(chain.solution):
        events.left_forced[block.nodes] = block.leaves & ~block.could_stay
        events.left_by_choice[block.nodes] = block.leaves & block.could_stay
        events.changes_lead[block.nodes] = block.changes_lead
        events.passes_goal[block.nodes] = block.passes_goal
        for its, came in zip(sums, visits, strict=True):
            its.add(block, chain.solution.values, came, chain.graph.weights)
        chain.graph.pages.release()
    keep = chain.graph.pages.keep
    return sums, _Events(*(keep(getattr(events, field.name)) for field in fields(events)))


def _stake_at(tail: Values, share: float) -> float:
    """Return the least stake that at most a share of the turns exceed (`tail`: turns from each bin on)."""
    return float(np.argmax(tail[1:] <= share)) / STAKE_BINS


def _played_lengths(solution: Solution, backup: Backups, start: int, games: int, seed: int) -> Quantiles:
    """The quantiles of the lengths of games that are played."""
    best = Best(solution, backup)
    match = play_match(replace(solution.graph, start=start), best, best, games, seed)
    return sampled_quantiles(match.throws)


def _settled(chain: Chain, changes: Flags) -> Values:
    """Return for each position the chance that the lead changes neither with its throw nor later."""
    return chain.total(chain.per_throw(~chain.leads_to(chain.throwing) & ~changes), changes)


def _circling(chain: Chain, one_left: Flags, long: Values) -> Values:
    """The share of games that last more than CIRCLING_THROWS after a seat first has one counter left."""
    from_there = one_left & chain.throwing
    return chain.total(chain.mean_after(np.where(from_there, long, 0.0)), chain.leads_to(from_there))
