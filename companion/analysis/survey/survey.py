"""A survey: every set of a space that isn't known yet is solved and measured, and kept at once."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from companion.analysis.survey.space import Space
from companion.analysis.survey.store import Store
from companion.analysis.survey.task import Outcome, Status, Task, task_for
from companion.game import Rules


class Executor(Protocol):
    """Works tasks out, here or elsewhere."""

    def run(self, tasks: Iterable[Task]) -> Iterator[Outcome]:
        """The outcomes as they come, in any order; tasks are taken as there is room for them."""


def survey(
    space: Space,
    store: Store,
    executor: Executor,
    on_done: Callable[[Outcome | None], object] = lambda outcome: None,
) -> None:
    """Fill a store; it may be broken off at any moment and called again.

    `on_done` is called after each set that is kept, with its outcome, or None for one that is the same game
    as another.
    """
    alike: dict[str, list[Rules]] = {}

    def tasks() -> Iterator[Task]:
        for rules in space.mixes():
            if store.is_done(rules):
                continue
            task = task_for(rules)
            if task.fingerprint in alike:
                alike[task.fingerprint].append(rules)
            elif store.put_alike(rules, task.fingerprint):
                on_done(None)
            else:
                alike[task.fingerprint] = []
                yield task

    store.want(space.mixes())
    for outcome in executor.run(tasks()):
        store.put(outcome)
        on_done(outcome)
        for rules in alike.pop(outcome.task.fingerprint):
            if outcome.status is not Status.FAILED and store.put_alike(rules, outcome.task.fingerprint):
                on_done(None)
