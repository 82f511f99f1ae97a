"""Common parts of learning how counters look: places, patches, weights, typical evidence."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.board.spec import BoardSpec
from companion.game.board import RING, Halves, PerSeat, Point, Seat
from vision.arrays import Doubles, Floats, Picture, as_floats
from vision.calibration import PATCH_PX, Calibration
from vision.detection.disc_judge import DiscJudge
from vision.detection.discs import DiscFinder
from vision.detection.doubts import Doubts
from vision.segmentation.counter_colours import patches_at
from vision.segmentation.evidence import Evidence, EvidenceExtractor

MIN_INFORMATIVE = 0.35  # minimum typical evidence, in nats a pixel, for counters to be learned
NO_PATCHES = np.zeros((0, PATCH_PX, PATCH_PX, 3), np.float32)


@dataclass(frozen=True)
class NominalCounter:
    """Nominal place of a counter of a known position, by the board's measures."""

    seat: Seat
    half: Point
    x_mm: float
    y_mm: float


@dataclass(frozen=True)
class Place:
    """Place of a seat's counter: its middle in grid pixels."""

    seat: Seat
    x: float
    y: float


def counters_at(spec: BoardSpec, halves: Halves) -> list[NominalCounter]:
    """Return the nominal places of a position's counters.

    On a half that both seats share their order is unknown; A's are put outside.
    """
    counters = []
    for index, (x, y) in enumerate(spec.points_mm):
        inwards = -np.sign(x) * 1.05 * spec.counter_diameter_mm
        seats = [Seat.A] * halves.a[index] + [Seat.B] * halves.b[index]
        for slot, seat in enumerate(seats):
            row, column = divmod(slot, 5)
            x_mm, y_mm = x + column * inwards, y + row * 1.05 * spec.counter_diameter_mm
            counters.append(NominalCounter(seat, RING[index], x_mm, y_mm))
    return counters


def places_of(places: Sequence[Place], seat: Seat) -> Doubles:
    """Return the middles (n, 2) of a seat's counters."""
    return np.array([(place.x, place.y) for place in places if place.seat is seat]).reshape(-1, 2)


def weights_of(
    weighed: Sequence[Evidence], places: Sequence[Sequence[Place]], seat: Seat, counter_px: float
) -> Floats:
    """Return the weights (PATCH_PX, PATCH_PX), 0 to 1, of a seat's pixels from their mean evidence."""
    index = list(Seat).index(seat)
    patches = [
        patches_at(evidence.counters[index][..., None], places_of(found, seat), counter_px)
        for evidence, found in zip(weighed, places, strict=True)
    ]
    informative = np.nan_to_num(np.concatenate(patches)).mean(axis=(0, -1))
    return as_floats(np.clip((informative + 1.0) / 3.0, 0.05, 1.0))


def strengths(
    counter_px: float, weights: PerSeat[Floats], evidence: Evidence, places: Sequence[Place]
) -> PerSeat[list[float]]:
    """Return the mean evidence, in nats, of each counter of either seat in a picture."""
    sums = PerSeat(*DiscFinder(counter_px, weights).sums(evidence.counters))
    return PerSeat.made(
        lambda seat: [
            float(sums.of(seat)[round(place.y), round(place.x)]) for place in places if place.seat is seat
        ]
    )


def typical(llrs: Sequence[float]) -> float:
    """Return the median of log-likelihood ratios, in nats, at least MIN_INFORMATIVE."""
    return float(max(np.median(llrs), MIN_INFORMATIVE))


def with_typical_llrs(
    calibration: Calibration, pictures: Sequence[Picture], places: Sequence[Sequence[Place]]
) -> Calibration:
    """Return the calibration with the typical evidence of its own known counters."""
    extractor = EvidenceExtractor(calibration)
    judge, doubts = DiscJudge(calibration, extractor.colours), Doubts(calibration)
    counter_px = calibration.board.counter_px
    weights = calibration.counters.map(lambda counter: counter.weights)
    llrs: PerSeat[list[float]] = PerSeat([], [])
    rivals: PerSeat[list[float]] = PerSeat([], [])
    edges: list[float] = []
    for picture, found in zip(pictures, places, strict=True):
        evidence = extractor.extract(picture)
        edges.append(doubts.unexplained(evidence, ((place.x, place.y) for place in found)))
        strong = strengths(counter_px, weights, evidence, found)
        for seat in Seat:
            llrs.of(seat).extend(strong.of(seat))
        for place in found:
            a_not_b = float(judge.a_not_b(evidence, np.array([[place.x, place.y]]))[0])
            rivals.of(place.seat).append(a_not_b if place.seat is Seat.A else -a_not_b)
    return replace(
        calibration,
        background=replace(calibration.background, typical_edges=max(edges, default=0.0)),
        counters=PerSeat.made(
            lambda seat: replace(
                calibration.counters.of(seat),
                typical_llr=typical(llrs.of(seat)),
                typical_rival_llr=typical(rivals.of(seat)),
            )
        ),
    )
