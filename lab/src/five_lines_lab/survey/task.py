"""Tasks of a survey: some sets of rules, solved and measured wherever they are sent."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum

import numpy as np

from companion.analysis.errors import InexactError, NoEndError, UnsolvedError
from companion.analysis.solve.backups import backups
from companion.analysis.solve.graph import Graph, build
from companion.analysis.solve.ranking import Ranking
from companion.analysis.solve.rule_tables import Tables
from companion.analysis.solve.solution import solve
from companion.game import RECONSTRUCTIONS, Rules, rules_for
from five_lines_lab.errors import TooLongError
from five_lines_lab.measure.measures import MAX_COMPUTED, Begun, measure_each
from five_lines_lab.measure.record import as_plain
from five_lines_lab.solve.bounds import BUDGET_S, Bounds, bounds_of_each
from five_lines_lab.survey.fingerprint import fingerprint

_BYTES, _BYTES_A_POSITION = 280_000_000, 650
"""Memory of a task. 360 bytes a position were measured in Kidd's game, the largest published one; up to 560
in games with more moves.
"""
_BYTES_A_START = 16  # memory a position for each further set that is solved together

_MAX_NEW = 0.5
"""Largest share of new positions for a set to be solved together with others: its visits take a third."""

OPTION_FIELDS = tuple(
    field.name for field in fields(Rules) if field.name not in ("name", "starter", "limit", "end_test", "die")
)
"""The options by which a set is known, in the order of its key; every set of a survey has end-test=all."""


class TaskStatus(StrEnum):
    """The result of a set."""

    SOLVED = "solved"  # every position has a value, and all figures are known
    DECIDED = "decided"  # the start has a value; there are no other figures, and `why` says why
    BOUNDED = "bounded"  # the start's value lies between two bounds; there are no figures, and `why` says why
    STOPPED = "stopped"  # the same, but more time would bring the bounds nearer to each other
    ENDLESS = "endless"  # no game of these rules can end
    FAILED = "failed"  # it could not be solved here; the next start of the survey tries again


@dataclass(frozen=True)
class Task:
    """A set of rules to be solved; sets with the same fingerprint are the same game.

    `along` are sets that are solved in one go with it, as they differ from it in their starts alone (see
    `kin`), and `positions_in_all` those of all of them together. Bounds may take `budget_s` seconds a set.
    `unsolved` is why it can't be solved, where that is known.
    """

    rules: Rules
    positions: int
    fingerprint: str
    along: "tuple[Task, ...]" = ()
    positions_in_all: int = 0
    budget_s: float = BUDGET_S
    unsolved: str = ""

    def singly(self) -> "tuple[Task, ...]":
        """Split the task into one for each of its sets."""
        return (replace(self, along=(), positions_in_all=0), *self.along)

    @property
    def bytes_needed(self) -> int:
        """The memory it takes, roughly."""
        a_position = _BYTES_A_POSITION + _BYTES_A_START * len(self.along)
        return _BYTES + a_position * max(self.positions, self.positions_in_all)


@dataclass(frozen=True)
class TaskResult:
    """The result of a task: `measures` if it is solved, else the reason `why`, and `bounds` of its value.

    `seconds` are those of one processor, shared out evenly among sets that are solved in one go; `along` is
    what came of each of the others.
    """

    task: Task
    status: TaskStatus
    seconds: float = 0.0
    measures: dict[str, float | None] | None = None
    why: str | None = None
    bounds: Bounds | None = None
    along: "tuple[TaskResult, ...]" = ()

    def each(self) -> "tuple[TaskResult, ...]":
        """Return the result of each set; a failure of the task is one of all its sets."""
        if self.task.along and not self.along:
            return tuple(replace(self, task=task) for task in self.task.singly())
        return (self, *self.along)


def key_of(rules: Rules) -> str:
    """Return a set of rules as its options, without name, starter and die."""
    return " ".join(rules.written(field) for field in OPTION_FIELDS)


def rules_of(key: str, die: str) -> Rules:
    """Return the set of rules with that key and die, under some name; raises GameError."""
    asked = [option for option in key.split() if not option.endswith("=-")]
    return rules_for(next(iter(RECONSTRUCTIONS)), [*asked, f"die={die}"])


def task_for(rules: Rules) -> Task:
    """The task of a set; takes a moment, as its positions are counted."""
    tables = Tables(rules)
    return Task(rules, Ranking(tables).positions, fingerprint(tables))


def tasks_for_all(tasks: Sequence[Task]) -> list[Task]:
    """Group tasks into as few as is worthwhile; the first has a place for every counter of the others.

    Yardsticks are computed exactly for small sets, which takes longer the larger the graph is: those are kept
    apart from the sets whose yardsticks are sampled.
    """
    found = []
    for computed in (False, True):
        left = [task for task in tasks if (task.positions <= MAX_COMPUTED) is computed]
        while left:
            chosen, positions = _in_one(left)
            first, *others = (task for task in left if task in chosen)
            found.append(replace(first, along=tuple(others), positions_in_all=positions) if others else first)
            left = [task for task in left if task not in chosen]
    return found


def _in_one(tasks: Sequence[Task]) -> tuple[list[Task], int]:
    """The largest of some tasks with all that share most positions with it, and how many they have in all."""
    chosen, positions = list[Task](), 0
    for task in sorted(tasks, key=lambda task: task.positions, reverse=True):
        first, *others = (one for one in tasks if one in (*chosen, task))
        in_all = Ranking(Tables(first.rules, [one.rules for one in others])).positions
        if not chosen or in_all - positions <= _MAX_NEW * task.positions:
            chosen.append(task)
            positions = in_all
    return chosen, positions


def needs(task: Task, room_bytes: int) -> str:
    """Return why a task doesn't fit into so much memory."""
    gigabytes = [size / 1e9 for size in (task.bytes_needed, room_bytes)]
    return "it needs {:.1f} GB of memory, and {:.1f} GB may be used".format(*gigabytes)


