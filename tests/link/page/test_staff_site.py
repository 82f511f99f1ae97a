"""The staff's desk by a real client: who is let in, what is done for them, and what nobody gets done."""

import html
import json
import random
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion import visible
from companion.game import rules_for
from companion.interface.offers import OFFERS
from companion.journal import Journal
from companion.journal.visits import FILE_NAME, Farewell, Visit, VisitBook, VisitStep
from companion.link.page.staff_views import MAX_DAYS
from tests.support.page_server import AnsweringStation, Served, served
from tests.support.playing import Table, noon

TICKET = "ticket-1"
WEEK: list[list[str]] = [["10:00-18:00"]] * 6 + [[]]
ANSWERS: dict[str, dict[str, Any]] = {
    "pin": {"set": True, "right": True},
    "health": {
        "version": "1.2.3",
        "uptime_s": 3600,
        "sees_board": False,
        "clock_is_sure": True,
        "faults": [{"what": "camera-lost", "for_s": 60, "why": "pulled <out>"}, {"what": "newer"}],
    },
    "hours": {"week": WEEK, "closed_days": ["12-24"]},
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def signed_in(page: Served) -> str:
    """The cookie of a session."""
    form = re.search(r"<form[^>]*>", page.get("/staff")[2])
    assert form is not None
    assert 'method="post"' in form.group(), (
        "a PIN that is sent before the script is there stands in the address"
    )
    status, headers, _ = page.post("/staff/sign-in", {"pin": "1234"})
    assert status == 200
    cookie: str = headers["Set-Cookie"]
    wanted = {"HttpOnly", "SameSite=strict", "Path=/"}
    assert wanted <= set(cookie.split("; "))
    return cookie.partition(";")[0]


def test_staff_see_their_desk_and_nobody_else_does(path: Path) -> None:
    with served(path, station=AnsweringStation(ANSWERS)) as page:
        assert "1.2.3" not in page.get("/staff")[2]
        cookie = signed_in(page)
        _, _, text = page.get("/staff", Cookie=cookie)
        assert "1.2.3" in text
        assert "The camera has stopped." in text
        assert "pulled &lt;out&gt;" in text
        rows = dict(re.findall(r'<th scope="row">([^<]*)</th><td>([^<]*)</td>', text))
        assert (rows["Sees the board"], rows["Knows the time"]) == ("No", "Yes")
        assert rows["Room for games"].endswith(" GB")
        assert 'name="day-0-0-from" type="time" value="10:00"' in text
        assert 'name="day-0-0-to" type="time" value="18:00"' in text
        # What a guard comes for stands first; what ends a game stands apart from what does not.
        assert text.index("/staff/close") < text.index("The camera has stopped.") < text.index(">Today<")
        assert text.index("/staff/close") < text.index('class="apart"') < text.index("/staff/restart-game")
        assert "1.2.3" not in page.get("/staff", Cookie="staff=another")[2]
        assert page.post("/staff/sign-out", {}, Cookie=cookie)[0] == 200
        assert "1.2.3" not in page.get("/staff", Cookie=cookie)[2]


def test_what_comes_from_outside_is_shown_with_its_signs_spelled_out(path: Path) -> None:
    taint = "ha\x1b]0;x\x07\x9bnd\u202e"
    answers: dict[str, dict[str, Any]] = {
        **ANSWERS,
        "health": {"version": taint, "faults": [{"what": "camera-lost", "for_s": 60, "why": taint}]},
        "hours": {"week": WEEK, "closed_days": [taint]},
        "message": {"ok": False, "why": taint},
    }
    with served(path, station=AnsweringStation(answers)) as page:
        cookie = signed_in(page)
        shown = page.get("/staff", Cookie=cookie)[2]
        said = json.loads(page.post("/staff/message", {"text": "x"}, Cookie=cookie)[2])["said"]
    assert shown.count(html.escape(visible(taint))) == 3
    assert visible(shown) == shown
    assert said == visible(taint)


def test_one_day_is_one_narrow_bar_and_only_what_changes_something_is_offered(path: Path) -> None:
    visit = Visit(datetime.now(UTC), 60, "en", VisitStep.FIRST_MOVE, Farewell.LEFT)
    VisitBook(path.with_name(FILE_NAME)).add(visit)
    station = AnsweringStation(ANSWERS | {"state": {"open": True}})
    with served(path, station=station) as page:
        cookie = signed_in(page)
        text = page.get("/staff", Cookie=cookie)[2]
        assert f'viewBox="0 0 {20 * MAX_DAYS} 100"' in text
        assert f"translate({20 * (MAX_DAYS - 1)} 100)" in text
        assert ("/staff/close" in text, "/staff/open" in text) == (True, False)
        station.answers = ANSWERS | {"state": {"open": False}}
        text = page.get("/staff", Cookie=cookie)[2]
        assert ("/staff/close" in text, "/staff/open" in text) == (False, True)


def test_the_desk_says_first_whether_it_is_open(path: Path) -> None:
    for is_open, said in ((True, ", and open."), (False, ", and closed.")):
        with served(path, station=AnsweringStation(ANSWERS | {"state": {"open": is_open}})) as page:
            text = page.get("/staff", Cookie=signed_in(page))[2]
        assert text.index(said) < text.index(">Faults<")


@pytest.mark.parametrize(
    ("given", "said", "field"),
    [
        ({"day-1-0-from": "10:00"}, "Τρίτη: Συμπληρώστε και τις δύο ώρες", "day-1"),
        (
            {"day-2-0-from": "10:00", "day-2-0-to": "14:00", "day-2-1-from": "13:00", "day-2-1-to": "18:00"},
            "Τετάρτη: Δύο ώρες είναι ίδιες ή επικαλύπτονται.",
            "day-2",
        ),
        ({"day-4-0-from": "10:00", "day-4-0-to": "10:00"}, "Παρασκευή: Δύο ώρες", "day-4"),
        ({"closed": "24/12, 31/11/2026"}, "24/12/2026", "closed"),
        ({"closed": "soon"}, "Γράψτε τις ημέρες έτσι", "closed"),
    ],
)
def test_hours_are_refused_at_their_field_in_the_language_of_the_page(
    path: Path, given: dict[str, str], said: str, field: str
) -> None:
    station = AnsweringStation(ANSWERS)
    with served(path, station=station) as page:
        cookie = signed_in(page)
        status, _, text = page.post("/staff/hours", given, Cookie=cookie, Accept_Language="el")
    answer = json.loads(text)
    assert (status, answer["field"], said in answer["said"]) == (409, field, True)
    assert station.asked[-1].get("do") != "set-hours"


def test_closed_days_are_written_as_the_country_writes_them(path: Path) -> None:
    days = ["12-24", "2026-12-31 to 2027-01-02"]
    station = AnsweringStation(ANSWERS | {"hours": {"week": WEEK, "closed_days": days}})
    shown = {
        "en": "12-24, 2026-12-31 – 2027-01-02",
        "de": "24.12., 31.12.2026 – 02.01.2027",
        "el": "24/12, 31/12/2026 – 02/01/2027",
    }
    with served(path, station=station) as page:
        cookie = signed_in(page)
        for code, written in shown.items():
            assert f'value="{written}"' in page.get("/staff", Cookie=cookie, Accept_Language=code)[2]
            assert page.post("/staff/hours", {"closed": written}, Cookie=cookie)[0] == 200
            sent = station.asked[-1]["closed_days"]
            assert [" ".join(str(day).split()) for day in sent] == days  # type: ignore[attr-defined]


def test_hours_that_end_on_the_next_day_say_so(path: Path) -> None:
    week: list[list[str]] = [["21:00-02:00"], ["10:00-24:00"], ["00:00-24:00"], [], [], [], []]
    with served(
        path, station=AnsweringStation(ANSWERS | {"hours": {"week": week, "closed_days": []}})
    ) as page:
        assert page.get("/staff", Cookie=signed_in(page))[2].count("the next day") == 1


def test_who_was_signed_out_reads_why_the_pin_is_asked_for_again(path: Path) -> None:
    with served(path, station=AnsweringStation(ANSWERS)) as page:
        assert "signed out" not in page.get("/staff")[2]
        assert "You have been signed out." in page.get("/staff", Cookie="staff=of-before")[2]


REFUSALS = (
    "staff are at the station's own pages; try again when they have left",
    "that was changed from outside a moment ago; try again in 3 seconds",
    "the screen is dark: nobody would read it",
    "the screen has no letters for some of this",
    "a word of a message has at most 22 letters",
    "somebody is choosing a game; try again in a minute",
)


def english_in(text: str) -> list[str]:
    """Words in Latin letters, two or more in a row, in what a page shows; names of languages are none."""
    names = r"<(script|style)\b.*?</\1>|<a [^>]*lang=.*?</a>|Locus Ludi"
    shown = re.sub(names, " ", text, flags=re.DOTALL)
    labels = re.findall(r'(?:aria-label|alt|data-(?:sure|lost|typed|play|stop|full))="([^"]*)"', shown)
    said = " | ".join([*re.findall(r">([^<]+)<", shown), *labels])
    return re.findall(r"[A-Za-z]{3,} +[A-Za-z]{2,}(?: +[A-Za-z]+)*", html.unescape(said))


def test_no_page_of_phones_shows_an_english_sentence_in_greek(path: Path) -> None:
    with Journal(path, noon) as journal:
        Table(journal, rules_for("schaedler", ["limit=12"]), random.Random(1)).play()
        Table(journal, rules_for("kidd"), random.Random(2)).play(5)
        station = AnsweringStation(
            ANSWERS | {"state": {"open": True}, "texts": {"title": "", "line": "", "about": ""}}
        )
        with served(path, station=station) as page:
            cookie = signed_in(page)
            shown = ["/", "/games", "/games/1", "/games/1/steps", "/rules", "/nothing", "/staff/texts/el"]
            shown += ["/staff", *(f"/rules/{name}" for name in OFFERS)]
            for address in shown:
                text = page.get(address, Accept_Language="el", Cookie=cookie)[2]
                assert english_in(text) == [], address
            assert english_in(page.get("/staff", Accept_Language="el")[2]) == []
            for why in REFUSALS:
                station.answers = ANSWERS | {"message": {"ok": False, "why": why}}
                text = page.post("/staff/message", {"text": "x"}, Cookie=cookie, Accept_Language="el")[2]
                assert english_in(f">{json.loads(text)['said']}<") == [], why


def test_what_staff_ask_for_is_asked_of_the_station(path: Path) -> None:
    station = AnsweringStation(ANSWERS)
    with served(path, station=station) as page:
        cookie = signed_in(page)
        times = ("0-from", "09:00"), ("0-to", "12:00"), ("1-from", "13:00"), ("1-to", "17:00")
        given = {f"day-{number}-{field}": text for number in range(5) for field, text in times}
        # The whole day, as time fields can say it.
        given |= {"day-5-0-from": "00:00", "day-5-0-to": "00:00", "closed": " 01-01,"}
        assert page.post("/staff/hours", given, Cookie=cookie)[0] == 200
        assert station.asked[-1] == {
            "do": "set-hours",
            "week": [["09:00-12:00", "13:00-17:00"]] * 5 + [["00:00-24:00"], []],
            "closed_days": ["01-01"],
        }
        for name in ("open", "close", "restart-game", "restart"):
            assert page.post(f"/staff/{name}", {}, Cookie=cookie)[0] == 200
        assert station.asked[-1] == {"do": "restart"}
        assert page.post("/staff/move", {"from": "1A"}, Cookie=cookie)[0] == 404


def test_a_picture_is_taken_on_a_click_and_shown_to_who_asked_alone(path: Path) -> None:
    station = AnsweringStation(ANSWERS, files={"picture": b"\xff\xd8 a picture"})
    with served(path, station=station) as page:
        cookie, other = signed_in(page), signed_in(page)
        status, _, text = page.post("/staff/picture", {}, Cookie=cookie)
        assert station.asked[-1] == {"ask": "file", "kind": "picture", "ticket": TICKET}
        shown = json.loads(text)["show"]
        assert (status, shown) == (200, "/staff/pictures/1")
        kind, data = page.fetch(shown, Cookie=cookie)
        assert (kind, data) == ("image/jpeg", b"\xff\xd8 a picture")
        assert page.get(shown, Cookie=other)[0] == page.get(shown)[0] == 404
        page.post("/staff/picture", {}, Cookie=cookie)
        assert page.get(shown, Cookie=cookie)[0] == 404


def test_the_screen_is_shown_as_visitors_see_it(path: Path) -> None:
    station = AnsweringStation(ANSWERS, files={"screen": b"\xff\xd8 a screen"})
    with served(path, station=station) as page:
        cookie = signed_in(page)
        shown = json.loads(page.post("/staff/screen", {}, Cookie=cookie)[2])["show"]
        assert station.asked[-1] == {"ask": "file", "kind": "screen", "ticket": TICKET}
        assert page.fetch(shown, Cookie=cookie) == ("image/jpeg", b"\xff\xd8 a screen")


def test_a_message_is_sent_to_the_table_and_a_refusal_comes_back(path: Path) -> None:
    station = AnsweringStation(ANSWERS)
    with served(path, station=station) as page:
        cookie = signed_in(page)
        assert page.post("/staff/message", {"text": "Lunch at noon"})[0] == 403
        assert page.post("/staff/message", {"text": "Lunch at noon"}, Cookie=cookie)[0] == 200
        assert station.asked[-1] == {"do": "message", "text": "Lunch at noon"}
        station.answers = ANSWERS | {"message": {"ok": False, "why": "a word is too long"}}
        assert json.loads(page.post("/staff/message", {"text": "x"}, Cookie=cookie)[2]) == {
            "ok": False,
            "said": "a word is too long",
        }


def test_texts_are_shown_as_they_look_and_kept_when_they_have_room(path: Path) -> None:
    said = {"title": "Museum", "line": "Willkommen", "about": "Ton & <Gold>", "logo": False}
    station = AnsweringStation(ANSWERS | {"texts": said | {"flaws": []}}, files={"texts": b"\x89PNG 1"})
    with served(path, station=station) as page:
        cookie = signed_in(page)
        _, _, text = page.get("/staff/texts/de", Cookie=cookie)
        assert 'value="Museum"' in text
        assert "Ton &amp; &lt;Gold&gt;" in text
        assert page.get("/staff/texts/xx", Cookie=cookie)[0] == 303
        given = {"title": "M" * 300, "line": "Hallo", "about": "Eins\r\nZwei"}
        _, _, text = page.post("/staff/texts/de", given, Cookie=cookie)
        assert json.loads(text) == {"ok": True, "said": "Everything fits.", "show": "/staff/pictures/1"}
        assert page.fetch("/staff/pictures/1", Cookie=cookie) == ("image/png", b"\x89PNG 1")
        wanted = {
            "do": "texts",
            "language": "de",
            "title": "M" * 200,
            "line": "Hallo",
            "about": "Eins\nZwei",
            "keep": False,
            "ticket": TICKET,
        }
        assert station.asked[-1] == wanted
        page.post("/staff/texts/de/keep", given, Cookie=cookie)
        assert station.asked[-1] == wanted | {"keep": True}
        long = {"kind": "title-too-long", "file": "de.txt", "fits": "am See"}
        flaws = [long, {"kind": "new", "file": "el.txt"}]
        station.answers = ANSWERS | {"texts": {"flaws": flaws}}
        answer = json.loads(page.post("/staff/texts/de/keep", given, Cookie=cookie)[2])
        assert answer["ok"] is False
        assert answer["said"] == "Deutsch: the first line is too long. It fits up to “am See”. Ελληνικά"


def test_backup_and_report_are_handed_on_whole(path: Path) -> None:
    backup = bytes(range(256)) * 4096
    station = AnsweringStation(ANSWERS, files={"backup": backup, "report": b"PK"})
    with served(path, station=station) as page:
        cookie = signed_in(page)
        kind, data = page.fetch("/staff/backup.zip", Cookie=cookie, Accept_Encoding="gzip")
        assert (kind, data == backup) == ("application/zip", True)
        assert station.asked[-1] == {"ask": "file", "kind": "backup", "ticket": TICKET}
        assert page.fetch("/staff/report.zip", Cookie=cookie)[1] == b"PK"
        station.answers = ANSWERS | {"file": {"ok": False, "why": "there are too many games to send"}}
        status, _, text = page.get("/staff/backup.zip", Cookie=cookie)
        assert (status, "too many games" in text) == (503, True)
        station.answers = None
        assert "does not answer" in page.get("/staff/report.zip", Cookie=cookie)[2]


def test_a_session_that_the_station_knows_no_more_ends(path: Path) -> None:
    refusal = {"ok": False, "why": "type the PIN", "sign_in": True}
    station = AnsweringStation(ANSWERS | {"file": refusal})
    with served(path, station=station) as page:
        cookie = signed_in(page)
        # It may end between two questions, and is over then, too.
        assert json.loads(page.post("/staff/picture", {}, Cookie=cookie)[2]) == {"ok": False, "go": "/staff"}
        station.tickets.clear()
        assert json.loads(page.post("/staff/picture", {}, Cookie=cookie)[2]) == {"ok": False, "go": "/staff"}
        before = station.sessions_asked
        assert "1.2.3" not in page.get("/staff", Cookie=cookie)[2]
        assert station.sessions_asked == before + 1


def test_staff_say_whether_phones_get_chances_during_a_game(path: Path) -> None:
    station = AnsweringStation(ANSWERS | {"key": {"hints": False}})
    with served(path, station=station) as page:
        cookie = signed_in(page)
        assert 'data-post="/staff/show-chances"' in page.get("/staff", Cookie=cookie)[2]
        answer = page.post("/staff/show-chances", {}, Cookie=cookie)[2]
        assert json.loads(answer) == {"ok": True, "go": "/staff"}
        assert station.asked[-1] == {"do": "page-hints", "on": True}
        station.answers = ANSWERS | {"key": {"hints": True}}
        assert 'data-post="/staff/hide-chances"' in page.get("/staff", Cookie=cookie)[2]


def test_what_the_station_refuses_is_named_with_its_reason(path: Path) -> None:
    station = AnsweringStation(ANSWERS | {"set-hours": {"ok": False, "why": "10-18 is no span of time"}})
    with served(path, station=station) as page:
        status, _, text = page.post("/staff/hours", {}, Cookie=signed_in(page))
        assert (status, "10-18 is no span of time" in text) == (409, True)
        station.answers = None
        assert "does not answer" in page.post("/staff/sign-in", {"pin": "1234"})[2]


@pytest.mark.parametrize(
    "command",
    ["hours", "open", "close", "restart-game", "restart", "sign-out", "picture", "texts/de", "texts/de/keep"],
)
def test_without_a_session_nothing_is_done(path: Path, command: str) -> None:
    station = AnsweringStation(ANSWERS)
    with served(path, station=station) as page:
        assert page.post(f"/staff/{command}", {})[0] == 403
        assert page.post(f"/staff/{command}", {}, Cookie="staff=")[0] == 403
        for path_asked in ("backup.zip", "report.zip", "texts/de"):
            assert page.get(f"/staff/{path_asked}")[0] == 303
        assert page.get("/staff/pictures/1")[0] == 404
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
        assert page.post("/staff/sign-in", {"pin": "1" * 20_000})[0] == 413
        deep = "[" * 2000 + "]" * 2000
        headers = {"Origin": page.address, "Content-Type": "application/json"}
        for body in (deep, "[]", "", "{", '{"pin": ""}'):
            assert page.send("POST", "/staff/sign-in", body, headers)[0] in (403, 429)
        assert page.send("PUT", "/staff/sign-in", "{}", headers)[0] == 405


def test_where_no_pin_is_set_none_is_asked_for(path: Path) -> None:
    station = AnsweringStation(ANSWERS | {"session": {"has_pin": False}})
    with served(path, station=station) as page:
        text = page.get("/staff")[2]
        assert "No PIN is set: set one at the station first." in text
        assert "<form" not in text
        station.answers = None
        assert "<form" in page.get("/staff")[2]


def test_a_wrong_pin_is_reported_and_one_too_many_with_how_long_to_wait(path: Path) -> None:
    station = AnsweringStation(ANSWERS | {"pin": {"set": True, "right": False}})
    with served(path, station=station) as page:
        assert page.post("/staff/sign-in", {"pin": "123456789"})[0] == 403
        assert station.asked == [{"ask": "pin", "pin": "12345678", "client": "127.0.0.1"}]
        assert page.post("/staff/sign-in", {"pin": ""})[0] == 403
        assert len(station.asked) == 1
        station.answers = ANSWERS | {"pin": {"ok": False, "wait_s": 60}}
        status, headers, text = page.post("/staff/sign-in", {"pin": "1234"})
        assert (status, headers["Retry-After"], "Seconds to wait: 60" in text) == (429, "60", True)
        station.answers = None
        assert page.post("/staff/sign-in", {"pin": "1234"})[0] == 503


def test_who_is_signed_in_sees_the_desk_while_the_station_does_not_answer(path: Path) -> None:
    station = AnsweringStation(ANSWERS)
    with served(path, station=station) as page:
        cookie = signed_in(page)
        assert "1.2.3" in page.get("/staff", Cookie=cookie)[2]
        station.answers = None
        text = page.get("/staff", Cookie=cookie)[2]
        assert "does not answer" in text
        assert "Sign out" in text
        assert "Sign out" not in page.get("/staff", Cookie="staff=ticket-2")[2]
