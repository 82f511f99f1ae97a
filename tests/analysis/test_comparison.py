"""The comparison of games, and the page made from it."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion import cli
from companion.analysis.comparison import play_best
from companion.analysis.graph import build
from companion.analysis.solution import solve
from companion.game import rules_for


def test_a_last_counter_circles_longer_with_knucklebones_and_less_when_it_may_stay() -> None:
    bones, staying, cube = (
        play_best(solve(build(rules_for("schaedler", options))), 2000, seed=3)
        for options in (["die=knucklebone"], ["die=knucklebone", "last-may-stay=yes"], [])
    )
    assert bones.circling.value > 0.6
    assert staying.circling.value < bones.circling.value - 0.2
    assert cube.circling.value < bones.circling.value
    assert bones.leaving.value > cube.leaving.value > 0


def test_counters_that_never_leave_the_goal_leave_only_their_own_half() -> None:
    never = play_best(solve(build(rules_for("schaedler", ["leaving=never"]))), 1000, seed=1)
    # At the start one counter stands on the own half; others land there only after a lap.
    assert 1.5 < never.leaving.value < 4


def test_the_command_compares_and_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["compare", "--rules", "schaedler", "--die", "d6"]
    assert cli.main([*arguments, "--json", "--page", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["first_player"] == pytest.approx(0.5064556, abs=1e-6)
    assert told["best_against_random"] > 0.9
    page = (tmp_path / "comparison.md").read_text(encoding="utf-8")
    assert "| schaedler | d6 | 50.65% | 35.3 |" in page
    assert ElementTree.parse(tmp_path / "comparison.svg").getroot().tag.endswith("svg")
