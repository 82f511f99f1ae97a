"""The table outside, before the machine's camera: a virtual one, on which counters are moved by hand."""

from random import Random

import numpy as np

from bench.machine.machine import Machine
from companion.app.virtual.robot_hands import RobotHands, difference
from companion.game import Position
from companion.referee.events import Step
from hardware.virtual_table.table import VirtualTable, virtual_table

SEED, SIZE_WH = 1, (640, 480)
FILE = "table.bgr"
HAND_S = 0.6
"""Time for which a hand stays where it has laid a counter."""

NOISES = 2
"""Number of pictures of the same table, each with noise of its own, are seen by turns."""


def table_outside() -> VirtualTable:
    """The table, with all counters beside the board."""
    return virtual_table(SEED, SIZE_WH)


class Table:
    """The table before the machine's camera; `seed` draws the noise of its pictures."""

    def __init__(self, machine: Machine, seed: int) -> None:
        self._machine = machine
        self._random = Random(seed)
        self._table = table_outside()
        self._hands = RobotHands(self._table, HAND_S)
        self._show()

    def move(self, steps: list[Step]) -> None:
        """Move counters, one after another."""
        for wait_s in self._hands.move(steps[0].seat, steps) if steps else ():
            self._show()
            self._machine.go_on(wait_s)
        self._show()

    def lay(self, position: Position) -> None:
        """Lay the counters for a position."""
        self.move(difference(self._hands.seen(), position.halves()))

    def _show(self) -> None:
        pictures = [
            self._table.picture(self._table.scene, self._random.randrange(2**31)) for _ in range(NOISES)
        ]
        (self._machine.host / FILE).write_bytes(b"".join(map(np.ndarray.tobytes, pictures)))
        self._machine.work(show=FILE)
