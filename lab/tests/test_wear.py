"""The rules behind a board's wear: those that made it are found again."""

import json
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import pytest

from bench.wear import calibrated
from companion import cli
from companion.game import RING, rules_for
from five_lines_lab.wear import DEFAULT_ERROR, distinguished, log_likelihoods, read_board
from lab.tests.support.counted_traffic import QUICK, computed, counted, two_rules
from tests.support.root import ROOT
from tests.support.shared import shared

MIXES = ("schaedler", "locus-ludi-race", "locus-ludi-capture", "kalkhoven", "ludii-race")


@pytest.mark.slow
@pytest.mark.nightly
def test_the_rules_of_a_thousand_games_are_found_again_in_noise() -> None:
    planted = MIXES.index("schaedler")
    rules, random = rules_for(MIXES[planted], QUICK), Random(1)
    counts = sum((counted(rules, random)[0] for _ in range(1000)), np.zeros((4, 10)))
    noise = np.exp(np.random.default_rng(2).normal(0, DEFAULT_ERROR, (2, 10)))
    seen = counts[[0, 3]] * noise
    mirrored = seen[:, [4, 3, 2, 1, 0, 9, 8, 7, 6, 5]]
    expected = [shared(f"traffic-{name}", partial(computed, name, *QUICK)) for name in MIXES]
    for worn in (seen, mirrored):
        tables = (dict(zip(RING, map(float, it), strict=True)) for it in worn)
        board = read_board(json.dumps(dict(zip(("points", "halves"), tables, strict=True))))
        found = log_likelihoods(board, expected)
        apart = distinguished(found, found.max())
        assert not apart[planted]
        assert sum(apart) >= 2


@pytest.mark.slow
def test_a_set_of_the_atlas_is_found_again_among_all_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, random = rules_for("kalkhoven"), Random(3)
    landed = sum((counted(rules, random, two_rules)[0][0] for _ in range(1000)), np.zeros(10))
    worn = (landed * np.exp(np.random.default_rng(4).normal(0, DEFAULT_ERROR, 10))).tolist()
    file, survey = tmp_path / "board.json", ROOT / "deploy" / "atlas" / "survey.sqlite"
    file.write_text(json.dumps({"points": dict(zip(RING, worn, strict=True))}), "utf-8")
    assert cli.main(["wear", str(file), "--survey", str(survey), "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    left = [it["rules"] for it in found if not it["distinguished"]]
    assert len(found) > 800
    assert "kalkhoven" in left
    assert len(left) < len(found) / 5
    assert cli.main(["wear", str(file), "kidd", "--survey", str(survey)]) == 2
    assert "leave out RULES" in capsys.readouterr().err


@pytest.mark.slow
def test_the_command_puts_the_likeliest_rules_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.json"
    landed = computed("kalkhoven", *QUICK).landed.tolist()
    file.write_text(json.dumps({"points": dict(zip(RING, landed, strict=True)), "error": 0.05}), "utf-8")
    mixes = [f"{name} {' '.join(QUICK)}" for name in ("schaedler", "kalkhoven")]
    assert cli.main(["wear", str(file), *mixes, "--player", "random"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[1].startswith("kalkhoven")
    assert rows[1].endswith("no")
    assert rows[2].endswith("yes")


@pytest.mark.slow
def test_sets_are_found_again_the_more_often_the_more_games_made_the_wear() -> None:
    traffics = [computed(name, *QUICK) for name in ("schaedler", "kalkhoven")]
    shares = [calibrated(traffics, 0.1, games, 100)[0] for games in (1, 10_000)]
    assert shares[0] < 0.9 < 0.98 < shares[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{}", "points"),
        ('{"points": {"1A": 1}}', "2A"),
        ('{"points": {"6A": 1}}', "6A"),
        (json.dumps({"points": dict.fromkeys(RING, 0)}), "above 0"),
        (json.dumps({"points": dict.fromkeys(RING, 1), "error": 0}), "0.001 to 10"),
        (json.dumps({"points": dict.fromkeys(RING, 1), "lines": {}}), "lines"),
        (json.dumps({"points": dict.fromkeys(RING, 1), "find": "copenhagen"}), "five lines: vari, smyrna"),
        ("no", "lab/docs/wear.md"),
    ],
)
def test_a_board_that_cannot_be_read_is_refused(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.json"
    file.write_text(text, "utf-8")
    assert cli.main(["wear", str(file), "schaedler"]) == 2
    assert said in capsys.readouterr().err
    assert cli.main(["wear", str(tmp_path / "none.json"), "schaedler"]) == 2


def test_a_board_names_its_find(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps({"points": dict.fromkeys(RING, 1), "find": "vari"}), "utf-8")
    assert cli.main(["wear", str(file), f"schaedler {' '.join(QUICK)}", "--player", "random"]) == 0
    assert capsys.readouterr().out.startswith("clay table from a grave at Vari (Athens, National Arch")


def test_rules_without_a_name_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps({"points": dict.fromkeys(RING, 1)}))
    assert cli.main(["wear", str(file), ""]) == 2
    assert "schaedler" in capsys.readouterr().err
