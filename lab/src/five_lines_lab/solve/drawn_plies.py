"""Plies of many games at once, drawn as the die falls and with every choice as likely."""

import math

import numpy as np

from companion.analysis.solve.arrangements import Indices
from companion.analysis.solve.rule_tables import Plies, Tables
from companion.game import Rules


class DrawnPlies(Tables):
    """The lookup tables of one set of rules; `ply` plays one throw of many games."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._weighed_faces = np.repeat(np.arange(len(rules.die.faces)), rules.die.weights)
        # Every number of choices divides this, so that a choice can be drawn evenly.
        self.shares = math.lcm(*range(1, self.max_choices + 1))

    def draw(self, random: np.random.Generator, games: int) -> tuple[Indices, Indices]:
        """Draw a face by the weights of the die, and an even share, for each game."""
        ends = len(self._weighed_faces) * self.shares
        # The narrowest numbers that do are drawn twice as fast.
        drawn = random.integers(0, ends, games, dtype=np.uint16 if ends < 2**16 else np.uint32)
        weighed = drawn // self.shares
        return self._weighed_faces.take(weighed), drawn - weighed * self.shares

    def ply(self, mover: Indices, other: Indices, face: Indices, share: Indices) -> Plies:
        """Play one throw in every game.

        `face` numbers the die's faces; `share`, a number below `shares`, picks among what the player may do.
        """
        turn = self.turn(mover, other, face)
        return self.act(mover, other, face, turn, share * self.n_choices(turn) // self.shares)
