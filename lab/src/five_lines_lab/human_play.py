"""The computer's error model with two rules of thumb, fitted to the choices of people in recorded games.

A player chooses among what a throw allows with weights exp(-loss / temperature - keeps * leaves + seeks *
gathers), where a choice gives away `loss` of the chance, and `leaves` and `gathers` are 1 if it takes a
counter off the goal half or brings one there. The computer's levels are such players without rules of thumb.
Source: McFadden, Conditional logit analysis of qualitative choice behavior, 1974.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf

import numpy as np

from companion.analysis.play.opponent import best_of
from companion.analysis.play.value_table import Prospect, ValueTable
from companion.analysis.solve.arrangements import Indices
from companion.analysis.solve.backups import Values
from companion.analysis.solve.rule_tables import Flags
from companion.game import (
    GOAL_HALF,
    Action,
    GameRecord,
    Move,
    Seat,
    index_of,
    legal_moves,
    play,
    start_position,
)
from companion.game.levels import LEVELS, Strength

_PRIOR = np.array([1000.0, 10.0, 10.0])
"""Standard deviations of what is known beforehand; they keep finite what the games say nothing of."""

_NORMAL_95 = 1.959964
_PARTS = 5
"""Parts into which games are divided, each predicted from the others."""
_MAX_STEPS = 100
_SMALL_STEP = 1e-9

PEOPLE = "people"
"""The name of players whom their game does not name."""


@dataclass(frozen=True)
class Interval:
    """An estimate with the ends of its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class HumanPlay:
    """One player's play, fitted to all choices in some games.

    `games` are those with a choice. `temperature` is a chance to win, infinite for play at random. `log_loss`
    is the mean of -ln(chance that was given to what was chosen), each part of the games predicted from the
    others (None with one game); `level` predicts best of the computer's levels, with `level_log_loss`.
    """

    games: int
    choices: int
    temperature: Interval
    keeps_goal: Interval
    seeks_goal: Interval
    log_loss: float | None
    level: str
    level_log_loss: float

    @property
    def habits(self) -> tuple[Interval, Interval, Interval]:
        """The three figures that a person's name is written with."""
        return self.temperature, self.keeps_goal, self.seeks_goal


@dataclass(frozen=True)
class Choices:
    """The turns of one player in which there was a choice.

    `features`, of shape (options of all turns, 3), are minus the loss, minus leaving the goal and gathering;
    `counts` are the options of each turn, `chosen` numbers the chosen one, and `games` the game.
    """

    features: Values
    counts: Indices
    chosen: Indices
    games: Indices

    def part(self, turns: Flags) -> "Choices":
        """Return some of the turns."""
        options = np.repeat(turns, self.counts)
        return Choices(self.features[options], self.counts[turns], self.chosen[turns], self.games[turns])

    def __len__(self) -> int:
        """The number of turns."""
        return len(self.chosen)

    @property
    def firsts(self) -> Indices:
        """The first option of each turn."""
        return np.cumsum(self.counts) - self.counts

    @property
    def taken(self) -> Indices:
        """The chosen option of each turn."""
        return self.firsts + self.chosen

    def log_chances(self, weights: Values) -> Values:
        """Return the logarithm of the chance of each option under weights of the features."""
        utilities = self.features @ weights
        utilities -= np.repeat(np.maximum.reduceat(utilities, self.firsts), self.counts)
        sums = np.add.reduceat(np.exp(utilities), self.firsts)
        found: Values = utilities - np.log(np.repeat(sums, self.counts))
        return found

    def level_log_loss(self, strength: Strength) -> float:
        """Return the log loss of one of the computer's levels; infinite if it never does what was done."""
        weights = np.array([strength.weight(-worth) for worth in self.features[:, 0]])
        shares = weights[self.taken] / np.add.reduceat(weights, self.firsts)
        with np.errstate(divide="ignore"):
            return float(-np.log(shares).mean())


