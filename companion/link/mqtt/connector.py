"""Publishing the station to an MQTT broker, and receiving commands from it.

The journal is the queue: what the broker has not acknowledged is sent again, oldest first, from the cursor
that the link keeps. paho's own queue, in memory, never holds more than a few entries.
"""

import queue
import secrets
import threading
import time
from contextlib import suppress

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage, MQTTMessageInfo
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.journal import FILE_NAME
from companion.journal.visits import FILE_NAME as VISITS_FILE
from companion.link.common import Log, Memory, json_out, station_name
from companion.link.control_client import ControlClient, NoStationError
from companion.link.follower import Follower, JournalEntry
from companion.link.mqtt import topics
from companion.link.mqtt.broker import Broker, broker_of
from companion.link.mqtt.outbox import MAX_IN_FLIGHT, Outbox
from companion.link.mqtt.retained import Retained
from companion.link.station_watch import StationWatch
from companion.settings.sections import Settings, from_home
from hardware.wall_clock import WallClock

KEEP_ALIVE_S = 20  # MQTT keep-alive; after 1.5 times this a broker reports a link that hangs as offline

POLL_S = 5.0
"""Interval of polling the journal even if the station reports nothing, for example while it hangs."""

MIN_DELAY_S, MAX_DELAY_S = 1, 60  # seconds before another try to connect; the next wait is twice as long
STABLE_S = 60.0  # after a connection as long as that, the delay is the shortest again
MAX_COMMANDS = 10  # commands in the queue; further ones are refused

MAX_BYTES = 4_000_000
"""Maximum that a broker may send in a minute: ten times the acknowledgements of a day without a broker."""

RECEIVER = "mqtt"


class BoundedClient(Client):
    """Closes a connection through which too much comes, before it takes the memory."""

    since_s, came = 0.0, 0

    def _sock_recv(self, bufsize: int) -> bytes:
        data = super()._sock_recv(min(bufsize, MAX_BYTES))
        now_s = time.monotonic()
        # A minute begins with what comes: across one of the clock's a flood could be twice as large.
        if now_s - self.since_s >= 60:
            self.since_s, self.came = now_s, 0
        self.came += len(data)
        if self.came > MAX_BYTES:
            raise ConnectionError
        return data


def client_of(broker: Broker, name: str) -> BoundedClient:
    """Return a client that is not connected yet; raise LinkError."""
    client = BoundedClient(CallbackAPIVersion.VERSION2, client_id=name)
    if broker.password is not None:
        client.username_pw_set(broker.user, broker.password)
    if (trusted := broker.trusted()) is not None:
        client.tls_set_context(trusted)
    client.reconnect_delay_set(MIN_DELAY_S, MAX_DELAY_S)
    client.max_inflight_messages_set(MAX_IN_FLIGHT)
    return client


