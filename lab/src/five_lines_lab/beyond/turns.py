"""Legal turns on a board of any size, and their results.

Who may land on a point is asked of `companion.game.landing`, by what the point is; the rest of the rules is
written here for any number of lines. With five lines, one die and no option of a variant every turn is that
of `companion.game`.

A counter that goes the whole round ends where it stood: its own point counts as empty for it. With two dice a
player chooses which one to play first; each moves one counter, the same or another, by the rules for one die.
As many of the two as possible must be played. A win ends the turn, and an extra throw is of both dice.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from companion.game.board import GOAL_HALF, OWN_HALF
from companion.game.errors import GameError
from companion.game.landing import goal_is_shut, is_hit, other_obstacle, own_obstacle
from companion.game.legality import earns_throw
from companion.game.rulesets.rules import EndTest, Entering, Goal, Leaving, Rules, Start, Zugzwang
from five_lines_lab.beyond.variant import BearOff, Variant
from five_lines_lab.perft import Perft

Side = tuple[int, ...]
"""One seat's counters: the number at each index of its own ring, then in hand, then waiting at home."""

Throw = tuple[int, ...]
"""The faces of one die or two, in ascending order."""

_ORDINARY = 0  # the index of an ordinary point on the board of five lines
_FREE, _HIT, _BARRED = range(3)


class Result(NamedTuple):
    """One result of a turn: both seats' counters, and whether the mover has won or throws again."""

    mover: Side
    other: Side
    again: bool
    won: bool


