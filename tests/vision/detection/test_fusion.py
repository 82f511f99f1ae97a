"""What a reading by colours becomes once shapes were asked."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from companion.board.spec import STANDARD
from companion.game.board import Halves, Point, Seat
from vision.classifier.detections import Detection
from vision.classifier.shape_classifier import ShapeReport
from vision.detection.fused_estimate import ColourEvidence, fused_estimate
from vision.detection.fusion import ColourReading
from vision.detection.grid_reader import GridReading
from vision.reading import Cause, Doubt, FoundCounter, Reading
from vision.segmentation.subtraction import MIN_LIGHT_CHANGE

ON_1A = Halves((1, *(0,) * 9), (0,) * 10)
NOTHING = Halves((0,) * 10, (0,) * 10)


def colour_only(change: float, at_mm: tuple[float, float]) -> ColourReading:
    """A counter of A on 1A, or beside it, clearly seen in a light that has changed so."""
    half = STANDARD.half_at(*at_mm)
    counter = FoundCounter(Seat.A, half, *at_mm, 0.0, 0.0, 1.0)
    if half is None:
        reading = Reading(None, NOTHING, (), (counter,), 1.0)
    else:
        reading = Reading(None, ON_1A, (counter,), (), 1.0)
    light = np.array([change, 0, 0], np.float32)
    difference = SimpleNamespace(change=light, is_in_other_light=change > MIN_LIGHT_CHANGE)
    seen = SimpleNamespace(reading=reading, evidence=SimpleNamespace(difference=difference))
    return ColourReading(STANDARD, cast(GridReading, seen), reading, is_one_colour=False, was_seen_bare=True)


@pytest.mark.parametrize("change", [0.0, 2 * MIN_LIGHT_CHANGE])
@pytest.mark.parametrize(("occluded", "doubt"), [(9.0, None), (32.5, Cause.HAND)])
def test_a_hand_of_the_boards_colour_is_not_read_past_where_all_else_agrees(
    change: float, occluded: float, doubt: Cause | None
) -> None:
    place = STANDARD.points_mm[:1]
    said = ColourEvidence(place, np.ones(1, np.float32), np.ones(1, np.float32), np.zeros(1, bool))
    both = fused_estimate(STANDARD, said, ShapeReport(place, (Detection(0, 0, 0.99, 0.0),), occluded))
    assert both.halves == ON_1A
    assert colour_only(change, (150.0, -100.0)).fuse(both, lambda _: None).cause is doubt


def test_a_counter_that_colours_see_just_beside_the_board_lies_where_both_are_sure_of_it() -> None:
    told = colour_only(0.0, (169.0, -100.0)).reading
    place, one = np.array([[169.0, -100.0]]), np.ones(1, np.float32)
    said = ColourEvidence(place, one, one, np.zeros(1, bool))
    both = fused_estimate(STANDARD, said, ShapeReport(place, (Detection(0, 0, 0.99, 0.0),), 0.0))
    assert told.halves == ON_1A
    seen = colour_only(0.0, (176.0, -100.0))
    assert seen.needs_shapes
    assert seen.fuse(both, lambda _: told) is told
    assert not colour_only(0.0, (200.0, -100.0)).needs_shapes


@pytest.mark.parametrize(
    ("shapes", "change", "cause"),
    [
        (0.99, 2 * MIN_LIGHT_CHANGE, Cause.COLOUR_BETWEEN),
        (0.4, 2 * MIN_LIGHT_CHANGE, Cause.ODD_THING),
        (0.99, 0.0, Cause.ODD_THING),
    ],
)
def test_in_other_light_a_counter_of_doubtful_colour_is_no_other_thing_once_all_are_found(
    shapes: float, change: float, cause: Cause
) -> None:
    odd = Reading(Doubt(Cause.ODD_THING, "something on 5A is not a counter"), None, (), (), 0.0)
    of_a = np.array([1, 1, 1, 1, 0.2, -1, -1, -1, -1, -1], np.float32)
    strengths = np.where(of_a == np.float32(0.2), 0, 1).astype(np.float32)
    said = ColourEvidence(STANDARD.points_mm, strengths, of_a, np.zeros(10, bool))
    seen = tuple(Detection(0, 0, 0.99 if it else shapes, 0.0) for it in strengths)
    both = fused_estimate(STANDARD, said, ShapeReport(STANDARD.points_mm, seen, 0.0))
    reading = replace(colour_only(change, (150.0, -100.0)), reading=odd).fuse(both, lambda _: None)
    assert reading.cause is cause
    if cause is Cause.COLOUR_BETWEEN:
        assert reading.doubt is not None
        assert reading.doubt.places == (Point.A5,)


@pytest.mark.parametrize(
    ("of_a", "occluded", "doubt"),
    [(1.0, 0.0, None), (0.25, 0.0, None), (0.2, 0.0, Cause.COLOUR_BETWEEN), (0.2, 32.5, Cause.HAND)],
)
def test_a_counter_that_is_hardly_its_seats_where_shapes_see_it_is_in_doubt(
    of_a: float, occluded: float, doubt: Cause | None
) -> None:
    place, one = STANDARD.points_mm[:1], np.ones(1, np.float32)
    said = ColourEvidence(place, one, np.full(1, of_a, np.float32), np.zeros(1, bool))
    both = fused_estimate(STANDARD, said, ShapeReport(place, (Detection(0, 0, 0.99, 0.0),), occluded))
    reading = colour_only(0.0, (150.0, -100.0)).fuse(both, lambda _: None)
    assert reading.cause is doubt
    if reading.cause is Cause.COLOUR_BETWEEN:
        assert reading.doubt is not None
        assert reading.doubt.places == (Point.A1,)
        assert reading.doubt.why.endswith("at 1A")


@pytest.mark.parametrize(
    ("was_seen_bare", "change", "notes", "likely", "doubt"),
    [
        (True, 0.0, ("one is missing",), 0.6, None),
        (True, 2 * MIN_LIGHT_CHANGE, (), 0.6, None),
        (True, 2 * MIN_LIGHT_CHANGE, ("one is missing",), 0.6, Cause.HIDDEN_THING),
        (False, 0.0, (), 0.6, None),
        (False, 0.0, (), 0.9, Cause.HIDDEN_THING),
        (False, 0.0, ("one is missing",), 0.6, Cause.HIDDEN_THING),
        (False, 0.0, ("one is missing",), 0.2, None),
    ],
)
def test_a_place_is_disputed_sooner_where_a_counter_is_missing_in_other_light_or_on_a_guessed_board(
    was_seen_bare: bool, change: float, notes: tuple[str, ...], likely: float, doubt: Cause | None
) -> None:
    spec = replace(STANDARD, counters_per_seat=0)
    empty = Reading(None, NOTHING, (), (), 1.0, notes)
    colours = replace(
        colour_only(change, (150.0, -160.0)), spec=spec, reading=empty, was_seen_bare=was_seen_bare
    )
    place, nothing = STANDARD.points_mm[:1], np.zeros(1, np.float32)
    said = ColourEvidence(place, nothing, nothing, np.zeros(1, bool))
    both = fused_estimate(spec, said, ShapeReport(place, (Detection(0, 0, likely, 0.0),), 0.0))
    # Colours see no disc there and do not know whose it would be, so the estimate itself is not sure.
    reading = colours.fuse(both, lambda _: None)
    assert reading.cause is doubt
    if reading.doubt is not None:
        assert reading.doubt.places == (Point.A1,)


@pytest.mark.parametrize(
    ("was_seen_bare", "notes", "likely", "doubt"),
    [
        (False, ("one is missing",), 0.2, Cause.HIDDEN_THING),
        (False, ("one is missing",), 0.6, None),
        (False, (), 0.2, None),
        (True, ("one is missing",), 0.2, None),
    ],
)
def test_where_shapes_do_not_see_a_counter_another_may_be_missed_on_a_guessed_board(
    was_seen_bare: bool, notes: tuple[str, ...], likely: float, doubt: Cause | None
) -> None:
    asked = replace(colour_only(0.0, (150.0, -100.0)), was_seen_bare=was_seen_bare)
    asked = replace(asked, reading=replace(asked.reading, notes=notes))
    place, one = STANDARD.points_mm[:1], np.ones(1, np.float32)
    shapes = ShapeReport(place, (Detection(0, 0, likely, 0.0),), 0.0)
    both = fused_estimate(STANDARD, ColourEvidence(place, one, one, np.zeros(1, bool)), shapes)
    reading = asked.fuse(both, lambda _: None)
    assert reading.cause is doubt
    if reading.doubt is not None:
        assert reading.doubt.places == (Point.A1,)


@pytest.mark.parametrize(("likely", "surely"), [(0.9, False), (0.94, True)])
def test_what_shapes_alone_see_surely_is_read_even_where_the_bare_board_is_guessed(
    likely: float, surely: bool
) -> None:
    told, colours = colour_only(0.0, (150.0, -100.0)).reading, colour_only(0.0, (150.0, -160.0))
    asked = replace(colours, reading=replace(colours.reading, off_board=()), was_seen_bare=False)
    place = STANDARD.points_mm[:1]
    # Colours see no disc there, but know whose it would be.
    said = ColourEvidence(place, np.zeros(1, np.float32), np.ones(1, np.float32), np.zeros(1, bool))
    both = fused_estimate(STANDARD, said, ShapeReport(place, (Detection(0, 0, likely, 0.0),), 0.0))
    assert (asked.fuse(both, lambda _: told) is told) is surely


def test_a_reading_with_all_counters_is_not_disputed_at_empty_places() -> None:
    spec = replace(STANDARD, counters_per_seat=1)
    at_mm = np.array([*STANDARD.points_mm[:3]])
    said = ColourEvidence(
        at_mm, np.array([1, 1, 0], np.float32), np.array([1, -1, 1], np.float32), np.zeros(3, bool)
    )
    seen = tuple(Detection(0, 0, of_a, of_b) for of_a, of_b in ((0.99, 0.0), (0.0, 0.99), (0.99, 0.0)))
    both = fused_estimate(spec, said, ShapeReport(at_mm, seen, 0.0))
    counters = tuple(
        FoundCounter(seat, STANDARD.half_at(x, y), x, y, 0.0, 0.0, 1.0)
        for seat, (x, y) in zip(Seat, at_mm.tolist(), strict=False)
    )
    beside = (replace(counters[1], half=None, x_mm=300.0),)
    for found, off, supported in (
        (counters, (), True),
        (counters[:1], (), False),
        (counters[:1], beside, False),
    ):
        assert (both.support(Reading(None, NOTHING, found, off, 1.0), spec)[0] > 0) is supported
