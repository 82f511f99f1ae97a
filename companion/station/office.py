"""What the staff's pages ask of the machine: the PIN's file, a report, a new start."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from companion.interface.faults import Fault
from companion.settings.pin import PinError, PinFile
from companion.station.effects import CheckPin, KeepPin, LookForPin, StartAnew, WriteReport
from companion.station.stimuli import FaultCleared, FaultRaised, PinChecked, PinTold, ReportWritten, Stimulus

Errand = LookForPin | CheckPin | KeepPin | WriteReport | StartAnew


class Office:
    """Does errands of the staff. Without `pin` there is none, and none can be kept.

    `write_report` writes a report and gives its file; it may take a while, and is called on another thread.
    """

    def __init__(self, pin: PinFile | None = None, write_report: Callable[[], Path] | None = None) -> None:
        self.starts_anew = False
        self._pin = pin
        self._write_report = write_report
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="report")
        self._report: Future[Path] | None = None

    def opening(self) -> Iterator[Stimulus]:
        """What the station is told as it is opened; a PIN that somebody wants forgotten is."""
        if self._pin is not None:
            try:
                self._pin.forget_if_asked()
            except OSError as error:
                yield FaultRaised(Fault.NOT_KEPT, str(error))
            yield PinTold(self._pin.is_set)

    def do(self, errand: Errand) -> Iterator[Stimulus]:
        """Do it; what the station is told about it."""
        match errand:
            case LookForPin():
                yield PinTold(self._pin is not None and self._pin.is_set)
            case CheckPin(pin):
                yield PinChecked(self._pin is not None and self._pin.matches(pin))
            case KeepPin(pin):
                yield from self._keep(pin)
            case WriteReport():
                if self._write_report is not None and self._report is None:
                    self._report = self._thread.submit(self._write_report)
            case StartAnew():
                self.starts_anew = True

    def news(self) -> Iterator[Stimulus]:
        """What has been finished since this was last asked."""
        if self._report is None or not self._report.done():
            return
        report, self._report = self._report, None
        try:
            yield ReportWritten(str(report.result()))
        except OSError as error:
            yield FaultRaised(Fault.NOT_KEPT, str(error))

    def close(self) -> None:
        """Wait for nothing that is not finished."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _keep(self, pin: str | None) -> Iterator[Stimulus]:
        if self._pin is None:
            return
        try:
            if pin is None:
                self._pin.forget()
            else:
                self._pin.set(pin)
        except (PinError, OSError) as error:
            yield FaultRaised(Fault.NOT_KEPT, str(error))
        else:
            yield FaultCleared(Fault.NOT_KEPT)
        yield PinTold(self._pin.is_set)
