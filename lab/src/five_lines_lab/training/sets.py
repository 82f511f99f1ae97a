"""Sets of patches for the likeness network: counters of a seat as learned, others of it, and things."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from five_lines_lab.training.crops import worn
from five_lines_lab.training.objects import (
    another_of,
    dull_colour,
    paste,
    random_counter,
    random_light,
    random_thing,
)
from five_lines_lab.training.samples import TrainingSample
from five_lines_lab.training.tables import Rng
from vision.arrays import Doubles, Floats, Picture
from vision.classifier.inputs import ClassifierInput, classifier_grid
from vision.photometry.board_raster import BoardRaster
from vision.segmentation.counter_colours import patches_at, without_rim

LEARNED, OTHERS, THINGS = 5, 6, 8
"""Most patches of each kind in a set."""

FRAMES, DRAWN_SETS = 4, 3  # frames of a sample whose own counters make sets, and sets of drawn counters

BARE_GUESSED = 0.3  # share of samples whose bare board is inferred between counters

PAINTED = 0.6
"""Share of sets whose counters and things lie on painted rings or discs, as on the points of boards."""

OFF, OFF_MARK = 0.05, 0.1
"""Spread, in diameters, of where an object is found about its middle, and of a painted point's middle."""

EDGES = (0.6, 0.6, 0.6, 0.44, 0.25)
"""Radii, in diameters, up to which learned patches are known, as in calibrations."""

APART = 0.95  # minimum distance, in diameters, of things from counters


@dataclass(frozen=True)
class PatchSet:
    """Patches (n, PATCH_PX, PATCH_PX, 3) of a seat: as learned, other counters of it, and what is none."""

    learned: Floats
    counters: Floats
    things: Floats


@dataclass(frozen=True)
class PaintedPoint:
    """A ring, or with `thick_px` 0 a disc, painted on points: radius in diameters, ink (3,) factors."""

    radius: float
    thick_px: int
    ink: Floats

    def paint(self, frame: Floats, at: Doubles, standing: Doubles, px: float, rng: Rng) -> None:
        """Paint it about places (n, 2) of a picture (h, w, 3), but not over counters `standing` (m, 2)."""
        mark, free = np.zeros(frame.shape[:2], np.uint8), np.ones(frame.shape[:2], np.uint8)
        for place in at + rng.normal(0, OFF_MARK * px, at.shape):
            middle = (16 * place).round().astype(int).tolist()
            thick = self.thick_px or cv2.FILLED
            cv2.circle(mark, middle, round(16 * self.radius * px), 255, thick, cv2.LINE_AA, shift=4)
        for place in standing:
            middle = (16 * place).round().astype(int).tolist()
            cv2.circle(free, middle, round(16 * 0.52 * px), 0, cv2.FILLED, shift=4)
        frame *= 1 + (self.ink - 1) * (free * mark / np.float32(255))[..., None]


def random_point(rng: Rng) -> PaintedPoint:
    """Return what is painted on the points of a board, or nothing: ink of factor 1."""
    ink = np.exp(rng.normal(0, 0.7) + rng.normal(0, 0.2, 3)) if rng.uniform() < PAINTED else np.ones(3)
    radius, thick_px = float(rng.uniform(0.3, 0.85)), int(rng.integers(0, 4))
    return PaintedPoint(radius, thick_px, np.asarray(np.clip(ink, 0.12, 3), np.float32))


def patch_sets(sample: TrainingSample, rng: Rng) -> Iterator[PatchSet]:
    """Yield sets from a sample of a table or of a photograph: of its own counters and of drawn ones."""
    cutter = _Cutter(sample, rng)
    for number in rng.permutation(len(sample.frames))[:FRAMES].tolist():
        for seat in (0, 1):
            yield from _own_set(cutter, number, seat)
    for _ in range(DRAWN_SETS):
        yield from _drawn_set(cutter)


