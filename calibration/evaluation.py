"""Measures the eyes on folders of pictures with truth: stations, films and labelled photographs."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.board_toml import board_of, read_board
from calibration.calibrate import calibrate
from calibration.errors import CalibrationError
from calibration.labelled import LabelledPhotograph, labelled_photographs
from calibration.lesson import KnownPicture, Lesson
from companion.game.board import RING, Halves, Seat
from vision.eyes import Eyes
from vision.picture import read_picture
from vision.reading import Reading, Status

START = Halves((1,) * 5 + (0,) * 5, (0,) * 5 + (1,) * 5)
"""The position of every set's `setup_a.jpg`."""


@dataclass(frozen=True, slots=True)
class Measured:
    """How one picture was read.

    `points_right` of `points` hold what the truth says; `clear`, `right` and `hand` are about the whole
    board;
    `error` is set when the station could not be learned at all. Times in seconds.
    """

    place: str
    picture: str
    material: str
    light: str
    counters: str
    hand: bool
    clear: bool
    right: bool
    points: int
    points_right: int
    seconds: float
    why: str | None = None
    error: str | None = None


def evaluate(folder: Path, geometry: str = "corners") -> Iterator[Measured]:
    """Reads every picture with truth under a folder and compares.

    `geometry` says what the board is found by: corners from the truth, markers, or the board's own lines.
    Raises CalibrationError when the folder holds no truth.
    """
    truths = sorted(folder.glob("**/truth.json"))
    if not truths:
        raise CalibrationError(
            f"{folder}: no truth.json in it or below; give a folder of pictures with truth"
        )
    for path in truths:
        try:
            truth = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise CalibrationError(f"{path}: cannot be read as JSON ({error})") from error
        try:
            if isinstance(truth, list):
                if geometry == "corners":
                    yield from map(_photograph, labelled_photographs(path.parent, truth))
            elif geometry != "markers" or truth["aruco"]:
                yield from _station(path.parent, truth, geometry)
        except (KeyError, TypeError) as error:
            raise CalibrationError(f"{path}: not a truth file of this kind ({error!r})") from error


def _station(folder: Path, truth: dict[str, Any], geometry: str) -> Iterator[Measured]:
    about = {
        "place": folder.name,
        "material": str(truth["board_class"]),
        "counters": f"{truth['counter_kind']} {truth['colour_pair']}",
    }
    frames = [frame for frame in truth["frames"] if frame["role"] not in ("empty", "setup_a")]
    try:
        eyes = Eyes(calibrate(_lesson(folder, truth, geometry))[0])
    except CalibrationError as error:
        for frame in frames:
            yield Measured(
                picture=frame["file"],
                light="-",
                hand=bool(frame["hand"]),
                clear=False,
                right=False,
                points=len(RING),
                points_right=0,
                seconds=0.0,
                error=str(error),
                **about,
            )
        return
    for frame in frames:
        picture = read_picture(folder / frame["file"])
        began = time.perf_counter()
        reading = eyes.read(picture)
        seconds = time.perf_counter() - began
        expected = _halves(frame["counters"])
        seen = _seen(reading)
        right = sum(
            all(seen.count(seat, point) == expected.count(seat, point) for seat in Seat) for point in RING
        )
        yield Measured(
            picture=frame["file"],
            light=str(frame.get("light_change") or "same") if frame["light_changed"] else "same",
            hand=bool(frame["hand"]),
            clear=reading.status is Status.CLEAR,
            right=right == len(RING),
            points=len(RING),
            points_right=right,
            seconds=seconds,
            why=reading.why,
            **about,
        )


def _lesson(folder: Path, truth: dict[str, Any], geometry: str) -> Lesson:
    corners = {(p["line"], p["side"]): p["px"] for p in truth["outer_points"]}
    corners_px = np.array([corners[1, 1], corners[5, 1], corners[5, -1], corners[1, -1]], np.float64)
    across = corners_px[:2].mean(axis=0) - corners_px[2:].mean(axis=0)
    if abs(across[0]) > abs(across[1]):
        a_side = "right" if across[0] > 0 else "left"
    else:
        a_side = "bottom" if across[1] > 0 else "top"
    board = folder / "board.toml"
    empty, setup = folder / "reference" / "empty.jpg", folder / "reference" / "setup_a.jpg"
    return Lesson(
        spec=read_board(board) if board.exists() else board_of({}),
        empty=(str(empty), read_picture(empty)),
        known=(KnownPicture(str(setup), read_picture(setup), START),),
        corners_px=corners_px if geometry == "corners" else None,
        a_side=a_side if geometry == "lines" else None,
    )


def _halves(counters: list[dict[str, Any]]) -> Halves:
    counts = {seat: [0] * len(RING) for seat in Seat}
    for counter in counters:
        if counter["on_board"] and not counter["held"]:
            line = int(counter["line"])
            counts[Seat(counter["colour"])][line - 1 if counter["side"] > 0 else 10 - line] += 1
    return Halves(tuple(counts[Seat.A]), tuple(counts[Seat.B]))


def _seen(reading: Reading) -> Halves:
    """What the counters found amount to, whatever the status."""
    counts = [
        tuple(sum(c.half is point and c.seat is seat for c in reading.counters) for point in RING)
        for seat in Seat
    ]
    return Halves(counts[0], counts[1])


def _photograph(photograph: LabelledPhotograph) -> Measured:
    about = {
        "place": "photographs",
        "picture": photograph.name,
        "material": "photograph",
        "light": "same",
        "counters": "stones",
    }
    try:
        eyes = Eyes(calibrate(photograph.lesson)[0])
    except CalibrationError as error:
        return Measured(
            hand=False,
            clear=False,
            right=False,
            points=len(photograph.points),
            points_right=0,
            seconds=0.0,
            error=str(error),
            **about,
        )
    began = time.perf_counter()
    reading = eyes.read(photograph.picture)
    seconds = time.perf_counter() - began
    right = photograph.points_right(reading)
    return Measured(
        hand=False,
        clear=reading.status is Status.CLEAR,
        right=right == len(photograph.points),
        points=len(photograph.points),
        points_right=right,
        seconds=seconds,
        why=reading.why,
        **about,
    )
