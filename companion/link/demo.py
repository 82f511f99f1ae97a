"""A demo on one machine: virtual tables that play by themselves, their links, and a broker."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from secrets import randbelow

from companion.link.common import LinkError
from companion.settings.sections import LinkSettings, Settings, StationSettings
from companion.settings.settings_file import settings_text

SBIN = "/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin"  # where Debian and others put system programs
GAMES = 100_000  # more than anybody watches
EXIT_TIMEOUT_S = 5.0  # seconds that a program gets to exit before it is killed


@contextmanager
def demo(stations: int) -> Iterator[int]:
    """Run the demo inside the context and yield the broker's port; raise LinkError."""
    broker = shutil.which("mosquitto") or shutil.which("mosquitto", path=SBIN)
    if broker is None:
        raise LinkError("mosquitto, a broker, is not installed here; for example: sudo apt install mosquitto")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="five-lines-demo-")))
        port = free_port()
        conf = folder / "mosquitto.conf"
        conf.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n", encoding="utf-8")
        stack.enter_context(running([broker, "-c", str(conf)], folder / "mosquitto.log"))
        for number in range(1, stations + 1):
            name = f"table-{number}"
            (own := folder / name).mkdir()
            link = LinkSettings(enabled=True, station=name, broker="127.0.0.1", port=port, tls=False)
            text = settings_text(Settings(station=StationSettings(data=Path("data")), link=link))
            file = own / "station.toml"
            file.write_text(text, encoding="utf-8")
            given = ["--settings", str(file)]
            plays = ["station", "--virtual", "--autoplay", str(GAMES), "--seed", str(number), *given]
            journal = ["--journal", str(own / "data" / "journal.sqlite")]
            stack.enter_context(running(ours([*plays, *journal]), own / "station.log"))
            stack.enter_context(running(ours(["link", *given]), own / "link.log"))
        yield port


def ours(words: list[str]) -> list[str]:
    """Return the command line of a command of this program."""
    return [sys.executable, "-m", "companion.cli", *words]


@contextmanager
def running(command: list[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program without a screen inside the context, with a log of its own."""
    headless = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, stdout=out, stderr=out, stdin=subprocess.DEVNULL, env={**os.environ, **headless}
        )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            process.wait(EXIT_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_port() -> int:
    """Return a TCP port that is free, below those that the system gives to connections by itself."""
    while True:
        port = 20000 + randbelow(12000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