class _Cutter:
    """Cuts patches out of the pictures of one sample."""

    def __init__(self, sample: TrainingSample, rng: Rng) -> None:
        self.sample, self.rng = sample, rng
        which = int(rng.uniform() < BARE_GUESSED)
        grid = classifier_grid(sample.spec)
        board = BoardRaster(sample.spec, grid, sample.references[which], sample.known[which])
        self._input = ClassifierInput(board, sample.per_seat)
        self.px = board.counter_px

    def at(self, number: int, seat: int | None = None) -> Doubles:
        """Return the middles (n, 2) of a frame's counters, or of those of one seat."""
        rows = self.sample.counters[self.sample.counters[:, 0] == number]
        return np.asarray(rows[(rows[:, 1] == seat) | (seat is None), 2:], np.float64)

    def free(self, taken: Doubles, count: int, apart: float = APART) -> Doubles:
        """Return up to `count` random places (n, 2), some diameters from others and from each other."""
        height, width = self.sample.frames.shape[1:3]
        places = np.zeros((0, 2))
        for place in self.rng.uniform(
            0.7 * self.px, np.array((width, height)) - 0.7 * self.px, (count * 12, 2)
        ):
            others = np.vstack([taken, places])
            if np.hypot(*(others - place).T).min(initial=np.inf) > apart * self.px:
                places = np.vstack([places, place])
        return places[:count]

    def picture(self, frame: Floats, worn_share: float) -> Picture:
        """Return a picture of a frame (h, w, 3), worn in a share of cases."""
        whole = np.clip(frame + 0.5, 0, 255).astype(np.uint8)
        return worn(whole, self.rng) if self.rng.uniform() < worn_share else whole

    def cut(self, picture: Picture, at: Doubles) -> Floats:
        """Return the patches about places (n, 2)."""
        off = self.rng.normal(0, OFF * self.px, at.shape)
        return patches_at(self._input.colours(picture), at + off, self.px)

    def learned(self, picture: Picture, at: Doubles) -> Floats:
        """Return patches about places (n, 2) as a calibration keeps some of them."""
        some = at[: int(self.rng.integers(1, LEARNED + 1))]
        return without_rim(self.cut(picture, some), float(self.rng.choice(EDGES)))


def _own_set(cutter: _Cutter, number: int, seat: int) -> Iterator[PatchSet]:
    """Yield the set of a sample's own counters in one frame, learned in the first, unless too few."""
    sample, rng, px = cutter.sample, cutter.rng, cutter.px
    first, here = rng.permutation(cutter.at(0, seat))[:LEARNED], rng.permutation(cutter.at(number, seat))
    if number == 0:
        here = here[~(here[:, None] == first).all(axis=2).any(axis=1)]
    if len(first) < 2 or not len(here):
        return
    point, start = random_point(rng), sample.frames[0].astype(np.float32)
    point.paint(start, first, cutter.at(0), px, rng)
    learned = cutter.learned(cutter.picture(start, 0.5), first)
    frame, all_here = sample.frames[number].astype(np.float32), cutter.at(number)
    columns, rows = np.clip(here.T.astype(int), 0, np.array(frame.shape[1::-1])[:, None] - 1)
    colour = np.asarray(np.median(frame[rows, columns], axis=0), np.float32)
    at, light = cutter.free(all_here, THINGS - 2), random_light(rng)
    point.paint(frame, np.vstack([at, all_here]), all_here, px, rng)
    for place in at:
        paste(frame, random_thing(rng, colour), light, place, px, rng)
    picture = cutter.picture(frame, 0.8)
    # The other seat's counters and bare board are no counters of this seat, either.
    rivals = rng.permutation(cutter.at(number, 1 - seat))[:1]
    things = np.vstack([at, rivals, cutter.free(np.vstack([all_here, at]), 1)])
    yield PatchSet(learned, cutter.cut(picture, here[:OTHERS]), cutter.cut(picture, things))


def _drawn_set(cutter: _Cutter) -> Iterator[PatchSet]:
    """Yield a set of drawn counters, learned in one picture and found in another among drawn things.

    Both are drawn in the same way: the network can't learn that what is drawn is a thing.
    """
    sample, rng, px = cutter.sample, cutter.rng, cutter.px
    colour = dull_colour(rng)
    kind, light, point = random_counter(rng, colour), random_light(rng), random_point(rng)
    is_photograph = len(sample.frames) == 1
    shown = 0 if is_photograph else int(rng.integers(-1, len(sample.frames)))
    first = cutter.free(cutter.at(0) if is_photograph else np.zeros((0, 2)), LEARNED, 1.0)
    taken = cutter.at(shown)
    at = cutter.free(taken, OTHERS + THINGS, 1.0)
    if len(first) < 2 or len(at) < 3:
        return
    start = (sample.frames if is_photograph else sample.references)[0].astype(np.float32)
    frame = (sample.references[0] if shown < 0 else sample.frames[shown]).astype(np.float32)
    point.paint(start, first, taken if is_photograph else first[:0], px, rng)
    for place in first:
        paste(start, another_of(rng, kind), light, place, px, rng)
    learned = cutter.learned(cutter.picture(start, 0.7), first)
    light = random_light(rng) if rng.uniform() < 0.3 else light
    point.paint(frame, at, taken, px, rng)
    counters = min(OTHERS, len(at) // 2)
    looks = [another_of(rng, kind) for _ in range(counters)]
    looks += [random_thing(rng, colour) for _ in at[counters:]]
    for look, place in zip(looks, at, strict=True):
        paste(frame, look, light, place, px, rng)
    patches = cutter.cut(cutter.picture(frame, 0.7), at)
    yield PatchSet(learned, patches[:counters], patches[counters:])
