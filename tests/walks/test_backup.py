"""A station is saved into one file while it runs, and is the same again elsewhere."""

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.calibration_folder import load, save
from companion.cli import main
from companion.interface.intents import Ask, Enter, Number
from companion.interface.views import PlayView, ResumeView, TodayView
from companion.settings.sections import DiceOwner, GameSettings, Location, StationSettings
from tests.support.learned import drawn_calibration
from tests.support.table import TIMINGS
from tests.support.walk import USUAL, walk

QUICK = replace(
    USUAL,
    station=StationSettings(place=Location.HALL),
    game=GameSettings(starter="A", dice=DiceOwner.OWN),
)


def test_a_station_saved_while_it_runs_is_the_same_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there, saved = tmp_path / "here", tmp_path / "there", tmp_path / "station.zip"
    here.mkdir()
    there.mkdir()
    with walk(here, monkeypatch, settings=QUICK) as person:
        person.touch(Ask.SHOW_RULES)
        person.touch(Ask.BACK)
        person.wait(TIMINGS.quiet_s + TIMINGS.warning_s + 15.0, turn_s=1.0)
        person.begin_game()
        person.touch(Enter(Number.THROW, 4))
        thrown = person.shows(PlayView).state.throw
        assert thrown is not None
        settings = ["--settings", str(here / "station.toml")]
        assert main(["backup", str(saved), *settings]) == 0
        assert main(["restore", str(saved), "--replace", *settings]) == 2
        assert "another station is writing this journal" in capsys.readouterr().err
    with zipfile.ZipFile(saved) as file:
        assert {"station.toml", "journal.sqlite", "visits.sqlite"} <= set(file.namelist())
        assert any(name.startswith("calibration/") for name in file.namelist())
        assert not [name for name in file.namelist() if "pin" in name]
    settings = ["--settings", str(there / "station.toml")]
    assert main(["restore", str(saved), *settings]) == 0
    with walk(there, monkeypatch) as person:
        assert person.it.station.faults == ()
        assert person.shows(ResumeView).state.throw == thrown
        person.touch(Ask.GO_ON)
        assert person.shows(PlayView)
        person.wait(TIMINGS.quiet_s + TIMINGS.warning_s + 15.0, turn_s=1.0)
        person.touch(Ask.OPEN_STAFF)
        person.touch(Ask.SHOW_TODAY)
        assert person.shows(TodayView).visits == 2
    capsys.readouterr()
    assert main(["restore", str(saved), *settings]) == 2
    assert "games are here already" in capsys.readouterr().err
    assert main(["restore", str(saved), "--replace", *settings]) == 0
    with walk(there, monkeypatch) as person:
        assert person.shows(ResumeView)


def test_a_calibration_comes_back_whole_with_what_was_learned_finely(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    save(drawn_calibration(), here / "calibration")
    settings = here / "station.toml"
    settings.write_text('[station]\ndata = "data"\ncalibration = "calibration"\n', encoding="utf-8")
    saved = str(tmp_path / "station.zip")
    assert main(["backup", saved, "--settings", str(settings)]) == 0
    assert main(["restore", saved, "--settings", str(there / "station.toml")]) == 0

    def files(folder: Path) -> dict[str, bytes]:
        return {str(it.relative_to(folder)): it.read_bytes() for it in folder.rglob("*") if it.is_file()}

    assert files(there / "calibration") == files(here / "calibration")
    assert load(there / "calibration").finer is not None


@pytest.mark.parametrize("damage", ["cut", "changed", "stranger", "no-zip", "newer"])
def test_a_backup_that_is_not_whole_changes_nothing(
    damage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved, settings = tmp_path / "station.zip", tmp_path / "here" / "station.toml"
    settings.parent.mkdir()
    settings.write_text('[station]\ndata = "data"\ncalibration = "calibration"\n', encoding="utf-8")
    assert main(["backup", str(saved), "--settings", str(settings)]) == 0
    with zipfile.ZipFile(saved) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    match damage:
        case "cut":
            saved.write_bytes(saved.read_bytes()[:-40])
        case "no-zip":
            saved.write_bytes(b"something else")
        case _:
            if damage == "changed":
                parts["station.toml"] += b"# more\n"
            elif damage == "stranger":
                parts["../../stranger"] = b"out of the folder"
            else:
                parts["manifest.json"] = parts["manifest.json"].replace(b'"format": 1', b'"format": 2')
            with zipfile.ZipFile(saved, "w") as file:
                for name, data in parts.items():
                    file.writestr(name, data)
    there = tmp_path / "there" / "station.toml"
    capsys.readouterr()
    assert main(["restore", str(saved), "--settings", str(there)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("five-lines: ")
    assert str(saved) in said
    assert not there.parent.exists()
