"""Who finds and learns a board: in the background, for either takes some seconds.

Meanwhile the picture stays live, and whatever else happens is dealt with.
"""

from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol

from companion.board.spec import BoardSpec
from companion.station.effects import LearnBoard, LocateBoard
from companion.station.learning import learn, locate
from companion.station.stimuli import BoardLearned, BoardLocated

Job = LocateBoard | LearnBoard
News = BoardLocated | BoardLearned


class Calibrator(Protocol):
    """Finds and learns boards; the answers come as news."""

    def begin(self, job: Job) -> None:
        """Find a board, or learn it; what was asked for before and is not answered yet is not wanted."""
        ...

    def news(self) -> tuple[News, ...]:
        """What has been found and learned since this was last asked."""
        ...

    def close(self) -> None:
        """Begin nothing more."""
        ...


class BackgroundCalibrator:
    """Works in a thread, on one thing after the other. To be closed."""

    def __init__(self, spec: BoardSpec) -> None:
        self._spec = spec
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[Job, News]] = SimpleQueue()
        self._wanted: Job | None = None
        self._failure: Exception | None = None
        self._thread: Thread | None = None

    def begin(self, job: Job) -> None:
        """Find a board, or learn it."""
        self._wanted = job
        self._jobs.put(job)
        if self._thread is None:
            self._thread = Thread(target=self._work, name="calibrator", daemon=True)
            self._thread.start()

    def news(self) -> tuple[News, ...]:
        """What has been found and learned since this was last asked; raises what went wrong meanwhile."""
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
        found: list[News] = []
        with suppress(Empty):
            while True:
                job, answer = self._answers.get_nowait()
                if job is self._wanted:
                    found.append(answer)
        return tuple(found)

    def close(self) -> None:
        """Begin nothing more."""
        self._wanted = None
        self._jobs.put(None)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            if job is not self._wanted:
                continue
            try:
                answer = answer_to(job, self._spec)
            except (
                Exception
            ) as error:  # The loop makes a fault of it, and the page has an answer all the same.
                answer = BoardLocated() if isinstance(job, LocateBoard) else BoardLearned(None)
                self._failure = error
            self._answers.put((job, answer))


def answer_to(job: Job, spec: BoardSpec) -> News:
    """The board that is found or learned, at once."""
    if isinstance(job, LocateBoard):
        return locate(spec, job.picture)
    return learn(spec, job)
