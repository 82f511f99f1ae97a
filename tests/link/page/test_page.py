"""The station's page by a real server and a real client: what is told, to whom, and what is refused."""

import base64
import html
import json
import random
import re
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from companion.analysis.play.insight import insight
from companion.analysis.play.value_table import path_of
from companion.game import RECONSTRUCTIONS, Point, Seat, rules_for
from companion.game import path as way_of
from companion.game.fair_die import seal
from companion.interface.offers import OFFERS
from companion.interface.summary import Balance
from companion.journal import Database, Journal
from companion.journal.export import as_record
from companion.journal.happenings import encode
from companion.link.follower import Follower, JournalEntry
from companion.link.page import app
from companion.link.page.board_svg import things
from companion.link.page.connector import PageConnector
from companion.link.page.game_views import called
from companion.link.page.guard import network_of
from companion.link.page.live import MAX_FOLLOWERS, STAFF_PLACES
from companion.link.page.render import _ENVIRONMENT
from companion.link.page.snapshot import snapshots
from companion.link.page.stream import ROLL_S
from companion.presentation.words import LANGUAGES, translator
from companion.presentation.words.decided import turning_point, verdict
from companion.presentation.words.labels import best_text, why_text
from companion.referee.events import Moved, Thrown
from companion.settings.sections import LinkSettings, Settings
from tests.support.chances import QUICK, quick_table
from tests.support.page_server import HERE, KEY, AnsweringStation, Served, served
from tests.support.playing import Table, noon

SHORT = rules_for("schaedler", ["limit=24"])
"""Games of so many throws, so that there are some that are over."""

MAX_BYTES = 150_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal(path, noon) as it:
        yield it


def begun(journal: Journal, throws: int = 4, seed: int = 1) -> Table:
    table = Table(journal, SHORT, random.Random(seed))
    table.play(throws)
    return table


def entries_of(path: Path, game: int) -> list[int]:
    with closing(Database.for_reading(path)) as database:
        return [entry.number for entry in database.game(game).entries]


def stream_of(page: Served) -> str:
    """Where the page that is shown now has its stream."""
    _, _, text = page.get("/")
    found = re.search(r'data-after="(\d+)" data-game="([^"]+)"', text)
    assert found is not None
    return f"/stream?game={found[2]}&after={found[1]}"


def test_a_game_is_followed_by_two_who_agree_with_the_journal_to_the_entry(
    journal: Journal, path: Path
) -> None:
    table = begun(journal)
    with served(path) as page:
        before = entries_of(path, table.game)
        address = stream_of(page)
        streams = [page.stream(address) for _ in range(2)]
        table.play(6)
        after = entries_of(path, table.game)[len(before) :]
        assert len(after) > 6
        assert [stream.entries(after[-1]) for stream in streams] == [after, after]
        for stream in streams:
            stream.close()


