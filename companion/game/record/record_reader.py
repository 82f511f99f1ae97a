"""Reader of whole games in the text form that record.py defines and writes."""

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import TypeVar

from companion.game.board import Seat
from companion.game.errors import GameError, NotationError
from companion.game.landing import Reason
from companion.game.names import meant
from companion.game.play import Outcome
from companion.game.record.record import RESULTS, GameRecord, Replay, Turn, marked
from companion.game.rulesets.options import parse_options
from companion.game.rulesets.reconstructions import reconstruction
from companion.game.rulesets.rules import Rules

_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"[1-9][0-9]{0,8}\.")
_HEADERS = ("A:", "B:", "date:", "helped:", "rules:", "die:")

_Value = TypeVar("_Value")


def read_game(text: str) -> GameRecord:
    """Return the game that a text describes; raise NotationError naming line and column."""
    lines = [
        _Line(number, line)
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    lines.append(_Line(len(text.splitlines()) + 1, ""))
    headers = _take_headers(lines)
    if "rules:" not in headers:
        raise lines[0].error("'rules: NAME' is missing before this")
    rules = _rules(headers["rules:"], headers.get("die:"))
    a, b = (headers[key].rest() if key in headers else "" for key in ("A:", "B:"))
    played_on = _date(headers["date:"]) if "date:" in headers else None
    replay = Replay(rules)
    turns = []
    while lines[0].peek() not in ("result:", ""):
        turns.append(_turn(lines.pop(0), replay))
    outcome = _result(lines.pop(0), replay)
    if len(lines) > 1:
        lines[0].finish()
    return GameRecord(rules, tuple(turns), outcome, (a, b), played_on, helped="helped:" in headers)


class _Line:
    """One line of a game's text: its words, and the number of words read."""

    def __init__(self, number: int, text: str) -> None:
        self._number, self._text = number, text
        self._words = list(_WORD.finditer(text))
        self._column = 0

    def peek(self) -> str:
        """Return the next word, empty at the end of the line."""
        return self._words[0][0] if self._words else ""

    def take(self, wanted: str) -> str:
        """Return and consume the next word; raise NotationError naming the expected one if there is none."""
        if not self._words:
            raise self.missing(wanted)
        word = self._words.pop(0)
        self._column = word.start()
        return word[0]

    def rest(self) -> str:
        """Return the rest of the line."""
        return self._text[self._words[0].start() :].rstrip() if self._words else ""

    def finish(self) -> None:
        """Raise NotationError if words are left."""
        if self._words:
            word = self.take("")
            raise self.error(f"{word!r} is too much here")

    def checked(self, ask: Callable[[], _Value]) -> _Value:
        """Return the result of a call; a GameError in it is reported at the last word taken."""
        try:
            return ask()
        except GameError as error:
            raise self.error(error) from None

    def missing(self, wanted: str) -> NotationError:
        """Return an error at the end of the line."""
        return NotationError(f"line {self._number}, column {len(self._text) + 1}: {wanted} is missing")

    def error(self, message: object) -> NotationError:
        """Return an error at the last word taken."""
        return NotationError(f"line {self._number}, column {self._column + 1}: {message}")


def _take_headers(lines: list[_Line]) -> dict[str, _Line]:
    headers: dict[str, _Line] = {}
    while lines[0].peek() in _HEADERS:
        line = lines.pop(0)
        key = line.take("a header")
        if key in headers:
            raise line.error(f"{key!r} is given twice")
        headers[key] = line
    return headers


def _rules(line: _Line, die_line: _Line | None) -> Rules:
    name = line.take("the name of the rules")
    base = line.checked(lambda: reconstruction(name)).rules
    options: list[str] = []
    while line.peek():
        options.append(line.take("an option"))
        if len(line.checked(lambda: parse_options(options))) < len(options):
            raise line.error(f"{options[-1]!r} is given twice")
    rules = line.checked(lambda: base.with_options(parse_options(options)))
    if die_line is not None:
        options.append(f"die={die_line.take('the die')}")
        rules = die_line.checked(lambda: base.with_options(parse_options(options)))
        die_line.finish()
    return rules


def _date(line: _Line) -> date:
    text = line.take("the date")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
        raise line.error("a date is written YYYY-MM-DD")
    try:
        played_on = date.fromisoformat(text)
    except ValueError:
        raise line.error(f"there is no day {text}") from None
    line.finish()
    return played_on


def _turn(line: _Line, replay: Replay) -> Turn:
    if _NUMBER.fullmatch(line.peek()):
        number = line.take("a number")
        if number != f"{replay.throws + 1}.":
            raise line.error(f"this is turn {replay.throws + 1}, not {number.rstrip('.')}")
    seat_text = line.take("the seat")
    if seat_text not in (*Seat,):
        raise line.error(f"{seat_text!r} begins no turn ('1. A 4 hand-4A'), header or result")
    seat = Seat(seat_text)
    line.checked(lambda: replay.expect(seat))
    throw = _throw(line, replay.rules)
    flags = tuple(_flags(line))
    written = line.take("the move")
    bare = written.rstrip("*+#")
    action = line.checked(lambda: replay.turn(seat, throw, bare))
    if written not in (bare, bare + marked(action)[len(str(action)) :]):
        raise line.error(f"the marks don't fit: this is {marked(action)}")
    line.finish()
    return Turn(seat, throw, action, flags)


def _throw(line: _Line, rules: Rules) -> int:
    text = line.take("the throw")
    faces = {str(face): face for face in rules.die.faces}
    if text not in faces:
        raise line.error(f"{text!r} is no throw of the die {rules.die}: {', '.join(faces)}")
    return faces[text]


def _flags(line: _Line) -> Iterator[Reason]:
    while line.peek().startswith("!"):
        text = line.take("a flag").removeprefix("!")
        if text not in (*Reason,):
            raise line.error(f"{text!r} is no reason; {meant(text, Reason)}")
        yield Reason(text)


def _result(line: _Line, replay: Replay) -> Outcome | None:
    if line.peek() != "result:":
        raise line.missing("'result: ...' (perhaps 'result: unfinished')")
    line.take("the result")
    text = line.rest()
    if text not in RESULTS:
        raise line.error(f"{text!r} is no result; {meant(text, RESULTS)}")
    line.checked(lambda: replay.result_text(RESULTS[text]))
    return RESULTS[text]
