"""The computer's turn, hints and the chances: drawn where they belong, and told to who is there."""

from dataclasses import replace

import cv2
import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.layout import Metrics
from companion.display.drawing.parts.chances import draw_chance_bar, draw_chance_curve, percent, whole_percent
from companion.display.drawing.parts.seat_places import table
from companion.display.drawing.table.board import draw_board
from companion.display.pages import won
from companion.game import (
    COUNTERS,
    DICE,
    Move,
    Outcome,
    Point,
    Position,
    Reserve,
    Seat,
    Termination,
    legal_moves,
    play,
    rules_for,
)
from companion.game.levels import LEVELS, Level
from companion.interface import intents
from companion.interface.intents import Ask, Named, Pick
from companion.interface.presentation import Density
from companion.interface.summary import Balance
from companion.interface.views import (
    InsightView,
    Opponent,
    PauseView,
    PlayView,
    ResumeView,
    ThrowOffView,
    WonView,
)
from companion.presentation.board_geometry import BoardGeometry
from companion.presentation.board_picture import Arrow, ArrowStyle, BoardPicture, arrows_of, ends
from companion.presentation.palette import BRIGHT, PALETTES, Palette
from companion.presentation.words import LANGUAGES, translator
from companion.presentation.words.decided import verdict
from companion.presentation.words.labels import level_name
from companion.referee.words import english
from five_lines_lab.gallery.examples import examples
from five_lines_lab.gallery.gallery import SIZES
from five_lines_lab.gallery.insight import INSIGHT
from tests.support.every_view import leaves
from tests.support.screens import screen_on

EXAMPLES = examples()
size_of = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
palette_of = pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.theme)
Pixels = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


def canvas_of(size: tuple[int, int], palette: Palette) -> Canvas:
    surface = pygame.Surface(size)
    surface.fill(palette.page.fill)
    return Canvas(surface, palette, Metrics(*size), english, two_sided=True)


def bar_of(chance_a: float, palette: Palette) -> tuple[Pixels, Canvas]:
    """The pixels of the split part of a bar."""
    canvas = canvas_of((800, 480), palette)
    bar = draw_chance_bar(canvas, pygame.Rect(10, 10, 400, 22), chance_a)
    return pygame.surfarray.array3d(canvas.surface.subsurface(bar)), canvas


@palette_of
@pytest.mark.parametrize("chance_a", [0.02, 0.25, 0.5, 0.734, 0.97])
def test_the_bar_is_split_where_the_chance_is(palette: Palette, chance_a: float) -> None:
    shown, canvas = bar_of(chance_a, palette)
    all_near = bar_of(1.0, palette)[0]
    like_near = (shown == all_near).all(axis=(1, 2))
    # A line of some pixels stands where the two parts meet.
    assert like_near.sum() == pytest.approx(chance_a * len(shown), abs=4)
    assert like_near[: max(0, round(chance_a * len(shown)) - 4)].all()
    told = {text.string: text.box.centerx for text in canvas.texts}
    own, other = f"{round(100 * chance_a)} %", f"{100 - round(100 * chance_a)} %"
    assert set(told) == {own, other}
    assert own == other or told[own] < told[other]


@pytest.mark.parametrize(
    ("share", "told"),
    [(0.0, 0), (0.0001, 1), (0.004, 1), (0.5, 50), (0.734, 73), (0.9999, 99), (1.0, 100)],
)
def test_only_what_is_certain_is_reported_as_certain(share: float, told: int) -> None:
    assert whole_percent(share) == told


@pytest.mark.parametrize(
    ("share", "told"),
    [(0.0, "0"), (0.0004, "< 0.1"), (0.004, "0.4"), (0.0096, "1"), (0.154, "15"), (1.4, "140")],
)
def test_what_was_given_away_is_said_in_tenths_when_it_is_little(share: float, told: str) -> None:
    assert percent(share) == told


