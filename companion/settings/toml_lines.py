"""On which lines of a TOML text its keys stand, which the standard library's parser doesn't tell."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.system.limits import LONGEST_STATEMENT


@dataclass(frozen=True, slots=True)
class Lines:
    """The first and the last line of a statement, counted from 1."""

    first: int
    last: int


def lines_of_keys(text: str) -> dict[tuple[str, ...], Lines]:
    """The lines of every table's header and every key, by its path; `text` is valid TOML.

    A statement ends at the first line after which the parser finds it whole, so the parser itself decides
    what belongs to a value of several lines. Nothing is told from a statement of too many lines on.
    """
    found: dict[tuple[str, ...], Lines] = {}
    header = ""
    statement: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        statement.append(line)
        if len(statement) > LONGEST_STATEMENT:
            break
        try:
            parsed = tomllib.loads("\n".join([header, *statement]))
        except tomllib.TOMLDecodeError:
            continue
        if len(statement) == 1 and line.lstrip().startswith("["):
            header = line
            # The header before it was only repeated; what is new is this one's table.
            parsed = tomllib.loads(line)
        for path in _paths(parsed):
            found.setdefault(path, Lines(number - len(statement) + 1, number))
        statement = []
    return found


def _paths(table: dict[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in table.items():
        yield (*above, key)
        if isinstance(value, dict):
            yield from _paths(value, (*above, key))
