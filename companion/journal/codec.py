"""Happenings as JSON text, and back without loss.

Driven by the dataclasses themselves: an object of their fields, enums by value, tuples as lists. A field that
has a default may be missing, so that a journal stays readable when an event learns to say more.
"""

import json
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from companion.game import GameError
from companion.journal.errors import CodecError
from companion.journal.happenings import Happening
from companion.system.data import DataError, json_data

KINDS: dict[str, type[Happening]] = {kind.__name__: kind for kind in get_args(Happening)}
"""Everything that can be stored, by the name under which it is."""


def encode(happening: Happening) -> str:
    """A happening's fields as a JSON object; the name of its type is kept beside it."""
    return json.dumps(_plain(happening), ensure_ascii=False, separators=(",", ":"))


def decode(kind: str, text: str) -> Happening:
    """The happening of that kind which a text describes; raises CodecError."""
    if kind not in KINDS:
        raise CodecError(f"nothing is called {kind!r} here")
    try:
        plain = json_data(text)
    except DataError as error:
        raise CodecError(f"{kind}: no JSON ({error})") from error
    hint: Any = KINDS[kind]
    return cast(Happening, _reader(hint)(plain.value, kind))


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


_Reader = Callable[[object, str], object]
"""Makes a value of plain data; the text is the way to it, for the message."""


@cache
def _reader(hint: Any) -> _Reader:
    """What reads values of the hinted type; what type it is, is asked only once."""
    if get_origin(hint) in (Union, UnionType):
        return _one_of(get_args(hint))
    if get_origin(hint) is tuple:
        return _tuple(get_args(hint)[0])
    if is_dataclass(hint):
        return _dataclass(cast(Callable[..., object], hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _member(hint)

    def read(plain: object, where: str) -> object:
        if type(plain) is not hint:
            raise CodecError(f"{where}: {plain!r} is no {getattr(hint, '__name__', hint)}")
        return plain

    return read


def _one_of(hints: tuple[Any, ...]) -> _Reader:
    def read(plain: object, where: str) -> object:
        for reader in map(_reader, hints):
            try:
                return reader(plain, where)
            except CodecError:
                continue
        raise CodecError(f"{where}: {plain!r} can't stand there")

    return read


def _tuple(hint: Any) -> _Reader:
    def read(plain: object, where: str) -> object:
        if not isinstance(plain, list):
            raise CodecError(f"{where}: {plain!r} is no list")
        reader = _reader(hint)
        return tuple(reader(item, f"{where}[{index}]") for index, item in enumerate(plain))

    return read


def _member(kind: type[Enum]) -> _Reader:
    def read(plain: object, where: str) -> object:
        try:
            return kind(plain)
        except ValueError as error:
            raise CodecError(f"{where}: {error}") from error

    return read


def _dataclass(cls: Callable[..., object]) -> _Reader:
    def read(plain: object, where: str) -> object:
        if not isinstance(plain, dict):
            raise CodecError(f"{where}: {plain!r} is no object")
        readers, needed = _fields(cls)
        unknown, missing = plain.keys() - readers.keys(), needed - plain.keys()
        if unknown or missing:
            raise CodecError(f"{where}: wrong fields {', '.join(sorted(unknown | missing))}")
        values = {name: readers[name](item, f"{where}.{name}") for name, item in plain.items()}
        try:
            return cls(**values)
        except GameError as error:
            raise CodecError(f"{where}: {error}") from error

    return read


@cache
def _fields(cls: Any) -> tuple[dict[str, _Reader], frozenset[str]]:
    """What reads each field, and which of them must be given."""
    types = get_type_hints(cls)
    needed = (it.name for it in fields(cls) if it.default is MISSING and it.default_factory is MISSING)
    return {it.name: _reader(types[it.name]) for it in fields(cls)}, frozenset(needed)
