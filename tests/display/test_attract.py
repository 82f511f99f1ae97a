"""What is shown while nobody is there is a function of time: calm, without words, and with sources."""

import itertools
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pygame
import pytest

from companion.display.attract_scene import (
    FACE,
    FIRST_S,
    GLIDE_S,
    GOAL,
    PACE_S,
    REACH_S,
    TAP_S,
    TELLS_S,
    TURN_S,
    game_s,
    language_at,
    loop_s,
    scene,
    shown_game,
    won_at_s,
)
from companion.display.drawing.parts.vase import DRAWINGS, draw_drawing
from companion.display.pages.welcome import still_game
from companion.game import (
    RECONSTRUCTIONS,
    Seat,
    legal_moves,
    path,
    play,
    rules_for,
    start_position,
)
from companion.game.errors import GameError
from companion.interface.intents import Ask
from companion.interface.presentation import Theme
from companion.interface.texts import STORY_PAGES, HousePicture, Texts, TextSet
from companion.interface.views import AttractView
from companion.presentation.board_picture import picture_at
from companion.presentation.words import LANGUAGES, translator
from companion.presentation.words.story import TIMES, story, times
from companion.referee.words import english
from five_lines_lab.testimonies import TESTIMONIES
from tests.support.screens import screen_on

BOARD_MM = 300.0
RACE = rules_for("schaedler")
WON_AT_S, GAME_S, LOOP_S = won_at_s(RACE), game_s(RACE), loop_s(RACE)
MIN_POSTER_PX = {(800, 480): 34, (720, 1280): 51}
"""Type of 6.5 mm on seven inches: its capitals are 4.5 mm high, five minutes of arc at 3 m.

Upright, the table of authors has 6.2 mm.
"""
UPRIGHT_POSTER_PX = 85  # on an upright screen a sentence above a picture has type of 10 mm

FASTEST_MM_S = 200.0
"""How fast a counter may glide, at most, along the longest way over the board."""


@pytest.mark.parametrize("name", RECONSTRUCTIONS)
def test_it_shows_legal_moves_of_both_seats_several_throws_a_hit_and_the_way_home(name: str) -> None:
    rules = rules_for(name)
    position, game = start_position(rules), shown_game(rules)
    first = scene(rules, 0.0).board
    assert (first.halves, first.in_hand) == (position.halves(), (position.a.hand, position.b.hand))
    for number, turn in enumerate(game):
        if number < 4:
            # The beginning is whole; later the game may go on elsewhere.
            assert turn.before == picture_at(position, rules)
            assert turn.move in legal_moves(position, turn.move.seat, turn.throw, rules)
            position = play(position, turn.move)
            assert turn.after == picture_at(position, rules)
        shown = scene(rules, FIRST_S + number * PACE_S + GLIDE_S - 0.1).board
        assert (shown.halves, shown.in_hand) == (turn.after.halves, turn.after.in_hand)
        coming = scene(rules, FIRST_S + number * PACE_S - 0.1)
        assert coming.board.halves == turn.before.halves
        assert coming.roll is not None
        assert (coming.roll.face, coming.roll.progress) == (turn.throw, 1.0)
    assert {turn.move.seat for turn in game} == set(Seat)
    assert len({turn.throw for turn in game}) >= 2
    assert any(turn.move.hits for turn in game) is rules.hitting
    assert game[-1].move.wins
    assert game[-1].move.seat is Seat.A


def test_rules_that_let_nobody_move_or_win_are_shown_as_far_as_they_go() -> None:
    for options in (["to-win=4"], ["die=knucklebone"], ["own-half=column"]):
        with suppress(GameError):
            rules = rules_for("kalkhoven", options)
            assert scene(rules, game_s(rules) - 0.1).won in (0, rules.to_win)


@pytest.mark.parametrize("to_win", [4, 5])
def test_so_many_counters_win_as_the_words_say(to_win: int) -> None:
    rules = rules_for("schaedler", [f"to-win={to_win}"])
    end_s = game_s(rules) - 0.1
    assert scene(rules, end_s).board.halves.count(Seat.A, GOAL) == to_win
    surface = pygame.Surface((800, 480))
    screen = screen_on(surface)
    said = {4: "Four counters on the middle line win.", 5: "Five on the middle line win."}[to_win]
    green = []
    for time_s in (won_at_s(rules) + 0.2, won_at_s(rules) + 1.5, end_s):
        screen.show(AttractView(time_s, rules))
        assert said in [text.string for text in screen.texts]
        green.append((pygame.surfarray.array3d(surface) == screen.palette.good).all(axis=2).sum())
    # Their wreath grows.
    assert 4 * green[0] < 2 * green[1] < green[2]


@pytest.mark.parametrize("name", RECONSTRUCTIONS)
def test_the_first_throw_takes_a_counter_round_a_corner_or_far_in(name: str) -> None:
    first = shown_game(rules_for(name))[0]
    assert first.throw == len(path(first.move)) == FACE


