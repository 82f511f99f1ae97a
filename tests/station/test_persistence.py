"""What staff change on the screen is there again after the next start."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.app.virtual.autoplay import SteppedClock, stepped_devices
from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.intents import Ask, Intent
from companion.interface.presentation import Theme
from companion.interface.views import DiceAuditView
from companion.journal import Journal
from companion.settings.sections import Language, Settings
from companion.settings.settings_file import read_settings
from companion.station.board.monitor import BoardMonitor
from companion.station.loop import Loop
from companion.station.persistence import Persistence
from companion.station.services import Services
from companion.station.station import Station
from hardware.virtual_table.table import virtual_table
from tests.support.fingers import Fingers
from tests.support.table import SCHAEDLER, seeds

COMMENT = "# The lady at the till likes it quiet."
SETTINGS = f'[station]\ndata = "games"\n\n[sound]\nvolume = 0.6 {COMMENT}\n'
CHANGES: list[Intent] = [
    Ask.OPEN_STAFF,
    intents.Pick(intents.Named.LANGUAGE, "el"),
    Ask.SHOW_LOOK,
    intents.Pick(intents.Named.THEME, Theme.LOW_LIGHT),
    intents.Enter(intents.Number.VOLUME, 30),
    intents.Switch(intents.Toggle.MUTED, True),
]


def faults_after(changes: list[Intent], settings_file: Path) -> tuple[Fault, ...]:
    """What a station says is out of order once somebody has asked for this."""
    return shown_after(changes, settings_file).faults


def shown_after(changes: list[Intent], settings_file: Path) -> Fingers:
    """What a station shows once somebody has asked for this."""
    clock, frontend = SteppedClock(), Fingers()
    station = Station(SCHAEDLER, Settings(), seeds(1))
    with Journal(settings_file.with_name("games.db"), lambda: datetime(2026, 1, 1, tzinfo=UTC)) as journal:
        devices, monitor = stepped_devices(virtual_table(1), clock), BoardMonitor(None)
        services = Services(persistence=Persistence(settings_file))
        loop = Loop(station, devices, frontend, monitor, journal, clock, services)
        loop.start()
        frontend.wanted = changes
        loop.turn()
    return frontend


@pytest.mark.slow
def test_what_is_changed_stands_in_the_file_beside_what_stood_there(tmp_path: Path) -> None:
    path = tmp_path / "station.toml"
    path.write_text(SETTINGS, encoding="utf-8")
    assert faults_after(CHANGES, path) == ()
    kept = read_settings(path)
    assert kept.station.language is Language.GREEK
    assert kept.display.theme is Theme.LOW_LIGHT
    assert (kept.sound.volume, kept.sound.mute) == (0.3, True)
    assert kept.station.data == Path("games")
    assert COMMENT in path.read_text(encoding="utf-8")


def test_what_cannot_be_kept_is_announced(tmp_path: Path) -> None:
    path = tmp_path / "station.toml"
    path.write_text("[sound]\nvolume = 7\n", encoding="utf-8")
    assert faults_after(CHANGES, path) == (Fault.NOT_KEPT,)
    assert path.read_text(encoding="utf-8") == "[sound]\nvolume = 7\n"


def test_settings_that_are_missing_are_written_with_all_that_the_station_runs_with(tmp_path: Path) -> None:
    path = tmp_path / "new" / "station.toml"
    path.parent.mkdir()
    assert faults_after(CHANGES, path) == ()
    kept = read_settings(path)
    assert kept.station.language is Language.GREEK
    assert kept.station.data == Settings().station.data


def test_where_no_journal_can_be_kept_that_is_said_and_no_throws_are_counted(tmp_path: Path) -> None:
    (tmp_path / "games.db").mkdir()
    (tmp_path / "station.toml").write_text(SETTINGS, encoding="utf-8")
    frontend = shown_after([Ask.OPEN_STAFF, Ask.AUDIT_DICE], tmp_path / "station.toml")
    assert frontend.faults == (Fault.NOT_STORED,)
    assert frontend.view == DiceAuditView(SCHAEDLER.die, (0,) * 6, None)
