"""Watch readings over time for a moved board, another camera, or a dirty lens."""

from collections import deque
from statistics import median

from companion.interface.faults import Fault
from companion.station.context import Context
from vision.reading import Cause, Reading

MOVED_S = 3.0
"""Seconds that a board must lie elsewhere or upside down to stop a game: people push it, and put it right."""

SPOT_S = 60.0
"""Seconds that a thing may keep the board from being read before staff see that it may be on the lens."""

UNREST_S = 60.0  # time that something may keep moving on a board without a hand before staff see it

THINGS = frozenset({Cause.ODD_THING, Cause.HIDDEN_THING, Cause.FAINT_THING})

SHARPNESSES = 9
"""Measurements that have to agree: a hand's shadow or a dimmed lamp makes one or two of them wrong."""


SOFT, SHARP = 0.86, 0.92
"""Shares of the sharpness at calibration: a fault is raised below the first and cleared above the second.
Boards at rest keep 0.97 and more, and 0.75 is too blurred to be read.
"""


class CameraWatch:
    """Raises and clears the faults that only show over time."""

    def __init__(self) -> None:
        self._since_s: dict[Fault, float] = {}
        self._sharpnesses: deque[float] = deque(maxlen=SHARPNESSES)

    def see(self, context: Context, reading: Reading) -> None:
        """Handle the reading of a still board."""
        if reading.cause is Cause.OTHER_SIZE:
            context.raise_fault(Fault.CAMERA_RESIZED, reading.why or "")
            return
        context.clear_faults(Fault.CAMERA_RESIZED)
        if reading.halves is not None:
            self._end(context, Fault.BOARD_MOVED, Fault.CAMERA_SPOT, Fault.CAMERA_TURNED)
        elif reading.cause is Cause.UPSIDE_DOWN:
            self._report_if_it_lasts(context, Fault.CAMERA_TURNED, MOVED_S, reading.why or "")
        elif reading.cause is Cause.BOARD_MOVED or (
            # Before a game it may be put away.
            reading.cause is Cause.NOT_IN_VIEW and context.playing
        ):
            self._report_if_it_lasts(context, Fault.BOARD_MOVED, MOVED_S, reading.why or "")
        elif reading.cause in THINGS:
            self._report_if_it_lasts(context, Fault.CAMERA_SPOT, SPOT_S, reading.why or "")

    def see_motion(self, context: Context, is_restless: bool) -> None:
        """The board was read, at rest or though something keeps moving."""
        if is_restless:
            why = f"it has kept moving for {UNREST_S:.0f} s"
            self._report_if_it_lasts(context, Fault.CAMERA_RESTLESS, UNREST_S, why)
        else:
            self._end(context, Fault.CAMERA_RESTLESS)

    def _report_if_it_lasts(self, context: Context, fault: Fault, least_s: float, why: str) -> None:
        """Raise a fault once its cause has lasted this long."""
        if context.now_s - self._since_s.setdefault(fault, context.now_s) >= least_s:
            context.raise_fault(fault, why)

    def _end(self, context: Context, *faults: Fault) -> None:
        for fault in faults:
            self._since_s.pop(fault, None)
        context.clear_faults(*faults)

    def measure(self, context: Context, sharpness: float) -> None:
        """Handle a measurement of the remaining share of the sharpness at calibration."""
        self._sharpnesses.append(sharpness)
        typical = median(self._sharpnesses)
        if len(self._sharpnesses) == SHARPNESSES and typical < SOFT:
            context.raise_fault(Fault.CAMERA_SOFT, f"{typical:.0%} of the sharpness at calibration is left")
        elif typical >= SHARP:
            context.clear_faults(Fault.CAMERA_SOFT)

    def restart(self) -> None:
        """Restart the watch, as the board was learned again."""
        for fault in (Fault.BOARD_MOVED, Fault.CAMERA_SPOT, Fault.CAMERA_TURNED):
            self._since_s.pop(fault, None)
        self._sharpnesses.clear()
