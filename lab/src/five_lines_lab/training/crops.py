"""Crops of training samples as the network sees them, augmented with the wear of cameras and rooms."""

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.learn.reference import fill_unknown
from five_lines_lab.training.arms import random_arm
from five_lines_lab.training.samples import TrainingSample
from five_lines_lab.training.tables import Rng
from vision.arrays import Floats, Picture, as_floats
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

BARE_KNOWN = 0.5
"""Share of drawn samples that show the bare board; else the board is inferred between the first counters."""

AT_MIDDLE, BEYOND_MIDDLE = 0.2, 0.45
"""Diameters from a counter's middle up to which, and from which on, a cell shows it wholly and not at all."""

FAINT, FAINTEST = 0.3, (0.25, 1.0)
"""Share of pictures in which all that lies on the board is half seen through, as glass is, and pale counters
on a pale board; and how much of it is left."""

DRAWN = 0.5
"""Share of samples whose boards get an extra drawing: rings, discs, crosses, pits, strokes, squares."""

ARMS, LEARNED_ARM = 0.25, 0.25
"""Share of pictures with an arm over the board, and of guessed boards in whose picture one lay over it."""

CHEQUERED = 0.35  # share of extra drawings with squares of two shades
RELIEF = 0.3  # share of seats whose counters have rings in relief, as draughts have


def samples(
    sample: TrainingSample, rng: Rng, bare_known: float = BARE_KNOWN
) -> Iterator[tuple[Floats, Floats]]:
    """Yield the crops of a sample: inputs (CHANNELS, CROP_PX, CROP_PX), targets (CLASSES, cells, cells).

    The bare board is given in a share of `bare_known`, else guessed.
    """
    which = 0 if rng.uniform() < bare_known else 1
    grid, px = classifier_grid(sample.spec), float(CLASSIFIER_COUNTER_PX)
    factors = _drawing(sample, rng) if rng.uniform() < DRAWN else None
    reliefs = [_relief(rng) if rng.uniform() < RELIEF else () for _ in range(2)]
    bare, learned_arm = sample.references[which], None
    if len(sample.frames) > 1 and rng.uniform() < LEARNED_ARM:
        learned_arm = random_arm(rng, bare.shape[:2], px)
        of_arm = learned_arm.over(sample.frames[0] if which else bare)
        bare = fill_unknown(of_arm, sample.known[which], px) if which else of_arm
    bare = bare if factors is None else painted(bare, factors)
    maker = ClassifierInput(BoardRaster(sample.spec, grid, bare, sample.known[which]), sample.per_seat)
    for number in rng.permutation(len(sample.frames)).tolist():
        frame, counters = sample.frames[number], sample.counters[sample.counters[:, 0] == number, 1:]
        things = sample.things[number].astype(np.float32) / 255
        if factors is not None:
            frame = painted(frame, np.where(_covered(sample, number)[..., None], 1, factors))
        if any(reliefs):
            frame = painted(frame, _rings(counters, reliefs, frame.shape[:2]))
        if not sample.light_changed[number] and rng.uniform() < FAINT:
            share = float(rng.uniform(*FAINTEST))
            below = sample.references[0] if factors is None else painted(sample.references[0], factors)
            frame = np.asarray(cv2.addWeighted(frame, share, below, 1 - share, 0), np.uint8)
        arm = learned_arm if number == 0 else None
        if arm is None and rng.uniform() < ARMS:
            arm = random_arm(rng, frame.shape[:2], px)
        if arm is not None:
            frame, things = arm.over(frame), np.maximum(things, in_cells(arm.covers))
            counters = counters[~hidden_by(arm.covers, counters[:, 1:])]
        stack = maker.of(worn(frame, rng))
        target = target_of(counters, things)
        for _ in range(CROPS):
            yield _turned(*_crop(stack, target, rng), rng)
    if learned_arm is not None:
        stack, things = maker.of(worn(bare, rng)), in_cells(learned_arm.covers)
        yield _turned(*_crop(stack, target_of(np.zeros((0, 3), np.float32), things), rng), rng)


def in_cells(mask: NDArray[np.bool_]) -> Floats:
    """Return the share of each cell (rows, columns) that a mask (h, w) covers."""
    cells_wh = mask.shape[1] // CELL_PX, mask.shape[0] // CELL_PX
    return as_floats(cv2.resize(np.asarray(mask, np.float32), cells_wh, interpolation=cv2.INTER_AREA))


def hidden_by(covers: NDArray[np.bool_], places: NDArray[np.floating[Any]]) -> NDArray[np.bool_]:
    """Return which counters at places (n, 2) are covered by half or more."""
    reach = CLASSIFIER_COUNTER_PX // 2
    share = cv2.blur(np.asarray(covers, np.float32), (2 * reach, 2 * reach), borderType=cv2.BORDER_REPLICATE)
    columns, rows = np.clip(places.round().astype(int).T, 0, np.array(covers.shape[::-1])[:, None] - 1)
    return np.asarray(share[rows, columns] >= 0.5)


