"""A station that is asked and told from outside while people are at it, through its real socket."""

import io
import re
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.analysis.play.value_table import path_of
from companion.app.backups.restore import restore_backup
from companion.game import Halves, Point, Seat, play, start_position
from companion.interface.faults import Fault
from companion.interface.intents import Agree, Ask, Enter, GiveUp, Number
from companion.interface.presentation import Theme
from companion.interface.views import (
    AttractView,
    ClosedView,
    ClosingView,
    FollowCodeView,
    MessageView,
    NotSoView,
    OutOfOrderView,
    PauseView,
    PlayView,
    SetUpView,
    StaffView,
    StillThereView,
    WelcomeView,
    WonView,
)
from companion.link.control_client import ControlClient, NoStationError
from companion.link.follower import Follower
from companion.referee.referee import State
from companion.settings.pin import FILE_NAME as PIN_FILE
from companion.settings.pin import PinFile
from companion.settings.sections import GameSettings, LinkSettings, SystemRequest
from companion.settings.settings_file import read_settings
from companion.station.context import READ_S, SHOWN_S
from companion.station.remote.export_queue import Export, Job, _run
from companion.station.remote.remote_api import NO_TICKET
from companion.station.remote.remote_commands import COOLDOWN_S, MIN_UPTIME_S
from companion.station.remote.sessions import IDLE_S
from companion.system.picture_header import size_wh
from companion.system.pin_guard import FREE_TRIES, WAIT_S
from tests.support.chances import QUICK, quick_table
from tests.support.page_server import served
from tests.support.table import TIMINGS
from tests.support.walk import USUAL, Walk, walk

LINKED = replace(USUAL, game=GameSettings(starter="A"), link=LinkSettings(enabled=True))


def ask(person: Walk, question: dict[str, object]) -> dict[str, Any]:
    """Ask as another process would, while the station turns as often as that takes and its time stands."""
    with ControlClient(person.folder / "data" / "station.sock") as line, ThreadPoolExecutor(1) as other:
        answer = other.submit(line.ask, question)
        while not wait([answer], 0.01).done:
            person.turn()
        return answer.result()


def ask_file(person: Walk, question: dict[str, object]) -> tuple[dict[str, Any], bytes]:
    """Ask for what takes a while to make; the answer, and all of the file that came with it."""
    with ControlClient(person.folder / "data" / "station.sock") as line, ThreadPoolExecutor(1) as other:
        answer = other.submit(line.ask_file, question, 60.0)
        # What makes it needs real time; the station's own goes on meanwhile.
        while not wait([answer], 0.05).done:
            person.wait(0.01)
        said, file = answer.result()
    if file is None:
        return said, b""
    with file:
        return said, file.read()


def ticket(person: Walk) -> str:
    """What staff are given who know the PIN."""
    PinFile(person.folder / "data" / PIN_FILE).set("1234")
    found: str = ask(person, {"ask": "pin", "pin": "1234"})["ticket"]
    return found


def throw(person: Walk) -> None:
    """Throw until something can be moved."""
    while (state := person.shows(PlayView).state).legal is None or not state.legal.moves:
        person.touch(Ask.THROW)
        person.wait(2.0)


def wrongly_moved(state: State) -> Halves:
    """A counter of whoever is to move goes to another of the same seat, where none may go."""
    halves = state.position.halves()
    source, *others = [point for point in Point if halves.count(state.seat, point)]
    target = next(point for point in others if all(point != move.target for move in state.legal or ()))
    less = halves.with_count(state.seat, source, halves.count(state.seat, source) - 1)
    return less.with_count(state.seat, target, halves.count(state.seat, target) + 1)


def test_a_game_is_followed_from_outside_to_the_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        before = ask(person, {"ask": "state"})
        assert (before["state"], before["game"], before["language"]) == ("attract", None, "en")
        assert "kidd" in before["games"]
        person.begin_game()
        throw(person)
        state = person.shows(PlayView).state
        assert state.legal is not None
        told = ask(person, {"ask": "state"})
        assert (told["state"], told["page"], told["screen"]) == ("playing", "play", "on")
        assert told["mark"] != before["mark"]
        assert told["game"] == {"number": 1, "rules": state.rules.name, "turn": "A"}
        person.table.lay(wrongly_moved(state))
        person.wait(6.0)
        person.shows(NotSoView)
        refused = ask(person, {"ask": "state"})
        assert (refused["page"], refused["mark"] != told["mark"]) == ("not-so", True)
        person.table.lay(play(state.position, state.legal[0]).halves())
        person.wait(3.0)
        after = ask(person, {"ask": "state"})
        follower = Follower(person.folder / "data" / "journal.sqlite")
        assert follower.newest() == after["entry"]
        assert [it.kind for it in follower.after(0)][-1] == "Moved"
        follower.close()


