"""The link at a real Mosquitto: told, commanded, killed, cut off, refused, lied to; no event is lost."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from companion import visible
from companion.link.common import LinkError, Log, Memory
from companion.link.connectors import linked
from companion.link.demo import free_port
from companion.link.follower import Follower
from companion.link.mqtt import outbox
from companion.link.mqtt.broker import broker_of
from companion.link.mqtt.connector import MqttConnector
from companion.link.mqtt.outbox import Cursor, keep_cursor
from companion.link.station_watch import StationWatch
from companion.settings.sections import LinkSettings, Settings, StationSettings
from tests.support.answering import AnsweringStation
from tests.support.broker import Broker, Listener
from tests.support.root import ROOT
from tests.support.taints import TAINTS, of
from tests.support.wire import Wire

OWN = "five-lines/hall-1/"
LINK = LinkSettings(enabled=True, station="hall-1", broker="127.0.0.1", tls=False)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    it = Broker(tmp_path)
    it.start()
    try:
        yield it
    finally:
        it.stop()


@pytest.fixture
def station(tmp_path: Path, broker: Broker) -> Iterator[AnsweringStation]:
    with running(tmp_path, replace(LINK, port=broker.port)) as it:
        yield it


@contextmanager
def running(folder: Path, link: LinkSettings) -> Iterator[AnsweringStation]:
    it = AnsweringStation(folder, link)
    it.start()
    try:
        it.play(20)
        yield it
    finally:
        it.stop()


@contextmanager
def listening(
    port: int, wanted: str = "#", user: str | None = None, password: str = ""
) -> Iterator[Listener]:
    it = Listener(port, wanted, user, password)
    try:
        yield it
    finally:
        it.close()


@contextmanager
def link_process(station: AnsweringStation) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "companion.cli", "link", "--settings", str(station.file)]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def numbers(listener: Listener) -> list[int]:
    return [event["number"] for event in listener.said(OWN + "event")]


def seen(listener: Listener, last: int) -> list[int]:
    """The numbers of the events up to one, for a receiver that lets go of those that it has."""
    looked_at = 0

    def has_come() -> bool:
        # Each message is looked at once: there may be thousands, and this is asked at every one.
        nonlocal looked_at
        fresh, looked_at = listener.came[looked_at:], len(listener.came)
        return any(topic == OWN + "event" and json.loads(text)["number"] == last for topic, text, _ in fresh)

    listener.until(has_come, f"event {last}")
    found: list[int] = []
    for number in numbers(listener):
        if not found or number > found[-1]:
            found.append(number)
    return found


@pytest.mark.slow
def test_a_station_is_reported_and_commanded(broker: Broker, station: AnsweringStation) -> None:
    with listening(broker.port) as listener, linked(station.settings):
        listener.newest(OWN + "status", "online")
        listener.until(lambda: bool(listener.texts(OWN + "statistics")), "statistics")
        (state,) = listener.said(OWN + "state")
        assert (state["state"], state["own_game"], state["game"]) == ("attract", "schaedler", None)
        assert listener.said(OWN + "health")[0]["faults"] == []
        first = station.play(30) - 29
        assert seen(listener, first + 29)[-30:] == list(range(first, first + 30))
        listener.say(OWN + "command/screen", "OFF")
        listener.say(OWN + "command/game", "kidd")
        listener.say(OWN + "command/restart-game", "PRESS")
        listener.say(OWN + "command/message", "Wir schließen in 10 Minuten.")
        listener.until(lambda: len(listener.texts(OWN + "answer")) == 4, "four answers")
        assert station.told == [
            ("screen", {"on": False}),
            ("game", {"name": "kidd"}),
            ("restart-game", {}),
            ("message", {"text": "Wir schließen in 10 Minuten."}),
        ]
        assert all(answer["done"] for answer in listener.said(OWN + "answer"))
        station.state["state"] = "playing"
        listener.until(lambda: listener.said(OWN + "state")[-1]["state"] == "playing", "playing")
    with listening(broker.port) as late:
        late.newest(OWN + "status", "offline")


@pytest.mark.parametrize(
    ("command", "text", "why"),
    [
        ("calibrate", "", "no command"),
        ("pin", "1234", "no command"),
        ("screen", "purple", "neither ON nor OFF"),
        ("game", "chess", "no game"),
        ("game", "x" * 3000, "no game"),
        ("message", "word " * 40, "at most 140"),
        ("screen", "\x00", "neither ON nor OFF"),
    ],
)
def test_what_is_no_command_is_refused_with_a_reason(
    broker: Broker, station: AnsweringStation, command: str, text: str, why: str
) -> None:
    with listening(broker.port) as listener, linked(station.settings):
        listener.newest(OWN + "status", "online")
        listener.say(OWN + f"command/{command}", text)
        listener.until(lambda: bool(listener.texts(OWN + "answer")), "an answer")
        (answer,) = listener.said(OWN + "answer")
        assert (answer["command"], answer["done"]) == (command, False)
        assert why in answer["why"]
        assert station.told == []


def test_the_stations_refusal_is_passed_on(broker: Broker, station: AnsweringStation) -> None:
    station.refusal = "somebody is at the table"
    with listening(broker.port) as listener, linked(station.settings):
        listener.newest(OWN + "status", "online")
        listener.say(OWN + "command/screen", "OFF")
        listener.until(lambda: bool(listener.texts(OWN + "answer")), "an answer")
        assert listener.said(OWN + "answer")[0]["why"] == "somebody is at the table"


@pytest.mark.parametrize("name", sorted(set(TAINTS) - {"a lot"}))
def test_what_comes_from_outside_is_published_with_its_signs_spelled_out(
    name: str, broker: Broker, station: AnsweringStation
) -> None:
    station.refusal = taint = TAINTS[name]
    station.state |= of(taint, {"language": "", "own_game": "", "games": [""]})
    station.health |= {"version": taint}
    station.health["faults"] = [{"what": taint, "for_s": 5, "why": taint, "stops_games": True}]
    with listening(broker.port) as listener, linked(station.settings):
        listener.newest(OWN + "status", "online")
        listener.until(lambda: bool(listener.texts(OWN + "health")), "the faults")
        listener.say(OWN + "command/screen", "OFF")
        listener.until(lambda: bool(listener.texts(OWN + "answer")), "an answer")
        whys = [listener.said(OWN + "answer")[0]["why"], listener.said(OWN + "health")[0]["faults"][0]["why"]]
    assert whys == [visible(taint).replace("<D800>", "?")] * 2
    # Topics, retained descriptions for Home Assistant and all: each is what it was made visible.
    assert [it for it in listener.came if visible(f"{it[0]}{it[1]}") != f"{it[0]}{it[1]}"] == []
    assert {it[0].partition("/")[0] for it in listener.came} <= {"five-lines", "homeassistant"}


def test_a_command_that_the_broker_kept_is_not_followed(broker: Broker, station: AnsweringStation) -> None:
    with listening(broker.port) as listener:
        listener.say(OWN + "command/restart", "PRESS", retain=True)
        with linked(station.settings):
            listener.newest(OWN + "status", "online")
            listener.say(OWN + "command/screen", "ON")
            listener.until(lambda: bool(listener.texts(OWN + "answer")), "an answer")
            assert station.told == [("screen", {"on": True})]


@pytest.mark.slow
def test_a_link_that_is_killed_goes_on_where_it_was(broker: Broker, station: AnsweringStation) -> None:
    with listening(broker.port) as listener:
        with link_process(station) as process:
            listener.newest(OWN + "status", "online")
            first = station.play(50) - 49
            listener.until(lambda: len(numbers(listener)) >= 10, "events")
            process.kill()
            began_s = time.monotonic()
            listener.newest(OWN + "status", "offline")
            assert time.monotonic() - began_s < 5.0
        last = station.play(200)
        with link_process(station):
            found = seen(listener, last)
    assert found[found.index(first) :] == list(range(first, last + 1))


@pytest.mark.slow
def test_a_link_that_freezes_is_reported_of_and_back_when_it_goes_on(
    broker: Broker, station: AnsweringStation
) -> None:
    soon = (
        "import sys; from companion.link.mqtt import connector; connector.KEEP_ALIVE_S = 2; "
        "from companion.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", soon, "link", "--settings", str(station.file)]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        with listening(broker.port) as listener:
            listener.newest(OWN + "status", "online")
            first = seen(listener, station.play(10))[-1] + 1
            process.send_signal(signal.SIGSTOP)
            listener.newest(OWN + "status", "offline")
            last = station.play(50)
            process.send_signal(signal.SIGCONT)
            listener.newest(OWN + "status", "online")
            found = seen(listener, last)
            assert found[found.index(first) :] == list(range(first, last + 1))
    finally:
        process.kill()
        process.wait()


@pytest.mark.slow
@pytest.mark.parametrize("ended_by", [signal.SIGTERM, signal.SIGKILL])
def test_a_broker_that_is_started_again_misses_nothing(
    broker: Broker, station: AnsweringStation, ended_by: int
) -> None:
    with linked(station.settings):
        with listening(broker.port) as listener:
            listener.newest(OWN + "status", "online")
            seen(listener, station.play(20))
        broker.stop(ended_by)
        station.play(100)
        broker.start()
        with listening(broker.port) as listener:
            last = station.play(20)
            found = seen(listener, last)
            listener.newest(OWN + "status", "online")
            # It may have come after the first of them, and what the broker had not confirmed comes again.
            assert found == list(range(found[0], last + 1))


@pytest.mark.slow
def test_the_order_is_kept_when_the_network_is_cut_in_the_middle(
    broker: Broker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSE_S", 0.1)
    with (
        Wire(broker.port) as wire,
        running(tmp_path, replace(LINK, port=wire.port)) as station,
        listening(broker.port) as listener,
        linked(station.settings),
    ):
        listener.newest(OWN + "status", "online")
        before = seen(listener, station.play(10))[-1]
        last = station.play(400)
        for part in range(1, 4):
            seen(listener, before + 100 * part)
            wire.cut()
        seen(listener, last)
        found = [number for number in numbers(listener) if number > before]
    # What comes twice was there before; what is new comes after all that is older.
    assert list(dict.fromkeys(found)) == list(range(before + 1, last + 1))


@pytest.mark.slow
def test_all_of_a_day_without_a_broker_comes_oldest_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "PAUSE_S", 0.02)
    broker = Broker(tmp_path)
    broker.start()
    with ExitStack() as stack:
        stack.callback(broker.stop)
        station = stack.enter_context(running(tmp_path, replace(LINK, port=broker.port)))
        with listening(broker.port) as listener, linked(station.settings):
            listener.newest(OWN + "status", "online")
            before = seen(listener, station.play(5))[-1]
        last = station.play(4800)
        with listening(broker.port) as listener, linked(station.settings):
            found = seen(listener, last)
            assert found == list(range(found[0], last + 1))
            assert found[0] <= before + 1


@pytest.mark.slow
def test_a_wrong_password_is_reported_and_changes_nothing(tmp_path: Path) -> None:
    said: list[str] = []
    with guarded(tmp_path) as broker, running(tmp_path, replace(LINK, port=broker.port)) as station:
        (tmp_path / "data" / "link").mkdir(parents=True)
        (tmp_path / "data" / "link" / "mqtt-password").write_text("guessed\n")
        part, watch = a_part(station, said)
        with listening(broker.port, "five-lines/#", "homeassistant", "secret-ha") as listener:
            deadline_s = time.monotonic() + 20
            while not any("refuses hall-1" in line for line in said) and time.monotonic() < deadline_s:
                watch.wait(watch.status.turn, 0.1)
            part.stop()
            watch.stop()
            assert listener.came == []
    assert [line for line in said if "Not authorized" in line]


def test_a_page_that_can_not_be_served_does_not_silence_mqtt(tmp_path: Path, broker: Broker) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        link = replace(LINK, port=broker.port, page=True, page_port=taken.getsockname()[1])
        with (
            running(tmp_path, link) as station,
            listening(broker.port) as listener,
            linked(station.settings),
        ):
            listener.newest(OWN + "status", "online")
            seen(listener, station.play(5))
            assert listener.texts(OWN + "status")[-1] == "online"


@pytest.mark.slow
def test_a_station_that_is_cut_off_again_and_again_waits_longer_each_time(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, ExitStack() as stack:
        server.settimeout(30.0)
        link = replace(LINK, port=server.getsockname()[1])
        part, watch = a_part(stack.enter_context(running(tmp_path, link)), [])
        stack.callback(watch.stop)
        stack.callback(part.stop)
        came_s = []
        for _ in range(3):
            connection, _address = server.accept()
            came_s.append(time.monotonic())
            with connection:
                connection.recv(1000)
                # CONNACK, and the end.
                connection.sendall(b"\x20\x02\x00\x00")
        first_s, second_s = (after - before for before, after in pairwise(came_s))
        assert second_s > 1.5 * first_s


def test_a_station_can_not_speak_for_another(tmp_path: Path) -> None:
    with guarded(tmp_path) as broker, ExitStack() as stack:
        house = stack.enter_context(listening(broker.port, "#", "homeassistant", "secret-ha"))
        liar = stack.enter_context(listening(broker.port, "#", "hall-2", "secret-2"))
        liar.say(OWN + "status", "offline")
        liar.say(OWN + "command/restart", "PRESS")
        liar.say("homeassistant/device/five-lines-hall-1/config", "")
        liar.say("five-lines/hall-2/status", "online")
        house.until(lambda: bool(house.came), "its own status")
        house.say(OWN + "command/restart", "PRESS")
        house.say("five-lines/hall-2/command/game", "kidd")
        liar.until(lambda: bool(liar.texts("five-lines/hall-2/command/game")), "its own command")
        said = [topic for topic, *_ in house.came if "/command/" not in topic]
        assert said == ["five-lines/hall-2/status"]
        assert len(house.texts(OWN + "command/restart")) == 1
        assert [topic for topic, *_ in liar.came] == ["five-lines/hall-2/command/game"]


def test_a_topic_that_is_no_text_is_dropped_and_the_connection_kept(tmp_path: Path) -> None:
    bad = b"five-lines/hall-1/command/\xff\xfe"
    said: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as server, ExitStack() as stack:
        link = replace(LINK, port=server.getsockname()[1])
        part, watch = a_part(stack.enter_context(running(tmp_path, link)), said)
        stack.callback(watch.stop)
        stack.callback(part.stop)
        server.settimeout(30.0)
        connection, _address = server.accept()
        with connection:
            connection.settimeout(30.0)
            connection.recv(1000)
            connection.sendall(b"\x20\x02\x00\x00")
            connection.sendall(bytes([0x30, len(bad) + 4, 0, len(bad)]) + bad + b"ON")
            connection.sendall(b"\xd0\x00" + bytes([0x30, len(bad) + 4, 0, len(bad)]) + bad + b"ON")
            connection.sendall(b"\x32\x05\x00\x01x\x00\x07")
            received = b""
            # The message after them is acknowledged: its client still reads.
            while b"\x40\x02\x00\x07" not in received:
                received += connection.recv(1000)
                assert received
    assert sum("no UTF-8" in line for line in said) == 1


def test_a_flood_of_commands_is_one_line_of_the_log(broker: Broker, station: AnsweringStation) -> None:
    said: list[str] = []
    part, watch = a_part(station, said)
    with listening(broker.port) as listener:
        listener.newest(OWN + "status", "online")
        for number in range(200):
            listener.say(OWN + "command/game", f"x{number}")
        # As long as there is no room for it, this is refused as well.
        while "screen" not in "".join(listener.texts(OWN + "answer")):
            listener.say(OWN + "command/screen", "ON")
        part.stop()
        watch.stop()
    assert sum("refused" in line for line in said) == 1


KILL = """
import ctypes, sys, threading, time
from companion.cli import main

