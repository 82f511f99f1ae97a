"""Whole games at the virtual table, played and refereed without a screen."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion import cli
from companion.journal import FILE_NAME, Database
from companion.journal.dice_audit import verify
from companion.referee.events import Ended, Flagged, Restored


def test_a_whole_game_with_mistakes_is_refereed_rightly(tmp_path: Path) -> None:
    journal = tmp_path / "games.db"
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", "--virtual", "--headless", "--autoplay", "1", "--seed", "1",
         "--rules", "schaedler", "--option", "larger-throw-enters=yes", "--journal", str(journal)],
        capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "has won!" in done.stdout
    assert "Not so:" in done.stdout
    assert "takes the move back" in done.stdout
    with closing(Database.for_reading(journal)) as database:
        stored = database.game(1)
    assert isinstance(stored.events[-1], Ended)
    flags = sum(isinstance(event, Flagged) for event in stored.events)
    assert flags == sum(isinstance(event, Restored) for event in stored.events) > 0
    assert verify(stored).misfits == ()


def test_a_game_goes_on_after_many_lessons_from_counters_in_a_glare(tmp_path: Path) -> None:
    arguments = ["--virtual", "--headless", "--autoplay", "1", "--seed", "12"]
    assert cli.main([*arguments, "--journal", str(tmp_path / "games.db")]) == 0


def test_the_seed_is_the_one_that_is_set_unless_another_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "station.toml"
    settings.write_text("[virtual]\nseed = 7\n", encoding="utf-8")
    arguments = ["--virtual", "--headless", "--autoplay", "1", "--rules", "schaedler", "--option", "limit=2"]
    assert cli.main([*arguments, "--settings", str(settings)]) == 0
    as_set = capsys.readouterr().out
    assert cli.main([*arguments, "--settings", str(settings), "--seed", "1"]) == 0
    assert capsys.readouterr().out != as_set


def test_what_is_out_of_order_is_told_in_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / FILE_NAME
    journal.write_bytes(b"no journal")
    arguments = ["--virtual", "--headless", "--autoplay", "1", "--rules", "schaedler", "--option", "limit=1"]
    assert cli.main([*arguments, "--journal", str(journal)]) == 0
    assert capsys.readouterr().out.splitlines().count("A new record was begun.") == 1


def test_a_referee_that_errs_is_found_out(tmp_path: Path) -> None:
    """A station that takes 3A for 4A must not pass for one that referees rightly."""
    script = """
import sys
from pathlib import Path
from companion.game import Halves, rules_for
from companion.station import sight
from companion.virtual.autoplay import autoplay

right = sight.seen
def wrong(reading, picture):
    seen = right(reading, picture)
    if seen.halves is None or sum(seen.halves.a[2:4]) != 2:
        return seen
    a = seen.halves.a
    return type(seen)(seen.sight, Halves((*a[:2], 2, 0, *a[4:]), seen.halves.b), seen.picture, seen.spots)
sight.seen = wrong
rules = rules_for("schaedler", ["larger-throw-enters=yes", "starter=A"])
misjudged = autoplay(rules, 1, 1, Path(sys.argv[1]), lambda text: None, longest_s=60)
sys.exit(1 if misjudged else 0)
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "games.db")],
        capture_output=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 1, done.stderr.decode()