@pytest.mark.parametrize("theme", Theme)
def test_phones_show_the_table_as_its_screen_does_and_call_the_players_so(
    theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(LINKED, display=replace(LINKED.display, theme=theme))
    to_some = partial(replace, open_to_all=False)
    with walk(tmp_path, monkeypatch, settings=settings) as person:
        person.begin_game()
        throw(person)
        palette = person.it.window.screen.palette
        with served(person.folder / "data" / "journal.sqlite") as page:
            _, _, text = page.get("/")
            names = ("Blue", "White") if palette.relief else ("Black", "White")
            assert [name for name in ("Black", "Blue", "White") if name in text] == list(names)
            found = re.search(r"/colours.css[?]look=([-.\w]+)", text)
            assert found is not None
            at_the_table, _, otherwise = page.get(f"/colours.css?look={found[1]}")[2].partition("@media")
            fills = {seat.lower(): palette.counter(seat).fill for seat in Seat} | {"page": palette.page.fill}
            for name, fill in fills.items():
                assert f"--{name}:rgb{fill}".replace(" ", "") in at_the_table
            assert otherwise.strip().startswith("(prefers-contrast:more)")
            picture = re.search(r'href="(/boards/[0-9a-f]{16}[.]jpg)"', text)
            assert (picture is not None) == palette.relief
            if picture is not None:
                kind, data = page.fetch(picture[1])
                wood = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
                assert kind == "image/jpeg"
                assert wood is not None
                assert wood.std(axis=(0, 1)).max() > 2
                assert np.abs(np.median(wood, axis=(0, 1))[::-1] - palette.board).max() < 12
        with served(person.folder / "data" / "journal.sqlite", house=to_some) as page:
            assert f"look={found[1]}" in page.get("/")[2]


@pytest.mark.parametrize(
    "name", ["0123456789abcdef.jpg", "../journal.sqlite", "..%2fvisits.jpg", "x.jpg", "0123456789ABCDEF.jpg"]
)
def test_no_other_file_is_served_as_a_board(name: str, tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "x.jpg").write_bytes(b"no board of a game")
    (tmp_path / "visits.jpg").write_bytes(b"no board at all")
    with served(tmp_path / "journal.sqlite") as page:
        assert page.get(f"/boards/{name}")[0] == 404


def test_who_waits_hears_at_once_when_something_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        walk(tmp_path, monkeypatch, settings=LINKED) as person,
        ControlClient(tmp_path / "data" / "station.sock") as line,
        ThreadPoolExecutor(1) as other,
    ):
        mark = ask(person, {"ask": "state"})["mark"]
        waiting = other.submit(line.ask, {"ask": "state", "unlike": mark})
        for _ in range(10):
            person.wait(0.1)
        assert not waiting.done()
        person.press()
        while not wait([waiting], 0.01).done:
            person.turn()
        assert waiting.result()["state"] == "playing"


def test_a_game_is_restarted_and_the_stations_own_game_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        person.begin_game()
        rules = person.it.station.game and person.it.station.game.rules
        assert ask(person, {"do": "game", "name": "kidd"}) == {"ok": True}
        # The game in play stays as it is.
        assert person.it.station.game is not None
        assert person.it.station.game.rules == rules
        assert ask(person, {"do": "restart-game"}) == {"ok": True}
        person.wait(0.5)
        assert person.shows(WelcomeView).rules.name == "kidd"
        assert read_settings(tmp_path / "station.toml").game.rules == "kidd"
        follower = Follower(person.folder / "data" / "journal.sqlite")
        assert "Abandoned" in [it.kind for it in follower.after(0)]
        follower.close()


