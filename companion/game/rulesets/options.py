"""The options of the rules as people write them, `key=value`, and what each means in plain words."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from companion.game.dice import DICE, weighed_die
from companion.game.errors import NotationError
from companion.game.names import meant
from companion.game.rulesets.rules import (
    EndTest,
    Entering,
    EntryHits,
    ExtraThrow,
    Goal,
    GoalPoint,
    Leaving,
    OwnHalf,
    SacredLine,
    Start,
    Starter,
    Zugzwang,
    value_text,
)

BOARD = (
    "Two seats, A and B, five counters each. Five parallel lines end in ten points: 1A to 5A on A's side, "
    "1B to 5B on B's. The third line is the sacred line, from 3A to 3B; its middle divides it in halves. "
    "Everyone moves anticlockwise: 1A 2A 3A 4A 5A 1B 2B 3B 4B 5B and round again; A begins at 1A, B at 1B. A "
    "throw takes one counter so many points on; counters may be passed over. A's own half of the sacred line "
    "is 3A and its goal 3B, B's the other way round. If no move is possible the turn passes."
)
"""The rules that all ways to play share, in plain words."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option: its spelling and its meaning."""

    text: str
    value: object
    meaning: str


@dataclass(frozen=True, slots=True)
class Custom:
    """Values beyond the choices: their spelling, parser and meaning; N stands for the value."""

    written: str
    read: Callable[[str], object]
    meaning: str


@dataclass(frozen=True, slots=True)
class Option:
    """One thing about which ways to play differ."""

    key: str
    choices: tuple[Choice, ...]
    sources: tuple[str, ...]
    custom: Custom | None = None

    @property
    def field(self) -> str:
        """The name of the field of Rules that holds this option."""
        return self.key.replace("-", "_")

    @property
    def value_texts(self) -> tuple[str, ...]:
        """The allowed spellings of values; `N` is a number."""
        custom = (self.custom.written,) if self.custom else ()
        return (*(choice.text for choice in self.choices), *custom)

    def parse(self, text: str) -> object:
        """Return the value of a text; raise NotationError listing the allowed ones."""
        for choice in self.choices:
            if choice.text == text:
                return choice.value
        # What begins with a digit is meant for one of the values that are not listed.
        if self.custom and text[:1].isdecimal():
            try:
                return self.custom.read(text)
            except NotationError as error:
                raise NotationError(f"option {self.key}={text}: {error}") from None
        raise NotationError(
            f"option {self.key}={text}: {text!r} is no value; {meant(text, self.value_texts)}"
        )

    def meaning(self, value: object) -> str:
        """Return the meaning of a value in plain words."""
        for choice in self.choices:
            if choice.value == value and type(choice.value) is type(value):
                return choice.meaning
        if value is None or self.custom is None:
            return "means nothing in this game"
        return re.sub(r"\bN\b", str(value), self.custom.meaning)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text)):
        raise NotationError(f"{text!r} is none of none, N")
    return int(text)


def _option(
    key: str, meanings: Mapping[object, str], sources: tuple[str, ...], custom: Custom | None = None
) -> Option:
    field = key.replace("-", "_")
    choices = (Choice(value_text(field, value), value, meaning) for value, meaning in meanings.items())
    return Option(key, tuple(choices), sources, custom)


