"""The link as a process: its parts, begun and ended together."""

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from companion.journal import FILE_NAME
from companion.journal.visits import FILE_NAME as VISITS_FILE
from companion.link.errors import LinkError
from companion.link.exhibitera import ExhibiteraPart
from companion.link.extra import needs_paho
from companion.link.watch import StationWatch
from companion.settings.sections import Settings, from_home
from hardware.pins import is_raspberry_pi
from hardware.wall_clock import MachineClock


class Part(Protocol):
    """Something that the link does for somebody."""

    def start(self) -> None:
        """Begin, on threads of its own."""
        ...

    def stop(self) -> None:
        """End, soon."""
        ...


def parts_of(settings: Settings, watch: StationWatch) -> list[Part]:
    """What is set; raises LinkError, also where nothing is."""
    parts: list[Part] = []
    folder = from_home(settings.station.data)
    if settings.link.broker:
        with needs_paho():
            from companion.link.mqtt import MqttPart
        wall = MachineClock(on_pi=is_raspberry_pi())
        parts.append(MqttPart(settings, folder / FILE_NAME, folder / VISITS_FILE, watch, wall))
    if settings.link.hub:
        parts.append(ExhibiteraPart(settings, folder / VISITS_FILE, watch))
    if settings.link.page:
        try:
            from companion.link.page.part import PagePart
        except ModuleNotFoundError as error:
            raise LinkError(
                f"[link] page needs the libraries starlette and uvicorn ({error}); install the extra: "
                "five-lines[link]"
            ) from error
        parts.append(PagePart(settings))
    return parts


@contextmanager
def linked(settings: Settings) -> Iterator[list[Part]]:
    """The link, begun; it ends in the end. Raises LinkError."""
    if not settings.link.enabled:
        raise LinkError("[link] enabled is false: set it to true in station.toml, and start the station anew")
    watch = StationWatch(settings.door, time.monotonic)
    parts = parts_of(settings, watch)
    if not parts:
        raise LinkError(
            "[link] names nobody to be told: set broker, hub, or page = true; deploy/fleet.md explains"
        )
    begun: list[Part] = []
    watch.start()
    try:
        for part in parts:
            part.start()
            begun.append(part)
        yield begun
    finally:
        for part in reversed(begun):
            part.stop()
        watch.stop()


def run_link(settings: Settings) -> None:
    """Run the link until the process is told to end."""
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    with linked(settings):
        print("the link runs", file=sys.stderr, flush=True)
        ended.wait()
