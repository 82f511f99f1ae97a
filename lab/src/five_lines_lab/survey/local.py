"""A survey's tasks on this machine: a process for each, so that one that dies costs only itself."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerProcess

from five_lines_lab.survey.task import Task, TaskResult, TaskStatus, needs, work

MAX_TRIES = 3  # tries of a task whose process dies

_FORKS = get_context("forkserver")
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
"""Variables that limit the threads of the libraries below numpy; else each task would keep all processors."""


@dataclass
class _Running:
    task: Task
    process: ForkServerProcess
    tries: int


class Local:
    """Run tasks in a number of processes, as many at once as their memory allows."""

    def __init__(self, processes: int, memory_bytes: int, work: Callable[[Task], TaskResult] = work) -> None:
        self._processes, self._memory_bytes, self._work = processes, memory_bytes, work
        for name in _THREADS:
            os.environ.setdefault(name, "1")
        # What a process needs to import, which takes longest, is imported once.
        _FORKS.set_forkserver_preload([TaskResult.__module__])

    def run(self, tasks: Iterable[Task]) -> Iterator[TaskResult]:
        """The outcomes of tasks as they come; a task is asked for only when there is room for another."""
        waiting, again = iter(tasks), list[tuple[Task, int]]()
        held: tuple[Task, int] | None = None
        running: dict[Connection, _Running] = {}
        try:
            while True:
                while len(running) < self._processes:
                    if held is None:
                        held = again.pop() if again else next(((task, 1) for task in waiting), None)
                    if held is None:
                        break
                    if held[0].bytes_needed > self._memory_bytes and held[0].along:
                        again.extend((task, 1) for task in held[0].singly())
                    elif held[0].bytes_needed > self._memory_bytes:
                        yield TaskResult(held[0], TaskStatus.FAILED, why=needs(held[0], self._memory_bytes))
                    elif self._fits(held[0], running):
                        self._begin(*held, running)
                    else:
                        break
                    held = None
                if not running:
                    return
                for ready in wait(list(running)):
                    assert isinstance(ready, Connection)
                    outcome = self._ended(ready, running.pop(ready), again)
                    if outcome is not None:
                        yield outcome
        finally:
            for pipe, one in running.items():
                one.process.kill()
                one.process.join()
                pipe.close()

    def _fits(self, task: Task, running: dict[Connection, _Running]) -> bool:
        taken = sum(one.task.bytes_needed for one in running.values())
        return taken + task.bytes_needed <= self._memory_bytes

    def _begin(self, task: Task, tries: int, running: dict[Connection, _Running]) -> None:
        ours, theirs = _FORKS.Pipe(duplex=False)
        process = _FORKS.Process(target=_serve, args=(theirs, self._work, task), daemon=True)
        process.start()
        theirs.close()
        running[ours] = _Running(task, process, tries)

    @staticmethod
    def _ended(pipe: Connection, one: _Running, again: list[tuple[Task, int]]) -> TaskResult | None:
        """Return a process's result; if it died, queue the task again or, in the end, each set by itself."""
        outcome: TaskResult | None = None
        try:
            outcome = pipe.recv()
        except EOFError:
            one.process.join()
            if one.tries < MAX_TRIES:
                again.append((one.task, one.tries + 1))
            elif one.task.along:
                again.extend((task, 1) for task in one.task.singly())
            else:
                died = f"its process died {MAX_TRIES} times (exit {one.process.exitcode})"
                outcome = TaskResult(one.task, TaskStatus.FAILED, why=died)
        pipe.close()
        one.process.join()
        return outcome


def _serve(pipe: Connection, work: Callable[[Task], TaskResult], task: Task) -> None:
    # Ctrl-C is meant for the survey, which ends its processes itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Nobody is there to hear it when the survey was killed meanwhile.
    with pipe, suppress(BrokenPipeError):
        pipe.send(work(task))