def test_the_documents_are_served_from_their_folder_and_no_other(
    path: Path, journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    (site / "docs").mkdir(parents=True)
    (site / "index.html").write_text("<h1>All documents</h1>")
    (site / "docs" / "build.html").write_text("<h1>Building</h1>")
    (site / "away.html").symlink_to(path)
    monkeypatch.setattr(app, "SITE", site)
    monkeypatch.setitem(_ENVIRONMENT.globals, "documents", True)
    with served(path) as page:
        assert 'href="/docs/"' in page.get("/")[2]
        assert "All documents" in page.get("/docs/")[2]
        assert "Building" in page.get("/docs/docs/build.html")[2]
        for missing in (
            "/docs/%2e%2e/journal.sqlite",
            "/docs/..%2fjournal.sqlite",
            "/docs/away.html",
            "/docs/no",
        ):
            status, _, text = page.get(missing)
            assert status == 404
            assert text.count("<h1>") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_documents_their_place_says_that_nothing_is_there(
    path: Path, journal: Journal, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "SITE", path / "none")
    monkeypatch.setitem(_ENVIRONMENT.globals, "documents", False)
    with served(path) as page:
        status, _, text = page.get("/docs/", Accept_Language=language)
        assert status == 404
        assert f"<h1>{translator(language)('There is nothing here.')}</h1>" in text
        assert "/docs" not in text


def test_a_stream_that_was_cut_goes_on_without_a_gap(journal: Journal, path: Path) -> None:
    table = begun(journal)
    with served(path) as page:
        before, address = entries_of(path, table.game), stream_of(page)
        stream = page.stream(address)
        table.play(3)
        middle = entries_of(path, table.game)[-1]
        first = stream.entries(middle)
        stream.close()
        table.play(3)
        again = page.stream(address, Last_Event_ID=str(first[-1]))
        numbers = entries_of(path, table.game)
        assert [*before, *first, *again.entries(numbers[-1])] == numbers
        again.close()


def test_what_a_stream_tells_is_what_the_page_shows(journal: Journal, path: Path) -> None:
    table = begun(journal)
    with served(path) as page:
        stream = page.stream(stream_of(page))
        table.play(1)
        last = entries_of(path, table.game)[-1]
        told = next(told for number, _, told in stream.events() if number == str(last))
        stream.close()
        _, _, text = page.get("/")
        for part in told["parts"].values():
            assert part in text


@pytest.mark.slow
def test_games_of_a_restored_journal_are_its_own_under_numbers_that_were_shown_before(
    tmp_path: Path, path: Path
) -> None:
    saved = tmp_path / "saved.sqlite"
    with Journal(path, noon) as journal:
        Table(journal, QUICK, random.Random(1)).play(40)
    shutil.copy(path, saved)
    with Journal(path, noon) as journal:
        Table(journal, QUICK, random.Random(2)).play(40)
    with served(path) as page:
        (newest, *_) = shown = re.findall(r'href="/games/(\d+)"', page.get("/games")[2])
        before = page.get(f"/games/{newest}/steps")[2], page.get("/games")[2]
        path.unlink()
        saved.rename(path)
        with Journal(path, noon) as journal:
            Table(journal, SHORT, random.Random(3)).play(30)
        assert re.findall(r'href="/games/(\d+)"', page.get("/games")[2]) == shown
        assert page.get(f"/games/{newest}/steps")[2] != before[0]
        assert page.get("/games")[2] != before[1]


@pytest.mark.slow
def test_a_kept_game_says_what_decided_it_as_the_screen_does(journal: Journal, path: Path) -> None:
    quick_table().save(path_of(path.parent / "tables", QUICK))
    table = Table(journal, QUICK, random.Random(3))
    table.play()
    assert journal.newest is not None
    analysed = insight(as_record(journal.newest), quick_table())
    a, b = (Balance((own := analysed.of(seat)).luck, own.loss) for seat in Seat)
    chances = [analysed.chance_a_at_start, *(turn.chance_a_after for turn in analysed.turns)]
    with served(path) as page:
        for language in LANGUAGES:
            tr, outcome = translator(language), analysed.outcome
            assert outcome is not None
            said = re.findall(
                '<p class="decided">(.*?)</p>', page.get("/games/1", Accept_Language=language)[2]
            )
            names = called("", tr)
            wanted = turning_point(outcome, chances, tr, names), verdict(outcome, (a, b), tr)
            assert list(map(html.unescape, said)) == list(filter(None, wanted))
            assert len(said) == 2
            told = json.loads(page.get("/games/1/steps", Accept_Language=language)[2])
            reasons = [
                f"{best_text(turn.best.action, tr)}. "
                + why_text(turn.why(turn.best.action), names(turn.turn.seat.other).name, tr)
                for turn in analysed.turns
                if turn.choices > 1
            ]
            assert any(why.endswith(".") for why in reasons)
            thrown = {it.number for it in journal.newest.entries if isinstance(it.happening, Thrown)}
            found = [
                re.findall('<div class="best"><p>(.*?)</p>', it["parts"]["moves"])
                for it in told
                if it["entry"] in thrown
            ]
            assert [html.unescape(why) for one in found for why in one] == reasons


@pytest.mark.slow
def test_chances_are_reported_while_a_game_is_played_where_staff_allow_it(
    journal: Journal, path: Path
) -> None:
    quick_table().save(path_of(path.parent / "tables", QUICK))
    table = Table(journal, QUICK, random.Random(1))
    table.play(4)
    station = AnsweringStation({"key": {"hints": True}})
    with served(path, station=station) as page, closing(page.stream(stream_of(page))) as stream:
        told = next(told for _, kind, told in stream.events() if kind == "advice")
        stored = journal.unfinished()
        assert stored is not None
        assert stored.state is not None
        state = stored.state
        worth = quick_table().prospects(state.position, state.legal) if state.legal else ()
        chance = max((it.chance for it in worth), default=quick_table().chance(state.position, state.seat))
        shares = {round(100 * chance), round(100 * (1 - chance))}
        shown = [int(share) for share in re.findall(r"<b>(\d+)\u00a0%</b>", told["parts"]["advice"])]
        assert set(shown[:2]) == shares
        # With the next entry what was told of the one before is gone, and another is told.
        table.play(1)
        kinds = []
        for _, kind, told in stream.events():
            kinds.append(kind)
            if kind == "entry":
                assert told["parts"]["advice"] == ""
            if kind == "advice":
                break
        assert kinds[0] == "entry"


@pytest.mark.slow
def test_chances_reach_nobody_unless_staff_allow_it(journal: Journal, path: Path) -> None:
    quick_table().save(path_of(path.parent / "tables", QUICK))
    table = Table(journal, QUICK, random.Random(1))
    table.play(4)
    station = AnsweringStation({"key": {"hints": False}})
    with served(path, station=station) as page, closing(page.stream(stream_of(page))) as stream:
        assert '<div id="advice" class="advice"></div>' in page.get("/")[2]
        while not [it for it in station.asked if it["ask"] == "chances"]:
            assert page.get("/")[0] == 200
        kinds = set()
        for throws in (1, 1, 1):
            table.play(throws)
            last = str(entries_of(path, table.game)[-1])
            kinds |= {kind for _, kind, _ in until(stream.events(), int(last))}
        assert kinds == {"here", "entry"}
        assert len([it for it in station.asked if it["ask"] == "chances"]) > 1


@pytest.mark.slow
def test_who_follows_is_sent_on_when_another_game_begins(journal: Journal, path: Path) -> None:
    table = begun(journal)
    with served(path) as page:
        stream = page.stream(stream_of(page))
        table.play()
        Table(journal, SHORT, random.Random(2)).play(1)
        assert [kind for _, kind, _ in stream.events()][-1] == "next"
        stream.close()


def test_who_may_follow_one_game_alone_gets_to_keep_it_when_the_next_begins(
    journal: Journal, path: Path
) -> None:
    begun(journal, 2)
    with served(path) as page:
        assert 'data-next=""' in page.get("/")[2]
    with served(path, house=lambda house: replace(house, open_to_all=False)) as page:
        assert page.get(f"/?key={KEY}")[1]["Location"] == "/"
        assert 'data-next="/games/1"' in page.get("/", Cookie=f"key={KEY}")[2]


def test_a_kept_game_is_one_file_that_names_no_other(journal: Journal, path: Path) -> None:
    picture = b"\xff\xd8 the picture of a board"
    (path.parent / "boards").mkdir()
    (path.parent / "boards" / f"{'0a' * 8}.jpg").write_bytes(picture)
    look = f"e6a874-1e1612-f2efe8.bright.{'0a' * 8}"
    journal.begin(seal(SHORT.die, random.Random(1).randbytes), SHORT, look=look)
    Table(journal, SHORT, random.Random(1)).play()
    with served(path) as page:
        assert 'href="?keep"' in page.get("/games/1")[2]
        status, headers, text = page.get("/games/1?keep")
        steps = json.loads(page.get("/games/1/steps")[2])
        assert page.get("/games/2?keep")[0] == 404
    assert (status, headers["Content-Disposition"]) == (200, "attachment")
    assert not re.findall(r'(?:src|href|url\()="?(?!data:|#)[^"]', text.replace("url(#", "url=#"))
    assert base64.b64encode(picture).decode() in text
    assert "data:font/otf;base64," in text
    assert [int(number) for number in re.findall(r'<section data-entry="(\d+)"', text)] == [
        step["entry"] for step in steps
    ]
    assert all(step["parts"]["things"] in text and step["parts"]["said"] in text for step in steps)


def test_a_screen_reader_hears_where_the_counters_lie_and_the_lost_connection_stands_first(
    journal: Journal, path: Path
) -> None:
    begun(journal, 3)
    with closing(Follower(path)) as follower:
        *_, last = snapshots(follower.game(1))
    with served(path) as page:
        text = page.get("/")[2]
    (told,) = re.findall(r'<p id="position"[^>]*aria-live="polite">([^<]*)</p>', text)
    halves = last.picture.halves
    lying = [f"{point}" for seat in Seat for point in Point if halves.count(seat, point)]
    assert re.findall(r"\b[1-5][AB]\b", told) == lying
    assert text.index("<h1") < text.index('id="lost"') < text.index('class="table"')


def test_a_screen_reader_hears_what_waits_beside_the_board(journal: Journal, path: Path) -> None:
    Table(journal, rules_for("kidd"), random.Random(1)).play(2)
    with served(path) as page:
        text = page.get("/")[2]
    (told,) = re.findall(r'<p id="position"[^>]*>([^<]*)</p>', text)
    sides = sorted(re.sub("Black|White", "", side) for side in told.split(". "))
    assert sides[1] == ": beside the board: 5"
    assert re.fullmatch(r": [1-5][AB], beside the board: 4", sides[0])


@pytest.mark.slow
def test_no_phone_tells_a_throw_before_the_die_at_the_table_lies(journal: Journal, path: Path) -> None:
    table = begun(journal, 1)
    with served(path) as page, closing(page.stream(stream_of(page))) as stream:
        events = stream.events()
        assert next(kind for _, kind, _ in events) == "here"
        stored_s = time.monotonic()
        table.play(1)
        assert list(until(events, journal.newest_number))
        assert time.monotonic() - stored_s >= ROLL_S


@pytest.mark.slow
def test_so_many_follow_and_the_others_read_that_it_is_full(journal: Journal, path: Path) -> None:
    begun(journal)
    with served(path) as page, ExitStack() as stack:
        address = stream_of(page)
        streams = [page.stream(address, f"127.0.0.{2 + number}") for number in range(80)]
        for stream in streams:
            stack.callback(stream.close)
        kinds = [next(kind for _, kind, _ in stream.events()) for stream in streams]
        assert kinds.count("here") == MAX_FOLLOWERS
        assert kinds.count("full") == 80 - MAX_FOLLOWERS
        streams[kinds.index("here")].close()
        # The place is free as soon as the server has noticed.
        for _ in range(100):
            with closing(page.stream(address)) as another:
                if next(kind for _, kind, _ in another.events()) == "here":
                    return
        pytest.fail("a place that is left stays taken")


@pytest.mark.slow
def test_one_phone_does_not_take_all_places(journal: Journal, path: Path) -> None:
    begun(journal)
    with served(path) as page, ExitStack() as stack:
        address = stream_of(page)

        def asked(own: str) -> str:
            stream = page.stream(address, own)
            stack.callback(stream.close)
            return next(kind for _, kind, _ in stream.events())

        # A class behind one address follows, and the hall as well.
        assert [asked("127.0.0.2") for _ in range(40)].count("here") == MAX_FOLLOWERS // 2 >= 30
        assert [asked(f"127.0.0.{number}") for number in range(3, 13)] == ["here"] * 10
        assert page.get("/games")[0] == 200


def test_staff_who_are_signed_in_have_places_of_their_own(journal: Journal, path: Path) -> None:
    begun(journal)
    with served(path, station=AnsweringStation({"pin": {"set": True, "right": True}})) as page:
        address = stream_of(page)
        _, headers, _ = page.post("/staff/sign-in", {"pin": "1234"})
        cookie = headers["Set-Cookie"].partition(";")[0]
        with ExitStack() as stack:

            def asked(**headers: str) -> str:
                stream = page.stream(address, f"127.0.0.{2 + len(taken)}", **headers)
                stack.callback(stream.close)
                return next(kind for _, kind, _ in stream.events())

            taken: list[str] = []
            while "full" not in taken:
                taken.append(asked())
            assert taken.count("here") == MAX_FOLLOWERS
            staff = [asked(Cookie=f"key={KEY}; {cookie}") for _ in range(STAFF_PLACES + 1)]
            assert staff == ["here"] * STAFF_PLACES + ["full"]
            assert asked() == "full"


@pytest.mark.slow
@pytest.mark.parametrize("networks", [3, 500])
def test_idle_connections_of_many_addresses_cost_nobody_a_page(networks: int, path: Path) -> None:
    with served(path) as page, ExitStack() as stack:
        for number in range(3 * max(networks, 180)):
            own = f"127.{number % networks // 250}.{1 + number % networks % 250}.{2 + number % 9}"
            with suppress(OSError):
                line = stack.enter_context(socket.create_connection((HERE, page.port), 5, (own, 0)))
                line.sendall(b"GET / HT")
        for _ in range(20):
            assert page.get("/")[0] == 200


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("fd00:5::a", "fd00:5::/64"),
        ("fd00:5::1:2:3:4", "fd00:5::/64"),
        ("fd00:5:0:1::a", "fd00:5:0:1::/64"),
        ("192.168.7.9", "192.168.7.0/24"),
        ("::ffff:192.168.7.9", "192.168.7.0/24"),
        ("testclient", "testclient"),
    ],
)
def test_addresses_that_one_machine_may_have_count_as_one(address: str, network: str) -> None:
    assert network_of(address) == network


