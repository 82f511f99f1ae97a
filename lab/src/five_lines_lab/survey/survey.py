"""A survey: every set of a space that isn't known yet is solved and measured, and kept at once."""

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from companion.analysis.errors import InexactError
from companion.analysis.solve.backups import backups
from companion.analysis.solve.graph import build
from companion.analysis.solve.rule_tables import Tables
from companion.game import Rules
from companion.game.rulesets.rules import Start
from five_lines_lab.measure.players import Rule, rule_player
from five_lines_lab.measure.traffic import as_plain, traffic
from five_lines_lab.solve.bounds import BUDGET_S
from five_lines_lab.survey.fingerprint import fingerprint
from five_lines_lab.survey.same_game import fold_same_games
from five_lines_lab.survey.space import Space
from five_lines_lab.survey.store import SurveyStore
from five_lines_lab.survey.task import OPTION_FIELDS, Task, TaskResult, TaskStatus, task_for, tasks_for_all

_WIDENING = (Start.FULL, Start.OWN_SACRED, Start.HAND, Start.HOME)
"""The starts in such an order that the last one's rules have a place for every counter of the others'.

With hits all of them have the hand; without, games from the hand and from home are not solved together.
"""


def kin(mixes: Iterable[Rules]) -> list[tuple[Rules, ...]]:
    """The sets, together where they can be solved together; the one with the most places is the first.

    Those differ in their starts alone: what positions lead to is the same, only which can come up differs.
    """
    groups = dict[tuple[str, ...], list[Rules]]()
    entering = dict[tuple[str, ...], tuple[str, ...]]()
    # Where no counter ever enters it doesn't matter how: such a set goes with any other one.
    for rules in sorted(mixes, key=lambda rules: rules.entry is None):
        alike = tuple(rules.written(field) for field in OPTION_FIELDS if field not in ("start", "entry"))
        alike += (str(rules.die),)
        if rules.entry is None:
            key = entering.get(alike, alike)
        else:
            key = (*alike, rules.written("entry"), *(() if rules.hitting else (rules.start,)))
            entering.setdefault(alike, key)
        groups.setdefault(key, []).append(rules)
    return [
        tuple(sorted(group, key=lambda rules: -_WIDENING.index(rules.start))) for group in groups.values()
    ]


_LOT = 17  # seed of the order in which sets are solved


class Executor(Protocol):
    """Works tasks out, here or elsewhere."""

    def run(self, tasks: Iterable[Task]) -> Iterator[TaskResult]:
        """The outcomes as they come, in any order; tasks are taken as there is room for them."""


def survey(
    space: Space,
    store: SurveyStore,
    executor: Executor,
    on_done: Callable[[TaskResult | None], object] = lambda outcome: None,
    budget_s: float = BUDGET_S,
) -> None:
    """Fill a store; it may be broken off at any moment and called again.

    `on_done` is called after each set that is kept, with its outcome, or None for one that is the same game
    as another. Bounds get `budget_s` seconds a set; those that had less are continued.
    """
    alike: dict[str, list[Rules]] = {}

    def is_new(task: Task) -> bool:
        if task.fingerprint in alike:
            alike[task.fingerprint].append(task.rules)
            return False
        if store.put_alike(task.rules, task.fingerprint, budget_s=budget_s):
            on_done(None)
            return False
        alike[task.fingerprint] = []
        return True

    def tasks() -> Iterator[Task]:
        for sets in _in_order(space, store, budget_s):
            new = [task for task in map(task_for, sets) if is_new(task)]
            yield from tasks_for_all(
                [replace(task, budget_s=budget_s, unsolved=store.unsolved(task.rules)[1]) for task in new]
            )

    store.want(space.mixes())
    for result in executor.run(tasks()):
        outcomes = result.each()
        store.put(*outcomes)
        for outcome in outcomes:
            on_done(outcome)
            for rules in alike.pop(outcome.task.fingerprint):
                if outcome.status is not TaskStatus.FAILED and store.put_alike(
                    rules, outcome.task.fingerprint
                ):
                    on_done(None)
    fold_same_games(store)


def add_traffic(store: SurveyStore, on_done: Callable[[], object]) -> None:
    """Compute the traffic of each set that has none yet, between players of two rules of thumb.

    They need no solved game. What is done is kept at once; `on_done` is called after each set.
    """
    known: dict[str, dict[str, float]] = {}
    for rules in store.without_traffic():
        game = fingerprint(Tables(rules))
        if game not in known:
            known[game] = _traffic(rules)
        store.put_traffic(rules, known[game])
        on_done()


def _traffic(rules: Rules) -> dict[str, float]:
    graph = build(rules)
    with backups(graph) as backup, suppress(InexactError):
        player = rule_player(Rule.TWO_RULES, graph, backup)
        return as_plain(traffic(graph, player, player))
    return {}


def _in_order(space: Space, store: SurveyStore, budget_s: float) -> list[tuple[Rules, ...]]:
    """Return the sets that are left, grouped where they can be solved together, in a random order.

    The finished part is then nearly a fair sample, from which the time for the rest is estimated; tasks still
    running are more often long ones. Sets whose bounds were stopped come last, the smallest first.
    """
    left = [rules for rules in space.mixes() if not store.is_done(rules, budget_s)]
    # What kept one set of several from being worked out should not keep all of them.
    failed = {rules for rules in left if store.has_failed(rules)}
    groups = [
        *kin(rules for rules in left if rules not in failed),
        *((rules,) for rules in left if rules in failed),
    ]
    random.Random(_LOT).shuffle(groups)
    return sorted(groups, key=lambda group: max(map(store.unsolved, group))[0])
