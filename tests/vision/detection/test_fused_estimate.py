"""Colours and shapes weighed as one: what both say together, and how sure they have to be."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board.spec import BoardSpec
from companion.game.board import Halves, Seat
from vision.classifier.detections import Detection
from vision.classifier.shape_classifier import ShapeReport
from vision.detection.fused_estimate import (
    MIN_LEAD,
    ColourEvidence,
    FusedEstimate,
    fused_estimate,
    likeliest_seats,
    match_discs,
)
from vision.reading import FoundCounter, Reading

SPEC = BoardSpec()
POINTS = SPEC.points_mm
NOTHING = Halves((0,) * 10, (0,) * 10)
START = Halves((1,) * 5 + (0,) * 5, (0,) * 5 + (1,) * 5)

Said = tuple[float, float, float]
"""Said of a place: the chance by shapes, for A or, below 0, for B; the strength of its disc by
colours, and their evidence for A."""


def weighed(*said: Said, occluded: float = 0.0) -> FusedEstimate:
    """The fused_estimate where this is said of the first points, in the order of the ring."""
    places = POINTS[: len(said)]
    detections = tuple(Detection(0, 0, max(of_a, 0), max(-of_a, 0)) for of_a, _, _ in said)
    colours = ColourEvidence(
        places,
        np.array([strength for _, strength, _ in said], np.float32),
        np.array([of_a for _, _, of_a in said], np.float32),
        np.zeros(len(said), bool),
    )
    return fused_estimate(SPEC, colours, ShapeReport(places, detections, occluded))


def reading_of(both: FusedEstimate) -> Reading:
    """A clear reading of just the counters that an estimate has."""
    found = zip(both.seats, both.halves_of_counters, both.places_mm.tolist(), strict=True)
    counters = tuple(FoundCounter(seat, half, x, y, 0.0, 0.0, 1.0) for seat, half, (x, y) in found)
    return Reading(None, both.halves, counters, (), 1.0)


def test_what_both_say_is_so_and_settles_a_doubt() -> None:
    both = weighed((0.99, 1.0, 1.0), (-0.99, 1.0, -1.0), (0.02, 0.0, 0.1))
    assert both.halves == Halves((1, *(0,) * 9), (0, 1, *(0,) * 8))
    assert both.seats == (Seat.A, Seat.B)
    assert both.is_sure


@pytest.mark.parametrize(
    "open_",
    [
        pytest.param((0.5, 0.5, 1.0), id="shapes do not know and colours hardly"),
        pytest.param((0.05, 1.0, 1.0), id="shapes see none where colours see one"),
        pytest.param((0.9, 0.0, 1.0), id="colours see no disc"),
        pytest.param((0.99, 1.0, 0.1), id="colours do not know whose"),
    ],
)
def test_what_one_place_leaves_open_settles_nothing(open_: Said) -> None:
    assert not weighed((0.99, 1.0, 1.0), open_).is_sure


def test_where_all_counters_lie_there_can_be_none_more() -> None:
    all_lie = [(0.99, 1.0, 1.0)] * 5 + [(-0.99, 1.0, -1.0)] * 5
    at_mm = np.concatenate([POINTS, [[0.0, 0.0]]])
    detections = (*(Detection(0, 0, max(a, 0), max(-a, 0)) for a, _, _ in all_lie), Detection(0, 0, 0.4, 0.0))
    said = np.array([*all_lie, (0.4, 0.0, 1.0)], np.float32)
    for lie, surely in ((slice(None), True), (slice(1, None), False)):
        colours = ColourEvidence(at_mm[lie], said[lie, 1], said[lie, 2], np.zeros(len(at_mm[lie]), bool))
        both = fused_estimate(SPEC, colours, ShapeReport(at_mm[lie], detections[lie], 0.0))
        assert (both.support(reading_of(both), SPEC)[0] >= MIN_LEAD) is surely
        assert both.is_sure is surely


@pytest.mark.parametrize(
    ("likely", "strength", "in_other_light", "settled"),
    [(0.5, 0.5, True, True), (0.99, 1.0, True, False), (0.5, 0.5, False, False)],
    ids=["perhaps one more", "surely one more", "in the same light"],
)
def test_in_other_light_what_is_least_like_a_counter_is_none_where_there_are_too_many(
    likely: float, strength: float, in_other_light: bool, settled: bool
) -> None:
    at_mm = np.concatenate([POINTS, [[0.0, 0.0]]])
    chances = [0.99] * 10 + [likely]
    shapes = tuple(Detection(0, 0, *((it, 0.0) if n < 5 else (0.0, it))) for n, it in enumerate(chances))
    colours = ColourEvidence(
        at_mm,
        np.array([1.0] * 10 + [strength], np.float32),
        np.array([1.0] * 5 + [-1.0] * 6, np.float32),
        np.zeros(11, bool),
    )
    both = fused_estimate(SPEC, colours, ShapeReport(at_mm, shapes, 0.0), in_other_light)
    assert both.is_sure is settled
    assert (both.halves == START) is settled


def test_a_colour_more_like_a_counters_than_counters_are_makes_none() -> None:
    """The rim of a pale board under another lamp, where shapes see nothing."""
    colours = ColourEvidence(
        POINTS[:1], np.array([9.0], np.float32), np.ones(1, np.float32), np.zeros(1, bool)
    )
    assert fused_estimate(SPEC, colours, ShapeReport(np.empty((0, 2)), (), 0.0)).halves == NOTHING


@pytest.mark.parametrize(("occluded", "settled"), [(0.08, True), (0.5, False)])
def test_under_a_thing_that_may_hide_a_counter_nothing_is_settled(occluded: float, settled: bool) -> None:
    both = weighed((0.99, 1.0, 1.0), occluded=occluded)
    assert both.is_sure is settled


def test_colours_know_whose_a_counter_is_where_shapes_hardly_say() -> None:
    places = POINTS[:1]
    colours = ColourEvidence(places, np.ones(1, np.float32), np.ones(1, np.float32), np.zeros(1, bool))
    for of_a, of_b in ((0.55, 0.44), (0.44, 0.55)):
        both = fused_estimate(SPEC, colours, ShapeReport(places, (Detection(0, 0, of_a, of_b),), 0.0))
        assert both.is_sure
        assert both.seats == (Seat.A,)


def test_a_reading_is_supported_as_far_as_its_least_likely_place() -> None:
    empty, counter = Reading(None, NOTHING, (), (), 1.0), (0.99, 1.0, 1.0)
    assert weighed(counter).support(empty, SPEC)[0] < -MIN_LEAD
    assert -MIN_LEAD < weighed((0.6, 0.2, 1.0)).support(empty, SPEC)[0] < 0
    assert weighed((0.01, 0.0, 0.0)).support(empty, SPEC)[0] > MIN_LEAD
    read = reading_of(weighed(counter, counter))
    assert weighed(counter, counter).support(read, SPEC)[0] > MIN_LEAD
    assert (
        weighed(counter, (0.3, 1.0, 1.0)).support(read, SPEC)[0]
        < weighed(counter, counter).support(read, SPEC)[0]
    )


@pytest.mark.parametrize("other", [weighed((-0.99, 1.0, -1.0)), weighed()], ids=["other seat", "no place"])
def test_a_counter_of_another_seat_or_at_no_place_has_no_support(other: FusedEstimate) -> None:
    assert other.support(reading_of(weighed((0.99, 1.0, 1.0))), SPEC)[0] < -MIN_LEAD


@pytest.mark.parametrize(("most", "agrees"), [(0, True), (5, False)])
def test_a_counter_at_the_rim_may_lie_beside_the_board_where_none_are_counted(
    most: int, agrees: bool
) -> None:
    spec = replace(SPEC, counters_per_seat=most)
    lies = weighed((0.99, 1.0, 1.0))
    (x, y), (counter, *_) = POINTS[0], reading_of(lies).counters
    beside = replace(counter, half=None, x_mm=x + 5.0, y_mm=y)
    assert (lies.support(Reading(None, NOTHING, (), (beside,), 1.0), spec)[0] > MIN_LEAD) is agrees


def test_two_counters_read_where_one_lies_have_no_support_even_where_none_are_counted() -> None:
    spec, one = replace(SPEC, counters_per_seat=0), weighed((0.99, 1.0, 1.0))
    (counter,) = reading_of(one).counters
    beside = replace(counter, x_mm=counter.x_mm - 9.0)
    assert one.support(Reading(None, NOTHING, (counter, beside), (), 1.0), spec)[0] < -MIN_LEAD


def test_a_disc_and_a_sighting_at_one_place_are_one_and_each_is_taken_once() -> None:
    places = np.array([[0.0, 0.0], [3.0, 0.0], [100.0, 0.0]])
    judged = np.array([[1.0, 0.0], [50.0, 0.0]])
    shapes = ShapeReport(places, (Detection(0, 0, 1, 0),) * 3, 0.0)
    at_mm, discs = match_discs(shapes, judged, 20.0)
    assert discs == [0, None, None, 1]
    assert at_mm.tolist() == [*places.tolist(), [50.0, 0.0]]


@given(st.lists(st.tuples(*[st.floats(-1, 1, width=32)] * 3), max_size=10))
def test_with_the_seats_swapped_it_is_the_same_board_with_the_seats_swapped(said: list[Said]) -> None:
    one = weighed(*said)
    other = weighed(*[(-shape, strength, -of_a) for shape, strength, of_a in said])
    assert one.seat_lead == pytest.approx(other.seat_lead)
    if one.seat_lead:
        assert one.lead == pytest.approx(other.lead)
        assert (one.halves.a, one.halves.b) == (other.halves.b, other.halves.a)


@given(
    st.lists(st.floats(-9, 9).filter(lambda odds: abs(odds) > 0.01), max_size=7, unique=True),
    st.integers(0, 4),
)
def test_the_likeliest_seats_are_those_of_the_best_board_that_there_can_be(
    odds: list[float], most: int
) -> None:
    of_a = np.array(odds, float)
    limited = 0 < len(odds) <= 2 * most
    boards = [
        np.array(board, bool)
        for board in product((True, False), repeat=len(odds))
        if not limited or max(sum(board), len(board) - sum(board)) <= most
    ]
    scores = [float(of_a[board].sum()) for board in boards]
    is_a, leads = likeliest_seats(of_a, most)
    assert of_a[is_a].sum() == pytest.approx(max(scores))
    for counter, lead in enumerate(leads.tolist()):
        others = [
            score for board, score in zip(boards, scores, strict=True) if board[counter] != is_a[counter]
        ]
        assert lead == pytest.approx(max(scores) - max(others) if others else np.inf)


def test_where_a_seat_has_all_its_counters_the_others_are_of_the_other_seat() -> None:
    """In a light of another colour all may look like one seat's, and some more than others."""
    all_like_a = [(0.9, 1.0, 1.0)] * 5 + [(-0.9, 1.0, 0.2)] * 5
    both = weighed(*all_like_a)
    assert both.halves == Halves((1,) * 5 + (0,) * 5, (0,) * 5 + (1,) * 5)
    assert both.is_sure
    assert weighed(*all_like_a[:9], (0.9, 1.0, 0.9)).seat_lead < 1.5


