"""All stations of a broker, for staff who look after several."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from paho.mqtt.client import Client, ConnectFlags, MQTTMessage
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.link.common import PREFIX, LinkError
from companion.link.mqtt.connector import KEEP_ALIVE_S, Broker, client_of
from companion.link.mqtt.topics import HEALTH, ONLINE, STATE, STATISTICS, STATUS
from companion.system.data import DataError, json_data

COLUMNS = ("station", "status", "state", "since", "faults", "visits today", "version")

CONNECT_S = 10.0  # timeout of the broker's answer
MAX_STATIONS = 1000  # further stations are ignored: that many is a flood


@dataclass(slots=True)
class StationRecord:
    """The retained messages of one station."""

    status: str = ""
    payloads: dict[str, dict[str, Any]] = field(default_factory=dict)

    def row(self, station: str) -> tuple[str, ...]:
        """Return the station as a row of `COLUMNS`."""
        state, health = self.payloads.get(STATE, {}), self.payloads.get(HEALTH, {})
        faults = health.get("faults")
        named = (
            [str(it.get("what")) for it in faults if isinstance(it, dict)] if isinstance(faults, list) else []
        )
        return (
            station,
            self.status or "?",
            # The last state of an offline station is out of date.
            str(state.get("state", "?")) if self.status == ONLINE else "-",
            str(state.get("since") or "-"),
            " ".join(named) or "-",
            str(self.payloads.get(STATISTICS, {}).get("visits", "-")),
            str(health.get("version", "?")),
        )


class Fleet:
    """All stations of a broker, as their messages come."""

    def __init__(self) -> None:
        self._stations: dict[str, StationRecord] = {}
        self._changed = threading.Condition()
        self._turn = 0

    def receive(self, topic: str, payload: bytes) -> None:
        """Handle an MQTT message; ignore anything not from a station."""
        _, station, name = (*topic.split("/"), "", "")[:3]
        if station not in self._stations and len(self._stations) >= MAX_STATIONS:
            return
        with self._changed:
            record = self._stations.setdefault(station, StationRecord())
            try:
                if name == STATUS:
                    record.status = payload[:20].decode()
                else:
                    table = json_data(payload.decode()).table()
                    record.payloads[name] = {key: data.value for key, data in table.items()}
            except (UnicodeDecodeError, DataError):
                return
            self._turn += 1
            self._changed.notify_all()

    def rows(self) -> list[tuple[str, ...]]:
        """Return the stations by their names."""
        with self._changed:
            return [record.row(station) for station, record in sorted(self._stations.items())]

    def wait(self, turn: int, timeout_s: float) -> int:
        """Wait for another turn, or the timeout, and return the turn."""
        with self._changed:
            self._changed.wait_for(lambda: self._turn != turn, timeout_s)
            return self._turn

    def settle(self, quiet_s: float) -> None:
        """Wait until nothing more comes for a while: all retained messages have come by then."""
        turn = -1
        while (now := self.wait(turn, quiet_s)) != turn:
            turn = now


@contextmanager
def fleet_of(broker: Broker) -> Iterator[Fleet]:
    """Follow the stations of a broker; raise LinkError if it can't be reached."""
    fleet, answered = Fleet(), threading.Event()
    refusal = ""

    def connected(
        client: Client, _: object, flags: ConnectFlags, reason: ReasonCode, more: Properties | None
    ) -> None:
        nonlocal refusal
        refusal = f"{reason}" if reason.is_failure else ""
        for name in (STATUS, STATE, HEALTH, STATISTICS):
            client.subscribe(f"{PREFIX}/+/{name}", qos=1)
        answered.set()

    def received(client: Client, _: object, message: MQTTMessage) -> None:
        fleet.receive(message.topic, bytes(message.payload))

    client = client_of(broker, "")
    client.on_connect = connected
    client.on_message = received
    where = f"{broker.host}:{broker.port}"
    try:
        client.connect(broker.host, broker.port, KEEP_ALIVE_S)
    except (OSError, ValueError) as error:
        raise LinkError(f"the broker {where} can't be reached ({error}); check name, port and TLS") from error
    client.loop_start()
    try:
        if not answered.wait(CONNECT_S):
            raise LinkError(f"the broker {where} does not answer")
        if refusal:
            raise LinkError(f"the broker {where} refuses {broker.user!r} ({refusal}); check the password")
        yield fleet
    finally:
        client.disconnect()
        client.loop_stop()


def as_json(rows: list[tuple[str, ...]]) -> list[str]:
    """Return the rows as one JSON object a line."""
    return [json.dumps(dict(zip(COLUMNS, row, strict=True))) for row in rows]
