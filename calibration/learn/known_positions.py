"""Learn from pictures of known positions how counters and their shadows look."""

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
    places_of,
    weights_of,
    with_typical_llrs,
)
from calibration.learn.shadows import COUNTER_EDGE, shade_of
from calibration.training_set import KnownPicture
from companion.game.board import PerSeat, Seat
from vision.arrays import MAD_TO_SIGMA, Doubles, Floats, Picture, as_floats
from vision.calibration import PATCH_PX, Background, Calibration, CounterModel
from vision.detection.discs import DiscFinder
from vision.geometry.camera_model import CameraModel
from vision.geometry.rectify import Rectifier
from vision.photometry.board_raster import BoardRaster
from vision.segmentation.background import BackgroundModel
from vision.segmentation.counter_colours import COUNTER_PART, MAX_PIXEL_LLR, patches_at, without_rim
from vision.segmentation.evidence import Evidence, EvidenceExtractor
from vision.segmentation.subtraction import BackgroundSubtractor

UNIT_WEIGHTS = np.ones((PATCH_PX, PATCH_PX), np.float32)

OFFSET_COST = 1.4
"""Cost of a place off the nominal one, as a share of a counter's evidence per squared diameter. With 1 a
counter was taken for one midway between two lines."""

MIN_CONTRAST_TO_TRUST = 0.7
"""Contrast from which a counter's place can be trusted whatever its shadow does; 1 is the maximum."""


def learn_from_known(
    camera: CameraModel,
    board: BoardRaster,
    background: Background,
    known: Sequence[KnownPicture],
    lenient: bool,
) -> Calibration:
    """Learn how counters look, and noise and shadows, from known positions.

    Each counter is located first where the picture differs from the bare board near its nominal place, then
    by the colours learned there. Raises CalibrationError when a picture does not show its position.
    """
    rectifier, counter_px = Rectifier(board.spec, camera, board.grid), board.counter_px
    pictures = [rectifier.rectify(one.picture) for one in known]
    subtractor = BackgroundSubtractor(board)
    differences = [subtractor.subtract(picture).colours for picture in pictures]
    relative = [difference + subtractor.relative for difference in differences]
    if board.was_seen_bare:
        noise = as_floats(np.mean([_noise(difference) for difference in differences], axis=0))
        background = replace(background, noise=noise)
    places = _first_places(board, background, known, differences)

    def learned(places: Sequence[Sequence[Place]], radius: float, sided: bool) -> Calibration:
        """Learn from counters at these places, trusting their patches up to a radius in diameters."""
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
    """Return where counters lie by any difference from the bare board."""
    spread = BackgroundModel(board, background).spread
    disc_px = int(0.8 * board.counter_px)
    places = []
    for one, difference in zip(known, differences, strict=True):
        deviation = np.minimum(np.abs(difference / spread).max(axis=2) / 10, 1)
        sums = as_floats(cv2.boxFilter(deviation, -1, (disc_px, disc_px)))
        found = _most_likely(board, one, PerSeat(sums, sums), mixed=False)
        places.append(_centred(board, one, found, PerSeat(0.0, 0.0)))
    return places


def _places(board: BoardRaster, known: KnownPicture, sums: PerSeat[Floats]) -> list[Place]:
    """Return where counters lie by the evidence (h, w) of a disc of either seat around each pixel."""
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
    """Return the calibration with the weights of known counters, and their typical evidence."""
    counter_px = calibration.board.counter_px
    counters = PerSeat.made(
        lambda seat: replace(
            calibration.counters.of(seat), weights=weights_of(weighed, places, seat, counter_px)
        )
    )
    return with_typical_llrs(replace(calibration, counters=counters), pictures, places)


def _noise(difference: Floats) -> Floats:
    return as_floats(np.median(np.abs(difference), axis=(0, 1)) * MAD_TO_SIGMA)


def _most_likely(board: BoardRaster, known: KnownPicture, sums: PerSeat[Floats], mixed: bool) -> list[Place]:
    """Return where the counters of a known position lie: near their nominal places.

    `sums` (h, w) of either seat are the evidence of a disc around each pixel, 1 for a counter, 0 for none.
    The further from its nominal place, the better the evidence has to be. On halves that both seats share,
    the order is unknown: they are left out unless `mixed`.
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
    """Return the window of a picture (h, w) around a place, and its pixels' distances from the place.

    Distances are columns (1, w) and rows (h, 1). Outside the picture, the nearest window is returned.
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
    """Return places corrected where all counters of a seat are shifted to the same side.

    People place counters at random offsets, but shadows all fall one way and shift the places of faint
    counters. A seat with high `contrast` (near 1) is trusted; the other seat's mean offset is then set to
    that seat's.
    """
    nominal = counters_at(board.spec, known.halves)

    def shift(seat: Seat) -> Doubles | None:
        """Return the mean offset of a seat's counters; None unless all have places."""
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
    """Return the patches of a seat's counters, unknown beyond `radius` diameters.

    `relative` (h, w, 3) are the pictures' colours relative to the board nearby.
    """
    patches = [
        patches_at(colours, places_of(found, seat), counter_px)
        for colours, found in zip(relative, places, strict=True)
    ]
    return without_rim(np.concatenate(patches), radius)
