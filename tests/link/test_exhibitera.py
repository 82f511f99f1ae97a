"""Being a component of an Exhibitera Hub, at one that is written by its API."""

import http.client
import json
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.journal.visits import Farewell, Visit, VisitBook, VisitStep
from companion.link.common import LinkError, Log
from companion.link.demo import free_port
from companion.link.exhibitera import ExhibiteraConnector
from companion.link.station_watch import StationWatch
from companion.settings.sections import LinkSettings, Settings
from tests.support.answering import AnsweringStation
from tests.support.hub import Hub

KIDD = "6fa3c5f0-2c1e-4b5e-9a53-0d7a4a1f4a11"


@pytest.fixture
def hub() -> Iterator[Hub]:
    it = Hub()
    try:
        yield it
    finally:
        it.close()


@contextmanager
def told(folder: Path, hub: Hub, **more: object) -> Iterator[tuple[AnsweringStation, list[str]]]:
    link = LinkSettings(enabled=True, station="hall-1", hub=f"http://127.0.0.1:{hub.port}")
    station = AnsweringStation(folder, replace(link, **more))  # type: ignore[arg-type]
    station.start()
    station.play(5)
    said: list[str] = []
    watch = StationWatch(station.settings.door, time.monotonic)
    part = ExhibiteraConnector(station.settings, watch, Log(said.append), ping_s=0.05)
    watch.start()
    try:
        part.start()
        yield station, said
    finally:
        part.stop()
        watch.stop()
        station.stop()


@pytest.mark.slow
def test_a_hub_hears_how_the_station_is(tmp_path: Path, hub: Hub) -> None:
    with told(tmp_path, hub) as (station, _):
        first = hub.until("the first")
        assert (first["id"], first["current_interaction"]) == ("Five Lines hall-1", False)
        assert first["permissions"] == {
            "audio": False,
            "refresh": True,
            "restart": False,
            "shutdown": False,
            "sleep": True,
        }
        assert first["notifications"] == {}
        station.health["faults"] = [{"what": "camera-lost", "for_s": 1, "why": "pulled", "stops_games": True}]
        station.state["state"] = "fault"
        for _ in range(50):
            ping = hub.until("a fault")
            if ping["notifications"]:
                break
        (note,) = ping["notifications"].values()
        assert (note["message"], note["type"]) == ("camera-lost: pulled", "error")
    with told(tmp_path, hub):
        # It is the same component after a new start.
        assert hub.until("another")["uuid"] == first["uuid"]


@pytest.mark.slow
def test_what_the_hub_wants_is_done(tmp_path: Path, hub: Hub) -> None:
    with told(tmp_path, hub) as (station, _):
        hub.until("the first")
        hub.commands = ["sleep_display", "wake_display", "refresh_page", "shutdown", "set_rules"]
        hub.until("all", pings=3)
        assert station.told == [("hours", {"open": False}), ("hours", {"open": True}), ("restart-game", {})]


@pytest.mark.slow
def test_a_definition_changes_the_game_once(tmp_path: Path, hub: Hub) -> None:
    with told(tmp_path, hub, definitions=(f"{KIDD}=kidd",)) as (station, _):
        station.refusal = "somebody is choosing a game"
        hub.definition = KIDD
        hub.until("refused", pings=4)
        assert {name for name, _ in station.told} == {"game"}
        station.refusal = None
        hub.until("done", pings=4)
        count = len(station.told)
        hub.until("no more", pings=4)
        assert station.told == [("game", {"name": "kidd"})] * count


@pytest.mark.slow
def test_the_visits_of_days_that_are_over_are_kept_at_the_hub_once(tmp_path: Path, hub: Hub) -> None:
    book = VisitBook(tmp_path / "data" / "visits.sqlite")
    now = datetime.now(UTC)
    for days in (2, 1, 0):
        book.add(Visit(now - timedelta(days=days), 60, "en", VisitStep.FIRST_MOVE, Farewell.LEFT))
    for _ in range(2):
        with told(tmp_path, hub):
            hub.until("pings", pings=4)
    lines = [json.loads(text) for text in hub.kept["FiveLines_hall-1"]]
    today = now.astimezone().date()
    assert [line["day"] for line in lines] == [f"{today - timedelta(days=days)}" for days in (2, 1)]
    assert [line["visits"] for line in lines] == [1, 1]


@pytest.mark.slow
def test_a_definition_of_a_game_that_is_not_offered_is_refused_and_logged_once(
    tmp_path: Path, hub: Hub
) -> None:
    with told(tmp_path, hub, definitions=(f"{KIDD}=kidd",)) as (station, said):
        station.refusal = "kidd is not offered here"
        hub.definition = KIDD
        hub.until("refused", pings=5)
        assert len(station.told) > 1
        assert said.count("the Hub wants kidd: kidd is not offered here") == 1


@pytest.mark.slow
def test_the_hub_sees_the_screen_and_may_ask_for_a_restart_and_nobody_else(tmp_path: Path, hub: Hub) -> None:
    port = free_port()
    with told(tmp_path, hub, hub_port=port) as (station, _):
        assert hub.until("the first")["helper_address"] == f"127.0.0.1:{port}"

        def asked(path: str) -> tuple[int, str | None, bytes]:
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
                connection.request("GET", path)
                answer = connection.getresponse()
                return answer.status, answer.headers["Content-Type"], answer.read()

        assert asked("/core/restart")[0] == 200
        assert asked("/core/shutdown")[0] == 404
        assert station.told == [("restart", {})]
        assert asked("/core/screenshot")[0] == 503
        station.screen = b"\xff\xd8 the screen" * 1000
        assert asked("/core/screenshot") == (200, "image/jpeg", station.screen)
        # Pages in a browser on the Hub's machine have its address as well.
        for headers in ({"Host": "rebound.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
                connection.request("GET", "/core/restart", headers=headers)
                assert connection.getresponse().status == 403
        # From another address nothing is even read.
        for path in ("/core/restart", "/core/screenshot"):
            stranger = http.client.HTTPConnection(
                "127.0.0.1", port, timeout=60, source_address=("127.0.0.2", 0)
            )
            stranger.request("GET", path)
            with pytest.raises((http.client.RemoteDisconnected, ConnectionResetError)):
                stranger.getresponse()
            stranger.close()
        assert station.told == [("restart", {})]


def test_a_hub_that_is_gone_hears_again_when_it_is_back(tmp_path: Path, hub: Hub) -> None:
    port = hub.port
    with told(tmp_path, hub) as (_, said):
        hub.until("the first")
        hub.close()
        deadline_s = time.monotonic() + 20
        while not any("can't be informed" in line for line in said) and time.monotonic() < deadline_s:
            pass
    assert [line for line in said if f"127.0.0.1:{port} can't be informed" in line]


@pytest.mark.parametrize(
    ("link", "why"),
    [
        (LinkSettings(enabled=True, hub="ftp://hub"), "10.0.0.5"),
        (LinkSettings(enabled=True, hub="http://hub:99999"), "10.0.0.5"),
        (LinkSettings(enabled=True, hub="http://hub", definitions=("kidd",)), "UUID"),
        (LinkSettings(enabled=True, hub="http://hub", definitions=(f"{KIDD}=chess",)), "names no game"),
    ],
)
def test_what_can_not_be_is_reported(tmp_path: Path, link: LinkSettings, why: str) -> None:
    settings = Settings(link=link)
    watch = StationWatch(tmp_path / "none.sock", time.monotonic)
    with pytest.raises(LinkError, match=why):
        ExhibiteraConnector(settings, watch)
