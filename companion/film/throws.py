"""Throws that come from a file, or from a person at the terminal."""

import json
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion import FiveLinesError, shortened
from companion.game import Die
from companion.system.data import MAX_DATA_BYTES, DataError, json_data, text_of


class ThrowsError(FiveLinesError, ValueError):
    """The list of throws can't be used."""


def read_throws(path: Path, die: Die) -> list[int]:
    """Read the throws of a file: a JSON list of `{"throw": n}` in the order in which they are made.

    Raises ThrowsError, naming file and entry, when it is missing, no such list, or not of this die.
    """
    try:
        entries = json_data(text_of(path, MAX_DATA_BYTES)).value
    except OSError as error:
        raise ThrowsError(f"{path}: the throws can't be read ({error.strerror}); name the file") from error
    except DataError as error:
        where = "" if error.line is None else f", line {error.line}, column {error.column}"
        raise ThrowsError(f"{path}{where}: this is no JSON ({error.what}); mend it there") from error
    if not isinstance(entries, list):
        raise ThrowsError(f'{path}: the throws are a list, as in [{{"throw": 4}}, {{"throw": 1}}]')
    return [_value(entry, number, path, die) for number, entry in enumerate(entries, start=1)]


def _value(entry: object, number: int, path: Path, die: Die) -> int:
    value = entry.get("throw") if isinstance(entry, dict) else None
    if isinstance(value, int) and not isinstance(value, bool) and value in die.faces:
        return value
    if value is None:
        raise ThrowsError(
            f'{path}, entry {number}: each throw is written {{"throw": 4}}, not {json.dumps(entry)}'
        )
    raise ThrowsError(f"{path}, entry {number}: {json.dumps(value)} is impossible; {die_in_words(die)}")


class ListedThrows(Iterator[int]):
    """Throws that are all known in advance."""

    def __init__(self, values: Sequence[int]) -> None:
        self._values = deque(values)

    def __next__(self) -> int:
        if not self._values:
            raise StopIteration
        return self._values.popleft()

    @property
    def ahead(self) -> tuple[int, ...]:
        """Return the throws still to come."""
        return tuple(self._values)


class AskedThrows(Iterator[int]):
    """Throws as a person types them, asked for again until they are valid; they end with the input."""

    ahead: tuple[int, ...] = ()

    def __init__(self, die: Die) -> None:
        self._die = die

    def __next__(self) -> int:
        while True:
            try:
                answer = input("Throw: ").strip()
            except (EOFError, RuntimeError):  # the input has ended, or is closed
                raise StopIteration from None
            if answer in map(str, self._die.faces):
                return int(answer)
            print(f"{shortened(answer) or 'Nothing'} is impossible; {die_in_words(self._die)}.")


Throws = ListedThrows | AskedThrows


def die_in_words(die: Die) -> str:
    """Return a die and its faces."""
    return f"the die {die} shows {', '.join(map(str, die.faces))}"
