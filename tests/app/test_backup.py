"""A backup that is made during a game does not tell the throws that are still to come."""

import hashlib
import json
import os
import zipfile
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from companion.app.backups.backup import write_backup
from companion.app.backups.restore import restore_backup
from companion.cli import main
from companion.game import rules_for
from companion.game.fair_die import FairDie
from companion.journal import Abandoned, Database, DeviceFault, DieThrown, Journal, SeedRevealed
from companion.journal.dice_audit import verify
from companion.settings.settings_file import read_settings
from tests.support.dying import change
from tests.support.sealed import seeds_in

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
RULES = rules_for("schaedler")
SETTINGS = '[station]\ndata = "data"\ncalibration = "calibration"\n'


def die(number: int) -> FairDie:
    return FairDie(RULES.die, hashlib.sha256(b"%d" % number).digest())


def play(journal: Journal, number: int, throws: int) -> int:
    game = journal.begin(die(number), RULES)
    for throw in range(1, throws + 1):
        journal.append(game, (DieThrown(die(number).throw(throw), throw),))
    return game


def running(folder: Path) -> Journal:
    """A station with two games that are over and one that is not; other things happened meanwhile."""
    folder.mkdir()
    (folder / "station.toml").write_text(SETTINGS, encoding="utf-8")
    journal = Journal(folder / "data" / "journal.sqlite", lambda: NOON)
    journal.append(None, (DeviceFault("lamps", "no current"),))
    for number in (1, 2):
        journal.append(play(journal, number, 40), (Abandoned("left"),))
    play(journal, 3, 30)
    journal.append(None, (DeviceFault("camera", "is gone"),))
    journal.append(2, (SeedRevealed(die(2).seed.hex()),))
    journal.append(3, (DieThrown(die(3).throw(31), 31),))
    journal.append(None, (DeviceFault("camera", "is back"),))
    return journal


@pytest.mark.slow
def test_no_throw_that_is_to_come_can_be_computed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved, settings = tmp_path / "station.zip", tmp_path / "here" / "station.toml"
    with running(tmp_path / "here"):
        assert main(["backup", str(saved), "--settings", str(settings)]) == 0
    assert "Game 3 is not over and is left out" in capsys.readouterr().out
    with zipfile.ZipFile(saved) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    for name, data in parts.items():
        assert not seeds_in(data, die(3).commitment), name
    assert seeds_in(parts["journal.sqlite"], die(2).commitment), "those of games that are over are kept"


@pytest.mark.slow
def test_a_backup_that_is_killed_leaves_no_seed_on_the_stick_or_beside_the_settings(tmp_path: Path) -> None:
    settings, stick = tmp_path / "here" / "station.toml", tmp_path / "stick"
    with running(tmp_path / "here"):
        found = read_settings(settings).located(settings.parent)
        stick.mkdir()
        for number in count(1):
            saves = partial(write_backup, stick / "b.zip", settings, found)
            ended = change(number, saves, lambda: os._exit(9))
            for file in (*stick.rglob("*"), *settings.parent.glob(".five-lines-*/*")):
                assert file.is_dir() or not seeds_in(file.read_bytes(), die(3).commitment), file
            if not ended:
                break
            # Nothing piles up: at most what the last one has left lies on either side.
            assert len(list(tmp_path.glob("here/.five-lines-tmp-*"))) <= 1
            assert len(list(stick.glob(".*"))) <= 1
        assert [it.name for it in stick.iterdir()] == ["b.zip"]
        assert not list(tmp_path.glob("here/.five-lines-tmp-*"))
    assert number > 5


@pytest.mark.slow
def test_what_is_left_is_whole_and_goes_on(tmp_path: Path) -> None:
    saved = tmp_path / "station.zip"
    with running(tmp_path / "here"):
        main(["backup", str(saved), "--settings", str(tmp_path / "here" / "station.toml")])
    restore_backup(saved, tmp_path / "new" / "station.toml", replace=False)
    path = tmp_path / "new" / "data" / "journal.sqlite"
    with Journal(path, lambda: NOON) as journal:
        assert journal.notices() == ()
        assert journal.unfinished() is None
        assert play(journal, 4, 3) == 3
    with closing(Database.for_reading(path)) as database:
        database.check_pages()
        games = [database.game(number) for number in database.games()]
        happenings = [entry.happening for entry in map(database.entry, range(1, 200)) if entry is not None]
    assert [len(game.throws) for game in games] == [40, 40, 3]
    assert not any(verify(game).misfits for game in games[:2])
    assert games[1].revealed == die(2).seed.hex()
    faults = [happening.message for happening in happenings if isinstance(happening, DeviceFault)]
    assert faults == ["no current", "is gone", "is back"]


@pytest.mark.slow
def test_a_game_that_is_over_stays_and_nothing_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "station.zip"
    with running(tmp_path / "here") as journal:
        journal.append(3, (Abandoned("left"),))
        main(["backup", str(saved), "--settings", str(tmp_path / "here" / "station.toml")])
    assert "left out" not in capsys.readouterr().out
    with zipfile.ZipFile(saved) as file:
        assert seeds_in(file.read("journal.sqlite"), die(3).commitment)
        assert {*json.loads(file.read("manifest.json"))["sha256"]} == {"station.toml", "journal.sqlite"}


@pytest.mark.slow
def test_a_game_with_dice_of_their_own_has_no_secret_and_stays(tmp_path: Path) -> None:
    saved = tmp_path / "station.zip"
    with running(tmp_path / "here") as journal:
        journal.begin(RULES.die, RULES)
        main(["backup", str(saved), "--settings", str(tmp_path / "here" / "station.toml")])
    restore_backup(saved, tmp_path / "new" / "station.toml", replace=False)
    with Journal(tmp_path / "new" / "data" / "journal.sqlite", lambda: NOON) as journal:
        unfinished = journal.unfinished()
    assert unfinished is not None
    assert unfinished.number == 4


@pytest.mark.slow
def test_an_entry_that_was_changed_is_not_chained_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = running(tmp_path / "here")
    journal.close()
    path = tmp_path / "here" / "data" / "journal.sqlite"
    path.write_bytes(path.read_bytes().replace(b"is gone", b"is gold"))
    saved = tmp_path / "station.zip"
    assert main(["backup", str(saved), "--settings", str(tmp_path / "here" / "station.toml")]) != 0
    assert "its checksum does not fit" in capsys.readouterr().err
    assert not saved.exists()