def choices_of(games: Iterable[GameRecord], table: ValueTable) -> dict[str, Choices]:
    """Return the choices of every player by name, in games of the table's rules."""
    turns: dict[str, list[tuple[list[tuple[float, int, int]], int, int]]] = {}
    for number, game in enumerate(games):
        position, names = start_position(game.rules), dict(zip(Seat, game.players, strict=True))
        for turn in game.turns:
            legal = legal_moves(position, turn.seat, turn.throw, game.rules)
            if len(legal.choices) > 1:
                options = _options(table.prospects(position, legal))
                own = turns.setdefault(names[turn.seat] or PEOPLE, [])
                own.append((options, legal.choices.index(turn.action), number))
            position = play(position, turn.action)
    return {name: _as_arrays(own) for name, own in turns.items()}


def human_play(choices: Choices, strengths: Sequence[Strength]) -> HumanPlay:
    """Fit one player's play; the strengths are those of LEVELS in this game."""
    weights, errors = _fit(choices)
    reach = _NORMAL_95 * errors
    sharpness, keeps, seeks = (
        Interval(*map(float, ends)) for ends in zip(weights, weights - reach, weights + reach, strict=True)
    )
    temperature = Interval(*map(_inverse, (sharpness.value, sharpness.high, sharpness.low)))
    by_level = [choices.level_log_loss(strength) for strength in strengths]
    best = int(np.argmin(by_level))
    games = len(set(choices.games))
    log_loss = _predicted(choices) if games > 1 else None
    return HumanPlay(
        games, len(choices), temperature, keeps, seeks, log_loss, LEVELS[best].name, by_level[best]
    )


def _options(prospects: tuple[Prospect, ...]) -> list[tuple[float, int, int]]:
    """Return the features of what can be done in a turn."""
    best = best_of(prospects).chance
    return [(it.chance - best, -_leaves_goal(it.action), _gathers(it.action)) for it in prospects]


def _leaves_goal(action: Action) -> bool:
    return isinstance(action, Move) and action.leaves_goal_half


def _gathers(action: Action) -> bool:
    return isinstance(action, Move) and index_of(action.seat, action.target) == GOAL_HALF


def _as_arrays(turns: Sequence[tuple[list[tuple[float, int, int]], int, int]]) -> Choices:
    options, chosen, games = zip(*turns, strict=True)
    features = np.array(list(chain.from_iterable(options)), dtype=float)
    return Choices(features, np.array([len(it) for it in options]), np.array(chosen), np.array(games))


def _inverse(sharpness: float) -> float:
    return 1 / sharpness if sharpness > 0 else inf


def _fit(choices: Choices) -> tuple[Values, Values]:
    """Return the likeliest weights of the features, by Newton's method, and their standard errors."""
    features, taken = choices.features, choices.features[choices.taken]
    weights = np.zeros(len(_PRIOR))

    def fitness(weights: Values) -> float:
        likelihood = choices.log_chances(weights)[choices.taken].sum()
        return float(likelihood - ((weights / _PRIOR) ** 2).sum() / 2)

    for _ in range(_MAX_STEPS):
        chances = np.exp(choices.log_chances(weights))[:, None]
        means = np.add.reduceat(chances * features, choices.firsts)
        information = (chances * features).T @ features - means.T @ means + np.diag(_PRIOR**-2)
        step = np.linalg.solve(information, (taken - means).sum(axis=0) - weights / _PRIOR**2)
        now = fitness(weights)
        while fitness(weights + step) < now and np.abs(step).max() > _SMALL_STEP:
            step /= 2
        weights = weights + step
        if np.abs(step).max() <= _SMALL_STEP * max(1.0, np.abs(weights).max()):
            break
    return weights, np.sqrt(np.diag(np.linalg.inv(information)))


def _predicted(choices: Choices) -> float:
    """Return the log loss of each part of the games, as fitted to the others."""
    parts = np.unique(choices.games, return_inverse=True)[1] % _PARTS
    lost = 0.0
    for part in np.unique(parts):
        weights, _ = _fit(choices.part(parts != part))
        held_out = choices.part(parts == part)
        lost -= held_out.log_chances(weights)[held_out.taken].sum()
    return float(lost / len(choices))
