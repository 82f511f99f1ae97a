"""Crops of training samples as the network sees them, augmented with the wear of cameras and rooms."""

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from five_lines_lab.training.samples import TrainingSample
from five_lines_lab.training.tables import Rng
from vision.arrays import Floats, Picture
from vision.classifier.inputs import (
    CELL_PX,
    CHANNELS,
    CLASSIFIER_COUNTER_PX,
    ClassifierInput,
    classifier_grid,
)
from vision.classifier.network import CLASSES
from vision.photometry.board_raster import BoardRaster

CROP_PX = 144  # side of a sample: nine counters
CROPS = 2  # crops taken of each picture

BARE_KNOWN = 0.75
"""Share of samples that show the bare board; else the board is inferred between the first counters."""

AT_MIDDLE, BEYOND_MIDDLE = 0.2, 0.45
"""Diameters from a counter's middle up to which, and from which on, a cell shows it wholly and not at all."""

FAINT, FAINTEST = 0.3, (0.25, 1.0)
"""Share of pictures in which all that lies on the board is half seen through, as glass is, and pale counters
on a pale board; and how much of it is left."""

DRAWN = 0.5
"""Share of samples whose boards get an extra drawing: rings, discs, crosses, pits, strokes, stains."""


def samples(
    sample: TrainingSample, rng: Rng, bare_known: float = BARE_KNOWN
) -> Iterator[tuple[Floats, Floats]]:
    """Yield the crops of a sample: inputs (CHANNELS, CROP_PX, CROP_PX), targets (CLASSES, cells, cells).

    The bare board is given in a share of `bare_known`, else guessed.
    """
    which = 0 if rng.uniform() < bare_known else 1
    grid = classifier_grid(sample.spec)
    factors = _drawing(sample, rng) if rng.uniform() < DRAWN else None
    bare = sample.references[which] if factors is None else _painted(sample.references[which], factors)
    board = BoardRaster(sample.spec, grid, bare, sample.known[which])
    maker = ClassifierInput(board, sample.per_seat)
    for number in rng.permutation(len(sample.frames)).tolist():
        frame = sample.frames[number]
        if factors is not None:
            frame = _painted(frame, np.where(_covered(sample, number)[..., None], 1, factors))
        if not sample.light_changed[number] and rng.uniform() < FAINT:
            share = float(rng.uniform(*FAINTEST))
            below = sample.references[0] if factors is None else _painted(sample.references[0], factors)
            frame = np.asarray(cv2.addWeighted(frame, share, below, 1 - share, 0), np.uint8)
        stack = maker.of(worn(frame, rng))
        target = target_of(sample, number)
        for _ in range(CROPS):
            yield _turned(*_crop(stack, target, rng), rng)


def target_of(sample: TrainingSample, number: int) -> Floats:
    """Return the target of a frame (CLASSES, rows, columns): a counter in the cells about its middle."""
    things = sample.things[number].astype(np.float32) / 255
    rows, columns = things.shape
    target = np.zeros((CLASSES, rows, columns), np.float32)
    y, x = CELL_PX * np.mgrid[0:rows, 0:columns].astype(np.float32) + (CELL_PX - 1) / 2
    for _, seat, middle_x, middle_y in sample.counters[sample.counters[:, 0] == number].tolist():
        away = np.hypot(x - middle_x, y - middle_y) / CLASSIFIER_COUNTER_PX
        here = np.clip((BEYOND_MIDDLE - away) / (BEYOND_MIDDLE - AT_MIDDLE), 0, 1)
        np.maximum(target[1 + int(seat)], here, out=target[1 + int(seat)])
    of_counters = target[1:3].sum(axis=0)
    target[1:3] /= np.maximum(of_counters, 1)
    of_counters = np.minimum(of_counters, 1)
    target[3] = np.where(things >= 0.5, 1 - of_counters, 0)
    target[0] = np.maximum(1 - of_counters - target[3], 0)
    return target


