"""The dice: their faces and how often each falls."""

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.game.errors import NotationError

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True, slots=True)
class Die:
    """A die shows one of its faces; each face falls in proportion to its integer weight."""

    name: str
    faces: tuple[int, ...]
    weights: tuple[int, ...]

    def throw(self, random: "Random") -> int:
        """Return one face, drawn with the given source of randomness."""
        rest = random.randrange(sum(self.weights))
        for face, weight in zip(self.faces, self.weights, strict=True):
            rest -= weight
            if rest < 0:
                return face
        raise AssertionError("the weights were summed wrongly")

    def __str__(self) -> str:
        return self.name


MAX_WEIGHT = 2**16  # maximum sum of a die's weights: the electronic die draws from two bytes

_WEIGHED = re.compile(r"[0-9]{1,9}:[0-9]{1,9}(,[0-9]{1,9}:[0-9]{1,9})*")


def weighed_die(text: str, max_face: int = 6) -> Die:
    """Return the die that a text such as `1:10,2:39,3:41,4:10` describes, each face with its weight.

    Weights are shortened by what divides them all, so that a die has one name; those of a die in DICE make
    that one. Raises NotationError.
    """
    if not _WEIGHED.fullmatch(text):
        raise NotationError(f"{text!r} is no die; write each face with its weight, as in 1:10,2:39,3:41,4:10")
    pairs = sorted(
        (int(face), int(weight)) for face, _, weight in (it.partition(":") for it in text.split(","))
    )
    faces = tuple(face for face, _ in pairs)
    weights = tuple(weight for _, weight in pairs)
    if len(set(faces)) < len(faces) or len(faces) < 2 or not 1 <= faces[0] <= faces[-1] <= max_face:
        raise NotationError(f"the die {text}: it needs two faces or more, each once, from 1 to {max_face}")
    common = math.gcd(*weights)
    if min(weights) < 1 or sum(weights) // common > MAX_WEIGHT:
        raise NotationError(f"the die {text}: weights are 1 or more and add up to {MAX_WEIGHT} at most")
    weights = tuple(weight // common for weight in weights)
    for die in DICE.values():
        if (die.faces, die.weights) == (faces, weights):
            return die
    return Die(
        ",".join(f"{face}:{weight}" for face, weight in zip(faces, weights, strict=True)), faces, weights
    )


D6 = Die("d6", (1, 2, 3, 4, 5, 6), (1, 1, 1, 1, 1, 1))

DICE: dict[str, Die] = {
    die.name: die
    for die in (
        D6,
        Die("knucklebone", (1, 2, 3, 4), (1, 4, 4, 1)),
        Die("knucklebone-roman", (1, 3, 4, 6), (1, 4, 4, 1)),
        Die("painted-d6", (1, 2, 3, 4), (1, 2, 2, 1)),
    )
}
"""All dice by name. The knucklebones' weights and the painted die are those of the Board Game Geek article
"Use knucklebones instead of dice"."""