@pytest.mark.parametrize("name", RECONSTRUCTIONS)
def test_it_ends_with_the_win_and_is_over_within_a_minute(name: str) -> None:
    rules = rules_for(name)
    assert not scene(rules, won_at_s(rules) - 0.1).won
    assert scene(rules, won_at_s(rules)).won
    assert 20.0 <= game_s(rules) <= 60.0


def test_nothing_glides_fast() -> None:
    assert BOARD_MM * 1.2 / GLIDE_S <= FASTEST_MM_S
    assert BOARD_MM * 1.2 / REACH_S <= FASTEST_MM_S


@pytest.mark.parametrize("name", RECONSTRUCTIONS)
def test_a_hand_comes_for_each_counter_carries_it_and_goes_without_a_leap(name: str) -> None:
    rules = rules_for(name)
    game = shown_game(rules)
    for number in range(len(game) + 1):
        begins_s = FIRST_S - REACH_S + number * PACE_S
        early, late = (scene(rules, begins_s + share * REACH_S) for share in (0.25, 0.75))
        moves = [turn.move for turn in (*game[number : number + 1], *game[max(0, number - 1) : number])]
        places = [moves[0].source, moves[1].target] if len(moves) == 2 else None
        for now, near in ((early, 0.25), (late, 0.75)):
            assert [it.seat for it in now.reaches] == [move.seat for move in moves]
            if places is not None:
                assert [it.place for it in now.reaches] == places
                assert [it.near for it in now.reaches] == [pytest.approx(near), pytest.approx(1 - near)]
        if number < len(game):
            carried = scene(rules, begins_s + REACH_S + GLIDE_S / 2)
            assert carried.reaches == ()
            shown = carried.board.shown
            assert shown is not None
            assert shown.move == game[number].move
            assert shown.progress == pytest.approx(0.5)


def test_the_hand_is_drawn_over_the_counter_that_it_carries_and_not_when_held_still() -> None:
    surface = pygame.Surface((800, 480))
    screen = screen_on(surface)
    screen.show(AttractView(FIRST_S + GLIDE_S / 2, RACE))
    gloss = screen.palette.main.fill

    def much_gloss() -> int:
        """How many pixels of the lower half of the board are as black as an arm: counters are small there."""
        board = pygame.surfarray.array3d(surface)[20:430, 240:420].astype(int)
        return int((abs(board - gloss) <= 2).all(axis=2).sum())

    with_arm = much_gloss()
    screen.show(AttractView(FIRST_S + GLIDE_S / 2, RACE, still=True))
    assert with_arm > much_gloss() + 2000


def test_held_still_nothing_is_on_its_way() -> None:
    for tenth in range(round(LOOP_S * 10)):
        now = scene(RACE, tenth / 10, still=True)
        assert now.board.shown is None or now.board.shown.progress == 1.0
        assert now.reaches == ()
        assert now.roll is None or now.roll.progress == 1.0


def test_each_loop_tells_the_next_page_of_the_story() -> None:
    told = [scene(RACE, loop * LOOP_S + GAME_S).story for loop in range(8)]
    assert told == list(range(8))


def test_a_page_of_the_story_is_said_in_all_languages_and_the_game_in_each_in_turn() -> None:
    told = [language_at(RACE, GAME_S + turn * TURN_S, "el") for turn in range(len(LANGUAGES))]
    assert told == [language_at(RACE, loop * LOOP_S, "el") for loop in range(len(LANGUAGES))]
    assert told[0] == "el"
    assert sorted(told) == sorted(LANGUAGES)


@pytest.mark.parametrize("size", MIN_POSTER_PX)
@pytest.mark.parametrize("code", LANGUAGES)
def test_across_the_room_there_are_twelve_words_at_most_and_a_call_to_play(
    code: str, size: tuple[int, int]
) -> None:
    screen = screen_on(pygame.Surface(size))
    for page in range(TIMES):
        time_s = LOOP_S * page + GAME_S + TURN_S * list(LANGUAGES).index(code)
        screen.show(AttractView(time_s, RACE))
        said, invites = story(translator(code))[page].said, translator(code)("Touch to play")
        large = {text.string: text.px for text in screen.texts}
        assert len(said.split()) <= 12
        assert said in large
        assert invites in large
        assert min(large.values()) >= MIN_POSTER_PX[size], large
        if size == (720, 1280):
            assert large[said] >= UPRIGHT_POSTER_PX


def test_a_poster_moves_when_its_language_changes_then_rests_but_for_its_finger() -> None:
    screen = screen_on(pygame.Surface((800, 480)))

    def drawn(from_s: float, to_s: float) -> int:
        times_s = (from_s + frame / 15 for frame in range(round((to_s - from_s) * 15)))
        return sum(screen.show(AttractView(time_s, RACE)) for time_s in times_s)

    taps = (TURN_S - TELLS_S) / TAP_S
    for turn in range(len(LANGUAGES)):
        begins_s = GAME_S + turn * TURN_S
        assert drawn(begins_s, begins_s + TELLS_S) == round(TELLS_S * 15)
        assert taps - 1 < drawn(begins_s + TELLS_S, begins_s + TURN_S) < taps + 1
    assert drawn(FIRST_S, FIRST_S + 2.0) == 30