def test_the_screen_goes_off_when_nobody_is_there_and_a_touch_wakes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        assert ask(person, {"do": "screen", "on": False}) == {"ok": True}
        person.wait(0.5)
        person.shows(ClosedView)
        assert ask(person, {"ask": "state"})["screen"] == "off"
        person.press()
        person.shows(WelcomeView)
        assert ask(person, {"do": "screen", "on": False}) == {"ok": True}
        assert ask(person, {"do": "screen", "on": True}) == {"ok": True}
        person.wait(0.5)
        person.shows(WelcomeView)
        person.begin_game()
        refusal = ask(person, {"do": "screen", "on": False})
        assert (refusal["ok"], "somebody is at the table" in refusal["why"]) == (False, True)
        person.shows(PlayView)


def test_it_is_closed_with_a_countdown_and_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        person.begin_game()
        assert ask(person, {"do": "hours", "open": False}) == {"ok": True}
        person.wait(0.5)
        assert person.shows(ClosingView).in_game
        person.wait(70.0, turn_s=0.5)
        person.shows(ClosedView)
        assert ask(person, {"ask": "state"})["state"] == "closed"
        assert ask(person, {"ask": "health"})["faults"] == []
        assert ask(person, {"do": "hours", "open": True}) == {"ok": True}
        person.wait(0.5)
        assert ask(person, {"ask": "state"})["state"] == "playing"


def test_staff_at_their_pages_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        person.touch(Ask.OPEN_STAFF)
        person.shows(StaffView)
        assert ask(person, {"ask": "state"})["state"] == "staff"
        for command in (
            {"do": "restart-game"},
            {"do": "screen", "on": False},
            {"do": "hours", "open": False},
        ):
            assert "staff are at" in ask(person, dict(command))["why"]
        person.shows(StaffView)


def test_a_fault_that_stops_games_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        person.plug.is_in = False
        person.wait(10.0)
        assert ask(person, {"ask": "state"})["state"] == "fault"
        (fault,) = ask(person, {"ask": "health"})["faults"]
        assert (fault["what"], fault["stops_games"]) == ("camera-lost", True)
        assert fault["for_s"] >= 1


def test_the_program_is_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        assert ask(person, {"do": "restart"}) == {"ok": True}
        person.wait(0.1)
        assert person.it.staff.restarts


def test_nobody_can_ask_unless_that_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.turn()
        assert not (tmp_path / "data" / "station.sock").exists()
        with (
            ControlClient(tmp_path / "data" / "station.sock") as line,
            pytest.raises(NoStationError, match="enabled = true"),
        ):
            line.ask({"ask": "state"})


def test_the_code_on_the_screen_lets_phones_follow_this_game_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = LinkSettings(enabled=True, page=True, page_names=("five-lines.museum.lan",))
    with walk(tmp_path, monkeypatch, settings=replace(LINKED, link=link)) as person:
        assert ask(person, {"ask": "key"})["key"] is None
        person.begin_game()
        person.touch(Ask.PAUSE)
        assert person.shows(PauseView).may_follow
        person.touch(Ask.SHOW_FOLLOW_CODE)
        shown, key = person.shows(FollowCodeView), ask(person, {"ask": "key"})["key"]
        assert shown == FollowCodeView(
            f"http://five-lines.museum.lan:8016/?key={key}", "http://five-lines.museum.lan:8016/"
        )
        assert len(key) == 20
        assert "key" not in str(ask(person, {"ask": "state"}))
        ask(person, {"do": "restart-game"})
        person.begin_game()
        assert ask(person, {"ask": "key"})["key"] not in (None, key)


def test_the_code_at_the_end_leads_to_the_kept_game_and_keeps_leading_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = LinkSettings(enabled=True, page=True, page_names=("five-lines.museum.lan",))
    with walk(tmp_path, monkeypatch, settings=replace(LINKED, link=link)) as person:
        person.begin_game()
        throw(person)
        for way in (Ask.PAUSE, GiveUp(Seat.A), Agree(Seat.A)):
            person.touch(way)
        assert person.shows(WonView).address == "http://five-lines.museum.lan:8016/games/1"
        person.touch(Ask.BEGIN)
        person.table.lay(person.shows(SetUpView).position.halves())
        person.wait(4.0)
        throw(person)
        # The code was photographed, and the link was started again since.
        closed = partial(replace, open_to_all=False)
        with served(person.folder / "data" / "journal.sqlite", house=closed) as page:
            assert 'id="slider"' in page.get("/games/1")[2]
            assert page.get("/games/2")[0] == 404


