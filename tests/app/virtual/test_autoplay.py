"""Whole games at the virtual table, played and refereed without a screen."""

import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from companion import cli
from companion.app.virtual.autoplay import autoplay, learned_reader
from companion.game import Halves, rules_for
from companion.game.fair_die import seal
from companion.journal import FILE_NAME, Database, DieThrown, Journal
from companion.journal.dice_audit import verify
from companion.referee.events import Ended, Flagged, Restored
from hardware.virtual_table.table import VirtualCamera, virtual_table
from tests.support.walk import banded
from vision.board_reader import BoardReader
from vision.reading import Reading

pytestmark = pytest.mark.slow


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


@pytest.mark.parametrize("thrown", [0, 1])
def test_a_game_that_was_cut_off_in_the_throw_off_is_played_to_its_end(tmp_path: Path, thrown: int) -> None:
    rules, path = rules_for("schaedler", ["limit=2"]), tmp_path / "games.db"
    die = seal(rules.die, Random(1).randbytes)
    with Journal(path, lambda: datetime.now(UTC)) as journal:
        game = journal.begin(die, rules)
        journal.append(game, [DieThrown(die.throw(number), number) for number in range(1, thrown + 1)])
    said: list[str] = []
    assert autoplay(rules, 1, 1, path, said.append) == []
    with closing(Database.for_reading(path)) as database:
        assert list(database.games()) == [1]
        assert database.game(1).over
        assert verify(database.game(1)).misfits == ()


@pytest.mark.nightly
def test_a_game_goes_on_after_many_lessons_from_counters_in_a_glare(tmp_path: Path) -> None:
    arguments = ["--virtual", "--headless", "--autoplay", "1", "--seed", "12"]
    assert cli.main([*arguments, "--journal", str(tmp_path / "games.db")]) == 0


def test_a_game_under_a_lamp_that_flickers_is_refereed_rightly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, take, numbers = learned_reader(virtual_table(1)), VirtualCamera.take, count()
    monkeypatch.setattr(VirtualCamera, "take", lambda camera: banded(take(camera), next(numbers)))
    said: list[str] = []
    rules = rules_for("schaedler", ["limit=6"])
    assert autoplay(rules, 1, 1, tmp_path / "games.db", said.append, reader=reader, max_s=300) == []
    assert any("Not so:" in line for line in said)


def test_a_seed_settles_the_games_and_none_is_kept_in_this_machines_own_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    arguments = ["--virtual", "--headless", "--autoplay", "1", "--rules", "schaedler", "--option", "limit=2"]
    said = []
    for seed in (["--seed", "7"], ["--seed", "7"], []):
        assert cli.main([*arguments, *seed]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] != said[2]
    assert not (tmp_path / "home").exists()


def test_what_is_out_of_order_is_said_in_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / FILE_NAME
    journal.write_bytes(b"no journal")
    arguments = ["--virtual", "--headless", "--autoplay", "1", "--rules", "schaedler", "--option", "limit=1"]
    assert cli.main([*arguments, "--journal", str(journal)]) == 0
    assert capsys.readouterr().out.splitlines().count("A new record was started.") == 1


class Misreading(BoardReader):
    """Takes 4A for 3A while two counters of A lie there."""

    def read(self, frame: NDArray[np.uint8]) -> Reading:
        reading = super().read(frame)
        halves = reading.halves
        if halves is None or sum(halves.a[2:4]) != 2:
            return reading
        return replace(reading, halves=Halves((*halves.a[:2], 2, 0, *halves.a[4:]), halves.b))


def test_a_station_that_errs_is_found_out(tmp_path: Path) -> None:
    rules = rules_for("schaedler", ["larger-throw-enters=yes", "starter=A"])
    reader = Misreading(learned_reader(virtual_table(1)).calibration)
    said: list[str] = []
    misjudged = autoplay(rules, 1, 1, tmp_path / "games.db", said.append, max_s=60, reader=reader)
    assert misjudged


def test_games_that_play_themselves_are_kept_where_the_settings_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "station.toml"
    settings.write_text('[station]\ndata = "kept"\n', encoding="utf-8")
    arguments = ["--headless", "--autoplay", "1", "--rules", "schaedler", "--option", "limit=1"]
    assert cli.main([*arguments, "--settings", str(settings)]) == 0
    capsys.readouterr()
    assert cli.main(["games", "list", "--journal", str(tmp_path / "kept" / FILE_NAME)]) == 0
    assert "schaedler" in capsys.readouterr().out
