"""The station's page on a port of this machine, over a journal, and who asks for it."""

import http.client
import json
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from companion.journal import Database
from companion.journal.visits import FILE_NAME as VISITS_FILE
from companion.link.control_client import ControlClient, NoStationError
from companion.link.follower import Follower
from companion.link.page.app import SiteConfig, page_app
from companion.link.page.connector import page_server
from companion.station.game.stored_chances import course_of, now_of

KEY = "the-key-of-this-game"
HERE = "127.0.0.1"


@dataclass
class AnsweringStation(ControlClient):
    """What answers as a station's socket does; `answers` by what is asked or done, None for no station.

    `asked` leaves out whether sessions are open: `sessions_asked` counts those. `files` are handed out by
    their kind. `tickets` are those it has given; `chances` works out those of a game.
    """

    answers: dict[str, dict[str, Any]] | None = field(default_factory=dict)
    asked: list[dict[str, object]] = field(default_factory=list)
    sessions_asked: int = 0
    files: dict[str, bytes] = field(default_factory=dict)
    tickets: list[object] = field(default_factory=list)
    chances: Callable[[int, bool], dict[str, Any]] = lambda game, now: {}

    def ask(self, question: dict[str, object], timeout_s: float = 5.0) -> dict[str, Any]:
        if question.get("ask") != "session":
            self.asked.append(question)
        if self.answers is None:
            raise NoStationError("nobody is there")
        name = str(question.get("ask") or question.get("do"))
        answer = {"ok": True} | ({"key": KEY} if name == "key" else {}) | self.answers.get(name, {})
        match name:
            case "pin" if answer.get("right"):
                self.tickets.append(f"ticket-{len(self.tickets) + 1}")
                answer["ticket"] = self.tickets[-1]
            case "session":
                self.sessions_asked += 1
                answer["open"] = question["ticket"] in self.tickets
            case "sign-out":
                self.tickets.remove(question["ticket"])
            case "chances":
                game, now = question["game"], question["now"]
                assert isinstance(game, int)
                if now and not self.answers.get("key", {}).get("hints"):
                    return {"ok": False}
                answer |= self.chances(game, bool(now))
        return answer

    def ask_file(
        self, question: dict[str, object], timeout_s: float = 5.0
    ) -> tuple[dict[str, Any], BinaryIO | None]:
        answer = self.ask(question, timeout_s)
        data = self.files.get(str(question.get("kind") or question.get("do")))
        if data is None or not answer["ok"]:
            return answer, None
        file = tempfile.TemporaryFile()  # noqa: SIM115 (whoever asked closes it)
        file.write(data)
        file.seek(0)
        return answer, file


@dataclass(frozen=True)
class Served:
    """A page that is served."""

    port: int
    station: AnsweringStation

    @property
    def address(self) -> str:
        return f"http://{HERE}:{self.port}"

    def get(self, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, str]:
        """What comes back: status, headers, text."""
        return self.send("GET", path, None, headers)

    def fetch(self, path: str, **headers: str) -> tuple[str, bytes]:
        """What kind of file comes back, and all of it."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(http.client.HTTPConnection(HERE, self.port, timeout=60)) as line:
            line.request("GET", path, None, named)
            answer = line.getresponse()
            assert answer.status == 200
            return answer.headers["Content-Type"], answer.read()

    def post(self, path: str, body: object, **headers: str) -> tuple[int, http.client.HTTPMessage, str]:
        """As a page of the station's own posts it, but for the headers that are given."""
        own = {"Origin": self.address, "Content-Type": "application/json"}
        return self.send("POST", path, json.dumps(body), own | headers)

    def send(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> tuple[int, http.client.HTTPMessage, str]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(http.client.HTTPConnection(HERE, self.port, timeout=60)) as line:
            line.request(method, path, body, named)
            answer = line.getresponse()
            return answer.status, answer.headers, answer.read().decode(errors="replace")

    def stream(self, path: str, own: str = HERE, **headers: str) -> "Stream":
        """A stream of events, read as it comes, asked for from an address of one's own."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return Stream(self.port, path, named, own)


class Stream:
    """Server-sent events, each as (id, event, data)."""

    def __init__(self, port: int, path: str, headers: dict[str, str], own: str = HERE) -> None:
        self._line = http.client.HTTPConnection(HERE, port, timeout=60, source_address=(own, 0))
        self._line.request("GET", path, None, headers)
        self.answer = self._line.getresponse()

    def events(self) -> Iterator[tuple[str, str, Any]]:
        given: dict[str, str] = {}
        while raw := self.answer.readline():
            line = raw.decode().rstrip("\n")
            if line:
                name, _, value = line.partition(": ")
                given[name] = value
            elif given:
                if "event" in given:
                    yield given.get("id", ""), given["event"], json.loads(given["data"])
                given = {}

    def entries(self, until: int) -> list[int]:
        """The numbers of the entries up to one."""
        found = []
        for number, kind, _ in self.events():
            if kind == "entry":
                found.append(int(number))
                if int(number) >= until:
                    break
        return found

    def close(self) -> None:
        if self.answer.fp is not None:
            # The socket itself: a closed file alone would leave it to be collected.
            self.answer.close()
        self._line.close()


def chances_of(journal: Path, game: int, now: bool) -> dict[str, Any]:
    """The station's own answer, from the tables beside the journal."""
    with closing(Database.for_reading(journal)) as database:
        stored = database.game(game)
    tables = journal.parent / "tables"
    return {"now": now_of(stored, tables)} if now else {"course": course_of(stored, tables)}


@contextmanager
def served(
    journal: Path,
    *,
    house: Callable[[SiteConfig], SiteConfig] = lambda house: house,
    station: AnsweringStation | None = None,
    port: int = 0,
    proxy: str = "",
) -> Iterator[Served]:
    """The page of a journal on a free port, open to all who reach it unless `house` says otherwise."""
    station = station or AnsweringStation()
    with closing(socket.create_server((HERE, port))) as held:
        port = held.getsockname()[1]
        follower = Follower(journal)
        station.chances = lambda game, now: chances_of(journal, game, now)
        open_house = house(SiteConfig(names=(HERE, "localhost"), open_to_all=True))
        app = page_app(follower, station, station, open_house, journal.with_name(VISITS_FILE))
        server = page_server(app, HERE, port, proxy)
        thread = threading.Thread(target=lambda: server.run(sockets=[held]), daemon=True)
        thread.start()
        try:
            yield Served(port, station)
        finally:
            server.should_exit = True
            thread.join(20)
            assert not thread.is_alive()
