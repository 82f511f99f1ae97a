"""Staff install a release from a stick, and go back; the unit's script is run in systemd's place."""

import os
import platform
from pathlib import Path

import pytest

from companion import __version__
from companion.app import open_station
from companion.app.backups import stick as sticks
from companion.interface.intents import Ask
from companion.interface.views import StaffView, Update, UpdateState, UpdateView
from companion.presentation.words.labels import label
from companion.settings.sections import SystemRequest
from companion.station.pages.staff.update import LOOK_S
from tests.support.at_home import AT_HOME
from tests.support.walk import Walk, walk

REQUEST, BACK = SystemRequest.UPDATE.file, SystemRequest.UPDATE_BACK.file


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A station that the script has installed, with a version before, and a stick; the folder of requests."""
    run = tmp_path / "run"
    run.mkdir()
    (tmp_path / "run-update").mkdir()
    (tmp_path / SystemRequest.UPDATE.unit).touch()
    program = tmp_path / "program"
    program.mkdir()
    (program / "previous").symlink_to("versions/0.9.0-1234567")
    (tmp_path / "stick").mkdir()
    monkeypatch.setattr(open_station, "RUN", run)
    monkeypatch.setattr(sticks, "UNITS", (tmp_path,))
    monkeypatch.setattr(sticks, "PROGRAM", program)
    monkeypatch.setattr(sticks, "_sticks", lambda: iter([tmp_path / "other stick", tmp_path / "stick"]))
    return run


def put_on_stick(folder: Path, *versions: str) -> None:
    for version in versions:
        (folder / "stick" / f"five-lines-{version}-{platform.machine()}.tar.gz").touch()


def open_page(person: Walk) -> Update | None:
    person.touch(Ask.OPEN_STAFF)
    person.find(Ask.SHOW_UPDATE)
    return shown(person)


def shown(person: Walk) -> Update | None:
    """Return what the page knows after its next look."""
    person.wait(2 * LOOK_S)
    return person.shows(UpdateView).update


def system_says(run: Path, *words: str) -> None:
    """Do the unit's part: take the requests away, and say how it goes."""
    for name in (REQUEST, BACK):
        (run / name).unlink(missing_ok=True)
    (run.with_name("run-update") / "state").write_text("\n".join(words) + "\n")


def test_a_newer_release_is_offered_installed_and_taken_back(
    tmp_path: Path, run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_on_stick(tmp_path, "99.0", "99.1", "1.0", "99.9; reboot")
    (tmp_path / "stick" / "five-lines-100.0-another.tar.gz").touch()
    with walk(tmp_path, monkeypatch) as person:
        assert open_page(person) == Update("99.1", True, "0.9.0")
        assert {f"Version {__version__} is installed.", "99.1 is on the stick."} <= set(person.texts)
        assert not any(run.iterdir())
        person.touch(Ask.INSTALL)
        assert [it.name for it in run.iterdir()] == [REQUEST]
        assert not (run / REQUEST).read_bytes()
        assert shown(person) == Update("99.1", True, "0.9.0", UpdateState.WORKING, "99.1")
        assert not {Ask.INSTALL, Ask.INSTALL_PREVIOUS} & set(person.intents)
        system_says(run, "working", "99.1")
        assert shown(person) == Update("99.1", True, "0.9.0", UpdateState.WORKING, "99.1")
        assert any("a game goes on" in text for text in person.texts)
        # The program would have been restarted by now.
        system_says(run, "done", "99.1")
        assert shown(person) == Update("99.1", True, "0.9.0", UpdateState.DONE, "99.1")
        person.touch(Ask.INSTALL_PREVIOUS)
        assert [it.name for it in run.iterdir()] == [BACK]
        assert shown(person) == Update("99.1", True, "0.9.0", UpdateState.WORKING, "0.9.0")


def test_a_request_that_nobody_takes_has_failed_and_can_be_made_again(
    tmp_path: Path, run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_on_stick(tmp_path, "99.1")
    with walk(tmp_path, monkeypatch) as person:
        open_page(person)
        person.touch(Ask.INSTALL)
        assert shown(person) == Update("99.1", True, "0.9.0", UpdateState.WORKING, "99.1")
        long_ago = (run / REQUEST).stat().st_mtime - 61.0
        os.utime(run / REQUEST, (long_ago, long_ago))
        assert shown(person) == Update("99.1", True, "0.9.0", UpdateState.FAILED, "99.1")
        person.touch(Ask.INSTALL)
        assert shown(person) == Update("99.1", True, "0.9.0", UpdateState.WORKING, "99.1")


@pytest.mark.parametrize("state", sorted(set(UpdateState) - {UpdateState.WORKING, UpdateState.DONE}))
def test_what_keeps_it_from_being_installed_is_said_in_words(
    state: UpdateState, tmp_path: Path, run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_on_stick(tmp_path, "99.1")
    with walk(tmp_path, monkeypatch) as person:
        open_page(person)
        person.touch(Ask.INSTALL)
        system_says(run, state, "99.1")
        shown(person)
        assert label("update-states", state, str).format(version="99.1") in " ".join(person.texts)
        assert Ask.INSTALL in person.intents


def test_nothing_is_offered_that_is_no_newer_release(
    tmp_path: Path, run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_on_stick(tmp_path, __version__, "0.1", "99.1rc1")
    # A power cut between the two links left them alike.
    (tmp_path / "program/current").symlink_to("versions/0.9.0-1234567")
    system_says(run, "a word of a later version", "x" * 10_000)
    with walk(tmp_path, monkeypatch) as person:
        update = open_page(person)
        assert update is not None
        assert (update.newer, update.state, update.previous) == (False, None, "")
        assert Ask.INSTALL not in person.intents
        monkeypatch.setattr(sticks, "_sticks", lambda: iter(()))
        assert shown(person) is not None
        assert "Put in a USB stick." in person.texts


def test_a_game_goes_on_while_a_release_is_installed(
    tmp_path: Path, run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_on_stick(tmp_path, "99.1")
    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        person.begin_game()
        person.press()
        person.wait(3.0)
        person.it.station.on(Ask.OPEN_STAFF, person.clock())
        person.turn()
        person.find(Ask.SHOW_UPDATE)
        person.wait(2 * LOOK_S)
        person.touch(Ask.INSTALL)
        person.touch(Ask.BACK)
        person.shows(StaffView)
        assert (run / REQUEST).exists()


def test_where_another_program_installs_the_page_says_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        assert open_page(person) is None
        assert not {Ask.INSTALL, Ask.INSTALL_PREVIOUS} & set(person.intents)
        assert any("apt" in text for text in person.texts)
