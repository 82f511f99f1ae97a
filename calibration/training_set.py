"""The training set of a calibration: pictures, and what a person says about them."""

import re
from dataclasses import dataclass

import numpy as np

from calibration.errors import CalibrationError
from companion.board.spec import BoardSpec
from companion.game.board import Halves, Seat
from vision.arrays import Doubles, Picture, check_numbers, check_shape
from vision.errors import InvalidValueError


@dataclass(frozen=True)
class KnownPicture:
    """A picture (H, W, 3) BGR of a known position."""

    name: str
    picture: Picture
    halves: Halves

    def __post_init__(self) -> None:
        check_shape(self.name, self.picture, (None, None, 3), np.uint8)


@dataclass(frozen=True)
class Example:
    """A pixel in the middle of a counter of a seat, or of an empty point (None)."""

    seat: Seat | None
    x_px: float
    y_px: float


@dataclass(frozen=True)
class ExamplePicture:
    """A picture (H, W, 3) BGR with examples in it."""

    name: str
    picture: Picture
    examples: tuple[Example, ...]

    def __post_init__(self) -> None:
        check_shape(self.name, self.picture, (None, None, 3), np.uint8)
        if not self.examples:
            raise InvalidValueError(f"{self.name}: there is no example")


@dataclass(frozen=True)
class TrainingSet:
    """Everything that a calibration is learned from.

    `corners_px` (4, 2) are 1A, 5A, 1B, 5B; `points_px` (10, 2) all points in the order of `RING`; `a_side` is
    left, right, top or bottom. They refer to the main picture: the empty one, else the first known, else the
    first with examples.
    """

    spec: BoardSpec
    empty: tuple[str, Picture] | None = None
    known: tuple[KnownPicture, ...] = ()
    examples: tuple[ExamplePicture, ...] = ()
    corners_px: Doubles | None = None
    points_px: Doubles | None = None
    a_side: str | None = None

    def __post_init__(self) -> None:
        if self.empty is not None:
            check_shape(self.empty[0], self.empty[1], (None, None, 3), np.uint8)
        if self.corners_px is not None:
            check_numbers("corners", self.corners_px, (4, 2), np.float64)
        if self.points_px is not None:
            check_numbers("points", self.points_px, (10, 2), np.float64)

    @property
    def main_picture(self) -> tuple[str, Picture]:
        """Name and picture from which the geometry is taken."""
        if self.empty is not None:
            return self.empty
        if self.known:
            return self.known[0].name, self.known[0].picture
        if self.examples:
            return self.examples[0].name, self.examples[0].picture
        raise CalibrationError("nothing to learn from: give --empty with --known, --known, or --example")


_EXAMPLE = re.compile(r"(?P<what>A|B|empty)@(?P<x>-?\d+(\.\d+)?),(?P<y>-?\d+(\.\d+)?)", re.IGNORECASE)


def parse_examples(text: str) -> tuple[Example, ...]:
    """Parse examples such as `A@10,20 B@30.5,40 empty@50,60`; raises CalibrationError naming the word."""
    examples = []
    for word in text.split():
        found = _EXAMPLE.fullmatch(word)
        if found is None:
            raise CalibrationError(
                f"--example: {word!r} should look like A@x,y or B@x,y or empty@x,y in pixels"
            )
        what = found["what"]
        seat = None if what.lower() == "empty" else Seat(what.upper())
        examples.append(Example(seat, float(found["x"]), float(found["y"])))
    if not examples:
        raise CalibrationError(
            "--example: no example is given; write for instance 'A@10,20 B@30,40 empty@50,60'"
        )
    return tuple(examples)


def parse_pixels(text: str, count: int, option: str) -> Doubles:
    """Parse pixels (count, 2) such as `10,20 30,40`; raises CalibrationError naming the option."""
    try:
        pixels = [tuple(float(part) for part in word.split(",")) for word in text.split()]
    except ValueError:
        pixels = []
    if len(pixels) != count or any(len(pixel) != 2 for pixel in pixels):
        raise CalibrationError(f"{option}: {count} pixels are needed, as in 'x,y x,y ...', not {text!r}")
    array = np.array(pixels, np.float64)
    if not np.isfinite(array).all():
        raise CalibrationError(f"{option}: pixels must be finite numbers, not {text!r}")
    return array