def _relief(rng: Rng) -> tuple[tuple[float, float], ...]:
    """Return radii, in diameters, of rings on a seat's counters, and the factor of their light."""
    return tuple(
        (float(rng.uniform(0.08, 0.45)), float(np.exp(rng.normal(0, 0.3))))
        for _ in range(int(rng.integers(1, 4)))
    )


def _rings(
    counters: NDArray[np.float32], reliefs: list[tuple[tuple[float, float], ...]], shape: tuple[int, int]
) -> Floats:
    """Return the factors (h, w, 3) of the light on counters (n, 3), seat and place, with rings in relief."""
    factors = np.ones(shape, np.float32)
    for seat, x, y in counters.tolist():
        for radius, factor in reliefs[int(seat)]:
            at, far = (round(16 * x), round(16 * y)), round(16 * radius * CLASSIFIER_COUNTER_PX)
            cv2.circle(factors, at, far, factor, 1, cv2.LINE_AA, shift=4)
    return as_floats(np.repeat(cv2.GaussianBlur(factors, (0, 0), 0.6)[..., None], 3, axis=2))


def target_of(counters: NDArray[np.float32], things: Floats) -> Floats:
    """Return the target (CLASSES, rows, columns) for counters (n, 3), seat and middle, and things.

    A counter is in the cells about its middle; `things` (rows, columns) are shares of cells that show one.
    """
    rows, columns = things.shape
    target = np.zeros((CLASSES, rows, columns), np.float32)
    y, x = CELL_PX * np.mgrid[0:rows, 0:columns].astype(np.float32) + (CELL_PX - 1) / 2
    for seat, middle_x, middle_y in counters.tolist():
        away = np.hypot(x - middle_x, y - middle_y) / CLASSIFIER_COUNTER_PX
        here = np.clip((BEYOND_MIDDLE - away) / (BEYOND_MIDDLE - AT_MIDDLE), 0, 1)
        np.maximum(target[1 + int(seat)], here, out=target[1 + int(seat)])
    of_counters = target[1:3].sum(axis=0)
    target[1:3] /= np.maximum(of_counters, 1)
    of_counters = np.minimum(of_counters, 1)
    target[3] = np.where(things >= 0.5, 1 - of_counters, 0)
    target[0] = np.maximum(1 - of_counters - target[3], 0)
    return target


def painted(picture: Picture, factors: Floats) -> Picture:
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
    if rng.uniform() < CHEQUERED:
        factors *= chequers((height, width), rng)
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


def chequers(shape: tuple[int, int], rng: Rng) -> Floats:
    """Return factors (h, w, 3) that paint a picture with squares of two shades, of any size and turn."""
    side_px = rng.uniform(0.9, 2.6) * CLASSIFIER_COUNTER_PX
    turn = np.pi / 4 * rng.choice((0, 1, rng.normal()))
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]] / side_px
    along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    is_dark = (np.floor(along + rng.uniform()) + np.floor(across + rng.uniform())) % 2 > 0
    factors = np.ones((*shape, 3), np.float32)
    factors[is_dark] = np.clip(np.exp(rng.normal(-0.8, 0.7) + rng.normal(0, 0.3, 3)), 0.1, 2)
    return factors


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
        tint = 0.25 if rng.uniform() < 0.2 else 0.04
        picture = picture * np.exp(rng.normal(0, 0.1) + rng.normal(0, tint, 3)).astype(np.float32)
    if rng.uniform() < 0.08:
        picture = picture * np.float32(rng.uniform(0.12, 0.5))
    if rng.uniform() < 0.35:
        picture = picture * np.exp(_field(rng, height, width, float(rng.uniform(0.02, 0.2))))[..., None]
    if rng.uniform() < 0.15:
        picture = picture * _shadow(rng, height, width)[..., None]
    if rng.uniform() < 0.25:
        picture = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.3, 0.8)))
    if rng.uniform() < 0.1:
        length, angle = float(rng.uniform(1, 5)), rng.uniform(0, np.pi)
        line = np.zeros((7, 7), np.float32)
        along = length / 2 * np.array([np.cos(angle), np.sin(angle)])
        start, end = ((16 * (3 + way * along)).round().astype(int).tolist() for way in (-1, 1))
        cv2.line(line, start, end, 1, 1, cv2.LINE_AA, shift=4)
        picture = cv2.filter2D(picture, -1, line / line.sum())
    if rng.uniform() < 0.15:
        picture = picture + rng.uniform(0.3, 1.5) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.0))
    if rng.uniform() < 0.6:
        picture = picture + rng.normal(0, rng.uniform(0.3, 5.0), picture.shape)
    whole = np.clip(picture + 0.5, 0, 255).astype(np.uint8)
    if rng.uniform() < 0.2:
        coded = cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 95))])[1]
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
