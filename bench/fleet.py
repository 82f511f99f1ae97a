"""Measures a fleet: entries of many stations through a real Mosquitto, and whether any is lost.

    python bench/fleet.py --stations 30 --entries 4800

Each station has a journal of its own, a socket that answers, and the link as it is shipped, all in this
process; the broker is Mosquitto with the limits of deploy/link/mosquitto.conf. All entries are there at the
start, as after an outage of a day, which is the worst.
"""

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from bench.processes import link_settings, memory_mb
from companion.game import Seat
from companion.journal import Journal
from companion.link.common import Log, Memory
from companion.link.demo import free_port
from companion.link.follower import Follower
from companion.link.mqtt.connector import MqttConnector
from companion.link.mqtt.outbox import Cursor, keep_cursor
from companion.link.station_watch import StationWatch
from companion.referee.events import Thrown
from companion.settings.sections import Settings, StationSettings
from tests.support.answering import AnsweringStation
from tests.support.playing import noon

PATIENCE_S = 400.0


def main() -> int:
    """Measure and print; return 1 if anything was lost or out of order."""
    parser = argparse.ArgumentParser(description="Measure a fleet at a real Mosquitto.")
    parser.add_argument("--stations", type=int, default=30)
    parser.add_argument("--entries", type=int, default=4800)
    args = parser.parse_args()
    broker = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin")
    if broker is None:
        print("mosquitto is not installed", file=sys.stderr)
        return 2
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="five-lines-fleet-")))
        port = free_port()
        limits = "max_inflight_messages 20\nmax_queued_messages 100000\nallow_anonymous true\nuser root\n"
        (folder / "mosquitto.conf").write_text(f"listener {port} 127.0.0.1\n{limits}")
        mosquitto = subprocess.Popen(
            [broker, "-c", str(folder / "mosquitto.conf")], stderr=subprocess.DEVNULL
        )
        stack.callback(mosquitto.wait)
        stack.callback(mosquitto.terminate)
        return _measure(folder, port, args.stations, args.entries, mosquitto.pid)


def _measure(folder: Path, port: int, stations: int, entries: int, pid: int) -> int:
    names = [f"table-{number}" for number in range(1, stations + 1)]
    came: dict[str, list[int]] = {name: [] for name in names}
    size, done = 0, threading.Event()

    def heard(client: Client, _: object, message: MQTTMessage) -> None:
        nonlocal size
        size += len(message.topic) + len(message.payload)
        numbers = came[message.topic.split("/")[1]]
        numbers.append(json.loads(message.payload)["number"])
        if numbers[-1] == entries and all(it and it[-1] == entries for it in came.values()):
            done.set()

    listener = _connected(port)
    listener.on_message = heard
    listener.subscribe("five-lines/+/event", qos=1)
    parts: list[tuple[AnsweringStation, StationWatch, MqttConnector]] = []
    for name in names:
        (folder / name).mkdir()
        parts.append(_a_station(folder / name, name, port, entries))
    began_s, before = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF)
    for station, watch, part in parts:
        station.start()
        watch.start()
        part.start()
    is_done = done.wait(PATIENCE_S)
    took_s, after = time.monotonic() - began_s, resource.getrusage(resource.RUSAGE_SELF)
    for station, watch, part in parts:
        part.stop()
        watch.stop()
        station.stop()
    listener.disconnect()
    whole = sum(_once(numbers) == list(range(1, entries + 1)) for numbers in came.values())
    twice = sum(len(numbers) - len(_once(numbers)) for numbers in came.values())
    count = sum(map(len, came.values()))
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    how = "all came" if is_done else "not all came"
    per_s, per_event = count / took_s, size / max(1, count)
    print(
        f"{stations} stations, {entries} entries each: {how} in {took_s:.1f} s, {per_s:.0f} events a second"
    )
    print(f"whole and in order: {whole} of {stations}; came twice: {twice}")
    print(f"an event has {per_event:.0f} bytes with its topic; this process took {cpu_s:.1f} s of CPU")
    print(f"mosquitto holds {memory_mb(pid):.1f} MB")
    return 0 if whole == stations else 1


def _once(numbers: list[int]) -> list[int]:
    """Return the numbers that a receiver keeps, without those it has already seen."""
    kept: list[int] = []
    for number in numbers:
        if not kept or number > kept[-1]:
            kept.append(number)
    return kept


def _a_station(
    folder: Path, name: str, port: int, entries: int
) -> tuple[AnsweringStation, StationWatch, MqttConnector]:
    link = link_settings(port, station=name)
    station = AnsweringStation(folder, link)
    settings = Settings(station=StationSettings(data=folder / "data"), link=link)
    journal = folder / "data" / "journal.sqlite"
    with Journal(journal, noon) as written:
        written.append(None, [Thrown(ply, Seat.A, 4, 3, False) for ply in range(1, entries + 1)])
    with closing(Follower(journal)) as follower:
        keep_cursor(Memory(settings.link_folder), "mqtt", Cursor(str(follower.journal_id), 0))
    watch = StationWatch(settings.door, time.monotonic)
    part = MqttConnector(settings, watch, time.time, Log(lambda line: None))
    return station, watch, part


def _connected(port: int) -> Client:
    client = Client(CallbackAPIVersion.VERSION2)
    for _ in range(100):
        try:
            client.connect("127.0.0.1", port)
            break
        except OSError:
            time.sleep(0.1)
    client.loop_start()
    return client


def _rss_mb(pid: int) -> float:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return float("nan")
    return next(int(line.split()[1]) / 1000 for line in status.splitlines() if line.startswith("VmRSS"))


if __name__ == "__main__":
    sys.exit(main())