def test_whether_phones_get_chances_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        assert ask(person, {"ask": "key"})["hints"] is False
        assert ask(person, {"do": "page-hints", "on": True}) == {"ok": True}
        person.wait(0.1)
        assert ask(person, {"ask": "key"})["hints"] is True
        assert read_settings(tmp_path / "station.toml").link.page_hints


def test_chances_come_from_the_table_of_the_station_during_a_game_only_if_staff_allow_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_table().save(path_of(tmp_path / "data" / "tables", QUICK))
    game = GameSettings(options=("larger-throw-enters=yes",), starter="A")
    with walk(tmp_path, monkeypatch, settings=replace(LINKED, game=game)) as person:
        person.begin_game()
        throw(person)
        wanted: dict[str, object] = {"ask": "chances", "game": 1}
        assert "no chances" in ask(person, wanted | {"now": True})["why"]
        assert ask(person, {"do": "page-hints", "on": True})["ok"]
        person.wait(0.1)
        (number, chance, worth), state = (
            ask_file(person, wanted | {"now": True})[0]["now"],
            person.shows(PlayView).state,
        )
        assert state.legal is not None
        prospects = quick_table().prospects(state.position, state.legal)
        assert worth == [prospect.chance for prospect in prospects]
        assert (number, chance) == (ask(person, {"ask": "state"})["entry"], max(worth))
        person.wait(1.0)
        course = ask_file(person, wanted)[0]["course"]
        assert course[0][1] == round(quick_table().chance(start_position(QUICK), Seat.A), 4)
        for bad in (0, -1, 10**30):
            assert "no game" in ask(person, wanted | {"game": bad})["why"]


def test_a_restart_gives_nobody_further_tries_of_the_pin_and_the_screen_has_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pin: dict[str, object] = {"ask": "pin", "pin": "4321", "client": "10.0.0.5"}
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        PinFile(person.folder / "data" / PIN_FILE).set("1234")
        for _ in range(FREE_TRIES):
            assert ask(person, pin)["ok"]
        for doubled in (1, 2, 4):
            assert not ask(person, pin)["ok"]
            person.wait(doubled * WAIT_S + 1, turn_s=60.0)
            assert ask(person, pin)["ok"]
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        assert "wait" in ask(person, pin)["why"]
        assert ask(person, {"ask": "pin", "pin": "1234", "client": "10.0.0.6"})["right"]
        person.touch_at(15, 15, held_s=3.3)
        for digit in (1, 2, 3, 4):
            person.touch(Enter(Number.PIN_DIGIT, digit))
        person.touch(Ask.PIN_ENTER)
        person.wait(0.2)
        person.shows(StaffView)


def test_a_session_is_open_until_staff_sign_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        good = ticket(person)
        assert ask(person, {"ask": "session", "ticket": good}) == {"ok": True, "open": True, "has_pin": True}
        assert ask(person, {"do": "sign-out", "ticket": good}) == {"ok": True}
        person.wait(0.1)
        found = ask(person, {"ask": "session", "ticket": good})
        assert found == {"ok": True, "open": False, "has_pin": True}
        PinFile(person.folder / "data" / PIN_FILE).forget()
        assert not ask(person, {"ask": "session", "ticket": ""})["has_pin"]


def test_no_code_is_shown_where_no_phone_could_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(
        tmp_path, monkeypatch, settings=replace(LINKED, link=LinkSettings(enabled=True, page=True))
    ) as person:
        person.begin_game()
        person.touch(Ask.PAUSE)
        assert not person.shows(PauseView).may_follow


def test_the_station_itself_looks_at_a_pin_and_only_so_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        assert ask(person, {"ask": "pin", "pin": "1234"}) == {"ok": True, "set": False, "right": False}
        PinFile(person.folder / "data" / PIN_FILE).set("1234")
        answers = [ask(person, {"ask": "pin", "pin": "4321"}) for _ in range(FREE_TRIES + 1)]
        assert [answer["ok"] for answer in answers] == [True] * FREE_TRIES + [False]
        assert answers[-1]["wait_s"] == WAIT_S
        # Another client does not wait for it.
        assert ask(person, {"ask": "pin", "pin": "4321", "client": "10.0.0.5"})["ok"]
        person.wait(WAIT_S + 0.1, turn_s=1.0)
        assert (answers[0]["set"], answers[0]["right"]) == (True, False)
        assert ask(person, {"ask": "pin", "pin": "1234"})["right"]
        assert ask(person, {"ask": "pin", "pin": "4321"})["ok"]


