"""Visibility of counters between the lines, where the board may have another colour than at the points."""

from dataclasses import replace

import cv2
import numpy as np

from calibration.learn.counters import Place, strengths, typical, weights_of
from companion.game.board import PerSeat, Seat
from vision.arrays import Picture
from vision.calibration import COUNTER_PX, PATCH_PX, Calibration, CounterModel
from vision.detection.grid_reader import MIN_VISIBLE_LLR
from vision.photometry.opponent_colours import picture_of
from vision.segmentation.background import board_light, painted_points
from vision.segmentation.evidence import EvidenceExtractor


def with_weights_between_lines(calibration: Calibration) -> Calibration:
    """Return the calibration with the weights and evidence of counters where they are hardest to see.

    Counters are mostly learned on the points. White ones stand out there if the points are painted, but
    hardly beside them on white paper. So the learned counters are drawn between the lines of the bare board,
    and weights and evidence are measured there.
    """
    if painted_points(calibration.board) is None:
        return calibration
    picture, places = _drawn_between_lines(calibration)
    if {place.seat for place in places} != set(Seat):
        return calibration
    counter_px = calibration.board.counter_px
    evidence = EvidenceExtractor(calibration).extract(picture)
    here = calibration.counters.map(lambda counter: counter.weights)
    there = PerSeat.made(lambda seat: weights_of([evidence], [places], seat, counter_px))
    plain_llrs = strengths(counter_px, here, evidence, places).map(np.median)
    own_llrs = strengths(counter_px, there, evidence, places)

    def faintest(seat: Seat) -> CounterModel:
        counter = calibration.counters.of(seat)
        if plain_llrs.of(seat) >= MIN_VISIBLE_LLR:
            return counter
        return replace(counter, weights=there.of(seat), typical_llr=typical(own_llrs.of(seat)))

    return replace(calibration, counters=PerSeat.made(faintest))


def _drawn_between_lines(calibration: Calibration) -> tuple[Picture, list[Place]]:
    """Return the bare board with the learned counters drawn between its lines, and their places."""
    spec = calibration.spec
    lines_mm = spec.points_mm[:5, 1]
    gaps_mm = (lines_mm[1:] + lines_mm[:-1]) / 2
    x_mm, y_mm = np.meshgrid(gaps_mm * spec.line_length_mm / np.ptp(lines_mm), gaps_mm)
    every = calibration.grid.to_px(np.stack([x_mm.ravel(), y_mm.ravel()], axis=1)).round().astype(int)
    # Seats alternate all over the board, since light and board differ from place to place.
    spots = np.concatenate([every[::2], every[1::2]])
    board = calibration.board
    light, picture = board_light(board), board.reference.copy()
    reach = int(np.ceil(board.counter_px / 2))
    span = np.arange(-reach, reach + 1)
    inside = np.hypot(span[:, None], span[None]) <= board.counter_px / 2
    scale, middle = board.counter_px / COUNTER_PX, (PATCH_PX - 1) / 2
    to_picture = np.array([[scale, 0, reach - scale * middle], [0, scale, reach - scale * middle]])
    counters = [(seat, patch) for seat in Seat for patch in calibration.counters.of(seat).patches]
    places: list[Place] = []
    for index, (x, y) in enumerate(spots.tolist()):
        seat, patch = counters[index * len(counters) // len(spots)]
        around = slice(y - reach, y + reach + 1), slice(x - reach, x + reach + 1)
        colours = light[around] + cv2.warpAffine(patch, to_picture, (len(span), len(span)))
        drawn = inside & ~np.isnan(colours[..., 0])
        if board.known[around].all() and drawn.any():
            picture[around][drawn] = picture_of(colours[drawn])
            places.append(Place(seat, float(x), float(y)))
    return picture, places
