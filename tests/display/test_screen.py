"""What a touch, a click or a key means, wherever the screen is mounted; and when it draws."""

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pygame
import pytest

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.layout import Metrics
from companion.display.drawing.parts.seat_places import table
from companion.display.screen import Screen
from companion.game import OPTIONS, RECONSTRUCTIONS, Halves, Point, Seat, rules_for
from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.intents import Ask, Intent
from companion.interface.presentation import Density, Theme
from companion.interface.views import (
    CalibrationView,
    ChooseGameView,
    CorrectView,
    PlayView,
    RulesView,
    WelcomeView,
)
from companion.presentation.palette import BRIGHT
from companion.presentation.words import LANGUAGES, LanguageError
from companion.referee.words import english
from five_lines_lab.gallery.examples import examples
from five_lines_lab.gallery.gallery import SIZES
from five_lines_lab.gallery.pictures import FRAME_HEIGHT, FRAME_WIDTH
from tests.support.every_view import leaves
from tests.support.fake_clock import FakeClock
from tests.support.screens import screen_on, two_sizes_by_day

EXAMPLES = examples()
size_of = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def click(screen: Screen, place: tuple[int, int]) -> Intent | None:
    """What a finger that comes down and is lifted there asks for."""
    down, up = (
        screen.intent(pygame.event.Event(kind, pos=place, button=1, touch=False))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    )
    return down or up


def finger(screen: Screen, kind: int, number: int, place: tuple[int, int]) -> Intent | None:
    """What a finger asks for with one of its events on a screen of 800x480."""
    x, y = place
    return screen.intent(pygame.event.Event(kind, touch_id=1, finger_id=number, x=x / 799, y=y / 479))


def at_text(screen: Screen, string: str) -> tuple[int, int]:
    """The middle of a text on the page just shown."""
    (text,) = [text for text in screen.texts if text.string == string]
    return text.box.center


@size_of
@pytest.mark.parametrize(
    ("page", "text", "intent"),
    [
        ("welcome", "One player", intents.PlayAgainst(Seat.B)),
        ("games", "More games", intents.Enter(intents.Number.LEAF, 1)),
        ("games", "Quick race", intents.Pick(intents.Named.GAME, "quick")),
        ("welcome", "Ελληνικά", intents.Pick(intents.Named.LANGUAGE, "el")),
        ("languages", "Français", intents.Pick(intents.Named.LANGUAGE, "fr")),
        ("choose-game", "Kidd's game with hitting", intents.Pick(intents.Named.RULES, "kidd")),
        ("choose-dice", "Roman knucklebone", intents.SetOption("die", "knucklebone-roman")),
        ("choose-starter", "White starts", intents.SetOption("starter", "B")),
        ("choose-starter", "Own dice", intents.Switch(intents.Toggle.OWN_DICE, True)),
        ("choose-options", "Set up the board", Ask.BEGIN),
        ("play-throw", "Throw", Ask.THROW),
        ("play-zugzwang", "Stay", Ask.DECLINE),
        ("pause", "Take the move back", Ask.TAKE_BACK),
        ("pause", "White gives up", intents.GiveUp(Seat.B)),
        ("settings", "Low light", intents.Pick(intents.Named.THEME, Theme.LOW_LIGHT)),
        ("pause", "Show the chances", intents.Switch(intents.Toggle.CHANCES, True)),
        ("ending-given-up", "Yes", intents.Agree(Seat.B)),
        ("won", "What decided it?", Ask.SHOW_INSIGHT),
        ("choose-players", "Two people", intents.PlayAgainst(None)),
        ("choose-players", "The computer plays Black", intents.PlayAgainst(Seat.A)),
        ("choose-players", "7", intents.Pick(intents.Named.LEVEL, "perfect")),
        ("resume", "Go on", Ask.GO_ON),
        ("out-of-order", "Try again", Ask.GO_ON),
    ],
)
def test_a_click_on_words_means_what_they_say(
    size: tuple[int, int], page: str, text: str, intent: Intent
) -> None:
    screen = screen_on(pygame.Surface(size))
    for _ in leaves(screen, EXAMPLES[page]):
        if any(drawn.string == text for drawn in screen.texts):
            break
    assert click(screen, at_text(screen, text)) == intent


