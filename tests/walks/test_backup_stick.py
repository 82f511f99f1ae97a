"""Staff save the station on a USB stick, and restore it, with a finger; whatever happens to the stick."""

import errno
import io
import os
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from pathlib import Path
from threading import Event
from typing import IO, Any

import pytest

from companion.app.backups.backup import MANIFEST
from companion.app.backups.encryption import encrypting
from companion.app.backups.stick import BackupStick
from companion.cli import main
from companion.interface.intents import Ask, Named, Number, Pick
from companion.interface.views import BackupDone, BackupResult, BackupView, PinView, ResumeView, StaffView
from companion.journal import FILE_NAME, Journal
from companion.journal.visits import FILE_NAME as VISITS
from companion.presentation.words.labels import label
from companion.settings.pin import FILE_NAME as PIN_FILE
from companion.settings.pin import PinFile
from companion.settings.settings_file import read_settings, save_settings
from companion.settings.texts_folder import FOLDER as TEXTS
from companion.station.pages.staff.backup import LOOK_S, BackupPage
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


@contextmanager
def in_a_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Walk]:
    """Somebody at home who has made a throw."""
    with walk(folder, monkeypatch, settings=AT_HOME) as person:
        person.begin_game()
        person.press()
        person.wait(3.0)
        yield person


def restore_what_is_none(person: Walk, stick: Path) -> None:
    (stick / "holiday.zip").write_bytes(b"PK\x03\x04 no backup")
    open_page(person)
    for _ in range(2):
        person.touch(Pick(Named.BACKUP, "holiday.zip"))
    assert done(person).result is BackupResult.DAMAGED


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
        monkeypatch.setattr("companion.station.pages.staff.backup.LOOK_S", 3_600.0)
        subprocess.run(["mount", "-o", "remount,ro", stick], check=True)
        assert saved(person).result is BackupResult.READ_ONLY
        [page] = [it for it in person.it.station.context.overlays if isinstance(it, BackupPage)]
        person.wait_for(lambda: person.clock() < page._look_at_s < inf, 600.0)
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
    with in_a_game(tmp_path, monkeypatch) as person:
        person.it.station.on(Ask.NEW_GAME, person.clock())
        person.turn()
        restore_what_is_none(person, stick)
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


def damaged(file: Path) -> None:
    whole = file.read_bytes()
    middle = len(whole) // 2
    file.write_bytes(whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :])


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-100])


def with_a_passphrase(file: Path) -> None:
    pieces: list[bytes] = []
    with encrypting(pieces.append, "four lost lines") as write:
        write(file.read_bytes())
    file.write_bytes(b"".join(pieces))


def from_later(file: Path) -> None:
    with zipfile.ZipFile(file) as zipped:
        held = {name: zipped.read(name) for name in zipped.namelist()}
    held[MANIFEST] = held[MANIFEST].replace(b'"format": 1', b'"format": 2')
    with zipfile.ZipFile(file, "w") as zipped:
        for name, data in held.items():
            zipped.writestr(name, data)


@pytest.mark.parametrize(
    ("change", "result"),
    [
        (damaged, BackupResult.DAMAGED),
        (cut_off, BackupResult.DAMAGED),
        (with_a_passphrase, BackupResult.ENCRYPTED),
        (from_later, BackupResult.NEWER),
    ],
)
def test_what_is_wrong_with_a_file_is_said(
    change: Callable[[Path], None],
    result: BackupResult,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    stick: Path,
) -> None:
    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        open_page(person)
        name = saved(person).name
        change(stick / name)
        person.wait_for(lambda: bool(person.shows(BackupView).found), 600.0)
        for _ in range(2):
            person.touch(Pick(Named.BACKUP, name))
        assert done(person).result is result
        person.picture(f"backup-{result}")
        assert label("backup-results", result, str) in " ".join(person.texts)


def test_what_fails_at_the_station_is_no_fault_of_the_stick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stick: Path
) -> None:
    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        open_page(person)
        name = saved(person).name
        visits = tmp_path / "data" / VISITS
        visits.unlink(missing_ok=True)
        visits.write_bytes(b"no database")
        assert saved(person).result is BackupResult.FAILED
        visits.unlink()
        (tmp_path / "station.toml").write_text("[game]\nrules = 7\n")
        person.wait_for(lambda: bool(person.shows(BackupView).found), 600.0)
        for _ in range(2):
            person.touch(Pick(Named.BACKUP, name))
        assert done(person).result is BackupResult.FAILED


