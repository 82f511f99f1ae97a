"""The page behind a web server of the house's, which has a certificate and tells who asks."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.link.page.app import House
from companion.link.page.sessions import TRIES_EACH
from tests.support.page_server import HERE, AnsweringStation, served

PUBLIC = "https://five-lines.museum.lan"
WRONG: dict[str, dict[str, object]] = {"pin": {"set": True, "right": False}}
RIGHT: dict[str, dict[str, object]] = {"pin": {"set": True, "right": True, "ticket": "one"}}


def behind(house: House) -> House:
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


def test_tries_are_counted_for_those_whom_the_web_server_names(tmp_path: Path) -> None:
    station = AnsweringStation(WRONG)
    with served(tmp_path / "journal.sqlite", house=behind, station=station, proxy=HERE) as page:
        # What somebody claims beside what the web server adds is not believed.
        one = [
            page.post("/staff/sign-in", {"pin": "1"}, **{"X-Forwarded-For": f"10.9.9.{number}, 10.0.0.1"})[0]
            for number in range(TRIES_EACH + 1)
        ]
        assert one == [403] * TRIES_EACH + [429]
        assert page.post("/staff/sign-in", {"pin": "1"}, **{"X-Forwarded-For": "10.0.0.2"})[0] == 403


def test_nobody_else_is_believed(tmp_path: Path) -> None:
    with served(tmp_path / "journal.sqlite", station=AnsweringStation(WRONG)) as page:
        found = [
            page.post("/staff/sign-in", {"pin": "1"}, **{"X-Forwarded-For": f"10.0.0.{number}"})[0]
            for number in range(TRIES_EACH + 1)
        ]
        assert found == [403] * TRIES_EACH + [429]