def test_a_part_of_a_file_is_answered_by_the_whole(path: Path) -> None:
    with served(path) as page:
        status, headers, css = page.get("/static/page.css", Range="bytes=" + "0-1," * 1000 + "0-1")
        assert (status, headers["Content-Range"], css) == (200, None, page.get("/static/page.css")[2])


def test_a_body_whose_length_is_said_in_two_ways_is_refused_and_the_connection_closed(path: Path) -> None:
    with served(path) as page, socket.create_connection((HERE, page.port), 5) as line:
        line.sendall(
            f"GET / HTTP/1.1\r\nHost: {HERE}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
            f"0\r\n\r\nGET / HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode()
        )
        came = b"".join(iter(lambda: line.recv(4096), b""))
        assert came.startswith(b"HTTP/1.1 400 ")
        assert came.count(b"HTTP/1.1") == 1


def test_only_who_has_the_key_of_the_game_follows_it(journal: Journal, path: Path) -> None:
    begun(journal)
    with served(path, house=lambda house: replace(house, open_to_all=False)) as page:
        shown = page.get("/", Cookie=f"key={KEY}")[2]
        (name,) = re.findall(r'data-game="([^"]+)"', shown)
        status, _, text = page.get("/")
        assert (status, 'id="things"' in text) == (200, False)
        assert "scan the code" in text
        assert page.get(f"/stream?game={name}&after=0")[0] == 403
        # A phone that slept while another game began is told so, and nothing else.
        status, _, told = page.get("/stream?game=x&after=0")
        assert (status, "event: next" in told, "event: entry" in told) == (200, True, False)
        status, headers, _ = page.get(f"/?key={KEY}")
        assert (status, headers["Location"]) == (303, "/")
        cookie = headers["Set-Cookie"]
        assert "httponly" in cookie.lower()
        assert 'id="things"' in page.get("/", Cookie=cookie.partition(";")[0])[2]
        assert 'id="things"' not in page.get("/", Cookie="key=another")[2]


