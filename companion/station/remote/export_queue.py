"""A queue of slow requests: one runs at a time on a thread of its own, while the station goes on."""

import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from companion import FiveLinesError
from companion.interface.commands import DONE, RemoteQuestion, refused
from companion.station.remote.control_socket import Request
from companion.station.stimuli import Stimulus
from companion.station.worker import Lane, Worker

MAX_WAITING = 4  # maximum length of the queue; further requests are refused
MIN_INTERVAL_S = 1.0  # minimum interval between the starts of two jobs: a flood of requests costs little
TIMEOUT_S = 60.0  # timeout of a request; its job goes on, and the next one waits for it


@dataclass(frozen=True)
class Export:
    """The answer, a file that goes with it, open for reading, and a stimulus for the station."""

    answer: Mapping[str, object]
    news: tuple[Stimulus, ...] = ()
    file: BinaryIO | None = None


Job = Callable[[Path], Export]
"""Runs on another thread; the path is that of the file to write, if any. Raises FiveLinesError or OSError."""

Exporter = Callable[[RemoteQuestion], Job]
"""Takes a snapshot of the station and returns the rest of the work. Raises FiveLinesError."""


class ExportQueue:
    """Runs slow requests in order, on the worker. To be closed."""

    def __init__(self, worker: Worker, exporter: Exporter | None = None) -> None:
        self._exporter = exporter
        self._waiting: deque[Request] = deque()
        self._worker = worker
        self._running: tuple[Request | None, Future[Export]] | None = None
        self._begun_s = float("-inf")

    def take(self, request: Request) -> bool:
        """Queue a request; return False if the queue is full."""
        if len(self._waiting) >= MAX_WAITING:
            return False
        self._waiting.append(request)
        return True

    def poll(
        self,
        now_s: float,
        is_waiting: Callable[[Request], bool],
        why_not: Callable[[RemoteQuestion], Mapping[str, object] | None],
    ) -> Iterator[tuple[Request | None, Export]]:
        """Yield what is ready, with its request, and begin the next job.

        Yields `(None, export)` when the request has already timed out. `why_not` returns the answer to a
        request that must not be served any more.
        """
        if self._running is not None:
            yield from self._finished(now_s)
        if self._running is None and self._waiting and now_s - self._begun_s >= MIN_INTERVAL_S:
            request = self._waiting.popleft()
            if not is_waiting(request):
                return
            if (refusal := why_not(request.question)) is not None:
                yield request, Export(refusal)
                return
            self._begun_s = now_s
            try:
                if self._exporter is None:
                    raise FiveLinesError("this station makes no files")
                job = self._exporter(request.question)
                self._running = request, self._worker.call(Lane.EXPORTS, lambda: _run(job))
            except FiveLinesError as error:
                yield request, Export(refused(str(error)))
            except Exception as error:
                yield request, _bug(error)
                raise

    def close(self) -> None:
        """Drop unfinished work."""
        self._waiting.clear()

    def _finished(self, now_s: float) -> Iterator[tuple[Request | None, Export]]:
        assert self._running is not None
        request, future = self._running
        if not future.done():
            if request is not None and now_s - self._begun_s > TIMEOUT_S:
                self._running = None, future
                yield request, Export(refused("it takes too long; it may be done later all the same"))
            return
        self._running = None
        try:
            export = future.result()
        except (FiveLinesError, OSError) as error:
            export = Export(refused(str(error)))
        except Exception as error:
            if request is not None:
                yield request, _bug(error)
            raise
        yield request, export


def _bug(error: Exception) -> Export:
    return Export(refused(f"it can't be made ({type(error).__name__})"))


def _run(job: Job) -> Export:
    with tempfile.TemporaryDirectory(prefix="five-lines-") as folder:
        path = Path(folder) / "file"
        export = job(path)
        if not path.exists():
            return replace(export, answer={**DONE, **export.answer})
        # Open, it outlives its folder; read only, so that the client can't make it larger.
        file = path.open("rb")
        return Export({**DONE, "bytes": path.stat().st_size, **export.answer}, export.news, file)
