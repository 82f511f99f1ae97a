"""What is common to all ways of learning how counters look: where they lie, cut-outs, usual evidence."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.board import Halves, Seat
from vision.board_spec import BoardSpec
from vision.calibrated import COUNTER_PX, PATCH_PX, Calibration
from vision.discs import DiscFinder
from vision.doubts import Doubts, Judged
from vision.evidence import EvidenceMaker

Floats = NDArray[np.float32]

SEATS = (Seat.A, Seat.B)

Places = list[tuple[int, float, float]]
"""Kind (0 for A) and middle in grid pixels of each counter."""


def expected_places(spec: BoardSpec, halves: Halves) -> list[tuple[int, int, float, float]]:
    """Where counters of a position should lie: kind (0 for A), half (index into `RING`), x and y in mm.

    The order of the seats on a half that both share is not known; A's are put outside.
    """
    places = []
    for index, (x, y) in enumerate(spec.points_mm):
        inwards = -np.sign(x) * 1.05 * spec.counter_diameter_mm
        kinds = [0] * halves.a[index] + [1] * halves.b[index]
        for slot, kind in enumerate(kinds):
            row, column = divmod(slot, 5)
            places.append((kind, index, x + column * inwards, y + row * 1.05 * spec.counter_diameter_mm))
    return places


def patches_at(colours: Floats, places_px: NDArray[np.float64], counter_px: float) -> Floats:
    """Small pictures (n, PATCH_PX, PATCH_PX, 3) around places (n, 2) of an image (h, w, 3), NaN beyond it.

    A counter of `counter_px` pixels in the image is COUNTER_PX pixels wide in them.
    """
    middle, scale = (PATCH_PX - 1) / 2, COUNTER_PX / counter_px
    patches = [
        cv2.warpAffine(
            colours,
            np.array([[scale, 0, middle - scale * x], [0, scale, middle - scale * y]], np.float32),
            (PATCH_PX, PATCH_PX),
            borderValue=(np.nan,) * 4,
        )
        for x, y in places_px
    ]
    return np.array(patches, np.float32).reshape(-1, PATCH_PX, PATCH_PX, colours.shape[2])


def with_usual(
    calibration: Calibration, pictures: list[NDArray[np.uint8]], places: list[Places]
) -> Calibration:
    """The calibration with how strong the evidence for its own known counters is."""
    maker = EvidenceMaker(calibration)
    finder = DiscFinder(calibration.counter_px, (calibration.telling_a, calibration.telling_b))
    doubts = Doubts(calibration, maker.looks)
    usual: list[list[float]] = [[], []]
    telling: list[list[float]] = [[], []]
    edges: list[float] = []
    for picture, found in zip(pictures, places, strict=True):
        evidence = maker.weigh(picture)
        sums = finder.sums(evidence.counters)
        edges.append(doubts.unexplained(evidence, [Judged(x, y, k, True, 1, 1, 1) for k, x, y in found]))
        for kind, x, y in found:
            usual[kind].append(float(sums[kind, round(y), round(x)]))
            rival = float(doubts.a_not_b(evidence, np.array([[x, y]]))[0])
            telling[kind].append(rival * (1, -1)[kind])
    first, second = (float(max(np.median(values), 0.3)) for values in usual)
    third, fourth = (float(max(np.median(values), 0.3)) for values in telling)
    return replace(
        calibration, usual=(first, second), usual_telling=(third, fourth), usual_edges=max(edges, default=0.0)
    )