def test_without_a_station_nobody_is_let_in_by_a_key(journal: Journal, path: Path) -> None:
    begun(journal)
    station = AnsweringStation(answers=None)
    with served(path, house=lambda house: replace(house, open_to_all=False), station=station) as page:
        assert 'id="things"' not in page.get("/", Cookie=f"key={KEY}")[2]


def test_the_seed_of_the_die_is_nowhere_while_the_game_is_played(journal: Journal, path: Path) -> None:
    table = begun(journal)
    stored = journal.unfinished()
    assert stored is not None
    assert stored.begun.seed is not None
    with served(path) as page:
        _, _, shown = page.get("/")
        stream = page.stream(f"{stream_of(page).partition('&')[0]}&after=0")
        sent = "".join(
            str(told) for number, _, told in until(stream.events(), entries_of(path, table.game)[-1])
        )
        stream.close()
        assert len(sent) > 1000
        assert stored.begun.seed not in shown + sent


def until(events: Iterator[tuple[str, str, object]], last: int) -> Iterator[tuple[str, str, object]]:
    for event in events:
        yield event
        if event[0] == str(last):
            return


@pytest.mark.slow
def test_a_game_is_looked_through_when_it_is_over_and_not_before(journal: Journal, path: Path) -> None:
    table = begun(journal)
    with served(path) as page:
        assert page.get("/games/1")[0] == page.get("/games/1/steps")[0] == 404
        table.play()
        status, _, listed = page.get("/games")
        assert status == 200
        assert 'href="/games/1"' in listed
        assert page.get("/games/1")[0] == 200
        assert page.get("/games/2")[0] == page.get("/games/99999999999999999999")[0] == 404


