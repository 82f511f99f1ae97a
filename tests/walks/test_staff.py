"""The door to the staff's pages: locked and opened, what visitors find, and the ways back if locked out."""

import io
import stat
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from companion.cli import main
from companion.interface import intents
from companion.interface.intents import Ask
from companion.interface.views import (
    AboutView,
    CalibrationView,
    CameraView,
    DiceAuditView,
    GamesView,
    OfferView,
    PinAsked,
    PinView,
    SettingsView,
    SetUpView,
    SoundView,
    StaffView,
    WelcomeView,
)
from companion.settings.pin import FORGET_NAME, PinFile
from companion.settings.sections import Location, VisitorsSettings
from companion.settings.settings_file import read_settings
from tests.support.walk import EVERY_SIZE, USUAL, Walk, walk

PIN = "40718"
every_size = pytest.mark.parametrize("size", EVERY_SIZE)


def hold_corner(person: Walk) -> None:
    person.touch_at(15, 15, held_s=3.3)


def type_pin(person: Walk, pin: str) -> None:
    for digit in pin:
        person.touch(intents.Enter(intents.Number.PIN_DIGIT, int(digit)))
    person.touch(Ask.PIN_ENTER)


def lock(folder: Path, pin: str = PIN) -> PinFile:
    """A PIN is set, as the staff have done some day."""
    file = PinFile(folder / "data" / "staff-pin.json")
    file.set(pin)
    return file


@every_size
def test_staff_lock_their_pages_and_come_in_by_corner_and_pin(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size) as person:
        person.touch(Ask.OPEN_STAFF)
        assert not person.shows(StaffView).locked
        person.picture("staff-open")
        person.find(Ask.CHANGE_PIN)
        type_pin(person, PIN)
        assert person.shows(PinView).asked is PinAsked.AGAIN
        type_pin(person, "11111")
        assert person.shows(PinView) == PinView(PinAsked.NEW, wrong=True)
        type_pin(person, PIN)
        type_pin(person, PIN)
        assert person.shows(StaffView).locked
        # The button to these pages is gone now: here stands the other way.
        assert "To come here: hold the screen's top left corner for 3 seconds." in person.texts
        person.picture("staff")
        person.touch(Ask.BACK)
        assert person.shows(WelcomeView).for_staff is False
        assert Ask.OPEN_STAFF not in person.intents
        hold_corner(person)
        assert person.shows(PinView).asked is PinAsked.PRESENT
        person.picture("pin")
        type_pin(person, PIN)
        assert person.shows(StaffView).locked
    held = tmp_path / "data" / "staff-pin.json"
    assert PIN not in held.read_text(encoding="utf-8")
    assert stat.S_IMODE(held.stat().st_mode) == 0o600
    with walk(tmp_path, monkeypatch) as person:
        assert not person.shows(WelcomeView).for_staff


@every_size
def test_the_button_held_down_asks_for_the_pin_and_keys_type_it(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size) as person:
        lock(tmp_path)
    with walk(tmp_path, monkeypatch) as person:
        person.press(held_s=6.5)
        assert person.shows(PinView)
        for digit in f"9{PIN[0]}":
            person.key(getattr(pygame, f"K_{digit}"))
            if digit == "9":
                person.key(pygame.K_BACKSPACE)
        for digit in PIN[1:]:
            person.key(getattr(pygame, f"K_{digit}"))
        person.key(pygame.K_RETURN)
        assert person.shows(StaffView)
        person.key(pygame.K_ESCAPE)
        assert person.shows(SetUpView)


