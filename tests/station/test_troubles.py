"""What fails beside the loop becomes a fault once, and is over when it works again."""

from datetime import UTC, datetime
from pathlib import Path

from companion.app.virtual.autoplay import STEPPED, SteppedClock
from companion.interface.faults import Fault
from companion.journal import Journal
from companion.station.stimuli import FaultCleared, FaultRaised
from companion.station.upkeep.faults import FAULT_OF, Troubles
from hardware.devices import DeviceName, Devices, DeviceTrouble
from hardware.virtual_table.table import VirtualCamera, virtual_table


class Failing(Devices):
    """Devices of which some fail now and then."""

    failed: tuple[DeviceTrouble, ...] = ()

    def troubles(self) -> tuple[DeviceTrouble, ...]:
        return self.failed


def test_every_device_has_a_fault_of_its_own() -> None:
    assert set(FAULT_OF) == set(DeviceName)
    assert len(set(FAULT_OF.values())) == len(FAULT_OF)


def test_a_device_that_fails_is_reported_once_and_again_when_it_works(tmp_path: Path) -> None:
    devices = Failing(STEPPED, SteppedClock(), virtual=lambda: VirtualCamera(virtual_table(1)))
    with Journal(tmp_path / "games.db", lambda: datetime(2026, 1, 1, tzinfo=UTC)) as journal:
        troubles = Troubles(devices, journal)
        assert list(troubles.news()) == []
        devices.failed = (DeviceTrouble(DeviceName.LAMPS, "no chip"),)
        assert list(troubles.news()) == [FaultRaised(Fault.LAMPS_MISSING, "no chip")]
        assert list(troubles.news()) == []
        devices.failed = ()
        assert list(troubles.news()) == [FaultCleared(Fault.LAMPS_MISSING)]