@pytest.mark.slow
def test_a_game_that_is_over_says_who_won_in_how_many_throws_and_rings_the_counter(
    journal: Journal, path: Path
) -> None:
    table = Table(journal, rules_for("schaedler", ["to-win=4"]), random.Random(3))
    table.play()
    assert table.referee.state.ended is not None
    with served(path) as page:
        pages = [page.get(address)[2] for address in ("/", "/games/1")]
        drawn = json.loads(page.get("/games/1/steps")[2])
    winner, throws = table.referee.state.ended.winner, table.referee.state.ply
    for shown in pages:
        # The panel says it, beside the winner's counter, and below it how long the game took.
        turn, rest = shown[shown.index('id="turn"') :].split("</div>", 1)
        assert f'href="#counter-{winner}"' in turn
        assert "has won!" in turn
        assert f"<p>{throws} throws</p>" in rest
    assert pages[1].count("has won") == 1
    rings, trails = ([step["parts"]["things"].count(it) for step in drawn] for it in ("mark last", "trail"))
    assert (rings[-1], trails[-1]) == (2, 1)
    assert "animateMotion" not in drawn[-1]["parts"]["things"]


@pytest.mark.slow
def test_of_several_possible_moves_each_shows_its_way_in_its_turn(journal: Journal, path: Path) -> None:
    begun(journal).play()
    with served(path) as page:
        drawn = [step["parts"]["things"] for step in json.loads(page.get("/games/1/steps")[2])]
    turns = [re.findall(r'values="([^"]+)" dur="([^"]+)s"', things) for things in drawn]
    several = [ways for ways in turns if ways]
    assert several
    for ways in several:
        count = len(ways)
        shown = [[turn for turn, it in enumerate(values.split(";")) if it == "visible"] for values, _ in ways]
        assert shown == [[turn] for turn in range(count)]
        assert {float(lasts) for _, lasts in ways} == {2.5 * count}
    # The ring of a way comes and goes with it, and nothing else is ringed.
    for before, *ways in (it.split("<g visibility") for it in drawn if "<animate " in it):
        assert [way.count('class="mark target"') for way in ways] == [1] * len(ways)
        assert 'class="mark' not in before


