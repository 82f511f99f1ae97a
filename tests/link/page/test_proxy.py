"""The page behind a web server of the house's, which has a certificate and tells who asks."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.link.page.app import SiteConfig
from tests.support.page_server import HERE, AnsweringStation, served

PUBLIC = "https://five-lines.museum.lan"
WRONG: dict[str, dict[str, object]] = {"pin": {"set": True, "right": False}}
RIGHT: dict[str, dict[str, object]] = {"pin": {"set": True, "right": True}}


def behind(house: SiteConfig) -> SiteConfig:
    return replace(house, public=f"{PUBLIC}/")


@pytest.mark.parametrize("host", ["five-lines.museum.lan", f"{HERE}:8016"])
def test_it_is_asked_for_by_its_public_name_whatever_host_is_passed_on(tmp_path: Path, host: str) -> None:
    station = AnsweringStation(RIGHT)
    with served(tmp_path / "journal.sqlite", house=behind, station=station, proxy=HERE) as page:
        assert page.get("/", Host=host)[0] == 200
        told = {"Host": host, "Origin": PUBLIC, "X-Forwarded-Proto": "https"}
        status, headers, _ = page.post("/staff/sign-in", {"pin": "1234"}, **told)
        assert status == 200
        assert "Secure" in headers["Set-Cookie"]
        for origin in ("https://evil.example", "http://five-lines.museum.lan.evil.example", "null"):
            assert page.post("/staff/sign-in", {"pin": "1"}, **{**told, "Origin": origin})[0] == 403
        assert page.get("/", Host="evil.example")[0] == 421


def test_without_it_that_name_is_a_strangers(tmp_path: Path) -> None:
    with served(tmp_path / "journal.sqlite", station=AnsweringStation(RIGHT)) as page:
        assert page.get("/", Host="five-lines.museum.lan")[0] == 421
        assert page.post("/staff/sign-in", {"pin": "1234"}, Origin=PUBLIC)[0] == 403


def clients(station: AnsweringStation) -> list[object]:
    """Whom the station is told of with each PIN, whose tries it counts."""
    return [question["client"] for question in station.asked]


def test_tries_are_counted_for_those_whom_the_web_server_names(tmp_path: Path) -> None:
    station = AnsweringStation(WRONG)
    with served(tmp_path / "journal.sqlite", house=behind, station=station, proxy=HERE) as page:
        # What somebody claims beside what the web server adds is not believed.
        for claimed in ("10.9.9.1, 10.0.0.1", "10.9.9.2, 10.0.0.1", "10.0.0.2"):
            page.post("/staff/sign-in", {"pin": "1"}, **{"X-Forwarded-For": claimed})
        assert clients(station) == ["10.0.0.1", "10.0.0.1", "10.0.0.2"]


def test_nobody_else_is_believed(tmp_path: Path) -> None:
    station = AnsweringStation(WRONG)
    with served(tmp_path / "journal.sqlite", station=station) as page:
        for number in range(3):
            page.post("/staff/sign-in", {"pin": "1"}, **{"X-Forwarded-For": f"10.0.0.{number}"})
        assert clients(station) == [HERE] * 3