OPTIONS: tuple[Option, ...] = (
    _option(
        "start",
        {
            Start.FULL: "one counter on each of the own five points: all ten are full",
            Start.HAND: "all five counters in hand; with a throw of 3 one enters on the third point, "
            "and so on",
            Start.HOME: "one counter on the own point of the sacred line, four waiting behind",
            Start.OWN_SACRED: "all five on the own half of the sacred line",
        },
        ("Schädler 4", "Kidd 3", "Kalkhoven 1", "own-sacred: Board Game Geek"),
    ),
    _option(
        "entry",
        {
            Entering.MUST_ELSE_MOVE: "counters enter first; if none can, another moves",
            Entering.MUST_ELSE_PASS: "counters enter first; if none can, the turn passes",
            Entering.FREE: "entering and moving are a free choice",
        },
        (
            "Locus Ludi race 3",
            "Locus Ludi capture 4",
            "Adapted rule 3",
            "Kalkhoven 3",
            "must-else-pass: TAG's Kidd",
        ),
    ),
    _option(
        "hitting",
        {
            False: "counters are never hit",
            True: "a counter that is alone on a point can be hit: back to hand",
        },
        ("Kidd 5", "Locus Ludi capture 3", "Kalkhoven 7"),
    ),
    _option(
        "entry-hits",
        {
            EntryHits.YES: "a counter may enter onto a single counter of the other player and hit it",
            EntryHits.BLOCKED: "a counter of the other player keeps others from entering there",
        },
        ("Locus Ludi capture 3 and 4",),
    ),
    _option(
        "sacred-line",
        {
            SacredLine.SAFE: "nothing is hit on the sacred line; both players may share a half",
            SacredLine.OPEN: "counters are hit on the sacred line as anywhere",
        },
        ("Locus Ludi capture 3", "Kidd 5"),
    ),
    _option(
        "yoking",
        {
            False: "an ordinary point takes one counter",
            True: "an ordinary point takes any number of one player's counters; two keep the other "
            "player out",
        },
        (
            "Schädler 8",
            "Kidd 4",
            "Locus Ludi race 1",
            "Locus Ludi capture 1",
            "Adapted rule 1",
            "Kalkhoven 7",
        ),
    ),
    _option(
        "own-half",
        {
            OwnHalf.FREE: "any number of counters of both players on the own half",
            OwnHalf.ONE: "one own counter on the own half, whatever the other player has there",
            OwnHalf.ORDINARY: "the own half is a point like the ordinary ones",
            OwnHalf.CLOSED: "no counter may land on the own half",
        },
        (
            "Schädler 8",
            "Kidd 1 and 2",
            "Locus Ludi race 1",
            "Locus Ludi capture 1",
            "Adapted rule 1 and game play 4",
            "Kalkhoven 3 and 6",
        ),
    ),
    _option(
        "goal-point",
        {
            GoalPoint.FREE: "a single counter of the other player does not shut the goal",
            GoalPoint.BLOCKED: "a counter of the other player shuts the goal, in and out",
        },
        ("Adapted rule 1", "Kalkhoven 4"),
    ),
    _option(
        "leaving",
        {
            Leaving.FREE: "a counter may leave the goal, and must if nothing else can move",
            Leaving.LAST_RESORT: "a counter leaves the goal only if nothing else moves",
            Leaving.NEVER: "a counter on the goal is out of play: it stays, can't be hit, keeps nobody out",
        },
        (
            "Schädler 9",
            "Locus Ludi race 4",
            "Locus Ludi capture 5",
            "Adapted rule 4",
            "Kalkhoven 8",
            "never: the Ludii program",
        ),
    ),
    _option(
        "goal",
        {
            Goal.FAR: "counters count on the far half of the sacred line",
            Goal.ANYWHERE: "counters count anywhere on the sacred line",
        },
        ("Schädler 5", "Kidd 2", "Adapted game play 4", "Kalkhoven 10"),
    ),
    _option(
        "to-win",
        {
            5: "five counters there win",
            4: "four counters there win",
        },
        ("Schädler 10", "Kidd 2", "Kalkhoven 10", "Board Game Geek"),
    ),
    _option(
        "end-test",
        {
            EndTest.ALL: "a counter in hand is not there yet",
            EndTest.ON_BOARD: "all counters on the board are enough, whatever is in hand",
        },
        ("Schädler 10", "Kidd 2", "Kalkhoven 10", "on-board: the Ludii program's file as it is written"),
    ),
    _option(
        "last-may-stay",
        {
            False: "the last counter must move like any other",
            True: "a player with one counter left to gather, and none in hand, may decline to move",
        },
        ("Board Game Geek",),
    ),
    _option(
        "larger-throw-enters",
        {
            False: "the goal is reached by the exact throw",
            True: "a counter short of the goal may stop on it with any larger throw",
        },
        ("Board Game Geek",),
    ),
    _option(
        "extra-throw",
        {
            ExtraThrow.NONE: "no move earns another throw",
            ExtraThrow.GOAL: "landing on the goal earns another throw",
            ExtraThrow.BOTH: "landing on either half of the sacred line earns another throw",
        },
        ("Board Game Geek", "Kalkhoven 5 and 6"),
    ),
    _option(
        "zugzwang",
        {
            Zugzwang.STRICT: "if a move exists it must be made, even off the sacred line",
            Zugzwang.MAY_PASS: "if every move leaves the sacred line, the player may decline",
        },
        ("Schädler 9", "Locus Ludi race 4", "Locus Ludi capture 5", "Adapted rule 4", "Kalkhoven 8"),
    ),
    _option(
        "starter",
        {
            Starter.THROW_OFF: "both throw, the higher starts with a new throw; ties again",
            Starter.A: "seat A starts",
            Starter.B: "seat B starts",
            Starter.LOSER: "the loser of the last game starts",
        },
        ("Kidd 3", "Locus Ludi", "Adapted game play 1"),
    ),
    _option(
        "limit",
        {
            None: "a game has no limit",
        },
        ("this program",),
        Custom("N", _number, "after N throws the game is a draw"),
    ),
    _option(
        "die",
        {
            DICE["d6"]: "a six-sided die",
            DICE["knucklebone"]: "a knucklebone: 1 2 3 4, weighing 10 : 40 : 40 : 10",
            DICE["knucklebone-roman"]: "a Roman knucklebone: 1 3 4 6, weighing 10 : 40 : 40 : 10",
            DICE["painted-d6"]: "a die with 6 painted as 2 and 5 as 3",
        },
        ("Schädler 6", "the others: Board Game Geek"),
        Custom("FACE:WEIGHT,...", weighed_die, "a die whose faces weigh N"),
    ),
)
"""All options of the rules, in the order in which people see them."""

_BY_KEY = {option.key: option for option in OPTIONS}


def parse_options(texts: Iterable[str]) -> dict[str, object]:
    """Return the options (field name to value) of `key=value` texts; raise NotationError."""
    values: dict[str, object] = {}
    for text in texts:
        key, equals, value_text = text.partition("=")
        if not equals:
            raise NotationError(f"option {text!r}: write it as key=value, for example start=hand")
        if key not in _BY_KEY:
            raise NotationError(f"option {key!r} is not known; {meant(key, _BY_KEY)}")
        option = _BY_KEY[key]
        value = option.parse(value_text)
        if values.setdefault(option.field, value) != value:
            raise NotationError(f"option {key!r} is given twice with different values")
    return values
