"""Measure how much memory a station and its link hold while 15 phones follow, over time.

    python bench/station_memory.py [--minutes 15] [--followers 15] [--every 60] [--virtual]

A station plays by itself in real time, in its window of 800x480 that is drawn where nobody sees it; its link
speaks to a real Mosquitto and serves the page. Each is a process of its own, as on a station. Another process
draws the table (`bench/drawn_apart.py`), as a camera's pictures come from outside; with `--virtual` the
station draws it. A line every so many seconds says how much memory each holds, what of it is its own (not a
part of a library's file, which the system may drop and read again), and how many files it has open. Memory
is asked for as in the services: what their files in deploy/service say of it is set here, too.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import ExitStack, suppress
from http.client import HTTPException
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.processes import link_settings, memory_mb, open_files
from companion.link.demo import free_port, ours, running
from companion.settings.sections import Settings, StationSettings
from companion.settings.settings_file import settings_text
from tests.support.broker import Broker, Listener
from tests.support.page_server import Stream

SERVICES = Path(__file__).parents[1] / "deploy/service"
GAMES = 10_000  # more than anybody waits for
RETRY_S = 2.0  # as a browser does
MAX_TOGETHER_MB = 250.0
"""Limit of both together: a Zero 2 W has 512 MB, of which the system takes its part."""


def follow(port: int, stopped: threading.Event, counted: list[int]) -> None:
    """Follow game after game, as a phone does, until `stopped`; count events in `counted`."""
    while not stopped.is_set():
        with suppress(OSError, HTTPException, ValueError):
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as page:
                game = re.search(r'data-after="(\d+)" data-game="([^"]+)"', page.read().decode())
            if game is None:
                stopped.wait(RETRY_S)
                continue
            stream = Stream(port, f"/stream?game={game[2]}&after={game[1]}", {})
            try:
                for _, kind, _ in stream.events():
                    counted[0] += 1
                    if kind == "next" or stopped.is_set():
                        break
            finally:
                stream.close()
        stopped.wait(RETRY_S)


def main() -> int:
    """Print the curve; 1 if both together hold more than they may at the end, or one of them has ended."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=15.0, help="how long it is watched (15)")
    parser.add_argument("--followers", type=int, default=15, help="how many phones follow (15)")
    parser.add_argument("--every", type=float, default=60.0, help="seconds between two lines (60)")
    parser.add_argument("--virtual", action="store_true", help="the station draws the table itself")
    args = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="five-lines-memory-")))
        broker = Broker(folder)
        stack.callback(broker.stop)
        broker.start()
        link = link_settings(broker.port, page=True, page_port=free_port(), page_open=True)
        settings = Settings(station=StationSettings(data=folder / "data"), link=link)
        file = folder / "station.toml"
        file.write_text(settings_text(settings), encoding="utf-8")
        given = ["--settings", str(file)]
        plays = ["--virtual", "--autoplay", str(GAMES), *given]
        plays += ["--journal", str(folder / "data" / "journal.sqlite")]
        apart = [sys.executable, "-m", "bench.drawn_apart", str(folder / "calibration"), *plays]
        station = as_service("five-lines", ours(["station", *plays]) if args.virtual else apart)
        linked = as_service("five-lines-link", ours(["link", *given]))
        both = {
            "station": stack.enter_context(running(station, folder / "station.log")),
            "link": stack.enter_context(running(linked, folder / "link.log")),
        }
        listener = Listener(broker.port)
        stack.callback(listener.close)
        listener.newest("five-lines/hall-1/status", "online")
        stopped, counted = threading.Event(), [0]
        stack.callback(stopped.set)
        for _ in range(args.followers):
            threading.Thread(target=follow, args=(link.page_port, stopped, counted), daemon=True).start()
        return watch(both, args.minutes, args.every, counted, folder)


def as_service(name: str, command: list[str]) -> list[str]:
    """Return a command with what the service's file says of memory."""
    unit = (SERVICES / f"{name}.service").read_text(encoding="utf-8")
    return ["env", *re.findall(r"^Environment=((?:MALLOC|OPENBLAS)\w+=\S+)", unit, re.MULTILINE), *command]


def watch(
    both: dict[str, "subprocess.Popen[bytes]"], minutes: float, every: float, counted: list[int], folder: Path
) -> int:
    """Print a line now and then; return the exit status."""
    began_s, together = time.monotonic(), 0.0
    while time.monotonic() - began_s < 60 * minutes:
        time.sleep(every)
        ended = [name for name, process in both.items() if process.poll() is not None]
        if ended:
            print(f"{ended[0]} ended by itself:\n{(folder / f'{ended[0]}.log').read_text()}", file=sys.stderr)
            return 1
        held = {
            name: (memory_mb(process.pid), memory_mb(process.pid, "RssAnon"))
            for name, process in both.items()
        }
        files = {name: open_files(process.pid) for name, process in both.items()}
        together = sum(resident for resident, _ in held.values())
        each = ", ".join(
            f"{name} {held[name][0]:.0f} MB ({held[name][1]:.0f} its own), {files[name]} files"
            for name in both
        )
        minute = (time.monotonic() - began_s) / 60
        print(f"minute {minute:5.1f}: {each}; together {together:.0f} MB; {counted[0]} events", flush=True)
    return int(together > MAX_TOGETHER_MB)


if __name__ == "__main__":
    sys.exit(main())
