"""The topics as an AsyncAPI 3.0 document, from the types of what is published and the table of commands."""

from typing import Any

from companion import __version__
from companion.interface.commands import MAX_MESSAGE_LENGTH, Command
from companion.interface.offers import OFFERS
from companion.link.common import NAME
from companion.link.figures import Statistics
from companion.link.mqtt.topics import (
    ANSWER,
    BY_MQTT,
    EVENT,
    HEALTH,
    OFFLINE,
    ONLINE,
    STATE,
    STATISTICS,
    STATUS,
    Answer,
    Health,
    PublishedState,
    discovery_topic,
    topic,
)
from deploy.schemas.games import happening_schema
from deploy.schemas.json_schema import Schema, schema_of

PLACE = "#/components/schemas/"
PUBLISHED = {STATE: PublishedState, HEALTH: Health, STATISTICS: Statistics, ANSWER: Answer}
RETAINED = (STATUS, STATE, HEALTH, STATISTICS, "discovery")


def topics_document() -> Schema:
    """Return the document; `{station}` stands for the name of a station."""
    named: Schema = {}
    sent = _published(named)
    received = {
        f"command/{name}": {"type": "string", **_payload(command)} for name, command in BY_MQTT.items()
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Five Lines over MQTT",
            "version": __version__,
            "description": "What a station publishes to a broker, and the commands that it takes.",
        },
        "channels": {
            _id(name): {
                "address": discovery_topic("{station}") if name == "discovery" else topic("{station}", name),
                "parameters": {"station": {"description": f"[link] station: {NAME.pattern}"}},
                "messages": {"message": {"contentType": _content_type(schema), "payload": schema}},
            }
            for name, schema in (sent | received).items()
        },
        "operations": {
            _id(name): {
                "action": "receive" if name in received else "send",
                "channel": {"$ref": f"#/channels/{_id(name)}"},
                "bindings": {"mqtt": {"qos": 1, "retain": name in RETAINED}},
            }
            for name in (*sent, *received)
        },
        "components": {"schemas": named},
    }


def _published(named: Schema) -> Schema:
    """Return the payload of each topic that the link publishes."""
    entry: dict[str, Any] = {
        "number": int,
        "journal": str,
        "game": int | None,
        "at": str,
        "clock_is_sure": bool,
    }
    return {
        STATUS: {"enum": [ONLINE, OFFLINE]},
        **{name: schema_of(kind, named, PLACE) for name, kind in PUBLISHED.items()},
        EVENT: happening_schema(named, entry, PLACE),
        "discovery": {"type": "object", "description": "The device for Home Assistant's MQTT discovery."},
    }


def _payload(command: Command) -> Schema:
    """Return what a command takes; what is not said is any text."""
    form = command.mqtt
    assert form is not None
    if form.payloads and form.argument not in command.defaults:
        return {"enum": list(form.payloads)}
    if form.payloads:
        return {"description": f"{' or '.join(form.payloads)}, or anything else."}
    if form.platform == "select":
        return {"enum": list(OFFERS)}
    return {"maxLength": MAX_MESSAGE_LENGTH} if form.argument else {"description": "Anything."}


def _id(name: str) -> str:
    return name.replace("/", "-")


def _content_type(schema: Schema) -> str:
    is_text = schema.get("type") == "string" or "enum" in schema
    return "text/plain" if is_text else "application/json"
