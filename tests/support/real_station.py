"""A station at a virtual table and its link, each the program itself, in a process of its own."""

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.link.demo import free_port
from companion.settings.pin import FILE_NAME as PIN_FILE
from companion.settings.pin import PinFile
from companion.settings.sections import LinkSettings, Settings, StationSettings
from companion.settings.settings_file import settings_text

PATIENCE_S = 90.0
PIN = "1234"


@dataclass(frozen=True)
class RealStation:
    """Where its page is, and its files."""

    address: str
    folder: Path

    @property
    def journal(self) -> Path:
        return self.folder / "data" / "journal.sqlite"


@contextmanager
def real_station(folder: Path, **link_settings: Any) -> Iterator[RealStation]:
    """A station that plays by itself, with the staff's PIN set; its page is open to all on this machine.

    `link_settings` are further settings of its link.
    """
    port, data, file = free_port(), folder / "data", folder / "station.toml"
    where: dict[str, Any] = {"page": True, "page_open": True, "page_port": port}
    link = LinkSettings(enabled=True, **where, **link_settings)
    settings = Settings(station=StationSettings(data=data, calibration=folder / "calibration"), link=link)
    file.write_text(settings_text(settings), encoding="utf-8")
    data.mkdir()
    PinFile(data / PIN_FILE).set(PIN)
    it = RealStation(f"http://127.0.0.1:{port}", folder)
    plays = ["station", "--virtual", "--autoplay", "1000", "--seed", "1", "--journal", str(it.journal)]
    with ExitStack() as stack:
        for name, words in (("station", plays), ("link", ["link"])):
            log = stack.enter_context((folder / f"{name}.log").open("wb"))
            process = subprocess.Popen(
                [sys.executable, "-m", "companion.cli", *words, "--settings", str(file)],
                stdout=log,
                stderr=log,
                env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
            )
            stack.callback(process.wait, PATIENCE_S)
            stack.callback(process.terminate)
        _until_a_game_is_followed(it, port)
        yield it


def _until_a_game_is_followed(it: RealStation, port: int) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            line.request("GET", "/")
            if b'id="things"' in line.getresponse().read():
                return
        except OSError:
            pass
        finally:
            line.close()
    logs = [(it.folder / f"{name}.log").read_text(encoding="utf-8") for name in ("station", "link")]
    pytest.fail(f"no game is followed: {logs}")
