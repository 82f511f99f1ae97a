"""A screen is switched off and on again: stand-ins for the kernel's files and for cec-ctl take the orders."""

import os
from pathlib import Path

import pytest

from companion.doctor.findings import Severity
from companion.doctor.screen import judge_switching
from hardware.screen_power import Layer, Switched, off_and_on, switch

BOTH = tuple(Layer)


@pytest.fixture
def panel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A panel with a backlight, and no television."""
    light = tmp_path / "backlight" / "10-0045"
    light.mkdir(parents=True)
    for name, value in (("bl_power", "0"), ("brightness", "200"), ("max_brightness", "255")):
        (light / name).write_text(f"{value}\n", encoding="ascii")
    (tmp_path / "dev").mkdir()
    monkeypatch.setattr("hardware.screen_power.BACKLIGHTS", tmp_path / "backlight")
    monkeypatch.setattr("hardware.screen_power.DEVICES", tmp_path / "dev")
    return light


@pytest.fixture
def television(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A television at one of two sockets; the file tells what it was told."""
    told = tmp_path / "told"
    for number in (0, 1):
        (tmp_path / "dev").mkdir(exist_ok=True)
        (tmp_path / "dev" / f"cec{number}").touch()
    command = tmp_path / "bin" / "cec-ctl"
    command.parent.mkdir()
    command.write_text(
        f"""#!/bin/sh
case "$2" in *cec0) echo "Physical Address : f.f.f.f"; echo "Tx, Not Acknowledged (4)"; exit 0;; esac
echo "$@" >> {told}
echo "	Physical Address           : 1.0.0.0"
""",
        encoding="utf-8",
    )
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{command.parent}:{os.environ['PATH']}")
    monkeypatch.setattr("hardware.screen_power.BACKLIGHTS", tmp_path / "none")
    monkeypatch.setattr("hardware.screen_power.DEVICES", tmp_path / "dev")
    return told


def test_a_backlight_goes_off_and_on_again(panel: Path) -> None:
    assert switch(BOTH, on=False) == Switched(False, (Layer.BACKLIGHT,))
    assert (panel / "bl_power").read_text() == "4"
    assert switch(BOTH, on=True) == Switched(True, (Layer.BACKLIGHT,))
    assert (panel / "bl_power").read_text() == "0"
    assert (panel / "brightness").read_text() == "200\n"
    assert switch([Layer.TELEVISION], on=False) == Switched(False)


def test_a_backlight_without_a_switch_is_turned_down(panel: Path) -> None:
    (panel / "bl_power").unlink()
    off, on = off_and_on(BOTH, lambda _: None)
    assert (off, on) == (Switched(False, (Layer.BACKLIGHT,)), Switched(True, (Layer.BACKLIGHT,)))
    assert (panel / "brightness").read_text() == "255"


def test_a_backlight_that_does_not_obey_is_reported(panel: Path) -> None:
    (panel / "bl_power").unlink()
    (panel / "bl_power").mkdir()
    off, on = off_and_on(BOTH, lambda _: None)
    assert off.failed == on.failed == (Layer.BACKLIGHT,)
    finding = judge_switching(off, on)
    assert finding.mark is Severity.WARNING
    assert "backlight" in finding.what


def test_a_television_goes_off_and_comes_back_to_this_input(television: Path) -> None:
    off, on = off_and_on(BOTH, lambda _: None)
    assert (off.done, on.done) == ((Layer.TELEVISION,), (Layer.TELEVISION,))
    told = television.read_text(encoding="utf-8").splitlines()
    assert told[0].endswith("cec1 --skip-info --playback --to 0 --standby")
    assert told[1].endswith("--playback --to 0 --image-view-on")
    assert told[-1].endswith("--playback --active-source phys-addr=1.0.0.0")
    assert judge_switching(off, on).mark is Severity.FINE


def test_a_television_that_stays_off_is_reported(television: Path) -> None:
    off = switch(BOTH, on=False)
    finding = judge_switching(off, Switched(True))
    assert (finding.mark, "television" in finding.what) == (Severity.WARNING, True)


def test_nothing_to_switch_is_as_it_should_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.screen_power.BACKLIGHTS", tmp_path)
    monkeypatch.setattr("hardware.screen_power.DEVICES", tmp_path)
    assert judge_switching(*off_and_on(BOTH, lambda _: None)).mark is Severity.ABSENT