@pytest.mark.parametrize("name", DRAWINGS)
def test_what_moves_in_a_picture_stays_within_it(name: str) -> None:
    surface, box = pygame.Surface((720, 373)), pygame.Rect(10, 10, 700, 353)
    shown = []
    for moved in (0.0, 0.5, 1.0):
        surface.fill("red")
        draw_drawing(surface, box, name, Theme.BRIGHT, moved)
        pixels = pygame.surfarray.array3d(surface)
        shown.append(pixels[10:-10, 10:-10].copy())
        pixels[10:-10, 10:-10] = (255, 0, 0)
        assert (pixels == (255, 0, 0)).all()
    for one, other in itertools.pairwise(shown):
        assert (one != other).any(axis=2).sum() > 500


def test_letters_that_come_out_of_a_mouth_never_lie_over_each_other() -> None:
    surface, box = pygame.Surface((1400, 746)), pygame.Rect(0, 0, 1400, 746)

    def ink(moved: float) -> int:
        """The dark pixels where the words are written."""
        surface.fill("red")
        draw_drawing(surface, box, "players", Theme.BRIGHT, moved)
        return int((pygame.surfarray.array3d(surface)[560:850, 120:350] < 60).all(axis=2).sum())

    shown = [ink(hundredth / 100) for hundredth in range(101)]
    # Each letter adds its ink, and none hides another's.
    assert all(later >= earlier - 40 for earlier, later in itertools.pairwise(shown))
    steps = [number for number, (one, other) in enumerate(itertools.pairwise(shown)) if other > one + 200]
    assert len(steps) == 9


def test_what_rests_while_a_counter_glides_is_drawn_once() -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    still_game.cache_clear()
    for frame in range(20):
        screen.show(AttractView(FIRST_S + frame / 10, RACE))
    assert still_game.cache_info().misses == 1


@pytest.mark.parametrize("at_s", [FIRST_S + 0.5, GAME_S + 1.0])
def test_the_attract_page_leaves_nothing_of_the_page_before(at_s: float) -> None:
    pages = []
    for before in ("red", "blue"):
        surface = pygame.Surface((800, 480))
        surface.fill(before)
        screen_on(surface).show(AttractView(at_s, RACE))
        pages.append(pygame.surfarray.array3d(surface))
    assert (pages[0] == pages[1]).all()


def test_held_still_a_poster_is_drawn_once_for_each_language() -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    times_s = range(round(GAME_S), round(LOOP_S))
    assert sum(screen.show(AttractView(at_s, RACE, still=True)) for at_s in times_s) == len(LANGUAGES)


def test_a_museums_picture_makes_a_poster_of_a_page_that_is_a_list() -> None:
    picture = HousePicture(np.full((60, 90, 4), (10, 200, 30, 255), np.uint8))
    house = TextSet(story={6: TextSet({"en": Texts("Who knows?")}, picture), 5: TextSet()})
    screen, said = screen_on(pygame.Surface((800, 480))), []
    for loop in range(TIMES + 2):
        screen.show(AttractView(LOOP_S * loop + GAME_S, RACE, house=house))
        said.append(next(text.string for text in screen.texts if text.string != "Touch to play"))
    assert said[TIMES] == "Who knows?"
    assert said[TIMES + 1] == said[0]


def test_every_page_of_the_story_names_its_source() -> None:
    assert all(page.said and page.source for page in story(english))
    assert len(story(english)) == STORY_PAGES


def test_the_line_of_time_has_the_passages_and_dates_of_the_table_of_testimonies() -> None:
    dates = {it.name.split(",")[0]: it.date for it in TESTIMONIES}
    for date, who in times(english):
        name = next(name for name in dates if name.split()[0] in who)
        assert dates[name].startswith(date), name


def test_a_museums_picture_and_words_replace_ours_on_their_page_alone() -> None:
    surface = pygame.Surface((800, 480))
    screen = screen_on(surface)
    picture = HousePicture(np.full((60, 90, 4), (10, 200, 30, 255), np.uint8))
    house = TextSet(story={2: TextSet({"en": Texts("Our own board")}, picture)})

    def green() -> int:
        return int((pygame.surfarray.array3d(surface) == (10, 200, 30)).all(axis=2).sum())

    for page in range(TIMES):
        screen.show(AttractView(LOOP_S * page + GAME_S, RACE, house=house))
        assert (green() > 10_000) is (page == 1)
        assert ("Our own board" in [text.string for text in screen.texts]) is (page == 1)


def test_a_touch_anywhere_or_a_key_begins() -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(AttractView(3.0, RACE))
    assert [target.intent for target in screen.targets] == [Ask.WELCOME]
    assert screen.targets[0].box.size == (800, 480)
    assert screen.intent(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE)) == Ask.WELCOME


def test_the_same_time_is_the_same_picture_and_another_time_another() -> None:
    surface = pygame.Surface((480, 320))
    screen, view = screen_on(surface), AttractView(6.0, RACE)
    pictures = []
    for shown in (view, replace(view, time_s=6.5), view):
        screen.show(shown)
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert pictures[0] == pictures[2] != pictures[1]