class MqttConnector:
    """Publishes to a broker, on two threads: paho's own, which receives, and one that sends.

    `wall` returns the time, if it is certain.
    """

    def __init__(
        self,
        settings: Settings,
        watch: StationWatch,
        wall: WallClock,
        log: Log | None = None,
    ) -> None:
        folder = from_home(settings.station.data)
        self.station = station_name(settings.link)
        self._broker = broker_of(settings, notes=True)
        self._link = settings.link
        self._visits = folder / VISITS_FILE
        self._watch = watch
        self._wall = wall
        self._log = log or Log()
        self._station = ControlClient(settings.door)
        self._commands: queue.Queue[tuple[str, bytes]] = queue.Queue(MAX_COMMANDS)
        self._stopped = threading.Event()
        self._is_new = self._born = self._is_ready = False
        self._connected_s, self._delay_s = float("-inf"), MIN_DELAY_S
        self._follower = Follower(folder / FILE_NAME)
        self._outbox = Outbox(self._follower, Memory(settings.link_folder), RECEIVER, self._send)
        self._retained = Retained(self.station, self._retain, self._visits, wall, self._link)
        self._client = client_of(self._broker, f"five-lines-{secrets.token_hex(8)}")
        self._client.will_set(self._topic(topics.STATUS), topics.OFFLINE, qos=1, retain=True)
        self._client.on_connect = self._connected
        self._client.on_disconnect = self._disconnected
        self._client.on_connect_fail = self._not_connected
        self._client.on_message = self._received
        self._client.on_publish = self._acknowledged
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)

    def start(self) -> None:
        """Begin; connect again and again until the broker is there."""
        self._client.connect_async(self._broker.host, self._broker.port, KEEP_ALIVE_S)
        self._client.loop_start()
        self._thread.start()

    def stop(self) -> None:
        """Publish that the station is offline, and end."""
        self._stopped.set()
        self._watch.wake()
        self._thread.join(5.0)
        if self._client.is_connected():
            with suppress(ValueError, RuntimeError):
                self._retain(self._topic(topics.STATUS), topics.OFFLINE).wait_for_publish(2.0)
        self._client.disconnect()
        self._client.loop_stop()
        with suppress(OSError):
            self._outbox.keep(time.monotonic(), at_once=True)

    def _topic(self, name: str) -> str:
        return topics.topic(self.station, name)

    # Called by paho, on its own thread.

    def _connected(
        self, client: Client, _: object, flags: ConnectFlags, reason: ReasonCode, more: Properties | None
    ) -> None:
        if reason.is_failure:
            self._log(f"the broker {self._broker.host} refuses {self._broker.user}: {reason}")
            return
        self._log(f"connected to {self._broker.host}:{self._broker.port} as {self.station}")
        client.subscribe(self._topic("command/+"), qos=1)
        client.subscribe(topics.HOME_ASSISTANT_BIRTH, qos=1)
        self._is_new, self._connected_s = True, time.monotonic()
        # Not before: an entry sent earlier would overtake those that are sent again.
        self._is_ready = True
        self._watch.wake()

    def _disconnected(
        self, client: Client, _: object, flags: DisconnectFlags, reason: ReasonCode, more: Properties | None
    ) -> None:
        self._is_ready = False
        if not self._stopped.is_set() and reason.is_failure:
            # paho begins at its shortest delay after every connection, however soon it was cut.
            is_short = time.monotonic() - self._connected_s < STABLE_S
            self._delay_s = min(2 * self._delay_s, MAX_DELAY_S) if is_short else MIN_DELAY_S
            client.reconnect_delay_set(self._delay_s, MAX_DELAY_S)
            too_much = f"sends more than {MAX_BYTES // 1_000_000} MB a minute: the connection is cut"
            why = too_much if self._client.came > MAX_BYTES else "has closed the connection"
            self._log(f"the broker {self._broker.host} {why}")
            self._client.came = 0

    def _not_connected(self, client: Client, _: object) -> None:
        where = f"{self._broker.host}:{self._broker.port}"
        self._log(f"the broker {where} can't be reached; five-lines doctor --only link says more")

    def _received(self, client: Client, _: object, message: MQTTMessage) -> None:
        try:
            topic = message.topic
        except UnicodeDecodeError:
            self._log("a message is dropped: its topic is no UTF-8 text")
            return
        if topic == topics.HOME_ASSISTANT_BIRTH:
            self._born = self._born or message.payload == topics.ONLINE.encode()
        # A retained command would be carried out again at each start.
        elif not message.retain:
            name = topic.rpartition("/")[2]
            try:
                self._commands.put_nowait((name, bytes(message.payload[: topics.MAX_PAYLOAD_BYTES + 1])))
            except queue.Full:
                self._answer(name, "too many commands at once", only_logged=True)
        self._watch.wake()

    def _acknowledged(
        self, client: Client, _: object, mid: int, reason: ReasonCode, more: Properties
    ) -> None:
        self._outbox.acknowledge(mid)
        self._watch.wake()

    # The sending thread.

    def _run(self) -> None:
        turn, pause_s = -1, POLL_S
        while not self._stopped.is_set():
            turn = self._watch.wait(turn, pause_s).turn
            try:
                pause_s = self._turn()
            except Exception as error:
                # The next turn may succeed; the station goes on in any case.
                self._log(f"a bug of the link, {type(error).__name__}: {error}", type(error))
                self._stopped.wait(1.0)
        self._station.close()
        self._follower.close()

    def _turn(self) -> float:
        """Do what is due; return how soon there may be more."""
        self._run_commands()
        is_ready = self._is_ready
        if self._is_new:
            self._is_new = False
            self._outbox.reconnected()
            self._retained.forget()
        if self._born:
            self._born = False
            self._retained.forget_discovery()
        soon_s = None
        if is_ready and self._is_ready:
            self._retained.update(self._watch.status, time.monotonic())
            soon_s = self._outbox.go_on(time.monotonic())
        self._outbox.keep(time.monotonic())
        return POLL_S if soon_s is None else soon_s

    def _run_commands(self) -> None:
        with suppress(queue.Empty):
            while True:
                name, payload = self._commands.get_nowait()
                self._answer(name, self._run_command(name, payload))

    def _run_command(self, name: str, payload: bytes) -> str | None:
        """Have the station carry out a command; return why it could not, None if it has."""
        try:
            answer = self._station.ask(topics.question_of(name, payload))
        except topics.PayloadError as error:
            return str(error)
        except NoStationError:
            return "the station does not answer"
        return None if answer.get("ok") else str(answer.get("why"))

    def _answer(self, name: str, why: str | None, *, only_logged: bool = False) -> None:
        """Log and publish the answer to a command; `only_logged`: not one for each of a flood."""
        if why is None:
            is_logged = self._log(f"command {name}: done")
        else:
            is_logged = self._log(f"command {name[:40]}: refused: {why}", "refused")
        if only_logged and not is_logged:
            return
        answer: topics.Answer = {"command": name, "done": why is None}
        if why is not None:
            answer["why"] = why
        self._client.publish(self._topic(topics.ANSWER), json_out(answer), qos=1)

    def _send(self, entry: JournalEntry) -> int:
        is_sure = self._wall() is not None
        text = json_out(topics.event_payload(entry, is_sure=is_sure))
        return self._client.publish(self._topic(topics.EVENT), text, qos=1).mid

    def _retain(self, where: str, text: str) -> MQTTMessageInfo:
        return self._client.publish(where, text, qos=1, retain=True)
