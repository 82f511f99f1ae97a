"""Sets that are the same game are recognised by what can be done in them."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion import cli
from companion.analysis.solve.graph import build
from companion.analysis.solve.rule_tables import Tables
from companion.game import rules_for
from five_lines_lab.survey.fingerprint import fingerprint
from five_lines_lab.survey.same_game import are_same

CHEAP = ("die=1:1,6:1", "leaving=never")
ALL_MUST_ENTER = ("start=hand", "entry=must-else-pass", "die=knucklebone")
"""Four counters of each seat enter and the fifth has no point left: then nobody can move."""


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        (("start=home", *CHEAP), ("start=own-sacred", *CHEAP), True),
        pytest.param(
            ("start=home", *CHEAP), ("start=home", *CHEAP, "own-half=one"), False, marks=pytest.mark.nightly
        ),
        (("start=home", *CHEAP), ("start=home", *CHEAP, "extra-throw=goal"), False),
        (
            (*ALL_MUST_ENTER, "own-half=one"),
            (*ALL_MUST_ENTER, "own-half=ordinary", "leaving=never", "hitting=yes", "sacred-line=open"),
            True,
        ),
    ],
)
def test_games_are_compared_by_what_can_be_done_in_them(
    one: tuple[str, ...], two: tuple[str, ...], same: bool
) -> None:
    games = [rules_for("schaedler", options) for options in (one, two)]
    assert len({fingerprint(Tables(rules)) for rules in games}) == 2
    assert are_same(*map(build, games)) is same


@pytest.mark.slow
def test_a_survey_marks_sets_that_turn_out_to_be_the_same_game(tmp_path: Path) -> None:
    space, out = tmp_path / "space.toml", tmp_path / "survey.sqlite"
    space.write_text(
        'base = "schaedler"\n[vary]\nstart = ["home", "own-sacred"]\n'
        'own-half = ["closed"]\nleaving = ["never"]\n'
        'larger-throw-enters = ["no", "yes"]\ndie = ["1:1,6:1"]\n',
        encoding="utf-8",
    )
    assert cli.main(["survey", str(space), "--out", str(out), "--processes", "1"]) == 0
    with closing(sqlite3.connect(out)) as base:
        rows = base.execute(
            "SELECT options, start, larger_throw_enters, same_as, throws FROM sets"
        ).fetchall()
    assert len(rows) == 4
    for _, start, larger, same_as, throws in rows:
        if same_as is not None:
            (other,) = (row for row in rows if row[0] == same_as)
            assert (other[1] != start, *other[2:]) == (True, larger, None, throws)
    assert sum(row[3] is not None for row in rows) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "same_as"),
    [
        pytest.param(("start=own-sacred", "own-half=closed", "die=1:1,6:1"), None, marks=pytest.mark.nightly),
        pytest.param(("start=hand", "die=1:1,6:1"), "locus-ludi-race die=1:1,6:1", marks=pytest.mark.nightly),
        (
            (*ALL_MUST_ENTER, "own-half=one", "leaving=never"),
            "schaedler start=hand entry=must-else-pass own-half=one die=knucklebone",
        ),
    ],
)
def test_measure_says_which_game_it_is_by_another_name(
    options: tuple[str, ...], same_as: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["measure", "--rules", "schaedler"]
    command += [word for option in options for word in ("--option", option)]
    assert cli.main(command) == 0
    assert capsys.readouterr().out.splitlines()[1] == (f"the same game as {same_as}" if same_as else "")
    if same_as is None:
        assert cli.main([*command, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["same_as"] is None
