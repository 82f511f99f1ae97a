"""Thirty stations at one broker, and one station in figures."""

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal.visits import Farewell, Visit, VisitBook, VisitStep
from companion.settings.sections import LinkSettings
from tests.support.answering import AnsweringStation
from tests.support.broker import MOSQUITTO

LINK = LinkSettings(enabled=True, broker="127.0.0.1", tls=False)


@pytest.mark.slow
def test_thirty_stations_lose_nothing_at_one_broker() -> None:
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed")
    bench = Path(__file__).parents[2] / "bench" / "fleet.py"
    command = [sys.executable, str(bench), "--stations", "30", "--entries", "100"]
    measured = subprocess.run(command, capture_output=True, text=True, check=False)
    assert measured.returncode == 0, measured.stderr
    assert "whole and in order: 30 of 30" in measured.stdout


def test_one_station_in_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    station = AnsweringStation(tmp_path, LinkSettings(enabled=True, station="hall-1"))
    station.health["faults"] = [{"what": "disk-full", "for_s": 5, "why": "", "stops_games": False}]
    station.start()
    try:
        station.play(5)
        VisitBook(tmp_path / "data" / "visits.sqlite").add(
            Visit(datetime.now(UTC), 60, "en", VisitStep.FIRST_MOVE, Farewell.LEFT)
        )
        file = tmp_path / "five-lines.prom"
        assert main(["metrics", "--settings", str(station.file), "--textfile", str(file)]) == 0
        lines = file.read_text().splitlines()
    finally:
        station.stop()
    assert 'five_lines_up{station="hall-1"} 1' in lines
    assert 'five_lines_state{station="hall-1",state="attract"} 1' in lines
    assert 'five_lines_fault{station="hall-1",fault="disk-full"} 1' in lines
    assert 'five_lines_visits_today{station="hall-1"} 1' in lines
    assert main(["metrics", "--settings", str(station.file)]) == 1
    assert 'five_lines_up{station="hall-1"} 0' in capsys.readouterr().out
