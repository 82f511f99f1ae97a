"""A real Mosquitto on this machine, and somebody who listens to it."""

import json
import re
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.link.demo import free_port

PATIENCE_S = 60.0
MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")


def listens(port: int) -> bool:
    """True if anybody takes connections there."""
    try:
        socket.create_connection(("127.0.0.1", port), 1.0).close()
    except OSError:
        return False
    return True


class Broker:
    """Mosquitto with its files in a folder; without `rules`, anybody may do anything."""

    def __init__(self, folder: Path, rules: str = "allow_anonymous true") -> None:
        if MOSQUITTO is None:
            pytest.skip("mosquitto is not installed")
        self.port = free_port()
        self._folder = folder
        conf = f"listener {self.port} 127.0.0.1\nuser root\nmax_queued_messages 100000\n{rules}\n"
        self._ports = [int(port) for port in re.findall(r"^listener (\d+)", conf, re.MULTILINE)]
        (folder / "mosquitto.conf").write_text(conf, encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert MOSQUITTO is not None
        with (self._folder / "mosquitto.log").open("ab") as log:
            command = [MOSQUITTO, "-c", str(self._folder / "mosquitto.conf")]
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        for port in self._ports:
            while not listens(port):
                if self._process.poll() is not None:
                    text = (self._folder / "mosquitto.log").read_text(encoding="utf-8")
                    pytest.fail(f"mosquitto did not start: {text}")

    def stop(self, with_signal: int = signal.SIGTERM) -> None:
        if self._process is not None:
            self._process.send_signal(with_signal)
            self._process.wait()
            self._process = None


class Listener:
    """Somebody at the broker: what came, and what it says itself."""

    def __init__(self, port: int, wanted: str = "#", user: str | None = None, password: str = "") -> None:
        self.came: list[tuple[str, str, bool]] = []
        self._changed = threading.Condition()
        self._ready = threading.Event()
        self._client = Client(CallbackAPIVersion.VERSION2)
        if user is not None:
            self._client.username_pw_set(user, password)
        self._client.reconnect_delay_set(1, 1)
        self._client.on_message = self._hear
        self._client.on_connect = lambda client, *_: client.subscribe(wanted, qos=1)
        self._client.on_subscribe = lambda *_: self._ready.set()
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert self._ready.wait(PATIENCE_S)

    def _hear(self, client: Client, data: object, message: MQTTMessage) -> None:
        with self._changed:
            self.came.append((message.topic, bytes(message.payload).decode(), message.retain))
            self._changed.notify_all()

    def until(self, is_there: Callable[[], bool], what: str) -> None:
        """Wait until something is so, which it must be before long."""
        with self._changed:
            if not self._changed.wait_for(is_there, PATIENCE_S):
                pytest.fail(f"{what} did not come; there came {[topic for topic, *_ in self.came][-20:]}")

    def stays_quiet(self, for_s: float) -> bool:
        """True if nothing comes for this long."""
        with self._changed:
            return not self._changed.wait_for(lambda: bool(self.came), for_s)

    def texts(self, topic: str) -> list[str]:
        return [text for at, text, _ in self.came if at == topic]

    def newest(self, topic: str, text: str) -> None:
        """Wait until the newest message of a topic is this."""
        self.until(lambda: self.texts(topic)[-1:] == [text], f"{text!r} on {topic}")

    def said(self, topic: str) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self.texts(topic)]

    def say(self, topic: str, text: str, *, retain: bool = False) -> None:
        self._client.publish(topic, text, qos=1, retain=retain).wait_for_publish(PATIENCE_S)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()
