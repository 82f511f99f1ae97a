"""Services of the machine for the staff pages: the PIN's file, a report, a restart."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.interface.faults import Fault
from companion.interface.views import Hotspot
from companion.journal import JournalError
from companion.journal.visits import Sums, Visit, VisitBook
from companion.settings.pin import PinError, PinFile
from companion.settings.sections import UNITS, SystemRequest
from companion.station.effects import Asking, CheckPin, Do, Effect, KeepPin, VisitCounted
from companion.station.protocols import TextsDesk
from companion.station.stimuli import Call, FaultCleared, FaultRaised, Stimulus
from companion.station.worker import Lane, Worker
from companion.system.data import system_text
from hardware.wall_clock import WallClock


class StaffServices:
    """Carries out requests of the staff. Without `pin` there is no PIN, and none can be kept.

    `visits` keeps what is counted of visitors, by the clock of the day `wall`, or by `clock`, the seconds
    since the machine started, while that is not trusted. `write_report` writes a report and gives its file;
    it may take a while, and is called on another thread. `texts` knows the house's own texts. In the folder
    `run` empty files make requests to the system.
    """

    def __init__(
        self,
        worker: Worker,
        pin: PinFile | None = None,
        write_report: Callable[[], Path] | None = None,
        visits: VisitBook | None = None,
        wall: WallClock = lambda: None,
        texts: TextsDesk | None = None,
        run: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._run = run
        self.restarts = False
        self._pin = pin
        self._visits = visits
        self._wall, self._clock = wall, clock
        self._texts = texts
        self._write_report = write_report
        self._worker = worker
        self._reporting = False

    def is_pin(self, pin: str) -> Future[bool | None]:
        """True if a text is the PIN, known after a while; None where none is set."""
        file = self._pin
        return self._worker.call(
            Lane.PIN, lambda: file.matches(pin) if file is not None and self.has_pin else None
        )

    @property
    def has_pin(self) -> bool:
        """True if a PIN is set."""
        return self._pin is not None and self._pin.is_set

    @property
    def is_installed(self) -> bool:
        """True if the system waits for requests of this station."""
        return self._run is not None

    def has_letters(self, text: str) -> bool:
        """True if the pages have every letter of a text."""
        return self._texts is None or self._texts.has_letters(text)

    def opening(self) -> Iterator[Stimulus]:
        """Yield the first stimuli; reset the PIN if the file that asks for it is there."""
        if self._pin is not None:
            try:
                self._pin.forget_if_asked()
            except OSError as error:
                yield FaultRaised(Fault.NOT_KEPT, str(error))
            yield Call(_know_pin, self._pin.is_set)
        if self._texts is not None:
            yield self._texts.kept()

    def do(self, effect: Effect) -> Iterator[Stimulus]:
        """Carry out an effect; yield the stimuli that result."""
        try:
            yield from self._do(effect)
        except (PinError, JournalError, OSError) as error:
            yield FaultRaised(Fault.NOT_KEPT, str(error))

    def _do(self, effect: Effect) -> Iterator[Stimulus]:
        match effect:
            case Asking(Do.FIND_PIN, then):
                yield Call(then, self.has_pin)
            case Asking(CheckPin(pin), then):
                yield Call(then, self._pin is not None and self._pin.matches(pin))
            case Asking(Do.FIND_HOTSPOT, then):
                yield Call(then, self._find_hotspot())
            case SystemRequest() if self._run is not None:
                (self._run / effect.file).touch()
            case Asking(Do.WRITE_REPORT):
                if self._write_report is not None and not self._reporting:
                    self._reporting = True
                    self._worker.run(Lane.REPORT, lambda: self._report(effect))
            case Asking(Do.COUNT_VISITS, then) if self._visits is not None:
                yield Call(then, self._count_today(self._visits))
            case Asking(Do.FIND_TEXTS, then) if self._texts is not None:
                yield Call(then, self._texts.find())
            case KeepPin(pin) if self._pin is not None:
                try:
                    self._pin.forget() if pin is None else self._pin.set(pin)
                    yield FaultCleared(Fault.NOT_KEPT)
                finally:
                    yield Call(_know_pin, self._pin.is_set)
            case VisitCounted(since_s, visit) if self._visits is not None:
                self._keep_visit(self._visits, since_s, visit)
            case Do.RESTART:
                self.restarts = True
            case Do.KEEP_TEXTS | Do.REMOVE_TEXTS if self._texts is not None:
                texts = self._texts.keep() if effect is Do.KEEP_TEXTS else self._texts.remove()
                yield FaultCleared(Fault.NOT_KEPT)
                yield texts

    def _find_hotspot(self) -> Hotspot | None:
        request = SystemRequest.HOTSPOT
        if self._run is None or not any((folder / request.unit).exists() for folder in UNITS):
            return None
        folder = self._run.with_name(f"{self._run.name}-{request.file}")
        name, _, password = system_text(folder / "open").partition("\n")
        return Hotspot(name, password, system_text(folder / "failed").partition("\n")[0])

    def _report(self, request: Asking) -> Iterator[Stimulus]:
        assert self._write_report is not None
        try:
            yield Call(request.then, str(self._write_report()))
        except OSError as error:
            yield FaultRaised(Fault.NOT_KEPT, str(error))
        finally:
            self._reporting = False

    def _keep_visit(self, book: VisitBook, since_s: float, visit: Visit) -> None:
        """Store a visit that began this long ago."""
        now_s = self._wall()
        if now_s is None:
            book.add_undated(visit, self._clock() - since_s)
        else:
            self._settle(book, now_s)
            book.add(replace(visit, began=datetime.fromtimestamp(now_s - since_s, UTC)))

    def _count_today(self, book: VisitBook) -> Sums:
        """Return the sums of today; without a trusted clock, those since the machine started."""
        now_s = self._wall()
        if now_s is None:
            return book.undated(this_boot=True)
        self._settle(book, now_s)
        return book.days().get(datetime.fromtimestamp(now_s).astimezone().date(), Sums())

    def _settle(self, book: VisitBook, now_s: float) -> None:
        """Sort in what was counted before the clock was trusted."""
        book.settle(datetime.fromtimestamp(now_s - self._clock(), UTC))


def _know_pin(context: Any, is_set: bool) -> None:
    context.staff_door.locked = is_set
