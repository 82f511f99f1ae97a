"""Line numbers of the keys in a TOML text, which the standard library's parser doesn't report."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.system.data import MAX_REREAD


@dataclass(frozen=True, slots=True)
class Lines:
    """The first and the last line of a statement, counted from 1."""

    first: int
    last: int


def lines_of_keys(text: str) -> dict[tuple[str, ...], Lines]:
    """Return the lines of every section's header and key, by its path; `text` is valid TOML.

    A statement ends at the first line after which the parser finds it whole, so the parser itself decides
    what belongs to a value of several lines. Stops where that would take too long.
    """
    found: dict[tuple[str, ...], Lines] = {}
    above: tuple[str, ...] | None = ()
    statement, read = "", 0
    for number, line in enumerate(text.split("\n"), start=1):
        is_first = not statement
        statement += line + "\n"
        read += len(statement)
        if read > MAX_REREAD:
            break
        try:
            parsed = tomllib.loads(statement)
        except tomllib.TOMLDecodeError:
            continue
        if is_first and line.lstrip().startswith("["):
            above = _header(parsed)
            paths = [] if above is None else [above[:1], above[:2]]
        else:
            paths = [] if above is None else [(*above, *path)[:2] for path in _paths(parsed)]
        for path in paths:
            found.setdefault(path, Lines(number - statement.count("\n") + 1, number))
        statement = ""
    return found


def _header(parsed: dict[str, Any]) -> tuple[str, ...] | None:
    """Return the path of a section from its header; None in a list of tables, which holds no setting."""
    path: tuple[str, ...] = ()
    table: object = parsed
    while isinstance(table, dict) and table:
        ((key, table),) = table.items()
        path = (*path, key)
    return path if isinstance(table, dict) else None


def _paths(table: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for key, value in table.items():
        yield (key,)
        if isinstance(value, dict):
            yield from ((key, inside) for inside in value)