@palette_of
@pytest.mark.parametrize(("chance_a", "seat"), [(0.9, Seat.A), (0.1, Seat.B)])
def test_who_is_ahead_has_the_curve_on_the_own_side(palette: Palette, chance_a: float, seat: Seat) -> None:
    canvas = canvas_of((800, 480), palette)
    view = InsightView(INSIGHT.outcome, (chance_a,) * 20)
    box = draw_chance_curve(canvas, pygame.Rect(10, 10, 500, 300), view)
    pixels = pygame.surfarray.array3d(canvas.surface.subsurface(box))
    painted = (pixels == palette.counter(seat).fill).all(axis=2)
    other = (pixels == palette.counter(seat.other).fill).all(axis=2)
    upper, lower = painted[:, : box.height // 2].mean(), painted[:, box.height // 2 :].mean()
    assert (upper, lower)[seat is Seat.B] > 0.5
    assert (upper, lower)[seat is Seat.A] < 0.02
    assert other.mean() < 0.02  # black lines and marks are there in any case


@palette_of
def test_the_two_sides_of_a_curve_differ_without_their_colours(palette: Palette) -> None:
    """The marks strewn over each side are those of the seat's counters: dots, and crosses."""
    edges = []
    for chance_a in (1.0, 0.0):
        shown, _ = bar_of(chance_a, palette)
        inner = shown[4:-4, 3:-3].astype(int).mean(axis=2)
        edges.append(np.abs(np.diff(inner, axis=0)).sum() / np.ptp(inner))
    assert edges[0] > 0
    assert edges[1] > 0
    assert edges[0] != pytest.approx(edges[1], rel=0.05)


@pytest.mark.slow
@size_of
def test_both_ways_to_ask_are_one_touch_away_on_a_persons_turn(size: tuple[int, int]) -> None:
    asking = {Ask.WHAT_CAN_I_PLAY, Ask.ADVISE}
    screen = screen_on(pygame.Surface(size))
    for name, offered in (
        ("play-move", asking),
        ("play-zugzwang", asking),
        ("play-best", asking),
        ("computer-waits", asking),
        ("play-throw", set()),
        ("computer-moves", set()),
        ("computer-thinks", set()),
    ):
        screen.show(EXAMPLES[name])
        assert {target.intent for target in screen.targets} & asking == offered, name


@size_of
def test_where_no_hint_may_be_asked_for_only_the_legal_moves_are_and_in_the_same_place(
    size: tuple[int, int],
) -> None:
    screen, view = screen_on(pygame.Surface(size)), EXAMPLES["play-move"]
    assert isinstance(view, PlayView)
    screen.show(view)
    (before,) = (target.box for target in screen.targets if target.intent == Ask.WHAT_CAN_I_PLAY)
    screen.show(replace(view, may_advise=False))
    assert Ask.ADVISE not in [target.intent for target in screen.targets]
    assert [target.box for target in screen.targets if target.intent == Ask.WHAT_CAN_I_PLAY] == [before]


def test_nothing_is_thrown_by_touch_for_the_computer() -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(EXAMPLES["computer-throws"])
    assert Ask.THROW not in [target.intent for target in screen.targets]
    assert "The computer throws" in [text.string for text in screen.texts]


@size_of
@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("name", ["computer-moves", "resume"])
def test_both_places_are_turned_to_the_only_person(size: tuple[int, int], seat: Seat, name: str) -> None:
    view = EXAMPLES[name]
    assert isinstance(view, PlayView | ResumeView)
    view = replace(view, opponent=Opponent(seat, LEVELS[3]))
    shown, unturned = pygame.Surface(size), pygame.Surface(size)
    screen_on(shown).show(view)
    screen_on(unturned, two_sided=False).show(view)
    boxes = table(canvas_of(size, BRIGHT))
    for box in (boxes.near, boxes.far):
        words = pygame.transform.rotate(unturned.subsurface(box), 0 if seat is Seat.B else 180)
        assert pygame.image.tobytes(shown.subsurface(box), "RGB") == pygame.image.tobytes(words, "RGB")


boards = st.builds(lambda w, h: pygame.Rect(10, 20, w, h), st.integers(240, 800), st.integers(240, 800))


@given(boards, st.sampled_from(Seat), st.integers(1, 6), st.data())
def test_an_arrow_leads_from_a_counter_to_the_place_where_it_will_lie(
    box: pygame.Rect, seat: Seat, throw: int, data: st.DataObject
) -> None:
    rules = rules_for("kidd", ["entry=free"])
    position = Position.parse("A 1Ax2 4A 3B hand x1 / B 1B 2B 3Ax2 hand x1")
    legal = legal_moves(position, seat, throw, rules)
    if not legal:
        return
    move = data.draw(st.sampled_from(list(legal)))
    arrows = arrows_of(move, ArrowStyle.SHALL)
    picture = BoardPicture(position.halves(), (position.a.hand, position.b.hand), arrows)
    geometry = BoardGeometry(box, 10, beside=True)
    after = play(position, move)
    source, target = ends(geometry, arrows[0], picture)
    if isinstance(move.source, Point):
        assert source in geometry.counters(move.source, seat, position.halves())
    else:
        assert source in geometry.hand(seat, position.of(seat).hand)
    assert target == geometry.counters(move.target, seat, after.halves())[-1]
    if move.hits:
        hit_from, hit_to = ends(geometry, arrows[1], picture)
        assert hit_from in geometry.counters(move.target, seat.other, position.halves())
        assert hit_to == geometry.hand(seat.other, after.of(seat.other).hand)[-1]


def test_a_counter_from_home_starts_on_its_half_and_one_in_hand_beside_the_board() -> None:
    for seat, half in ((Seat.A, Point.A3), (Seat.B, Point.B3)):
        (home,) = arrows_of(Move(seat, Reserve.HOME, Point.A5), ArrowStyle.MAY)
        (hand,) = arrows_of(Move(seat, Reserve.HAND, Point.A5), ArrowStyle.MAY)
        assert (home.source, hand.source) == (half, None)


@palette_of
def test_the_move_that_shall_be_made_stands_out(palette: Palette) -> None:
    halves = Position.parse("A 1A 2A 4A 3Bx2 / B 1B 5B 4B 3Ax2").halves()

    def painted(look: ArrowStyle | None) -> int:
        canvas = canvas_of((480, 320), palette)
        arrows = () if look is None else (Arrow(Seat.A, Point.A1, Point.A5, look),)
        draw_board(canvas, canvas.box, BoardPicture(halves, arrows=arrows))
        colour = palette.back if look is ArrowStyle.WENT else palette.go
        return int((pygame.surfarray.array3d(canvas.surface) == colour).all(axis=2).sum())

    assert painted(None) == 0
    assert painted(ArrowStyle.SHALL) > 2 * painted(ArrowStyle.MAY) > 0
    assert 0 < painted(ArrowStyle.WENT) < painted(ArrowStyle.MAY)


def test_the_switch_of_the_chances_asks_for_the_other_state() -> None:
    screen, view = screen_on(pygame.Surface((480, 320))), EXAMPLES["pause"]
    assert isinstance(view, PauseView)
    for shown in (False, True):
        screen.show(replace(view, chance_shown=shown))
        offered = [target.intent for target in screen.targets]
        assert intents.Switch(intents.Toggle.CHANCES, not shown) in offered
        assert intents.Switch(intents.Toggle.CHANCES, shown) not in offered


def test_the_computer_neither_gives_up_nor_agrees_on_a_draw() -> None:
    screen, view = screen_on(pygame.Surface((480, 320))), EXAMPLES["pause"]
    assert isinstance(view, PauseView)
    screen.show(replace(view, opponent=Opponent(Seat.B, LEVELS[0])))
    offered = [target.intent for target in screen.targets]
    assert intents.GiveUp(Seat.A) in offered
    assert intents.GiveUp(Seat.B) not in offered
    assert Ask.AGREE_DRAW not in offered


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
@pytest.mark.parametrize("opponent", [None, Opponent(Seat.B, LEVELS[0])])
def test_a_move_that_cant_be_taken_back_leaves_no_gap(
    size: tuple[int, int], opponent: Opponent | None
) -> None:
    screen, view = screen_on(pygame.Surface(size)), EXAMPLES["pause"]
    assert isinstance(view, PauseView)
    places = []
    for may in (True, False):
        screen.show(replace(view, may_take_back=may, opponent=opponent))
        assert (Ask.TAKE_BACK in [target.intent for target in screen.targets]) is may
        places.append([tuple(text.box) for text in screen.texts])
        assert "Take the move back" in [text.string for text in screen.texts]
    assert places[0] == places[1]
    boxes = [target.box for target in screen.targets if target.intent is not Ask.SHOW_LANGUAGES]
    free = next(text.box for text in screen.texts if text.string == "Take the move back")
    below = [box for box in boxes if box.top > free.bottom]
    assert {box.left for box in below} & {min(box.left for box in boxes)}
    for row in {box.top for box in below}:
        line = [box for box in below if box.top == row]
        assert (min(box.left for box in line), max(box.right for box in line)) == (
            min(box.left for box in boxes),
            max(box.right for box in boxes),
        )


def test_the_computers_place_does_not_speak_of_the_other_counters() -> None:
    screen, view = screen_on(pygame.Surface((800, 480))), EXAMPLES["throw-off"]
    assert isinstance(view, ThrowOffView)
    for seat, winner in ((Seat.A, None), (None, Seat.A)):
        screen.show(replace(view, seat=seat, winner=winner, opponent=Opponent(Seat.B, LEVELS[0])))
        texts = [text.string for text in screen.texts]
        assert "The computer is waiting" in texts
        assert sum(text.startswith("Black") for text in texts) == (winner is None)


@size_of
def test_insight_has_four_leaves_and_says_how_far_it_is(size: tuple[int, int]) -> None:
    screen = screen_on(pygame.Surface(size))
    titles = [screen.texts[0].string for _ in leaves(screen, INSIGHT)]
    assert titles == ["The chance to win", "Was it luck?", "The best choice", "The worst choice"]
    screen.show(InsightView(INSIGHT.outcome, solving=0.4))
    assert "Calculating the chances: 40%" in [text.string for text in screen.texts]


@pytest.mark.parametrize(
    ("chances", "said"),
    [
        ((0.5, 0.3, 0.6, 0.4, 0.7, 1.0), "Turning point: from throw 4 on, Black was ahead."),
        ((0.5, 0.6, 0.7, 1.0), "Black was ahead all the way."),
    ],
)
def test_it_says_from_which_throw_on_the_winner_was_ahead(chances: tuple[float, ...], said: str) -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(replace(INSIGHT, chances_a=chances, finest=None, worst=None))
    assert said in [text.string for text in screen.texts]


@pytest.mark.parametrize(
    ("shortest", "said"),
    [(49, "Shortest game today: 49 throws"), (61, "The shortest game today!"), (None, "17 minutes")],
)
def test_the_end_of_a_game_tells_its_story(shortest: int | None, said: str) -> None:
    screen, view = screen_on(pygame.Surface((800, 480))), EXAMPLES["won"]
    assert isinstance(view, WonView)
    screen.show(replace(view, shortest=shortest))
    texts = [text.string for text in screen.texts]
    assert any(said in text for text in texts)
    assert any("Longest on the line: Black, 38 throws" in text for text in texts)


def test_a_wreath_grows_round_the_winners_counter() -> None:
    surface, view, leaves = pygame.Surface((800, 480)), EXAMPLES["won"], []
    assert isinstance(view, WonView)
    for shown in (0.1, 0.5, 1.0):
        screen = screen_on(surface)
        screen.show(replace(view, shown=shown))
        place = pygame.surfarray.array3d(surface)[440:560, 310:470]
        leaves.append((place == screen.palette.right.ink).all(axis=2).sum())
    assert leaves[0] + 200 < leaves[1] < leaves[2] - 200


@pytest.mark.parametrize("shortest", [None, 49, 61])
def test_the_smallest_screen_tells_throws_and_minutes_of_every_win(
    shortest: int | None,
) -> None:
    screen, view = screen_on(pygame.Surface((480, 320)), density=Density.GALLERY), EXAMPLES["won"]
    assert isinstance(view, WonView)
    screen.show(replace(view, shortest=shortest))
    texts = [text.string for text in screen.texts]
    assert "61 throws · 17 minutes" in texts
    assert all(text.fits for text in screen.texts)


@pytest.mark.parametrize("to_win", [4, 5])
def test_the_winners_counters_run_home_one_after_another(to_win: int) -> None:
    view = EXAMPLES["won"]
    assert isinstance(view, WonView)
    rules = rules_for("schaedler", [f"to-win={to_win}"])
    ended = replace(view, state=replace(view.state, rules=rules))
    pictures = [won.triumph(replace(ended, shown=share / 20)) for share in range(21)]
    at_home = [picture.halves.count(Seat.A, Point.B3) for picture in pictures]
    assert at_home == sorted(at_home)
    assert (at_home[0], at_home[-1]) == (COUNTERS - to_win + 1, COUNTERS)
    assert {sum(picture.halves.a) for picture in pictures} == {COUNTERS}
    assert {picture.halves.b for picture in pictures} == {ended.state.position.halves().b}
    assert [picture.shown is None for picture in pictures] == [share >= 14 for share in range(21)]


@pytest.mark.parametrize(
    ("size", "density"),
    [
        ((800, 480), Density.HOME),
        ((720, 1280), Density.HOME),
        ((1280, 720), Density.HOME),
        ((800, 480), Density.GALLERY),
        ((1280, 720), Density.GALLERY),
        ((720, 1280), Density.GALLERY),
    ],
)
def test_the_end_has_the_code_that_takes_the_game_onto_a_phone(
    size: tuple[int, int], density: Density
) -> None:
    surface, view = pygame.Surface(size), EXAMPLES["won"]
    assert isinstance(view, WonView)
    screen_on(surface, density=density).show(view)
    page = cv2.cvtColor(pygame.surfarray.array3d(surface).swapaxes(0, 1), cv2.COLOR_RGB2GRAY)
    assert cv2.QRCodeDetector().detectAndDecode(page)[0] == view.address


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (720, 1280)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_comes_after_a_game_is_offered_in_words(size: tuple[int, int], language: str) -> None:
    screen, tr = screen_on(pygame.Surface(size), language=language), translator(language)
    screen.show(EXAMPLES["won"])
    for text, intent in (("Again", Ask.BEGIN), ("New game", Ask.NEW_GAME)):
        (button,) = [target.box for target in screen.targets if target.intent is intent]
        assert tr(text) in [text.string for text in screen.texts if button.contains(text.box)]


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (720, 1280)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("winner", "rung", "said"),
    [
        (Seat.A, LEVELS[2], "A little harder"),
        (Seat.B, LEVELS[0], "A little easier"),
        (Seat.B, LEVELS[1], "Again, with tips"),
    ],
)
def test_the_computers_place_offers_the_next_step_and_names_its_level(
    winner: Seat, rung: Level, said: str, language: str, size: tuple[int, int]
) -> None:
    view, tr = EXAMPLES["won"], translator(language)
    assert isinstance(view, WonView)
    screen = screen_on(pygame.Surface(size), language=language, density=Density.GALLERY)
    outcome = replace(view.outcome, winner=winner)
    screen.show(replace(view, outcome=outcome, opponent=Opponent(Seat.B, LEVELS[1]), rung=rung))
    step = Pick(Named.LEVEL, rung.name)
    (place,) = [target.box for target in screen.targets if target.intent == step]
    written = [text.string for text in screen.texts if place.contains(text.box)]
    assert written == [tr(said), level_name(rung.name, tr)]
    assert all(text.fits for text in screen.texts)