class MoveGenerator:
    """Generates the turns of a variant; `throws` are all throws with their chances.

    Raises GameError if nobody can ever move from the start.
    """

    def __init__(self, variant: Variant) -> None:
        self.variant, self.lines, self.points = variant, variant.lines, 2 * variant.lines
        self.own_half, self.goal = variant.lines // 2, variant.lines // 2 + variant.lines
        self.hand, self.home = self.points, self.points + 1
        self._entries = (self.hand, self.goal) if variant.middle_returns else (self.hand,)
        out_of_play = replace(variant.rules, leaving=Leaving.NEVER)
        self._rules = out_of_play if variant.bear_off else variant.rules
        self._fill_landings(out_of_play if variant.middle_returns else self._rules)
        die = variant.rules.die
        self._ways = {
            (source, face): self._targets(source, face)
            for source in range(self.points + 2)
            for face in die.faces
        }
        chances = [weight / sum(die.weights) for weight in die.weights]
        faces = list(zip(die.faces, chances, strict=True))
        self.throws: tuple[tuple[Throw, float], ...] = tuple(((face,), chance) for face, chance in faces)
        if variant.dice == 2:
            self.throws = tuple(
                ((one, two), chance * other * (1 + (one < two)))
                for one, chance in faces
                for two, other in faces
                if one <= two
            )
        if self.is_dead(self.start(), self.start()):
            raise GameError(f"{variant.rules.name}, {variant.title}: nobody can ever move from the start")

    def start(self) -> Side:
        """Return either seat's counters before the first throw."""
        counters = self.variant.counters
        side = [0] * (self.points + 2)
        match self._rules.start:
            case Start.FULL:
                side[: self.lines] = [1] * self.lines
            case Start.HAND:
                side[self.hand] = counters
            case Start.HOME:
                side[self.own_half], side[self.home] = 1, counters - 1
            case Start.OWN_SACRED:
                side[self.own_half] = counters
        return tuple(side)

    def results(self, mover: Side, other: Side, throw: Throw) -> tuple[Result, ...]:
        """Return everything that a throw can lead to, each once; passing, where nothing can move."""
        turns = self._one(mover, other, throw[0]) if len(throw) == 1 else self._two(mover, other, throw)
        return tuple(dict.fromkeys(result for result, _ in turns))

    def gathered(self, side: Side) -> int:
        """Return the number of a seat's counters that count towards the win."""
        return side[self.goal] + (side[self.own_half] if self._rules.goal is Goal.ANYWHERE else 0)

    def is_dead(self, one: Side, two: Side) -> bool:
        """True if no throw lets either seat change anything, so that the game is a draw."""
        return all(
            (result.mover, result.other) == (mover, other)
            for mover, other in ((one, two), (two, one))
            for throw, _ in self.throws
            for result in self.results(mover, other, throw)
        )

    def _two(self, mover: Side, other: Side, throw: Throw) -> Iterable[tuple[Result, int]]:
        """Return the results of two dice in either order, of those orders that play the most dice."""
        found: list[tuple[Result, int]] = []
        for first, second in dict.fromkeys((throw, throw[::-1])):
            for one, played in self._one(mover, other, first):
                if one.won:
                    found.append((one, 2))
                    continue
                for two, more in self._one(one.mover, one.other, second):
                    again = (one.again or two.again) and not two.won
                    found.append((two._replace(again=again), played + more))
        most = max(played for _, played in found)
        return [turn for turn in found if turn[1] == most]

    def _one(self, own: Side, other: Side, face: int) -> list[tuple[Result, int]]:
        """Return the results of one die, each with the number of dice played: 0 for a pass, else 1."""
        rules = self._rules
        entering = self._steps((self.hand,), own, other, face)
        # A counter on the point keeps those that wait behind it from leaving.
        entering += [] if own[self.own_half] else self._steps((self.home,), own, other, face)
        reserve = own[self.hand] + own[self.home]
        if reserve and entering and rules.entry is not Entering.FREE:
            steps = entering
        elif reserve and rules.entry is Entering.MUST_ELSE_PASS:
            steps = []
        else:
            around = [place for place in range(self.points) if place != self.goal]
            steps = entering + self._steps(around, own, other, face)
            if rules.leaving is Leaving.FREE or (rules.leaving is Leaving.LAST_RESORT and not steps):
                steps += self._leaving(own, other, face)
        results = [(self._move(own, other, *step), 1) for step in steps]
        if not steps or self._may_decline(own, steps):
            results.append((Result(own, other, again=False, won=self._wins(own)), bool(steps)))
        return results

    def _steps(self, sources: Iterable[int], own: Side, other: Side, face: int) -> list[tuple[int, int]]:
        """Return source and target of the moves from some places."""
        return [
            (source, target)
            for source in sources
            if own[source]
            for target in self._ways[source, face]
            if not self._own_bars[target][own[target] - (source == target)]
            and self._meets[source in self._entries][target][self._facing(other, target)] != _BARRED
        ]

    def _leaving(self, own: Side, other: Side, face: int) -> list[tuple[int, int]]:
        returns = self.variant.middle_returns
        if own[self.hand] if returns else self._shuts[other[self.own_half]]:
            return []
        return self._steps((self.goal,), own, other, face)

    def _move(self, own: Side, other: Side, source: int, target: int) -> Result:
        mover, foe = list(own), list(other)
        mover[source] -= 1
        mover[target] += 1
        if self._meets[source in self._entries][target][self._facing(other, target)] == _HIT:
            foe[(target + self.lines) % self.points] -= 1
            foe[self.hand] += 1
        after = tuple(mover)
        won = self._wins(after)
        return Result(after, tuple(foe), self._earns[target] and not won, won)

    def _facing(self, other: Side, index: int) -> int:
        """Return the number of the other seat's counters at an index of the mover's ring."""
        return other[(index + self.lines) % self.points]

    def _wins(self, side: Side) -> bool:
        by_board = self._rules.end_test is EndTest.ON_BOARD
        need = self.variant.counters - side[self.hand] if by_board else self.variant.to_win
        return self.gathered(side) >= need

    def _may_decline(self, own: Side, steps: list[tuple[int, int]]) -> bool:
        rules = self._rules
        if rules.last_may_stay and not own[self.hand] and self.gathered(own) == self.variant.counters - 1:
            return True
        sacred = (self.own_half, self.goal)
        return rules.zugzwang is Zugzwang.MAY_PASS and all(
            source in (*sacred, self.home) and target not in sacred for source, target in steps
        )

    def _targets(self, source: int, face: int) -> tuple[int, ...]:
        """Return the indices to which a face takes a counter from a place, if nothing is in its way."""
        if source in self._entries:
            way, target = self.goal + 1, (face - 1) % self.points
        else:
            at = self.own_half if source == self.home else source
            way, target = (self.goal - at) % self.points, (at + face) % self.points
        if self.variant.bear_off and way < face:
            return (self.goal,) if self.variant.bear_off is BearOff.LARGER else ()
        if self._rules.larger_throw_enters and source not in (self.hand, self.goal) and way < face:
            return target, self.goal
        return (target,)

    def _fill_landings(self, rules: Rules) -> None:
        """Fill in what landing meets at each index, by the counters that stand there."""
        counts, waiting = range(self.variant.counters + 1), self.variant.waiting
        kinds = {self.own_half: OWN_HALF, self.goal: GOAL_HALF}
        indices = [kinds.get(index, _ORDINARY) for index in range(self.points)]
        self._earns = [earns_throw(index, rules) for index in indices]
        self._shuts = [goal_is_shut(n, rules) for n in counts]
        self._own_bars = [[own_obstacle(index, n, rules) is not None for n in counts] for index in indices]
        if waiting is not None:
            self._own_bars[self.own_half] = [n >= waiting for n in counts]
        self._meets = [
            [
                [
                    _BARRED
                    if other_obstacle(index, n, rules, entering=enters) is not None
                    else _HIT
                    if is_hit(index, n, rules)
                    else _FREE
                    for n in counts
                ]
                for index in indices
            ]
            for enters in (False, True)
        ]


def perft(turns: MoveGenerator, depth: int) -> Perft:
    """Count the tree of a depth from the start, as `five_lines_lab.perft` does.

    Whatever a throw can lead to is one choice, and two dice are one throw, whichever shows which face.
    """
    limit = turns.variant.rules.limit
    open_nodes = Counter({(turns.start(), turns.start(), True): 1})
    ended: Counter[tuple[Side, Side, bool]] = Counter()
    for _ in range(depth if limit is None else min(depth, limit)):
        following: Counter[tuple[Side, Side, bool]] = Counter()
        for (mover, other, is_a), lines in open_nodes.items():
            if turns.is_dead(mover, other):
                ended[mover, other, is_a] += lines
                continue
            for throw, _ in turns.throws:
                for result in turns.results(mover, other, throw):
                    after = result.mover, result.other, is_a
                    node = after if result.again else (after[1], after[0], not is_a)
                    (ended if result.won else following)[node] += lines
        open_nodes = following
    ends = open_nodes.keys() | ended.keys()
    return Perft(depth, open_nodes.total() + ended.total(), len(ends))
