"""What is shown while nobody is there is a function of time: calm, without words, and with sources."""

import itertools
from dataclasses import replace

import pygame
import pytest

from companion.display.attract_scene import FACE, GAME_S, GLIDE_S, GLIDES, GOAL, LAID, LOOP_S, WON_AT_S, scene
from companion.game import RING, Seat
from companion.interface.intents import Welcome
from companion.interface.views import AttractView
from companion.referee.words import english
from companion.words.story import story
from tests.support.screens import screen_on

BOARD_MM = 300.0
FASTEST_MM_S = 200.0
"""How fast a counter may glide, at most, along the longest way over the board."""


@pytest.mark.parametrize(
    ("time_s", "on_the_line"), [(0.0, 0), (6.0, 1), (10.0, 2), (13.0, 3), (16.0, 4), (19.0, 5), (25.0, 5)]
)
def test_one_counter_after_another_comes_to_the_middle_line(time_s: float, on_the_line: int) -> None:
    assert scene(time_s).board.halves.count(Seat.A, GOAL) == on_the_line


def test_the_first_move_is_the_one_that_is_thrown() -> None:
    first, begins_s = GLIDES[0]
    roll = scene(begins_s - 0.1).roll
    assert roll is not None
    assert (roll.face, roll.progress) == (FACE, 1.0)
    assert RING.index(GOAL) - RING.index(first) == FACE


def test_it_begins_with_the_board_laid_and_ends_with_the_win() -> None:
    assert scene(0.0).board.halves == LAID
    assert not scene(WON_AT_S - 0.1).won
    assert scene(WON_AT_S).won
    assert 20.0 <= GAME_S <= 40.0


def test_nothing_glides_fast_and_never_two_at_once() -> None:
    assert BOARD_MM * 1.2 / GLIDE_S <= FASTEST_MM_S
    for (_, begins_s), (_, next_s) in itertools.pairwise(GLIDES):
        assert begins_s + GLIDE_S <= next_s


def test_held_still_nothing_is_on_its_way() -> None:
    for tenth in range(round(LOOP_S * 10)):
        now = scene(tenth / 10, still=True)
        assert now.moving is None
        assert now.roll is None or now.roll.progress == 1.0


def test_each_loop_tells_the_next_page_of_the_story() -> None:
    told = [scene(loop * LOOP_S + GAME_S).story for loop in range(8)]
    assert told == list(range(8))


def test_every_page_of_the_story_names_its_source() -> None:
    assert all(page.said and page.source for page in story(english))
    assert any(page.greek for page in story(english))


def test_a_touch_anywhere_or_a_key_begins() -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(AttractView(3.0))
    assert [target.intent for target in screen.targets] == [Welcome()]
    assert screen.targets[0].box.size == (800, 480)
    assert screen.intent(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE)) == Welcome()


def test_the_same_time_is_the_same_picture_and_another_time_another() -> None:
    surface = pygame.Surface((480, 320))
    screen, view = screen_on(surface), AttractView(6.0)
    pictures = []
    for shown in (view, replace(view, time_s=6.5), view):
        screen.show(shown)
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert pictures[0] == pictures[2] != pictures[1]