def test_opening_hours_set_from_outside_are_kept_and_bad_ones_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        assert ask(person, {"ask": "hours"})["week"] == [["00:00-24:00"]] * 7
        week: list[list[str]] = [["10:00-12:00", "14:00-18:00"], *([["00:00-24:00"]] * 5), []]
        assert ask(person, {"do": "set-hours", "week": week, "closed_days": ["12-24"]})["ok"]
        assert ask(person, {"ask": "hours"}) == {"ok": True, "week": week, "closed_days": ["12-24"]}
        kept = read_settings(person.folder / "station.toml").hours
        assert (kept.monday, kept.sunday, kept.closed_days) == (tuple(week[0]), (), ("12-24",))
        bad = ask(person, {"do": "set-hours", "week": [["10-18"], *week[1:]], "closed_days": []})
        assert not bad["ok"]
        assert "10:00-18:00" in bad["why"]
        assert ask(person, {"ask": "hours"})["week"] == week


def test_files_are_handed_out_to_staff_while_the_station_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        person.begin_game()
        given: dict[str, object] = {"ask": "file", "ticket": ticket(person)}
        said, picture = ask_file(person, given | {"kind": "picture"})
        assert said == {"ok": True, "bytes": len(picture)}
        seen = np.asarray(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR))
        frame = person.it.devices.camera.latest()
        assert frame is not None
        assert seen.shape == frame.picture.shape
        assert np.abs(seen.astype(int) - frame.picture).mean() < 5
        _, screen = ask_file(person, {"ask": "file", "kind": "screen"})
        assert size_wh(screen) == (800, 480)
        _, report = ask_file(person, given | {"kind": "report"})
        with zipfile.ZipFile(io.BytesIO(report)) as file:
            assert {"findings.txt", "settings.toml", "versions.txt"} <= set(file.namelist())
        _, backup = ask_file(person, given | {"kind": "backup"})
        person.shows(PlayView)
    (tmp_path / "backup.zip").write_bytes(backup)
    names = restore_backup(tmp_path / "backup.zip", tmp_path / "station.toml", replace=True)
    assert {"station.toml", "journal.sqlite"} <= set(names)


def test_without_a_ticket_of_the_stations_own_nothing_is_handed_out_but_its_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        person.touch(Ask.OPEN_STAFF)
        assert "staff are at" in ask(person, {"ask": "file", "kind": "screen"})["why"]
        texts = {"title": "Ours", "line": "", "about": ""}
        questions: list[dict[str, object]] = [
            {"ask": "file", "kind": kind} for kind in ("picture", "report", "backup")
        ]
        questions += [
            {"ask": "file", "kind": "backup", "ticket": "x" * 32},
            {"do": "texts", "language": "en", "keep": True, "ticket": "", **texts},
        ]
        for question in questions:
            assert ask(person, question) == {"ok": False, "why": NO_TICKET, "sign_in": True}
        good = ticket(person)
        person.wait(IDLE_S + 1, turn_s=60.0)
        assert ask(person, {"ask": "file", "kind": "picture", "ticket": good})["why"] == NO_TICKET


def test_texts_are_tried_on_the_stations_pages_and_kept_when_they_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        given = {"do": "texts", "language": "de", "keep": False, "ticket": ticket(person)}
        texts = {"title": "Museum der Spiele", "line": "Willkommen!", "about": "Gebrannter Ton.\n\nAthen."}
        said, picture = ask_file(person, given | texts)
        assert (said["ok"], said["flaws"]) == (True, [])
        # The welcome page, and below it the one about the board.
        width, height = size_wh(picture) or (0, 0)
        assert (width, height > 2 * 480) == (800, True)
        assert ask(person, {"ask": "texts", "language": "de"})["title"] == ""
        long = {"title": "Museum " * 25, "line": "", "about": "\u4f60"}
        said, picture = ask_file(person, given | {"keep": True} | long)
        assert {(flaw["kind"], flaw["file"]) for flaw in said["flaws"]} == {
            ("title-too-long", "de.txt"),
            ("letters", "de.txt"),
        }
        assert len(picture) > 1000
        assert not (person.folder / "data" / "texts").exists()
        said, _ = ask_file(person, given | {"keep": True} | texts)
        assert said["flaws"] == []
        person.wait(0.2)
        found = ask(person, {"ask": "texts", "language": "de"})
        assert found == {"ok": True, "logo": False, **texts}
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        assert ask(person, {"ask": "texts", "language": "de"})["line"] == "Willkommen!"
        said, _ = ask_file(
            person, given | {"keep": True, "ticket": ticket(person), **dict.fromkeys(texts, "")}
        )
        person.wait_for(lambda: ask(person, {"ask": "texts", "language": "de"})["title"] == "", 10.0)


