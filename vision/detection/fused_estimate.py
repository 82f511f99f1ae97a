"""Colours and shapes weighed as one: what both say together, and by how much the best board leads."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.board.spec import BoardSpec
from companion.game.board import Halves, Point, Seat
from vision.arrays import Doubles, Floats, Mask
from vision.classifier.detections import MIN_PROBABILITY
from vision.classifier.shape_classifier import ShapeReport
from vision.detection.disc_judge import MIN_COUNTER_STRENGTH
from vision.detection.doubts import MAX_HIDDEN_SHARE
from vision.geometry.halves import assign_halves, count_halves
from vision.reading import Cause, Reading

DISC_LOG_ODDS = 3.8
"""Log odds that a place holds a counter for the strength of the disc that colours found there, beside those
of shapes. Fitted by logistic regression on 5,399 places of 185 drawn, path-traced and Cycles tables that the
network was not trained on: those of shapes count as they are, and a disc that is hardly taken for a counter
nothing. Once these are known, neither the mean evidence at a place nor whose counter shapes take it for adds
anything."""

MIN_LEAD = 1.5
"""Nats by which all places and all seats have to lead to settle a doubt or to contradict; a doubt of a colour
is resolvable by twice that, and where a seat leads by less nothing is clear. From 2 on two boards of 327 in
other light stayed unsure that are read right with 1.5, and none was read wrongly for it. Colours that are
sure of a seat lead so. By as much a counter is likelier at a place where its seat lacks one: it lies
somewhere. In a film a white disc on a white line, touching a black one, was told missing, then a move that
nobody had made. Of 893 pictures without a hand one is unsure for it that was read. A disc of two thirds of a
counter's evidence that shapes do not see at all leaves a doubt so where a seat lacks one."""

RESOLVABLE = frozenset({Cause.ODD_THING, Cause.HIDDEN_THING, Cause.FAINT_THING, Cause.TOO_MANY})
"""The doubts of colours that both together may settle."""

RESOLVABLE_IN_OTHER_LIGHT = RESOLVABLE | {Cause.HAND, Cause.COVERED, Cause.COLOUR_BETWEEN}
"""The same where the light is another: what a lamp or the sun lights otherwise reaches in like a hand, and
takes the board's grain away, and a lamp's colour brings those of the seats together."""


@dataclass(frozen=True, slots=True)
class ColourEvidence:
    """What colours say of places `places_mm` (n, 2): all that shapes mention, then discs that they do not.

    `strengths` (n) of the discs found there, 0 for none, and `of_a` (n), the share of the typical evidence
    for A against B. `beside` (n) are places beside a board that was never seen bare.
    """

    places_mm: Doubles
    strengths: Floats
    of_a: Floats
    beside: Mask


@dataclass(frozen=True, slots=True)
class PlaceOdds:
    """What both say of places `places_mm` (n, 2) that may hold a counter: log odds (n,) in nats.

    That one lies there, and that it is A's and not B's.
    """

    places_mm: Doubles
    counter: Doubles
    of_a: Doubles


@dataclass(frozen=True, slots=True)
class FusedEstimate:
    """The likeliest board, and what speaks for it.

    `seats` (n), `halves_of_counters` (n), None beside the board, and `places_mm` (n, 2) are its counters'.
    `lead`, `empty_lead` and `seat_lead` are in nats: by how much it is likelier than the same with one
    counter more or less, with one more, and with one of the other seat; below 0 where a counter that is
    lacking likelier lies there than not. Where all counters that there are surely lie there, on the board or
    beside it, there can be none more. `is_between` says whether one lies between two places, where counters
    are counted. `occluded` is how many counters' areas a thing covers that is none.
    """

    halves: Halves
    seats: tuple[Seat, ...]
    halves_of_counters: tuple[Point | None, ...]
    places_mm: Doubles
    lead: float
    empty_lead: float
    seat_lead: float
    is_between: bool
    occluded: float

    def resolves(self, reading: Reading, in_other_light: bool) -> bool:
        """Whether it is sure enough to take the place of a doubtful reading."""
        resolvable = RESOLVABLE_IN_OTHER_LIGHT if in_other_light else RESOLVABLE
        # Whose a counter is colours alone say: what they doubted there has to be twice as sure here.
        least = 2 * MIN_LEAD if reading.cause is Cause.COLOUR_BETWEEN else MIN_LEAD
        return reading.cause in resolvable and self.is_sure and self.seat_lead >= least

    @property
    def is_sure(self) -> bool:
        """Whether it leaves no doubt of any place, nor sees another thing that may hide a counter."""
        return self._leads and self.is_unobstructed

    @property
    def is_unobstructed(self) -> bool:
        """Whether all its counters lie at places, and no other thing may hide one."""
        return not self.is_between and self.occluded < MAX_HIDDEN_SHARE

    @property
    def rules_out_more(self) -> bool:
        """Whether surely no counter lies on the board but its own."""
        return self.empty_lead >= MIN_LEAD

    def contradicts(self, reading: Reading) -> bool:
        """Whether it is sure of another board than a clear reading."""
        return reading.halves is not None and self.halves != reading.halves and self._leads

    def has_all_counters_of(self, reading: Reading) -> bool:
        """Whether it has as many counters of either seat as a reading, or more."""
        found = [one.seat for one in (*reading.counters, *reading.off_board)]
        return all(self.seats.count(of) >= found.count(of) for of in Seat)

    def has_same_counters(self, reading: Reading, diameter_mm: float) -> bool:
        """Whether its counters are those of a reading; at the rim one may lie beside the board."""
        found = [(c.seat, c.x_mm, c.y_mm, c.half is None) for c in (*reading.counters, *reading.off_board)]
        mine = zip(self.seats, self.halves_of_counters, self.places_mm.tolist(), strict=True)
        for seat, half, (x, y) in mine:
            near = [
                one for one in found if one[0] is seat and np.hypot(one[1] - x, one[2] - y) < diameter_mm / 2
            ]
            if near:
                found.remove(near[0])
            elif half is not None:
                return False
        return all(is_beside for *_, is_beside in found)

    @property
    def _leads(self) -> bool:
        """Whether it is likelier than any other by enough."""
        return min(self.lead, self.seat_lead) >= MIN_LEAD


