"""Files from outside, and the TOML and JSON in them: limits are checked first, mistakes name their place.

Only mistakes in a file become DataErrors, so that a bug is never reported as one.
"""

import errno
import json
import math
import os
import re
import stat
import sys
import tomllib
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

from companion import FiveLinesError

MAX_PICTURE_BYTES = 60_000_000  # A JPEG of as many pixels as are allowed is smaller
MAX_PICTURE_PIXELS = 50_000_000  # decoded, 150 MB; the cameras of a Raspberry Pi take up to 12 million
MAX_TOML_BYTES = 200_000
"""More than ten times a station.toml with every setting explained; all other TOML is shorter."""
MAX_DATA_BYTES = 20_000_000  # JSON and records of games: the truth of 7,000 pictures
MAX_LISTS = 1_000_000
"""Lists and tables in one text of JSON; read, 200 MB. The longest game known has a tenth."""
MAX_REREAD = 1_000_000
"""Letters that are parsed to find the lines of settings; each statement is, once for each of its lines."""
MAX_JOINED = 16
"""Names joined by dots in TOML; settings have two. What a thousand take grows with their square."""
MAX_DEPTH = 64  # lists and tables within each other in TOML and JSON; a station's own have less than ten
MAX_MISTAKES = 20  # maximum mistakes shown of one file; fixing these shows the next
MAX_GAMES_BYTES = 4_000_000_000
"""A file of games: a busy museum's of seven years. A game of 50 throws has 30 kB; one is read at a time."""
MAX_GAME_BYTES = 20_000_000  # one game in it; the longest known, of 5,400 throws, has a quarter of that
MAX_TEXT_BYTES = 20_000  # a house's texts in one language: many times what a screen has room for
MAX_LOGO_BYTES = 5_000_000
MAX_LOGO_PIXELS = 16_000_000  # a logo as a designer sends it; decoded, 64 MB

SHOWN = 40  # maximum letters of a wrong value in a message

MAX_SHOWN_NUMBER = 10**SHOWN

_PLACE = re.compile(
    r"(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL
)

