"""Every command of a station, and the station itself, find its settings in one place."""

import argparse
from pathlib import Path

import pytest

from companion import cli

PLACE = Path(".local/share/five-lines/station.toml")
WORDS = {
    "station": ["--headless"],
    "doctor": ["--only", "settings"],
    "backup": ["backup.zip"],
    "restore": None,  # writes the settings that a backup holds
    "staff": ["forget-pin"],
    "capture": ["--out", "pictures"],
    "hall": ["--out", "papers"],
    "voice": [],
    "link": [],
    "metrics": [],
    "games": ["list"],
    "analyse": ["last"],
    "plot": ["last", "-o", "chances.svg"],
    "dice": ["verify", "last"],
}


def takes_settings(parser: argparse.ArgumentParser) -> bool:
    for action in parser._actions:
        if "--settings" in action.option_strings:
            return True
        if isinstance(action, argparse._SubParsersAction) and any(
            map(takes_settings, action.choices.values())
        ):
            return True
    return False


def test_these_are_all_commands_that_take_settings() -> None:
    parsers = cli.parser_of([*cli.COMMANDS])._actions[-1].choices
    assert isinstance(parsers, dict)
    assert {name for name, parser in parsers.items() if takes_settings(parser)} == set(WORDS)


@pytest.mark.slow
@pytest.mark.parametrize("command", [name for name, words in WORDS.items() if words is not None])
def test_a_mistake_in_the_usual_settings_is_found_by_each(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    file = tmp_path / PLACE
    file.parent.mkdir(parents=True)
    file.write_text('[station]\nlanguage = "klingon"\n', encoding="utf-8")
    assert cli.main([command, *(WORDS[command] or ())]) != 0
    said = capsys.readouterr()
    assert f"{file}, line 2" in said.out + said.err