@pytest.mark.parametrize("density", Density)
@pytest.mark.parametrize(
    "size", [(800, 480), (1024, 600), (720, 1280)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_a_touch_on_the_drawn_board_shows_others_what_to_move(
    size: tuple[int, int], density: Density
) -> None:
    screen = screen_on(pygame.Surface(size), density=density)
    screen.show(EXAMPLES["play-pointed"])
    assert "Please move 4A\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}3B" in [text.string for text in screen.texts]
    for point in Point:
        assert click(screen, at_text(screen, point)) == intents.ShowPlace(point)


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("insight-luck", ("Was it luck?", "Black had good luck.", "Found 14 of 24 best moves.")),
        ("insight", ("The chance to win", "Turning point: from throw 40 on, Black was ahead.")),
        ("insight-finest", ("The best choice", "Throw 63: a 3")),
        ("insight-worst", ("The worst choice", "That gave away 15%.")),
        ("attract-story-2", ("Boards of clay, and dice: found in and around Athens.",)),
    ],
)
def test_what_decided_a_game_and_the_story_can_be_spoken(page: str, said: tuple[str, ...]) -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(EXAMPLES[page])
    assert {text.replace("\N{NO-BREAK SPACE}", " ") for text in screen.spoken} >= set(said)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("finger", [False, True])
def test_every_target_is_hit_however_the_panel_is_mounted(rotation: int, finger: bool) -> None:
    width, height = (800, 480) if rotation in (0, 180) else (480, 800)
    surface = pygame.Surface((width, height))
    screen = screen_on(surface, rotation=rotation)
    assert screen.size == (800, 480)
    for name in ("welcome", "throw-off-own-dice", "play-throw", "pause"):
        screen.show(EXAMPLES[name])
        for target in screen.targets:
            # Where the target's middle lies on the panel: turned as pygame turns the page.
            marker = pygame.Surface((800, 480))
            marker.set_at(target.box.center, (255, 255, 255))
            turned = pygame.transform.rotate(marker, rotation)
            found = np.argwhere(pygame.surfarray.array3d(turned)[:, :, 0] == 255)
            x, y = (int(value) for value in found[0])
            if finger:
                at = {"touch_id": 1, "finger_id": 1, "x": x / (width - 1), "y": y / (height - 1)}
                down, up = pygame.event.Event(pygame.FINGERDOWN, at), pygame.event.Event(pygame.FINGERUP, at)
                assert screen.intent(down) is None
                assert screen.intent(up) == target.intent
            else:
                assert click(screen, (x, y)) == target.intent


def test_a_touch_that_slips_off_or_ends_on_another_page_asks_for_nothing() -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(EXAMPLES["pause"])
    place = at_text(screen, "Black gives up")
    down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1, touch=False)
    for at in ((0, 0), (799, 479)):
        assert screen.intent(down) is None
        assert screen.intent(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1)) is None
    assert screen.intent(down) is None
    screen.show(EXAMPLES["welcome"])
    assert screen.intent(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=place, button=1)) is None


def test_a_page_that_turns_by_itself_takes_no_touch_begun_before_and_none_for_a_while_after() -> None:
    clock = FakeClock()
    screen = screen_on(pygame.Surface((800, 480)), clock=clock)
    tried = 0
    for before, after in pairwise(EXAMPLES.values()):
        screen.show(before)
        clock.go(5.0)
        resting = [target.box.center for target in screen.targets]
        for number, place in enumerate(resting):
            finger(screen, pygame.FINGERDOWN, number, place)
        for number, (x, y) in enumerate(resting):
            # Drags ask for something; nothing that is asked now is an answer to the page that comes.
            finger(screen, pygame.FINGERMOTION, number, (x + 1, y + 1))
        screen.show(before)
        if type(before) is type(after) or not screen.show(after):
            screen.cancel_touches()
            continue
        asked = [finger(screen, pygame.FINGERUP, number, place) for number, place in enumerate(resting)]
        places = [target.box.center for target in screen.targets]
        for wait_s in (0.05, 0.24, 0.3):
            clock.go(wait_s)
            for place in places:
                asked += [finger(screen, kind, 1, place) for kind in (pygame.FINGERDOWN, pygame.FINGERUP)]
            screen.show(after)
        assert not any(asked), (before, after, asked)
        clock.go(0.2)
        for place in places:
            finger(screen, pygame.FINGERDOWN, 1, place)
            tried += finger(screen, pygame.FINGERUP, 1, place) is not None
    assert tried > 300


