"""One seat's counters as one integer, its arrangement.

It numbers the multisets of five counters over the ten points of the seat's own ring, hand and home, of those
places at which the rules can put counters.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from companion.game import COUNTERS, GOAL_HALF, OWN_HALF, Counters, Rules, counters_home, start_position
from companion.game.landing import SACRED
from companion.game.legality import targets
from companion.game.rulesets.rules import Leaving, Start

HAND, HOME = 10, 11
_PLACES = 12

Indices = NDArray[np.intp]


class Arrangements:
    """All arrangements under one set of rules; `counts` has a row for each: counters on the twelve places."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.places = (
            *range(10),
            *([HAND] if rules.start is Start.HAND or rules.hitting else []),
            *([HOME] if rules.start is Start.HOME else []),
        )
        chosen = np.array(list(combinations_with_replacement(self.places, COUNTERS)))
        counts = np.zeros((len(chosen), _PLACES), dtype=np.int64)
        for column in chosen.T:
            counts[np.arange(len(chosen)), column] += 1
        self.counts = counts[np.argsort(self._key(counts))]
        self._keys = self._key(self.counts)

    def __len__(self) -> int:
        return len(self.counts)

    def has(self, counters: Counters) -> bool:
        """True if counters are only where these rules can put them."""
        reserves = (HAND, counters.hand), (HOME, counters.home)
        return all(place in self.places or not standing for place, standing in reserves)

    def number(self, counters: Counters) -> int:
        """Return the integer that stands for one seat's counters."""
        return int(self.numbers(np.array([[*counters.ring, counters.hand, counters.home]]))[0])

    def numbers(self, counts: NDArray[np.int64]) -> Indices:
        """Return the integers that stand for rows of counts."""
        return np.searchsorted(self._keys, self._key(counts))

    def counters(self, number: int) -> Counters:
        """Return the counters that an integer stands for."""
        row = self.counts[number].tolist()
        return Counters(tuple(row[:10]), row[HAND], row[HOME])

    def start(self, rules: Rules) -> int:
        """The arrangement of either seat before the first throw of such rules, whatever their start."""
        return self.number(start_position(rules).a)

    def gathered(self) -> NDArray[np.int64]:
        """Return for every arrangement how many counters count towards the win."""
        return np.array([counters_home(self.counters(n), self.rules) for n in range(len(self))])

    @staticmethod
    def _key(counts: NDArray[np.int64]) -> NDArray[np.int64]:
        keys: NDArray[np.int64] = counts @ (COUNTERS + 1) ** np.arange(_PLACES)
        return keys


@dataclass(frozen=True)
class Slot:
    """One way for a counter to move: from a place (ring index, HAND or HOME), by the throw or onto the goal.

    `targets` has the ring index it reaches for each face of the die, -1 where a face doesn't offer it.
    """

    place: int
    targets: tuple[int, ...]

    def leaves_sacred_line(self, face: int) -> bool:
        """True if a face, by its number, takes a counter off the sacred line; HOME lies on it."""
        return self.place in (*SACRED, HOME) and self.targets[face] not in (*SACRED, -1)


def slots_of(places: Iterable[int], rules: Rules) -> list[Slot]:
    """Return the ways to move from places at which the rules can put counters."""
    faces = rules.die.faces
    slots = []
    for place in places:
        if place == GOAL_HALF and rules.leaving is Leaving.NEVER:
            continue
        if place == HAND:
            slots.append(Slot(HAND, tuple(face - 1 for face in faces)))
            continue
        reached = [targets(OWN_HALF if place == HOME else place, face, rules) for face in faces]
        slots.append(Slot(place, tuple(options[0] for options in reached)))
        if any(len(options) > 1 for options in reached):
            slots.append(Slot(place, tuple(options[1] if len(options) > 1 else -1 for options in reached)))
    return slots
