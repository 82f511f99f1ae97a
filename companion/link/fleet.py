"""What a broker knows of all stations, for whoever looks after several."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from paho.mqtt.client import Client, ConnectFlags, MQTTMessage
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.link.errors import LinkError
from companion.link.mqtt import KEEP_ALIVE_S, Broker, client_of
from companion.link.names import PREFIX
from companion.link.topics import HEALTH, ONLINE, STATE, STATISTICS, STATUS
from companion.system.data import DataError, json_data

COLUMNS = ("station", "status", "state", "since", "faults", "visits today", "version")

CONNECT_S = 10.0
"""So long a broker may take to answer."""

MAX_STATIONS = 1000
"""More is no fleet but a flood."""


@dataclass(slots=True)
class Seen:
    """What is known of one station."""

    status: str = ""
    told: dict[str, dict[str, Any]] = field(default_factory=dict)

    def row(self, station: str) -> tuple[str, ...]:
        """The station as a row with these columns."""
        state, health = self.told.get(STATE, {}), self.told.get(HEALTH, {})
        faults = health.get("faults")
        named = (
            [str(it.get("what")) for it in faults if isinstance(it, dict)] if isinstance(faults, list) else []
        )
        return (
            station,
            self.status or "?",
            # What an offline station said last is no news of it.
            str(state.get("state", "?")) if self.status == ONLINE else "-",
            str(state.get("since") or "-"),
            " ".join(named) or "-",
            str(self.told.get(STATISTICS, {}).get("visits", "-")),
            str(health.get("version", "?")),
        )


class Fleet:
    """All stations of a broker, as they are told."""

    def __init__(self) -> None:
        self._stations: dict[str, Seen] = {}
        self._changed = threading.Condition()
        self._turn = 0

    def hear(self, topic: str, payload: bytes) -> None:
        """Take over a message; whatever is none of a station's is let go of."""
        _, station, name = (*topic.split("/"), "", "")[:3]
        if station not in self._stations and len(self._stations) >= MAX_STATIONS:
            return
        with self._changed:
            seen = self._stations.setdefault(station, Seen())
            try:
                if name == STATUS:
                    seen.status = payload[:20].decode()
                else:
                    told = json_data(payload.decode()).table()
                    seen.told[name] = {key: data.value for key, data in told.items()}
            except (UnicodeDecodeError, DataError):
                return
            self._turn += 1
            self._changed.notify_all()

    def rows(self) -> list[tuple[str, ...]]:
        """The stations by their names."""
        with self._changed:
            return [seen.row(station) for station, seen in sorted(self._stations.items())]

    def wait(self, turn: int, patience_s: float) -> int:
        """Wait until something has been told since a turn; the turn that it is now."""
        with self._changed:
            self._changed.wait_for(lambda: self._turn != turn, patience_s)
            return self._turn

    def settle(self, quiet_s: float) -> None:
        """Wait until nothing more comes for a while: what the broker keeps has come by then."""
        turn = -1
        while (now := self.wait(turn, quiet_s)) != turn:
            turn = now


@contextmanager
def fleet_of(broker: Broker) -> Iterator[Fleet]:
    """The stations of a broker, told as long as this lasts; raises LinkError when it can't be asked."""
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

    def heard(client: Client, _: object, message: MQTTMessage) -> None:
        fleet.hear(message.topic, bytes(message.payload))

    client = client_of(broker, "")
    client.on_connect = connected
    client.on_message = heard
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
    """The rows as one JSON object a line."""
    return [json.dumps(dict(zip(COLUMNS, row, strict=True))) for row in rows]
