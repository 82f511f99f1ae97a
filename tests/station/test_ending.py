"""No game is ended by one touch, and no control is dead."""

from collections.abc import Callable

import pygame
import pytest

from companion.display.screen import Screen
from companion.game import Seat
from companion.interface import intents
from companion.interface.intents import Ask, Intent
from companion.interface.views import Ending, EndingView, GamesView, PauseView, PlayView, View, WonView
from companion.referee.events import Ended
from tests.support.screens import screen_on
from tests.support.table import Table


def test_a_draw_needs_both_players() -> None:
    table = Table().start()
    table.ask(Ask.AGREE_DRAW)
    table.ask(intents.Agree(Seat.A))
    table.ask(intents.Agree(Seat.A))
    assert table.view == EndingView(Ending.DRAW, (Seat.A, Seat.B), (Seat.A,))
    table.ask(intents.Agree(Seat.B))
    assert isinstance(table.view, WonView)


@pytest.mark.parametrize(("no", "shown"), [(Ask.GO_ON, PlayView), (Ask.BACK, PauseView)])
def test_who_does_not_want_to_give_up_after_all_plays_on_or_goes_back(no: Intent, shown: type[View]) -> None:
    table = Table().start()
    table.ask(Ask.PAUSE)
    table.ask(intents.GiveUp(Seat.B))
    table.ask(intents.Agree(Seat.A))
    assert table.view == EndingView(Ending.GIVEN_UP, (Seat.B,))
    table.ask(no)
    assert isinstance(table.view, shown)
    assert not [it for it in table.events if isinstance(it, Ended)]


def test_a_press_of_the_button_is_no_yes() -> None:
    table = Table().start()
    table.ask(intents.GiveUp(Seat.A))
    table.press()
    assert isinstance(table.view, PlayView)


def test_a_game_is_left_for_another_only_if_somebody_says_so() -> None:
    table = Table().start()
    table.ask(Ask.NEW_GAME)
    table.ask(intents.Pick(intents.Named.GAME, "quick"))
    assert table.view == EndingView(Ending.ANOTHER_GAME, (Seat.A,))
    table.ask(Ask.BACK)
    assert isinstance(table.view, GamesView)
    table.ask(intents.Pick(intents.Named.GAME, "quick"))
    table.ask(Ask.GO_ON)
    assert isinstance(table.view, PlayView)


def test_again_is_one_touch_and_home_is_another() -> None:
    for wanted, shown in ((Ask.BEGIN, "SetUpView"), (Ask.BACK, "WelcomeView")):
        table = won()
        table.ask(wanted)
        assert type(table.view).__name__ == shown


def welcome() -> Table:
    return Table()


def laying() -> Table:
    table = Table()
    table.press()
    return table


def to_throw() -> Table:
    return Table().start()


def to_move() -> Table:
    table = to_throw()
    table.throw()
    return table


def moved() -> Table:
    table = to_move()
    table.play(table.legal_move())
    return table


def not_so() -> Table:
    table = to_move()
    halves = table.position.halves()
    counts = list(halves.a)
    counts[0], counts[5] = 0, counts[5] + 1
    table.show(type(halves)(tuple(counts), halves.b))
    return table


def won() -> Table:
    table = to_throw()
    table.ask(intents.GiveUp(Seat.B))
    table.ask(intents.Agree(Seat.B))
    return table


FILM_S = 2.5
"""The film of a refusal, which a touch begins again, has left its beginning by then."""
ALREADY_SO = (intents.Pick(intents.Named.LANGUAGE, "en"),)


def offered(screen: Screen, table: Table) -> list[Intent]:
    screen.show(table.view)
    return [it.intent for it in screen.targets if it.intent is not None and it.intent not in ALREADY_SO]


@pytest.mark.slow
@pytest.mark.parametrize("at", [welcome, laying, to_throw, to_move, moved, not_so, won])
def test_every_control_does_something(at: Callable[[], Table]) -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    for first in offered(screen, at()):
        table = at()
        table.wait(FILM_S)
        before = table.view
        assert table.ask(first) or table.view != before, first
        table.wait(FILM_S)
        for second in offered(screen, table):
            then = at()
            then.ask(first)
            then.wait(FILM_S)
            before = then.view
            done = then.ask(second)
            chosen = intents.kind_of(second) in _CHOICES
            assert done or then.view != before or chosen, (first, second, type(before).__name__)


_CHOICES = (
    intents.PlayAgainst,
    intents.Toggle.OWN_DICE,
    intents.SetOption,
    intents.Named.RULES,
    intents.Named.THEME,
    intents.CorrectWith,
    intents.Named.LANGUAGE,
)
"""Of these one is what is chosen already."""
