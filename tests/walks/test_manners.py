"""What touches are owed: a game is not ended unasked, buttons keep their places, slips ask nothing."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from companion.game import RECONSTRUCTIONS, Point, Seat, play
from companion.interface import intents
from companion.interface.intents import Ask, Intent
from companion.interface.rule_cards import cards_of
from companion.interface.views import (
    AttractView,
    EndingView,
    PauseView,
    PlayView,
    RulesView,
    SetUpView,
    ThrowOffView,
    WelcomeView,
    WonView,
)
from companion.presentation.words import translator
from companion.presentation.words.rules_text import card_words
from companion.settings.sections import Attract, GameSettings, VisitorsSettings
from tests.support.table import TIMINGS
from tests.support.walk import EVERY_SIZE, SIZES, USUAL, Walk, walk

at_every_size = pytest.mark.parametrize("playing", EVERY_SIZE, indirect=True)


@pytest.fixture
def playing(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Walk]:
    """Two who have begun a game, at a screen of the size that is asked for."""
    size = getattr(request, "param", SIZES[0])
    with walk(tmp_path, monkeypatch, size) as person:
        person.begin_game()
        while isinstance(person.view, ThrowOffView):
            person.press()
            person.wait(1.5)
        yield person


def place_of(person: Walk, wanted: Intent) -> pygame.Rect:
    """Where what asks for this lies."""
    return next(target.box for target in person.it.window.screen.targets if target.intent == wanted)


def move_on(person: Walk) -> None:
    """Throw, and make a legal move."""
    person.press()
    person.wait(1.5)
    state = person.shows(PlayView).state
    assert state.legal
    person.table.lay(play(state.position, state.legal[0]).halves())
    person.wait(3.0)


@at_every_size
@pytest.mark.parametrize("ending", [Ask.AGREE_DRAW, intents.GiveUp(Seat.A), Ask.NEW_GAME])
def test_no_game_ends_with_one_touch_and_no_plays_on(playing: Walk, ending: Intent) -> None:
    move_on(playing)
    game = playing.shows(PlayView).state
    ways: tuple[Intent, ...] = (Ask.PAUSE, ending)
    if ending is Ask.NEW_GAME:
        ways += (intents.Pick(intents.Named.GAME, "quick"),)
    for way in ways:
        playing.touch(way)
    asked = playing.shows(EndingView).asked
    assert len(asked) == (2 if ending is Ask.AGREE_DRAW else 1)
    playing.touch(Ask.GO_ON)
    assert playing.shows(PlayView).state == game
    for way in ways:
        playing.touch(way)
    for seat in asked:
        playing.shows(EndingView)
        playing.touch(intents.Agree(seat))
    if intents.kind_of(ways[-1]) is intents.Named.GAME:
        playing.shows(SetUpView)
    else:
        assert playing.shows(WonView).state.position == game.position


@at_every_size
def test_buttons_keep_their_places_whatever_can_be_done_now(playing: Walk) -> None:
    staying = (Ask.PAUSE, Ask.SHOW_LANGUAGES)
    at_first = [place_of(playing, it) for it in staying]
    playing.touch(Ask.PAUSE)
    paused = {target.intent: target.box for target in playing.it.window.screen.targets}
    assert Ask.TAKE_BACK not in paused
    playing.touch(Ask.GO_ON)
    move_on(playing)
    assert [place_of(playing, it) for it in staying] == at_first
    playing.touch(Ask.PAUSE)
    now = {target.intent: target.box for target in playing.it.window.screen.targets}
    assert Ask.TAKE_BACK in now
    assert {intent: box for intent, box in now.items() if intent in paused} == paused


@pytest.mark.parametrize("rules", ["schaedler", "kidd"])
def test_in_a_gallery_no_button_lies_where_another_was(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(USUAL, game=GameSettings(rules=rules))
    with walk(tmp_path, monkeypatch, (720, 1280), settings) as person:
        person.begin_game()
        while isinstance(person.view, ThrowOffView):
            person.press()
            person.wait(1.5)
        assert person.shows(PlayView).teaching
        seen: dict[Intent, pygame.Rect] = {}
        for look in range(8):
            view = person.view
            if look == 4:
                person.touch(Ask.KNOW_IT)
            if isinstance(view, PlayView):
                for intent, box in buttons(person).items():
                    assert seen.setdefault(intent, box) == box, intent
                person.picture(f"gallery-{rules}-{look}")
            if isinstance(view, PlayView) and view.state.legal:
                person.table.lay(play(view.state.position, view.state.legal[0]).halves())
                person.wait(3.0)
            else:
                person.press()
                person.wait(1.5)
        assert {Ask.PAUSE, Ask.SHOW_LANGUAGES, Ask.WHAT_CAN_I_PLAY, Ask.KNOW_IT} <= set(seen)


def buttons(person: Walk) -> dict[Intent, pygame.Rect]:
    """What can be touched beside the places of the seats and the board."""
    apart = (Ask.THROW, intents.Number.THROW, intents.ShowPlace, Ask.SHOW_MOVE)
    return {
        target.intent: target.box
        for target in person.it.window.screen.targets
        if target.intent is not None and intents.kind_of(target.intent) not in apart
    }


@at_every_size
def test_a_touch_means_something_when_it_is_lifted_is_seen_meanwhile_and_sliding_off_takes_it_back(
    playing: Walk,
) -> None:
    x, y = place_of(playing, Ask.PAUSE).center
    at_rest = playing.it.window.screen.taken()()
    playing._point(pygame.MOUSEBUTTONDOWN, x, y)
    playing.wait(0.2)
    playing.shows(PlayView)
    pressed = playing.it.window.screen.taken()()
    assert np.any(pressed[y - 5 : y + 5, x - 5 : x + 5] != at_rest[y - 5 : y + 5, x - 5 : x + 5])
    playing._point(pygame.MOUSEMOTION, 1, 1)
    playing.wait(0.2)
    slid = playing.it.window.screen.taken()()
    assert np.array_equal(slid[y - 5 : y + 5, x - 5 : x + 5], at_rest[y - 5 : y + 5, x - 5 : x + 5])
    playing._point(pygame.MOUSEBUTTONUP, 1, 1)
    playing.wait(0.2)
    playing.shows(PlayView)
    playing.touch_at(x, y)
    playing.shows(PauseView)


def test_again_is_one_touch_and_another_game_leads_home_too(playing: Walk) -> None:
    rules = playing.shows(PlayView).state.rules
    for ways, shown in (([Ask.BEGIN], SetUpView), ([Ask.NEW_GAME, Ask.BACK], WelcomeView)):
        if isinstance(playing.view, SetUpView):
            playing.table.lay(playing.shows(SetUpView).position.halves())
            playing.wait(4.0)
        while isinstance(playing.view, ThrowOffView):
            playing.press()
            playing.wait(1.5)
        move_on(playing)
        playing.touch(Ask.PAUSE)
        playing.touch(intents.GiveUp(Seat.A))
        playing.touch(intents.Agree(Seat.A))
        playing.shows(WonView)
        for way in ways:
            playing.touch(way)
        page = playing.view
        assert isinstance(page, SetUpView | WelcomeView)
        assert (type(page), page.rules) == (shown, rules)


def hand_comes(person: Walk) -> None:
    person.table.reach(0.0, 0.0, Seat.A)


def counter_moves(person: Walk) -> None:
    person.table.put(person.table.scene.counters[0].name, Point.B3)


COMING: tuple[Callable[[Walk], None], ...] = (
    lambda person: person.touch_at(20, 200),
    lambda person: person.touch(Ask.WELCOME),
    lambda person: person.press(),
    lambda person: person.press_second(),
    lambda person: person.key(pygame.K_SPACE),
    hand_comes,
    counter_moves,
)


@pytest.mark.parametrize(
    "comes", COMING, ids=("corner", "button", "press", "second", "key", "hand", "counter")
)
def test_whatever_somebody_does_brings_the_first_page(
    comes: Callable[[Walk], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.wait(TIMINGS.attract_s + 2.0, turn_s=1.0)
        person.shows(AttractView)
        comes(person)
        person.wait(2.0)
        assert person.shows(WelcomeView)


def test_held_still_nothing_glides_and_without_it_the_first_page_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for attract in (Attract.STILL, Attract.NONE):
        settings = replace(USUAL, visitors=VisitorsSettings(attract=attract))
        (tmp_path / attract).mkdir()
        with walk(tmp_path / attract, monkeypatch, settings=settings) as person:
            person.wait(TIMINGS.attract_s + 2.0, turn_s=1.0)
            if attract is Attract.NONE:
                person.shows(WelcomeView)
            else:
                assert person.shows(AttractView).still


@pytest.mark.parametrize("name", RECONSTRUCTIONS)
def test_how_to_play_opens_with_the_cards_of_the_rules_that_are_played(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=replace(USUAL, game=GameSettings(rules=name))) as person:
        person.touch(Ask.SHOW_RULES)
        cards = cards_of(person.shows(RulesView).rules)
        for leaf, card in enumerate(cards):
            assert card_words(card, translator("en")) in person.texts
            person.picture(f"card-{name}-{leaf}")
            person.touch(intents.Enter(intents.Number.LEAF, leaf + 1))
        person.touch(Ask.BACK)
        person.shows(WelcomeView)
