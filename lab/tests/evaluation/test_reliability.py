"""Chances that were told are held against what was so."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from companion.board.spec import STANDARD
from companion.cli import main
from companion.game.board import Seat
from five_lines_lab.commands.boards._reliability_plot import reliability_plot
from five_lines_lab.evaluation.reliability import (
    Claims,
    PredictedPlace,
    TrueCounter,
    predictions_of,
    questions,
)
from vision.detection.fused_estimate import PlaceOdds


def claims(temperature: float, count: int = 20_000) -> Claims:
    """Claims whose log odds are so many times too great."""
    rng = np.random.default_rng(5)
    odds = rng.normal(0, 2, count)
    so = rng.uniform(size=count) < 1 / (1 + np.exp(-odds))
    return Claims(temperature * odds, so, np.array([f"table {i % 10}" for i in range(count)]))


@pytest.mark.parametrize("temperature", [0.5, 1.0, 3.0])
def test_the_temperature_is_by_what_claims_were_too_sure(temperature: float) -> None:
    too_sure = claims(temperature)
    fitted, checked = too_sure.halves()
    assert fitted.temperature() == pytest.approx(temperature, rel=0.05)
    assert checked.log_loss(temperature) == pytest.approx(claims(1.0).halves()[1].log_loss())
    assert checked.log_loss(temperature) <= checked.log_loss()


def test_half_of_the_tables_are_kept_apart() -> None:
    one, other = claims(1.0).halves()
    assert not set(one.tables) & set(other.tables)
    assert len(one.so) + len(other.so) == 20_000


def test_scores_of_a_sure_and_an_even_claim_are_those_of_the_books() -> None:
    two = Claims(np.array([0.0, math.log(9)]), np.array([True, False]), np.array(["a", "b"]))
    assert two.brier == pytest.approx((0.5**2 + 0.9**2) / 2)
    assert two.log_loss() == pytest.approx(-(math.log(0.5) + math.log(0.1)) / 2)


def test_a_counter_lies_at_the_likeliest_place_that_it_reaches_and_places_beside_the_board_do_not_count() -> (
    None
):
    places_mm = np.array([[141.0, 0.0], [143.0, 0.0], [-140.0, 50.0], [400.0, 0.0]])
    odds = np.array([-1.0, 4.0, 2.0, 3.0])
    places = PlaceOdds(places_mm, odds, np.array([1.0, -2.0, 0.0, 0.0]))
    told = predictions_of(
        places, [TrueCounter(Seat.B, 140.0, 0.0), TrueCounter(Seat.A, -140.0, 63.0)], STANDARD
    )
    assert told == (
        PredictedPlace(4.0, -2.0, Seat.B),
        PredictedPlace(2.0, 0.0, None),
        PredictedPlace(-1.0, 1.0, None),
    )


def test_whose_a_counter_is_is_asked_of_counters_alone() -> None:
    told = [
        ("t", PredictedPlace(3.0, 2.0, Seat.A)),
        ("u", PredictedPlace(1.0, -2.0, Seat.B)),
        ("u", PredictedPlace(-3.0, 9.0, None)),
    ]
    lies, is_a = questions(told, "no hand in view")
    assert (lies.claims.so.tolist(), is_a.claims.so.tolist()) == ([True, True, False], [True, False])
    assert [part.count for part in lies.bins] == [1, 1, 1]
    assert [(round(part.chance, 2), part.so) for part in is_a.bins] == [(0.12, 0.0), (0.88, 1.0)]
    assert "Brier score 0.01421" in "\n".join(is_a.lines())
    assert questions([], "a hand in view") == []


def test_a_bin_that_holds_has_its_dot_on_the_diagonal() -> None:
    (lies, _) = questions(
        [("t", PredictedPlace(0.0, 1.0, Seat.A)), ("t", PredictedPlace(0.0, 1.0, None))], "so"
    )
    drawn = reliability_plot([lies]).as_svg()
    assert "2 places, predicted 50.00%, came true 50.00%" in drawn
    x, y = 60 + 320 / 2, 40 + 320 / 2
    assert f'<circle cx="{x:.1f}" cy="{y:.1f}"' in drawn


@pytest.mark.slow
def test_the_witnesses_are_asked_of_the_places_of_pictures_and_what_they_said_is_plotted(
    boards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plot = tmp_path / "reliability.svg"
    assert main(["evaluate", str(boards / "station_03"), "--json", "--reliability", str(plot)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    lies, is_a = (one for one in told if "no hand" in one.get("question", ""))
    assert lies["brier"] < 0.05
    assert is_a["brier"] < 0.05
    assert is_a["places"] >= 6 * 8
    assert plot.read_text().count("<circle") >= 4