@pytest.mark.slow
def test_counters_of_both_lie_on_a_half_in_the_order_in_which_they_came(journal: Journal, path: Path) -> None:
    Table(journal, rules_for("schaedler"), random.Random(3)).play(150)
    with closing(Database.for_reading(path)) as database:
        entries = [it for it in database.game(1).entries if it.happening is not None]
    read = [
        JournalEntry("", it.number, 1, "", type(it.happening).__name__, json.loads(encode(it.happening)))
        for it in entries
    ]
    shown = list(snapshots(read))
    mixed = 0
    for before, after in pairwise(shown):
        if after.state is None or before.state is None or not isinstance(after.happening, Moved):
            continue
        move, halves = after.happening.move, after.state.position.halves()
        lie = {crowd.point: crowd.seats for crowd in after.crowds}
        lay = {crowd.point: crowd.seats for crowd in before.crowds}
        assert all(lie[point].count(seat) == halves.count(seat, point) for point in lie for seat in Seat)
        assert lie[move.target] == (*lay.get(move.target, ()), move.seat)
        mixed += things(after.picture) != things(replace(after.picture, crowds=()))
    assert mixed > 0


@pytest.mark.slow
def test_the_steps_of_a_game_are_its_throws_and_moves(journal: Journal, path: Path) -> None:
    begun(journal).play()
    with served(path) as page, closing(Database.for_reading(path)) as database:
        steps = json.loads(page.get("/games/1/steps")[2])
        lines = [step["line"] for step in steps]
        stored = database.game(1)
        moved = [entry.number for entry in stored.entries if type(entry.happening).__name__ == "Moved"]
        assert {step["entry"] for step in steps} >= set(moved)
        assert lines[0].endswith("begins.")
        assert all(step["parts"]["things"] for step in steps)
        drawn = {step["entry"]: step["parts"]["things"] for step in steps}
        for entry in stored.entries:
            if isinstance(entry.happening, Moved):
                # Every point that a counter passes is numbered, the last one is where it lies.
                numbered = drawn[entry.number].count('class="step may"')
                assert numbered == len(way_of(entry.happening.move)) - 1


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_said_in_every_language(journal: Journal, path: Path, language: str) -> None:
    begun(journal).play()
    begun(journal, seed=4)
    with served(path) as page:
        for address in ("/", "/games", "/games/1", "/rules", *(f"/rules/{name}" for name in OFFERS)):
            status, _, text = page.get(address, Accept_Language=f"xx, {language}-XX;q=0.8")
            assert (status, f'<html lang="{language}">' in text) == (200, True)
            assert "{" not in text
        assert page.get(f"/rules?language={language}")[1]["Set-Cookie"].startswith(f"language={language};")