def _painted(picture: Picture, factors: Floats) -> Picture:
    """Return a picture whose surface reflects (h, w, 3) times as much light."""
    return np.asarray(np.clip(picture * factors + 0.5, 0, 255), np.uint8)


def _covered(sample: TrainingSample, number: int) -> NDArray[np.bool_]:
    """Return the mask (h, w) where counters and things hide the board."""
    height, width = sample.frames.shape[1:3]
    things = cv2.resize(sample.things[number], (width, height), interpolation=cv2.INTER_LINEAR)
    covered = np.asarray(things > 60, np.uint8)
    for _, _, x, y in sample.counters[sample.counters[:, 0] == number].tolist():
        cv2.circle(
            covered, (round(x * 16), round(y * 16)), round(16 * 0.5 * CLASSIFIER_COUNTER_PX), 1, -1, shift=4
        )
    return covered > 0


def _drawing(sample: TrainingSample, rng: Rng) -> Floats:
    """A drawing on a board: by how much each pixel (h, w, 3) sends back more light, or less."""
    height, width = sample.references.shape[1:3]
    factors = np.ones((height, width, 3), np.float32)
    points = classifier_grid(sample.spec).to_px(sample.spec.points_mm)
    for _ in range(int(rng.integers(1, 4))):
        mark = np.zeros((height, width), np.uint8)
        thick = int(rng.integers(1, 4))
        radius = rng.uniform(0.2, 0.85) * CLASSIFIER_COUNTER_PX
        kind = rng.integers(6)
        for x, y in (
            points if kind < 4 else rng.uniform((0, 0), (width, height), (int(rng.integers(1, 12)), 2))
        ):
            at, far = (round(x), round(y)), round(radius)
            if kind == 0:
                cv2.circle(mark, at, far, 255, thick, cv2.LINE_AA)
            elif kind == 1:
                cv2.circle(mark, at, far, 255, -1, cv2.LINE_AA)
            elif kind == 2:
                cv2.circle(mark, at, far, 255, thick, cv2.LINE_AA)
                cv2.circle(mark, at, far // 2, 255, thick, cv2.LINE_AA)
            elif kind == 3:
                cv2.line(mark, (at[0] - far, at[1]), (at[0] + far, at[1]), 255, thick, cv2.LINE_AA)
                cv2.line(mark, (at[0], at[1] - far), (at[0], at[1] + far), 255, thick, cv2.LINE_AA)
            elif kind == 4:
                cv2.ellipse(
                    mark, at, (far, round(far * rng.uniform(0.3, 1))), rng.uniform(0, 180), 0, 360, 255, -1
                )
            else:
                to = rng.uniform((0, 0), (width, height), 2).round().astype(int)
                cv2.line(mark, at, (int(to[0]), int(to[1])), 255, thick, cv2.LINE_AA)
        if kind in (1, 4) and rng.uniform() < 0.5:
            mark = np.asarray(cv2.GaussianBlur(mark, (0, 0), float(rng.uniform(1, 3))), np.uint8)
        ink = np.exp(rng.normal(0, 0.6) + rng.normal(0, 0.3, 3))
        factors *= 1 + (np.clip(ink, 0.15, 3) - 1) * (mark[..., None] / np.float32(255))
    return np.asarray(factors, np.float32)


def worn(frame: Picture, rng: Rng) -> Picture:
    """A picture as another camera, or the same in another moment, would give it."""
    picture: Any = frame.astype(np.float32)
    height, width = frame.shape[:2]
    if rng.uniform() < 0.6:
        far = rng.uniform() < 0.15
        shift = rng.normal(0, 1.2 if far else 0.3, 2)
        turn = np.radians(rng.normal(0, 0.3 if far else 0.1))
        cos, sin = np.cos(turn), np.sin(turn)
        move = np.array(
            [
                [cos, -sin, shift[0] + (1 - cos) * width / 2 + sin * height / 2],
                [sin, cos, shift[1] + (1 - cos) * height / 2 - sin * width / 2],
            ]
        )
        picture = cv2.warpAffine(picture, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
    if rng.uniform() < 0.5:
        picture = picture * np.exp(rng.normal(0, 0.1) + rng.normal(0, 0.04, 3)).astype(np.float32)
    if rng.uniform() < 0.35:
        picture = picture * np.exp(_field(rng, height, width, float(rng.uniform(0.02, 0.2))))[..., None]
    if rng.uniform() < 0.15:
        picture = picture * _shadow(rng, height, width)[..., None]
    if rng.uniform() < 0.25:
        picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, 0.8)))
    if rng.uniform() < 0.6:
        picture = picture + rng.normal(0, rng.uniform(0.3, 5.0), picture.shape)
    whole = np.clip(picture + 0.5, 0, 255).astype(np.uint8)
    if rng.uniform() < 0.2:
        coded = cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))])[1]
        whole = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(whole, np.uint8)


