"""What speaks bad MQTT, or too much of it: the link lives, says why in few lines, and keeps its memory."""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from bench.processes import link_settings, memory_mb
from companion.link.mqtt import connector
from tests.support.answering import AnsweringStation
from tests.support.root import ROOT

IMPATIENT = """
import sys
from companion.cli import main
from companion.link.mqtt import connector
connector.KEEP_ALIVE_S = 2
sys.exit(main(sys.argv[1:]))
"""
"""The link, which notices sooner that a broker says nothing more."""
PATIENCE_S = 90.0
CONNECTIONS = 2
MAX_LINES = 6
MAX_MB = 200.0  # what the service may take
CONNACK, PINGRESP = b"\x20\x02\x00\x00", b"\xd0\x00"


def length(size: int) -> bytes:
    """The length of a packet as MQTT writes it."""
    written = b""
    while True:
        size, low = divmod(size, 128)
        written += bytes([low | 128 * (size > 0)])
        if not size:
            return written


def message(topic: bytes, payload: bytes, first: int = 0x30, number: bytes = b"") -> bytes:
    body = len(topic).to_bytes(2, "big") + topic + number + payload
    return bytes([first]) + length(len(body)) + body


def until_closed(line: socket.socket) -> None:
    while line.recv(65536):
        pass


def refuses(line: socket.socket) -> None:
    line.sendall(b"\x20\x02\x00\x05")


def closes_at_once(line: socket.socket) -> None:
    """Say nothing."""


def accepts_and_closes(line: socket.socket) -> None:
    line.sendall(CONNACK)


def is_no_broker(line: socket.socket) -> None:
    line.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n" * 100)
    until_closed(line)


def never_answers(line: socket.socket) -> None:
    line.sendall(CONNACK[:3])
    until_closed(line)


def half_a_packet(line: socket.socket) -> None:
    line.sendall(CONNACK + message(b"five-lines/hall-1/command/screen", b"ON" * 500)[:300])
    until_closed(line)


def announces_a_huge_one(line: socket.socket) -> None:
    line.sendall(CONNACK + b"\x30\xff\xff\xff\x7f\x00\x05topic")
    for _ in range(256):
        line.sendall(bytes(1_000_000))


def floods(line: socket.socket) -> None:
    """It never reads what the link acknowledges."""
    one = message(b"five-lines/hall-1/command/screen", b"purple", 0x32, b"\x00\x07")
    line.sendall(CONNACK)
    for _ in range(1000):
        line.sendall(one * 1000)


def never_releases(line: socket.socket) -> None:
    """Messages of quality 2, each of which a client has to keep until it is released."""
    line.sendall(CONNACK)
    for number in range(1, 65536):
        line.sendall(message(b"x", bytes(4000), 0x34, number.to_bytes(2, "big")))


def keeps_bombs(line: socket.socket) -> None:
    line.sendall(CONNACK)
    for number in range(1000):
        line.sendall(message(b"five-lines/hall-1/command/%d" % number, bytes(250_000), 0x31))


def acknowledges_what_nobody_sent(line: socket.socket) -> None:
    line.sendall(CONNACK)
    for number in range(65536):
        for first in (0x40, 0x50, 0x62, 0x70):
            line.sendall(bytes([first, 2]) + number.to_bytes(2, "big"))
    line.sendall(b"\x90\x03\xff\xff\x80\x40\x00\x90\x00\xf0\x00")


def odd_topics(line: socket.socket) -> None:
    command = b"five-lines/hall-1/command/a\x00\x1b[31m\nb"
    odd = (b"\xff\xfe", b"\xed\xa0\x80", b"#", command, b"/" * 65535, b"")
    line.sendall(CONNACK + PINGRESP)
    for topic in odd:
        line.sendall(message(topic, b"ON"))
        line.sendall(message(topic, b"\xff", 0x32, b"\x00\x07"))
    line.sendall(b"\x30\x01\x00")


def test_a_flood_is_as_small_across_a_minute_of_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    client = connector.BoundedClient(CallbackAPIVersion.VERSION2)
    monkeypatch.setattr(Client, "_sock_recv", lambda self, size: bytes(1_000_000))
    for now_s in (179.2, 179.6, 179.9, 180.1):
        monkeypatch.setattr(time, "monotonic", lambda now_s=now_s: now_s)
        client._sock_recv(1_000_000)
    with pytest.raises(ConnectionError):
        client._sock_recv(1_000_000)
    # After a minute as much may come again.
    monkeypatch.setattr(time, "monotonic", lambda: 240.0)
    assert client._sock_recv(1_000_000)


@contextmanager
def link_to(port: int, folder: Path, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    file = AnsweringStation(folder, link_settings(port)).file
    command = [sys.executable, "-c", IMPATIENT, "link", "--settings", str(file)]
    with log.open("wb") as written:
        process = subprocess.Popen(command, cwd=ROOT, stderr=written)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("does", "said"),
    [
        (refuses, "refuses hall-1: Not authorized"),
        (closes_at_once, "has closed the connection"),
        (accepts_and_closes, "has closed the connection"),
        (is_no_broker, "has closed the connection"),
        (never_answers, "has closed the connection"),
        (half_a_packet, "has closed the connection"),
        (announces_a_huge_one, "sends more than 4 MB a minute"),
        (floods, "sends more than 4 MB a minute"),
        (never_releases, "sends more than 4 MB a minute"),
        (keeps_bombs, "sends more than 4 MB a minute"),
        (acknowledges_what_nobody_sent, "has closed the connection"),
        (odd_topics, "no UTF-8"),
    ],
)
def test_the_link_outlives_a_broker_that(
    does: Callable[[socket.socket], None], said: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE_S)
        with link_to(server.getsockname()[1], tmp_path, log) as process:
            for _ in range(CONNECTIONS):
                line, _address = server.accept()
                line.settimeout(PATIENCE_S)
                with line, suppress(ConnectionError):
                    assert line.recv(1000).startswith(b"\x10")
                    does(line)
                    # The link gets all of it, and then the end.
                    line.shutdown(socket.SHUT_WR)
                    until_closed(line)
            # One that is as it should be: the link comes, and subscribes.
            line, _address = server.accept()
            with line:
                line.settimeout(PATIENCE_S)
                assert line.recv(1000).startswith(b"\x10")
                line.sendall(CONNACK)
                came = b""
                while b"five-lines/hall-1/command/+" not in came:
                    came += line.recv(1000)
            assert process.poll() is None
            assert memory_mb(process.pid, "VmHWM") < MAX_MB
    lines = log.read_text(encoding="utf-8").splitlines()
    assert sum(said in line for line in lines) == 1, lines
    assert len(lines) <= MAX_LINES, lines
    assert all(line.startswith(("the ", "connected ", "a message ", "command ")) for line in lines), lines
