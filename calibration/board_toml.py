"""BOARD.toml: what differs from the standard board."""

from dataclasses import fields
from pathlib import Path
from typing import Any

from calibration.errors import CalibrationError
from companion.board.spec import BoardSpec, BoardStyle
from companion.system.data import MAX_TOML_BYTES, Data, DataError, text_of, toml_data


def read_board(path: Path) -> BoardSpec:
    """Return the board that a BOARD.toml describes.

    Raises CalibrationError naming the file, the key and what is expected.
    """
    try:
        text = text_of(path, MAX_TOML_BYTES)
    except FileNotFoundError:
        raise CalibrationError(
            f"{path}: there is no such file; leave --board out for the standard board"
        ) from None
    except (OSError, DataError) as error:
        raise CalibrationError(f"{path}: cannot be read as text ({error})") from None
    try:
        values = toml_data(text)
    except DataError as error:
        raise CalibrationError(f"{path}: this is not TOML: {error}") from None
    try:
        return board_of(values)
    except DataError as error:
        raise CalibrationError(f"{path}: {error}") from None


def board_of(values: Data) -> BoardSpec:
    """Return the board of a table; raises DataError naming the key and what is expected."""
    known = {f.name for f in fields(BoardSpec)}
    checked: dict[str, Any] = {}
    for key, value in values.table().items():
        if key not in known:
            raise DataError(f"{key!r} is not known; known are {', '.join(sorted(known))}")
        checked[key] = _checked(key, value)
    spec = BoardSpec(**checked)
    if spec.counter_diameter_mm > 1.2 * spec.line_pitch_mm:
        raise DataError(
            f"counter_diameter_mm = {spec.counter_diameter_mm:g} does not fit between lines "
            f"line_pitch_mm = {spec.line_pitch_mm:g} apart"
        )
    if spec.counter_diameter_mm > spec.line_length_mm:
        raise DataError(
            f"counter_diameter_mm = {spec.counter_diameter_mm:g} is more than "
            f"line_length_mm = {spec.line_length_mm:g}"
        )
    return spec


def _checked(key: str, value: Data) -> object:
    if key == "style":
        return value.one_of(BoardStyle)
    if key == "counters_per_seat":
        expected = "a whole number from 0 (no check) to 50"
        count = value.whole(expected)
        if not 0 <= count <= 50:
            raise value.wrong(expected)
        return count
    number = value.number("a number of millimetres")
    if not 0 < number <= 5000:
        raise value.wrong("more than 0 and at most 5000 mm")
    return number
