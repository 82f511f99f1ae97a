"""Sets that differ in their starts alone: found among many, and solved in one go as they are alone."""

from dataclasses import replace
from functools import partial

import pytest

from companion.game import Rules, rules_for
from companion.game.rulesets.rules import Start
from five_lines_lab.measure.measures import MAX_COMPUTED
from five_lines_lab.solve.bounds import bounds_of_each
from five_lines_lab.survey.space import EXAMPLE, read_space
from five_lines_lab.survey.survey import kin
from five_lines_lab.survey.task import TaskStatus, task_for, tasks_for_all, work


@pytest.fixture(scope="module")
def groups(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Rules, ...]]:
    path = tmp_path_factory.mktemp("kin") / "all.toml"
    path.write_text(EXAMPLE, encoding="utf-8")
    mixes = list(read_space(path).mixes())
    found = kin(mixes)
    assert sorted(map(repr, mixes)) == sorted(repr(rules) for group in found for rules in group)
    return found


@pytest.mark.slow
def test_kin_differ_in_their_starts_alone_and_in_how_those_enter_that_never_do(
    groups: list[tuple[Rules, ...]],
) -> None:
    assert {len(group) for group in groups} == {1, 2, 3, 4}
    for group in groups:
        assert len({rules.start for rules in group}) == len(group)
        entries = {rules.entry for rules in group} - {None}
        assert len(entries) <= 1
        for rules in group:
            changed = rules.differences(group[0])
            assert {change.partition("=")[0] for change in changed} <= {"start"}, changed


ANYWHERE = ["goal=anywhere", "own-half=one", "leaving=never", "larger-throw-enters=yes", "hitting=yes"]
GOAL_EARNS = [
    "hitting=yes",
    "entry-hits=blocked",
    "sacred-line=open",
    "yoking=no",
    "own-half=ordinary",
    "leaving=last-resort",
    "larger-throw-enters=yes",
    "extra-throw=goal",
]
CLOSED = ["own-half=closed", "hitting=yes", "entry=free"]


@pytest.mark.nightly
@pytest.mark.parametrize("options", [ANYWHERE, CLOSED])
def test_sets_that_are_solved_in_one_go_measure_what_they_measure_alone(options: list[str]) -> None:
    (group,) = kin(rules_for("schaedler", [*options, f"start={start}"]) for start in ("full", "hand"))
    tasks = [task_for(rules) for rules in group]
    (together,) = tasks_for_all(tasks)
    outcomes = {outcome.task: outcome for outcome in work(together).each()}
    for task in tasks:
        outcome, alone = outcomes[task], work(task)
        assert outcome.status == alone.status == TaskStatus.SOLVED
        assert outcome.measures is not None
        assert alone.measures is not None
        assert outcome.measures["first_player"] == pytest.approx(alone.measures["first_player"], abs=1e-9)
        for name, figure in outcome.measures.items():
            expected = alone.measures[name]
            assert figure == (None if expected is None else pytest.approx(expected, abs=1e-6, rel=1e-6)), name


@pytest.mark.slow
def test_a_set_whose_best_play_has_an_end_is_measured_beside_one_whose_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Bounds take long to come near each other where play has no end.
    monkeypatch.setattr("five_lines_lab.survey.task.bounds_of_each", partial(bounds_of_each, max_sweeps=40))
    # From each seat's own sacred line counters may go round for ever.
    options = [*GOAL_EARNS, "entry=must-else-pass", "die=1:1,2:1,3:1"]
    (group,) = kin(rules_for("schaedler", [*options, f"start={start}"]) for start in ("full", "own-sacred"))
    (together,) = tasks_for_all([task_for(rules) for rules in group])
    outcomes = {outcome.task.rules.start: outcome for outcome in work(together).each()}
    assert {start: outcome.status for start, outcome in outcomes.items()} == {
        Start.FULL: TaskStatus.SOLVED,
        Start.OWN_SACRED: TaskStatus.STOPPED,
    }
    alone = work(outcomes[Start.FULL].task)
    assert outcomes[Start.FULL].measures == alone.measures


@pytest.mark.slow
def test_each_set_is_solved_once_where_not_all_share_positions() -> None:
    starts = ("home", "hand", "own-sacred", "full")
    (group,) = kin(rules_for("schaedler", [*CLOSED, f"start={start}"]) for start in starts)
    assert [rules.start for rules in group] == list(starts)
    tasks = [task_for(rules) for rules in group]
    assert len({task.fingerprint for task in tasks}) == len(tasks)
    together = tasks_for_all(tasks)
    solved = [one.rules.start for task in together for one in (task, *task.along)]
    assert (len(together), sorted(solved)) == (2, sorted(map(Start, starts)))
    assert all(task.bytes_needed > max(one.bytes_needed for one in task.along) for task in together)


@pytest.mark.slow
def test_sets_are_solved_together_that_share_positions_and_are_measured_alike() -> None:
    tasks = [task_for(rules_for("schaedler", [*CLOSED, f"start={start}"])) for start in ("hand", "full")]
    hand, full = tasks
    # Games from the full board come by what games from the hand come by, not the other way.
    assert [(task.rules, len(task.along)) for task in tasks_for_all(tasks)] == [(hand.rules, 1)]
    assert tasks_for_all(tasks)[0].positions_in_all == full.positions
    assert tasks_for_all([hand]) == [hand]
    # In one games against the yardsticks are played, in the other they are reckoned out.
    large = replace(full, positions=MAX_COMPUTED + 1)
    assert tasks_for_all([hand, large]) == [large, hand]
    assert tasks_for_all([]) == []
