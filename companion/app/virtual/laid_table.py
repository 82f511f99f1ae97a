"""A virtual table that is only laid and photographed, not played at."""

from companion.game import Halves
from hardware.camera.camera import FrameSource
from hardware.virtual_table.table import VirtualCamera, virtual_table


class LaidTable:
    """A table whose details follow from a seed."""

    def __init__(self, seed: int) -> None:
        self._table = virtual_table(seed)

    def lay(self, halves: Halves) -> None:
        """Lay this position, and all other counters beside the board."""
        self._table.lay(halves)

    def camera(self) -> FrameSource:
        """Return the open camera over the table."""
        return VirtualCamera(self._table)
