"""`five-lines doctor` from outside: what it prints, its exit status, the report, and the pins."""

import json
import tempfile
import zipfile
from pathlib import Path

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin

from companion.cli import main
from companion.doctor import pins
from companion.doctor.findings import Check, Severity
from companion.film.film_folder import FIRST_GAME
from hardware.settings import (
    ButtonSettings,
    DeviceSettings,
    LampsSettings,
    PinDevice,
    SoundDevice,
    SoundSettings,
)

ON_PINS = DeviceSettings(
    button=ButtonSettings(device=PinDevice.GPIO),
    lamps=LampsSettings(device=PinDevice.GPIO),
    sound=SoundSettings(device=SoundDevice.BUZZER),
)


class Time:
    """Time that goes on when somebody pauses, and does something at a moment of it."""

    def __init__(self) -> None:
        self.now_s = 10.0
        self.at: dict[float, object] = {}

    def __call__(self) -> float:
        return self.now_s

    def pause(self, seconds: float) -> None:
        self.now_s += seconds
        for moment in [moment for moment in self.at if moment <= self.now_s]:
            act = self.at.pop(moment)
            assert callable(act)
            act()


@pytest.fixture
def factory() -> MockFactory:
    return MockFactory(pin_class=MockPWMPin)


def look_at_pins(factory: MockFactory, time: Time, press_s: float = 0.0) -> pins.Pins:
    return pins.probe(ON_PINS, time, time.pause, on_pi=True, press_s=press_s, pin_factory=factory)


def test_free_pins_and_a_button_at_rest_are_fine(factory: MockFactory) -> None:
    found = look_at_pins(factory, Time())
    assert [finding.mark for finding in pins.judge_pins(found)] == [Severity.FINE]
    assert pins.judge_button(found).mark is Severity.FINE


def test_a_button_that_is_pressed_when_asked_lives(factory: MockFactory) -> None:
    time = Time()
    time.at = {11.0: factory.pin(16).drive_low, 11.2: factory.pin(16).drive_high}
    found = look_at_pins(factory, time, press_s=5)
    assert found.button == pins.Pressed(16, held=False, pressed=True)
    assert time.now_s < 12


def test_a_button_that_does_not_tell_is_wrong(factory: MockFactory) -> None:
    finding = pins.judge_button(look_at_pins(factory, Time(), press_s=5))
    assert finding.mark is Severity.WRONG
    assert "not pressed" in finding.what


class ShortedPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin that is connected to ground, however it is pulled."""

    def _get_state(self) -> int:
        return 0


def test_a_button_that_is_down_by_itself_is_wrong() -> None:
    time, shorted = Time(), MockFactory(pin_class=ShortedPin)
    only_a_button = DeviceSettings(button=ButtonSettings(device=PinDevice.GPIO))
    found = pins.probe(only_a_button, time, time.pause, on_pi=False, pin_factory=shorted)
    finding = pins.judge_button(found)
    assert finding.mark is Severity.WRONG
    assert "down though nobody presses it" in finding.what


def test_a_pin_that_another_has_is_named(factory: MockFactory) -> None:
    other = LED(22, pin_factory=factory)
    found = pins.judge_pins(look_at_pins(factory, Time()))
    assert [finding.mark for finding in found] == [Severity.WRONG]
    assert "GPIO 22" in found[0].what
    other.close()


def test_with_nothing_on_pins_nothing_is_taken() -> None:
    found = pins.probe(DeviceSettings(), Time(), Time().pause, on_pi=False)
    assert pins.judge_pins(found)[0].mark is Severity.ABSENT
    assert pins.judge_button(found).mark is Severity.ABSENT


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    file = tmp_path / "station.toml"
    file.write_text(
        f'[station]\ndata = "{tmp_path}"\n[camera]\ndevice = "film"\nfilm = "{FIRST_GAME / "frames"}"\n'
        'width_px = 640\nheight_px = 480\nframe_rate = 60.0\n[sound]\ndevice = "none"\n'
    )
    return file


@pytest.mark.slow
def test_every_check_has_its_say_and_nothing_is_wrong_here(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # The tests' own folders may lie in memory, which is no place for games.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as on_disk:
        settings.write_text(settings.read_text().replace(f'data = "{tmp_path}"', f'data = "{on_disk}"'))
        assert main(["doctor", "--settings", str(settings), "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {finding["check"] for finding in told} == set(Check)
    assert all(set(finding) == {"check", "mark", "what", "next_step"} for finding in told)


def test_a_mistake_in_the_settings_is_wrong_and_names_line_and_remedy(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.write_text("[button]\npin = 99\n")
    assert main(["doctor", "--settings", str(settings), "--only", "settings"]) == 1
    out = capsys.readouterr().out
    assert "line 2" in out
    assert "-> mend it" in out


def test_settings_that_were_named_must_be_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--settings", str(tmp_path / "none.toml"), "--only", "settings"]) == 1
    assert "no such file" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(("asked", "pictures"), [([], 0), (["--pictures"], 1)])
def test_the_report_holds_pictures_only_when_asked_for(
    settings: Path, tmp_path: Path, asked: list[str], pictures: int
) -> None:
    report = tmp_path / "report.zip"
    checks = ["--only", "settings", "--only", "camera"]
    assert main(["doctor", "--settings", str(settings), *checks, "--bundle", str(report), *asked]) == 0
    with zipfile.ZipFile(report) as file:
        names = file.namelist()
        assert "are in order" in file.read("findings.txt").decode()
        assert "numpy" in file.read("versions.txt").decode()
    assert sum(name.endswith(".png") for name in names) == pictures
