"""Classify discs of evidence: is it a counter, whose, and how surely."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.game.board import Seat
from vision.arrays import MAD_TO_SIGMA, Doubles, Floats, Mask, Picture, Pixels, as_floats, check_share
from vision.calibration import Calibration
from vision.detection.discs import Disc
from vision.segmentation.background import UNEVENNESS, board_light
from vision.segmentation.counter_colours import COUNTER_PART, CounterColours, counter_mask
from vision.segmentation.evidence import Evidence

MIN_COUNTER_STRENGTH = 0.22
"""Minimum evidence of a counter, as a share of the typical; also the minimum share of the typical evidence
between the seats, below which the seat is in doubt."""

MIN_OBJECT_LLR = 0.5  # Log-likelihood ratio, in nats, from which a pixel belongs to an object, not the board

BESIDE = (0.55, 0.8)
"""Radii, in diameters, between which the board is seen beside a counter."""

MIRRORED = 0.2
"""Share of a step of the board's light, where it mirrors a lamp, that counters there may show as well."""

ALIKE = as_floats([1.0, 0.7, 0.7])
"""Usual difference of alike counters in brightness and in tints, relative to each other."""

ALIKE_LEVELS = 100.0  # grey levels in a picture that count as much as one unit of log-opponent colour

MIN_VARIETY = 0.07
"""Minimum distance of a counter from all others of its seat, beyond their own spread, that makes it something
else. Chosen on 141 boards cut from photographs: none that was read right has a counter beyond it.
"""


@dataclass(frozen=True)
class JudgedDisc:
    """A classified disc, in rectified pixels.

    `strength` is its mean evidence relative to a typical counter of its seat, `rival_share` the same of the
    evidence against the other seat. `confidence` runs from 0 to 1.
    """

    x: float
    y: float
    seat: Seat
    is_counter: bool
    confidence: float
    strength: float
    rival_share: float

    def __post_init__(self) -> None:
        check_share("a disc's confidence", self.confidence)


