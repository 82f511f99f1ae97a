"""Being a component of an Exhibitera Hub: it is told every five seconds, and what it wants comes back.

The Hub knows no passwords, and neither does what it asks of us: whoever may use its network may use it.
"""

import http.client
import json
import socket
import sys
import threading
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urlsplit

from companion.interface.offers import OFFERS
from companion.link.asking import NoStationError, StationLine
from companion.link.errors import LinkError
from companion.link.memory import Memory
from companion.link.names import station_name
from companion.link.statistics import days_of, statistics_of
from companion.link.watch import Known, StationWatch
from companion.settings.sections import Settings
from companion.system.data import json_data

PING_S = 5.0
"""The Hub takes a component that is silent for 30 s for one that has gone."""

PATIENCE_S = 3.0

MAX_ANSWER_BYTES = 100_000

COUNT_S = 600.0
"""So often it is looked whether a day is over, whose visits are then kept at the Hub."""

SCREEN_S = 10.0
"""So long a picture of the screen may take."""

MAX_SCREEN_BYTES = 4_000_000

USUAL_PORT = 8082

COMMANDS: dict[str, dict[str, object]] = {
    "refresh_page": {"do": "restart-game"},
    # Somebody may be at the table: the station counts down, and keeps their game.
    "sleep_display": {"do": "hours", "open": False},
    "wake_display": {"do": "hours", "open": True},
}
"""What the Hub's commands mean here."""

RECEIVER = "exhibitera"


def hub_of(text: str) -> SplitResult:
    """The Hub's address; raises LinkError."""
    try:
        address = urlsplit(text if "//" in text else f"http://{text}")
        is_one = address.scheme == "http" and bool(address.hostname) and address.port != 0
    except ValueError:
        is_one = False
    if not is_one or address.path not in ("", "/"):
        raise LinkError(f'[link] hub = {text!r}: write it as "http://10.0.0.5:{USUAL_PORT}"')
    return address


def games_of(definitions: tuple[str, ...]) -> dict[str, str]:
    """The game that each definition means; raises LinkError."""
    games = {}
    for text in definitions:
        name, _, game = text.partition("=")
        try:
            key = str(uuid.UUID(name.strip()))
        except ValueError as error:
            raise LinkError(
                f'[link] definitions: {text!r} does not begin with a UUID; write "UUID=kidd"'
            ) from error
        if game.strip() not in OFFERS:
            raise LinkError(f"[link] definitions: {text!r} names no game; there is {', '.join(OFFERS)}")
        games[key] = game.strip()
    return games


