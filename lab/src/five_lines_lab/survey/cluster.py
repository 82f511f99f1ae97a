"""Run a survey's tasks on a Dask cluster; needs the extra `survey`.

A worker takes tasks by the memory it has, declared as the resource MEMORY in bytes, one thread a task:

    dask worker tcp://192.0.2.1:8786 --nthreads 4 --resources "MEMORY=16e9"

Where no worker declares it, each takes one task at a time.
"""

import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

from five_lines_lab.errors import SurveyError
from five_lines_lab.survey.task import Task, TaskResult, TaskStatus, needs, work

if TYPE_CHECKING:
    from distributed import Client

MEMORY = "MEMORY"  # the resource with which workers declare how much memory tasks may take, in bytes
_AHEAD = 2  # tasks queued with the cluster for each thread, so that none waits for the next one
_TRIES = 3
_PATIENCE_S = 30


class Cluster:
    """Sends tasks to a Dask scheduler; a task whose worker dies goes to another one."""

    def __init__(self, address: str) -> None:
        if find_spec("distributed") is None:
            raise SurveyError("a cluster needs Dask: pip install 'five-lines-lab[survey]' brings it")
        self._address = address

    def run(self, tasks: Iterable[Task]) -> Iterator[TaskResult]:
        """The outcomes of tasks as they come; raises SurveyError when no worker can take them."""
        from distributed import Client, as_completed

        try:
            client = Client(self._address, timeout=_PATIENCE_S, set_as_default=False)
        except OSError as error:
            raise SurveyError(f"no scheduler answers at {self._address}: {error}") from None
        with client:
            turns, max_bytes = _room(client)
            waiting, with_cluster = _parts(tasks, max_bytes), {}
            done = as_completed(loop=client.loop)
            too_large = list[TaskResult]()

            def send(worker: str | None) -> bool:
                """Send the next task, to a worker if one is named; False if there is none."""
                for task in waiting:
                    if task.bytes_needed > max_bytes:
                        # No worker would ever take it.
                        too_large.append(TaskResult(task, TaskStatus.FAILED, why=needs(task, max_bytes)))
                        continue
                    future = client.submit(
                        work,
                        task,
                        resources={MEMORY: task.bytes_needed} if worker is None else None,
                        workers=worker,
                        allow_other_workers=worker is not None,  # in case it is lost
                        retries=_TRIES - 1,
                        pure=False,
                    )
                    with_cluster[future] = task, worker
                    done.add(future)
                    return True
                return False

            for worker in turns:
                if not send(worker):
                    break
            for future in done:
                task, worker = with_cluster.pop(future)
                failed = future.exception()
                yield (
                    future.result()
                    if failed is None
                    else TaskResult(task, TaskStatus.FAILED, why=repr(failed))
                )
                send(worker)
            yield from too_large


def _parts(tasks: Iterable[Task], max_bytes: int) -> Iterator[Task]:
    """The tasks, those each by itself that have no room together on any worker."""
    for task in tasks:
        yield from (task,) if task.bytes_needed <= max_bytes else task.singly()


def _room(client: "Client") -> tuple[list[str | None], int]:
    """Return where the first tasks go (None: to any worker with room), and the most memory of one task."""
    workers = client.scheduler_info(n_workers=-1)["workers"]
    if not workers:
        raise SurveyError("the cluster has no worker: start one with `dask worker ADDRESS`")
    able = [worker for worker in workers.values() if MEMORY in worker.get("resources", {})]
    if able:
        threads = sum(it["nthreads"] for it in able)
        return [None] * (_AHEAD * threads), int(max(it["resources"][MEMORY] for it in able))
    # A worker without a limit says 0.
    return list(workers), max(it["memory_limit"] or sys.maxsize for it in workers.values())