class DiscJudge:
    """Classify the discs found in frames of one calibrated board."""

    def __init__(self, calibration: Calibration, colours: CounterColours) -> None:
        board = calibration.board
        self._colours = colours
        self._typical_rival_llr = calibration.counters.map(lambda counter: counter.typical_rival_llr)
        self._known = board.known
        self._beside = ~(board.known | board.area)
        self._light = board_light(board)
        columns, rows = board.grid.to_px(board.spec.points_mm).round().astype(int).T
        self._lights = self._light[rows, columns]
        self._looks = calibration.counters.map(
            lambda counter: np.nanmedian(counter.patches[:, counter_mask()], axis=1)
        )
        reach = int(COUNTER_PART * board.counter_px)
        span = np.arange(-reach, reach + 1)
        inside = np.hypot(span[:, None], span[None]) <= COUNTER_PART * board.counter_px
        self._rows, self._columns = np.argwhere(inside).T - reach
        self._middle = np.hypot(self._rows, self._columns) <= reach / 2
        self._nearest, furthest = (radius * board.counter_px for radius in BESIDE)
        across = np.arange(-int(furthest), int(furthest) + 1)
        away = np.hypot(across[:, None], across[None])
        self._ring = np.argwhere((away > self._nearest) & (away < furthest)) - int(furthest)
        self._last = np.array(board.shape) - 1

    def judge(self, evidence: Evidence, discs: Sequence[Disc]) -> list[JudgedDisc]:
        """Classify each disc that may be a counter."""
        rivals = self.a_not_b(evidence, np.array([(disc.x, disc.y) for disc in discs]).reshape(-1, 2))
        of_a = rivals > 0
        judged = []
        for disc, rival, is_a in zip(discs, rivals.tolist(), of_a.tolist(), strict=True):
            seat = Seat.A if is_a else Seat.B
            rival_share = abs(rival) / self._typical_rival_llr.of(seat)
            confidence = min(1.0, min(disc.strength, rival_share) / (2 * MIN_COUNTER_STRENGTH))
            is_counter = disc.strength >= MIN_COUNTER_STRENGTH
            judged.append(
                JudgedDisc(disc.x, disc.y, seat, is_counter, confidence, disc.strength, rival_share)
            )
        # Beside a board that was never seen bare a cloth may have a counter's colour.
        beside = self.are_off_board(np.array([(j.x, j.y) for j in judged]).reshape(-1, 2))
        return [j for j, is_beside in zip(judged, beside, strict=True) if j.confidence >= 1 or not is_beside]

    def are_off_board(self, places: Doubles) -> Mask:
        """Return which of places (n, 2) lie beside a board that was never seen bare."""
        columns, rows = np.clip(places.round().astype(int), 0, self._last[::-1]).T
        return np.asarray(self._beside[rows, columns], bool)

    def uneven_light(self) -> Floats:
        """Return the board's light (h, w, 3) relative to that at its points, log-opponent."""
        return np.asarray(self._light - np.median(self._lights, axis=0))

    def have_other_colours(
        self, picture: Picture, colours: Floats, places: Doubles, seats: Sequence[Seat]
    ) -> Mask:
        """Return which counters at places (n, 2) have colours that no other of their seats (n) has.

        The others are those that were learned and those in the same rectified picture (h, w, 3) BGR.
        `colours` (h, w, 3) are log-opponent, relative to the board nearby. Where a board mirrors a lamp,
        counters don't: so they may also look as they would beside a point that is plainly darker or
        brighter. In a picture, they may have the same levels.
        """
        at = tuple(pixels[:, self._middle] for pixels in self._pixels(places))
        looks, levels = np.median(colours[at], axis=1) / ALIKE, np.median(picture[at], axis=1) / ALIKE_LEVELS
        columns, rows = np.clip(places.round().astype(int), 0, self._last[::-1]).T
        shifts = np.pad(self._light[rows, columns, None] - self._lights, ((0, 0), (1, 0), (0, 0)))
        shifts *= np.abs(shifts[..., :1]) > UNEVENNESS
        strangers = np.zeros(len(places), bool)
        for seat in Seat:
            own, learned = np.array([of is seat for of in seats], bool), self._looks.of(seat)
            known = np.concatenate([learned, looks[own] * ALIKE])
            spread = MAD_TO_SIGMA * np.median(np.abs(known - np.median(known, axis=0)), axis=0).max()
            alike = np.minimum(_apart(looks[own], looks[own]), _apart(levels[own], levels[own]))
            np.fill_diagonal(alike, np.inf)
            beside = [_apart(looks[own] + by / ALIKE, learned / ALIKE) for by in shifts[own].swapaxes(0, 1)]
            mirrored = MIRRORED * np.abs(shifts[own, :, 0])
            as_learned = np.min(beside, axis=2).T - mirrored
            apart = np.concatenate([alike, as_learned], axis=1)
            strangers[own] = apart.min(axis=1) > MIN_VARIETY + spread
        return strangers

    def around(self, place: Doubles, others: Doubles) -> tuple[Pixels, Pixels]:
        """Return the pixels of a disc at a place (2,), and of known board beside it and `others` (n, 2)."""
        middle = place.round().astype(int)[::-1]
        disc = np.clip(middle + np.stack([self._rows, self._columns], axis=1), 0, self._last)
        beside = middle + self._ring
        free = np.hypot(*(beside[:, None, ::-1] - others).T).min(axis=0) > self._nearest
        beside = beside[free & ((beside >= 0) & (beside <= self._last)).all(axis=1)]
        beside = beside[self._known[tuple(beside.T)]]
        return (disc[:, 0], disc[:, 1]), (beside[:, 0], beside[:, 1])

    def is_of(self, seat: Seat, cells: NDArray[np.uint16]) -> bool:
        """True if the colour cells (n,) of a disc are not rather the other seat's."""
        a_not_b = self._colours.a_not_b(cells, np.zeros((len(cells), 3), bool)).mean()
        return bool(a_not_b >= 0 if seat is Seat.A else a_not_b <= 0)

    def a_not_b(self, evidence: Evidence, places: Doubles) -> Floats:
        """Return the mean evidence (n,), in nats, for A against B of discs at places (n, 2)."""
        at, seen = self._pixels(places), evidence.difference
        rival = self._colours.a_not_b(seen.cells[at], seen.clipped[at])
        return as_floats(rival.mean(axis=1))

    def _pixels(self, places: Doubles) -> Pixels:
        """Return the pixels (n, pixels) of discs at places (n, 2)."""
        middles = places.round().astype(int)
        rows = np.clip(middles[:, 1, None] + self._rows, 0, self._last[0])
        return rows, np.clip(middles[:, 0, None] + self._columns, 0, self._last[1])

    def shares_of_a(self, evidence: Evidence, places: Doubles) -> Floats:
        """Return the evidence (n,) for A against B at places (n, 2), as shares of the typical."""
        rival = self.a_not_b(evidence, places)
        typical = np.where(rival > 0, self._typical_rival_llr.a, self._typical_rival_llr.b)
        return as_floats(rival / typical)


def _apart(some: Floats, others: Floats) -> Floats:
    """Return the largest difference (n, m) of any channel between some (n, 3) and others (m, 3)."""
    return as_floats(np.abs(some[:, None] - others).max(axis=2))
