"""Learns from pictures of known positions how counters, and the shadows they cast, look."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.learn.between_lines import with_weights_between_lines
from calibration.learn.counters import (
    Place,
    counters_at,
    patches_at,
    places_of,
    weights_of,
    with_typical_llrs,
    without_rim,
)
from calibration.learn.shadows import COUNTER_EDGE, shade_of
from calibration.training_set import KnownPicture
from companion.game.board import PerSeat, Seat
from vision.arrays import MAD_TO_SIGMA, Doubles, Floats, Picture
from vision.calibration import PATCH_PX, Background, Calibration, CounterModel
from vision.detection.discs import DiscFinder
from vision.geometry.camera_model import CameraModel
from vision.geometry.rectify import Rectifier
from vision.photometry.board_raster import BoardRaster
from vision.segmentation.background import BackgroundModel
from vision.segmentation.counter_colours import COUNTER_PART, MAX_PIXEL_LLR
from vision.segmentation.evidence import Evidence, EvidenceExtractor
from vision.segmentation.subtraction import BackgroundSubtractor

UNIT_WEIGHTS = np.ones((PATCH_PX, PATCH_PX), np.float32)

OFFSET_COST = 1.4
"""What share of a counter's evidence each diameter, squared, costs that it lies off its nominal place: with
1 a counter of 65 tables was taken for one midway between two lines."""

MIN_CONTRAST_TO_TRUST = 0.7
"""Share of the greatest evidence from which on a counter stands out whatever its shadow does. With places
believed in proportion to it, pictures of two of 65 tables were unsure that are read with this."""


def learn_from_known(
    camera: CameraModel,
    board: BoardRaster,
    background: Background,
    known: Sequence[KnownPicture],
    lenient: bool,
) -> Calibration:
    """What known positions teach of the look of counters, of noise and of shadows.

    Where each counter lies exactly is found first by where the picture differs from the bare board near the
    nominal places, then by the colours learned there. Raises CalibrationError
    when a picture does not show what is said of it.
    """
    rectifier, counter_px = Rectifier(board.spec, camera, board.grid), board.counter_px
    pictures = [rectifier.rectify(one.picture) for one in known]
    subtractor = BackgroundSubtractor(board)
    differences = [subtractor.subtract(picture).colours for picture in pictures]
    relative = [difference + subtractor.relative for difference in differences]
    if board.known.all():
        noise = np.mean([_noise(difference) for difference in differences], axis=0).astype(np.float32)
        background = replace(background, noise=noise)
    places = _first_places(board, background, known, differences)

    def learned(places: Sequence[Sequence[Place]], radius: float, sided: bool) -> Calibration:
        """What counters that lie there show of their look, trusted up to a radius in diameters."""
        return Calibration(
            camera=camera,
            board=board,
            background=replace(background, shade=shade_of(differences, places, counter_px)),
            counters=PerSeat.made(
                lambda seat: CounterModel(_patches(relative, places, seat, counter_px, radius))
            ),
            sided=sided,
            lenient=lenient,
        )

    finder = DiscFinder(counter_px, PerSeat(UNIT_WEIGHTS, UNIT_WEIGHTS))
    extractor = EvidenceExtractor(learned(places, COUNTER_PART, sided=False))
    weighed = [extractor.extract(picture) for picture in pictures]
    places = [
        _places(board, one, PerSeat(*finder.sums(evidence.counters) / MAX_PIXEL_LLR))
        for one, evidence in zip(known, weighed, strict=True)
    ]
    return with_weights_between_lines(
        _with_weights(learned(places, COUNTER_EDGE, sided=True), pictures, weighed, places)
    )


def _first_places(
    board: BoardRaster, background: Background, known: Sequence[KnownPicture], differences: Sequence[Floats]
) -> list[list[Place]]:
    """Where counters lie by where the pictures differ from the bare board, whatever makes them differ."""
    spread = BackgroundModel(board, background).spread
    disc_px = int(0.8 * board.counter_px)
    places = []
    for one, difference in zip(known, differences, strict=True):
        deviation = np.minimum(np.abs(difference / spread).max(axis=2) / 10, 1)
        sums = np.asarray(cv2.boxFilter(deviation, -1, (disc_px, disc_px)), np.float32)
        found = _most_likely(board, one, PerSeat(sums, sums), mixed=False)
        places.append(_centred(board, one, found, PerSeat(0.0, 0.0)))
    return places


def _places(board: BoardRaster, known: KnownPicture, sums: PerSeat[Floats]) -> list[Place]:
    """Where counters lie by the evidence (h, w) of a disc of either seat around each pixel."""
    found = _most_likely(board, known, sums, mixed=True)
    contrast = PerSeat.made(
        lambda seat: float(np.mean([sums.of(seat)[round(p.y), round(p.x)] for p in found if p.seat is seat]))
    )
    return _centred(board, known, found, contrast)


def _with_weights(
    calibration: Calibration,
    pictures: Sequence[Picture],
    weighed: Sequence[Evidence],
    places: Sequence[Sequence[Place]],
) -> Calibration:
    """The calibration with what tells known counters from the board, as it was weighed, and how strongly."""
    counter_px = calibration.board.counter_px
    counters = PerSeat.made(
        lambda seat: replace(
            calibration.counters.of(seat), weights=weights_of(weighed, places, seat, counter_px)
        )
    )
    return with_typical_llrs(replace(calibration, counters=counters), pictures, places)


def _noise(difference: Floats) -> Floats:
    return np.asarray(np.median(np.abs(difference), axis=(0, 1)) * MAD_TO_SIGMA, np.float32)


def _most_likely(board: BoardRaster, known: KnownPicture, sums: PerSeat[Floats], mixed: bool) -> list[Place]:
    """Where the counters of a known position lie: where they should, unless the evidence says elsewhere.

    `sums` (h, w) of either seat are the evidence of a disc around each pixel, 1 for a counter, 0 for none. A
    counter is looked for around its nominal place; the further off, the more the evidence there has to be
    better. On halves that both seats share, the order is not known: they are left out unless `mixed`.
    """
    counter_px, shape = board.counter_px, board.shape
    left = sums.map(np.copy)
    places: list[Place] = []
    for nominal in counters_at(board.spec, known.halves):
        shared = all(known.halves.count(seat, nominal.half) for seat in Seat)
        if shared and not mixed:
            continue
        x, y = board.grid.to_px(np.array([[nominal.x_mm, nominal.y_mm]]))[0]
        along = counter_px * (3 if shared else 0)
        around, dx, dy = _around(shape, x, y, counter_px + along)
        off = np.hypot(np.maximum(np.abs(dx) - along, 0), dy) / counter_px
        score = np.where(off < 1, left.of(nominal.seat)[around] - OFFSET_COST * off**2, -np.inf)
        best = np.unravel_index(int(score.argmax()), score.shape)
        row, column = best[0] + around[0].start, best[1] + around[1].start
        places.append(Place(nominal.seat, float(column), float(row)))
        around, dx, dy = _around(shape, column, row, counter_px)
        taken = np.hypot(dx, dy) < 0.8 * counter_px
        for values in left:
            values[around][taken] = -np.inf
    for seat in Seat:
        if not any(place.seat is seat for place in places):
            raise CalibrationError(
                f"{known.name}: no half of this position holds counters of {seat} alone; give a known "
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
    board: BoardRaster, known: KnownPicture, places: Sequence[Place], contrast: PerSeat[float]
) -> list[Place]:
    """Places put right where all counters of a seat seem to lie off to the same side.

    People lay counters now here, now there, but shadows all fall one way and draw the places of counters that
    hardly differ from the board after them. A seat whose counters stand out (`contrast` near 1) is believed;
    the other seat's are then taken to lie about their points as those do.
    """
    nominal = counters_at(board.spec, known.halves)

    def shift(seat: Seat) -> Doubles | None:
        """How far the counters of a seat lie off on the whole; None when not all of them have places."""
        expected = board.grid.to_px(np.array([(one.x_mm, one.y_mm) for one in nominal if one.seat is seat]))
        found = places_of(places, seat)
        return found.mean(axis=0) - expected.mean(axis=0) if len(found) == len(expected) else None

    wrong = {seat: np.zeros(2) for seat in Seat}
    right = np.zeros(2)
    for seat in sorted(Seat, key=contrast.of, reverse=True):
        off = shift(seat)
        if off is None:
            continue
        if contrast.of(seat) >= MIN_CONTRAST_TO_TRUST:
            right = off
        else:
            wrong[seat] = off - right
    return [
        Place(place.seat, *(np.array([place.x, place.y]) - wrong[place.seat]).tolist()) for place in places
    ]


def _patches(
    relative: Sequence[Floats],
    places: Sequence[Sequence[Place]],
    seat: Seat,
    counter_px: float,
    radius: float,
) -> Floats:
    """The patches of a seat's counters; beyond `radius` diameters nothing is taken as known.

    `relative` (h, w, 3) are the pictures' colours relative to the board nearby.
    """
    patches = [
        patches_at(colours, places_of(found, seat), counter_px)
        for colours, found in zip(relative, places, strict=True)
    ]
    return without_rim(np.concatenate(patches), radius)
