"""The link as a process: its connectors, started and stopped together."""

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from companion.link.common import LinkError, needs_paho
from companion.link.exhibitera import ExhibiteraConnector
from companion.link.station_watch import StationWatch
from companion.settings.sections import Settings
from hardware.pins import is_raspberry_pi
from hardware.wall_clock import MachineClock


class Connector(Protocol):
    """A service of the link."""

    def start(self) -> None:
        """Start, on threads of its own."""
        ...

    def stop(self) -> None:
        """Stop soon."""
        ...


def connectors_of(settings: Settings, watch: StationWatch) -> list[Connector]:
    """Return the connectors of the settings; raise LinkError."""
    connectors: list[Connector] = []
    if settings.link.broker:
        with needs_paho():
            from companion.link.mqtt.connector import MqttConnector
        connectors.append(MqttConnector(settings, watch, MachineClock(on_pi=is_raspberry_pi())))
    if settings.link.hub:
        connectors.append(ExhibiteraConnector(settings, watch))
    if settings.link.page:
        try:
            from companion.link.page.connector import PageConnector
        except ModuleNotFoundError as error:
            raise LinkError(
                f"[link] page needs the libraries starlette, uvicorn and jinja2 ({error}); install the "
                "extra five-lines[link]"
            ) from error
        connectors.append(PageConnector(settings))
    return connectors


@contextmanager
def linked(settings: Settings) -> Iterator[list[Connector]]:
    """Run the link inside the context; raise LinkError."""
    if not settings.link.enabled:
        raise LinkError("[link] enabled is false: set it to true in station.toml, and restart the station")
    watch = StationWatch(settings.door, time.monotonic)
    connectors = connectors_of(settings, watch)
    if not connectors:
        raise LinkError(
            "[link] has nothing to connect to: set broker, hub, or page = true; docs/fleet.md explains"
        )
    started: list[Connector] = []
    watch.start()
    try:
        for connector in connectors:
            connector.start()
            started.append(connector)
        yield started
    finally:
        for connector in reversed(started):
            connector.stop()
        watch.stop()


def run_link(settings: Settings) -> None:
    """Run the link until SIGTERM or Ctrl-C."""
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    with linked(settings):
        print("the link runs", file=sys.stderr, flush=True)
        ended.wait()
