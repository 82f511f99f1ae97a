"""What the camera shows goes to the referee as it was read, and to the pages in their own form."""

import numpy as np
import pytest

from companion.game import Halves, Point, Seat, play, start_position
from companion.interface.intents import Ask
from companion.interface.sight import CounterSpot, Crowd, LastReading, Sight
from companion.interface.views import CameraView
from companion.referee.events import Moved
from companion.station.board.observation import (
    SIDE_BY_SIDE_MM,
    SIGHT_OF,
    Observation,
    crowds_of,
    last_reading_of,
    seen_of,
)
from hardware.camera.camera import Frame
from tests.support.table import COVERED, MOVING, NOTHING, SCHAEDLER, Table, clear, unsure
from vision.reading import Cause, FoundCounter, Reading

FULL = start_position(SCHAEDLER).halves()
COUNTER = FoundCounter(Seat.B, Point.A3, 0.0, 0.0, 300.0, 150.0, 1.0)
LARGE = np.zeros((480, 640, 3), np.uint8)


def test_people_read_something_about_every_cause() -> None:
    assert set(SIGHT_OF) == set(Cause)


@pytest.mark.parametrize(
    ("observation", "sight"),
    [
        (NOTHING, Sight.NO_PICTURE),
        (MOVING, Sight.MOVING),
        (clear(FULL), Sight.CLEAR),
        (unsure(Cause.ODD_THING), Sight.UNSURE),
        (unsure(Cause.PLACE_BETWEEN), Sight.UNSURE),
        (Observation(unsure(Cause.BLUR).reading, meant=FULL), Sight.CLEAR),
    ],
)
def test_pages_tell_how_the_board_is_seen(observation: Observation, sight: Sight) -> None:
    seen = seen_of(observation)
    assert (seen.sight, seen.halves) == (sight, FULL if sight is Sight.CLEAR else None)


def test_pages_show_a_small_picture_with_the_counters_where_they_are_in_it() -> None:
    seen = seen_of(Observation(Reading(None, FULL, (COUNTER,), (), 1.0), "1", LARGE))
    assert seen.picture is not None
    assert seen.picture.pixels.shape == (240, 320, 3)
    assert seen.spots == (CounterSpot(Seat.B, 150.0, 75.0),)


def test_the_referee_names_the_frame_that_it_judged() -> None:
    table = Table().start()
    table.throw()
    moved = Reading(None, play(table.position, table.legal_move()).halves(), (COUNTER,), (), 1.0)
    table.tell(Observation(moved, "17", LARGE))
    assert isinstance(table.events[-1], Moved)
    assert table.events[-1].frame == "17"


def test_a_new_picture_tells_nothing_new_of_the_board_and_is_shown_once() -> None:
    table = Table().start()
    table.ask(Ask.OPEN_STAFF)
    table.ask(Ask.SHOW_CAMERA)
    table.tell(clear(FULL))
    table.tell(Frame(LARGE, 2, 0.0))
    view = table.view
    assert isinstance(view, CameraView)
    assert view.reading is not None
    assert view.reading.halves == FULL
    assert view.picture is not None
    assert view.picture.pixels is LARGE
    table.tell(Frame(LARGE, 2, 0.0))
    assert table.view == view


def test_on_the_camera_page_the_last_reading_stays_while_something_moves() -> None:
    table = Table().start()
    table.ask(Ask.OPEN_STAFF)
    table.ask(Ask.SHOW_CAMERA)
    read = Reading(None, FULL, (COUNTER,), (), 0.75)
    table.tell(Observation(read, "1", LARGE))
    table.tell(Frame(LARGE, 1, 0.0))
    table.tell(MOVING)
    view = table.view
    assert isinstance(view, CameraView)
    assert view.sight is Sight.MOVING
    assert view.reading == LastReading(Sight.CLEAR, FULL, (CounterSpot(Seat.B, 300.0, 150.0),), 0.75)
    table.tell(COVERED)
    view = table.view
    assert isinstance(view, CameraView)
    assert view.reading == LastReading(Sight.COVERED, None, (), 0.0)


@pytest.mark.parametrize("cause", [cause for cause in Cause if SIGHT_OF[cause] is Sight.UNSURE])
def test_on_the_camera_page_stands_why_the_eyes_are_unsure(cause: Cause) -> None:
    doubt = last_reading_of(unsure(cause)).doubt
    assert doubt is not None
    assert doubt.value == cause.value


def lying(*counters: tuple[Seat, Point, float]) -> Reading:
    """A reading with counters so many millimetres from the middle of the board."""
    halves = Halves()
    for seat, point, _ in counters:
        halves = halves.with_count(seat, point, halves.count(seat, point) + 1)
    found = (FoundCounter(seat, point, x_mm, 0.0, 0.0, 0.0, 1.0) for seat, point, x_mm in counters)
    return Reading(None, halves, tuple(found), (), 1.0)


def test_counters_of_both_seats_on_one_half_are_said_in_the_order_in_which_they_lie() -> None:
    a, b = Seat.A, Seat.B
    mixed = lying((a, Point.A3, 60.0), (b, Point.A3, 150.0), (b, Point.A3, 30.0), (a, Point.A1, 150.0))
    assert crowds_of(mixed) == (Crowd(Point.A3, (b, a, b)),)
    far = lying((a, Point.B3, -120.0), (b, Point.B3, -150.0), (a, Point.B3, -90.0))
    assert crowds_of(far) == (Crowd(Point.B3, (b, a, a)),)


def test_those_that_lie_side_by_side_do_not_change_places_from_reading_to_reading() -> None:
    a, b, near = Seat.A, Seat.B, SIDE_BY_SIDE_MM / 2
    before = crowds_of(lying((a, Point.A3, 150.0), (b, Point.A3, 150.0 - near)))
    assert before == (Crowd(Point.A3, (a, b)),)
    other = lying((a, Point.A3, 150.0), (b, Point.A3, 150.0 + near))
    assert crowds_of(other) == (Crowd(Point.A3, (b, a)),)
    assert crowds_of(other, before) == before
    assert crowds_of(lying((a, Point.A3, 150.0), (b, Point.A3, 170.0)), before) == (Crowd(Point.A3, (b, a)),)


def test_the_board_is_drawn_as_it_was_read_last_while_a_hand_is_over_it() -> None:
    table = Table().start()
    reading = lying((Seat.B, Point.A3, 150.0), (Seat.A, Point.A3, 120.0))
    table.tell(Observation(reading, "1", LARGE))
    crowds = (Crowd(Point.A3, (Seat.B, Seat.A)),)
    for observation in (None, MOVING, COVERED):
        if observation is not None:
            table.tell(observation)
        view = table.view
        seen = getattr(view, "seen", None)
        assert seen is not None
        assert seen.crowds == crowds
