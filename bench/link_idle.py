"""Measure the link while nobody asks it anything: memory and processor, with a broker and the page.

    python bench/link_idle.py [--seconds 30]

A station of the tests answers, a real Mosquitto listens, and `five-lines link` runs as a process of its own.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.link.demo import free_port
from companion.settings.sections import LinkSettings
from tests.support.answering import AnsweringStation
from tests.support.broker import Broker, Listener

SETTLED_S = 5.0
"""Seconds after connecting until everything has started."""


def cpu_s(process: int) -> float:
    """Return the processor time of a process."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(process: int) -> float:
    """Return the resident memory of a process."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    held = next(line for line in lines if line.startswith("VmRSS:"))
    return int(held.split()[1]) * 1024 / 1e6


def main(seconds: float) -> None:
    """Measure, and print one line."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        broker = Broker(folder)
        broker.start()
        link = LinkSettings(
            enabled=True,
            station="hall-1",
            broker="127.0.0.1",
            port=broker.port,
            tls=False,
            page=True,
            page_port=free_port(),
        )
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
            print(f"{resident_mb(process.pid):.1f} MB, {100 * used_s / took_s:.2f} % of a core")
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
