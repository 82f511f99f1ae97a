"""Topics and payloads, and the command that a message means. Pure: nothing is sent here."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NotRequired, TypedDict

from companion import FiveLinesError
from companion.game import Seat
from companion.interface.commands import COMMANDS, Command, Condition
from companion.interface.faults import Fault
from companion.interface.offers import OFFERS
from companion.link.common import PREFIX
from companion.link.figures import MachineFigures
from companion.link.follower import JournalEntry
from companion.settings.sections import LinkSettings
from companion.system.data import toml_beside

STATUS, STATE, HEALTH, STATISTICS = "status", "state", "health", "statistics"
EVENT, ANSWER = "event", "answer"
ONLINE, OFFLINE = "online", "offline"

MAX_PAYLOAD_BYTES = 1000  # no command is longer
HOME_ASSISTANT_BIRTH = "homeassistant/status"  # Home Assistant publishes `online` there when it starts

BY_MQTT = {name: command for name, command in COMMANDS.items() if command.mqtt is not None}


class PublishedState(TypedDict):
    """The station as it is; `since` is null without a trusted clock, the last two while nobody plays."""

    state: Condition
    since: str | None
    language: str
    screen: Literal["on", "off"]
    open: bool
    own_game: str
    game: str | None
    turn: Seat | None


class FaultSince(TypedDict):
    """A fault with its beginning and reason; `stops_games` is True if no game goes on with it."""

    what: Fault
    since: str | None
    why: str
    stops_games: bool


class Health(MachineFigures):
    """The station's faults, its program and its machine."""

    faults: list[FaultSince]
    version: str
    uptime_s: int
    sees_board: bool
    clock_is_sure: bool


class Answer(TypedDict):
    """The result of a command; `why` if it was refused."""

    command: str
    done: bool
    why: NotRequired[str]


class PayloadError(FiveLinesError, ValueError):
    """A message that is no command; the text says what can be sent."""


def topic(station: str, name: str) -> str:
    """Return a topic of a station."""
    return f"{PREFIX}/{station}/{name}"


def discovery_topic(station: str) -> str:
    """Return the topic by which Home Assistant finds a station."""
    return f"homeassistant/device/{PREFIX}-{station}/config"


def question_of(name: str, payload: bytes) -> dict[str, object]:
    """Return the request for a message on `command/<name>`; raise PayloadError."""
    try:
        text = payload[:MAX_PAYLOAD_BYTES].decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise PayloadError("this is no UTF-8 text") from error
    if name not in BY_MQTT:
        raise PayloadError(f"there is no command {name[:40]!r}; there is {', '.join(BY_MQTT)}")
    return {"do": name, **_arguments(BY_MQTT[name], text)}


def _arguments(command: Command, text: str) -> dict[str, object]:
    form = command.mqtt
    if form is None or not form.argument:
        return {}
    if not form.payloads:
        return {form.argument: text}
    if text.upper() in form.payloads:
        return {form.argument: form.payloads[text.upper()]}
    if form.argument in command.defaults:
        return {form.argument: command.defaults[form.argument]}
    raise PayloadError(f"{text[:40]!r} is neither {' nor '.join(form.payloads)}")


def state_payload(state: Mapping[str, Any], since: str | None) -> PublishedState:
    """Return the state as it is published; `since` is None while the time is not certain."""
    game = state.get("game") or {}
    return {
        "state": state["state"],
        "since": since,
        "language": state["language"],
        "screen": state["screen"],
        "open": state["open"],
        "own_game": state["own_game"],
        "game": game.get("rules"),
        "turn": game.get("turn"),
    }


def event_payload(entry: JournalEntry, *, is_sure: bool) -> dict[str, Any]:
    """Return an entry as it is published; `is_sure`: the machine's clock can be trusted now."""
    return {
        "number": entry.number,
        "journal": entry.journal_id,
        "game": entry.game,
        "at": entry.at,
        "clock_is_sure": is_sure,
        "kind": entry.kind,
        "fields": entry.fields,
    }


def discovery(station: str, version: str, games: tuple[str, ...], link: LinkSettings) -> dict[str, Any]:
    """Return the configuration by which Home Assistant shows the station as one device."""
    entities = {**_sensors(station), **dict(_controls(station, games, link))}
    return {
        "dev": {
            "ids": [f"five-lines-{station}"],
            "name": f"Five Lines {station}",
            "mdl": "Five Lines station",
            "sw": version,
        },
        "o": {"name": "five-lines", "sw": version},
        "availability_topic": topic(station, STATUS),
        "qos": 1,
        "cmps": {
            key: {"unique_id": f"five-lines-{station}-{key}", **entity} for key, entity in entities.items()
        },
    }


def _sensors(station: str) -> dict[str, dict[str, object]]:
    sensors: dict[str, dict[str, object]] = toml_beside(__file__, "sensors.toml")
    sensors["state"]["options"] = [condition.value for condition in Condition]
    for sensor in sensors.values():
        for key in sensor.keys() & {"state_topic", "json_attributes_topic"}:
            sensor[key] = topic(station, str(sensor[key]))
    return sensors


def _controls(
    station: str, games: tuple[str, ...], link: LinkSettings
) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield an entity for each command that is offered."""
    for name, command in BY_MQTT.items():
        form = command.mqtt
        if form is None or (command.setting and not getattr(link, command.setting)):
            continue
        entity: dict[str, object] = {
            "p": form.platform,
            "name": form.label,
            "command_topic": topic(station, f"command/{name}"),
            **form.discovery,
        }
        if form.platform in ("switch", "select"):
            entity["state_topic"] = topic(station, STATE)
        if form.platform == "select":
            entity["options"] = [offer for offer in OFFERS if offer in games]
        yield name, entity
