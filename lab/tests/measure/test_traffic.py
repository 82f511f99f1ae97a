"""Traffic against the engine's own games, counted one by one, and against what must add up."""

from random import Random

import numpy as np
import pytest

from companion import cli
from companion.analysis.solve.backups import backups
from companion.game import (
    rules_for,
)
from five_lines_lab.measure.players import Best, Rule, rule_player
from five_lines_lab.measure.traffic import traffic
from lab.tests.support.counted_traffic import QUICK, computed, counted
from tests.support.solved import solved

pytestmark = pytest.mark.slow

GAMES = 250


@pytest.mark.parametrize(
    "name", ["schaedler", pytest.param("locus-ludi-capture", marks=pytest.mark.nightly), "kalkhoven"]
)
def test_random_games_of_the_engine_agree_within_three_standard_errors(name: str) -> None:
    rules, random = rules_for(name, QUICK), Random(9)
    games = [counted(rules, random) for _ in range(GAMES)]
    counts, throws = np.array([it for it, _ in games]), np.array([it for _, it in games])
    # A ratio of means: the error is that of how far each game is off it.
    ratio = counts.sum(axis=0) / throws.sum()
    off = (counts - ratio * throws[:, None, None]).std(axis=0) / throws.mean() / GAMES**0.5
    found = computed(name, *QUICK)
    exact = np.array([found.landed, found.left, found.passed, found.slid]) / 100
    assert np.all(np.abs(exact - ratio) <= 3 * off + 1e-12)
    assert found.throws == pytest.approx(throws.mean(), abs=3 * throws.std() / GAMES**0.5)


@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize("name", ["schaedler", "kalkhoven"])
def test_every_throw_lands_or_is_idle_and_the_seats_points_are_alike(name: str, rule: Rule) -> None:
    found = computed(name, *QUICK, rule=rule)
    assert found.landed.sum() + found.idle == pytest.approx(100, abs=1e-9)
    for by_point in (found.landed, found.left, found.passed, found.slid):
        assert by_point[:5] == pytest.approx(by_point[5:], abs=1e-9)


def test_best_play_makes_as_many_throws_as_its_solution_says() -> None:
    solution = solved("schaedler", *QUICK)
    with backups(solution.graph) as backup:
        best, other = Best(solution, backup), rule_player(Rule.RANDOM, solution.graph, backup)
        found = traffic(solution.graph, best, best)
        mixed = traffic(solution.graph, best, other)
    assert found.throws == pytest.approx(solution.throws[solution.graph.start], abs=1e-6)
    # All counters begin on the board and stay there, so each landing follows a departure.
    assert found.landed.sum() == pytest.approx(found.left.sum(), abs=1e-9)
    assert mixed.landed.sum() + mixed.idle == pytest.approx(100, abs=1e-9)


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    options = [it for option in QUICK for it in ("--option", option)]
    assert cli.main(["traffic", "--rules", "schaedler", *options, "--players", "random", "random"]) == 0
    table = capsys.readouterr().out
    assert "landed" in table
    assert "1A" in table
    assert cli.main(["traffic", "--rules", "schaedler", "--players", "randon", "random"]) == 2
    assert "did you mean random?" in capsys.readouterr().err
