"""Learns from single examples in pictures how counters and the bare board look."""

from dataclasses import replace

import numpy as np

from calibration.errors import CalibrationError
from calibration.learn.counters import SEATS, patches_at, with_usual
from calibration.learn.training_set import ExamplePicture
from companion.game.board import Seat
from vision.arrays import Doubles, Floats
from vision.calibration import COUNTER_PX, PATCH_PX, Calibration
from vision.photometry.opponent_colours import opponent_log
from vision.segmentation.evidence import EvidenceMaker

GUESSED_EDGES = 0.15
"""Share of edges that a board may show where nothing lies, when all counters in its picture are not known."""


def learn_from_examples(
    calibration: Calibration, lessons: tuple[ExamplePicture, ...], main: str
) -> Calibration:
    """The calibration with the look of counters and of the bare board learned from single examples.

    Examples in the main picture are seen through the view; in others only colours count, each against the
    board around it. Raises CalibrationError when a seat has no example.
    """
    looks: dict[Seat | None, list[Floats]] = {Seat.A: [], Seat.B: [], None: []}
    for training in lessons:
        colours, places_px, counter_px, radius = _seen_examples(calibration, training, training.name == main)
        offset = np.arange(PATCH_PX) - (PATCH_PX - 1) / 2
        beyond = np.hypot(offset[:, None], offset[None]) > radius * COUNTER_PX
        patches = patches_at(colours, places_px, counter_px)
        patches[:, beyond] = np.nan
        for example, patch in zip(training.examples, patches, strict=True):
            if np.isnan(patch[PATCH_PX // 2, PATCH_PX // 2]).any():
                raise CalibrationError(
                    f"{training.name}: the example at {example.x_px:g},{example.y_px:g} "
                    "lies outside the board"
                )
            looks[example.seat].append(patch)
    empty_look = np.zeros((0, PATCH_PX, PATCH_PX, 3), np.float32)
    a, b, bare = (np.array(looks[key]) if looks[key] else empty_look for key in (Seat.A, Seat.B, None))
    learned = replace(
        calibration,
        counters_a=np.concatenate([calibration.counters_a, a]),
        counters_b=np.concatenate([calibration.counters_b, b]),
        bare=np.concatenate([calibration.bare, bare]),
    )
    learned = replace(learned, usual_edges=GUESSED_EDGES)
    return _with_usual_examples(learned, lessons[0]) if lessons[0].name == main else learned


def _with_usual_examples(calibration: Calibration, training: ExamplePicture) -> Calibration:
    """The calibration with how strong the evidence for the examples in its main picture is, if it has any."""
    spec, grid = calibration.spec, calibration.grid
    counters = [e for e in training.examples if e.seat is not None]
    if {e.seat for e in counters} != set(SEATS):
        return calibration
    pixels = np.array([(e.x_px, e.y_px) for e in counters])
    places = grid.to_px(calibration.view.to_mm(spec, pixels, spec.counter_height_mm / 2))
    found = [
        (SEATS.index(e.seat), float(x), float(y))
        for e, (x, y) in zip(counters, places, strict=True)
        if e.seat
    ]
    width, height = grid.size_wh
    found = [place for place in found if 0 <= place[1] < width - 1 and 0 <= place[2] < height - 1]
    if {kind for kind, _, _ in found} != {0, 1}:
        return calibration
    picture = calibration.rectifier().rectify(training.picture)
    usual = with_usual(calibration, [picture], [found])
    return replace(usual, usual_edges=GUESSED_EDGES)


def _seen_examples(
    calibration: Calibration, training: ExamplePicture, is_main: bool
) -> tuple[Floats, Doubles, float, float]:
    """Relative colours (h, w, 3), places in them (n, 2), a counter's pixels there, and the trusted radius."""
    pixels = np.array([(e.x_px, e.y_px) for e in training.examples])
    spec, grid = calibration.spec, calibration.grid
    if is_main:
        maker = EvidenceMaker(calibration)
        weighed = maker.weigh(calibration.rectifier().rectify(training.picture))
        places = grid.to_px(calibration.view.to_mm(spec, pixels, spec.counter_height_mm / 2))
        inside = ((places > 1) & (places < np.array(grid.size_wh) - 2)).all(axis=1)
        if inside.all():
            return weighed.difference + maker.relative, places, calibration.counter_px, 0.44
    colours = opponent_log(training.picture)
    beside_mm = np.array([(0.0, 0.0), (spec.counter_diameter_mm, 0.0)])
    middle, beside = calibration.view.to_px(spec, beside_mm)
    seen_px = float(np.linalg.norm(beside - middle))
    return colours - _light_around(calibration, colours, pixels, seen_px), pixels, seen_px, 0.25


def _light_around(calibration: Calibration, colours: Floats, pixels: Doubles, counter_px: float) -> Floats:
    """The board's colour (3,) around examples in a picture from elsewhere, as log-opponent colour.

    Among the pixels around the examples, board is what has the tint of this board, as far as the light
    allows.
    """
    around = np.concatenate([_ring(colours, pixel, counter_px) for pixel in pixels])
    board = opponent_log(calibration.reference)[calibration.board]
    off = np.abs(around[:, 1:] - np.median(board[:, 1:], axis=0)).sum(axis=1)
    alike = around[off <= np.quantile(off, 0.4)]
    return np.asarray(np.median(alike, axis=0), np.float32)


def _ring(colours: Floats, pixel: Doubles, counter_px: float) -> Floats:
    """The colours (n, 3) in a ring around a pixel, from just beyond a counter to some counters away."""
    height, width = colours.shape[:2]
    reach = 2.5 * counter_px
    left, top = np.maximum(pixel - reach, 0).astype(int)
    right, bottom = np.minimum(pixel + reach + 1, (width, height)).astype(int)
    columns, rows = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
    away = np.hypot(columns - pixel[0], rows - pixel[1])
    ring = (away > 0.7 * counter_px) & (away < reach)
    return np.asarray(colours[top:bottom, left:right][ring], np.float32)