_NAME = r"""(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
# No name begins at a quote behind a backslash: to look from each to the end of its line takes minutes.
_JOINED = re.compile(rf"(?<![\w\\-])(?:{_NAME}[ \t]*\.[ \t]*){{{MAX_JOINED}}}")

Kind = TypeVar("Kind", bound=Enum)


class DataError(FiveLinesError, ValueError):
    """A text is not valid data; the message says where, and what is expected.

    `line` and `column` count from 1; they are known in a text that is not TOML, or not JSON.
    """

    def __init__(self, what: str, line: int | None = None, column: int | None = None) -> None:
        at = "" if line is None else f" (at line {line})"
        super().__init__(what + (at if column is None else f" (at line {line}, column {column})"))
        self.what = what
        self.line = line
        self.column = column


@dataclass(frozen=True)
class Data:
    """A value from outside, and its place, such as `view.k1` or `frames[2].file`."""

    value: object
    where: str = ""

    def table(self) -> "dict[str, Data]":
        """Return the values of a table or object by their keys."""
        if not isinstance(self.value, dict):
            raise self.wrong("named values")
        prefix = f"{self.where}." if self.where else ""
        return {str(key): Data(value, f"{prefix}{key}") for key, value in self.value.items()}

    def get(self, key: str) -> "Data | None":
        """Return the value of a key in a table; None if it is missing."""
        return self.table().get(key)

    def __getitem__(self, key: str) -> "Data":
        """Return the value of a key in a table."""
        found = self.get(key)
        if found is None:
            raise self.missing(key)
        return found

    def items(self) -> "list[Data]":
        """Return the values in a list."""
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        return [Data(value, f"{self.where}[{index}]") for index, value in enumerate(self.value)]

    def text(self) -> str:
        """Return the value as text."""
        if not isinstance(self.value, str):
            raise self.wrong("a text")
        return self.value

    def flag(self) -> bool:
        """Return the value as true or false."""
        if not isinstance(self.value, bool):
            raise self.wrong("true or false")
        return self.value

    def whole(self, expected: str = "a whole number") -> int:
        """Return the value as a whole number."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.wrong(expected)
        return self.value

    def number(self, expected: str = "a finite number") -> float:
        """Return the value as a finite number."""
        if not isinstance(self.value, int | float) or isinstance(self.value, bool):
            raise self.wrong(expected)
        try:
            number = float(self.value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            raise self.wrong(expected)
        return number

    def numbers(self, count: int | None = None) -> list[float]:
        """Return the values of a list of numbers, of this length if `count` is given."""
        found = [item.number() for item in self.items()]
        if count is not None and len(found) != count:
            raise DataError(f"{self.where or 'it'} must be {count} numbers, not {len(found)}")
        return found

    def one_of(self, kind: type[Kind]) -> Kind:
        """Return the value as a member of an enumeration."""
        try:
            return kind(self.text())
        except ValueError as error:
            raise self.wrong(" or ".join(repr(str(member)) for member in kind)) from error

    def missing(self, key: str) -> DataError:
        """Return the error that names a key which a table lacks."""
        place = f"{self.where}.{key}" if self.where else key
        return DataError(f"{place!r} is missing")

    def wrong(self, expected: str) -> DataError:
        """Return the error that names the expected and the actual value."""
        return DataError(f"{self.where or 'it'} must be {expected}, not {_shown(self.value)}")


def toml_data(text: str) -> Data:
    """Return the data of a text in TOML; raise DataError."""
    joined = _JOINED.search(text)
    if joined is not None:
        raise DataError("too many names are joined by dots", text.count("\n", 0, joined.start()) + 1)
    try:
        return _not_deep(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(text, str(error)) from error
    except (ValueError, RecursionError) as error:
        raise _exotic(text, error) from error


def toml_beside(module: str, name: str) -> dict[str, Any]:
    """Return the table of our own TOML file beside a module, which gives its `__file__`."""
    return tomllib.loads((Path(module).parent / name).read_text(encoding="utf-8"))


_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def json_data(text: str) -> Data:
    """Return the data of a text in JSON; raise DataError."""
    lists = text.count("[") + text.count("{")
    if lists > MAX_LISTS:
        raise DataError("it has more lists than any file of its kind")
    try:
        value = json.loads(text)
        if _SURROGATE.search(text):
            # No text that can be written holds half a pair.
            json.dumps(value, ensure_ascii=False).encode()
        # A journal's entries by thousands have so few that none can be deep.
        return Data(value) if lists < MAX_DEPTH else _not_deep(value)
    except json.JSONDecodeError as error:
        raise DataError(error.msg, error.lineno, error.colno) from error
    except (ValueError, RecursionError) as error:
        raise _exotic(text, error) from error


def _not_deep(value: object) -> Data:
    """Return a value as data; raise RecursionError if it is nested too deeply to process or print."""
    level = [value]
    for _ in range(MAX_DEPTH):
        lists = (it.values() if isinstance(it, dict) else it for it in level if isinstance(it, dict | list))
        level = [inside for each in lists for inside in each]
        if not level:
            return Data(value)
    raise RecursionError


def _no_toml(text: str, complaint: str) -> DataError:
    """Return the parser's error; up to Python 3.13 it has the place in its message only."""
    found = _PLACE.fullmatch(complaint)
    if found is None:
        return DataError(complaint)
    if found["line"] is None:
        return DataError(found["what"], text.rstrip("\n").count("\n") + 1)
    return DataError(found["what"], int(found["line"]), int(found["column"]))


def _shown(value: object) -> str:
    if isinstance(value, dict | list):
        return "named values" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and abs(value) > MAX_SHOWN_NUMBER:
        return "so large a number"
    shown = repr(value) if isinstance(value, str) else str(value)
    return shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}..."


def _exotic(text: str, error: Exception) -> DataError:
    """Return the errors of the parsers' own limits in plain words."""
    if isinstance(error, RecursionError):
        return DataError("brackets stand in brackets too deep")
    if isinstance(error, UnicodeEncodeError):
        return DataError("half of a pair of surrogates stands in it alone, which is no letter")
    runs = re.finditer("[0-9_]+", text)
    place = next((run.start() for run in runs if len(run[0]) > sys.get_int_max_str_digits()), None)
    line = None if place is None else text.count("\n", 0, place) + 1
    return DataError("a number has too many digits", line)


def bytes_of(path: Path, max_bytes: int) -> bytes:
    """Return the bytes of a file; raise OSError, or DataError if it is larger.

    A pipe or a device is an OSError, and not waited for; but a shell's own pipe, which is written, is read.
    """
    is_shells_own = str(path).startswith(("/dev/fd/", "/dev/stdin", "/proc/"))
    with open(path, "rb", opener=None if is_shells_own else _opened_at_once) as file:
        held = file.read(max_bytes + 1)
    if len(held) > max_bytes:
        raise DataError(f"it has more than {max_bytes // 1000} kB, and files of its kind are smaller")
    return held


def _opened_at_once(path: str, flags: int) -> int:
    handle = os.open(path, flags | os.O_NONBLOCK)
    kind = os.fstat(handle).st_mode
    if stat.S_ISFIFO(kind) or stat.S_ISCHR(kind):
        os.close(handle)
        raise OSError(errno.EINVAL, "this is a pipe or a device and no file", path)
    return handle


def text_of(path: Path, max_bytes: int) -> str:
    """Return the text of a file with line feeds; raise OSError, and DataError if it is no text in UTF-8."""
    try:
        return bytes_of(path, max_bytes).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise DataError(f"it is no text in UTF-8 ({error.reason})") from error


def system_text(path: Path) -> str:
    """Return the text of a small file of the system's, without its end; empty if it can't be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0 \n")
    except OSError:
        return ""
