"""Staff save the station on a USB stick, and restore it, with a finger; whatever happens to the stick."""

import os
import subprocess
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from companion.app.backups.stick import BackupStick
from companion.cli import main
from companion.interface.intents import Ask, Named, Number, Pick
from companion.interface.views import BackupDone, BackupResult, BackupView, PinView, ResumeView, StaffView
from companion.journal import FILE_NAME, Journal
from companion.settings.pin import FILE_NAME as PIN_FILE
from companion.settings.pin import PinFile
from companion.settings.settings_file import read_settings, save_settings
from companion.station.pages.staff.backup import LOOK_S
from companion.station.worker import Lane
from tests.support.at_home import AT_HOME
from tests.support.playing import noon
from tests.support.walk import EVERY_SIZE, Walk, walk


@pytest.fixture
def stick(no_stick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file system of its own, of 2 MB, where sticks are mounted."""
    folder = tmp_path / "root" / "media" / "stick"
    folder.mkdir(parents=True)
    monkeypatch.setattr("companion.app.backups.stick.ROOT", tmp_path / "root")
    put_in(folder)
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=False, capture_output=True)


def put_in(folder: Path) -> None:
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "stick", folder], check=False, capture_output=True
    )
    if done.returncode:
        pytest.skip("only root can mount a stick")


def open_page(person: Walk) -> None:
    person.it.loop.station.context.clear_away()
    person.it.station.on(Ask.OPEN_STAFF, person.clock())
    person.turn()
    person.find(Ask.SHOW_BACKUP)
    person.wait_for(lambda: person.shows(BackupView).found is not None, 600.0)


def done(person: Walk) -> BackupDone:
    """Wait for the result."""
    person.wait_for(lambda: person.shows(BackupView).megabytes is None, 3_000.0)
    result = person.shows(BackupView).done
    assert result is not None
    return result


def saved(person: Walk) -> BackupDone:
    person.touch(Ask.SAVE_BACKUP)
    return done(person)


def test_the_page_asks_for_the_pin_as_the_others_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stick: Path
) -> None:
    (tmp_path / "data").mkdir()
    PinFile(tmp_path / "data" / PIN_FILE).set("4711")
    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        person.it.station.on(Ask.OPEN_STAFF, person.clock())
        person.turn()
        person.shows(PinView)
        assert not [intent for intent in person.intents if intent is Ask.SHOW_BACKUP]
        assert Number.PIN_DIGIT in [getattr(intent, "what", None) for intent in person.intents]


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_a_station_is_saved_and_is_as_it_was_on_another(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stick: Path
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    with walk(here, monkeypatch, size, AT_HOME) as person:
        person.begin_game()
        person.press()
        person.wait(3.0)
        open_page(person)
        assert person.shows(BackupView).found == ()
        person.picture("backup-none")
        result = saved(person)
        # The game that goes on is left out with its seed, and that is said.
        assert (result.result, result.games) == (BackupResult.SAVED, 1)
        assert any("not over: 1" in text for text in person.texts)
        person.picture("backup-saved")
        # The same file as the command writes.
        assert main(["backup", str(tmp_path / "by.zip"), "--settings", str(here / "station.toml")]) == 0
        with zipfile.ZipFile(stick / result.name) as one, zipfile.ZipFile(tmp_path / "by.zip") as other:
            assert one.namelist() == other.namelist()
    link = replace(read_settings(here / "station.toml").link, enabled=True, page=True)
    opening = replace(read_settings(here / "station.toml"), link=link)
    save_settings(here / "station.toml", opening)
    assert main(["backup", str(stick / "open.zip"), "--settings", str(here / "station.toml")]) == 0
    (stick / result.name).unlink()
    with walk(there, monkeypatch, size, AT_HOME) as person:
        person.begin_game()
        person.press()
        person.wait(3.0)
        open_page(person)
        person.touch(Pick(Named.BACKUP, "open.zip"))
        assert person.shows(BackupView).asking == "open.zip"
        person.picture("backup-asking")
        assert not person.it.staff.restarts
        person.touch(Pick(Named.BACKUP, "open.zip"))
        result = done(person)
        assert result.result is BackupResult.RESTORED
        # What opens the machine stays as it is here, and that is said.
        assert {"[link] enabled", "[link] page"} <= {*result.settings}
        person.picture("backup-restored")
        person.touch(Ask.RESTART)
        assert person.it.staff.restarts
    assert not read_settings(there / "station.toml").link.enabled
    assert len(list((there / "data").glob(f"{FILE_NAME}.before-restore-*"))) == 1
    with walk(there, monkeypatch, size, AT_HOME) as person:
        assert person.it.station.faults == ()
        assert not isinstance(person.view, ResumeView)


def test_the_program_restarts_though_the_page_was_taken_away_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stick: Path
) -> None:
    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        open_page(person)
        name = saved(person).name
        person.wait_for(lambda: bool(person.shows(BackupView).found), 600.0)
        person.touch(Pick(Named.BACKUP, name))
        person.touch(Pick(Named.BACKUP, name))
        # As closing at once does.
        person.it.loop.station.context.clear_away()
        person.wait_for(lambda: person.it.staff.restarts, 600.0)
        assert person.it.staff.restarts


def test_a_stick_that_is_gone_full_or_read_only_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stick: Path
) -> None:
    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        person.begin_game()
        open_page(person)
        first = saved(person)
        assert first.result is BackupResult.SAVED
        kept = (stick / first.name).read_bytes()
        # Full: what is there stays, and no half of a file is left.
        (stick / "films").write_bytes(bytes(os.statvfs(stick).f_bavail * os.statvfs(stick).f_bsize - 4096))
        assert saved(person).result is BackupResult.FULL
        assert {it.name for it in stick.iterdir()} == {first.name, "films"}
        assert (stick / first.name).read_bytes() == kept
        (stick / "films").unlink()
        subprocess.run(["mount", "-o", "remount,ro", stick], check=True)
        assert saved(person).result is BackupResult.READ_ONLY
        subprocess.run(["umount", stick], check=True)
        # It may be pulled before the page has seen it.
        person.touch(Ask.SAVE_BACKUP)
        assert done(person).result is BackupResult.NO_STICK
        person.wait_for(lambda: person.shows(BackupView).found is None, 600.0)
        assert Ask.SAVE_BACKUP not in person.intents
        person.touch(Ask.BACK)
        person.shows(StaffView)
        assert person.it.station.faults == ()
    with Journal(tmp_path / "data" / FILE_NAME, noon) as journal:
        assert journal.unfinished() is not None


def test_what_waits_is_listed_after_a_restore_that_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stick: Path
) -> None:
    (stick / "holiday.zip").write_bytes(b"PK\x03\x04 no backup")
    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        person.begin_game()
        person.press()
        person.wait(3.0)
        person.it.station.on(Ask.NEW_GAME, person.clock())
        person.turn()
        open_page(person)
        for _ in range(2):
            person.touch(Pick(Named.BACKUP, "holiday.zip"))
        assert done(person).result is BackupResult.DAMAGED
        assert len(person.it.loop._journal.left()) == 1


def test_a_stick_is_asked_for_again_when_it_has_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stick: Path
) -> None:
    asked, answers = [0], Event()

    def find(_: BackupStick) -> None:
        asked[0] += 1
        answers.wait(60.0)

    monkeypatch.setattr(BackupStick, "find", find)
    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        person.it.station.on(Ask.OPEN_STAFF, person.clock())
        person.turn()
        person.find(Ask.SHOW_BACKUP)
        person.wait(10 * LOOK_S)
        assert asked == [1]
        assert person.it.loop._services.worker._lanes[Lane.BACKUP].empty()
        answers.set()
        person.wait_for(lambda: asked[0] > 1, 600.0)


def test_what_is_no_backup_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stick: Path
) -> None:
    (stick / "holiday.zip").write_bytes(b"PK\x03\x04 no backup")
    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        person.begin_game()
        person.press()
        person.wait(3.0)
        entries = person.it.loop._journal.newest_number
        before = (tmp_path / "station.toml").read_bytes()
        open_page(person)
        for _ in range(2):
            person.touch(Pick(Named.BACKUP, "holiday.zip"))
        assert done(person).result is BackupResult.DAMAGED
        assert (tmp_path / "station.toml").read_bytes() == before
        person.touch(Ask.BACK)
        # The game goes on, and is stored.
        person.touch(Ask.BACK)
        person.press()
        person.wait(3.0)
        assert person.it.station.faults == ()
    with Journal(tmp_path / "data" / FILE_NAME, noon) as journal:
        assert journal.newest_number >= entries
        assert journal.unfinished() is not None
