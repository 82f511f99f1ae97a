"""Plain data from outside as values of the program's own types, and back without loss.

The types decide: a dataclass is an object of its fields, an enum is its value, a tuple is a list. A field
that has a default may be missing, so that old files stay readable when a type gets another field.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from enum import Enum, StrEnum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from companion import FiveLinesError
from companion.system.data import Data, DataError

T = TypeVar("T")
_Reader = Callable[[Data], Any]


def value_of(kind: type[T], data: Data) -> T:
    """Return the data as a value of that type; raise DataError naming the place of what does not fit.

    A dataclass takes no other keys than its fields.
    """
    hint: Any = kind
    return cast(T, _reader(hint)(data))


def plain(value: object) -> object:
    """Return a value as plain data, which `value_of` reads back."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return plain_fields(value)
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def plain_fields(value: Any) -> dict[str, object]:
    """Return the fields of a dataclass as plain data."""
    return {field.name: plain(getattr(value, field.name)) for field in fields(value)}


def _in_iso(read: Callable[[str], Any], what: str) -> _Reader:
    def reader(data: Data) -> object:
        try:
            return read(data.text())
        except ValueError as error:
            raise data.wrong(f"{what} in ISO 8601") from error

    return reader


_PLAIN: Mapping[object, _Reader] = {
    bool: Data.flag,
    int: Data.whole,
    float: Data.number,
    str: Data.text,
    Path: lambda data: Path(data.text()),
    date: _in_iso(date.fromisoformat, "a date"),
    datetime: _in_iso(datetime.fromisoformat, "a date and time"),
}


@cache
def _reader(hint: Any) -> _Reader:
    """Return the reader of a type; each type is inspected once."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType):
        return _reader_of_union(inner)
    if kind in (tuple, list):
        item = _reader(inner[0])
        return lambda data: kind(map(item, data.items()))
    if kind is dict:
        item = _reader(inner[1])
        return lambda data: {name: item(value) for name, value in data.table().items()}
    if is_dataclass(kind):
        return _reader_of_dataclass(kind)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return lambda data: data.one_of(kind)
    return _PLAIN[kind]


def _reader_of_union(hints: tuple[Any, ...]) -> _Reader:
    readers = [_reader(hint) for hint in hints if hint is not NoneType]

    def read(data: Data) -> object:
        if data.value is None and NoneType in hints:
            return None
        for reader in readers[:-1]:
            try:
                return reader(data)
            except DataError:
                continue
        return readers[-1](data)

    return read


def _reader_of_dataclass(kind: Any) -> _Reader:
    hints = get_type_hints(kind)
    readers = {field.name: _reader(hints[field.name]) for field in fields(kind)}
    needed = [it.name for it in fields(kind) if it.default is MISSING and it.default_factory is MISSING]

    def read(data: Data) -> object:
        table = data.table()
        unknown = table.keys() - readers.keys()
        if unknown:
            raise DataError(f"{table[min(unknown)].where!r} is not known; known are {', '.join(readers)}")
        for name in needed:
            if name not in table:
                raise data.missing(name)
        values = {name: readers[name](value) for name, value in table.items()}
        try:
            return kind(**values)
        except FiveLinesError as error:
            raise DataError(f"{data.where or 'it'}: {error}") from error

    return read