def test_a_page_that_was_asked_for_is_touched_at_once() -> None:
    screen = screen_on(pygame.Surface((800, 480)), clock=FakeClock())
    screen.show(EXAMPLES["welcome"])
    assert click(screen, at_text(screen, "One player")) is not None
    screen.show(EXAMPLES["pause"])
    assert isinstance(click(screen, at_text(screen, "Black gives up")), intents.GiveUp)


def test_what_stays_at_its_place_while_a_page_changes_is_touched_at_any_time() -> None:
    screen = screen_on(pygame.Surface((800, 480)), clock=FakeClock())
    throw, move = EXAMPLES["play-throw"], EXAMPLES["play-move"]
    screen.show(throw)
    screen.show(move)
    assert click(screen, at_text(screen, "Pause")) is Ask.PAUSE
    screen.show(move)
    screen.show(throw)
    assert click(screen, at_text(screen, "Throw")) is None


def test_the_corner_is_held_for_as_long_as_the_finger_stays_on_it() -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(EXAMPLES["rules"])
    events = [
        (pygame.MOUSEBUTTONDOWN, (20, 20), True),
        (pygame.MOUSEMOTION, (25, 22), True),
        (pygame.MOUSEMOTION, (200, 22), False),
        (pygame.MOUSEMOTION, (20, 20), False),
        (pygame.MOUSEBUTTONDOWN, (20, 20), True),
    ]
    for kind, place, held in events:
        screen.intent(pygame.event.Event(kind, pos=place, button=1, touch=False))
        assert screen.corner_held is held
    screen.cancel_touches()
    assert screen.intent(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(20, 20), button=1)) is None
    assert not screen.corner_held


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_rotated_page_is_the_same_page(rotation: int) -> None:
    upright, panel = pygame.Surface((480, 320)), pygame.Surface((480, 320) if rotation == 180 else (320, 480))
    screen_on(upright).show(EXAMPLES["play-move"])
    screen_on(panel, rotation=rotation).show(EXAMPLES["play-move"])
    back = pygame.transform.rotate(panel, -rotation)
    assert pygame.image.tostring(back, "RGB") == pygame.image.tostring(upright, "RGB")


@pytest.mark.parametrize(
    ("page", "key", "intent"),
    [
        ("play-throw", pygame.K_SPACE, Ask.THROW),
        ("play-own-dice", pygame.K_5, intents.Enter(intents.Number.THROW, 5)),
        ("play-own-dice", pygame.K_7, None),
        ("play-own-dice", pygame.K_SPACE, None),
        ("play-move", pygame.K_5, None),
        ("play-move", pygame.K_ESCAPE, Ask.PAUSE),
        ("pause", pygame.K_ESCAPE, Ask.GO_ON),
        ("rules", pygame.K_ESCAPE, Ask.BACK),
        ("correct", pygame.K_ESCAPE, Ask.BACK),
        ("calibration", pygame.K_RETURN, Ask.GO_ON),
        ("calibration", pygame.K_ESCAPE, Ask.BACK),
        ("welcome", pygame.K_RETURN, intents.PlayAgainst(Seat.B)),
        ("out-of-order", pygame.K_RETURN, Ask.GO_ON),
        ("pin", pygame.K_0, intents.Enter(intents.Number.PIN_DIGIT, 0)),
        ("pin", pygame.K_7, intents.Enter(intents.Number.PIN_DIGIT, 7)),
        ("pin", pygame.K_BACKSPACE, Ask.PIN_ERASE),
        ("name", pygame.K_b, intents.Pick(intents.Named.LETTER, "B")),
        ("name", pygame.K_RETURN, Ask.GO_ON),
        ("name", pygame.K_BACKSPACE, Ask.DELETE_DIGIT),
        ("name", ord("ψ"), intents.Pick(intents.Named.LETTER, "Ψ")),
        ("name", ord("é"), intents.Pick(intents.Named.LETTER, "É")),
        ("name", ord("я"), Ask.LOOK_AROUND),
        ("name", pygame.K_SPACE, Ask.LOOK_AROUND),
        ("name", pygame.K_F2, None),
        ("pin", pygame.K_RETURN, Ask.PIN_ENTER),
    ],
)
def test_keys_ask_only_for_what_the_page_offers_and_for_letters_of_every_language(
    page: str, key: int, intent: Intent | None
) -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(EXAMPLES[page])
    assert screen.intent(pygame.event.Event(pygame.KEYDOWN, key=key)) == intent


