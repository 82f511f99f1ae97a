"""A fleet at a glance: what a broker knows of its stations, and one station in figures."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal.visits import Farewell, Visit, VisitBook, VisitStep
from companion.link.connectors import linked
from companion.link.mqtt.fleet import Fleet
from companion.settings.sections import LinkSettings
from tests.support.answering import AnsweringStation
from tests.support.broker import MOSQUITTO, Broker, Listener

LINK = LinkSettings(enabled=True, broker="127.0.0.1", tls=False)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    it = Broker(tmp_path)
    it.start()
    try:
        yield it
    finally:
        it.stop()


def a_station(folder: Path, name: str, port: int) -> AnsweringStation:
    (folder / name).mkdir()
    station = AnsweringStation(folder / name, replace(LINK, station=name, port=port))
    station.start()
    station.play(5)
    return station


@pytest.mark.slow
def test_all_stations_of_a_broker_are_listed(
    tmp_path: Path, broker: Broker, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = (a_station(tmp_path, name, broker.port) for name in ("hall-1", "hall-2"))
    listener = Listener(broker.port)
    where = ["--broker", "127.0.0.1", "--port", str(broker.port), "--no-tls"]
    try:
        two.health["faults"] = [
            {"what": "camera-lost", "for_s": 5, "why": "pulled", "stops_games": True},
        ]
        two.state["state"] = "fault"
        with linked(one.settings):
            with linked(two.settings):
                for name in ("hall-1", "hall-2"):
                    listener.until(
                        lambda name=name: bool(listener.texts(f"five-lines/{name}/statistics")),  # type: ignore[misc]
                        f"all of {name}",
                    )
                assert main(["stations", *where]) == 1
                rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
                assert [row[:3] for row in rows] == [
                    ["hall-1", "online", "attract"],
                    ["hall-2", "online", "fault"],
                ]
                assert "camera-lost" in rows[1]
            listener.newest("five-lines/hall-2/status", "offline")
            assert main(["stations", *where, "--json"]) == 1
            told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
            assert [row["status"] for row in told] == ["online", "offline"]
    finally:
        listener.close()
        one.stop()
        two.stop()


@pytest.mark.slow
def test_thirty_stations_lose_nothing_at_one_broker() -> None:
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed")
    bench = Path(__file__).parents[2] / "bench" / "fleet.py"
    command = [sys.executable, str(bench), "--stations", "30", "--entries", "100"]
    measured = subprocess.run(command, capture_output=True, text=True, check=False)
    assert measured.returncode == 0, measured.stderr
    assert "whole and in order: 30 of 30" in measured.stdout


def test_a_broker_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stations", "--broker", "127.0.0.1", "--port", "9", "--no-tls"]) == 2
    assert "can't be reached" in capsys.readouterr().err


@pytest.mark.parametrize("payload", [b"\xff", b"[]", b"{", b"3", b"[" * 5000, b'{"faults": 7}'])
def test_nonsense_at_the_broker_is_let_go_of(payload: bytes) -> None:
    fleet = Fleet()
    fleet.receive("five-lines/hall-1/status", b"online")
    fleet.receive("five-lines/hall-1/state", payload)
    fleet.receive("five-lines/hall-1/health", payload)
    fleet.receive("five-lines", payload)
    assert ("hall-1", "online") in [row[:2] for row in fleet.rows()]


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
