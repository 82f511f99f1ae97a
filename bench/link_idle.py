"""Measure the link while nobody asks it anything: memory and processor, with a broker and the page.

    python bench/link_idle.py [--seconds 30]

A station of the tests answers, a real Mosquitto listens, and `five-lines link` runs as a process of its own.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.processes import cpu_s, link_settings, memory_mb
from companion.link.demo import free_port
from tests.support.answering import AnsweringStation
from tests.support.broker import Broker, Listener

SETTLED_S = 5.0
"""Seconds after connecting until everything has started."""


def main(seconds: float) -> None:
    """Measure, and print one line."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        broker = Broker(folder)
        broker.start()
        link = link_settings(broker.port, page=True, page_port=free_port())
        station = AnsweringStation(folder, link)
        station.start()
        station.play(200)
        listener = Listener(broker.port)
        command = [sys.executable, "-m", "companion.cli", "link", "--settings", str(station.file)]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            listener.newest("five-lines/hall-1/status", "online")
            time.sleep(SETTLED_S)
            before_s, began_s = cpu_s(process.pid), time.monotonic()
            time.sleep(seconds)
            used_s, took_s = cpu_s(process.pid) - before_s, time.monotonic() - began_s
            print(f"{memory_mb(process.pid):.1f} MB, {100 * used_s / took_s:.2f} % of a core")
        finally:
            process.terminate()
            process.wait()
            listener.close()
            station.stop()
            broker.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=30.0, help="how long it is watched")
    main(parser.parse_args().seconds)