def test_rules_that_are_not_offered_are_not_reported(path: Path) -> None:
    with served(path, house=lambda house: replace(house, offered=("schaedler",))) as page:
        assert page.get("/rules/schaedler")[0] == 200
        assert "kidd" in RECONSTRUCTIONS
        assert page.get("/rules/kidd")[0] == 404


def test_before_the_first_game_there_is_a_page(path: Path) -> None:
    with served(path) as page:
        said = page.get("/")[2]
        assert "Nobody is playing now. To follow a game: at the table, touch Pause, then Phone" in said
        assert "No game has been played" in page.get("/games")[2]


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "[::1", "127.0.0.1@evil.example"]
)
def test_who_calls_the_station_by_another_name_gets_nothing(path: Path, host: str) -> None:
    with served(path) as page:
        status, _, text = page.get("/", Host=host)
        assert status in (400, 421)
        assert "Five Lines" not in text
        assert page.get("/", Host=f"localhost:{page.port}")[0] == 200


def test_every_answer_says_what_a_browser_may_do_with_it(path: Path) -> None:
    with served(path) as page:
        for address in ("/", "/nothing", "/static/page.js", "/colours.css"):
            _, headers, _ = page.get(address, Origin="http://evil.example")
            assert "default-src 'self'" in headers["Content-Security-Policy"]
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
            assert headers["X-Content-Type-Options"] == "nosniff"
            assert not [name for name in headers if name.lower().startswith("access-control")]
            assert "server" not in {name.lower() for name in headers}


@pytest.mark.slow
def test_nothing_on_a_page_needs_more_than_its_policy_allows(journal: Journal, path: Path) -> None:
    begun(journal).play()
    with served(path) as page:
        for address in ("/", "/games/1", "/rules/kidd"):
            text = page.get(address)[2]
            assert not re.findall(r"\sstyle=|\son\w+=|javascript:", text)
            sources = re.findall(r'(?:src|href)="([^"]*)"', text)
            assert all(source.startswith(("/", "#", "?")) for source in sources)


@pytest.mark.slow
def test_a_page_whole_is_light(journal: Journal, path: Path) -> None:
    table = begun(journal)
    table.play(16)
    with served(path) as page:
        _, _, text = page.get("/")
        sources = set(re.findall(r'(?:src|href)="(/(?:static|colours)[^"]*)"', text))
        assert "/static/title.otf" in sources
        _, _, sheet = page.get("/static/page.css")
        sources |= set(re.findall(r'url\("([^"]+)"\)', sheet))
        with ExitStack() as stack:
            whole = len(text.encode())
            for source in sources:
                stream = page.stream(source)
                stack.callback(stream.close)
                whole += len(stream.answer.read())
        assert whole < MAX_BYTES


