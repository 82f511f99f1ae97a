"""Sets that differ in their starts alone: found among many, and solved in one go as they are alone."""

from dataclasses import replace

import pytest

from companion.analysis.measure.measures import MOST_RECKONED
from companion.analysis.survey.kin import kin
from companion.analysis.survey.space import EXAMPLE, read_space
from companion.analysis.survey.task import Status, task_for, tasks_for_all, work
from companion.game import Rules, rules_for


@pytest.fixture(scope="module")
def groups(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Rules, ...]]:
    path = tmp_path_factory.mktemp("kin") / "all.toml"
    path.write_text(EXAMPLE, encoding="utf-8")
    mixes = list(read_space(path).mixes())
    found = kin(mixes)
    assert sorted(map(repr, mixes)) == sorted(repr(rules) for group in found for rules in group)
    return found


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


SMALL = ["own-half=closed", "goal-point=blocked"]
PUSHED = [*SMALL, "hitting=yes", "entry=free", "extra-throw=goal", "leaving=never"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "sets",
    [
        [[*SMALL, "start=home"], [*SMALL, "start=own-sacred"]],
        [[*PUSHED, f"start={start}"] for start in ("hand", "own-sacred", "full")],
    ],
)
def test_sets_that_are_solved_in_one_go_measure_what_they_measure_alone(sets: list[list[str]]) -> None:
    (group,) = kin(rules_for("schaedler", options) for options in sets)
    tasks = [task_for(rules) for rules in group]
    assert len({task.fingerprint for task in tasks}) == len(tasks)
    (together,) = tasks_for_all(tasks)
    assert together.positions_in_all >= max(task.positions for task in tasks)
    assert together.bytes_needed > max(task.bytes_needed for task in tasks)
    outcomes = work(together).each()
    for task, outcome in zip(tasks, outcomes, strict=True):
        alone = work(task)
        assert (outcome.task, outcome.status) == (task, Status.MEASURED)
        assert outcome.measures is not None
        assert alone.measures is not None
        assert outcome.measures["first_player"] == pytest.approx(alone.measures["first_player"], abs=1e-9)
        for name, figure in outcome.measures.items():
            expected = alone.measures[name]
            assert figure == (None if expected is None else pytest.approx(expected, abs=1e-6, rel=1e-6)), name


@pytest.mark.slow
def test_a_set_whose_best_play_has_an_end_is_measured_beside_one_whose_has_none() -> None:
    endless = ["start=full", "goal-point=blocked"]
    options = ["hitting=no", "own-half=free", "leaving=free"]
    (group,) = kin(
        rules_for("schaedler", [*options, *others])
        for others in (endless, ["start=own-sacred", "goal-point=blocked"])
    )
    (together,) = tasks_for_all([task_for(rules) for rules in group])
    outcomes = work(together).each()
    assert [outcome.status for outcome in outcomes] == [work(task_for(rules)).status for rules in group]
    assert Status.UNSOLVED in {outcome.status for outcome in outcomes}


def test_sets_that_are_reckoned_out_are_not_solved_with_those_in_which_games_are_played() -> None:
    sets = ["own-sacred", "hand", "full"]
    tasks = [task_for(rules_for("schaedler", [*PUSHED, f"start={start}"])) for start in sets]
    large = replace(tasks[0], positions=MOST_RECKONED + 1)
    assert [len(task.along) for task in tasks_for_all(tasks)] == [2]
    assert [(task.rules, len(task.along)) for task in tasks_for_all([large, *tasks[1:]])] == [
        (large.rules, 0),
        (tasks[1].rules, 1),
    ]
    assert tasks_for_all([]) == []
