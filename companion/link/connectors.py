"""The link as a process: its connectors, started and stopped together."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Protocol

from companion import FiveLinesError
from companion.link.common import (
    LinkError,
    Log,
    PasswordError,
    check_hosts,
    check_page,
    needs_paho,
    station_name,
)
from companion.link.exhibitera import ExhibiteraConnector, games_of, hub_of
from companion.link.mqtt.broker import broker_of
from companion.link.station_watch import StationWatch
from companion.settings.sections import Settings
from hardware.pins import is_raspberry_pi
from hardware.wall_clock import MachineClock

THREADS_S = 1.0  # interval of looking whether all threads are there, those of libraries as well


class ThreadEndedError(FiveLinesError, RuntimeError):
    """A thread has ended by a mistake, and what it did is done by nobody."""


class Connector(Protocol):
    """A service of the link."""

    def start(self) -> None:
        """Start, on threads of its own."""
        ...

    def stop(self) -> None:
        """Stop soon."""
        ...


def check_settings(settings: Settings) -> None:
    """Check what the link would refuse before it connects; raise LinkError."""
    link = settings.link
    if link.enabled and not (link.broker or link.hub or link.page):
        raise LinkError(
            "[link] has nothing to connect to: set broker, hub, or page = true; docs/fleet.md explains"
        )
    station_name(link)
    check_hosts(link)
    check_page(link)
    if link.hub:
        hub_of(link.hub)
    games_of(link.definitions)
    if link.broker:
        with suppress(PasswordError):  # only the link's own user can read it
            broker_of(settings)
        broker_of(settings, with_password=False).trusted()


def connectors_of(settings: Settings, watch: StationWatch) -> list[Connector]:
    """Return the connectors of the settings; raise LinkError."""
    check_settings(settings)
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
    with ExitStack() as started:
        watch.start()
        started.callback(watch.stop)
        for connector in connectors:
            connector.start()
            started.callback(connector.stop)
        yield connectors


def run_link(settings: Settings) -> None:
    """Run the link until SIGTERM or Ctrl-C; raise ThreadEndedError if one of its threads ends before."""
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    with linked(settings):
        lasting = threading.enumerate()
        Log()("the link runs")
        while not ended.wait(THREADS_S):
            if gone := [thread.name for thread in lasting if not thread.is_alive()]:
                raise ThreadEndedError(f"the thread {gone[0]} has ended; systemd starts the link again")