@every_size
def test_after_five_wrong_pins_the_next_is_taken_a_minute_later(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient = replace(USUAL, station=replace(USUAL.station, place=Location.HALL))
    with walk(tmp_path, monkeypatch, size, patient):
        lock(tmp_path)
    with walk(tmp_path, monkeypatch) as person:
        hold_corner(person)
        for number in range(5):
            assert person.shows(PinView).wrong is (number > 0)
            type_pin(person, "0000")
        assert person.shows(PinView).wait_s > 55
        assert "Too many wrong PINs." in person.texts
        assert "Type the PIN." not in person.texts
        person.picture("pin-wait")
        person.touch(Ask.BACK)
        hold_corner(person)
        assert person.shows(PinView).wait_s > 50
        typing = (intents.Number.PIN_DIGIT, Ask.PIN_ENTER)
        assert not [it for it in person.intents if intents.kind_of(it) in typing]
        person.wait(60.0, turn_s=1.0)
        type_pin(person, PIN)
        assert person.shows(StaffView)


def test_a_forgotten_pin_is_forgotten_by_a_command_while_the_station_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = ["--settings", str(tmp_path / "station.toml")]
    with walk(tmp_path, monkeypatch) as person:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{PIN}\n{PIN}\n"))
        assert main(["staff", "set-pin", *settings]) == 0
        monkeypatch.setattr("sys.stdin", io.StringIO())
        assert main(["staff", "set-pin", *settings]) == 2
        assert "a PIN is 4 to 8 digits" in capsys.readouterr().err
        # The station knows no better until somebody comes to the door again.
        person.touch(Ask.OPEN_STAFF)
        person.touch(Ask.BACK)
    with walk(tmp_path, monkeypatch) as person:
        hold_corner(person)
        type_pin(person, PIN)
        assert person.shows(StaffView)
        person.touch(Ask.BACK)
        assert main(["staff", "forget-pin", *settings]) == 0
        assert "The PIN is forgotten." in capsys.readouterr().out
        hold_corner(person)
        assert person.shows(StaffView) == StaffView(locked=False)
        person.touch(Ask.BACK)
        assert person.shows(WelcomeView).for_staff


def test_a_forgotten_pin_is_forgotten_by_a_file_on_the_boot_partition_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boot = tmp_path / "boot"
    boot.mkdir()
    monkeypatch.setattr("companion.settings.pin.BOOT_FOLDERS", (boot,))
    with walk(tmp_path, monkeypatch):
        lock(tmp_path)
    (boot / FORGET_NAME).touch()
    with walk(tmp_path, monkeypatch) as person:
        person.touch(Ask.OPEN_STAFF)
        assert not person.shows(StaffView).locked
        person.find(Ask.CHANGE_PIN)
        type_pin(person, "1234")
        type_pin(person, "1234")
        assert person.shows(StaffView).locked
    # The file still lies there, for the station may not remove it; the new PIN stays all the same.
    with walk(tmp_path, monkeypatch) as person:
        assert not person.shows(WelcomeView).for_staff
        hold_corner(person)
        type_pin(person, "1234")
        assert person.shows(StaffView)


@pytest.mark.parametrize("damage", [b"", b"\xff\xfe", b"{", b'{"scrypt": 7}', b'{"scrypt": {"salt": "x"}}'])
def test_a_damaged_file_locks_and_the_ways_back_open(
    damage: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch):
        file = lock(tmp_path)
        file.path.write_bytes(damage)
    with walk(tmp_path, monkeypatch) as person:
        hold_corner(person)
        type_pin(person, PIN)
        assert person.shows(PinView).wrong
        assert main(["staff", "forget-pin", "--settings", str(tmp_path / "station.toml")]) == 0
        person.touch(Ask.BACK)
        hold_corner(person)
        assert not person.shows(StaffView).locked


@every_size
def test_visitors_change_language_game_and_sound_within_limits_and_nothing_else(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitors = VisitorsSettings(offered=("schaedler", "kalkhoven"), house_rules=False)
    with walk(tmp_path, monkeypatch, size, replace(USUAL, visitors=visitors)):
        lock(tmp_path)
    with walk(tmp_path, monkeypatch) as person:
        person.find(Ask.SHOW_SOUND)
        for percent in (70, 80, 90, 100, 100):
            person.touch(intents.Enter(intents.Number.VOLUME, percent))
        assert person.shows(SoundView).volume_percent == 100
        assert person.it.devices.sound.volume == pytest.approx(1.0)
        person.picture("sound")
        person.touch(Ask.BACK)
        person.touch(intents.PlayAgainst(None))
        person.picture("offered")
        changing = (
            intents.SetOption,
            intents.Toggle.OWN_DICE,
            Ask.CALIBRATE,
            Ask.OPEN_STAFF,
            intents.Named.THEME,
        )
        games: set[str] = set()
        while True:
            assert not [intent for intent in person.intents if intents.kind_of(intent) in changing]
            games |= set(person.named(intents.Named.GAME))
            following = intents.Enter(intents.Number.LEAF, person.shows(GamesView).leaf + 1)
            if following not in person.intents:
                break
            person.touch(following)
        assert games == {"schaedler", "kalkhoven"}
        assert person.shows(GamesView).researchers is False
        person.wait(120.0, turn_s=1.0)
        assert person.shows(WelcomeView)
        assert person.it.devices.sound.volume == pytest.approx(0.6)


@every_size
def test_every_page_of_the_staff_is_reached_and_left(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size) as person:
        person.touch(Ask.OPEN_STAFF)
        for way, page in (
            (Ask.SHOW_CAMERA, CameraView),
            (Ask.CALIBRATE, CalibrationView),
            (Ask.AUDIT_DICE, DiceAuditView),
            (Ask.SHOW_LOOK, SettingsView),
            (Ask.SHOW_OFFER, OfferView),
            (Ask.SHOW_ABOUT, AboutView),
            (Ask.CHANGE_PIN, PinView),
        ):
            person.find(way)
            assert person.shows(page)
            person.picture(page.__name__)
            person.touch(Ask.BACK)
            assert person.shows(StaffView)


def test_the_stations_own_game_and_what_is_offered_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.touch(Ask.OPEN_STAFF)
        person.find(Ask.SHOW_OFFER)
        person.find(intents.OfferGame("schaedler-adapted", False))
        person.find(intents.OfferGame("kidd", False))
        person.find(intents.Pick(intents.Named.RULES, "kidd"))
        person.find(intents.Switch(intents.Toggle.PUZZLES, False))
        assert "The house's game: Hit and share · Kidd" in person.texts
        person.find(intents.Switch(intents.Toggle.HOUSE_RULES, False))
        person.touch(Ask.BACK)
        person.touch(Ask.BACK)
        assert person.shows(WelcomeView).rules.name == "kidd"
    kept = read_settings(tmp_path / "station.toml")
    assert kept.game.rules == "kidd"
    assert "kidd" in kept.visitors.offered
    assert "schaedler-adapted" not in kept.visitors.offered
    assert not kept.visitors.house_rules


def test_staff_write_a_report_and_start_the_station_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.touch(Ask.OPEN_STAFF)
        person.find(Ask.MAKE_REPORT)
        while (report := person.shows(StaffView).report) is None:
            person.wait(0.1)
        assert Path(report).suffix == ".zip"
        assert Path(report).parent == tmp_path / "data" / "reports"
        assert Path(report).is_file()
        assert not person.it.staff.restarts
        person.find(Ask.RESTART)
        assert person.it.staff.restarts
