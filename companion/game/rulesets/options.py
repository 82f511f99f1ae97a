"""The options of the rules as people write them, `key=value`, and what each means in plain words."""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import get_args, get_type_hints

from companion.game.dice import DICE, weighed_die
from companion.game.errors import NotationError
from companion.game.names import meant
from companion.game.rulesets.rules import Rules

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
        return (*(it.text for it in self.choices), *((self.custom.written,) if self.custom else ()))

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


_CUSTOM: Mapping[str, Callable[[str], object]] = {"limit": _number, "die": weighed_die}
"""Parsers of values beyond the choices, by their options."""

_KINDS = get_type_hints(Rules)


def _value(option: str, text: str) -> object:
    """Return the value of a choice from its spelling, as its field of Rules holds it."""
    match option:
        case "die":
            return DICE[text]
        case "limit":
            return None  # every other limit is a number
    kind = _KINDS[option.replace("-", "_")]
    if get_args(kind):  # what may mean nothing: `Entering | None`
        kind = get_args(kind)[0]
    return text == "yes" if kind is bool else kind(text)


def _read() -> Iterator[Option]:
    """Yield the options in the table beside this module."""
    table = tomllib.loads(Path(__file__).with_name("options.toml").read_text(encoding="utf-8"))
    for key, row in table.items():
        choices = (Choice(text, _value(key, text), meaning) for text, meaning in row["choices"].items())
        custom = row.get("custom")
        yield Option(
            key,
            tuple(choices),
            tuple(row["sources"]),
            Custom(custom["written"], _CUSTOM[key], custom["meaning"]) if custom else None,
        )


OPTIONS = tuple(_read())
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
