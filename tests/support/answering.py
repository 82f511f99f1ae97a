"""A station's journal and its real socket, answered by a thread: a station without a table."""

import random
import threading
import time
from pathlib import Path
from typing import Any

from companion.game import rules_for
from companion.interface.commands import FileKind, RemoteQuestion
from companion.journal import FILE_NAME, Journal
from companion.settings.sections import LinkSettings, Settings, StationSettings
from companion.settings.settings_file import settings_text
from companion.station.remote.control_socket import ControlSocket
from tests.support.playing import Table, noon

TURN_S = 0.01


class AnsweringStation:
    """It plays games at random when it is told to, and does whatever command it is given."""

    def __init__(self, folder: Path, link: LinkSettings) -> None:
        self.folder = folder
        self.settings = Settings(station=StationSettings(data=folder / "data"), link=link)
        self.state: dict[str, Any] = {
            "ok": True,
            "state": "attract",
            "for_s": 60.0,
            "language": "en",
            "screen": "on",
            "open": True,
            "own_game": "schaedler",
            "games": ["schaedler", "kidd"],
            "faults": [],
            "game": None,
        }
        self.health: dict[str, Any] = {
            "ok": True,
            "version": "1",
            "uptime_s": 60,
            "sees_board": True,
            "clock_is_sure": True,
            "faults": [],
        }
        self.told: list[tuple[str, dict[str, object]]] = []
        self.refusal: str | None = None
        self.screen = b""
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._entry = 0
        self._seed = 0

    @property
    def file(self) -> Path:
        """Its settings, for a link in a process of its own."""
        path = self.folder / "station.toml"
        path.write_text(settings_text(self.settings), encoding="utf-8")
        return path

    def start(self) -> None:
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()

    def play(self, entries: int) -> int:
        """Play until so many more entries are stored; the number of the last."""
        with Journal(self.folder / "data" / FILE_NAME, noon) as journal, journal.together():
            wanted = journal.newest_number + entries
            while journal.newest_number < wanted:
                self._seed += 1
                Table(journal, rules_for("schaedler"), random.Random(self._seed)).play(
                    max(1, (wanted - journal.newest_number) // 4)
                )
            self._entry = journal.newest_number
        return self._entry

    def _run(self) -> None:
        control = ControlSocket(self.settings.door, time.monotonic)
        waiting = []
        while not self._stopped.wait(TURN_S):
            for request in control.poll():
                match request.question:
                    case RemoteQuestion("ask", "state", {"unlike": mark}) if mark == self._mark:
                        waiting.append(request)
                    case RemoteQuestion("ask", "state"):
                        control.answer(request, self.state | {"mark": self._mark, "entry": self._entry})
                    case RemoteQuestion("ask", "health"):
                        control.answer(request, self.health)
                    case RemoteQuestion("ask", "file", {"kind": FileKind.SCREEN}) if self.screen:
                        path = self.folder / "screen.jpg"
                        path.write_bytes(self.screen)
                        with path.open("rb") as file:
                            control.answer(request, {"ok": True}, file)
                    case RemoteQuestion("ask", "file"):
                        control.answer(request, {"ok": False, "why": "staff are at the station's own pages"})
                    case RemoteQuestion(_, name, arguments):
                        self.told.append((name, dict(arguments)))
                        refused = {"ok": False, "why": self.refusal}
                        control.answer(request, refused if self.refusal else {"ok": True})
            for request in tuple(waiting):
                if self._mark != request.question.arguments["unlike"]:
                    waiting.remove(request)
                    control.answer(request, self.state | {"mark": self._mark, "entry": self._entry})
        control.close()

    @property
    def _mark(self) -> str:
        return f"{self._entry}-{hash(str(self.state))}"[:60]
