"""Bounds of games in which not every position has a value, against figures of an independent program."""

import json

import pytest

from companion import cli
from companion.analysis.solve.bounds import ValueStatus, bounds_of
from companion.analysis.solve.graph import build
from companion.game import rules_for
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
    assert bounds.status is ValueStatus.BOUNDED
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
