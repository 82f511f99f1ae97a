"""Who can't reach the board shows on the drawn one what is to be moved, and somebody else moves it."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from companion.display.lesson import topic_text
from companion.game import RECONSTRUCTIONS, Move, Point, Reserve, play
from companion.interface import intents
from companion.interface.intents import Ask
from companion.interface.views import WAY_S, PlayView, ThrowOffView
from companion.presentation.words import translator
from companion.presentation.words.labels import move_name
from companion.referee.events import Moved
from companion.settings.sections import GameSettings, Settings
from tests.support.selection import at_night_but
from tests.support.walk import USUAL, Walk, walk

SMALLEST, SEVEN_INCHES = (480, 320), (800, 480)


def playing(rules: str) -> Settings:
    """A gallery's station with the game that begins when the button is pressed."""
    return replace(USUAL, game=GameSettings(rules=rules))


def throw(person: Walk) -> PlayView:
    """From the first page to a throw with which there is a choice; the board follows the legal moves."""
    person.begin_game()
    while isinstance(person.view, ThrowOffView):
        person.press()
        person.wait(1.0)
    for _ in range(20):
        person.press()
        person.wait(2.0)
        shown = person.view
        if isinstance(shown, PlayView) and (legal := shown.state.legal):
            if len(legal) > 1:
                return shown
            person.table.lay(play(shown.state.position, legal[0]).halves())
            person.wait(3.0)
    raise AssertionError("no throw in twenty leaves a choice")


def asked_for(move: Move) -> str:
    """What the other's place says, so that somebody else makes this move."""
    if move.source is Reserve.HAND:
        return f"Please put a counter on {move.target}"
    return f"Please move {move_name(move, translator('en'))}"


@pytest.mark.parametrize("rules", at_night_but(("kidd", "schaedler", "ludii-capture"), RECONSTRUCTIONS))
def test_where_points_are_too_close_each_touch_on_the_board_shows_another_legal_move(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, SMALLEST, playing(rules)) as person:
        legal = throw(person).state.legal
        assert legal is not None
        for move in legal:
            person.touch(Ask.SHOW_MOVE)
            assert person.shows(PlayView).pointed == move
            assert asked_for(move) in person.texts
            person.picture(f"pointed-{rules}")
        person.touch(Ask.SHOW_MOVE)
        assert person.shows(PlayView).pointed == ()
        person.touch(Ask.SHOW_MOVE)
        person.table.lay(play(person.shows(PlayView).state.position, legal[0]).halves())
        person.wait(3.0)
        last = person.shows(PlayView).last
        assert isinstance(last, Moved)
        assert (last.move, person.shows(PlayView).pointed) == (legal[0], ())


@pytest.mark.parametrize("rules", ["schaedler", "kidd"])
def test_on_seven_inches_in_a_gallery_every_game_can_be_pointed(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, SEVEN_INCHES, playing(rules)) as person:
        legal = throw(person).state.legal
        assert legal is not None
        move = legal[0]
        if Ask.SHOW_MOVE in person.intents:
            assert not any(isinstance(it, intents.ShowPlace) for it in person.intents)
            person.touch(Ask.SHOW_MOVE)
        else:
            for point in (move.source, move.target):
                assert isinstance(point, Point)
                person.touch(intents.ShowPlace(point))
        assert asked_for(move) in person.texts
        person.picture(f"pointed-{rules}")
        person.table.lay(play(person.shows(PlayView).state.position, move).halves())
        person.wait(3.0)
        assert isinstance(person.shows(PlayView).last, Moved)


@pytest.mark.parametrize("size", [SMALLEST, SEVEN_INCHES, (720, 1280)])
def test_help_is_given_while_something_is_pointed_at(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size, playing("schaedler")) as person:
        throw(person)
        lesson = person.texts

        def point() -> None:
            on_board = (Ask.SHOW_MOVE, intents.ShowPlace)
            person.touch(next(it for it in person.intents if intents.kind_of(it) in on_board))
            assert person.shows(PlayView).pointed

        taught = person.shows(PlayView)
        assert taught.topic is not None
        rules, thrown = taught.state.rules, taught.state.throw
        told = topic_text(taught.topic, rules, thrown, translator("en"), only=taught.forced)
        assert told in lesson
        point()
        assert told in person.texts
        shown = person.shows(PlayView)
        hidden = isinstance(shown.pointed, Move)
        person.touch(Ask.WHAT_CAN_I_PLAY)
        assert person.shows(PlayView).pointed == ()
        assert (person.shows(PlayView).hints is not None) == (hidden or shown.hints is None)
        point()
        person.touch(Ask.ADVISE)
        assert person.shows(PlayView).pointed == ()


def test_the_ways_of_several_possible_moves_are_shown_one_after_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, SMALLEST, playing("schaedler")) as person:
        throw(person)
        person.wait_for(lambda: person.shows(PlayView).hints is not None, 5.0)
        count, shown = len(person.shows(PlayView).hints or ()), []
        for _ in range(count + 1):
            shown.append(pygame.image.tobytes(pygame.display.get_surface(), "RGB"))
            person.wait(WAY_S)
        assert len(set(shown[:count])) == count > 1
        assert shown[count] == shown[0]
