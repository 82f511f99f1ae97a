"""The remote interface: one row for each query and command.

A request is one line of JSON, `{"ask": "health"}` or `{"do": "screen", "on": false}`. The socket's reader,
MQTT topics, Home Assistant's discovery, the buttons of the staff's web page and Exhibitera's commands are all
made from these rows. To add a command, add its row here and its method `do_<name>` to `RemoteCommands` in
companion/station/remote/. No command changes the calibration, the PIN or a game in play.
"""

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion import FiveLinesError
from companion.interface.offers import OFFERS
from companion.referee.words import Translate
from companion.system.data import Data, DataError, json_data

MAX_MARK_LENGTH = 64
"""Maximum letters of the mark of a state, of a PIN, of a ticket and of a client's address."""

MAX_GAME_NUMBER = 10**9

MAX_CHOICES, MAX_VOTES = 30, 1000
"""Maximum legal choices for a throw, and phones that vote: far more than there are."""

MAX_MESSAGE_LENGTH, MAX_WORD_LENGTH = 140, 22
"""Maximum letters of a message, and of one of its words: what the smallest screen shows on both its sides."""


class Condition(StrEnum):
    """The condition of a station in one word."""

    ATTRACT = "attract"  # nobody is there
    PLAYING = "playing"  # somebody plays, chooses a game or reads its rules
    STAFF = "staff"  # staff pages are open
    CLOSED = "closed"  # closed by its hours or by staff; that is not a fault
    FAULT = "fault"  # a fault stops games


class FileKind(StrEnum):
    """The files that a station hands out."""

    PICTURE = "picture"  # the camera's newest picture, a JPEG; for staff
    SCREEN = "screen"  # query for a JPEG of the screen
    REPORT = "report"  # the report that staff can also write on the screen; for staff
    BACKUP = "backup"  # the whole station in one file; for staff


class RequestError(FiveLinesError, ValueError):
    """A request that can't be understood; the message says what can be requested."""


Reader = Callable[[Data], Any]  # reads one argument; raises DataError or RequestError


@dataclass(frozen=True)
class RemoteQuestion:
    """A request that has been read: `verb` is "ask" or "do", `name` that of its row."""

    verb: str
    name: str
    # A PIN or a ticket must not get into a log.
    arguments: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Query:
    """A query; `defaults` are the arguments that may be left out."""

    name: str
    arguments: Mapping[str, Reader] = field(default_factory=dict)
    defaults: Mapping[str, object] = field(default_factory=dict)
    is_slow: bool = False  # True if the export queue answers it, when the result is ready


@dataclass(frozen=True)
class MqttForm:
    """A command as a topic, and as a Home Assistant entity of this platform.

    The payload becomes `argument`: by `payloads`, or as it is where there are none. `discovery` is added to
    the entity's configuration.
    """

    platform: str
    label: str
    argument: str = ""
    payloads: Mapping[str, object] = field(default_factory=dict)
    discovery: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class WebButton:
    """A button on the staff's web page; `confirm` is asked before it is sent."""

    path: str
    label: Callable[[Translate], str]
    confirm: Callable[[Translate], str] | None = None
    arguments: Mapping[str, object] = field(default_factory=dict)
    reloads: bool = False  # True if it changes the staff page itself, which is then reloaded
    interrupts: bool = False  # True if it ends what visitors are doing; such buttons stand apart


@dataclass(frozen=True)
class Command(Query):
    """A command. Unless `while_staffed`, it is refused while staff are at the station's own pages."""

    mqtt: MqttForm | None = None
    buttons: tuple[WebButton, ...] = ()
    hub: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """Exhibitera's commands, and the arguments that each means."""
    while_staffed: bool = False
    setting: str = ""  # the switch in [link] without which it is refused, and not offered
    cools_down: bool = False
    """True if it is refused for a moment afterwards: it writes a setting, or covers the page."""


def _text(data: Data) -> str:
    return data.text()


def _flag(data: Data) -> bool:
    return data.flag()


def _game_number(data: Data) -> int:
    number = data.whole()
    if not 0 < number <= MAX_GAME_NUMBER:
        raise RequestError("no game has this number")
    return number


