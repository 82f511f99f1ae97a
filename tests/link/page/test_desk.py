"""The staff's desk by a real client: who is let in, what is done for them, and what nobody gets done."""

from pathlib import Path
from typing import Any

import pytest

from companion.link.page.sessions import OPEN_S, TRIES_EACH, TRIES_IN_ALL, TRIES_S, Sessions, Tries
from tests.support.fake_clock import FakeClock
from tests.support.page_server import AnsweringStation, Served, served

WEEK: list[list[str]] = [["10:00-18:00"]] * 6 + [[]]
ANSWERS: dict[str, dict[str, Any]] = {
    "pin": {"set": True, "right": True},
    "health": {"version": "1.2.3", "faults": [{"what": "camera-lost"}]},
    "hours": {"week": WEEK, "closed_days": ["12-24"]},
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def signed_in(page: Served) -> str:
    """The cookie of a session."""
    status, headers, _ = page.post("/staff/sign-in", {"pin": "1234"})
    assert status == 200
    cookie: str = headers["Set-Cookie"]
    wanted = {"HttpOnly", "SameSite=strict", "Path=/staff"}
    assert wanted <= set(cookie.split("; "))
    return cookie.partition(";")[0]


def test_staff_see_their_desk_and_nobody_else_does(path: Path) -> None:
    with served(path, station=AnsweringStation(ANSWERS)) as page:
        assert "1.2.3" not in page.get("/staff")[2]
        cookie = signed_in(page)
        _, _, text = page.get("/staff", Cookie=cookie)
        assert "1.2.3" in text
        assert "The camera has stopped." in text
        assert 'value="10:00-18:00"' in text
        assert "1.2.3" not in page.get("/staff", Cookie="staff=another")[2]
        assert page.post("/staff/sign-out", {}, Cookie=cookie)[0] == 200
        assert "1.2.3" not in page.get("/staff", Cookie=cookie)[2]


def test_what_staff_ask_for_is_asked_of_the_station(path: Path) -> None:
    station = AnsweringStation(ANSWERS)
    with served(path, station=station) as page:
        cookie = signed_in(page)
        given = {f"day-{number}": "9:00-12:00, 13:00-17:00" for number in range(6)} | {"closed": " 01-01,"}
        assert page.post("/staff/hours", given, Cookie=cookie)[0] == 200
        assert station.asked[-1] == {
            "do": "set-hours",
            "week": [["9:00-12:00", "13:00-17:00"]] * 6 + [[]],
            "closed_days": ["01-01"],
        }
        for name in ("open", "close", "restart-game", "restart"):
            assert page.post(f"/staff/{name}", {}, Cookie=cookie)[0] == 200
        assert station.asked[-1] == {"do": "restart"}
        assert page.post("/staff/move", {"from": "1A"}, Cookie=cookie)[0] == 404


def test_what_the_station_refuses_is_told_with_its_reason(path: Path) -> None:
    station = AnsweringStation(ANSWERS | {"set-hours": {"ok": False, "why": "10-18 is no span of time"}})
    with served(path, station=station) as page:
        status, _, text = page.post("/staff/hours", {}, Cookie=signed_in(page))
        assert (status, "10-18 is no span of time" in text) == (409, True)
        station.answers = None
        assert "does not answer" in page.post("/staff/sign-in", {"pin": "1234"})[2]


@pytest.mark.parametrize("command", ["hours", "open", "close", "restart-game", "restart", "sign-out"])
def test_without_a_session_nothing_is_done(path: Path, command: str) -> None:
    station = AnsweringStation(ANSWERS)
    with served(path, station=station) as page:
        assert page.post(f"/staff/{command}", {})[0] == 403
        assert page.post(f"/staff/{command}", {}, Cookie="staff=")[0] == 403
        assert station.asked == []


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ({"Host": "evil.example", "Origin": "http://evil.example"}, 421),
    ],
)
def test_what_another_page_has_sent_is_refused(path: Path, headers: dict[str, str], status: int) -> None:
    station = AnsweringStation(ANSWERS)
    with served(path, station=station) as page:
        cookie = signed_in(page)
        asked = len(station.asked)
        own = {"Origin": page.address, "Content-Type": "application/json", "Cookie": cookie}
        assert page.send("POST", "/staff/restart", "{}", own | headers)[0] == status
        without = {name: value for name, value in own.items() if name != "Origin"}
        assert page.send("POST", "/staff/restart", "{}", without)[0] == 403
        assert len(station.asked) == asked


def test_what_is_too_much_or_no_table_is_refused(path: Path) -> None:
    with served(path, station=AnsweringStation(ANSWERS)) as page:
        assert page.post("/staff/sign-in", {"pin": "1" * 10_000})[0] == 413
        deep = "[" * 2000 + "]" * 2000
        headers = {"Origin": page.address, "Content-Type": "application/json"}
        for body in (deep, "[]", "", "{", '{"pin": ""}'):
            assert page.send("POST", "/staff/sign-in", body, headers)[0] in (403, 429)
        assert page.send("PUT", "/staff/sign-in", "{}", headers)[0] == 405


def test_of_a_thousand_tries_a_few_are_looked_at(path: Path) -> None:
    station = AnsweringStation(ANSWERS | {"pin": {"set": True, "right": False}})
    with served(path, station=station) as page:
        found = [page.post("/staff/sign-in", {"pin": f"{pin:04}"})[0] for pin in range(1000)]
        assert found[:TRIES_EACH] == [403] * TRIES_EACH
        # A minute may go by meanwhile, on a busy machine even two.
        assert len(station.asked) <= 3 * TRIES_EACH
        assert found.count(429) == 1000 - len(station.asked)


def test_tries_are_counted_for_each_and_for_all() -> None:
    clock = FakeClock()
    tries = Tries(clock)
    assert [tries.wait_s("one") > 0 for _ in range(TRIES_EACH + 1)] == [False] * TRIES_EACH + [True]
    others = [tries.wait_s(f"other {number}") > 0 for number in range(TRIES_IN_ALL)]
    assert others.count(False) == TRIES_IN_ALL - TRIES_EACH
    clock.go(TRIES_S)
    assert tries.wait_s("one") == 0


def test_a_session_ends_half_an_hour_after_the_last_thing_done_in_it() -> None:
    clock = FakeClock()
    sessions = Sessions(clock)
    secret = sessions.begin()
    for _ in range(3):
        clock.go(OPEN_S - 1)
        assert sessions.is_open(secret)
    clock.go(OPEN_S)
    assert not sessions.is_open(secret)
    many = [sessions.begin() for _ in range(9)]
    assert [sessions.is_open(it) for it in many] == [False] + [True] * 8
