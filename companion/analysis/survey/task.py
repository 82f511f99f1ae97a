"""One set of rules of a survey: what it needs, and solving and measuring it wherever it is sent."""

import time
from dataclasses import dataclass, fields
from enum import StrEnum

from companion.analysis.errors import UnsolvedError
from companion.analysis.measure.measures import measure
from companion.analysis.measure.record import as_plain
from companion.analysis.solve.backups import backups
from companion.analysis.solve.graph import build
from companion.analysis.solve.ranking import Ranking
from companion.analysis.solve.rule_tables import Tables
from companion.analysis.solve.solution import solve
from companion.game import Rules

_BYTES, _BYTES_A_POSITION = 280_000_000, 650
"""What a task needs; 360 bytes a position were measured in Kidd's game, the largest published one; up to 560
in games with more moves."""

OPTION_FIELDS = tuple(
    field.name for field in fields(Rules) if field.name not in ("name", "starter", "limit", "die")
)
"""The options by which a set is known, in the order in which its key tells them."""


class Status(StrEnum):
    """What came of a set."""

    MEASURED = "measured"
    UNSOLVED = "unsolved"
    """Best play may go on for ever."""
    FAILED = "failed"
    """It could not be worked out here: tried again when the survey is started again."""


@dataclass(frozen=True, slots=True)
class Task:
    """A set of rules to be solved; sets with the same fingerprint are the same game."""

    rules: Rules
    positions: int
    fingerprint: str

    @property
    def bytes_needed(self) -> int:
        """How much memory it takes, roughly."""
        return _BYTES + _BYTES_A_POSITION * self.positions


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a task; `measures` are there when it was measured, else `why` tells.

    `seconds` are those of one processor.
    """

    task: Task
    status: Status
    seconds: float = 0.0
    measures: dict[str, float | None] | None = None
    why: str | None = None


def key_of(rules: Rules) -> str:
    """A set of rules as its options, whatever it is called and whoever starts; the die is told apart."""
    return " ".join(rules.written(field) for field in OPTION_FIELDS)


def task_for(rules: Rules) -> Task:
    """The task of a set; takes a moment, as its positions are counted."""
    tables = Tables(rules)
    return Task(rules, Ranking(tables).positions, tables.fingerprint())


def work(task: Task) -> Outcome:
    """Solve and measure a set, on one thread."""
    began = time.process_time()
    try:
        graph = build(task.rules, threads=1)
        solution = solve(graph, threads=1)
        with backups(graph, threads=1) as backup:
            measures = as_plain(measure(solution, backup))
    except UnsolvedError as error:
        return Outcome(task, Status.UNSOLVED, time.process_time() - began, why=str(error))
    except MemoryError:
        return Outcome(task, Status.FAILED, time.process_time() - began, why="there was not enough memory")
    return Outcome(task, Status.MEASURED, time.process_time() - began, measures)
