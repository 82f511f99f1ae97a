"""The station as a component of an Exhibitera Hub: a ping every five seconds, answered with commands.

The Hub knows no passwords, nor do its requests to us: everybody on its network can use it.
"""

import http.client
import socket
import threading
import time
import uuid
from contextlib import suppress
from datetime import date
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from typing import Any
from urllib.parse import SplitResult, urlsplit

from companion.interface.commands import COMMANDS
from companion.interface.offers import OFFERS
from companion.journal.visits import FILE_NAME as VISITS_FILE
from companion.link.common import LinkError, Log, Memory, json_out, station_name
from companion.link.control_client import ControlClient, NoStationError
from companion.link.figures import days_of, statistics_of
from companion.link.station_watch import StationStatus, StationWatch
from companion.settings.sections import Settings, from_home
from companion.system.data import json_data

PING_S = 5.0  # the Hub reports a component as gone after 30 s of silence

TIMEOUT_S = 3.0

MAX_ANSWER_BYTES = 100_000

DAYS_INTERVAL_S = 600.0  # interval of checking whether a day is over, whose visits are then sent to the Hub
SCREEN_TIMEOUT_S = 10.0  # timeout of a picture of the screen

MAX_SCREEN_BYTES = 4_000_000

DEFAULT_PORT = 8082

HUB_COMMANDS: dict[str, dict[str, object]] = {
    word: {"do": command.name, **arguments}
    for command in COMMANDS.values()
    for word, arguments in command.hub.items()
}
"""The Hub's commands as requests to the station."""

RECEIVER = "exhibitera"


def hub_of(text: str) -> SplitResult:
    """Return the Hub's address; raise LinkError."""
    try:
        address = urlsplit(text if "//" in text else f"http://{text}")
        is_one = address.scheme == "http" and bool(address.hostname) and address.port != 0
    except ValueError:
        is_one = False
    if not is_one or address.path not in ("", "/"):
        raise LinkError(f'[link] hub = {text!r}: write it as "http://10.0.0.5:{DEFAULT_PORT}"')
    return address


def games_of(definitions: tuple[str, ...]) -> dict[str, str]:
    """Return the game of each definition; raise LinkError."""
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


