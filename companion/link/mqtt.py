"""Telling an MQTT broker how the station is, and hearing commands from it.

The journal is the queue: what the broker has not acknowledged is sent again, oldest first, from the number
that the link remembers. paho's own queue, in memory, never holds more than a few entries.
"""

import json
import queue
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage, MQTTMessageInfo
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.link.asking import NoStationError, StationLine
from companion.link.delivery import IN_FLIGHT, Delivery
from companion.link.errors import LinkError, PasswordError
from companion.link.follower import Follower, Told
from companion.link.memory import Memory
from companion.link.names import station_name
from companion.link.retained import Retained
from companion.link.topics import (
    ANSWER,
    EVENT,
    HOME_ASSISTANT_BIRTH,
    MAX_PAYLOAD_BYTES,
    OFFLINE,
    ONLINE,
    STATUS,
    PayloadError,
    event_told,
    question_of,
    topic,
)
from companion.link.watch import StationWatch
from companion.settings.sections import Settings
from hardware.wall_clock import WallClock

KEEP_ALIVE_S = 20
"""After half as much again a broker says of a link that hangs that the station is offline."""

LOOK_S = 5.0
"""So often the journal is looked at though the station has told nothing, as while it hangs."""

MAX_COMMANDS = 10
"""Commands that wait; more are refused."""

RECEIVER = "mqtt"


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker is, and who we are there; `ca` None trusts what the machine trusts."""

    host: str
    port: int
    user: str
    password: str | None
    tls: bool
    ca: Path | None


def broker_of(settings: Settings, *, with_password: bool = True) -> Broker:
    """The broker that is set; raises LinkError, and PasswordError where the password can't be read."""
    link = settings.link
    password = _password(settings) if with_password else None
    ca = link.ca if link.ca != Path() else None
    port = link.port or (8883 if link.tls else 1883)
    return Broker(link.broker, port, link.user or station_name(link), password, link.tls, ca)


def _password(settings: Settings) -> str | None:
    named = settings.link.password
    file = named if named != Path() else settings.link_folder / "mqtt-password"
    try:
        return file.read_text(encoding="utf-8").partition("\n")[0].strip()
    except FileNotFoundError as error:
        if named == Path():
            return None
        raise LinkError(f"{file}: there is no such file with the password") from error
    except (OSError, UnicodeDecodeError) as error:
        raise PasswordError(f"{file}: the password can't be read ({error}); check the rights") from error


def client_of(broker: Broker, name: str) -> Client:
    """A client that is not connected yet; raises LinkError."""
    client = Client(CallbackAPIVersion.VERSION2, client_id=name)
    if broker.password is not None:
        client.username_pw_set(broker.user, broker.password)
    if broker.tls:
        try:
            client.tls_set(None if broker.ca is None else str(broker.ca))
        except (OSError, ValueError) as error:
            raise LinkError(
                f"{broker.ca}: there is no certificate to be read ({error}); copy the broker's to it"
            ) from error
    client.reconnect_delay_set(1, 60)
    client.max_inflight_messages_set(IN_FLIGHT)
    return client


