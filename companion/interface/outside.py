"""What may be asked of a station from outside, through its socket: how it stands, and a few safe commands.

A question is one line of JSON, and so is its answer: `{"ask": "state"}`, `{"ask": "health"}`, or a command,
`{"do": "screen", "on": false}`. Nothing asked so can change the calibration or the PIN, and a game in
play can only be left.
"""

import unicodedata
from dataclasses import dataclass, field
from enum import StrEnum

from companion import FiveLinesError
from companion.interface.offers import OFFERS
from companion.interface.texts import Texts
from companion.system.data import Data, DataError, json_data

MAX_MARK_LENGTH = 64
"""Letters of the mark that comes with a state, of a PIN and of a ticket."""

MAX_MESSAGE_LENGTH, MAX_WORD_LENGTH = 140, 22
"""Letters of a message, and of a word in it: so much can be read on the smallest screen, on both sides."""


class Condition(StrEnum):
    """How a station stands, in one word."""

    ATTRACT = "attract"
    """Nobody is there."""
    PLAYING = "playing"
    """Somebody is: a game is played, or chosen, or its rules are read."""
    STAFF = "staff"
    """Pages of the staff are open."""
    CLOSED = "closed"
    """By its hours, or because staff want it; that is no fault."""
    FAULT = "fault"
    """Something is out of order that stops games."""


class FileKind(StrEnum):
    """What a station hands out as a file, with its answer."""

    PICTURE = "picture"
    """What its camera sees now, a JPEG; for staff."""
    SCREEN = "screen"
    """What its screen shows now, a JPEG."""
    REPORT = "report"
    """The report that staff write on the screen, too; for staff."""
    BACKUP = "backup"
    """All of the station in one file; for staff."""


class OutsideError(FiveLinesError, ValueError):
    """A question that is none; the message says what could be asked."""


@dataclass(frozen=True, slots=True)
class AskState:
    """How the station stands. With `unlike`, the mark of a state, that is told once it has changed."""

    unlike: str | None = None


@dataclass(frozen=True, slots=True)
class AskHealth:
    """What is out of order."""


@dataclass(frozen=True, slots=True)
class AskKey:
    """What lets a phone follow the game that is played? It stands on the screen, and goes to nobody else.

    With it comes whether chances are told there.
    """


@dataclass(frozen=True, slots=True)
class RestartGame:
    """Leave the game, and be at the first page."""


@dataclass(frozen=True, slots=True)
class Restart:
    """End the program, and start it anew."""


@dataclass(frozen=True, slots=True)
class Reboot:
    """Start the machine anew; with `force` also while somebody plays, whose game is kept."""

    force: bool


@dataclass(frozen=True, slots=True)
class ShowMessage:
    """Show people a message of the staff's until they touch it or it is out of date; an empty one: none."""

    text: str


@dataclass(frozen=True, slots=True)
class SetScreen:
    """Switch the screen off until somebody touches it, or on."""

    on: bool


@dataclass(frozen=True, slots=True)
class SetGame:
    """The station's own game is this one of those that are offered; a game in play stays as it is."""

    name: str


@dataclass(frozen=True, slots=True)
class SetOpen:
    """Open or close now, until the hours say the same."""

    opened: bool


@dataclass(frozen=True, slots=True)
class SetHours:
    """These are the opening hours: of each weekday, Monday first, and the days that stay closed."""

    week: tuple[tuple[str, ...], ...]
    closed_days: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetPageHints:
    """Whether phones are told chances, and what each move is worth, while a game is played."""

    on: bool


@dataclass(frozen=True, slots=True)
class AskPin:
    """Asks whether this is the staff's PIN."""

    pin: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class AskHours:
    """Asks for the opening hours."""


@dataclass(frozen=True, slots=True)
class AskTexts:
    """Asks for the house's own texts in a language."""

    language: str


@dataclass(frozen=True, slots=True)
class AskFile:
    """Asks for a file; `ticket` is what came with the answer to the right PIN, where it is for staff."""

    kind: FileKind
    ticket: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class TryTexts:
    """Asks how the house's texts in a language would look; with `keep`, those that fit are used."""

    language: str
    texts: Texts
    keep: bool
    ticket: str = field(repr=False)


Wanted = AskFile | TryTexts
"""What takes a while to make, and is answered when it is."""

Command = (
    RestartGame | Restart | Reboot | ShowMessage | SetScreen | SetGame | SetOpen | SetHours | SetPageHints
)
Question = AskState | AskHealth | AskKey | AskPin | AskHours | AskTexts | Wanted | Command

DONE: dict[str, object] = {"ok": True}


def refused(why: str) -> dict[str, object]:
    """The answer to what can't be done."""
    return {"ok": False, "why": why}


