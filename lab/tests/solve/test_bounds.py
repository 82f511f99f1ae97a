"""Bounds of games in which not every position has a value, against figures of an independent program."""

import json
from itertools import islice

import numpy as np
import pytest

from companion import cli
from companion.analysis.solve.graph import build
from companion.analysis.solve.levels import Levels
from companion.game import rules_for
from five_lines_lab.solve.bounds import ValueStatus, bounds_of
from five_lines_lab.solve.breaking_off import broken_off
from five_lines_lab.survey.task import TaskStatus, task_for, work
from tests.support.solved import solved

BLOCKED = ("entry=must-else-pass", "hitting=yes", "entry-hits=blocked")
OPEN = (*BLOCKED, "sacred-line=open")


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("options", "value"),
    [
        ((*OPEN, "start=hand", "own-half=closed"), 0.545455),
        ((*BLOCKED, "start=hand", "own-half=closed", "sacred-line=safe"), 0.545455),
        ((*BLOCKED, "start=hand", "own-half=closed", "sacred-line=safe", "goal-point=blocked"), 0.545455),
        ((*OPEN, "start=hand", "own-half=one"), 0.567870),
        ((*OPEN, "start=hand", "own-half=ordinary"), 0.567870),
        ((*OPEN, "own-half=closed"), 1.0),
        ((*OPEN, "own-half=one"), 1.0),
        ((*OPEN, "own-half=ordinary"), 1.0),
    ],
)
def test_games_that_are_decided_though_not_every_position_has_a_value(
    options: tuple[str, ...], value: float
) -> None:
    bounds = bounds_of(build(rules_for("schaedler", options)))
    assert bounds.status is ValueStatus.DECIDED
    assert bounds.value == pytest.approx(value, abs=6e-7)
    assert 0 <= bounds.high - bounds.low <= 1e-8
    assert str(bounds).startswith(f"decided: the first player's chance is {value:.6f}, to ")


@pytest.mark.nightly
def test_a_game_that_is_nearly_decided() -> None:
    rules = rules_for("schaedler", (*OPEN, "start=hand", "own-half=one", "leaving=last-resort"))
    bounds = bounds_of(build(rules), 600)
    assert bounds.status is ValueStatus.STOPPED
    assert str(bounds).startswith("stopped: the first player's chance lies between 0.567")
    assert "not closed by 600 sweeps and 0 steps of policies in " in str(bounds)
    assert bounds.value is None
    assert (bounds.low, bounds.high) == pytest.approx((0.5674, 0.5682), abs=1e-4)


@pytest.mark.slow
def test_bounds_enclose_the_value_of_a_solved_game_and_come_nearer() -> None:
    solution = solved("schaedler", "to-win=4")
    wide, near = (bounds_of(solution.graph, sweeps) for sweeps in (20, 60))
    assert wide.low < near.low < solution.first_player < near.high < wide.high
    decided = bounds_of(solution.graph)
    assert decided.value == pytest.approx(solution.first_player, abs=1e-8)
    assert str(decided).startswith("decided: the first player's chance is 0.523")


@pytest.mark.nightly
def test_a_game_of_very_many_throws_is_decided(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--rules", "schaedler", "--option", "goal-point=blocked"]
    assert cli.main(["solve", *arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["first_player"] == pytest.approx(0.499125, abs=1e-6)
    assert found["throws"] == pytest.approx(299_940, rel=1e-3)
    assert cli.main(["measure", *arguments]) == 2
    assert "decided: the first player's chance is 0.499125" in capsys.readouterr().err


SMALL = ("die=1:1,2:1,3:1", "extra-throw=goal", "zugzwang=may-pass", "start=own-sacred")


def no_end() -> list[str]:
    die = ["--die", "1:40,2:39,5:1000,6:40"]
    options = ["entry=must-else-pass", "yoking=no", "goal=anywhere"]
    return ["--rules", "kidd", *(part for it in options for part in ("--option", it)), *die]


@pytest.mark.parametrize("command", ["solve", "measure"])
def test_a_game_that_nobody_can_win_has_no_end_and_no_bounds(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # Counters enter on four points only, each takes one, and until the fifth has entered no other may move.
    assert cli.main([command, *no_end(), "--json"]) == 2
    printed = capsys.readouterr()
    assert "no game of these rules can end: no position that can come up has a winning move" in printed.err
    assert "between" not in printed.err + printed.out


def test_a_survey_keeps_that_a_game_has_no_end() -> None:
    options = ("start=full", "entry=must-else-pass", "hitting=yes", "entry-hits=blocked", "own-half=one")
    rules = rules_for("schaedler", (*options, "sacred-line=safe", "goal-point=blocked"))
    outcome = work(task_for(rules))
    assert (outcome.status, outcome.bounds) == (TaskStatus.ENDLESS, None)


@pytest.mark.slow
def test_breaking_off_begins_with_bounds_of_a_solved_game() -> None:
    solution = solved("schaedler", *SMALL)
    starts = np.array([solution.graph.start])
    first, second = islice(broken_off(solution.graph, Levels(solution.graph), starts), 2)
    assert first.low[0] <= second.low[0] < solution.first_player < second.high[0] <= first.high[0]


@pytest.mark.nightly
def test_breaking_off_gives_bounds_of_a_solved_game_that_come_nearer_as_games_get_longer() -> None:
    solution = solved("schaedler", "to-win=4")
    graph = solution.graph
    steps = broken_off(graph, Levels(graph), np.array([graph.start]))
    lasts = [step for step in islice(steps, 30) if step.is_last][:3]
    for step, throws in zip(lasts, (100, 10_000, 1_000_000), strict=True):
        assert step.throws == pytest.approx(throws)
        assert step.low[0] < solution.first_player < step.high[0]
        assert step.is_found.all()
    gaps = [float(one.high[0] - one.low[0]) for one in lasts]
    # A game takes some 25 throws, of which one in a million would break it off.
    assert gaps[-1] < 0.01
    assert gaps == sorted(gaps, reverse=True)


@pytest.mark.nightly
def test_bounds_that_sweeps_give_up_come_near_each_other() -> None:
    rules = rules_for("schaedler", ("start=hand", "hitting=yes", "sacred-line=open"))
    bounds = bounds_of(build(rules))
    # The independent program had 0.4958 to 0.5532 after 9,000 sweeps, and was still coming nearer.
    assert 0.495 < bounds.low < 0.4958 < 0.5532 < bounds.high < 0.554
    assert bounds.longest >= 1e6


def test_bounds_say_what_was_spent_on_them() -> None:
    rules = rules_for("schaedler", SMALL)
    bounds = bounds_of(build(rules), budget_s=0.0)
    assert (bounds.status, bounds.sweeps) == (ValueStatus.STOPPED, 1)
    assert "not closed by 1 sweeps" in str(bounds)
