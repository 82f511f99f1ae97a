"""Learns from pictures of known positions how counters, and the shadows they cast, look."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.learn.between_lines import as_seen_elsewhere
from calibration.learn.counters import SEATS, Places, expected_places, patches_at, telling, with_usual
from calibration.learn.shadows import lamp_shades_of, shade_of
from calibration.learn.training_set import KnownPicture
from vision.arrays import MAD_TO_SIGMA, Floats, Picture
from vision.calibration import COUNTER_PX, PATCH_PX, Calibration
from vision.detection.discs import DiscFinder
from vision.segmentation.counter_colours import MOST
from vision.segmentation.evidence import Evidence, EvidenceMaker

ROUNDS = (0.34, 0.4, 0.44)
"""Share of a counter's diameter that is trusted as its radius, round by round, while its place is found.

With more pixels to a counter the last round is enough.
"""

FAR, WORTH = 0.95, 1.4
"""How many diameters around its expected place a counter is looked for; what each, squared, costs."""

EVERYWHERE = np.ones((PATCH_PX, PATCH_PX), np.float32)

STANDS_OUT = 0.7
"""Share of the greatest evidence from which on a counter stands out whatever its shadow does."""

PALE, PALEST = 3.5, 2.0
"""Usual evidence for a seat's counters, in nats, below which shadows of lamps of different colours may be
taken for them, and below which they themselves would be taken for such shadows."""


def learn_from_known(calibration: Calibration, lessons: tuple[KnownPicture, ...]) -> Calibration:
    """The calibration with the look of counters, noise and shadows learned from known positions.

    Where each counter lies exactly is found by turns with how it looks: first by where the picture differs
    from the bare board near the expected places, then by the colours learned so far. Raises CalibrationError
    when a picture does not show what is said of it.
    """
    rectifier, counter_px = calibration.rectifier(), calibration.counter_px
    pictures = [rectifier.rectify(training.picture) for training in lessons]
    finder = DiscFinder(counter_px, (EVERYWHERE, EVERYWHERE))
    disc_px = int(0.8 * counter_px)
    maker = EvidenceMaker(calibration)
    weighed = [maker.weigh(picture) for picture in pictures]
    if calibration.known.all():
        noise = np.mean([_noise(w.difference) for w in weighed], axis=0).astype(np.float32)
        calibration = replace(calibration, noise=noise)
        maker = EvidenceMaker(calibration)
        weighed = [maker.weigh(picture) for picture in pictures]
    changed = [
        cv2.boxFilter(
            np.minimum(np.abs(w.difference / maker.spread).max(axis=2) / 10, 1), -1, (disc_px, disc_px)
        )
        for w in weighed
    ]
    places = [
        _centred(calibration, training, _places(calibration, training, (c, c), counter_px, False), (0.0, 0.0))
        for training, c in zip(lessons, changed, strict=True)
    ]
    for radius in ROUNDS[-1:] if calibration.lenient else ROUNDS:
        a, b = _look(maker, weighed, places, counter_px, radius)
        calibration = replace(calibration, counters_a=a, counters_b=b)
        calibration = replace(calibration, shade=shade_of(weighed, places, counter_px))
        maker = EvidenceMaker(calibration)
        weighed = [maker.weigh(picture) for picture in pictures]
        places = []
        for training, w in zip(lessons, weighed, strict=True):
            sums_a, sums_b = finder.sums(w.counters) / MOST
            sums = sums_a, sums_b
            found = _places(calibration, training, sums, counter_px, True)
            contrast = [
                np.mean([sums[k][round(y), round(x)] for k, x, y in found if k == kind]) for kind in (0, 1)
            ]
            places.append(_centred(calibration, training, found, (float(contrast[0]), float(contrast[1]))))
    a, b = _look(maker, weighed, places, counter_px, 0.6)
    shade = shade_of(weighed, places, counter_px)
    learned = replace(calibration, counters_a=a, counters_b=b, shade=shade, sided=True)
    told = _with_telling(learned, pictures, weighed, places)
    if min(told.usual) < PALE:
        told = _told_from_shadows(told, pictures, weighed, places)
    return as_seen_elsewhere(told)


def _with_telling(
    calibration: Calibration,
    pictures: list[Picture],
    weighed: list[Evidence],
    places: list[Places],
) -> Calibration:
    """The calibration with what tells known counters from the board, as it was weighed, and how strongly."""
    a, b = (telling(weighed, places, kind, calibration.counter_px) for kind in (0, 1))
    return with_usual(replace(calibration, telling_a=a, telling_b=b), pictures, places)


def _told_from_shadows(
    calibration: Calibration,
    pictures: list[Picture],
    weighed: list[Evidence],
    places: list[Places],
) -> Calibration:
    """The calibration with the shadows of lamps of different colours, if counters stay seen with them."""
    lamps = lamp_shades_of(weighed, places, calibration.counter_px)
    if not lamps:
        return calibration
    calibration_of_lamps = replace(calibration, lamp_shades=lamps)
    maker = EvidenceMaker(calibration_of_lamps)
    told = _with_telling(calibration_of_lamps, pictures, [maker.weigh(p) for p in pictures], places)
    return told if min(told.usual) > PALEST else calibration


def _noise(difference: Floats) -> Floats:
    return np.asarray(np.median(np.abs(difference), axis=(0, 1)) * MAD_TO_SIGMA, np.float32)


def _places(
    calibration: Calibration,
    training: KnownPicture,
    sums: tuple[Floats, Floats],
    counter_px: float,
    mixed: bool,
) -> Places:
    """Where the counters of a known position lie: where they should, unless the evidence says elsewhere.

    `sums` (h, w) of either seat are the evidence of a disc around each pixel, 1 for a counter, 0 for none. A
    counter is looked for around its expected place; the further off, the more the evidence there has to be
    better. On halves that both seats share, the order is not known: they are left out unless `mixed`.
    """
    spec, grid = calibration.spec, calibration.grid
    left = [values.copy() for values in sums]
    places: Places = []
    for kind, half, x_mm, y_mm in expected_places(spec, training.halves):
        shared = bool(training.halves.a[half] and training.halves.b[half])
        if shared and not mixed:
            continue
        x, y = grid.to_px(np.array([[x_mm, y_mm]]))[0]
        along = spec.counter_diameter_mm * grid.px_per_mm * (3 if shared else 0)
        around, dx, dy = _around(sums[0].shape, x, y, FAR * counter_px + along)
        off = np.hypot(np.maximum(np.abs(dx) - along, 0), dy) / counter_px
        score = np.where(off < FAR, left[kind][around] - WORTH * off**2, -np.inf)
        best = np.unravel_index(int(score.argmax()), score.shape)
        row, column = best[0] + around[0].start, best[1] + around[1].start
        places.append((kind, float(column), float(row)))
        around, dx, dy = _around(sums[0].shape, column, row, counter_px)
        taken = np.hypot(dx, dy) < 0.8 * counter_px
        for values in left:
            values[around][taken] = -np.inf
    for kind in (0, 1):
        if not any(place[0] == kind for place in places):
            raise CalibrationError(
                f"{training.name}: no half of this position holds counters of {SEATS[kind]} alone; give a "
                "known "
                "position in which each seat has a half of its own"
            )
    return places


def _around(
    shape: tuple[int, ...], x: float, y: float, reach_px: float
) -> tuple[tuple[slice, slice], NDArray[np.floating], NDArray[np.floating]]:
    """The part of a picture (h, w) no further from a place each way, and how far its pixels lie from there.

    As columns (1, w) and rows (h, 1); the part nearest to the place where it lies outside of the picture.
    """
    spans = []
    for middle, length in ((y, shape[0]), (x, shape[1])):
        first = min(max(int(middle - reach_px), 0), length - 1)
        last = min(max(int(middle + reach_px) + 2, first + 1), length)
        spans.append(slice(first, last))
    rows, columns = (np.arange(span.start, span.stop) for span in spans)
    return (spans[0], spans[1]), (columns - x)[None], (rows - y)[:, None]


def _centred(
    calibration: Calibration, training: KnownPicture, places: Places, contrast: tuple[float, float]
) -> Places:
    """Places put right where all counters of a seat seem to lie off to the same side.

    People lay counters now here, now there, but shadows all fall one way and draw the places of counters that
    hardly differ from the board after them. A seat whose counters stand out (`contrast` near 1) is believed;
    the other seat's are then taken to lie about their points as those do.
    """
    grid = calibration.grid
    expected = expected_places(calibration.spec, training.halves)
    shifts = []
    for kind in (0, 1):
        should = grid.to_px(np.array([(x, y) for k, half, x, y in expected if k == kind]))
        lie = np.array([(x, y) for k, x, y in places if k == kind])
        shifts.append(lie.mean(axis=0) - should.mean(axis=0) if len(lie) == len(should) else None)
    best = int(contrast[1] > contrast[0])
    right = shifts[best] if contrast[best] >= STANDS_OUT else np.zeros(2)
    centred: Places = []
    for kind, x, y in places:
        shift = shifts[kind]
        if contrast[kind] < STANDS_OUT and shift is not None and right is not None:
            x, y = x - shift[0] + right[0], y - shift[1] + right[1]
        centred.append((kind, float(x), float(y)))
    return centred


def _look(
    maker: EvidenceMaker, weighed: list[Evidence], places: list[Places], counter_px: float, radius: float
) -> tuple[Floats, Floats]:
    """The patches of A's and of B's counters; beyond `radius` diameters nothing is taken as known."""
    offset = np.arange(PATCH_PX) - (PATCH_PX - 1) / 2
    beyond = np.hypot(offset[:, None], offset[None]) > radius * COUNTER_PX
    looks = []
    for kind in (0, 1):
        patches = np.concatenate(
            [
                patches_at(
                    w.difference + maker.relative,
                    np.array([place[1:] for place in found if place[0] == kind]).reshape(-1, 2),
                    counter_px,
                )
                for w, found in zip(weighed, places, strict=True)
            ]
        )
        patches[:, beyond] = np.nan
        looks.append(patches)
    return looks[0], looks[1]
