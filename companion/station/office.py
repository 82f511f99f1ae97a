"""What the staff's pages ask of the machine: the PIN's file, a report, a new start."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.interface.faults import Fault
from companion.journal import JournalError
from companion.journal.visits import Sums, Visit, VisitBook
from companion.settings.pin import PinError, PinFile
from companion.station.effects import (
    CheckPin,
    CountVisits,
    FindTexts,
    KeepPin,
    KeepTexts,
    KeepVisit,
    LookForPin,
    RemoveTexts,
    StartAnew,
    WriteReport,
)
from companion.station.protocols import TextsDesk
from companion.station.stimuli import (
    FaultCleared,
    FaultRaised,
    PinChecked,
    PinTold,
    ReportWritten,
    Stimulus,
    TextsFound,
    TextsTold,
    VisitsCounted,
)
from companion.station.visit_log import VisitCounted

Errand = (
    LookForPin
    | CheckPin
    | KeepPin
    | WriteReport
    | StartAnew
    | KeepVisit
    | CountVisits
    | FindTexts
    | KeepTexts
    | RemoveTexts
)


class Office:
    """Does errands of the staff. Without `pin` there is none, and none can be kept.

    `visits` keeps what is counted of visitors, `now` gives the time with its time zone. `write_report` writes
    a report and gives its file; it may take a while, and is called on another thread. `texts` knows the
    house's own texts. `reboot` is the file for which the system starts the machine anew.
    """

    def __init__(
        self,
        pin: PinFile | None = None,
        write_report: Callable[[], Path] | None = None,
        visits: VisitBook | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        texts: TextsDesk | None = None,
        reboot: Path | None = None,
    ) -> None:
        self._reboot = reboot
        self.starts_anew = False
        self._pin = pin
        self._visits = visits
        self._now = now
        self._texts = texts
        self._write_report = write_report
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="report")
        self._report: Future[Path] | None = None
        # A report takes longer than anybody who types a PIN waits.
        self._checks = ThreadPoolExecutor(1, thread_name_prefix="pin")

    def is_pin(self, pin: str) -> Future[bool | None]:
        """Whether a text is the PIN, known after a while; None where none is set."""
        file = self._pin
        return self._checks.submit(lambda: file.matches(pin) if file is not None and file.is_set else None)

    @property
    def can_reboot(self) -> bool:
        """Whether the system starts the machine anew when it is asked to."""
        return self._reboot is not None

    def has_letters(self, text: str) -> bool:
        """Whether the pages have every letter of a text."""
        return self._texts is None or self._texts.has_letters(text)

    def reboot(self) -> None:
        """Ask the system to reboot the machine; raises OSError."""
        if self._reboot is not None:
            self._reboot.touch()

    def opening(self) -> Iterator[Stimulus]:
        """What the station is told as it is opened; a PIN that somebody wants forgotten is."""
        if self._pin is not None:
            try:
                self._pin.forget_if_asked()
            except OSError as error:
                yield FaultRaised(Fault.NOT_KEPT, str(error))
            yield PinTold(self._pin.is_set)
        if self._texts is not None:
            yield TextsTold(self._texts.kept())

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
            case KeepVisit(counted):
                yield from self._keep_visit(counted)
            case CountVisits():
                yield from self._count_visits()
            case FindTexts():
                if self._texts is not None:
                    yield TextsFound(self._texts.find())
            case KeepTexts() | RemoveTexts():
                yield from self._keep_texts(errand)

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
        self._checks.shutdown(wait=False, cancel_futures=True)

    def _keep_visit(self, counted: VisitCounted) -> Iterator[Stimulus]:
        if self._visits is None:
            return
        first_move_s = counted.first_move_s
        visit = Visit(
            self._now() - timedelta(seconds=counted.since_s),
            round(counted.seconds),
            counted.language,
            counted.reached,
            counted.farewell,
            counted.game,
            None if first_move_s is None else round(first_move_s),
            counted.not_so,
            counted.hints,
        )
        try:
            self._visits.add(visit)
        except JournalError as error:
            yield FaultRaised(Fault.NOT_KEPT, str(error))

    def _count_visits(self) -> Iterator[Stimulus]:
        if self._visits is None:
            return
        try:
            days = self._visits.days()
        except JournalError as error:
            yield FaultRaised(Fault.NOT_KEPT, str(error))
        else:
            yield VisitsCounted(days.get(self._now().astimezone().date(), Sums()))

    def _keep_texts(self, errand: KeepTexts | RemoveTexts) -> Iterator[Stimulus]:
        if self._texts is None:
            return
        try:
            texts = self._texts.keep() if isinstance(errand, KeepTexts) else self._texts.remove()
        except OSError as error:
            yield FaultRaised(Fault.NOT_KEPT, str(error))
        else:
            yield FaultCleared(Fault.NOT_KEPT)
            yield TextsTold(texts)

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
