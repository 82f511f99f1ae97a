"""BOARD.toml: what differs from the standard board."""

import math
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

from calibration.errors import CalibrationError
from companion.board.spec import BoardSpec, BoardStyle


def read_board(path: Path) -> BoardSpec:
    """The board that a BOARD.toml describes.

    Raises CalibrationError naming the file, the key and what is expected.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise CalibrationError(
            f"{path}: there is no such file; leave --board out for the standard board"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise CalibrationError(f"{path}: cannot be read as text ({error})") from None
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CalibrationError(f"{path}: this is not TOML: {error}") from None
    try:
        return board_of(values)
    except CalibrationError as error:
        raise CalibrationError(f"{path}: {error}") from None


def board_of(values: dict[str, Any]) -> BoardSpec:
    """A board from key and value pairs; raises CalibrationError naming the key and what is expected."""
    known = {f.name for f in fields(BoardSpec)}
    for key in values:
        if key not in known:
            raise CalibrationError(f"{key!r} is not known; known are {', '.join(sorted(known))}")
    checked: dict[str, Any] = {key: _checked(key, value) for key, value in values.items()}
    spec = BoardSpec(**checked)
    if spec.counter_diameter_mm > 1.2 * spec.line_pitch_mm:
        raise CalibrationError(
            f"counter_diameter_mm = {spec.counter_diameter_mm:g} does not fit between lines "
            f"line_pitch_mm = {spec.line_pitch_mm:g} apart"
        )
    if spec.counter_diameter_mm > spec.line_length_mm:
        raise CalibrationError(
            f"counter_diameter_mm = {spec.counter_diameter_mm:g} is more than "
            f"line_length_mm = {spec.line_length_mm:g}"
        )
    return spec


def _checked(key: str, value: Any) -> object:
    if key == "style":
        if value not in list(BoardStyle):
            raise CalibrationError(f"style must be 'lines' or 'boxes', not {value!r}")
        return BoardStyle(value)
    if key == "counters_per_seat":
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 50:
            raise CalibrationError(
                f"counters_per_seat must be a whole number from 0 (no check) to 50, not {value!r}"
            )
        return value
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise CalibrationError(f"{key} must be a number of millimetres, not {value!r}")
    if not 0 < value <= 5000:
        raise CalibrationError(f"{key} must be more than 0 and at most 5000 mm, not {value:g}")
    return float(value)
