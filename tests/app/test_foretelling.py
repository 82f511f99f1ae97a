"""Nothing that others can get while a game goes on tells the throws that are still to come."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import chain, product
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.cli import main
from companion.game.fair_die import FairDie
from companion.interface.commands import QUERIES
from companion.journal import Database, StoredGame
from companion.link.control_client import ControlClient
from companion.link.demo import free_port
from companion.link.page.staff_views import BUTTONS
from companion.settings.settings_file import read_settings
from tests.support.broker import MOSQUITTO, Broker, Listener
from tests.support.hub import Hub
from tests.support.page_server import Stream
from tests.support.real_station import PIN, RealStation, real_station
from tests.support.sealed import seeds_in

NOT_PRESSED = {it.path for _, it in BUTTONS.values() if it.interrupts} | {"close", "hide-chances"}
FILLED = {
    "number": ("1", "2"),
    "language": ("en", "el"),
    "name": ("schaedler", "kidd"),
    "kind": ("backup", "report"),
    "button": tuple(BUTTONS.keys() - NOT_PRESSED),
    "board": ("0123456789abcdef",),
}
"""Values of the parts of the page's paths."""

POSTED = {"pin": "0000", "text": "Tea at four", "title": "Five Lines", "line": "Hello", "about": "Of wood."}
ENTRIES = 12
"""Entries of the game that a phone waits for on the stream, so that some come as they are made."""

SHOWN_TO_OTHERS = (
    "games list",
    "games show last",
    "games show last --json",
    "games export last",
    "games export last --json",
    "games export --all",
    "games replay last",
    "dice audit",
    "dice verify last",
)
"""Commands that read a journal that is in use."""


@dataclass
class Phone:
    """A phone at the page of a station, and all that it got."""

    address: str
    name: str
    cookie: str = ""
    got: dict[str, bytes] = field(default_factory=dict)

    def send(self, method: str, path: str, **fields: str) -> bytes:
        """What comes back, headers and all; it is kept, too."""
        headers = {"Origin": self.address, "Content-Type": "application/json", "Cookie": self.cookie}
        body = json.dumps(POSTED | fields) if method == "POST" else None
        with closing(HTTPConnection(urlsplit(self.address).netloc, timeout=60)) as line:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            data = answer.read()
            self.got[f"{self.name} {method} {path}"] = str(answer.headers).encode() + data
            self.cookie = self.cookie or (answer.getheader("Set-Cookie") or "").partition(";")[0]
        return data

    def look_around(self) -> None:
        """Ask for everything that the page says it has, but for what ends the game or the session."""
        paths = json.loads(self.send("GET", "/openapi.json"))["paths"]
        for path in sorted(paths.keys() - {"/stream", "/staff/sign-out"}):
            for method, part in product(sorted(paths[path].keys() & {"get", "post"}), filled(path)):
                said = self.send(method.upper(), part)
                if method == "post" and "show" in json.loads(said):
                    self.send("GET", json.loads(said)["show"])
        name = re.findall(rb'data-game="([^"]+)"', self.send("GET", "/"))[0].decode()
        port = urlsplit(self.address).port or 0
        with closing(Stream(port, f"/stream?game={name}&after=0", {"Cookie": self.cookie})) as stream:
            told = [repr(event) for event, _ in zip(stream.events(), range(ENTRIES), strict=False)]
        self.got[f"{self.name} stream"] = "\n".join(told).encode()


def filled(path: str) -> Iterator[str]:
    """The path with each value of its parts."""
    parts = re.findall(r"{(\w+)}", path)
    for values in product(*(FILLED[part] for part in parts)):
        yield path.format(**dict(zip(parts, values, strict=True)))


