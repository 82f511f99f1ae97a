"""`five-lines rules` and `five-lines perft` as people call them, and what importing the game costs."""

import json
import subprocess
import sys

import pytest

from companion import cli
from companion.game import OPTIONS, RECONSTRUCTIONS


def test_the_list_names_every_reconstruction(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules"]) == 0
    told = capsys.readouterr().out
    for name, published in RECONSTRUCTIONS.items():
        assert name in told
        assert published.title in told


@pytest.mark.parametrize("name", RECONSTRUCTIONS)
def test_an_explanation_tells_source_options_and_notes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", name]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert RECONSTRUCTIONS[name].source in told
    rules = RECONSTRUCTIONS[name].rules
    for option in OPTIONS:
        value = getattr(rules, option.field)
        if value is None and option.key != "limit":
            assert f"{option.key} {' '.join(option.value_texts)} (means nothing in this game)" in told
        else:
            assert (
                f"[{rules.written(option.field).partition('=')[2]}]" in told.partition(f" {option.key} ")[2]
            )
            meaning = option.meaning(value)
            assert value is None or f"- {meaning[0].upper()}{meaning[1:]}." in told
    for note in RECONSTRUCTIONS[name].notes:
        assert note in told


@pytest.mark.parametrize("command", ["rules", "solve --rules", "simulate --rules", "perft --depth 1 --rules"])
def test_a_game_that_is_over_before_it_begins_is_refused(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*command.split(), "kalkhoven", "--option", "entry=must-else-pass"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "start=home and entry=must-else-pass clash: the first counter shuts the Home" in told.err


def test_a_house_rule_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "kidd", "--die", "knucklebone"]) == 0
    told = capsys.readouterr().out
    assert "[house rule die=knucklebone]" in told
    assert "d6 [knucklebone] knucklebone-roman" in told


@pytest.mark.parametrize(
    ("arguments", "about"),
    [
        (["rules", "chess"], "no rules are called 'chess'"),
        (["rules", "kidd", "--option", "x"], "write it as key=value"),
        (
            ["perft", "--rules", "schaedler", "--option", "entry=free", "--depth", "1"],
            "entry=free and start=full clash",
        ),
        (
            ["perft", "--rules", "kidd", "--die", "d8", "--depth", "1"],
            "'d8' is no value; there are d6",
        ),
        (["simulate", "--rules", "kidd", "--option", "goal-point=blocked"], "clash"),
    ],
)
def test_bad_input_is_one_line_and_status_two(
    arguments: list[str], about: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert about in told.err


def test_perft_prints_its_count_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["perft", "--rules", "schaedler", "--depth", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {
        "rules": "schaedler",
        "options": [],
        "die": "d6",
        "depth": 2,
        "lines": 56,
        "positions": 56,
    }


def test_perft_tells_the_options_it_counted_with(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["perft", "--rules", "kidd", "--option", "sacred-line=safe", "--die", "knucklebone"]
    assert cli.main([*arguments, "--depth", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["options"] == ["sacred-line=safe", "die=knucklebone"]
    assert told["die"] == "knucklebone"


def test_importing_the_game_brings_none_of_the_heavy_libraries() -> None:
    code = "import sys, companion.game; print(sorted({'numpy', 'cv2', 'pygame', 'json'} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert told.stdout.strip() == "[]"
