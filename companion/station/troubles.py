"""What is out of order with devices and journal, as faults that come and go."""

from collections.abc import Iterator

from companion.interface.faults import Fault
from companion.journal import FullError, Journal, NoticeKind
from companion.station.protocols import DeviceSet
from companion.station.stimuli import FaultCleared, FaultRaised
from hardware.camera.health import CameraState
from hardware.devices import DeviceName

FAULT_OF = {
    DeviceName.CAMERA: Fault.CAMERA_LOST,
    DeviceName.BUTTON: Fault.BUTTON_MISSING,
    DeviceName.SECOND_BUTTON: Fault.SECOND_BUTTON_MISSING,
    DeviceName.LAMPS: Fault.LAMPS_MISSING,
    DeviceName.SOUND: Fault.SOUND_MISSING,
    DeviceName.VOICE: Fault.VOICE_MISSING,
}


class Troubles:
    """Compares what has failed with what had failed before."""

    def __init__(self, devices: DeviceSet, journal: Journal) -> None:
        self._devices = devices
        self._journal = journal
        self._reported: dict[Fault, str] = {}

    def news(self) -> Iterator[FaultRaised | FaultCleared]:
        """What works again, what has failed, and that a new journal had to be begun."""
        now = {FAULT_OF[trouble.device]: trouble.what for trouble in self._devices.troubles()}
        if Fault.CAMERA_LOST in now and self._devices.camera.latest() is None:
            # Of one that has never shown anything nobody would say that it has stopped.
            now[Fault.CAMERA_MISSING] = now.pop(Fault.CAMERA_LOST)
        elif Fault.CAMERA_LOST in now and self._devices.camera.status().state is CameraState.FROZEN:
            now[Fault.CAMERA_FROZEN] = now.pop(Fault.CAMERA_LOST)
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
