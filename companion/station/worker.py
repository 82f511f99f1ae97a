"""A worker for slow tasks beside the loop, which polls for their results."""

from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from enum import StrEnum
from queue import Empty, Queue
from threading import Thread
from typing import TypeVar

from companion.station.stimuli import Stimulus

T = TypeVar("T")

Job = Callable[[], Iterable[Stimulus]]
"""Runs on a thread; what it yields reaches the station as soon as the loop polls."""


class Lane(StrEnum):
    """A lane of jobs: they run one after the other; those of other lanes don't wait for them."""

    BACKUP = "backup"
    BOARD = "board"
    CHANCES = "chances"
    EXPORTS = "exports"
    PIN = "pin"
    REPORT = "report"
    SCREEN = "screen"


class Worker:
    """Runs jobs on a thread for each lane; those of the lanes `at_once` on the caller's. To be closed."""

    def __init__(self, at_once: Collection[Lane] = ()) -> None:
        self._at_once, self._is_closed = at_once, False
        self._lanes: dict[Lane, Queue[Callable[[], None] | None]] = {}
        self._found: Queue[Stimulus | BaseException] = Queue()

    def run(self, lane: Lane, job: Job) -> None:
        """Run a job; `poll` returns what it yields, and raises what it raises."""
        self._put(lane, lambda: self._work(job))

    def tell(self, stimulus: Stimulus) -> None:
        """Have `poll` return a stimulus, in the middle of a job."""
        self._found.put(stimulus)

    def call(self, lane: Lane, function: Callable[[], T]) -> Future[T]:
        """Call a function and return the future of its result."""
        future: Future[T] = Future()

        def work() -> None:
            try:
                future.set_result(function())
            except Exception as error:
                future.set_exception(error)

        self._put(lane, work)
        return future

    def wait(self, timeout_s: float) -> Stimulus:
        """Return the next stimulus, waiting for it; raise Empty."""
        found = self._found.get(timeout_s > 0, timeout_s or None)
        if isinstance(found, BaseException):
            raise found
        return found

    def poll(self) -> Iterator[Stimulus]:
        """Yield the stimuli found since the last call; an error ends it, the rest comes next time."""
        with suppress(Empty):
            while True:
                yield self.wait(0.0)

    def close(self) -> None:
        """Begin nothing more, and wait for nothing."""
        self._is_closed = True
        for jobs in self._lanes.values():
            jobs.put(None)

    def _put(self, lane: Lane, work: Callable[[], None]) -> None:
        if lane in self._at_once:
            work()
            return
        if lane not in self._lanes:
            self._lanes[lane] = Queue()
            Thread(target=self._work_off, args=(lane,), name=lane, daemon=True).start()
        self._lanes[lane].put(work)

    def _work(self, job: Job) -> None:
        try:
            for stimulus in job():
                self._found.put(stimulus)
        except Exception as error:
            self._found.put(error)

    def _work_off(self, lane: Lane) -> None:
        try:
            while (work := self._lanes[lane].get()) is not None and not self._is_closed:
                work()
        except BaseException as error:
            self._found.put(SystemExit(f"the thread {lane} has ended ({error!r}); systemd starts it again"))