def _votes(data: Data) -> tuple[int, ...]:
    votes = tuple(item.whole() for item in data.items())
    if not 0 < len(votes) <= MAX_CHOICES or not all(0 <= count <= MAX_VOTES for count in votes):
        raise RequestError(f"votes are at most {MAX_CHOICES} numbers up to {MAX_VOTES}")
    return votes


def _mark(data: Data) -> str:
    return data.text()[:MAX_MARK_LENGTH]


def _texts(data: Data) -> tuple[str, ...]:
    return tuple(item.text() for item in data.items())


def _week(data: Data) -> tuple[tuple[str, ...], ...]:
    week = tuple(_texts(day) for day in data.items())
    if len(week) != 7:
        raise RequestError("a week has seven days")
    return week


def _offered(data: Data) -> str:
    name = data.text()
    if name not in OFFERS:
        raise RequestError(f"{name[:40]!r} is no game; there is {', '.join(OFFERS)}")
    return name


def _file_kind(data: Data) -> FileKind:
    text = data.text()
    if text not in tuple(FileKind):
        raise RequestError(f"{text[:40]!r} is no file; there is {', '.join(FileKind)}")
    return FileKind(text)


def _message(data: Data) -> str:
    """Return a message on one line; raise RequestError if nobody could read it."""
    words = unicodedata.normalize("NFC", data.text()).split()
    message = " ".join(words)
    if len(message) > MAX_MESSAGE_LENGTH:
        raise RequestError(f"a message has at most {MAX_MESSAGE_LENGTH} letters, this one {len(message)}")
    if any(len(word) > MAX_WORD_LENGTH for word in words):
        raise RequestError(f"a word of a message has at most {MAX_WORD_LENGTH} letters")
    if not message.isprintable():
        raise RequestError("a message is plain text, without control characters")
    return message


def _by_name(*rows: Any) -> dict[str, Any]:
    return {row.name: row for row in rows}


QUERIES: Mapping[str, Query] = _by_name(
    # With `unlike`, the mark of a state, the answer comes when the state has changed.
    Query("state", {"unlike": _mark}, {"unlike": None}),
    Query("health"),
    # The key of the game at the table, by which phones follow it, and whether they may see its chances.
    Query("key"),
    # True or false, and with the right PIN a ticket; `client` is the address that it came from.
    Query("pin", {"pin": _mark, "client": _mark}, {"client": ""}),
    # Whether a ticket is still good, and whether there is a PIN at all.
    Query("session", {"ticket": _mark}),
    Query("hours"),
    Query("texts", {"language": _text}),
    # With `now`, the chances of the game that is being played; else of every turn.
    Query("chances", {"game": _game_number, "now": _flag}, {"now": False}, is_slow=True),
    Query("file", {"kind": _file_kind, "ticket": _mark}, {"ticket": ""}, is_slow=True),
)

