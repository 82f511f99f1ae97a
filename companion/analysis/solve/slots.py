"""The ways in which a counter can move under a set of rules, numbered from 0: the bits of a set of moves."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.analysis.solve.arrangements import HAND, HOME
from companion.game import GOAL_HALF, OWN_HALF, Rules
from companion.game.landing import SACRED
from companion.game.legality import targets
from companion.game.rules import Leaving


@dataclass(frozen=True, slots=True)
class Slot:
    """One way for a counter to move: from a place (ring index, HAND or HOME), by the throw or onto the goal.

    `targets` has the ring index it reaches for each face of the die, -1 where a face doesn't offer it.
    """

    place: int
    targets: tuple[int, ...]

    def leaves_sacred_line(self, face: int) -> bool:
        """Whether a face, by its number, takes a counter off the sacred line; HOME lies on it."""
        return self.place in (*SACRED, HOME) and self.targets[face] not in (*SACRED, -1)


def slots_of(places: Iterable[int], rules: Rules) -> list[Slot]:
    """The ways to move from places at which the rules can put counters."""
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
