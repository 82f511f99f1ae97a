"""Each thing that the doctor looks at, whole and broken: what is said, and what is to be done."""

import os
import sqlite3
import tomllib
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from companion.cli import main
from companion.doctor import libraries, machine, screen, storage
from companion.doctor.findings import Check, Finding, Severity, exit_status, lines
from companion.doctor.libraries import Libraries, Library, Requirement
from companion.doctor.machine import Machine
from companion.game import DICE
from companion.journal import FILE_NAME, Journal
from companion.settings.sections import DisplaySettings, SystemRequest
from hardware.device import HardwareError
from hardware.settings import SoundDevice, SoundSettings
from tests.support.root import ROOT

NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
MARS = timezone(timedelta(0), "Mars")
"""What `datetime.astimezone` makes of TZ=Mars/Phobos."""
WELL = Machine(0, 48.0, NOW, True, False, "active")


def machine_with(**changes: object) -> Machine:
    names = ("throttled", "temperature_c", "now", "synchronised", "has_clock", "unit", "restarts")
    values = {name: getattr(WELL, name) for name in names}
    return Machine(**{**values, **changes})


def judged(facts: Machine, *, on_pi: bool) -> tuple[Finding, ...]:
    return (
        machine.judge_service(facts, on_pi=on_pi),
        machine.judge_power(facts, on_pi=on_pi),
        machine.judge_heat(facts),
        machine.judge_clock(facts, on_pi=on_pi),
    )


def test_something_to_do_is_never_named_without_saying_what() -> None:
    for mark in (Severity.WARNING, Severity.WRONG):
        with pytest.raises(ValueError, match="say what to do"):
            Finding(Check.DISK, mark, "full")


def test_only_what_is_wrong_makes_the_exit_status_1() -> None:
    fine, mind = Finding(Check.DISK, Severity.FINE, "."), Finding(Check.DISK, Severity.WARNING, ".", "..")
    wrong = Finding(Check.DISK, Severity.WRONG, ".", "do this")
    assert [exit_status(found) for found in ([], [fine, mind], [fine, wrong])] == [0, 0, 1]
    assert lines(wrong)[1].strip() == "-> do this"


def test_a_machine_in_good_health_has_nothing_but_fine_findings() -> None:
    assert {finding.mark for finding in judged(WELL, on_pi=True)} == {Severity.FINE}


@pytest.mark.parametrize(
    ("changes", "check", "mark", "words"),
    [
        ({"throttled": 0x1}, Check.POWER, Severity.WRONG, "too low just now"),
        ({"throttled": 0x50000}, Check.POWER, Severity.WARNING, "since the last start"),
        ({"throttled": None}, Check.POWER, Severity.WARNING, "does not tell"),
        ({"throttled": 0x4, "temperature_c": 84.0}, Check.HEAT, Severity.WRONG, "84 degrees"),
        ({"throttled": 0x80000}, Check.HEAT, Severity.WARNING, "was, too warm"),
        ({"temperature_c": 75.0}, Check.HEAT, Severity.WARNING, "75 degrees"),
        ({"now": datetime(1970, 1, 1, tzinfo=UTC)}, Check.CLOCK, Severity.WRONG, "1970"),
        ({"synchronised": False}, Check.CLOCK, Severity.WARNING, "switched off"),
        ({"synchronised": False, "has_clock": True}, Check.CLOCK, Severity.FINE, "a clock of its own"),
        ({"now": NOW.replace(tzinfo=MARS)}, Check.CLOCK, Severity.WRONG, "12:00 Mars, but no such time zone"),
        ({"unit": "failed"}, Check.SERVICE, Severity.WRONG, "given up"),
        ({"unit": "inactive"}, Check.SERVICE, Severity.WARNING, "stopped"),
        ({"unit": None}, Check.SERVICE, Severity.WARNING, "not installed"),
        ({"restarts": 3}, Check.SERVICE, Severity.WARNING, "3 times"),
    ],
)
def test_what_ails_the_machine_is_said(
    changes: dict[str, object], check: Check, mark: Severity, words: str
) -> None:
    found = [f for f in judged(machine_with(**changes), on_pi=True) if f.check is check]
    assert [finding.mark for finding in found] == [mark]
    assert words in found[0].what