def test_where_shapes_half_see_a_counter_there_may_be_one_more() -> None:
    counter = (0.99, 1.0, 1.0)
    assert weighed(counter, (0.05, 0.0, 0.0)).lead >= MIN_LEAD
    half_seen = weighed(counter, (0.5, 0.0, 0.0))
    assert half_seen.halves == weighed(counter).halves
    assert half_seen.lead < MIN_LEAD


@pytest.mark.parametrize(("others", "leads"), [(4, False), (5, True)])
def test_where_a_seat_lacks_a_counter_it_takes_more_to_say_that_none_lies_there(
    others: int, leads: bool
) -> None:
    """It lies somewhere: half seen it may be the one that is lacking."""
    both = weighed(*[(-0.99, 1.0, -1.0)] * others, (-0.09, 0.3, -1.0))
    assert both.seats == (Seat.B,) * others
    assert (both.lead >= MIN_LEAD) is leads


def test_beside_a_board_never_seen_bare_nothing_lies_on_it() -> None:
    places, one = POINTS[:1], np.ones(1, np.float32)
    for seen in (0.5, 0.99):
        shapes = ShapeReport(places, (Detection(0, 0, seen, 0.0),), 0.0)
        spec = replace(SPEC, counters_per_seat=0)
        both = fused_estimate(spec, ColourEvidence(places, one, one, np.ones(1, bool)), shapes)
        assert both.halves == NOTHING
        assert not both.on_board