def unpacked(got: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Everything by its name, files in archives, too."""
    for name, data in got.items():
        at = data.find(b"PK\x03\x04")
        if at >= 0:
            with zipfile.ZipFile(io.BytesIO(data[at:])) as file:
                yield from unpacked({f"{name}: {part}": file.read(part) for part in file.namelist()})
        else:
            yield name, data


def foretold(got: dict[str, bytes], game: StoredGame) -> list[str]:
    """The names of all that has the seed of a game, or its next dozen throws in a row."""
    begun = game.begun
    assert begun.seed is not None
    assert begun.commitment is not None
    die = FairDie(begun.die, bytes.fromhex(begun.seed), begun.number)
    thrown = max((it.number or 0 for it in game.throws), default=0)
    coming = "".join(str(die.throw(thrown + later)) for later in range(1, 13))
    seed, found = int(begun.seed, 16), []
    spelled = [f"{seed:064X}".encode(), f"{seed}".encode(), ", ".join(map(str, die.seed)).encode()]
    for name, data in unpacked(got):
        faces = "".join(re.findall(r"(?<![\w.-])[1-6](?![\w.])", data.decode("latin-1")))
        if coming in faces or seeds_in(data, begun.commitment) or any(it in data for it in spelled):
            found.append(name)
    return found


def game_under_way(station: RealStation) -> StoredGame:
    with closing(Database.for_reading(station.journal)) as database:
        return database.game(max(database.games()))


def everything(station: RealStation, capfd: pytest.CaptureFixture[str], hub_port: int) -> dict[str, bytes]:
    """What phones, the machine's own programs, files for staff and Exhibitera get."""
    guest, staff = Phone(station.address, "guest"), Phone(station.address, "staff")
    staff.send("POST", "/staff/sign-in", pin=PIN)
    assert staff.cookie, staff.got
    for phone in (guest, staff):
        phone.look_around()
    hub = Phone(f"http://127.0.0.1:{hub_port}", "hub")
    hub.send("GET", "/core/screenshot")
    got = {**guest.got, **staff.got, **hub.got}
    file, saved = station.folder / "station.toml", station.folder / "saved.zip"
    with ControlClient(read_settings(file).door) as client:
        for query in QUERIES.values():
            if not (query.arguments.keys() - query.defaults.keys()):
                got[f"asked {query.name}"] = repr(client.ask({"ask": query.name})).encode()
    commands = [[*words.split(), "--journal", str(station.journal)] for words in SHOWN_TO_OTHERS]
    of_station = ("backup " + str(saved), "metrics", "doctor --bundle " + str(station.folder / "bundle.zip"))
    for words in (*commands, *([*words.split(), "--settings", str(file)] for words in of_station)):
        main(words)
        got[" ".join(words)] = "".join(capfd.readouterr()).encode()
    for path in chain.from_iterable(map(station.folder.glob, ("*.zip", "*.log", "data/link/*"))):
        got[path.name] = path.read_bytes()
    return got


@pytest.mark.slow
def test_no_throw_that_is_to_come_follows_from_what_others_get(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    link: dict[str, object] = {"page_hints": True, "hub_port": (hub_port := free_port())}
    with ExitStack() as stack:
        hub = Hub()
        stack.callback(hub.close)
        listener = None
        if MOSQUITTO is not None:
            (tmp_path / "broker").mkdir()
            broker = Broker(tmp_path / "broker")
            broker.start()
            stack.callback(broker.stop)
            listener = Listener(broker.port)
            stack.callback(listener.close)
            link |= {"station": "hall-1", "broker": "127.0.0.1", "port": broker.port, "tls": False}
        (tmp_path / "station").mkdir()
        station = stack.enter_context(
            real_station(tmp_path / "station", hub=f"http://127.0.0.1:{hub.port}", **link)
        )
        got = everything(station, capfd, hub_port)
        hub.until("a ping after all that")
        got["pings"] = repr((hub.pings, hub.kept)).encode()
        if listener is not None:
            got["broker"] = repr(listener.came).encode()
            assert any(topic.endswith("/event") for topic, *_ in listener.came)
        game = game_under_way(station)
        held = b"".join(path.read_bytes() for path in station.journal.parent.glob("journal.sqlite*"))
    assert (game.number, game.over) == (1, False), "what was got is of the game that goes on"
    assert foretold({"journal": held}, game) == ["journal"], "it would be found"
    assert foretold(got, game) == []
    names = "\n".join(name for name, _ in unpacked(got))
    for part in ("backup.zip: journal.sqlite", "report.zip: findings.txt", "staff GET /staff/pictures/5"):
        assert part in names, "all of it was there to be looked through"
    assert b"thrown" in got["station.log"]
    assert b"'entry'" in got["guest stream"]
