"""Surfaces, ornaments and colours of boards after the finds.

Everything but the lines keeps to soft colours, so that a camera finds the lines and nothing else.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.spec import BoardStyle
from companion.referee.words import Translate
from five_lines_make.shapes import Colour, Point, circle

GRAIN_MM = 0.35  # size of the dots of a printed surface


def _rgb(red: int, green: int, blue: int) -> Colour:
    return red / 255, green / 255, blue / 255


@dataclass(frozen=True)
class Livery:
    """A sheet's colours and ornament: its field, its lines, the sacred one, and its counters with marks."""

    field: Colour
    ink: Colour
    sacred: Colour
    soft: Colour  # footprints and labels: seen by people, hardly by a camera that looks for lines
    counters: tuple[tuple[Colour, Colour], tuple[Colour, Colour]]
    grain: Callable[[tuple[int, int], np.random.Generator], NDArray[np.float32]] | None
    ornament: Callable[[float, float], Iterator[tuple[Point, ...]]]
    style: BoardStyle = BoardStyle.LINES
    banded: bool = False  # True if the ornament stands out of a painted band
    source: Callable[[Translate], str] = lambda tr: ""  # the find that it follows, in words


def _noise(
    shape: tuple[int, int], rng: np.random.Generator, wide_mm: float, high_mm: float
) -> NDArray[np.float32]:
    """Return smooth noise (h, w), mean 0, deviation about 1, of a grain in mm."""
    cells = [max(2, math.ceil(n * GRAIN_MM / mm)) for n, mm in zip(shape, (high_mm, wide_mm), strict=True)]
    lattice = rng.standard_normal(cells).astype(np.float32)
    return np.asarray(cv2.resize(lattice, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def _clay(shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """Return fired clay: clouds, the turning marks of the wheel, and specks."""
    specks = (rng.random(shape) > 0.9985).astype(np.float32)
    wheel = _noise(shape, rng, 400, 1.2)
    clouds = _noise(shape, rng, 70, 50) + 0.5 * _noise(shape, rng, 18, 14)
    return np.asarray(0.03 * clouds + 0.008 * wheel - 0.14 * cv2.GaussianBlur(specks, (0, 0), 0.8))


def _veins(shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """Return marble: grey veins where a bent field changes its sign."""
    bent = _noise(shape, rng, 120, 90) + 0.5 * _noise(shape, rng, 45, 40) + 0.2 * _noise(shape, rng, 14, 12)
    fine = _noise(shape, rng, 60, 80) + 0.4 * _noise(shape, rng, 20, 18)
    clouds = _noise(shape, rng, 60, 60)
    veins = 0.1 * np.exp(-np.abs(bent) * 14) + 0.05 * np.exp(-np.abs(fine) * 30)
    return np.asarray(0.012 * clouds - veins)


def _weave(shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """Return linen: threads both ways, some thicker, and paint that took unevenly."""
    threads = _noise(shape, rng, 40, 0.8) + _noise(shape, rng, 0.8, 40)
    return np.asarray(0.022 * threads + 0.02 * _noise(shape, rng, 90, 70))


def _travertine(shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """Return travertine: long beds, and pits along them."""
    beds = _noise(shape, rng, 260, 9) + 0.5 * _noise(shape, rng, 90, 3)
    pits = np.clip(_noise(shape, rng, 5, 1.6) - 1.9, 0, 1)
    return np.asarray(0.035 * beds - 0.16 * pits * (beds > 0))


def _meander(width: float, height: float) -> Iterator[tuple[Point, ...]]:
    """Yield a running key."""
    unit = height / 4
    turns = max(1, int(width / unit / 5))
    key = ((0, 0), (0, 4), (4, 4), (4, 1), (2, 1), (2, 2), (3, 2), (3, 3), (1, 3), (1, 0), (5, 0))
    left = -turns * 5 * unit / 2
    yield tuple((left + (5 * n + x) * unit, y * unit) for n in range(turns) for x, y in key)


def _waves(width: float, height: float) -> Iterator[tuple[Point, ...]]:
    """Yield running spirals, the sea's border."""
    pitch = 1.7 * height
    count = max(1, int(width / pitch))
    for n in range(count):
        x = (n + 0.5 - count / 2) * pitch
        curl = [
            (x + r * math.cos(a), 0.52 * height + r * math.sin(a))
            for a, r in ((-math.pi / 2 + step * 0.3, height * (0.5 - step * 0.022)) for step in range(20))
        ]
        yield ((x - pitch / 2, 0.02 * height), *curl)


def _zigzag(width: float, height: float) -> Iterator[tuple[Point, ...]]:
    """Yield woven bands: two rules, and lozenges between them."""
    pitch = 0.9 * height
    count = max(1, int(width / pitch))
    half = count * pitch / 2
    for y in (0.0, height):
        yield ((-half, y), (half, y))
    for flip in (0, 1):
        yield tuple(
            (n * pitch / 2 - half, height * (0.2 + 0.6 * ((n + flip) % 2))) for n in range(2 * count + 1)
        )


def _guilloche(width: float, height: float) -> Iterator[tuple[Point, ...]]:
    """Yield the plait of mosaic floors: two waves about round eyes."""
    pitch = 1.25 * height
    count = max(1, int(width / pitch))
    half, steps = count * pitch / 2, 16 * count
    for sign in (-1, 1):
        yield tuple(
            (2 * half * n / steps - half, height * (0.5 + sign * 0.5 * math.cos(math.pi * 2 * n / 32)))
            for n in range(steps + 1)
        )
    for n in range(2 * count - 1):
        yield circle(((n + 1) * pitch / 2 - half + (pitch / 2 if n % 2 else 0), height / 2), 0.1 * height, 12)


def _rules(width: float, height: float) -> Iterator[tuple[Point, ...]]:
    """Yield two thin lines: the ornament of the plain boards."""
    yield from (((-width / 2, y * height), (width / 2, y * height)) for y in (0.35, 0.65))


_PLAIN = Livery(
    _rgb(255, 255, 255),
    _rgb(26, 22, 20),
    _rgb(158, 26, 30),
    _rgb(196, 192, 186),
    ((_rgb(26, 48, 122), _rgb(226, 226, 220)), (_rgb(206, 98, 44), _rgb(74, 24, 10))),
    None,
    _rules,
)
LOOKS = {
    "lines": _PLAIN,
    "boxes": replace(_PLAIN, style=BoardStyle.BOXES),
    "terracotta": Livery(
        _rgb(226, 158, 106),
        _rgb(58, 30, 18),
        _rgb(122, 14, 26),
        _rgb(176, 108, 66),
        ((_rgb(30, 22, 18), _rgb(240, 160, 100)), (_rgb(252, 244, 230), _rgb(66, 34, 20))),
        _clay,
        _meander,
        banded=True,
        source=lambda tr: tr("After clay boards found with dice in and around Athens, 7th century BC"),
    ),
    "marble": Livery(
        _rgb(238, 236, 230),
        _rgb(70, 64, 62),
        _rgb(158, 26, 30),
        _rgb(188, 180, 170),
        ((_rgb(26, 48, 122), _rgb(226, 226, 220)), (_rgb(206, 98, 44), _rgb(74, 24, 10))),
        _veins,
        _waves,
        source=lambda tr: tr(
            "After Greek boards cut in slabs and floors: a circle at each end of five lines"
        ),
    ),
    "cloth": Livery(
        _rgb(222, 200, 160),
        _rgb(34, 48, 92),
        _rgb(150, 24, 28),
        _rgb(184, 152, 104),
        ((_rgb(22, 34, 74), _rgb(226, 196, 140)), (_rgb(188, 66, 34), _rgb(252, 232, 200))),
        _weave,
        _zigzag,
        banded=True,
        source=lambda tr: tr("After no find: cloth does not last, but lines are soon painted on it"),
    ),
    "roman": Livery(
        _rgb(218, 202, 174),
        _rgb(66, 50, 38),
        _rgb(146, 30, 26),
        _rgb(180, 158, 126),
        ((_rgb(34, 30, 28), _rgb(224, 206, 176)), (_rgb(190, 84, 44), _rgb(250, 232, 206))),
        _travertine,
        _guilloche,
        BoardStyle.BOXES,
        source=lambda tr: tr("After Roman boards cut in stone: two rows of five boxes"),
    ),
}
"""Plain boards, and boards after the finds: clay, marble, painted cloth, and the rows of boxes of Rome."""