def match_discs(
    shapes: ShapeReport, judged_mm: Doubles, diameter_mm: float
) -> tuple[Doubles, list[int | None]]:
    """The places (n, 2) that colours are region about, and which judged disc (m, 2) lies at each.

    What colours and what shapes saw is one counter if each middle lies within the other.
    """
    free = list(range(len(judged_mm)))
    discs: list[int | None] = []
    for place in shapes.places_mm:
        away = [float(np.hypot(*(judged_mm[i] - place))) for i in free]
        near = bool(away) and min(away) < diameter_mm / 2
        discs.append(free.pop(int(np.argmin(away))) if near else None)
    return np.concatenate([shapes.places_mm, judged_mm[free]]), [*discs, *free]


def place_odds(colours: ColourEvidence, shapes: ShapeReport) -> PlaceOdds:
    """How likely each place holds a counter, and whose, by colours and the report on shapes together."""
    beyond = len(colours.places_mm) - len(shapes.detections)
    chances = np.array([one.probability for one in shapes.detections] + [0.0] * beyond)
    bounded = np.clip(chances, MIN_PROBABILITY / 2, 1 - MIN_PROBABILITY / 2)
    shape = np.log(bounded / (1 - bounded))
    # As much as is typical of a counter is the most that colours can say for one.
    return PlaceOdds(
        colours.places_mm,
        shape + DISC_LOG_ODDS * (np.minimum(colours.strengths, 1) - MIN_COUNTER_STRENGTH),
        np.asarray(MIN_LEAD / MIN_COUNTER_STRENGTH * colours.of_a, np.float64),
    )


def fused_estimate(spec: BoardSpec, colours: ColourEvidence, shapes: ShapeReport) -> FusedEstimate:
    """What colours and the report on shapes come to together."""
    odds = place_odds(colours, shapes)
    counter, seat = odds.counter, odds.of_a
    is_counter = counter > 0
    places_mm = colours.places_mm[is_counter]
    beside = colours.beside[is_counter].tolist()
    at_mm = [(x, y) for x, y in places_mm.tolist()]
    halves, doubtful = assign_halves(spec, at_mm, [True] * len(at_mm), beside)
    is_a, seat_leads = likeliest_seats(seat[is_counter], spec.counters_per_seat)
    # What colours see no disc of may be another thing: there they have to know the seat by themselves.
    own_leads = np.where(colours.strengths < MIN_COUNTER_STRENGTH, np.abs(seat), np.inf)[is_counter]
    seats = tuple(Seat.A if of_a else Seat.B for of_a in is_a)
    on_board = np.array([spec.half_at(x, y) is not None for x, y in colours.places_mm.tolist()], bool)
    on_board &= ~colours.beside
    all_lie = all(seats.count(of) == spec.counters_per_seat > 0 for of in Seat)
    is_complete = all_lie and _least(counter[is_counter]) >= MIN_LEAD
    lacks_a, lacks_b = (seats.count(of) < spec.counters_per_seat for of in Seat)
    lacks_one = lacks_a & (seat > -MIN_LEAD) | lacks_b & (seat < MIN_LEAD)
    against = -counter - MIN_LEAD * lacks_one
    empty_lead = np.inf if is_complete else _least(against[on_board & ~is_counter])
    return FusedEstimate(
        halves=Halves(*(_counts(halves, seats, of) for of in Seat)),
        seats=seats,
        halves_of_counters=tuple(halves),
        places_mm=places_mm,
        lead=min(_least(counter[on_board & is_counter]), empty_lead),
        empty_lead=empty_lead,
        seat_lead=_least(np.minimum(seat_leads, own_leads)[on_board[is_counter]]),
        is_between=bool(doubtful and spec.counters_per_seat),
        occluded=shapes.occluded,
    )


def likeliest_seats(of_a: Doubles, most: int) -> tuple[NDArray[np.bool_], Doubles]:
    """Which counters (n,) are A's on the likeliest board, and by how much (n,) it leads without each.

    From log odds (n,) that each is A's, in nats. A seat has no more than `most` (0: any number), so that
    where it has them all, one can be its own only in the place of another. Of more than both have nothing
    follows.
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
    """How many counters of a seat lie on each half."""
    return count_halves([half for half, seat in zip(halves, seats, strict=True) if seat is of])


def _least(leads: Doubles) -> float:
    return float(leads.min()) if leads.size else np.inf
