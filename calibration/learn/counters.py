"""What is common to all ways of learning how counters look: where they lie, cut-outs, usual evidence."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.board.spec import BoardSpec
from companion.game.board import Halves, Seat
from vision.arrays import Doubles, Floats, Picture
from vision.calibration import COUNTER_PX, PATCH_PX, Calibration
from vision.detection.discs import DiscFinder
from vision.detection.doubts import Doubts, Judged
from vision.segmentation.counter_colours import QUARTERS, quarter_masks
from vision.segmentation.evidence import Evidence, EvidenceMaker

SEATS = (Seat.A, Seat.B)

LEAST_USUAL = 0.3
"""Evidence, in nats, that is at least taken as usual: a share of less would say nothing."""

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


def patches_at(colours: Floats, places_px: Doubles, counter_px: float) -> Floats:
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


def telling(weighed: Sequence[Evidence], places: Sequence[Places], kind: int, counter_px: float) -> Floats:
    """Which pixels (PATCH_PX, PATCH_PX) of a seat's counters speak for them, 0 to 1, in pictures of some."""
    patches = []
    for evidence, found in zip(weighed, places, strict=True):
        maps = np.moveaxis(evidence.counters[kind * QUARTERS : (kind + 1) * QUARTERS], 0, -1)
        patches.append(patches_at(maps, np.array([p[1:] for p in found if p[0] == kind]), counter_px))
    quarters = quarter_masks(PATCH_PX, (PATCH_PX - 1) / 2)
    everywhere = np.nan_to_num(np.concatenate(patches)).mean(axis=0)
    speaking = (np.moveaxis(everywhere, -1, 0) * quarters).sum(axis=0)
    return np.asarray(np.clip((speaking + 1.0) / 3.0, 0.05, 1.0), np.float32)


def strengths(
    counter_px: float, telling: Sequence[Floats], evidence: Evidence, places: Places
) -> tuple[list[float], list[float]]:
    """The mean evidence, in nats, for each counter of A and of B that lies in a picture."""
    sums = DiscFinder(counter_px, telling).sums(evidence.counters)
    of_a, of_b = (
        [float(sums[kind, round(y), round(x)]) for k, x, y in places if k == kind] for kind in (0, 1)
    )
    return of_a, of_b


def with_usual(calibration: Calibration, pictures: list[Picture], places: list[Places]) -> Calibration:
    """The calibration with how strong the evidence for its own known counters is."""
    maker = EvidenceMaker(calibration)
    doubts = Doubts(calibration, maker.looks)
    tellings = (calibration.telling_a, calibration.telling_b)
    usual: list[list[float]] = [[], []]
    rivals: list[list[float]] = [[], []]
    edges: list[float] = []
    for picture, found in zip(pictures, places, strict=True):
        evidence = maker.weigh(picture)
        edges.append(doubts.unexplained(evidence, [Judged(x, y, k, True, 1, 1, 1) for k, x, y in found]))
        for kind, strong in enumerate(strengths(calibration.counter_px, tellings, evidence, found)):
            usual[kind] += strong
        for kind, x, y in found:
            rival = float(doubts.a_not_b(evidence, np.array([[x, y]]))[0])
            rivals[kind].append(rival * (1, -1)[kind])
    first, second = (float(max(np.median(values), LEAST_USUAL)) for values in usual)
    third, fourth = (float(max(np.median(values), LEAST_USUAL)) for values in rivals)
    return replace(
        calibration, usual=(first, second), usual_telling=(third, fourth), usual_edges=max(edges, default=0.0)
    )