def work(task: Task) -> TaskResult:
    """Solve and measure a set and those along with it, on one thread; else bound their values."""
    began = time.process_time()
    tasks = task.singly()
    try:
        graph = build(task.rules, threads=1, along=[one.rules for one in task.along])
        found = [TaskResult(one, TaskStatus.STOPPED, why=one.unsolved) for one in tasks]
        try:
            if not all(one.unsolved for one in tasks):
                found = _solved(graph, tasks)
        except UnsolvedError as error:
            # Best play may have an end in those that never come to the positions in which it has none.
            found = [_alone(one) for one in tasks] if task.along else [_unsolved(task, error)]
        left = [place for place, one in enumerate(found) if one.status is TaskStatus.STOPPED]
        if left:
            starts = [_start_of(graph, tasks[place]) for place in left]
            # What the others didn't need, so that none seems to have had less than its budget.
            budget_s = task.budget_s * len(tasks) / len(left)
            for place, bounds in zip(left, bounds_of_each(graph, starts, budget_s=budget_s), strict=True):
                one, status = found[place], TaskStatus(bounds.status)
                found[place] = replace(one, status=status, bounds=bounds, why=f"{bounds}; {one.why}")
    except (InexactError, MemoryError) as error:
        found = [TaskResult(one, TaskStatus.FAILED, why=str(error) or "not enough memory") for one in tasks]
    seconds = (time.process_time() - began) / len(tasks)
    first, *others = (replace(one, seconds=seconds) for one in found)
    return replace(first, along=tuple(others))


def _solved(graph: Graph, tasks: Sequence[Task]) -> list[TaskResult]:
    """Solve and measure the sets of a graph; raises UnsolvedError."""
    solution = solve(graph, threads=1)
    begun = [Begun(_start_of(graph, one), one.positions) for one in tasks]
    with backups(graph, threads=1) as backup:
        measured = measure_each(solution, backup, begun)
    return [
        TaskResult(one, TaskStatus.SOLVED, measures=as_plain(measures))
        for one, measures in zip(tasks, measured, strict=True)
    ]


def _start_of(graph: Graph, task: Task) -> int:
    """Return the start of one of the sets that a graph was built for."""
    start = np.full((2, 1), graph.ranking.tables.arrangements.start(task.rules))
    return int(graph.ranking.rank(*start)[0])


def _alone(task: Task) -> TaskResult:
    """Solve and measure a set by itself, or return what keeps it from being solved."""
    try:
        return _solved(build(task.rules, threads=1), [task])[0]
    except UnsolvedError as error:
        return _unsolved(task, error)


def _unsolved(task: Task, error: UnsolvedError) -> TaskResult:
    """Return what is known of a set that can't be solved; STOPPED if its bounds are still to be found."""
    if isinstance(error, NoEndError):
        return TaskResult(task, TaskStatus.ENDLESS, why=str(error))
    if isinstance(error, TooLongError):
        bounds = Bounds(error.value - error.off, error.value + error.off)
        return TaskResult(task, TaskStatus(bounds.status), why=f"{bounds}; {error}", bounds=bounds)
    return TaskResult(task, TaskStatus.STOPPED, why=str(error))
