"""Line numbers of the keys in a TOML text, which the standard library's parser doesn't report."""

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from companion.system.data import MAX_REREAD


def statements(text: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Yield the first line (from 1), the text and the content of each statement of a TOML text.

    A statement ends at the first line after which the parser finds it whole, so the parser itself decides
    what belongs to a value of several lines. Stops where that would take too long.
    """
    first, statement, read = 1, "", 0
    for number, line in enumerate(text.split("\n"), start=1):
        statement += line + "\n"
        read += len(statement)
        if read > MAX_REREAD:
            break
        with suppress(tomllib.TOMLDecodeError):
            yield first, statement, tomllib.loads(statement)
            first, statement = number + 1, ""


def lines_of_keys(text: str) -> dict[tuple[str, ...], int]:
    """Return the first line of every section's header and key, by its path; `text` is valid TOML.

    Parses each statement by itself, so call it only when there is a mistake to name.
    """
    found: dict[tuple[str, ...], int] = {}
    above: tuple[str, ...] | None = ()
    for line, statement, parsed in statements(text):
        if statement.lstrip().startswith("["):
            above = _header(parsed)
            paths = [] if above is None else [above[:1], above[:2]]
        else:
            paths = [] if above is None else [(*above, *path)[:2] for path in _paths(parsed)]
        for path in paths:
            found.setdefault(path, line)
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
