"""How well counters would be seen beside the points, where the board may have another colour."""

from dataclasses import replace

import cv2
import numpy as np

from calibration.learn.counters import LEAST_USUAL, Places, strengths, telling
from vision.arrays import Picture
from vision.calibration import COUNTER_PX, PATCH_PX, Calibration
from vision.photometry.opponent_colours import DARK_OFFSET, bgr_from_opponent_log
from vision.segmentation.background import board_light, painted_points
from vision.segmentation.evidence import EvidenceMaker

LESS = 0.5
"""Share of the usual evidence below which a seat's counters are seen worse elsewhere than on the points."""

RADIUS = 0.5
"""How far from its middle, in diameters, a counter is drawn."""

ALONG = (0.75, 0.35, -0.35, -0.75)
"""Where between two lines counters are drawn, in halves of a line's length from the board's middle."""

APART = 7
"""How many places lie between one counter of a seat and the next; none is taken twice."""


def as_seen_elsewhere(calibration: Calibration) -> Calibration:
    """The calibration with what tells a seat's counters, and how much, where they are hardest to see.

    Counters are mostly learned on the points. White ones stand out there if the points are painted, and
    hardly beside them if the paper is white. So learned counters are drawn between the lines of a bare board
    with painted points, and weighed there.
    """
    if painted_points(calibration) is None:
        return calibration
    picture, places = _drawn_elsewhere(calibration)
    if {kind for kind, _, _ in places} != {0, 1}:
        return calibration
    evidence = EvidenceMaker(calibration).weigh(picture)
    here = (calibration.telling_a, calibration.telling_b)
    there = tuple(telling([evidence], [places], kind, calibration.counter_px) for kind in (0, 1))
    plain = [np.median(seat) for seat in strengths(calibration.counter_px, here, evidence, places)]
    own = [np.median(seat) for seat in strengths(calibration.counter_px, there, evidence, places)]
    worse = [p < LESS * usual for p, usual in zip(plain, calibration.usual, strict=True)]
    tellings = [t if w else h for t, h, w in zip(there, here, worse, strict=True)]
    usual = [
        max(float(o), LEAST_USUAL) if w else u for o, u, w in zip(own, calibration.usual, worse, strict=True)
    ]
    return replace(calibration, telling_a=tellings[0], telling_b=tellings[1], usual=(usual[0], usual[1]))


def _drawn_elsewhere(calibration: Calibration) -> tuple[Picture, Places]:
    """The bare board with the learned counters drawn on it between its lines, and where they are."""
    spec = calibration.spec
    x_mm, y_mm = np.meshgrid(
        np.array(ALONG) * spec.line_length_mm / 2, (np.arange(4) - 1.5) * spec.line_pitch_mm
    )
    spots = calibration.grid.to_px(np.stack([x_mm.ravel(), y_mm.ravel()], axis=1)).round().astype(int)
    light, picture = board_light(calibration), calibration.reference.copy()
    reach = int(np.ceil(RADIUS * calibration.counter_px))
    span = np.arange(-reach, reach + 1)
    inside = np.hypot(span[:, None], span[None]) <= RADIUS * calibration.counter_px
    scale, middle = calibration.counter_px / COUNTER_PX, (PATCH_PX - 1) / 2
    to_picture = np.array([[scale, 0, reach - scale * middle], [0, scale, reach - scale * middle]])
    counters = [
        (kind, patch)
        for kind, of in enumerate((calibration.counters_a, calibration.counters_b))
        for patch in of
    ]
    places: Places = []
    for index in range(len(spots)):
        kind, patch = counters[index * len(counters) // len(spots)]
        # Those of a seat lie apart: light and board differ from place to place.
        x, y = spots[APART * index % len(spots)].tolist()
        around = slice(y - reach, y + reach + 1), slice(x - reach, x + reach + 1)
        colours = light[around] + cv2.warpAffine(patch, to_picture, (len(span), len(span)))
        drawn = inside & ~np.isnan(colours[..., 0])
        if calibration.known[around].all() and drawn.any():
            seen = bgr_from_opponent_log(colours[drawn], 1.0) - DARK_OFFSET
            picture[around][drawn] = np.clip(seen, 0, 255).round().astype(np.uint8)
            places.append((kind, float(x), float(y)))
    return picture, places