def test_on_a_pc_what_only_a_pi_has_is_absent_and_nothing_is_wrong() -> None:
    here = machine_with(throttled=None, temperature_c=None, unit=None, synchronised=False)
    marks = {finding.check: finding.mark for finding in judged(here, on_pi=False)}
    assert marks[Check.POWER] is marks[Check.HEAT] is marks[Check.SERVICE] is Severity.ABSENT
    assert marks[Check.CLOCK] is Severity.FINE


def test_what_the_systems_programs_say_is_understood() -> None:
    assert machine.parse_throttled("throttled=0x50005\n") == 0x50005
    assert machine.parse_throttled("VCHI initialization failed") is None
    assert machine.parse_unit("LoadState=loaded\nNRestarts=2\n") == {"LoadState": "loaded", "NRestarts": "2"}


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("LoadState=loaded\nActiveState=active", "staff may reboot the machine"),
        ("LoadState=loaded\nActiveState=inactive", "is inactive"),
        ("LoadState=masked\nActiveState=inactive", "is masked"),
        ("LoadState=not-found\nActiveState=inactive", "is not-found"),
        ("", "is not there"),
    ],
)
def test_where_staff_may_reboot_it_is_reported_whether_anything_does_so(
    said: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    systemctl = tmp_path / "systemctl"
    systemctl.write_text(
        f"#!/bin/sh\n[ $2 != {SystemRequest.REBOOT.unit} ] || printf '{said}\n'\n", encoding="utf-8"
    )
    systemctl.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    settings = tmp_path / "station.toml"
    for text, is_told in (("[link]\nreboot = true\n", True), ("", False)):
        settings.write_text(text, encoding="utf-8")
        assert main(["doctor", "--only", "service", "--settings", str(settings)]) == 0
        assert (told in capsys.readouterr().out) is is_told


def test_versions_are_compared_by_their_numbers() -> None:
    need = libraries.parse_requirement("opencv-python>=4.8")
    assert need == Requirement("opencv-python", (4, 8))
    assert need.met_by(Library("opencv-python", "4.10.0+dfsg"))
    assert not need.met_by(Library("opencv-python", "4.6.0"))
    assert not need.met_by(Library("opencv-python", None, "libGL.so.1 is missing"))
    assert libraries.parse_requirement('numpy>=1.24; python_version < "4"').least == (1, 24)


@pytest.mark.parametrize(
    ("python", "pygame"), [((3, 11), "pygame"), ((3, 13), "pygame"), ((3, 14), "pygame-ce")]
)
def test_each_python_needs_the_pygame_that_has_wheels_for_it(python: tuple[int, int], pygame: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [text for text in project["dependencies"] if libraries.applies(text, python)]
    names = [libraries.parse_requirement(text).name for text in needed]
    assert "numpy" in names
    assert [name for name in names if name.startswith("pygame")] == [pygame]
    assert libraries.MODULES.get(pygame, pygame) == "pygame"


def test_a_library_that_is_old_missing_or_broken_is_named_with_the_reason() -> None:
    assert libraries.installed("no-such-library").trouble is not None
    need = Requirement("numpy", (2, 0))
    found = libraries.judge(
        Libraries(
            (3, 11, 2), ((need, Library("numpy", "1.24.2")),), (Library("picamera2", None, "no libcamera"),)
        )
    )
    wrong = [finding for finding in found if finding.mark is Severity.WRONG]
    assert [("1.24.2" in f.what, "picamera2" in f.what) for f in wrong] == [(True, False), (False, True)]
    assert "sudo apt install python3-picamera2" in (wrong[1].next_step or "")


@pytest.mark.parametrize(("version", "fit"), [("0.3.12", False), ("0.3.17", True), (None, True)])
def test_a_picamera2_that_would_wait_for_ever_is_reported(version: str | None, fit: bool) -> None:
    found = libraries.judge(Libraries((3, 11, 2), (), (Library("picamera2", version),)))
    wrong = [finding.what for finding in found if finding.mark is Severity.WRONG]
    assert wrong == ([] if fit else ["picamera2 is 0.3.12, and 0.3.17 is needed"])


def test_this_very_environment_is_found_fit() -> None:
    assert all(finding.mark is Severity.FINE for finding in libraries.judge(libraries.probe(on_pi=False)))


MOUNTS = "/dev/mmcblk0p2 / ext4 rw 0 0\n/dev/mmcblk0p3 {data} ext4 rw 0 0\n"


def test_the_disk_below_the_data_folder_is_the_one_that_is_asked(tmp_path: Path) -> None:
    (tmp_path / "sys/fs/ext4/mmcblk0p3").mkdir(parents=True)
    (tmp_path / "sys/fs/ext4/mmcblk0p3/errors_count").write_text("7\n")
    (tmp_path / "sys/block/mmcblk0/device").mkdir(parents=True)
    (tmp_path / "sys/block/mmcblk0/device/life_time").write_text("0x02 0x0a\n")
    data = tmp_path / "data"
    data.mkdir()
    disk = storage.probe_disk(data, MOUNTS.format(data=data), tmp_path / "sys")
    assert (disk.filesystem, disk.errors, disk.wear) == ("ext4", 7, 10)
    told = " ".join(finding.what for finding in storage.judge_disk(disk))
    assert "7 errors" in told
    assert "used up" in told


def disk_with(**changes: object) -> storage.Disk:
    whole = {"folder": Path("/data"), "exists": True, "writable": True, "free_mb": 9000, "filesystem": "ext4"}
    return storage.Disk(**{**whole, **changes})  # type: ignore[arg-type]  # tests change any field


@pytest.mark.parametrize(
    ("changes", "mark", "words"),
    [
        ({}, Severity.FINE, "9000 MB"),
        ({"free_mb": 20}, Severity.WRONG, "20 MB"),
        ({"free_mb": 300}, Severity.WARNING, "300 MB"),
        ({"writable": False}, Severity.WRONG, "can't be written"),
        ({"filesystem": "overlay"}, Severity.WRONG, "lost at power-off"),
        ({"exists": False}, Severity.ABSENT, "not there yet"),
        ({"exists": False, "writable": False}, Severity.WRONG, "can't be made"),
    ],
)
def test_what_ails_the_disk_is_said(changes: dict[str, object], mark: Severity, words: str) -> None:
    (finding,) = storage.judge_disk(disk_with(**changes))
    assert finding.mark is mark
    assert words in finding.what


def test_a_folder_that_does_not_exist_is_writable_if_it_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    assert storage.probe_disk(tmp_path / "a" / "b", "").writable
    assert not storage.probe_disk(tmp_path / "file", "").writable
    assert not storage.probe_disk(tmp_path / "file" / "a", "").writable
    asked = []

    def read_only(path: Path, _: int, *, effective_ids: bool) -> bool:
        assert effective_ids
        asked.append(path)
        return False

    # As on a file system that is mounted read-only, which only root could make here.
    monkeypatch.setattr(os, "access", read_only)
    assert not storage.probe_disk(tmp_path / "a" / "b", "").writable
    assert asked == [tmp_path]


def test_a_sound_journal_is_counted_and_a_damaged_one_is_reported(tmp_path: Path) -> None:
    assert next(storage.judge_games(storage.probe_games(tmp_path))).mark is Severity.ABSENT
    path = tmp_path / FILE_NAME
    journal = Journal(path, lambda: NOW)
    journal.begin(DICE["d6"])
    journal.close()
    (finding,) = storage.judge_games(storage.probe_games(tmp_path))
    assert finding.mark is Severity.FINE
    assert "one game" in finding.what
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096)
    with pytest.raises(sqlite3.DatabaseError), sqlite3.connect(path) as damaged:
        damaged.execute("SELECT * FROM entries").fetchall()
    (tmp_path / "journal-damaged-20260101-120000.sqlite").touch()
    wrong, aside = storage.judge_games(storage.probe_games(tmp_path))
    assert (wrong.mark, aside.mark) == (Severity.WRONG, Severity.WARNING)
    assert str(path) in wrong.what


def test_a_journal_that_is_not_this_programs_is_not_called_damaged(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    Journal(path, lambda: NOW).close()
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA user_version = 9")
    (wrong,) = storage.judge_games(storage.probe_games(tmp_path))
    assert wrong.mark is Severity.WRONG
    assert "version 9" in wrong.what
    assert "update" in str(wrong.next_step)
    Journal(path, lambda: NOW).close()
    _, aside = storage.judge_games(storage.probe_games(tmp_path))
    assert aside.mark is Severity.WARNING
    assert "newer version" in aside.what
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (dish TEXT)")
    wrong, _ = storage.judge_games(storage.probe_games(tmp_path))
    assert "another program" in wrong.what
    assert "sets it aside" not in str(wrong.next_step)


def test_a_display_that_nobody_sees_is_wrong_on_a_pi_and_fine_elsewhere() -> None:
    unseen = screen.ScreenFacts("offscreen", (1024, 768))
    assert screen.judge_screen(unseen, DisplaySettings(), on_pi=True).mark is Severity.WRONG
    assert screen.judge_screen(unseen, DisplaySettings(), on_pi=False).mark is Severity.ABSENT


def test_a_window_larger_than_the_display_is_reported() -> None:
    small = screen.ScreenFacts("KMSDRM", (480, 320))
    finding = screen.judge_screen(small, DisplaySettings(), on_pi=True)
    assert finding.mark is Severity.WARNING
    assert "480x320" in finding.what
    full = DisplaySettings(fullscreen=True)
    assert screen.judge_screen(small, full, on_pi=True).mark is Severity.FINE


INPUTS = """I: Bus=0018 Vendor=0000
N: Name="10-0038 generic ft5x06 (79)"
B: ABS=2608000 3

I: Bus=0018 Vendor=0000
N: Name="a touchscreen"
B: ABS=260800000000003

I: Bus=0003 Vendor=046d
N: Name="a mouse"
B: REL=903
"""


def test_a_touchscreen_differs_from_a_mouse_by_its_axes() -> None:
    # The first is the same screen on a 32-bit kernel, which this program does not run on.
    assert screen.probe_touch(INPUTS) == ("a touchscreen",)
    assert screen.judge_touch((), on_pi=True).mark is Severity.ABSENT


def test_the_font_has_every_letter_and_one_that_lacks_some_is_reported() -> None:
    assert screen.judge_fonts(screen.probe_fonts()).mark is Severity.FINE
    assert "ᾧ" in screen.judge_fonts(screen.Fonts(Path("Other.ttf"), "ᾧ")).what


@pytest.mark.parametrize("content", [None, b"", b"OTTO of some other kind"])
def test_a_font_that_is_missing_or_damaged_is_named(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "font.ttf"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setattr("companion.presentation.fonts.font_file", lambda: file)
    finding = screen.judge_fonts(screen.probe_fonts())
    assert finding.mark is Severity.WRONG
    assert str(file) in finding.what


def test_missing_sound_is_no_matter_on_a_pc_and_to_be_minded_on_a_pi() -> None:
    trouble, settings = HardwareError("no sound: no device", "plug in a loudspeaker"), SoundSettings()
    assert screen.judge_sound(trouble, settings, on_pi=False).mark is Severity.ABSENT
    on_pi = screen.judge_sound(trouble, settings, on_pi=True)
    assert (on_pi.mark, on_pi.next_step) == (Severity.WARNING, "plug in a loudspeaker")
    silent = SoundSettings(device=SoundDevice.NONE)
    assert screen.judge_sound(None, silent, on_pi=True).mark is Severity.ABSENT
