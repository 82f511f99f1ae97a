"""What a visitor is told when something is not as it should be: one thing to do, to the one whose it is."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.display.lesson import aim_text
from companion.game import Point, Seat, play, start_position
from companion.interface.faults import Fault
from companion.interface.intents import Ask, ShowPlace
from companion.interface.views import WAY_S, NotSoView, OutOfOrderView, PauseView, PlayView, SetUpView, Topic
from companion.presentation.board_picture import ArrowStyle, picture_of_wrong
from companion.presentation.words import translator
from companion.settings.sections import Language
from hardware.virtual_table.table import VirtualTable
from tests.support.walk import SIZES, USUAL, Walk, walk

WIDE = (1280, 720)
HALF_A_COUNTER_MM = 22.5  # beyond a point, towards the board's rim


def off_its_point(table: VirtualTable, name: str) -> None:
    """Push a counter off its point, outwards, so far that it lies on no place."""
    counter = table.counter(name)
    outwards = 1 if counter.x_mm > 0 else -1
    table.put_down(name, counter.x_mm + outwards * HALF_A_COUNTER_MM, counter.y_mm)


def thrown(person: Walk) -> PlayView:
    """From the welcome page to a throw of a person, with moves to choose among."""
    person.begin_game()
    person.wait_for(lambda: isinstance(person.view, PlayView), 60.0)
    for _ in range(20):
        shown = person.shows(PlayView)
        if shown.state.legal and len(shown.state.legal) > 1:
            return shown
        if shown.state.legal:
            person.table.lay(play(shown.state.position, shown.state.legal[0]).halves())
            person.wait(3.0)
        else:
            person.press()
            person.wait(2.0)
    raise AssertionError("no throw in twenty leaves a choice")


def test_a_counter_off_its_point_is_ringed_and_named_while_the_board_is_laid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.table.lay(start_position(person.rules).halves())
        off_its_point(person.table, "A2")
        person.press()
        person.wait(6.0)
        unclear = person.shows(SetUpView).seen.unclear
        assert unclear is not None
        assert unclear.places == (Point.A3,)
        person.picture("half-off")
        assert "Push the counter near 3A onto the point." in person.texts
        assert "They're all there" in person.texts, "the other side is complete"
        assert not {"Add these", "Set up your counters"} & set(person.texts)


def test_a_hand_over_the_board_hides_nothing_that_was_seen_and_gets_a_word_when_it_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        start = start_position(person.rules).halves()
        person.table.lay(start.with_count(Seat.A, Point.A3, 0))
        person.press()
        person.wait(3.0)
        assert "They're all there" in person.texts
        person.table.reach(0.0, 0.0, Seat.A)
        person.wait(4.0)
        assert "They're all there" in person.texts
        assert "Put one blue counter on 3A." in person.texts
        person.wait(10.0)
        assert person.texts.count("A hand is over the board.") >= 2


def test_beside_a_counter_that_lies_right_no_ring_says_where_a_die_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        thrown(person)
        person.table.throw_die()
        person.wait(6.0)
        unclear = person.shows(PlayView).unclear
        assert unclear is not None
        halves = person.shows(PlayView).state.position.halves()
        assert not any(halves.count(seat, point) for seat in Seat for point in unclear.places)


def test_a_step_back_shows_the_right_way_first_then_the_counter_going_back_and_again_on_touch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        shown = thrown(person)
        seat, position = shown.state.seat, shown.state.position
        back = {Seat.A: (Point.A1, Point.B5), Seat.B: (Point.B1, Point.A5)}[seat]
        halves = position.halves().with_count(seat, back[0], position.count(seat, back[0]) - 1)
        person.table.lay(halves.with_count(seat, back[1], halves.count(seat, back[1]) + 1))
        person.wait_for(lambda: isinstance(person.view, NotSoView), 8.0)
        refused = person.shows(NotSoView)
        assert refused.film < 1
        assert "Wrong way" in person.texts
        person.wait(WAY_S + 0.5)
        refused = person.shows(NotSoView)
        assert 1 < refused.film < 2
        picture = picture_of_wrong(
            refused.state, refused.seen, refused.flagged.shown, refused.remedy, refused.film
        )
        assert [(arrow.look, arrow.way) for arrow in picture.arrows] == [(ArrowStyle.BACK, ())]
        person.picture("goes-back")
        person.wait(2 * WAY_S)
        assert person.shows(NotSoView).film == 2
        person.touch(Ask.SHOW_MOVE)
        assert person.shows(NotSoView).film < 1


@pytest.mark.parametrize("size", [SIZES[0], WIDE])
def test_a_lost_camera_says_it_in_the_visitors_language_alone_and_line_by_line(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    greek = replace(USUAL, station=replace(USUAL.station, language=Language.GREEK))
    with walk(tmp_path, monkeypatch, size, greek) as person:
        person.begin_game()
        person.plug.is_in = False
        person.wait_for(lambda: isinstance(person.view, OutOfOrderView), 30.0)
        assert person.shows(OutOfOrderView).fault is Fault.CAMERA_LOST
        person.picture("camera-lost")
        drawn = person.it.window.screen.texts
        latin = [text.string for text in drawn if any("a" <= letter <= "z" for letter in text.string)]
        assert latin == []
        assert [text.string for text in drawn if not text.fits] == []
        boxes = [text.box for text in drawn]
        assert not [one for i, one in enumerate(boxes) if one.collidelist(boxes[i + 1 :]) >= 0]
        assert translator("el")("Check its cable.") in [text.string for text in drawn]


def test_the_first_throw_of_the_lesson_says_where_to_press_and_pause_begins_the_lesson_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.begin_game()
        person.wait_for(lambda: isinstance(person.view, PlayView), 60.0)
        assert person.shows(PlayView).topic is Topic.AIM
        assert "Touch here or press the button." in person.texts
        person.picture("lesson-hand")
        taps = set()
        for _ in range(15):
            person.wait(0.1)
            taps.add(person.shows(PlayView).taps)
        assert taps == {True, False}, "a hand taps beside it"
        assert aim_text(person.rules, translator("en")) in person.texts
        person.touch(Ask.KNOW_IT)
        assert person.shows(PlayView).topic is None
        person.touch(Ask.PAUSE)
        person.shows(PauseView)
        assert "Show me how" in person.texts
        person.touch(Ask.SHOW_HOW)
        assert person.shows(PlayView).topic is Topic.AIM


def test_who_drags_a_drawn_counter_reads_that_the_real_one_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        state = thrown(person).state
        assert state.legal is not None
        source = next(move.source for move in state.legal if isinstance(move.source, Point))
        box = next(
            target.box for target in person.it.window.screen.targets if target.intent == ShowPlace(source)
        )
        person.drag(box.center, (box.centerx + 60, box.centery), finger=True)
        assert "The real one, please." in person.texts
        assert person.shows(PlayView).pointed == (source,)


def test_of_two_counters_that_each_made_a_legal_move_each_goes_back_where_it_came_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        for _ in range(20):
            state = thrown(person).state
            legal = [move for move in state.legal or () if isinstance(move.source, Point)]
            if len(legal) > 1 and len({move.target for move in legal[:2]}) == 2:
                break
        first, second = legal[:2]
        halves = play(play(state.position, first), second).halves()
        person.table.lay(halves)
        person.wait_for(lambda: isinstance(person.view, NotSoView), 8.0)
        remedy = {(step.source, step.target) for step in person.shows(NotSoView).remedy}
        assert remedy == {(first.target, first.source), (second.target, second.source)}
        person.table.lay(play(state.position, second).halves())
        person.wait_for(lambda: not isinstance(person.view, NotSoView), 8.0)