def test_a_touch_counts_once_and_only_the_first_button_counts() -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(EXAMPLES["welcome"])
    place = at_text(screen, "One player")
    for button, touch in ((1, True), (3, False)):
        event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=button, touch=touch)
        assert screen.intent(event) is None
    assert click(screen, (0, 0)) is None


@pytest.mark.parametrize(
    ("steps", "asked"),
    [
        pytest.param("down 0, down 1, up 0, up 1", [0, 1], id="both players press at once"),
        pytest.param("down 0, down 1, up 1, up 0", [1, 0], id="one presses while the other holds"),
        pytest.param("down palm, down 0, move palm, up 0, up palm", [0], id="a palm rests and moves"),
        pytest.param("down 0, down palm, move palm, up 0", [0], id="a sleeve comes down meanwhile"),
        pytest.param("down palm, down 0, up palm, up 0", [0], id="the palm is lifted meanwhile"),
        pytest.param(
            "down 0, down mouse, move mouse, up mouse, up 0", [0], id="the mouse is clicked meanwhile"
        ),
        pytest.param("down 0, up 1, up 0", [0], id="a finger that never came down is lifted"),
    ],
)
def test_fingers_do_not_disturb_each_other(steps: str, asked: list[int]) -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(EXAMPLES["welcome"])
    fingers = {"down": pygame.FINGERDOWN, "move": pygame.FINGERMOTION, "up": pygame.FINGERUP}
    mouse = {"down": pygame.MOUSEBUTTONDOWN, "move": pygame.MOUSEMOTION, "up": pygame.MOUSEBUTTONUP}
    found = []
    for kind, what in (step.split() for step in steps.split(", ")):
        empty = what in ("palm", "mouse")
        x, y = (799, 5) if empty else screen.targets[int(what)].box.center
        # A touch comes as a mouse event as well.
        found.append(
            screen.intent(pygame.event.Event(mouse[kind], pos=(x, y), button=1, touch=what != "mouse"))
        )
        if what != "mouse":
            at = {"touch_id": 1, "finger_id": 9 if empty else int(what), "x": x / 799, "y": y / 479}
            found.append(screen.intent(pygame.event.Event(fingers[kind], at)))
    assert [it for it in found if it is not None] == [screen.targets[number].intent for number in asked]


def test_the_corner_stays_held_while_another_finger_comes_and_goes() -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(EXAMPLES["rules"])
    steps = [
        (pygame.FINGERDOWN, 1, 0.02, True),
        (pygame.FINGERDOWN, 2, 0.5, True),
        (pygame.FINGERUP, 2, 0.5, True),
        (pygame.FINGERUP, 1, 0.02, False),
    ]
    for kind, finger, place, held in steps:
        screen.intent(pygame.event.Event(kind, touch_id=1, finger_id=finger, x=place, y=place))
        assert screen.corner_held is held


def test_a_drag_goes_on_while_another_finger_presses() -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(EXAMPLES["calibration"])
    (dragged, *_) = [target for target in screen.targets if target.at is not None]
    x, y = dragged.box.center

    assert finger(screen, pygame.FINGERDOWN, 1, (x, y)) == dragged.intent_at(x, y)
    assert finger(screen, pygame.FINGERDOWN, 2, (799, 2)) is None
    assert finger(screen, pygame.FINGERUP, 2, (799, 2)) is None
    assert finger(screen, pygame.FINGERMOTION, 1, (x + 7, y - 5)) == dragged.intent_at(x + 7, y - 5)


