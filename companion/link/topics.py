"""What is said on which topic, and which command a message means. Pure: nothing is sent here."""

from collections.abc import Mapping
from typing import Any

from companion import FiveLinesError
from companion.interface.offers import OFFERS
from companion.interface.outside import Condition
from companion.link.follower import Told
from companion.link.names import PREFIX

STATUS, STATE, HEALTH, STATISTICS, EVENT, ANSWER = (
    "status",
    "state",
    "health",
    "statistics",
    "event",
    "answer",
)
ONLINE, OFFLINE = "online", "offline"

MAX_PAYLOAD_BYTES = 1000
"""No command is longer."""

HOME_ASSISTANT_BIRTH = "homeassistant/status"
"""Home Assistant says `online` there when it starts, to those who listen then."""


class PayloadError(FiveLinesError, ValueError):
    """A message that is no command; the text says what could be sent."""


def topic(station: str, name: str) -> str:
    """A topic of a station."""
    return f"{PREFIX}/{station}/{name}"


def discovery_topic(station: str) -> str:
    """The topic by which Home Assistant finds a station."""
    return f"homeassistant/device/{PREFIX}-{station}/config"


def question_of(command: str, payload: bytes) -> dict[str, object]:
    """What to ask the station for a message on `command/<name>`; raises PayloadError."""
    try:
        text = payload[:MAX_PAYLOAD_BYTES].decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise PayloadError("this is no UTF-8 text") from error
    match command:
        case "restart-game" | "restart":
            return {"do": command}
        case "reboot":
            return {"do": "reboot", "force": text.upper() == "FORCE"}
        case "message":
            return {"do": "message", "text": text}
        case "screen":
            return {"do": "screen", "on": _switch(text, "ON", "OFF")}
        case "hours":
            return {"do": "hours", "open": _switch(text, "OPEN", "CLOSE")}
        case "game":
            return {"do": "game", "name": text}
    known = "restart-game, restart, reboot, message, screen, game, hours"
    raise PayloadError(f"there is no command {command[:40]!r}; there is {known}")


def _switch(text: str, on: str, off: str) -> bool:
    if text.upper() not in (on, off):
        raise PayloadError(f"{text[:40]!r} is neither {on} nor {off}")
    return text.upper() == on


def state_told(state: Mapping[str, Any], since: str | None) -> dict[str, Any]:
    """The state as it is published; `since` is None while nobody can be sure of the time."""
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


def event_told(told: Told, *, is_sure: bool) -> dict[str, Any]:
    """An entry as it is published; `is_sure`: the machine's clock can be believed now."""
    return {
        "number": told.number,
        "journal": told.book,
        "game": told.game,
        "at": told.at,
        "clock_is_sure": is_sure,
        "kind": told.kind,
        "fields": told.fields,
    }


def discovery(
    station: str, version: str, games: tuple[str, ...], *, may_reboot: bool = False
) -> dict[str, Any]:
    """What makes a Home Assistant show the station as one device."""
    own = topic(station, "")

    def entity(key: str, platform: str, name: str, **more: object) -> tuple[str, dict[str, object]]:
        return key, {"p": platform, "unique_id": f"five-lines-{station}-{key}", "name": name, **more}

    def button(key: str, name: str, **more: object) -> tuple[str, dict[str, object]]:
        return entity(key, "button", name, command_topic=f"{own}command/{key}", **more)

    state, health, day = (topic(station, name) for name in (STATE, HEALTH, STATISTICS))
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
        "cmps": dict(
            (
                entity(
                    "state",
                    "sensor",
                    "State",
                    device_class="enum",
                    options=[condition.value for condition in Condition],
                    state_topic=state,
                    value_template="{{ value_json.state }}",
                    json_attributes_topic=state,
                ),
                entity(
                    "visits",
                    "sensor",
                    "Visits today",
                    state_class="total_increasing",
                    state_topic=day,
                    value_template="{{ value_json.visits }}",
                ),
                entity(
                    "games",
                    "sensor",
                    "Games begun today",
                    state_class="total_increasing",
                    state_topic=day,
                    value_template="{{ value_json.games_begun }}",
                ),
                entity(
                    "temperature",
                    "sensor",
                    "Temperature",
                    device_class="temperature",
                    unit_of_measurement="°C",
                    entity_category="diagnostic",
                    state_topic=health,
                    value_template="{{ value_json.temperature_c }}",
                ),
                entity(
                    "problem",
                    "binary_sensor",
                    "Problem",
                    device_class="problem",
                    state_topic=health,
                    value_template="{{ 'ON' if value_json.faults else 'OFF' }}",
                    json_attributes_topic=health,
                ),
                button("restart-game", "Restart the game"),
                button("restart", "Restart", device_class="restart"),
                *((button("reboot", "Reboot", device_class="restart"),) if may_reboot else ()),
                entity("message", "notify", "Message", command_topic=f"{own}command/message"),
                entity(
                    "screen",
                    "switch",
                    "Screen",
                    command_topic=f"{own}command/screen",
                    state_topic=state,
                    value_template="{{ value_json.screen | upper }}",
                ),
                entity(
                    "hours",
                    "switch",
                    "Open",
                    command_topic=f"{own}command/hours",
                    payload_on="OPEN",
                    payload_off="CLOSE",
                    state_on="True",
                    state_off="False",
                    state_topic=state,
                    value_template="{{ value_json.open }}",
                ),
                entity(
                    "game",
                    "select",
                    "Game",
                    options=[name for name in OFFERS if name in games],
                    command_topic=f"{own}command/game",
                    state_topic=state,
                    value_template="{{ value_json.own_game }}",
                ),
            )
        ),
    }