class ExhibiteraPart:
    """Tells a Hub how the station is, on a thread of its own; another answers what the Hub asks."""

    def __init__(
        self,
        settings: Settings,
        visits: Path,
        watch: StationWatch,
        say: Callable[[str], None] = lambda line: print(line, file=sys.stderr, flush=True),
        ping_s: float = PING_S,
    ) -> None:
        self.station = station_name(settings.link)
        self._hub = hub_of(settings.link.hub)
        self._games = games_of(settings.link.definitions)
        self._port = settings.link.hub_port
        self._door = settings.door
        self._visits = visits
        self._watch = watch
        self._say = say
        self._ping_s = ping_s
        self._memory = Memory(settings.link_folder)
        self._held = self._memory.held(RECEIVER)
        self._complaint = self._refusal = ""
        self._counted_s = float("-inf")
        self._stopped = threading.Event()
        self._threads: list[threading.Thread] = []
        self._helper: HTTPServer | None = None

    def start(self) -> None:
        """Begin; raises LinkError when its port is taken."""
        if not isinstance(self._held.get("uuid"), str):
            self._keep(uuid=str(uuid.uuid4()))
        if self._port:
            self._helper = self._helping()
            self._threads.append(threading.Thread(target=self._helper.serve_forever, daemon=True))
        self._threads.append(threading.Thread(target=self._run, name=RECEIVER, daemon=True))
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End; the Hub sees that within half a minute."""
        self._stopped.set()
        if self._helper is not None:
            self._helper.shutdown()
            self._helper.server_close()
        for thread in self._threads:
            thread.join(2 * PATIENCE_S)

    def _run(self) -> None:
        with StationLine(self._door) as line:
            while not self._stopped.is_set():
                try:
                    self._ping(line)
                    self._tell_days()
                    self._complain(f"the Hub {self._hub.netloc} is told")
                except Exception as error:
                    # Whatever a Hub answers, the next time it is told again.
                    self._complain(f"the Hub {self._hub.netloc} can't be told ({error})")
                self._stopped.wait(self._ping_s)

    def _ping(self, line: StationLine) -> None:
        known = self._watch.known
        if known.state is None:
            # As a component that is switched off: the Hub shows it so by itself.
            return
        answer = self._post("/core/ping", self._told(known))
        commands = answer.get("commands")
        for wanted in commands if isinstance(commands, list) else []:
            command = COMMANDS.get(str(wanted))
            if command is not None:
                self._ask(line, str(wanted), command)
        definition = str(answer.get("definition") or "")
        game = self._games.get(definition)
        # Once for each change, so that staff may choose another game at the station itself.
        if game is None or definition == self._held.get("definition"):
            return
        if game == known.state.get("own_game") or self._ask(line, game, {"do": "game", "name": game}):
            self._keep(definition=definition)

    def _ask(self, line: StationLine, what: str, question: dict[str, object]) -> bool:
        try:
            answer = line.ask(question)
        except NoStationError:
            return False
        done = bool(answer.get("ok"))
        said = f"the Hub wants {what}: {'done' if done else answer.get('why')}"
        # A definition that can't be followed is wanted again with each ping, and logged once.
        if done or said != self._refusal:
            self._say(said)
        self._refusal = "" if done else said
        return done

    def _told(self, known: Known) -> dict[str, Any]:
        own = str(self._held["uuid"])
        state, health = known.state or {}, known.health or {}
        notes = {}
        for fault in health.get("faults", ()):
            key = str(uuid.uuid5(uuid.UUID(own), fault["what"]))
            text = f"{fault['what']}: {fault['why']}" if fault["why"] else fault["what"]
            notes[key] = {
                "uuid": key,
                "message": text,
                "type": "error" if fault["stops_games"] else "warning",
            }
        return {
            "uuid": own,
            "id": f"Five Lines {self.station}",
            "current_interaction": state.get("state") == "playing",
            **({"helper_address": f"{self._own_address}:{self._port}"} if self._port else {}),
            "permissions": {
                "audio": False,
                "refresh": True,
                "restart": bool(self._port),
                "shutdown": False,
                "sleep": True,
            },
            "platform_details": {"operating_system": "Linux", "five_lines": str(health.get("version", ""))},
            # Left out, the Hub would forget them.
            "notifications": notes,
        }

    def _tell_days(self) -> None:
        """Keep the sums of days that are over at the Hub, each once."""
        if time.monotonic() - self._counted_s < COUNT_S:
            return
        last, today = str(self._held.get("day") or ""), date.today()
        for day, sums in days_of(self._visits).items():
            if last < day.isoformat() < today.isoformat():
                text = json.dumps(statistics_of(day, sums), ensure_ascii=False)
                self._post(f"/core/data/FiveLines_{self.station}/rawText", {"text": text, "mode": "a"})
                self._keep(day=day.isoformat())
        self._counted_s = time.monotonic()

    @property
    def _own_address(self) -> str:
        """Where the Hub finds this machine: the address from which it is spoken to."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as to_hub:
            # Nothing is sent: this asks the machine only which way it would go.
            to_hub.connect((self._hub.hostname, self._hub.port or USUAL_PORT))
            address: str = to_hub.getsockname()[0]
        return address

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """What the Hub answers."""
        assert self._hub.hostname is not None
        connection = http.client.HTTPConnection(
            self._hub.hostname, self._hub.port or USUAL_PORT, timeout=PATIENCE_S
        )
        try:
            said = json.dumps(body).encode()
            connection.request("POST", path, said, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read(MAX_ANSWER_BYTES).decode("utf-8", "replace")
            if answer.status != 200:
                raise http.client.HTTPException(f"{path}: {answer.status} {answer.reason}")
        finally:
            connection.close()
        found = {name: data.value for name, data in json_data(text).table().items()}
        if found.get("success") is False:
            raise http.client.HTTPException(f"{path}: {found.get('reason', 'refused')}")
        return found

    def _keep(self, **more: str) -> None:
        self._held = {**self._held, **more}
        with suppress(OSError):
            self._memory.keep(RECEIVER, self._held)

    def _helping(self) -> HTTPServer:
        """What answers the Hub, and nobody else: it asks without any secret."""
        door, say, hub = self._door, self._say, self._hub.hostname

        class Helper(BaseHTTPRequestHandler):
            timeout = PATIENCE_S

            def do_GET(self) -> None:
                match self.path.partition("?")[0]:
                    case "/core/restart":
                        self._restart()
                    case "/core/screenshot":
                        self._show_screen()
                    case _:
                        self.send_error(404)

            def _restart(self) -> None:
                try:
                    with StationLine(door) as line:
                        done = bool(line.ask({"do": "restart"}).get("ok"))
                except NoStationError:
                    done = False
                say(f"the Hub wants restart: {'done' if done else 'the station does not answer'}")
                self._answer("application/json", json.dumps({"success": done}).encode())

            def _show_screen(self) -> None:
                try:
                    with StationLine(door) as line:
                        _, file = line.ask_file({"ask": "file", "kind": "screen"}, SCREEN_S)
                except NoStationError:
                    file = None
                if file is None:
                    # The station is not there, or staff are at their pages.
                    self.send_error(503)
                    return
                with file:
                    self._answer("image/jpeg", file.read(MAX_SCREEN_BYTES))

            def _answer(self, kind: str, said: bytes) -> None:
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (as it is there)
                """Nothing: what is done is logged."""

        class Server(HTTPServer):
            def verify_request(self, request: object, client_address: object) -> bool:
                """Whether it comes from the Hub's own address."""
                with suppress(OSError):
                    allowed = {found[4][0] for found in socket.getaddrinfo(hub, None)}
                    return isinstance(client_address, tuple) and client_address[0] in allowed
                return False

            def handle_error(self, request: object, client_address: object) -> None:
                """Whoever breaks off is no fault of ours."""

        try:
            return Server(("", self._port), Helper)
        except OSError as error:
            raise LinkError(f"[link] hub_port {self._port} can't be had ({error}); choose another") from error

    def _complain(self, line: str) -> None:
        if line != self._complaint:
            self._complaint = line
            self._say(line)