def test_a_corner_is_dragged_in_pixels_of_the_camera() -> None:
    view = EXAMPLES["calibration"]
    assert isinstance(view, CalibrationView)
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(view)
    labels = {text.string for text in screen.texts}
    boxes = {}
    for target in screen.targets:
        if target.at is not None:
            asked = target.at(0.5, 0.5)
            assert isinstance(asked, intents.DragPoint)
            boxes[asked.point] = target.box
    assert set(boxes) == {corner.point for corner in view.corners}
    assert set(boxes) <= labels
    start = boxes[Point.A1].center
    across = boxes[Point.A5].centerx - boxes[Point.A1].centerx
    corner = {corner.point: corner for corner in view.corners}
    scale = across / (corner[Point.A5].x_px - corner[Point.A1].x_px)
    place = (start[0] + 9, start[1] - 8)
    down = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1, touch=False)
    pressed = screen.intent(down)
    assert isinstance(pressed, intents.DragPoint)
    assert (pressed.x_px, pressed.y_px) == pytest.approx((120, 400), abs=2 / scale)
    drag = pygame.event.Event(pygame.MOUSEMOTION, pos=(start[0] + 39, start[1] - 48), touch=False)
    moved = screen.intent(drag)
    assert isinstance(moved, intents.DragPoint)
    assert moved.point is Point.A1
    assert (moved.x_px - pressed.x_px, moved.y_px - pressed.y_px) == pytest.approx(
        (30 / scale, -40 / scale), rel=0.01
    )
    far = pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(799, 479), button=1, touch=False)
    released = screen.intent(far)
    assert released == intents.DragPoint(Point.A1, FRAME_WIDTH - 1, FRAME_HEIGHT - 1)
    assert screen.intent(pygame.event.Event(pygame.MOUSEMOTION, pos=start, touch=False)) is None


def press(screen: Screen, key: int, mod: int = 0) -> Intent | None:
    return screen.intent(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod))


def test_keys_reach_everything_that_can_be_touched_and_drag_what_can_be_dragged() -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    view = EXAMPLES["calibration"]
    screen.show(view)
    unfocused = pygame.image.tobytes(screen._surface, "RGB")
    reached: list[object] = []
    for target in screen.targets:
        assert press(screen, pygame.K_TAB) == Ask.LOOK_AROUND
        assert screen.show(view)
        assert pygame.image.tobytes(screen._surface, "RGB") != unfocused
        touched = press(screen, pygame.K_RETURN)
        assert touched == target.intent_at(*target.box.center)
        if target.at is not None:
            assert isinstance(touched, intents.DragPoint)
            right, far = press(screen, pygame.K_RIGHT), press(screen, pygame.K_UP, pygame.KMOD_SHIFT)
            assert isinstance(right, intents.DragPoint)
            assert isinstance(far, intents.DragPoint)
            assert right.x_px > touched.x_px
            assert right.y_px == touched.y_px
            assert touched.y_px - far.y_px == pytest.approx(10 * (right.x_px - touched.x_px))
        reached.append(touched)
    assert len(reached) == len(screen.targets)
    press(screen, pygame.K_TAB)
    press(screen, pygame.K_TAB, pygame.KMOD_SHIFT)
    assert press(screen, pygame.K_RETURN) == reached[-1]
    screen.show(EXAMPLES["welcome"])
    assert press(screen, pygame.K_RETURN) == intents.PlayAgainst(Seat.B)


@size_of
def test_a_touch_on_a_half_corrects_that_half(size: tuple[int, int]) -> None:
    screen = screen_on(pygame.Surface(size))
    screen.show(CorrectView(Halves(), Seat.B, 1))
    for point in Point:
        assert click(screen, at_text(screen, point)) == intents.CorrectHalf(point, Seat.B, 1)


def test_drawing_happens_only_when_something_has_changed() -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    view = EXAMPLES["play-move"]
    assert isinstance(view, PlayView)
    assert screen.show(view)
    assert not screen.show(view)
    assert not screen.show(replace(view))
    assert screen.show(view, [Fault.DISK_FULL])
    screen.language = "fr"
    assert screen.show(view, [Fault.DISK_FULL])
    screen.theme = Theme.LOW_LIGHT
    assert screen.show(view, [Fault.DISK_FULL])
    assert not screen.show(view, [Fault.DISK_FULL])


