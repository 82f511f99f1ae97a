"""The document of the topics holds for all that a real broker gets, and for commands."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from companion.game import rules_for
from companion.journal import FILE_NAME, Journal
from companion.link.connectors import linked
from companion.settings.sections import LinkSettings
from deploy.schemas.__main__ import DOCS
from tests.support.answering import AnsweringStation
from tests.support.broker import Broker, Listener
from tests.support.playing import Table, noon

Validator = pytest.importorskip("jsonschema").Draft202012Validator

FAULT = {"what": "camera-lost", "for_s": 3, "why": "no picture", "stops_games": True}


def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DOCS / "mqtt.json").read_text(encoding="utf-8"))
    return found


def payload_of(channel: dict[str, Any], components: object) -> Any:
    """The validator of what goes through a channel."""
    schema = channel["messages"]["message"]["payload"] | {"components": components}
    Validator.check_schema(schema)
    return Validator(schema)


@pytest.mark.slow
def test_all_that_a_broker_gets_is_as_the_document_says(tmp_path: Path) -> None:
    whole = document()
    channels = {
        channel["address"].replace("{station}", "hall-1"): (name, channel)
        for name, channel in whole["channels"].items()
    }
    broker = Broker(tmp_path)
    broker.start()
    link = LinkSettings(enabled=True, station="hall-1", broker="127.0.0.1", tls=False, port=broker.port)
    station = AnsweringStation(tmp_path, link)
    station.health = station.health | {"faults": [FAULT]}
    station.state = station.state | {"game": {"number": 1, "rules": "kidd", "turn": "A"}}
    station.start()
    listener = Listener(broker.port)
    own = "five-lines/hall-1/"
    try:
        with Journal(station.settings.station.data / FILE_NAME, noon) as journal:
            Table(journal, rules_for("schaedler"), random.Random(1)).play()
        with linked(station.settings):
            listener.newest(own + "status", "online")
            last = station.play(60)
            listener.until(
                lambda: any(it["number"] == last for it in listener.said(own + "event")), "all events"
            )
            listener.until(lambda: bool(listener.texts(own + "statistics")), "statistics")
            listener.say(own + "command/screen", "OFF")
            listener.say(own + "command/screen", "purple")
            listener.until(lambda: len(listener.texts(own + "answer")) == 2, "two answers")
    finally:
        listener.close()
        station.stop()
        broker.stop()

    came = [it for it in listener.came if "/command/" not in it[0]]
    sent = {name for name, it in whole["operations"].items() if it["action"] == "send"}
    assert {channels[topic][0] for topic, *_ in came} == sent
    for topic, text, _ in came:
        name, channel = channels[topic]
        is_json = channel["messages"]["message"]["contentType"] == "application/json"
        payload_of(channel, whole["components"]).validate(json.loads(text) if is_json else text)
        assert whole["operations"][name]["channel"] == {"$ref": f"#/channels/{name}"}
    assert {event["kind"] for event in listener.said(own + "event")} >= {"GameBegun", "Thrown", "Moved"}


def test_commands_are_those_that_are_taken() -> None:
    whole = document()
    screen = payload_of(whole["channels"]["command-screen"], whole["components"])
    assert [it for it in ("ON", "OFF", "purple") if screen.is_valid(it)] == ["ON", "OFF"]
    game = payload_of(whole["channels"]["command-game"], whole["components"])
    assert game.is_valid("kidd")
    assert not game.is_valid("chess")
    message = payload_of(whole["channels"]["command-message"], whole["components"])
    assert message.is_valid("We close soon.")
    assert not message.is_valid("x" * 141)