def _field(rng: Rng, height: int, width: int, how_strong: float) -> Floats:
    coarse = rng.normal(0, how_strong, (int(rng.integers(2, 5)), int(rng.integers(2, 5)))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _shadow(rng: Rng, height: int, width: int) -> Floats:
    """The shadow (h, w) of something that stands beyond the picture, with a soft edge."""
    angle, soft = rng.uniform(0, 2 * np.pi), rng.uniform(3, 40)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    at = rng.uniform(0.2, 0.8, 2) * (width, height)
    away = (x - at[0]) * np.cos(angle) + (y - at[1]) * np.sin(angle)
    dark = rng.uniform(0.15, 0.7)
    return np.asarray(1 - dark / (1 + np.exp(-away / soft)), np.float32)


def _crop(stack: Floats, target: Floats, rng: Rng) -> tuple[Floats, Floats]:
    """A crop about something, or about anywhere; repeated at the rim where the picture is too small."""
    cells = CROP_PX // CELL_PX
    rows, columns = target.shape[1:]
    if rows < cells or columns < cells:
        more = ((0, 0), (0, max(0, cells - rows)), (0, max(0, cells - columns)))
        target = np.pad(target, more, mode="edge")
        more_px = ((0, 0), (0, CELL_PX * more[1][1]), (0, CELL_PX * more[2][1]))
        stack = np.pad(stack, more_px, mode="edge")
        rows, columns = target.shape[1:]
    row, column = int(rng.integers(rows)), int(rng.integers(columns))
    shown = np.argwhere(target[0] < 0.7)
    if len(shown) and rng.uniform() < 0.7:
        row, column = shown[int(rng.integers(len(shown)))] + rng.integers(-cells // 3, cells // 3 + 1, 2)
    top = int(np.clip(row - cells // 2, 0, rows - cells))
    left = int(np.clip(column - cells // 2, 0, columns - cells))
    of_stack = stack[:, CELL_PX * top : CELL_PX * (top + cells), CELL_PX * left : CELL_PX * (left + cells)]
    return of_stack, target[:, top : top + cells, left : left + cells]


def _turned(stack: Floats, target: Floats, rng: Rng) -> tuple[Floats, Floats]:
    """A sample turned, mirrored, and with its seats swapped, by chance."""
    quarter, mirror, swap = int(rng.integers(4)), rng.uniform() < 0.5, rng.uniform() < 0.5
    stack, target = np.rot90(stack, quarter, (1, 2)), np.rot90(target, quarter, (1, 2))
    if mirror:
        stack, target = stack[:, :, ::-1], target[:, :, ::-1]
    if swap:
        stack, target = stack[[*range(10), 11, 10]], target[[0, 2, 1, 3]]
    return np.ascontiguousarray(stack), np.ascontiguousarray(target)


def nothing_yet(count: int) -> tuple[NDArray[np.float16], NDArray[np.float16]]:
    """Allocate arrays for a number of samples."""
    cells = CROP_PX // CELL_PX
    return (
        np.zeros((count, CHANNELS, CROP_PX, CROP_PX), np.float16),
        np.zeros((count, CLASSES, cells, cells), np.float16),
    )