@pytest.mark.parametrize("leaf", [2, 3])
@pytest.mark.parametrize("size", [(480, 320), (720, 1280)])
def test_a_game_without_a_choice_that_stands_out_says_so(leaf: int, size: tuple[int, int]) -> None:
    screen = screen_on(pygame.Surface(size))
    screen.show(replace(INSIGHT, finest=None, worst=None, leaf=leaf))
    told = ("No choice stood out in this game.", "Neither player made a costly mistake.")[leaf - 2]
    assert told in [text.string for text in screen.texts]


@pytest.mark.parametrize(
    ("luck", "lost", "told"),
    [
        ((0.3, -0.1), (0.1, 0.2), "Most of the difference came from the dice."),
        ((-0.1, 0.3), (0.0, 0.9), "Most of the difference came from the choices."),
        ((0.1, 0.0), (0.1, 0.25), "Dice and choices made the difference together."),
        ((0.1, 0.2), (0.2, 0.1), ""),
    ],
)
def test_what_decided_a_game_is_what_spoke_for_the_winner(
    luck: tuple[float, float], lost: tuple[float, float], told: str
) -> None:
    balances = (Balance(luck[0], lost[0]), Balance(luck[1], lost[1]))
    assert verdict(Outcome(Termination.WON, Seat.A), balances, english) == told
    assert verdict(Outcome(Termination.WON, Seat.B), (balances[1], balances[0]), english) == told
    assert verdict(Outcome(Termination.RESIGNED, Seat.A), balances, english) == ""


@pytest.mark.parametrize(("lost", "figures"), [(1.0, 4), (4.81, 0)])
def test_luck_and_choices_have_figures_only_while_each_is_a_share_of_one_game(
    lost: float, figures: int
) -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(replace(INSIGHT, balances=(Balance(0.1, 0.2), Balance(-0.1, lost)), leaf=1))
    assert sum("%" in text.string for text in screen.texts) == figures


def test_the_computers_own_dice_are_thrown_for_it() -> None:
    view = EXAMPLES["computer-throws"]
    assert isinstance(view, PlayView)
    screen = screen_on(pygame.Surface((1024, 600)))
    screen.show(replace(view, own_dice=True))
    offered = [target.intent for target in screen.targets]
    assert all(intents.Enter(intents.Number.THROW, face) in offered for face in DICE["d6"].faces)
    assert "Throw for the computer" in [text.string for text in screen.texts]
