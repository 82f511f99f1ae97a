"""The fused estimate: colours and shapes combined, and by how much the likeliest board leads."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.board.spec import BoardSpec
from companion.game.board import Halves, Point, Seat
from vision.arrays import Doubles, Floats, Mask, as_doubles
from vision.classifier.detections import MIN_PROBABILITY
from vision.classifier.shape_classifier import ShapeReport
from vision.detection.disc_judge import MIN_COUNTER_STRENGTH
from vision.detection.doubts import MAX_HIDDEN_SHARE
from vision.geometry.halves import assign_halves, count_halves
from vision.reading import FoundCounter, Reading

DISC_LOG_ODDS = 3.8
"""Log odds of a counter for the strength of its disc, added to those of shapes: from a logistic regression on
5,399 places of 185 tables that the network was not trained on."""

MIN_LEAD = 1.5
"""Minimum lead, in nats, over any other board; twice as much where a colour was doubtful. While a seat is
missing a counter, every empty place gets this much extra prior. With 2, two of 327 boards in other light
stayed unsure that are read right with 1.5; none was read wrong."""


@dataclass(frozen=True)
class ColourEvidence:
    """Evidence from colours at `places_mm` (n, 2): all detections of shapes, then discs without one.

    `strengths` (n) are those of the discs, 0 for none; `of_a` (n) is the evidence for A against B, as a share
    of the typical. `beside` (n) marks places beside a board that was never seen bare.
    """

    places_mm: Doubles
    strengths: Floats
    of_a: Floats
    beside: Mask


@dataclass(frozen=True)
class PlaceOdds:
    """Fused log odds (n,), in nats, that places (n, 2) hold a counter, and that it is A's."""

    places_mm: Doubles
    counter: Doubles
    of_a: Doubles


@dataclass(frozen=True)
class WeighedPlace:
    """A place on the board, in mm, its half, and the log odds of a counter there in nats.

    If there is one, `seat` is its seat, and `seat_lead` the lead in nats over the other seat.
    """

    mm: tuple[float, float]
    half: Point
    odds: float
    seat: Seat | None
    seat_lead: float = np.inf


@dataclass(frozen=True)
class FusedEstimate:
    """The likeliest board by colours and shapes together.

    `seats` (n), `halves_of_counters` (n), None beside the board, and `places_mm` (n, 2) are its counters'.
    `on_board` are all places on the board, the likeliest first. `is_between` is true if a counter lies
    between two places where counters are counted. `occluded` is the area of other objects, in counters.
    """

    halves: Halves
    seats: tuple[Seat, ...]
    halves_of_counters: tuple[Point | None, ...]
    places_mm: Doubles
    on_board: tuple[WeighedPlace, ...]
    is_between: bool
    occluded: float

    @property
    def lead(self) -> float:
        """The lead, in nats, over the same board with one counter more or less."""
        return min((abs(place.odds) for place in self.on_board), default=np.inf)

    @property
    def seat_lead(self) -> float:
        """The lead, in nats, over the same board with one counter of the other seat."""
        return min((place.seat_lead for place in self.on_board), default=np.inf)

    @property
    def is_sure(self) -> bool:
        """True if every place is sure and no other object may hide a counter."""
        return min(self.lead, self.seat_lead) >= MIN_LEAD and self.is_unobstructed

    @property
    def is_unobstructed(self) -> bool:
        """True if all counters lie at places and no other object may hide one."""
        return not self.is_between and self.occluded < MAX_HIDDEN_SHARE

    def support(self, reading: Reading, spec: BoardSpec) -> tuple[float, Point | None]:
        """Return the smallest log odds, in nats, of what a reading says of any place, and that place's half.

        They are minus infinity if it has a counter at no place. If all counters lie on the board, empty
        places are left out: no further counter can lie there. Where counters are not counted, one at the rim
        may lie beside the board.
        """
        uncounted, reach_mm = spec.counters_per_seat == 0, spec.counter_diameter_mm / 2
        left = [*reading.counters, *(reading.off_board if uncounted else ())]
        has_all = len(reading.counters) == 2 * spec.counters_per_seat > 0
        least, half = np.inf, None
        for place in self.on_board:
            near = [c for c in left if place.seat in (None, c.seat) and _away(c, place.mm) < reach_mm]
            if near:
                left.remove(near[0])
            odds = place.odds if near else -place.odds
            if odds < least and (near or not has_all):
                least, half = odds, place.half
        beside = self.places_mm[[uncounted and half is None for half in self.halves_of_counters]]
        lost = [c for c in left if c.half and not any(_away(c, at_mm) < reach_mm for at_mm in beside)]
        return (-np.inf, lost[0].half) if lost else (least, half)


def match_discs(
    shapes: ShapeReport, judged_mm: Doubles, diameter_mm: float
) -> tuple[Doubles, list[int | None]]:
    """Return all places (n, 2) to weigh, and the index of the disc (m, 2) at each, or None.

    A detection and a disc are one counter if each middle lies within the other.
    """
    free = list(range(len(judged_mm)))
    discs: list[int | None] = []
    for place in shapes.places_mm:
        away = np.hypot(*(judged_mm[free] - place).T)
        near = away.min(initial=np.inf) < diameter_mm / 2
        discs.append(free.pop(int(away.argmin())) if near else None)
    return np.concatenate([shapes.places_mm, judged_mm[free]]), [*discs, *free]