def read_question(line: bytes) -> Question:
    """The question in a line; raises OutsideError."""
    try:
        said = json_data(line.decode("utf-8"))
        table = said.table()
        if "ask" in table:
            return _asked(table)
        return _command(said["do"].text(), table)
    except UnicodeDecodeError as error:
        raise OutsideError("this is no UTF-8 text") from error
    except DataError as error:
        raise OutsideError(str(error)) from error


def _asked(table: dict[str, Data]) -> Question:
    match table["ask"].text():
        case "state":
            _only(table, "ask", "unlike")
            unlike = table["unlike"].text()[:MAX_MARK_LENGTH] if "unlike" in table else None
            return AskState(unlike)
        case "health":
            _only(table, "ask")
            return AskHealth()
        case "key":
            _only(table, "ask")
            return AskKey()
        case "pin":
            _only(table, "ask", "pin")
            return AskPin(_given(table, "pin").text()[:MAX_MARK_LENGTH])
        case "hours":
            _only(table, "ask")
            return AskHours()
        case "texts":
            _only(table, "ask", "language")
            return AskTexts(_given(table, "language").text())
        case "file":
            _only(table, "ask", "kind", "ticket")
            return AskFile(_kind(_given(table, "kind").text()), _ticket(table))
        case other:
            known = "state, health, key, pin, hours, texts, file"
            raise OutsideError(f"{other[:40]!r} can't be asked; there is {known}")


def _command(name: str, table: dict[str, Data]) -> Command | TryTexts:
    match name:
        case "restart-game":
            _only(table, "do")
            return RestartGame()
        case "restart":
            _only(table, "do")
            return Restart()
        case "reboot":
            _only(table, "do", "force")
            return Reboot(force="force" in table and table["force"].flag())
        case "message":
            _only(table, "do", "text")
            return ShowMessage(_message(_given(table, "text").text()))
        case "screen":
            _only(table, "do", "on")
            return SetScreen(_given(table, "on").flag())
        case "game":
            _only(table, "do", "name")
            wanted = _given(table, "name").text()
            if wanted not in OFFERS:
                raise OutsideError(f"{wanted[:40]!r} is no game; there is {', '.join(OFFERS)}")
            return SetGame(wanted)
        case "hours":
            _only(table, "do", "open")
            return SetOpen(_given(table, "open").flag())
        case "set-hours":
            _only(table, "do", "week", "closed_days")
            week = tuple(_texts(day) for day in _given(table, "week").items())
            if len(week) != 7:
                raise OutsideError("a week has seven days")
            return SetHours(week, _texts(_given(table, "closed_days")))
        case "page-hints":
            _only(table, "do", "on")
            return SetPageHints(_given(table, "on").flag())
        case "texts":
            _only(table, "do", "language", "title", "line", "about", "keep", "ticket")
            title, line, about = (_given(table, name).text() for name in ("title", "line", "about"))
            language, keep = _given(table, "language").text(), _given(table, "keep").flag()
            return TryTexts(language, Texts(title, line, about), keep, _ticket(table))
        case other:
            known = (
                "restart-game, restart, reboot, message, screen, game, hours, set-hours, page-hints, texts"
            )
            raise OutsideError(f"{other[:40]!r} is no command; there is {known}")


def _kind(text: str) -> FileKind:
    try:
        return FileKind(text)
    except ValueError as error:
        raise OutsideError(f"{text[:40]!r} is no file; there is {', '.join(FileKind)}") from error


def _ticket(table: dict[str, Data]) -> str:
    return table["ticket"].text()[:MAX_MARK_LENGTH] if "ticket" in table else ""


def _message(text: str) -> str:
    """A message on one line; raises OutsideError for what nobody could read."""
    words = unicodedata.normalize("NFC", text).split()
    said = " ".join(words)
    if len(said) > MAX_MESSAGE_LENGTH:
        raise OutsideError(f"a message has at most {MAX_MESSAGE_LENGTH} letters, this one {len(said)}")
    if any(len(word) > MAX_WORD_LENGTH for word in words):
        raise OutsideError(f"a word of a message has at most {MAX_WORD_LENGTH} letters")
    if not said.isprintable():
        raise OutsideError("a message is plain text, without signs that control something")
    return said


def _texts(data: Data) -> tuple[str, ...]:
    return tuple(item.text() for item in data.items())


def _given(table: dict[str, Data], name: str) -> Data:
    if name not in table:
        raise OutsideError(f"{name!r} is missing")
    return table[name]


def _only(table: dict[str, Data], *names: str) -> None:
    more = sorted(set(table) - set(names))
    if more:
        raise OutsideError(f"{more[0][:40]!r} can't stand there; there is {', '.join(names)}")
