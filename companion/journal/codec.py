"""Happenings as JSON text, and back without loss.

Driven by the dataclasses themselves: an object of their fields, enums by value, tuples as lists. A field that
has a default may be missing, so that a journal stays readable when an event learns to say more.
"""

import json
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
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
    return cast(Happening, _typed(KINDS[kind], plain.value, kind))


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _typed(hint: Any, plain: Any, where: str) -> object:
    """The value of the hinted type; `where` is the way to it, for the message."""
    if get_origin(hint) in (Union, UnionType):
        return _one_of(get_args(hint), plain, where)
    if get_origin(hint) is tuple:
        return _tuple(get_args(hint), plain, where)
    if is_dataclass(hint):
        return _dataclass(cast(Callable[..., object], hint), plain, where)
    if hint is NoneType and plain is None:
        return None
    if isinstance(hint, type) and issubclass(hint, Enum):
        try:
            return hint(plain)
        except ValueError as error:
            raise CodecError(f"{where}: {error}") from error
    if type(plain) is hint:
        return cast(object, plain)
    raise CodecError(f"{where}: {plain!r} is no {getattr(hint, '__name__', hint)}")


def _one_of(hints: tuple[Any, ...], plain: object, where: str) -> object:
    for hint in hints:
        try:
            return _typed(hint, plain, where)
        except CodecError:
            continue
    raise CodecError(f"{where}: {plain!r} can't stand there")


def _tuple(hints: tuple[Any, ...], plain: object, where: str) -> object:
    if not isinstance(plain, list):
        raise CodecError(f"{where}: {plain!r} is no list")
    return tuple(_typed(hints[0], item, f"{where}[{index}]") for index, item in enumerate(plain))


def _dataclass(cls: Callable[..., object], plain: object, where: str) -> object:
    if not isinstance(plain, dict):
        raise CodecError(f"{where}: {plain!r} is no object")
    hints = _hints(cls)
    unknown = plain.keys() - hints.keys()
    missing = {name for name, (_, needed) in hints.items() if needed} - plain.keys()
    if unknown or missing:
        raise CodecError(f"{where}: wrong fields {', '.join(sorted(unknown | missing))}")
    values = {name: _typed(hints[name][0], item, f"{where}.{name}") for name, item in plain.items()}
    try:
        return cls(**values)
    except GameError as error:
        raise CodecError(f"{where}: {error}") from error


@cache
def _hints(cls: Any) -> dict[str, tuple[Any, bool]]:
    """Name, type and whether it must be given, of every field."""
    types = get_type_hints(cls)
    return {
        field.name: (types[field.name], field.default is MISSING and field.default_factory is MISSING)
        for field in fields(cls)
    }