def kill(name):
    sys.stdin.readline()
    while True:
        for thread in threading.enumerate():
            if thread.name.startswith(name):
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread.ident), ctypes.py_object(KeyboardInterrupt)
                )
        time.sleep(0.2)

threading.Thread(target=kill, args=sys.argv[1:2], daemon=True).start()
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["station", "mqtt", "paho", "page", "exhibitera", "hub"])
def test_a_thread_that_ends_ends_the_link(tmp_path: Path, broker: Broker, name: str) -> None:
    link = replace(
        LINK, port=broker.port, page=True, page_port=free_port(), hub="127.0.0.1:9", hub_port=free_port()
    )
    file = AnsweringStation(tmp_path, link).file
    command = [sys.executable, "-c", KILL, name, "link", "--settings", str(file)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        try:
            while "the link runs" not in process.stderr.readline():
                assert process.poll() is None
            process.stdin.write("now\n")
            process.stdin.flush()
            said = process.stderr.read()
            assert process.wait(60.0) == 2
        finally:
            process.kill()
    assert f"the thread {name}" in said


def test_home_assistant_finds_the_station_and_again_after_its_own_start(
    broker: Broker, station: AnsweringStation
) -> None:
    where = "homeassistant/device/five-lines-hall-1/config"
    with listening(broker.port) as listener, linked(station.settings):
        listener.until(lambda: bool(listener.texts(where)), "the discovery")
        (told,) = listener.said(where)
        assert told["availability_topic"] == OWN + "status"
        assert {"dev", "o", "cmps"} <= set(told)
        for key, entity in told["cmps"].items():
            assert entity["unique_id"] == f"five-lines-hall-1-{key}"
            assert {"state_topic", "command_topic"} & set(entity)
        assert "reboot" not in told["cmps"]
        assert told["cmps"]["game"]["options"] == ["schaedler", "kidd"]
        listener.say("homeassistant/status", "online")
        listener.until(lambda: len(listener.texts(where)) == 2, "the discovery again")
    with listening(broker.port, where) as late:
        late.until(lambda: bool(late.came), "the discovery that is kept")


def test_while_nobody_has_set_the_clock_no_time_is_claimed(broker: Broker, station: AnsweringStation) -> None:
    part, watch = a_part(station, [], wall=None)
    with listening(broker.port) as listener:
        listener.newest(OWN + "status", "online")
        last = station.play(3)
        listener.until(lambda: last in numbers(listener), f"event {last}")
        part.stop()
        watch.stop()
        assert listener.said(OWN + "state")[0]["since"] is None
        assert {event["clock_is_sure"] for event in listener.said(OWN + "event")} == {False}
        assert listener.texts(OWN + "statistics") == []


@pytest.mark.slow
def test_a_station_that_hangs_or_is_gone_is_offline(broker: Broker, station: AnsweringStation) -> None:
    with listening(broker.port) as listener, linked(station.settings):
        listener.newest(OWN + "status", "online")
        station.stop()
        listener.newest(OWN + "status", "offline")
        station.start()
        listener.newest(OWN + "status", "online")
        assert listener.texts(OWN + "status")[-3:] == ["online", "offline", "online"]


@pytest.mark.slow
def test_no_secret_is_reported_before_its_game_is_over(broker: Broker, station: AnsweringStation) -> None:
    follower = Follower(station.folder / "data" / "journal.sqlite")
    keep_cursor(Memory(station.settings.link_folder), "mqtt", Cursor(str(follower.journal_id), 0))
    follower.close()
    with listening(broker.port) as listener, linked(station.settings):
        last = station.play(30)
        listener.until(lambda: last in numbers(listener), f"event {last}")
        begun = [event for event in listener.said(OWN + "event") if event["kind"] == "GameBegun"]
        assert begun
        assert all("seed" not in event["fields"] for event in begun)


@pytest.mark.slow
def test_ended_by_systemd_it_says_so_and_remembers_its_place(
    broker: Broker, station: AnsweringStation
) -> None:
    with listening(broker.port) as listener, link_process(station) as process:
        listener.newest(OWN + "status", "online")
        last = station.play(10)
        listener.until(lambda: last in numbers(listener), f"event {last}")
        os.kill(process.pid, signal.SIGTERM)
        assert process.wait(60) == 0
        listener.newest(OWN + "status", "offline")
    follower = Follower(station.folder / "data" / "journal.sqlite")
    place = (station.folder / "data" / "link" / "mqtt.json").read_text()
    assert str(last) in place
    assert str(follower.journal_id) in place
    follower.close()


def test_a_link_that_is_not_set_says_what_to_set(tmp_path: Path) -> None:
    station = AnsweringStation(tmp_path, LinkSettings())
    with pytest.raises(LinkError, match="enabled is false"), linked(station.settings):
        pass
    station = AnsweringStation(tmp_path, LinkSettings(enabled=True))
    with pytest.raises(LinkError, match="set broker"), linked(station.settings):
        pass
    missing = replace(LINK, tls=True, ca=tmp_path / "none.crt")
    with pytest.raises(LinkError, match="certificate"), linked(AnsweringStation(tmp_path, missing).settings):
        pass
    with (
        pytest.raises(LinkError, match="small letters"),
        linked(AnsweringStation(tmp_path, replace(LINK, station="Hall 1/#")).settings),
    ):
        pass


def a_part(
    station: AnsweringStation, said: list[str], wall: float | None = 1_800_000_000.0
) -> tuple[MqttConnector, StationWatch]:
    watch = StationWatch(station.settings.door, time.monotonic)
    part = MqttConnector(station.settings, watch, lambda: wall, Log(said.append))
    watch.start()
    part.start()
    return part, watch


@contextmanager
def guarded(folder: Path) -> Iterator[Broker]:
    """A broker with the rules of the guide, and three users."""
    passwords = folder / "passwords"
    passwords.touch(mode=0o600)
    for user, password in (("hall-1", "secret-1"), ("hall-2", "secret-2"), ("homeassistant", "secret-ha")):
        command = ["mosquitto_passwd", "-b", str(passwords), user, password]
        try:
            subprocess.run(command, check=True, capture_output=True)
        except FileNotFoundError:
            pytest.skip("mosquitto is not installed")
    acl = ROOT / "deploy" / "link" / "mosquitto.acl"
    it = Broker(folder, f"allow_anonymous false\npassword_file {passwords}\nacl_file {acl}")
    it.start()
    try:
        yield it
    finally:
        it.stop()


def test_a_password_goes_to_no_other_broker_than_the_one_it_was_given_for(tmp_path: Path) -> None:
    file = tmp_path / "data" / "link" / "mqtt-password"
    file.parent.mkdir(parents=True)
    file.write_text("secret\n")
    own = replace(LINK, broker="broker.lan", port=8883, tls=True)

    def of(link: LinkSettings, *, links: bool = False) -> str | None:
        settings = Settings(station=StationSettings(data=tmp_path / "data"), link=link)
        return broker_of(settings, notes=links).password

    # A check of the settings, such as doctor's, notes nothing.
    assert of(own) == "secret"
    assert [it.name for it in file.parent.iterdir()] == ["mqtt-password"]
    assert of(own, links=True) == "secret"
    others = (
        replace(own, broker="other.lan"),
        replace(own, tls=False),
        replace(own, port=8884),
        replace(own, ca=tmp_path / "ca.crt"),
    )
    for other in others:
        with pytest.raises(LinkError, match=r"given for broker\.lan:8883 \(TLS\), so it isn't sent to"):
            of(other)
    assert of(own) == "secret"
    file.write_text("secret\n")
    os.utime(file, ns=(1, 1))
    # Written again, it is for the broker of now.
    assert of(others[0], links=True) == "secret"
    with pytest.raises(LinkError, match="given for"):
        of(own)