def test_files_are_made_beside_the_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made_on: list[threading.Thread] = []

    def noted(job: Job) -> Export:
        made_on.append(threading.current_thread())
        return _run(job)

    monkeypatch.setattr("companion.station.remote.export_queue._run", noted)
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        good = ticket(person)
        for kind in ("backup", "report", "picture"):
            said, file = ask_file(person, {"ask": "file", "kind": kind, "ticket": good})
            assert said["ok"]
            assert file
            person.wait(1.0)
    # Turns are on this one.
    assert len(made_on) == 3
    assert threading.current_thread() not in made_on


MESSAGE = "We close in ten minutes."


def test_a_message_of_the_staff_is_shown_until_somebody_touches_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        person.begin_game()
        assert ask(person, {"do": "message", "text": f"  {MESSAGE}\n"}) == {"ok": True}
        person.wait(0.2)
        assert person.shows(MessageView).text == MESSAGE
        # On both sides.
        assert person.texts.count(MESSAGE) == 2
        assert ask(person, {"ask": "state"})["page"] == "message"
        # Whoever was about to touch something else has not read it.
        (box,) = [it.box for it in person.it.window.screen.targets if it.intent is Ask.GO_ON]
        person.touch_at(*box.center)
        person.shows(MessageView)
        person.press()
        person.shows(MessageView)
        person.touch(Ask.GO_ON)
        person.shows(PlayView)
        person.wait(5.0)
        person.shows(PlayView)


def test_a_message_is_over_after_a_while_and_an_empty_one_takes_it_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        ask(person, {"do": "message", "text": MESSAGE})
        person.wait(0.2)
        person.shows(MessageView)
        assert ask(person, {"ask": "state"})["state"] == "attract"
        person.wait(SHOWN_S, turn_s=1.0)
        person.shows(AttractView)
        ask(person, {"do": "message", "text": MESSAGE})
        person.wait(COOLDOWN_S + 0.1)
        ask(person, {"do": "message", "text": ""})
        person.wait(0.2)
        person.shows(AttractView)


def test_a_message_makes_way_for_a_verdict_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        person.begin_game()
        throw(person)
        state = person.shows(PlayView).state
        assert state.legal is not None
        ask(person, {"do": "message", "text": MESSAGE})
        person.wait(0.2)
        person.shows(MessageView)
        person.table.lay(wrongly_moved(state))
        person.wait(6.0)
        person.shows(NotSoView)
        person.wait(COOLDOWN_S + 0.1)
        ask(person, {"do": "message", "text": "Another."})
        person.wait(1.0)
        person.shows(NotSoView)
        person.table.lay(play(state.position, state.legal[0]).halves())
        person.wait(3.0)
        assert person.shows(MessageView).text == "Another."
        # A press means what it means without it: the throw is not lost.
        person.press()
        person.wait(2.0)
        assert person.shows(PlayView).state.throw is not None


def test_a_message_hides_neither_a_fault_nor_the_question_who_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        person.begin_game()
        person.wait(TIMINGS.quiet_s - 5.0, turn_s=0.5)
        ask(person, {"do": "message", "text": MESSAGE})
        person.wait(1.0)
        person.shows(MessageView)
        person.wait(6.0, turn_s=0.5)
        person.shows(StillThereView)
        person.touch(Ask.GO_ON)
        person.wait(0.2)
        person.shows(MessageView)
        person.plug.is_in = False
        person.wait(10.0)
        assert person.shows(OutOfOrderView).fault is Fault.CAMERA_LOST


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x y " * 50, "at most 140"),
        ("x" * 30, "a word"),
        ("red \x1b[31m", "plain text"),
        ("see you 🙂", "no letters"),
    ],
)
def test_a_message_that_nobody_could_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, why: str
) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        assert why in ask(person, {"do": "message", "text": text})["why"]
        assert ask(person, {"do": "screen", "on": False})["ok"]
        person.wait(0.2)
        assert "dark" in ask(person, {"do": "message", "text": MESSAGE})["why"]


