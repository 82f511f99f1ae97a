"""The dice: their faces and how often each falls."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True, slots=True)
class Die:
    """A die shows one of its faces; each face falls in proportion to its integer weight."""

    name: str
    faces: tuple[int, ...]
    weights: tuple[int, ...]

    def throw(self, random: "Random") -> int:
        """One face, drawn with the given source of randomness."""
        rest = random.randrange(sum(self.weights))
        for face, weight in zip(self.faces, self.weights, strict=True):
            rest -= weight
            if rest < 0:
                return face
        raise AssertionError("the weights were summed wrongly")

    def __str__(self) -> str:
        return self.name


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
