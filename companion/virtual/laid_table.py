"""A virtual table that is only laid and photographed: nobody plays there."""

from companion.game import Halves
from hardware.camera.camera import FrameSource
from hardware.virtual_table.table import VirtualCamera, virtual_table


class LaidTable:
    """A table whose details a seed settles."""

    def __init__(self, seed: int) -> None:
        self._table = virtual_table(seed)

    def lay(self, halves: Halves) -> None:
        """Have this lie on the board, and all other counters beside it."""
        self._table.lay(halves)

    def camera(self) -> FrameSource:
        """The camera over it, open."""
        return VirtualCamera(self._table)