def test_a_card_of_the_station_that_can_not_be_read_is_no_fault_of_the_stick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stick: Path
) -> None:
    class BrokenFile(io.BufferedReader):
        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    whole = Path.open

    def opened(path: Path, mode: str = "r", **named: Any) -> IO[Any]:
        broken = path.is_relative_to(tmp_path / "calibration") and mode == "rb"
        return BrokenFile(io.FileIO(path)) if broken else whole(path, mode, **named)

    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        open_page(person)
        with monkeypatch.context() as broken:
            broken.setattr(Path, "open", opened)
            assert saved(person).result is BackupResult.FAILED
        assert not list(stick.iterdir())
        assert any("not the stick" in text for text in person.texts)
        assert saved(person).result is BackupResult.SAVED


def test_what_is_no_backup_is_not_listed_and_hides_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stick: Path
) -> None:
    (stick / "old.zip").symlink_to("gone.zip")
    (stick / "folder.zip").mkdir()
    (stick / "torn.zip").symlink_to("/proc/self/mem")  # it may be one, and can't be read
    with zipfile.ZipFile(stick / "photographs.zip", "w") as zipped:
        zipped.writestr("beach.jpg", b"sand")
    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        open_page(person)
        name = saved(person).name
        person.wait_for(lambda: len(person.shows(BackupView).found or ()) > 1, 600.0)
        assert {it.name for it in person.shows(BackupView).found or ()} == {name, "torn.zip"}


def run(*command: object) -> str:
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout.strip()


def with_pictures(station: Path) -> None:
    """Give a station texts of its own that take a while to write."""
    folder = station / "data" / TEXTS
    folder.mkdir(parents=True)
    for number in range(3):
        (folder / f"{number}.jpg").write_bytes(os.urandom(1_500_000))


def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Have something happen when the first megabyte of a backup is written."""
    save, left = BackupStick.save, [happens]

    def interrupted(desk: BackupStick, tell: Callable[[int], None]) -> BackupDone:
        def told(megabytes: int) -> None:
            tell(megabytes)
            if megabytes and left:
                left.pop()()

        return save(desk, told)

    monkeypatch.setattr(BackupStick, "save", interrupted)


def test_a_stick_that_is_pulled_out_in_mid_write_holds_no_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stick: Path
) -> None:
    with_pictures(tmp_path)
    run("mount", "-o", "remount,size=16m", stick)
    beside = tmp_path / "another-computer"
    beside.mkdir()
    run("mount", "--bind", stick, beside)
    try:
        with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
            open_page(person)
            meanwhile(monkeypatch, lambda: run("umount", "--lazy", stick))
            assert saved(person).result is BackupResult.PULLED_OUT
            assert "pulled out" in " ".join(person.texts)
            # Neither on the stick nor in the folder where it was.
            assert not [*beside.glob("*.zip"), *stick.iterdir()]
            person.wait_for(lambda: person.shows(BackupView).found is None, 600.0)
            run("mount", "--bind", beside, stick)
            person.wait_for(lambda: person.shows(BackupView).found == (), 600.0)
            result = saved(person)
            assert result.result is BackupResult.SAVED
            # What was begun before is gone.
            assert [it.name for it in beside.iterdir()] == [result.name]
    finally:
        run("umount", "--lazy", beside)


def test_a_stick_that_breaks_in_mid_write_holds_no_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stick: Path
) -> None:
    with_pictures(tmp_path)
    image = tmp_path / "image"
    image.touch()
    os.truncate(image, 16_000_000)
    run("mkfs.ext4", "-q", "-O", "^has_journal", image)
    run("umount", stick)
    try:
        device = run("losetup", "--find", "--show", image)
    except subprocess.CalledProcessError:
        pytest.skip("no block device can be made of a file here")

    def breaks() -> None:
        """Have the device end before the place that is written to."""
        os.truncate(image, 1_000_000)
        run("losetup", "--set-capacity", device)

    try:
        run("mount", "-o", "errors=continue", device, stick)
        with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
            open_page(person)
            meanwhile(monkeypatch, breaks)
            assert saved(person).result is BackupResult.PULLED_OUT
            assert "is broken" in " ".join(person.texts)
            assert not [*stick.glob("*.zip")]
            assert person.it.station.faults == ()
    finally:
        subprocess.run(["umount", "--lazy", stick], check=False, capture_output=True)
        run("losetup", "--detach", device)


def test_what_is_no_backup_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stick: Path
) -> None:
    with in_a_game(tmp_path, monkeypatch) as person:
        entries = person.it.loop._journal.newest_number
        before = (tmp_path / "station.toml").read_bytes()
        restore_what_is_none(person, stick)
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
