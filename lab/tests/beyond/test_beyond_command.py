"""`five-lines beyond`, from its arguments to what it prints."""

import json

import pytest

from companion import cli
from companion.game import rules_for
from five_lines_lab.perft import perft

BEYOND = ["beyond", "--rules"]
RACE = ["schaedler", "--lines", "3", "--games", "20"]


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main([*BEYOND, *words]) == 0
    return capsys.readouterr().out


@pytest.mark.slow
def test_a_small_game_is_solved_and_played(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, *RACE)
    assert text.startswith("schaedler, 3 lines, 3 counters, dice=1, die=d6\n")
    assert "0.513725004" in text
    assert "20 games of perfect against its like" in text
    record = json.loads(printed(capsys, *RACE, "--json"))
    assert record["positions"] == 477
    assert record["low"] <= 0.5137250048 <= record["high"]
    assert record["is_solved"]
    assert record["games"] == 20
    assert record["mean_hits"] == 0
    assert printed(capsys, *RACE) == text


def test_a_board_that_was_found_has_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["schaedler", "--find", "copenhagen", "--games", "1", "--max-positions", "50"]
    assert printed(capsys, *words).startswith("schaedler, 9 lines, 9 counters, dice=1, die=d6\n")


def test_a_larger_one_is_played_by_rules_of_thumb(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["locus-ludi-capture", "--lines", "9", "--counters", "4", "--games", "2", "--max-positions", "50"]
    text = printed(capsys, *words)
    assert "not solved: more than 50 positions" in text
    assert "2 games of two-rules against its like" in text


def test_a_limit_ends_games(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "kidd", "--option", "limit=5", "--games", "3")
    assert "stopped without an end" in text
    assert "5 5 5 5 5" in text


def test_trees_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    counted = perft(rules_for("kidd", ["to-win=4"]), 3)
    record = json.loads(printed(capsys, "kidd", "--option", "to-win=4", "--perft", "3", "--json"))
    assert (record["lines"], record["positions"]) == (counted.lines, counted.positions)
    two = printed(capsys, "schaedler", "--dice", "2", "--die", "d10", "--bear-off", "larger", "--perft", "1")
    assert "dice=2, die=d10, bear-off=larger" in two


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--lines", "4"], "an odd number of lines"),
        (["--lines", "13"], "3 to 11"),
        (["--counters", "1"], "2 to 11 counters"),
        (["--counters", "4"], "start=full puts a counter on each of 5 lines"),
        (["--option", "own-half=one", "--waiting", "2"], "needs own-half=free; own-half=one"),
        (["--option", "goal=anywhere", "--bear-off", "exact"], "goal=anywhere and bear-off=exact both"),
        (["--option", "larger-throw-enters=yes", "--bear-off", "larger"], "larger-throw-enters=yes and"),
        (["--option", "leaving=never", "--middle-returns"], "leaving=never: no counter comes back"),
        (["--bear-off", "exact", "--middle-returns"], "bear-off=exact: no counter comes back"),
        (["--die", "d13"], "2 to 12 sides"),
        (["--die", "1:1,13:1"], "from 1 to 12"),
        (["--lines", "11", "--die", "1:1,2:1", "--option", "own-half=closed"], "nobody can ever move"),
    ],
)
def test_what_does_not_fit_is_said(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*BEYOND, "schaedler", *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [(["--bear-off", "exakt"], "did you mean exact?"), (["--players", "rando"], "did you mean random?")],
)
def test_what_is_misspelt_is_meant(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main([*BEYOND, "schaedler", *words])
    assert said in capsys.readouterr().err