class MqttPart:
    """Keeps a broker told, on two threads: paho's own, which hears, and one that sends.

    `wall` tells the time, if anybody can be sure of it. `say` takes lines for the log.
    """

    def __init__(
        self,
        settings: Settings,
        journal: Path,
        visits: Path,
        watch: StationWatch,
        wall: WallClock,
        say: Callable[[str], None] = lambda line: print(line, file=sys.stderr, flush=True),
    ) -> None:
        self.station = station_name(settings.link)
        self._broker = broker_of(settings)
        self._home_assistant = settings.link.home_assistant
        self._watch = watch
        self._wall = wall
        self._say = say
        self._line = StationLine(settings.door)
        self._commands: queue.Queue[tuple[str, bytes]] = queue.Queue(MAX_COMMANDS)
        self._stopped = threading.Event()
        self._anew = self._born = self._is_let_in = False
        self._complaint = ""
        memory = Memory(settings.link_folder)
        self._follower = Follower(journal)
        self._delivery = Delivery(self._follower, memory, RECEIVER, self._send)
        self._retained = Retained(
            self.station,
            self._retain,
            journal.parent,
            visits,
            wall,
            home_assistant=self._home_assistant,
            may_reboot=settings.link.reboot,
        )
        self._client = client_of(self._broker, f"five-lines-{self.station}")
        self._client.will_set(self._topic(STATUS), OFFLINE, qos=1, retain=True)
        self._client.on_connect = self._connected
        self._client.on_disconnect = self._disconnected
        self._client.on_connect_fail = self._not_connected
        self._client.on_message = self._heard
        self._client.on_publish = self._acknowledged
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)

    def start(self) -> None:
        """Begin; a broker that is not there is tried again and again."""
        self._client.connect_async(self._broker.host, self._broker.port, KEEP_ALIVE_S)
        self._client.loop_start()
        self._thread.start()

    def stop(self) -> None:
        """Say that the station is offline, and end."""
        self._stopped.set()
        self._watch.wake()
        self._thread.join(5.0)
        if self._client.is_connected():
            with suppress(ValueError, RuntimeError):
                self._retain(self._topic(STATUS), OFFLINE).wait_for_publish(2.0)
        self._client.disconnect()
        self._client.loop_stop()
        with suppress(OSError):
            self._delivery.keep(time.monotonic(), at_once=True)

    def _topic(self, name: str) -> str:
        return topic(self.station, name)

    # What paho calls, on its own thread.

    def _connected(
        self, client: Client, _: object, flags: ConnectFlags, reason: ReasonCode, more: Properties | None
    ) -> None:
        if reason.is_failure:
            self._complain(f"the broker {self._broker.host} refuses {self._broker.user}: {reason}")
            return
        self._complain(f"connected to {self._broker.host}:{self._broker.port} as {self.station}")
        client.subscribe(self._topic("command/+"), qos=1)
        if self._home_assistant:
            client.subscribe(HOME_ASSISTANT_BIRTH, qos=1)
        self._anew = True
        # Not before: what is sent between the broker's word and this would be ahead of what is sent again.
        self._is_let_in = True
        self._watch.wake()

    def _disconnected(
        self, client: Client, _: object, flags: DisconnectFlags, reason: ReasonCode, more: Properties | None
    ) -> None:
        self._is_let_in = False
        if not self._stopped.is_set() and reason.is_failure:
            self._complain(f"the broker {self._broker.host} is gone: {reason}")

    def _not_connected(self, client: Client, _: object) -> None:
        where = f"{self._broker.host}:{self._broker.port}"
        self._complain(f"the broker {where} can't be reached; five-lines doctor --only link says more")

    def _heard(self, client: Client, _: object, message: MQTTMessage) -> None:
        if message.topic == HOME_ASSISTANT_BIRTH:
            self._born = self._born or message.payload == ONLINE.encode()
        # A command that the broker has kept would be followed at each start, for ever.
        elif not message.retain:
            name = message.topic.rpartition("/")[2]
            try:
                self._commands.put_nowait((name, bytes(message.payload[: MAX_PAYLOAD_BYTES + 1])))
            except queue.Full:
                self._answer(name, "too many commands at once")
        self._watch.wake()

    def _acknowledged(
        self, client: Client, _: object, mid: int, reason: ReasonCode, more: Properties
    ) -> None:
        self._delivery.acknowledge(mid)
        self._watch.wake()

    # What is sent, on a thread of its own.

    def _run(self) -> None:
        turn, pause_s = -1, LOOK_S
        while not self._stopped.is_set():
            turn = self._watch.wait(turn, pause_s).turn
            try:
                pause_s = self._turn()
            except Exception as error:
                # Whatever it is, the next turn may go well, and the station goes on in any case.
                self._complain(f"a fault of the link, {type(error).__name__}: {error}")
                self._stopped.wait(1.0)
        self._line.close()
        self._follower.close()

    def _turn(self) -> float:
        """Do what is to be done now; how soon there is more, at the latest."""
        self._follow_commands()
        is_let_in = self._is_let_in
        if self._anew:
            self._anew = False
            self._delivery.reconnected()
            self._retained.forget()
        if self._born:
            self._born = False
            self._retained.forget_discovery()
        soon_s = None
        if is_let_in:
            self._retained.tell(self._watch.known, time.monotonic())
            soon_s = self._delivery.go_on(time.monotonic())
        self._delivery.keep(time.monotonic())
        return LOOK_S if soon_s is None else soon_s

    def _follow_commands(self) -> None:
        with suppress(queue.Empty):
            while True:
                name, payload = self._commands.get_nowait()
                self._answer(name, self._follow(name, payload))

    def _follow(self, name: str, payload: bytes) -> str | None:
        """Have the station follow a command; why it could not, None if it has."""
        try:
            answer = self._line.ask(question_of(name, payload))
        except PayloadError as error:
            return str(error)
        except NoStationError:
            return "the station does not answer"
        return None if answer.get("ok") else str(answer.get("why"))

    def _answer(self, name: str, why: str | None) -> None:
        self._say(f"command {name}: {'done' if why is None else f'refused: {why}'}")
        said = {"command": name, "done": why is None} | ({} if why is None else {"why": why})
        self._client.publish(self._topic(ANSWER), json.dumps(said, ensure_ascii=False), qos=1)

    def _send(self, told: Told) -> int:
        is_sure = self._wall() is not None
        text = json.dumps(event_told(told, is_sure=is_sure), ensure_ascii=False)
        return self._client.publish(self._topic(EVENT), text, qos=1).mid

    def _retain(self, where: str, text: str) -> MQTTMessageInfo:
        return self._client.publish(where, text, qos=1, retain=True)

    def _complain(self, line: str) -> None:
        """Log how it stands with the broker, once."""
        if line != self._complaint:
            self._complaint = line
            self._say(line)