def test_an_address_that_nothing_has_gets_a_page_with_the_ways_on(path: Path) -> None:
    with served(path) as page:
        status, _, said = page.get("/spiel", **{"Accept-Language": "de"})
        assert status == 404
        assert 'href="/rules"' in said
        assert "There is nothing here." not in said
        assert translator("de")("There is nothing here.") in said


NINES = "9" * 5000


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        (f"/games/{NINES}", 404),
        (f"/games/{NINES}/steps", 404),
        ("/games/%D9%A3", 404),
        (f"/staff/pictures/{NINES}", 404),
        ("/?key=%F0%9F%98%80", 303),
        (f"/?key={NINES}", 303),
        ("//other.example/", 404),
        ("//other.example/%2e%2e?language=de", 404),
        ("/static/%00", 404),
        (f"/static/{NINES}", 404),
        ("/boards/%00.jpg", 404),
        ("/rules/%F0%9F%98%80", 404),
        (f"/stream?game=%00&after={NINES}", 200),
        (f"/colours.css?look={NINES}", 200),
        ("/staff/texts/%00", 303),
        ("/staff/%00.zip", 404),
        ("/%FF%FE", 404),
    ],
)
def test_odd_addresses_are_answered_and_lead_nowhere_else(path: Path, asked: str, status: int) -> None:
    with served(path) as page, closing(page.stream(asked)) as stream:
        assert stream.answer.status == status
        assert not (stream.answer.headers["Location"] or "/").startswith("//")
        if "text/html" in str(stream.answer.headers["Content-Type"]):
            said = stream.answer.read().decode()
            assert said.count("<h1") == 1
            assert "other.example" not in said


@pytest.mark.parametrize("path_asked", ["/../../etc/passwd", "/static/../app.py", "/static/%2e%2e/app.py"])
def test_no_other_file_is_given_out(path: Path, path_asked: str) -> None:
    with served(path) as page:
        assert page.get(path_asked)[0] == 404


def test_a_head_that_never_ends_and_one_that_is_too_long_cost_nobody_else_a_page(path: Path) -> None:
    with served(path) as page, ExitStack() as stack:
        for _ in range(20):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", page.port)))
            slow.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        long = stack.enter_context(socket.create_connection(("127.0.0.1", page.port)))
        long.sendall(b"GET / HTTP/1.1\r\nX-Much: " + b"a" * 70_000)
        long.settimeout(5)
        assert b" 400 " in long.recv(1000)
        assert page.get("/")[0] == 200


def test_pages_are_made_while_others_are_streamed(journal: Journal, path: Path) -> None:
    table = begun(journal)
    with served(path) as page:
        stream = page.stream(stream_of(page))
        found: list[int] = []
        others = [threading.Thread(target=lambda: found.append(page.get("/games")[0])) for _ in range(8)]
        for other in others:
            other.start()
        table.play(2)
        last = entries_of(path, table.game)[-1]
        assert stream.entries(last)[-1] == last
        for other in others:
            other.join()
        assert found == [200] * 8
        stream.close()


@pytest.mark.slow
def test_a_page_whose_address_is_not_there_at_first_answers_all_once_it_is(
    journal: Journal, path: Path
) -> None:
    begun(journal)
    with socket.create_server((HERE, 0)) as taken:
        port = taken.getsockname()[1]
        link = LinkSettings(enabled=True, page=True, page_port=port)
        settings = replace(Settings(), station=replace(Settings().station, data=path.parent), link=link)
        page = PageConnector(settings)
        page.start()
    pause = threading.Event()
    try:
        for _ in range(200):
            with suppress(ConnectionRefusedError), socket.create_connection((HERE, port)):
                break
            pause.wait(0.05)
        # No station answers here, and that is said.
        assert Served(port, AnsweringStation()).post("/staff/sign-in", {"pin": "1234"})[0] == 503
    finally:
        page.stop()