def test_after_a_page_that_could_not_be_drawn_the_one_before_is_drawn_again() -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    view = EXAMPLES["play-move"]
    assert isinstance(view, PlayView)
    screen.show(view)
    with pytest.raises(AttributeError):
        screen.show(replace(view, state=None))  # type: ignore[arg-type]
    assert screen.show(view)


@pytest.mark.slow
@two_sizes_by_day
def test_the_way_to_every_language_is_on_every_page(size: tuple[int, int]) -> None:
    screen = screen_on(pygame.Surface(size))
    for name, view in EXAMPLES.items():
        screen.show(view)
        offered = [target.intent for target in screen.targets]
        if offered in ([Ask.GO_ON], [Ask.WELCOME]):  # a touch anywhere is the answer
            continue
        if name.startswith("texts-"):  # they show the pages in one language after the other
            continue
        all_named = all(intents.Pick(intents.Named.LANGUAGE, code) in offered for code in LANGUAGES)
        assert all_named or Ask.SHOW_LANGUAGES in offered, name


@pytest.mark.slow
@size_of
@pytest.mark.parametrize("name", RECONSTRUCTIONS)
def test_every_choice_can_be_reached(size: tuple[int, int], name: str) -> None:
    screen, rules = screen_on(pygame.Surface(size)), rules_for(name)
    games, options = set(), set()
    for _ in leaves(screen, ChooseGameView(rules)):
        for target in screen.targets:
            if isinstance(target.intent, intents.Pick) and target.intent.what is intents.Named.RULES:
                games.add(target.intent.name)
            if isinstance(target.intent, intents.SetOption):
                options.add(target.intent.key)
                rules_for(name)  # what is offered can be written
    meaningless = {option.key for option in OPTIONS if getattr(rules, option.field) is None}
    assert games == set(RECONSTRUCTIONS)
    assert options == {option.key for option in OPTIONS} - (meaningless - {"limit"})


@pytest.mark.slow
@size_of
def test_the_rules_are_reported_once_over_all_leaves(size: tuple[int, int]) -> None:
    screen = screen_on(pygame.Surface(size))
    told = [
        text.string
        for _ in leaves(screen, RulesView(rules_for("kidd")))
        for text in screen.texts
        if re.search(r"\.$", text.string)
    ]
    assert len(told) == len(set(told)) == 24


def test_the_far_place_alone_is_turned_if_the_screen_lies_between_the_players() -> None:
    between, before = pygame.Surface((800, 480)), pygame.Surface((800, 480))
    screen_on(between).show(EXAMPLES["throw-off"])
    screen_on(before, two_sided=False).show(EXAMPLES["throw-off"])
    boxes = table(Canvas(between, BRIGHT, Metrics(800, 480), english, two_sided=True))
    assert boxes.near.size == boxes.far.size
    for box, degrees in ((boxes.near, 0), (boxes.far, 180)):
        turned = pygame.transform.rotate(between.subsurface(box), degrees)
        upright = before.subsurface(box)
        assert pygame.image.tostring(turned, "RGB") == pygame.image.tostring(upright, "RGB")


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="not 45"):
        screen_on(pygame.Surface((800, 480)), rotation=45)
    with pytest.raises(LanguageError):
        screen_on(pygame.Surface((800, 480)), language="xx")


MIN_COUNTER_PX = 400  # pixels of a dark counter on the first page at 800x480; lines and letters have fewer


@pytest.mark.parametrize("name", ["schaedler", "kidd"])
def test_the_first_page_shows_all_counters_where_the_game_has_them_at_first(name: str) -> None:
    surface = pygame.Surface((800, 480))
    screen = screen_on(surface)
    screen.show(WelcomeView(rules_for(name)))
    board = pygame.surfarray.array3d(surface)[:390, :390].astype(int)
    dark = np.abs(board - screen.palette.counter(Seat.A).fill).max(axis=2) < 12
    assert np.count_nonzero(dark) > 5 * MIN_COUNTER_PX


def test_a_touch_hastens_the_throw_off_for_the_seat_that_is_due() -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(EXAMPLES["throw-off"])
    (due,) = [target for target in screen.targets if target.intent is Ask.THROW]
    assert due.box.bottom < 240