def test_a_mistake_in_an_answer_covers_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def mistaken(*_: object) -> None:
        raise ZeroDivisionError("a mistake in an answer")

    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        person.begin_game()
        monkeypatch.setattr("companion.station.remote.remote_api._hyphenated", mistaken)
        monkeypatch.setattr("companion.station.remote.remote_commands.make_own", mistaken)
        assert "mistake" in ask(person, {"ask": "state"})["why"]
        assert ask(person, {"do": "game", "name": "kidd"}) == {"ok": True}
        person.wait(1.0)
        person.shows(PlayView)
        assert ask(person, {"ask": "health"})["faults"] == []
        assert capsys.readouterr().err.count("ZeroDivisionError: a mistake in an answer") == 2


def test_what_is_kept_or_shown_can_not_be_changed_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        for first, second in (
            ({"do": "game", "name": "kidd"}, {"do": "game", "name": "schaedler"}),
            ({"do": "message", "text": "One."}, {"do": "message", "text": "Two."}),
            ({"do": "hours", "open": False}, {"do": "hours", "open": True}),
        ):
            assert ask(person, dict(first))["ok"]
            kept = (tmp_path / "station.toml").stat().st_mtime_ns
            for _ in range(3):
                assert "a moment ago" in ask(person, dict(second))["why"]
            assert (tmp_path / "station.toml").stat().st_mtime_ns == kept
            person.wait(COOLDOWN_S + 0.1)
            assert ask(person, dict(second))["ok"]


def test_the_machine_is_started_again_where_that_is_allowed_and_nobody_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.app.open_station.RUN", tmp_path)
    allowed = replace(LINKED, link=LinkSettings(enabled=True, reboot=True))
    with walk(tmp_path, monkeypatch, settings=allowed) as person:
        assert "less than 10 minutes" in ask(person, {"do": "reboot"})["why"]
        person.wait(MIN_UPTIME_S, turn_s=5.0)
        person.begin_game()
        assert "somebody is at the table" in ask(person, {"do": "reboot"})["why"]
        assert not (tmp_path / SystemRequest.REBOOT.file).exists()
        assert ask(person, {"do": "reboot", "force": True}) == {"ok": True}
        person.wait(0.2)
        assert (tmp_path / SystemRequest.REBOOT.file).exists()
        (tmp_path / SystemRequest.REBOOT.file).unlink()
        ask(person, {"do": "restart-game"})
        assert ask(person, {"do": "reboot"}) == {"ok": True}
        person.wait(0.2)
        assert (tmp_path / SystemRequest.REBOOT.file).exists()


@pytest.mark.parametrize(
    ("may", "run", "why"), [(False, True, "not allowed"), (True, False, "only an installed")]
)
def test_the_machine_is_not_started_again_unless_that_is_set_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, may: bool, run: bool, why: str
) -> None:
    monkeypatch.setattr("companion.app.open_station.RUN", tmp_path if run else None)
    settings = replace(LINKED, link=LinkSettings(enabled=True, reboot=may))
    with walk(tmp_path, monkeypatch, settings=settings) as person:
        person.wait(MIN_UPTIME_S, turn_s=5.0)
        assert why in ask(person, {"do": "reboot", "force": True})["why"]
        assert not (tmp_path / SystemRequest.REBOOT.file).exists()


def test_a_message_that_nobody_has_read_is_shown_again_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        ask(person, {"do": "message", "text": MESSAGE})
        person.wait(0.2)
        person.shows(MessageView)
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        person.wait(0.2)
        assert person.shows(MessageView).text == MESSAGE
        person.wait(READ_S)
        person.touch(Ask.GO_ON)
        person.shows(WelcomeView)
    with walk(tmp_path, monkeypatch, settings=LINKED) as person:
        person.wait(0.2)
        person.shows(WelcomeView)
