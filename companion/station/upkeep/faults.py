"""Track faults: failed devices, the page that stops a game, and bugs of the program itself."""

import math
from collections.abc import Iterator

from companion.interface.faults import STOPPING, Fault, gravest_first
from companion.journal import FullError, Journal, NoticeKind
from companion.station.context import Context
from companion.station.pages.faults import OutOfOrderPage
from companion.station.stimuli import FaultCleared, FaultRaised
from hardware.camera.health import CameraState
from hardware.devices import DeviceName, Devices

FAULT_OF = {
    DeviceName.CAMERA: Fault.CAMERA_LOST,
    DeviceName.BUTTON: Fault.BUTTON_MISSING,
    DeviceName.SECOND_BUTTON: Fault.SECOND_BUTTON_MISSING,
    DeviceName.LAMPS: Fault.LAMPS_MISSING,
    DeviceName.SOUND: Fault.SOUND_MISSING,
    DeviceName.VOICE: Fault.VOICE_MISSING,
}

CAMERA_FAULTS = {CameraState.FROZEN: Fault.CAMERA_FROZEN, CameraState.SWAPPED: Fault.CAMERA_SWAPPED}
"""Faults of a camera that has not merely stopped."""


class Troubles:
    """Compares the current failures with the previous ones."""

    def __init__(self, devices: Devices, journal: Journal) -> None:
        self._devices = devices
        self._journal = journal
        self._reported: dict[Fault, str] = {}

    def news(self) -> Iterator[FaultRaised | FaultCleared]:
        """Yield what works again, what has failed, and that a new journal had to be begun."""
        now = {FAULT_OF[trouble.device]: trouble.what for trouble in self._devices.troubles()}
        if Fault.CAMERA_LOST in now:
            # Of one that has never shown anything nobody would say that it has stopped.
            is_new = self._devices.camera.latest() is None
            usual = Fault.CAMERA_MISSING if is_new else Fault.CAMERA_LOST
            now[CAMERA_FAULTS.get(self._devices.camera.status().state, usual)] = now.pop(Fault.CAMERA_LOST)
        if self._journal.trouble is not None:
            full = isinstance(self._journal.trouble, FullError)
            now[Fault.DISK_FULL if full else Fault.NOT_STORED] = str(self._journal.trouble)
        before, self._reported = self._reported, now
        for fault in before.keys() - now.keys():
            yield FaultCleared(fault)
        for fault in now.keys() - before.keys():
            yield FaultRaised(fault, now[fault])
        for notice in self._journal.notices():
            if notice.kind in (NoticeKind.SET_ASIDE, NoticeKind.TAKEN_AWAY):
                yield FaultRaised(Fault.JOURNAL_SET_ASIDE, notice.text)


AGAIN_S = 5.0
"""Seconds from a retry to the page's return, if the fault is still there: a camera is opened within that."""


class OutOfOrder:
    """Keeps the page of the faults that stop a game.

    Put away to try again, it is back soon unless that has helped. Who goes on without it is left in peace,
    until the fault has been over or nobody is there any more. Staff, who may be mending it, are not
    interrupted by it again.
    """

    def __init__(self) -> None:
        self._page: OutOfOrderPage | None = None
        self._away_until_s: dict[Fault, float] = {}

    def pass_time(self, context: Context) -> None:
        """Show the most severe fault that is due, or take the page away when there is none."""
        faults = gravest_first(fault for fault in STOPPING if fault in context.faults)
        if self._page is not None and self._page not in context.overlays:
            # Somebody put it away.
            until_s = math.inf if self._page.goes_without else context.now_s + AGAIN_S
            self._away_until_s.update(dict.fromkeys(faults, until_s))
            self._page = None
        left = context.is_left
        self._away_until_s = {
            fault: until_s
            for fault, until_s in self._away_until_s.items()
            if fault in faults and context.now_s < until_s and not (left and until_s == math.inf)
        }
        due = [fault for fault in faults if fault not in self._away_until_s]
        if not due:
            if self._page is not None:
                context.pop(self._page)
                self._page = None
            return
        if self._page is None:
            if context.staffed or (context.top.lasts and not context.top.makes_way):
                return
            self._page = OutOfOrderPage(due[0])
            context.push(self._page)
        self._page.tell(due[0])


BUG_AGAIN_S = 5.0
"""Seconds that the page stays away after it was dismissed, and that everything must go well to count as well
again. A board that lies still is read more often than that.
"""


class Unexpected:
    """Keeps the page of an unexpected fault.

    It stays until somebody puts it away. Whatever happens after that brings it back, but not at once: where
    a mistake is made at every turn, people could do nothing between two pages.
    """

    def __init__(self) -> None:
        self._page: OutOfOrderPage | None = None
        self._last_s = 0.0
        self._next_s = 0.0
        self._unreported = False

    def happen(self, context: Context, detail: str) -> None:
        """Report a bug; `detail` is one line for people who can fix it."""
        if context.raise_fault(Fault.UNEXPECTED, detail):
            self._next_s = context.now_s
        self._last_s = context.now_s
        self._unreported = True
        self.pass_time(context)

    def pass_time(self, context: Context) -> None:
        """Lay the page when it is due; when all has gone well since it was put away, nothing is wrong."""
        if Fault.UNEXPECTED not in context.faults:
            return
        if self._page in context.overlays:
            self._unreported = False
            self._next_s = context.now_s + BUG_AGAIN_S
        elif self._unreported:
            if context.now_s >= self._next_s and not context.top.dark:
                self._page = OutOfOrderPage(Fault.UNEXPECTED)
                context.push(self._page)
                self._unreported = False
                self._next_s = context.now_s + BUG_AGAIN_S
        elif context.now_s - self._last_s >= BUG_AGAIN_S:
            context.clear_faults(Fault.UNEXPECTED)