def test_a_thing_beside_the_board_that_is_hardly_a_counter_completes_no_seat() -> None:
    sure = [(0.99, 1.0, 1.0)] * 4 + [(-0.99, 1.0, -1.0)] * 5
    at_mm = np.array([*POINTS[:9], POINTS[9], (230.0, 0.0)])
    said = np.array([*sure, (0.5, 0.15, 1.0), (0.5, 0.25, 1.0)], np.float32)
    detections = tuple(Detection(0, 0, max(float(a), 0), max(-float(a), 0)) for a in said[:, 0])
    colours = ColourEvidence(at_mm, said[:, 1], said[:, 2], np.zeros(11, bool))
    both = fused_estimate(SPEC, colours, ShapeReport(at_mm, detections, 0.0))
    assert both.seats.count(Seat.A) == 5
    assert both.lead < MIN_LEAD
    assert not both.is_sure


def test_a_counter_that_colours_lack_is_reported_though_it_lies_between_two_places() -> None:
    at_mm = np.array([[2.0, 100.0]])
    one = np.ones(1, np.float32)
    both = fused_estimate(
        SPEC,
        ColourEvidence(at_mm, one, one, np.zeros(1, bool)),
        ShapeReport(at_mm, (Detection(0, 0, 0.99, 0),), 0.0),
    )
    assert both.support(Reading(None, NOTHING, (), (), 1.0), SPEC)[0] < -MIN_LEAD
    assert not both.is_sure


@pytest.mark.parametrize(("most", "leads"), [(5, False), (0, True)])
def test_midway_between_lines_a_counter_leaves_a_doubt_where_they_are_counted(most: int, leads: bool) -> None:
    spec = replace(SPEC, counters_per_seat=most)
    places = (POINTS[:1] + POINTS[1:2]) / 2
    one = np.ones(1, np.float32)
    shapes = ShapeReport(places, (Detection(0, 0, 0.99, 0.0),), 0.0)
    assert fused_estimate(spec, ColourEvidence(places, one, one, np.zeros(1, bool)), shapes).is_sure is leads