def place_odds(colours: ColourEvidence, shapes: ShapeReport) -> PlaceOdds:
    """Return the fused odds of each place."""
    beyond = len(colours.places_mm) - len(shapes.detections)
    chances = np.array([one.probability for one in shapes.detections] + [0.0] * beyond)
    bounded = np.clip(chances, MIN_PROBABILITY / 2, 1 - MIN_PROBABILITY / 2)
    shape = np.log(bounded / (1 - bounded))
    # Evidence above that of a typical counter counts no more.
    return PlaceOdds(
        colours.places_mm,
        shape + DISC_LOG_ODDS * (np.minimum(colours.strengths, 1) - MIN_COUNTER_STRENGTH),
        as_doubles(MIN_LEAD / MIN_COUNTER_STRENGTH * colours.of_a),
    )


def fused_estimate(
    spec: BoardSpec, colours: ColourEvidence, shapes: ShapeReport, in_other_light: bool = False
) -> FusedEstimate:
    """Return the likeliest board by colours and shapes together."""
    odds = place_odds(colours, shapes)
    counter, seat = odds.counter, odds.of_a
    is_counter = counter > 0
    # There can be no more counters than both seats have, unless more are surely seen. In the same light, what
    # looks like one more is a thing.
    if in_other_light and (most := 2 * spec.counters_per_seat):
        beyond = np.argsort(-counter)[most:]
        is_counter[beyond] = counter[beyond] >= MIN_LEAD
    places_mm = colours.places_mm[is_counter]
    beside = colours.beside[is_counter].tolist()
    at_mm = [(x, y) for x, y in places_mm.tolist()]
    halves, doubtful = assign_halves(spec, at_mm, [True] * len(at_mm), beside)
    is_a, seat_leads = likeliest_seats(seat[is_counter], spec.counters_per_seat)
    # Without a disc it may be another object: there colours alone have to know the seat.
    own_leads = np.where(colours.strengths < MIN_COUNTER_STRENGTH, np.abs(seat), np.inf)[is_counter]
    seats = tuple(Seat.A if of_a else Seat.B for of_a in is_a)
    nearest = [spec.half_at(x, y) for x, y in colours.places_mm.tolist()]
    all_lie = all(seats.count(of) == spec.counters_per_seat > 0 for of in Seat)
    weakest = float(counter[is_counter].min(initial=np.inf))
    lacks_a, lacks_b = (seats.count(of) < spec.counters_per_seat for of in Seat)
    lacks_one = lacks_a & (seat > -MIN_LEAD) | lacks_b & (seat < MIN_LEAD)
    # Where all counters surely lie, another could only be one of these.
    of_empty = counter - weakest if all_lie and weakest >= MIN_LEAD else counter + MIN_LEAD * lacks_one
    weighed = np.where(is_counter, counter, of_empty)
    leads = np.minimum(seat_leads, own_leads).tolist()
    by_place = dict(zip(np.flatnonzero(is_counter).tolist(), zip(seats, leads, strict=True), strict=True))
    return FusedEstimate(
        halves=Halves(*(_counts(halves, seats, of) for of in Seat)),
        seats=seats,
        halves_of_counters=tuple(halves),
        places_mm=places_mm,
        on_board=tuple(
            WeighedPlace(
                tuple(odds.places_mm[i].tolist()), half, float(weighed[i]), *by_place.get(i, (None, np.inf))
            )
            for i in np.argsort(-weighed).tolist()
            if (half := nearest[i]) and not colours.beside[i]
        ),
        is_between=bool(doubtful and spec.counters_per_seat),
        occluded=shapes.occluded,
    )


def likeliest_seats(of_a: Doubles, most: int) -> tuple[NDArray[np.bool_], Doubles]:
    """Assign seats to counters (n,) from log odds of A; return which are A's, and the lead (n,) of each.

    A seat has at most `most` counters (0: any number); once it has them all, a counter can only change its
    seat with another. With more counters than both seats have, the limit is ignored.
    """
    limited = 0 < len(of_a) <= 2 * most
    count = int((of_a > 0).sum())
    if limited:
        count = min(max(count, len(of_a) - most), most)
    is_a = np.zeros(len(of_a), bool)
    is_a[np.argsort(-of_a)[:count]] = True
    own = np.where(is_a, of_a, -of_a)
    leads = own.copy()
    for seat in (is_a, ~is_a):
        if limited and np.count_nonzero(~seat) == most:
            leads[seat] = np.inf
        if limited and seat.any() and not seat.all():
            leads[seat] = np.minimum(leads[seat], own[seat] + own[~seat].min())
    return is_a, leads


def _counts(halves: Sequence[Point | None], seats: Sequence[Seat], of: Seat) -> tuple[int, ...]:
    """Return how many counters of a seat lie on each half."""
    return count_halves([half for half, seat in zip(halves, seats, strict=True) if seat is of])


def _away(counter: FoundCounter, at_mm: Sequence[float] | Doubles) -> float:
    return float(np.hypot(counter.x_mm - at_mm[0], counter.y_mm - at_mm[1]))
