"""Find counters as discs of evidence that do not overlap."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.game.board import PerSeat, Seat
from vision.arrays import Floats, as_floats
from vision.calibration import COUNTER_PX, PATCH_PX
from vision.geometry.rectify import extent
from vision.segmentation.counter_colours import MAX_PIXEL_LLR

OCCUPIED = -MAX_PIXEL_LLR  # evidence of a pixel that belongs to another counter: two counters cannot share it
MIN_SEPARATION = 0.88  # minimum distance between the middles of two counters, in diameters, seen at any angle

EXCLUDED = -np.inf

SEATS = tuple(Seat)  # seats in the order of the maps

UNIT_LLR = PerSeat(1.0, 1.0)


@dataclass
class Disc:
    """A disc on the maps: its middle in pixels, its seat, and its strength, a mean of evidence."""

    x: float
    y: float
    seat: Seat
    strength: float


class DiscFinder:
    """Find discs of one diameter, in pixels, on maps of the evidence for either seat.

    `weights` (PATCH_PX, PATCH_PX) weight a disc's pixels; the mean evidence is divided by `typical_llr`.
    """

    def __init__(
        self,
        diameter_px: float,
        weights: PerSeat[Floats],
        typical_llr: PerSeat[float] = UNIT_LLR,
    ) -> None:
        self._diameter_px = diameter_px
        self._reach = int(np.ceil(0.47 * diameter_px))
        self._step = max(1, self._reach // 2)
        distance = np.hypot(*np.mgrid[-self._reach : self._reach + 1, -self._reach : self._reach + 1])
        disc = as_floats(np.clip(0.47 * diameter_px + 0.5 - distance, 0, 1))
        smooth = weights.map(lambda w: as_floats(cv2.blur(w, (3, 3))))
        discs = smooth.map(lambda w: disc * _at_size(w, diameter_px, self._reach))
        self._kernels = [w / (w.sum() * np.float32(llr)) for w, llr in zip(discs, typical_llr, strict=True)]
        places = np.stack([self._sums_at_places(kernel) for kernel in self._kernels])
        self._support = np.flatnonzero(places.any(axis=(0, 1)))
        self._places = np.ascontiguousarray(places[:, :, self._support])
        # Masks of what a disc occupies and excludes, to be cut out around it for its neighbours.
        self._far = 2 * self._reach + 2
        span = self._far + self._reach + self._step
        distance = np.hypot(*np.mgrid[-span : span + 1, -span : span + 1])
        self._free = 1 - as_floats(np.clip(0.5 * diameter_px + 0.5 - distance, 0, 1))
        span = self._far + self._step
        self._excluded = np.zeros((2 * span + 1, 2 * span + 1), np.float32)
        cv2.circle(self._excluded, (span, span), round(MIN_SEPARATION * diameter_px), EXCLUDED, -1)
        self._occupied = OCCUPIED * self._places.sum(axis=2).reshape(len(SEATS), *(2 * self._step + 1,) * 2)

    def sums(self, maps: Floats) -> Floats:
        """Return the weighted mean (2, h, w) of maps (2, h, w) over a disc around each pixel."""
        sums = np.empty_like(maps)
        for values, kernel, into in zip(maps, self._kernels, sums, strict=True):
            cv2.filter2D(values, cv2.CV_32F, kernel, into, borderType=cv2.BORDER_REPLICATE)
        return sums

    def find(self, maps: Floats, best_counter: Floats, least: float) -> list[Disc]:
        """Return the discs in evidence maps (2, h, w) with strength `least` or more, best first.

        Only pixels where `best_counter` (h, w), the maximum of the maps, exceeds 0 are searched. The
        strongest discs are taken one by one, none too near another. Then each disc that touches others is
        refined on the pixels that these leave free.
        """
        sums = self._sums_near(maps, best_counter)
        discs = self._suppress_non_maxima(sums, least)
        for disc in discs:
            neighbours = self._neighbours(disc, discs)
            if neighbours:
                self._refine(disc, neighbours, maps)
        return sorted((d for d in discs if d.strength >= least), key=lambda disc: -disc.strength)

    def _sums_near(self, maps: Floats, best_counter: Floats) -> Floats:
        """Return the sums (2, h, w) wherever they may exceed 0; the rest is excluded."""
        sums = np.full_like(maps, EXCLUDED)
        # Single pixels make no disc, and would cause most of the picture to be filtered.
        positive = cv2.blur(best_counter, (3, 3), borderType=cv2.BORDER_REPLICATE) > 0
        if positive.any():
            rows, columns = (
                slice(max(0, side.start - self._reach), side.stop + self._reach) for side in extent(positive)
            )
            sums[:, rows, columns] = self.sums(np.ascontiguousarray(maps[:, rows, columns]))
        return sums

    def _suppress_non_maxima(self, sums: Floats, least: float) -> list[Disc]:
        """Return the strongest places that are far enough apart."""
        discs: list[Disc] = []
        best = np.maximum(*sums)
        of_a, radius = sums[0], round(MIN_SEPARATION * self._diameter_px)
        while True:
            _, value, _, (x, y) = cv2.minMaxLoc(best)
            if value < least:
                return discs
            discs.append(Disc(x, y, Seat.A if of_a[y, x] == value else Seat.B, value))
            cv2.circle(best, (x, y), radius, EXCLUDED, -1)

    def _neighbours(self, disc: Disc, discs: Sequence[Disc]) -> list[Disc]:
        """Return the other discs that may share pixels with this one, wherever both may move."""
        far, x, y = 2 * self._reach + 1, disc.x, disc.y
        return [o for o in discs if -far <= o.x - x <= far and -far <= o.y - y <= far and o is not disc]

    def _refine(self, disc: Disc, neighbours: Sequence[Disc], maps: Floats) -> None:
        """Move a disc to its best place nearby, on the pixels that its neighbours leave free."""
        r, step = self._reach, self._step
        border = r + step
        x, y = round(disc.x), round(disc.y)
        size, ways = 2 * border + 1, 2 * step + 1
        part = _cut_out(maps, x - border, y - border, size)
        part = part.reshape(len(self._places), -1).take(self._support, axis=1)
        part -= np.float32(OCCUPIED)
        free: Floats | None = None
        allowed = self._occupied.copy()
        for other in neighbours:
            right, down = self._far - round(other.x) + x, self._far - round(other.y) + y
            left_free = self._free[down : down + size, right : right + size]
            free = left_free if free is None else free * left_free
            allowed += self._excluded[down : down + ways, right : right + ways]
        if free is not None:
            part *= free.take(self._support)
        sums = (self._places @ part[..., None]).ravel()
        sums += allowed.ravel()
        best = int(sums.argmax())
        seat, place = divmod(best, ways * ways)
        height, width = maps.shape[1:]
        disc.x = min(max(x + place % ways - step, 0), width - 1)
        disc.y = min(max(y + place // ways - step, 0), height - 1)
        disc.seat = SEATS[seat]
        disc.strength = float(sums[best])

    def _sums_at_places(self, kernel: Floats) -> Floats:
        """Return the matrix (places, pixels) that gives the sum at each place near a disc.

        One matrix product is many times faster than filtering such a small cut-out.
        """
        r, step = self._reach, self._step
        size, ways = 2 * (r + step) + 1, range(2 * step + 1)
        rows = []
        for row in ways:
            for column in ways:
                around = ((row, size - 2 * r - 1 - row), (column, size - 2 * r - 1 - column))
                rows.append(np.pad(kernel, around).ravel())
        return as_floats(np.stack(rows))


def _cut_out(maps: Floats, left: int, top: int, size: int) -> Floats:
    """Return a square of the maps; pixels beyond them count as occupied."""
    height, width = maps.shape[1:]
    if left >= 0 and top >= 0 and left + size <= width and top + size <= height:
        return maps[:, top : top + size, left : left + size]
    part = np.full((len(maps), size, size), OCCUPIED, np.float32)
    inside = maps[:, max(0, top) : top + size, max(0, left) : left + size]
    row, column = max(0, -top), max(0, -left)
    part[:, row : row + inside.shape[1], column : column + inside.shape[2]] = inside
    return part


def _at_size(patch: Floats, diameter_px: float, span: int) -> Floats:
    """Resample a counter's patch (PATCH_PX, PATCH_PX) to the grid, (2 * span + 1, 2 * span + 1)."""
    scale = diameter_px / COUNTER_PX
    start = span - scale * (PATCH_PX - 1) / 2
    matrix = np.array([[scale, 0, start], [0, scale, start]])
    return as_floats(cv2.warpAffine(patch, matrix, (2 * span + 1, 2 * span + 1)))
