"""The rules as lookup tables, so that numpy can play many games at once.

A game is two integers, the mover's arrangement and the other seat's.
What a throw allows splits into what the mover's own counters allow and what the other's counters leave open,
each a table over one arrangement; the two are sets of moves written as bits, and their intersection is looked
up once more for duties (entering first, leaving the goal half last) and choices to decline.

The tables are filled from companion.game.landing and legality, so no rule of landing is written down twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.arrangements import HAND, HOME, Arrangements, Indices, slots_of
from companion.game import COUNTERS, GOAL_HALF, OWN_HALF, Rules
from companion.game.landing import goal_is_shut, is_hit, other_obstacle, own_obstacle
from companion.game.legality import earns_throw, has_gathered
from companion.game.rulesets.rules import Entering, Goal, Leaving, Zugzwang

_COUNTS = range(COUNTERS + 1)

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Plies:
    """The result of one ply in each of n games; every array has shape (n,).

    `mover` and `other` are the arrangements of the seat that threw and of the other one after the ply. What
    the rules never let happen is None: another throw, declining, hits.
    """

    mover: Indices
    other: Indices
    again: Flags | None
    won: Flags
    passed: Flags
    zugzwang: Flags
    declined: Flags | None
    hit: Flags | None


class Tables:
    """The lookup tables of one set of rules; `act` plays one choice in each of many games.

    `counts` (a row for each arrangement) has how many counters are on each of the twelve places, `gathered`
    how many count towards the win, `won` whether the seat wins when it has thrown, and `over` whether it has
    won after either seat's throw. The other tables are described where they are filled; those of what the
    rules never let happen are None.

    `along` are sets that differ from the rules in their starts alone, each with counters only where these
    rules can put them: what can be reached from there counts as reached, too.
    """

    def __init__(self, rules: Rules, along: Sequence[Rules] = ()) -> None:
        self.rules, self._along = rules, along
        self.arrangements = Arrangements(rules)
        self.counts = self.arrangements.counts
        self.gathered = self.arrangements.gathered()
        self.slots = slots_of(self.arrangements.places, rules)
        self._decline, self._pass = len(self.slots), len(self.slots) + 1
        self._may_decline = rules.last_may_stay or rules.zugzwang is Zugzwang.MAY_PASS
        self.max_choices = COUNTERS * (2 if rules.larger_throw_enters else 1) + self._may_decline
        self._fill_turns()
        self._fill_choices()
        self._fill_effects()

    def start(self) -> int:
        """The arrangement of either seat before the first throw."""
        return self.arrangements.start(self.rules)

    def starts(self) -> list[int]:
        """The arrangement before the first throw of the rules, and of every set along with them."""
        return [self.arrangements.start(rules) for rules in (self.rules, *self._along)]

    def turn(self, mover: Indices, other: Indices, face: Indices | int) -> Indices:
        """Return a mover's choices for a face, as a number that `n_choices` and `act` understand."""
        turn = self.allowed.take(mover * self.n_faces + face)
        turn &= self.opened.take(other * self.n_faces + face)
        return turn

    def n_choices(self, turn: Indices) -> Indices:
        """Return the number of choices in each turn: moves and declining, or one, to pass."""
        return self.choices_of.take(turn)

    def act(
        self, mover: Indices, other: Indices, face: Indices | int, turn: Indices, choice: Indices | int
    ) -> Plies:
        """Play the choice of that number, counted from 0, in every turn."""
        action = self.chosen.take(turn * self.max_choices + choice).astype(np.intp)
        effect = action * self.n_faces + face
        after = self.after.take(mover * self.n_effects + effect).astype(np.intp)
        zugzwang = self._is_zugzwang.take(turn)
        declined = None
        if self._may_decline:
            declined = action == self._decline
            zugzwang &= ~declined
        won = self.won.take(after)
        hit = None
        if self.hits_at is not None:
            hit_after = self.hits_at.take(other * 11 + self.lands.take(effect)).astype(np.intp)
            hit = hit_after != other
            other = hit_after
        again = None
        if self.earns is not None:
            again = self.earns.take(effect) & ~won
        return Plies(after, other, again, won, action == self._pass, zugzwang, declined, hit)

    def nobody_can_move(self, one: Indices, two: Indices) -> Flags:
        """True if no throw lets either seat move, for arrangements of the two seats."""
        stuck = np.ones(len(one), dtype=np.bool_)
        for face in range(self.n_faces):
            for mover, other in ((one, two), (two, one)):
                stuck &= self.chosen.take(self.turn(mover, other, face) * self.max_choices) == self._pass
        return stuck

    def reached_alone(self) -> Flags:
        """Return the arrangements that a seat can reach, whatever the other seat's counters are."""
        reached = np.zeros(len(self.counts), dtype=np.bool_)
        new = np.unique(self.starts())
        after = self.after.reshape(len(self.counts), -1)
        slots = np.repeat(np.arange(len(self.slots)), self.n_faces)
        allowed = np.tile(self.allowed.reshape(len(self.counts), -1), len(self.slots)) >> slots & 1 > 0
        while len(new):
            reached[new] = True
            following = np.zeros_like(reached)
            new = new[~self.over[new]]
            following[after[new, : allowed.shape[1]][allowed[new]]] = True
            if self.hits_at is not None:
                following[self.hits_at.reshape(-1, 11)[new]] = True
            new = np.flatnonzero(following & ~reached)
        return reached

    def _fill_turns(self) -> None:
        """Return the slots that an arrangement allows its seat and leaves open to the other, for each face.

        Above the bits of the slots lie bits for what duties, where there are such, need to know.
        """
        rules, counts, faces = self.rules, self.counts, self.rules.die.faces
        self.n_faces = len(faces)
        self._reserve_bit = int(rules.entry is Entering.MUST_ELSE_PASS) << len(self.slots)
        self._stay_bit = int(rules.last_may_stay) << (len(self.slots) + 1)
        self._leaving_shift = len(self.slots) + (2 if rules.last_may_stay else 1 if self._reserve_bit else 0)
        allowed = np.zeros((len(counts), len(faces)), dtype=np.intp)
        free = np.full((len(counts), len(faces)), -1, dtype=np.intp)
        # Throws that take counters off the sacred line from the same slots share one pattern.
        leaving = [
            sum(1 << number for number, slot in enumerate(self.slots) if slot.leaves_sacred_line(face))
            for face in range(len(faces))
        ]
        self._leaving_patterns = sorted(set(leaving))
        for face in range(len(faces)):
            for number, slot in enumerate(self.slots):
                target = slot.targets[face]
                if target < 0:
                    continue
                may = counts[:, slot.place] > 0
                may &= self._by_count(target, [own_obstacle(target, n, rules) is None for n in _COUNTS])
                if slot.place == HOME:
                    may &= counts[:, OWN_HALF] == 0
                allowed[:, face] |= may.astype(np.intp) << number
                obstacles = [other_obstacle(target, n, rules, entering=slot.place == HAND) for n in _COUNTS]
                shut = self._by_count((target + 5) % 10, [obstacle is not None for obstacle in obstacles])
                if slot.place == GOAL_HALF:
                    shut |= self._by_count(OWN_HALF, [goal_is_shut(n, rules) for n in _COUNTS])
                free[:, face] &= ~(shut.astype(np.intp) << number)
            allowed[:, face] |= self._leaving_patterns.index(leaving[face]) << self._leaving_shift
        allowed[counts[:, HAND] + counts[:, HOME] > 0] |= self._reserve_bit
        allowed[(self.gathered == COUNTERS - 1) & (counts[:, HAND] == 0)] |= self._stay_bit
        self.allowed, self.opened = allowed.ravel(), free.ravel()

    def _by_count(self, place: int, truth: list[bool]) -> Flags:
        """Return for every arrangement what is true of its number of counters on a place."""
        flags: Flags = np.array(truth)[self.counts[:, place]]
        return flags

    def _fill_choices(self) -> None:
        """Fill in what the player may do for every set of open slots: the duties of the rules."""
        rules = self.rules
        turns = np.arange(len(self._leaving_patterns) << self._leaving_shift)
        slots = turns & ((1 << len(self.slots)) - 1)
        entering = sum(1 << n for n, slot in enumerate(self.slots) if slot.place in (HAND, HOME))
        from_goal = sum(1 << n for n, slot in enumerate(self.slots) if slot.place == GOAL_HALF)
        if rules.entry in (Entering.MUST_ELSE_MOVE, Entering.MUST_ELSE_PASS):
            can_enter = slots & entering != 0
            if rules.entry is Entering.MUST_ELSE_PASS:
                slots[(turns & self._reserve_bit != 0) & ~can_enter] = 0
            slots[can_enter] &= entering
        if rules.leaving is Leaving.LAST_RESORT:
            slots[slots & ~from_goal != 0] &= ~from_goal
        leaving = np.array(self._leaving_patterns)[turns >> self._leaving_shift]
        all_leave = (slots != 0) & (slots & ~leaving == 0)
        gathered = leaving if rules.goal is Goal.ANYWHERE else leaving & from_goal
        self._is_zugzwang = all_leave & (slots & ~gathered == 0)
        declines = turns & self._stay_bit != 0
        if rules.zugzwang is Zugzwang.MAY_PASS:
            declines |= all_leave
        declines &= slots != 0
        # Every choice is one bit: the slots, then to decline, then to pass.
        left = slots | declines.astype(np.intp) << self._decline | (slots == 0).astype(np.intp) << self._pass
        self.choices_of = np.zeros(len(turns), dtype=np.intp)
        columns = []
        # More bits than a seat can have choices are set only in turns that never come up.
        for _ in range(self.max_choices):
            lowest = left & -left
            self.choices_of += lowest != 0
            columns.append(np.frexp(lowest)[1].astype(np.int8) - 1)
            left ^= lowest
        self.chosen = np.stack(columns, axis=1).ravel()

    def _fill_effects(self) -> None:
        """Fill in what every action does to the arrangements of the mover and of the other seat."""
        rules, counts = self.rules, self.counts
        n_actions = len(self.slots) + 2
        self.n_effects = n_actions * self.n_faces
        after = np.repeat(np.arange(len(counts))[:, None], self.n_effects, axis=1)
        lands = np.full(self.n_effects, 10)
        for number, slot in enumerate(self.slots):
            for face, target in enumerate(slot.targets):
                if target < 0:
                    continue
                effect = number * self.n_faces + face
                lands[effect] = target
                has = counts[:, slot.place] > 0
                moved = counts[has]
                moved[:, slot.place] -= 1
                moved[:, target] += 1
                after[has, effect] = self.arrangements.numbers(moved)
        self.after, self.lands = after.astype(np.int16).ravel(), lands
        self.over = self.gathered >= rules.to_win
        self.won = np.array([has_gathered(self.arrangements.counters(n), rules) for n in range(len(counts))])
        earns = np.array([target < 10 and earns_throw(int(target), rules) for target in lands])
        self.earns = earns if earns.any() else None
        self.hits_at = self._fill_hits() if rules.hitting else None

    def _fill_hits(self) -> NDArray[np.int16]:
        """The other seat's arrangement after the mover lands on each index of its ring; 10 is no landing."""
        after = np.repeat(np.arange(len(self.counts))[:, None], 11, axis=1)
        for target in range(10):
            point = (target + 5) % 10
            hit = self._by_count(point, [is_hit(target, n, self.rules) for n in _COUNTS])
            counts = self.counts[hit]
            counts[:, point] -= 1
            counts[:, HAND] += 1
            after[hit, target] = self.arrangements.numbers(counts)
        return after.astype(np.int16).ravel()