COMMANDS: Mapping[str, Command] = _by_name(
    Command(
        "hours",
        {"open": _flag},
        mqtt=MqttForm(
            "switch",
            "Open",
            "open",
            {"OPEN": True, "CLOSE": False},
            {
                "payload_on": "OPEN",
                "payload_off": "CLOSE",
                "state_on": "True",
                "state_off": "False",
                "value_template": "{{ value_json.open }}",
            },
        ),
        buttons=(
            WebButton("open", lambda tr: tr("Open now"), lambda tr: tr("Open now?"), {"open": True}),
            WebButton("close", lambda tr: tr("Close now"), lambda tr: tr("Close now?"), {"open": False}),
        ),
        # Somebody may be at the table: the station counts down, and keeps their game.
        hub={"sleep_display": {"open": False}, "wake_display": {"open": True}},
        cools_down=True,
    ),
    Command(
        "restart-game",
        mqtt=MqttForm("button", "Restart the game"),
        buttons=(
            WebButton(
                "restart-game",
                lambda tr: tr("Leave the game"),
                lambda tr: tr("Leave the current game?"),
                interrupts=True,
            ),
        ),
        hub={"refresh_page": {}},
    ),
    Command(
        "restart",
        mqtt=MqttForm("button", "Restart", discovery={"device_class": "restart"}),
        buttons=(
            WebButton(
                "restart",
                lambda tr: tr("Restart"),
                lambda tr: tr("Restart the station's program?"),
                interrupts=True,
            ),
        ),
        while_staffed=True,
    ),
    Command(
        "reboot",
        {"force": _flag},
        {"force": False},
        mqtt=MqttForm("button", "Reboot", "force", {"FORCE": True}, {"device_class": "restart"}),
        setting="reboot",
    ),
    Command("message", {"text": _message}, mqtt=MqttForm("notify", "Message", "text"), cools_down=True),
    Command(
        "screen",
        {"on": _flag},
        mqtt=MqttForm(
            "switch",
            "Screen",
            "on",
            {"ON": True, "OFF": False},
            {"value_template": "{{ value_json.screen | upper }}"},
        ),
    ),
    Command(
        "game",
        {"name": _offered},
        mqtt=MqttForm("select", "Game", "name", discovery={"value_template": "{{ value_json.own_game }}"}),
        cools_down=True,
    ),
    Command("set-hours", {"week": _week, "closed_days": _texts}, cools_down=True),
    # Whether phones show the chances, and what each move is worth, while a game is played.
    Command(
        "page-hints",
        {"on": _flag},
        buttons=(
            WebButton(
                "show-chances", lambda tr: tr("Show the chances"), arguments={"on": True}, reloads=True
            ),
            WebButton(
                "hide-chances", lambda tr: tr("Hide the chances"), arguments={"on": False}, reloads=True
            ),
        ),
        cools_down=True,
    ),
    # Whether phones vote, and how many of them have voted for each legal choice of a turn, for the screen.
    Command(
        "page-vote",
        {"on": _flag},
        buttons=(
            WebButton("begin-vote", lambda tr: tr("Let phones vote"), arguments={"on": True}, reloads=True),
            WebButton("end-vote", lambda tr: tr("End the votes"), arguments={"on": False}, reloads=True),
        ),
        cools_down=True,
    ),
    Command("vote", {"ply": _game_number, "votes": _votes}, setting="page_vote"),
    # Shows how the house's texts would look; with `keep`, those that fit are used.
    Command(
        "texts",
        dict.fromkeys(("language", "title", "line", "about"), _text) | {"keep": _flag, "ticket": _mark},
        is_slow=True,
    ),
    Command("sign-out", {"ticket": _mark}, while_staffed=True),
)

DONE: dict[str, object] = {"ok": True}


def refused(why: str) -> dict[str, object]:
    """Return the answer to a request that is refused."""
    return {"ok": False, "why": why}


def read_question(line: bytes) -> RemoteQuestion:
    """Parse a request; raise RequestError."""
    try:
        given = json_data(line.decode("utf-8"))
        table = given.table()
        verb = "ask" if "ask" in table else "do"
        name = given[verb].text()
        row = row_of(verb, name)
        unknown = sorted(set(table) - {verb, *row.arguments})
        if unknown:
            known = ", ".join((verb, *row.arguments))
            raise RequestError(f"{unknown[0][:40]!r} can't stand there; there is {known}")
        return RemoteQuestion(verb, name, {key: _argument(row, key, table) for key in row.arguments})
    except UnicodeDecodeError as error:
        raise RequestError("this is no UTF-8 text") from error
    except DataError as error:
        raise RequestError(str(error)) from error


def row_of(verb: str, name: str) -> Query:
    """Return the row of a query or command; raise RequestError."""
    rows: Mapping[str, Query] = QUERIES if verb == "ask" else COMMANDS
    if name not in rows:
        what = "can't be asked" if verb == "ask" else "is no command"
        raise RequestError(f"{name[:40]!r} {what}; there is {', '.join(rows)}")
    return rows[name]


def _argument(row: Query, key: str, table: Mapping[str, Data]) -> Any:
    if key in table:
        return row.arguments[key](table[key])
    if key in row.defaults:
        return row.defaults[key]
    raise RequestError(f"{key!r} is missing")