class ExhibiteraConnector:
    """Pings a Hub on a thread of its own; another serves the Hub's requests."""

    def __init__(
        self,
        settings: Settings,
        watch: StationWatch,
        log: Log | None = None,
        ping_s: float = PING_S,
    ) -> None:
        self.station = station_name(settings.link)
        self._hub = hub_of(settings.link.hub)
        self._games = games_of(settings.link.definitions)
        self._port = settings.link.hub_port
        self._door = settings.door
        self._visits = from_home(settings.station.data) / VISITS_FILE
        self._watch = watch
        self._log = log or Log()
        self._ping_s = ping_s
        self._memory = Memory(settings.link_folder)
        self._kept = self._memory.load(RECEIVER)
        self._days_s = float("-inf")
        self._stopped = threading.Event()
        self._threads: list[threading.Thread] = []
        self._helper: HTTPServer | None = None

    def start(self) -> None:
        """Begin; raises LinkError when its port is taken."""
        if not isinstance(self._kept.get("uuid"), str):
            self._keep(uuid=str(uuid.uuid4()))
        if self._port:
            self._helper = self._helping()
            self._threads.append(threading.Thread(target=self._helper.serve_forever, name="hub", daemon=True))
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
            thread.join(2 * TIMEOUT_S)

    def _run(self) -> None:
        with ControlClient(self._door) as client:
            while not self._stopped.is_set():
                try:
                    self._ping(client)
                    self._send_days()
                except Exception as error:
                    # The next ping may succeed.
                    self._log(f"the Hub {self._hub.netloc} can't be informed ({error})", "silent")
                self._stopped.wait(self._ping_s)

    def _ping(self, client: ControlClient) -> None:
        status = self._watch.status
        if status.state is None:
            # The Hub reports the silent component as off.
            return
        answer = self._post("/core/ping", self._ping_body(status))
        self._log(f"the Hub {self._hub.netloc} is informed", "informed")
        commands = answer.get("commands")
        for wanted in commands if isinstance(commands, list) else []:
            command = HUB_COMMANDS.get(str(wanted))
            if command is not None:
                self._ask(client, str(wanted), command)
        definition = str(answer.get("definition") or "")
        game = self._games.get(definition)
        # Once for each change, so that staff may choose another game at the station itself.
        if game is None or definition == self._kept.get("definition"):
            return
        if game == status.state.get("own_game") or self._ask(client, game, {"do": "game", "name": game}):
            self._keep(definition=definition)

    def _ask(self, client: ControlClient, what: str, question: dict[str, object]) -> bool:
        try:
            answer = client.ask(question)
        except NoStationError:
            answer = {"why": "the station does not answer"}
        done = bool(answer.get("ok"))
        # A definition that is refused comes again with each ping.
        self._log(f"the Hub wants {what}: {'done' if done else answer.get('why')}", (what, done))
        return done

    def _ping_body(self, status: StationStatus) -> dict[str, Any]:
        own = str(self._kept["uuid"])
        state, health = status.state or {}, status.health or {}
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

    def _send_days(self) -> None:
        """Send the figures of days that are over, each once."""
        if time.monotonic() - self._days_s < DAYS_INTERVAL_S:
            return
        last, today = str(self._kept.get("day") or ""), date.today()
        for day, sums in days_of(self._visits).items():
            if last < day.isoformat() < today.isoformat():
                text = json_out(statistics_of(day, sums))
                self._post(f"/core/data/FiveLines_{self.station}/rawText", {"text": text, "mode": "a"})
                self._keep(day=day.isoformat())
        self._days_s = time.monotonic()

    @property
    def _own_address(self) -> str:
        """The address of this machine on the way to the Hub."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as to_hub:
            # Nothing is sent: this only asks for the route.
            to_hub.connect((self._hub.hostname, self._hub.port or DEFAULT_PORT))
            address: str = to_hub.getsockname()[0]
        return address

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send JSON to the Hub and return its answer."""
        assert self._hub.hostname is not None
        connection = http.client.HTTPConnection(
            self._hub.hostname, self._hub.port or DEFAULT_PORT, timeout=TIMEOUT_S
        )
        try:
            data = json_out(body).encode()
            connection.request("POST", path, data, {"Content-Type": "application/json"})
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
        self._kept = {**self._kept, **more}
        with suppress(OSError):
            self._memory.keep(RECEIVER, self._kept)

    def _helping(self) -> HTTPServer:
        """Return the server of the Hub's requests; it answers nobody else, for they have no password."""
        door, ask, hub = self._door, self._ask, self._hub.hostname

        class Helper(BaseHTTPRequestHandler):
            timeout = TIMEOUT_S

            def do_GET(self) -> None:
                # A browser on the Hub's machine has its address as well, but its pages show themselves.
                own, asked = self.connection.getsockname()[0], self.headers
                is_hub = urlsplit(f"//{asked['Host'] or ''}").hostname == own
                if not is_hub or "Origin" in asked or "Sec-Fetch-Site" in asked:
                    self.send_error(403)
                    return
                match self.path.partition("?")[0]:
                    case "/core/restart":
                        self._restart()
                    case "/core/screenshot":
                        self._show_screen()
                    case _:
                        self.send_error(404)

            def _restart(self) -> None:
                with ControlClient(door) as client:
                    done = ask(client, "restart", {"do": "restart"})
                self._answer("application/json", json_out({"success": done}).encode())

            def _show_screen(self) -> None:
                try:
                    with ControlClient(door) as client:
                        _, file = client.ask_file({"ask": "file", "kind": "screen"}, SCREEN_TIMEOUT_S)
                except NoStationError:
                    file = None
                if file is None:
                    # The station is not there, or staff are at their pages.
                    self.send_error(503)
                    return
                with file:
                    self._answer("image/jpeg", file.read(MAX_SCREEN_BYTES))

            def _answer(self, kind: str, data: bytes) -> None:
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name in the base class)
                """Log nothing: the commands themselves are logged."""

        class Server(ThreadingHTTPServer):
            def verify_request(self, request: object, client_address: object) -> bool:
                """True if the request comes from the Hub's own address."""
                with suppress(OSError):
                    allowed = {found[4][0] for found in socket.getaddrinfo(hub, None)}
                    return isinstance(client_address, tuple) and client_address[0] in allowed
                return False

            def handle_error(self, request: object, client_address: object) -> None:
                """Ignore it: the Hub has disconnected."""

        try:
            return Server(("", self._port), Helper)
        except OSError as error:
            raise LinkError(f"[link] hub_port {self._port} can't be had ({error}); choose another") from error
