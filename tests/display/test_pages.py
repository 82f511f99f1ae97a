"""Every page, at every size, in every language: all text fits, stands out, and can be touched."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import pygame
import pytest

from bench.look import asked, contrasts_seen, measure_layout, packed
from companion.board.signals import Flaw
from companion.display.drawing.canvas import Canvas, DrawnText, TouchTarget
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import TARGET_MM, Metrics
from companion.display.drawing.parts.furniture import draw_leaf_foot
from companion.display.drawing.parts.seat_places import Prompt, draw_place, table
from companion.display.screen import Screen
from companion.game import OPTIONS, Counters, Outcome, Point, Position, Seat, Termination, rules_for
from companion.interface.faults import Fault, gravest_first
from companion.interface.intents import Agree, Ask, Enter, Intent, Named, PlayAgainst, ShowPlace, kind_of
from companion.interface.presentation import Density
from companion.interface.sight import FlawNote
from companion.interface.views import (
    WAS_IT_LUCK,
    AboutBoardView,
    CalibrationView,
    ChooseGameView,
    ClosedView,
    DayKind,
    DayView,
    ForStaff,
    InsightView,
    PlayView,
    SetUpView,
    SoundView,
    StaffView,
    View,
)
from companion.presentation.palette import BRIGHT, PALETTES, TEXT_CONTRAST
from companion.presentation.words import LANGUAGES, translator
from companion.presentation.words.labels import fault_text, remark_text, weekday_name
from companion.referee.words import english
from five_lines_lab.gallery.examples import examples
from five_lines_lab.gallery.gallery import SIZES
from tests.support.every_view import all_rules, every_view, leaves
from tests.support.screens import BY_DAY, every_size_and_language, screen_on, two_sizes_by_day

EXAMPLES = examples()


def test_the_views_looked_at_have_every_value_of_every_option() -> None:
    for option in OPTIONS:
        if option.key in ("die", "starter"):  # these are chosen by buttons that stand on one leaf
            continue
        values = [getattr(rules, option.field) for rules in all_rules()]
        assert [choice.text for choice in option.choices if choice.value not in values] == []
        listed = [choice.value for choice in option.choices]
        assert option.custom is None or any(value not in listed for value in values)


@dataclass(frozen=True)
class Drawn:
    """A view as it was drawn on a page: its texts, and what can be touched."""

    size: tuple[int, int]
    view: View
    texts: tuple[DrawnText, ...]
    targets: tuple[TouchTarget, ...]

    def misfits(self) -> list[str]:
        """The texts that are cut, or lie off the page."""
        page = pygame.Rect((0, 0), self.size)
        return [
            f"{type(self.view).__name__} {tuple(text.box)}: {text.string}"
            for text in self.texts
            if not text.fits or not page.contains(text.box)
        ]


def drawn(screen: Screen, view: View) -> Drawn:
    """The view that the screen shows."""
    return Drawn(screen.size, view, tuple(screen.texts), tuple(screen.targets))


def measured(size: tuple[int, int], language: str, views: Iterable[View]) -> list[str]:
    """Draw every leaf of these views; return what is cut, too small, off the page or on something else."""
    screen = screen_on(pygame.Surface(size), language=language)
    page, metrics = pygame.Rect((0, 0), size), screen.metrics
    found, problems = asked(metrics, with_contrast=False), list[str]()
    for view in views:
        for leaf in leaves(screen, view):
            where = type(leaf).__name__
            measure_layout(metrics, page, screen.texts, screen.targets, where, found, problems)
            for target in screen.targets:
                if min(target.box.size) < TARGET_MM * metrics.px_per_mm:
                    problems.append(f"{where}: {target} is too small")
                if target.at is None and not page.contains(target.box):
                    problems.append(f"{where}: {target} is not on the page")
    return problems + [str(least) for least in found.values() if not least.holds]


@pytest.mark.slow
@every_size_and_language
def test_nothing_is_cut_too_small_or_on_something_else(size: tuple[int, int], language: str) -> None:
    assert measured(size, language, every_view()) == []


def test_a_days_hours_stand_in_a_strip_of_24_up_to_midnight() -> None:
    place = pygame.Surface((800, 480))
    screen_on(place).show(DayView(2, DayKind.HOURS, (("21:00", "02:00"),)))
    middles = [round(10 + 780 * (hour + 0.5) / 24) for hour in range(24)]
    seen = {tuple((*place.get_at((x, y)),)[:3] == BRIGHT.main.fill for x in middles) for y in range(50, 100)}
    assert tuple(hour >= 21 for hour in range(24)) in seen


def test_dice_to_choose_from_are_drawn_with_all_their_faces() -> None:
    place = pygame.Surface((800, 480))
    screen_on(place).show(EXAMPLES["choose-dice"])
    faces = (pygame.surfarray.array3d(place) == BRIGHT.die.fill[:3]).all(axis=2).sum()
    assert faces > 10 * 20 * 20, "two dice of six and four faces"
    ink = (pygame.surfarray.array3d(place)[395:470, 140:205] == BRIGHT.main.ink[:3]).all(axis=2).sum()
    assert ink > 60, "the chosen one has a tick, too"


@pytest.mark.parametrize("computer", [None, *Seat])
def test_who_plays_is_drawn_as_a_face_and_the_computers_on_a_screen(computer: Seat | None) -> None:
    place = pygame.Surface((800, 480))
    screen = screen_on(place)
    for leaf in range(8):
        screen.show(ChooseGameView(rules_for("schaedler"), leaf=leaf))
        if found := [it for it in screen.targets if it.intent == PlayAgainst(computer)]:
            break
    box = found[0].box
    halves = [pygame.Rect(left, box.top, box.width // 2, box.height // 2) for left in (box.left, box.centerx)]
    paint = BRIGHT.main if computer is None else BRIGHT.panel
    inks = [
        int((pygame.surfarray.array3d(place.subsurface(half)) == paint.ink[:3]).all(axis=2).sum())
        for half in halves
    ]
    assert min(inks) > 100
    # A screen and a person differ, two persons don't; the counters are of other colours or as large.
    assert (abs(inks[0] - inks[1]) > 60) is (computer is not None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_can_have_every_letter_of_its_language_on_the_smallest_screen(language: str) -> None:
    assert measured((480, 320), language, [EXAMPLES["name"]]) == []
    letters = translator(language)("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    assert set({"de": "QÄÖÜ", "fr": "QÉ", "el": "ΑΩ"}.get(language, "Q")) <= set(letters)


@pytest.mark.slow
@pytest.mark.parametrize("size", [size for size in SIZES if (size, "de") not in BY_DAY])
def test_the_examples_have_room_in_long_words_where_other_views_are_drawn_at_night(
    size: tuple[int, int],
) -> None:
    assert measured(size, "de", EXAMPLES.values()) == []


@pytest.mark.parametrize("size", [*SIZES, (1920, 1080)])
@pytest.mark.parametrize("density", Density)
def test_a_gallery_takes_nothing_away_that_explains(size: tuple[int, int], density: Density) -> None:
    screen = screen_on(pygame.Surface(size), density=density)
    screen.show(EXAMPLES["not-so"])
    said = [text.string for text in screen.texts]
    assert said.count("Too short") == 1
    assert "Black puts it right" in said
    screen.show(EXAMPLES["story-1"])
    assert any("Vatican 16757" in text.string and text.fits for text in screen.texts)
    place = pygame.Surface(size)
    drawn = []
    for icon in (None, Icon.DICE):
        canvas = Canvas(place, BRIGHT, screen.metrics, english, two_sided=True)
        boxes = table(canvas)
        draw_place(canvas, boxes, Seat.A, Prompt("Throw", "Touch here.", Ask.THROW, icon, BRIGHT.main))
        drawn.append(pygame.image.tobytes(place, "RGB"))
    assert drawn[0] != drawn[1]


@pytest.mark.slow
@every_size_and_language
def test_every_fault_fits_every_kind_of_page(size: tuple[int, int], language: str) -> None:
    screen = screen_on(pygame.Surface(size), language=language)
    for fault in Fault:
        for name in ("play-move", "play-best", "not-so", "pause", "won", "insight"):
            screen.show(EXAMPLES[name], [fault])
            assert drawn(screen, EXAMPLES[name]).misfits() == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_the_gravest_fault_is_reported_on_every_page(size: tuple[int, int]) -> None:
    screen = screen_on(pygame.Surface(size))
    faults = gravest_first([Fault.SOUND_MISSING, Fault.DISK_FULL, Fault.CAMERA_SOFT])
    said = fault_text(Fault.DISK_FULL, english)
    for name, view in EXAMPLES.items():
        if isinstance(view, ClosedView):  # nobody is there, and whoever wakes it is told
            continue
        screen.show(view, faults)
        assert any(text.string.startswith(said) for text in screen.texts), name
        assert drawn(screen, view).misfits() == [], name
        for_staff = any(fault_text(Fault.CAMERA_SOFT, english) in text.string for text in screen.texts)
        assert not for_staff or isinstance(view, ForStaff)


@pytest.mark.slow
@every_size_and_language
def test_in_a_gallery_a_fault_fits_while_a_person_moves_and_moves_no_button(
    size: tuple[int, int], language: str
) -> None:
    screen = screen_on(pygame.Surface(size), language=language, density=Density.GALLERY)
    for name in ("play-throw", "play-move", "play-zugzwang", "lesson-aim", "lesson-move"):
        buttons = (Ask.PAUSE, Ask.SHOW_LANGUAGES, Ask.WHAT_CAN_I_PLAY, Ask.ADVISE, Ask.TAKE_BACK, Ask.DECLINE)
        screen.show(EXAMPLES[name])
        before = {it.intent: it.box for it in screen.targets if it.intent in buttons}
        for fault in Fault:
            screen.show(EXAMPLES[name], [fault])
            assert drawn(screen, EXAMPLES[name]).misfits() == [], (name, fault)
            assert {it.intent: it.box for it in screen.targets if it.intent in buttons} == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_has_room_on_small_screens_and_says_what_the_game_is(language: str) -> None:
    said = translator(language)("A game from ancient Greece")
    for size in ((800, 640), (800, 480)):  # beside a virtual table, and a common panel
        surface, flaws = pygame.Surface(size), list[str]()
        screen = screen_on(surface, language=language, density=Density.GALLERY)
        screen.show(EXAMPLES["welcome"])
        found, texts = asked(screen.metrics, with_contrast=False), screen.texts
        measure_layout(screen.metrics, surface.get_rect(), texts, screen.targets, "", found, flaws)
        assert flaws == []
    assert said in [text.string for text in texts]


@pytest.mark.parametrize("alone", [False, True])
def test_nobody_is_asked_to_lay_counters_that_lie(alone: bool) -> None:
    view, against = EXAMPLES["set-up"], EXAMPLES["computer-waits"]
    assert isinstance(view, SetUpView)
    assert isinstance(against, PlayView)
    left_off = view.position.halves().with_count(Seat.A, Point.A1, 0)
    opponent = against.opponent if alone else None
    view = replace(view, seen=replace(view.seen, halves=left_off), opponent=opponent)
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(view)
    said = [text.string for text in screen.texts]
    assert "They're all there" in said
    assert not {"Add these", "5 of 5 are in place."} & set(said)


def test_counters_beside_the_board_are_not_called_wrong_and_the_goal_is_named() -> None:
    view = EXAMPLES["set-up"]
    assert isinstance(view, SetUpView)
    nowhere, surface = Position(Counters(hand=5), Counters(hand=5)).halves(), pygame.Surface((800, 480))
    screen, boards = screen_on(surface), []
    for halves in (None, nowhere, nowhere.with_count(Seat.A, Point.B2, 5)):
        screen.show(replace(view, seen=replace(view.seen, halves=halves)))
        boards.append(pygame.surfarray.array3d(surface)[:380, :330])
        said = [text.string for text in screen.texts]
        wanted = (
            "As in the picture, five counters."
            if halves is None
            else "As in the picture: 0 of 5 are in place."
        )
        assert said.count(wanted) == 2
    assert (boards[0] == boards[1]).all()
    assert (boards[0] != boards[2]).any()


@pytest.mark.parametrize("name", ["ending-draw", "ending-given-up"])
def test_upright_in_a_gallery_answers_have_the_whole_width(name: str) -> None:
    screen = screen_on(pygame.Surface((720, 1280)), density=Density.GALLERY)
    screen.show(EXAMPLES[name])
    answers = [it.box for it in screen.targets if it.intent is Ask.GO_ON or isinstance(it.intent, Agree)]
    assert len(answers) >= 2
    assert min(box.width for box in answers) > 600


def test_one_ringed_counter_is_not_called_one_of_several() -> None:
    lesson, glow = examples()["lesson-move"], examples()["play-glow"]
    assert isinstance(lesson, PlayView)
    several = "Move one of the ringed counters 4 steps."
    one = several.replace("one of the ringed counters", "the ringed counter")
    for view, said in ((lesson, several), (replace(lesson, forced=True), one), (glow, one)):
        screen = screen_on(pygame.Surface((800, 480)))
        screen.show(view)
        assert said in [text.string for text in screen.texts]


@pytest.mark.parametrize("name", ["play-zugzwang", "play-move", "lesson-move"])
def test_in_a_gallery_staying_and_teaching_move_no_other_button(name: str) -> None:
    screen = screen_on(pygame.Surface((720, 1280)), density=Density.GALLERY)
    view = EXAMPLES[name]
    assert isinstance(view, PlayView)
    places = []
    for may_decline, teaching in ((False, False), (False, True), (view.may_decline, False)):
        screen.show(replace(view, may_decline=may_decline, teaching=teaching))
        own = (Ask.PAUSE, Ask.SHOW_LANGUAGES, Ask.WHAT_CAN_I_PLAY, Ask.ADVISE)
        places.append([it.box for it in screen.targets if it.intent in own])
    assert places == [places[0]] * len(places)
    assert len(places[0]) == 4


@pytest.mark.parametrize("termination", [Termination.AGREED, Termination.RESIGNED])
def test_the_luckiest_throw_is_reported_on_small_screens_however_the_game_ended(
    termination: Termination,
) -> None:
    screen = screen_on(pygame.Surface((480, 320)))
    view = next(it for it in EXAMPLES.values() if isinstance(it, InsightView) and it.luckiest)
    winner = Seat.A if termination is Termination.RESIGNED else None
    screen.show(replace(view, leaf=WAS_IT_LUCK, outcome=Outcome(termination, winner)))
    assert any(text.string.startswith("Luckiest throw") for text in screen.texts)


@pytest.mark.slow
@two_sizes_by_day
def test_one_sided_pages_fit_as_well(size: tuple[int, int]) -> None:
    screen = screen_on(pygame.Surface(size), language="el", two_sided=False)
    for view in EXAMPLES.values():
        screen.show(view)
        assert drawn(screen, view).misfits() == []


@pytest.mark.parametrize(
    ("size", "target_px"), [((800, 480), 48), ((480, 320), 59), ((1024, 600), 61), ((720, 1280), 75)]
)
def test_nine_millimetres_in_pixels(size: tuple[int, int], target_px: int) -> None:
    assert Metrics(*size).target_px == target_px


@pytest.mark.slow
@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize(("size", "language"), [((800, 480), "en"), ((480, 320), "el")])
def test_text_stands_out_on_the_rendered_page(theme: str, size: tuple[int, int], language: str) -> None:
    palette = next(palette for palette in PALETTES.values() if palette.theme == theme)
    surface = pygame.Surface(size)
    screen = screen_on(surface, palette.theme, language)
    for name, view in EXAMPLES.items():
        screen.show(view)
        colours = packed(surface)
        for text in screen.texts:
            if not text.string.strip():
                continue
            x, y, width, height = text.box
            measured = contrasts_seen(colours[x : x + width, y : y + height])["all cones"]
            assert measured >= TEXT_CONTRAST, (name, text.string, measured)


@every_size_and_language
@pytest.mark.parametrize("example", ["calibration-result", "calibration-failed"])
@pytest.mark.parametrize("flaw", Flaw)
def test_what_is_wrong_with_a_learned_board_is_said_below_its_picture(
    size: tuple[int, int], language: str, example: str, flaw: Flaw
) -> None:
    calibration = EXAMPLES[example]
    assert isinstance(calibration, CalibrationView)
    remark = FlawNote(flaw, Seat.B, Point.B4)
    view = replace(calibration, remarks=(remark,))
    said = remark_text(remark, translator(language))
    screen = screen_on(pygame.Surface(size), language=language)
    screen.show(view)
    assert drawn(screen, view).misfits() == []
    # The person who calibrates stands at one side.
    (box,) = [text.box for text in screen.texts if text.string == said]
    assert box.centery > size[1] * 0.5
    mine = [text.box for text in screen.texts if text.string not in list(Point)]
    assert all(box.collidelist(mine[i + 1 :]) == -1 for i, box in enumerate(mine))


@pytest.mark.parametrize("size", [(720, 1280), (800, 480)])
def test_the_dots_of_many_leaves_stay_beside_the_buttons(size: tuple[int, int]) -> None:
    def drawn(leaves: int) -> tuple[bytes, int]:
        surface = pygame.Surface(size)
        canvas = Canvas(surface, BRIGHT, Metrics(*size, 0.0, 1.25), translator("en"), two_sided=False)
        box = pygame.Rect(8, size[1] - canvas.metrics.target_px - 8, size[0] - 16, canvas.metrics.target_px)
        draw_leaf_foot(canvas, box, 0, leaves, "After Kidd")
        button = surface.subsurface(canvas.targets[-1].box)
        row = pygame.surfarray.pixels_red(surface)[:, box.bottom - canvas.metrics.px(0.9)]
        return pygame.image.tobytes(button, "RGB"), int(np.count_nonzero(row))

    assert drawn(24)[0] == drawn(2)[0]
    assert drawn(24)[1] > drawn(2)[1]


WORDED = (
    *("welcome", "welcome-greets", "welcome-house-open", "set-up", "play-throw", "play-move"),
    *("lesson-aim", "lesson-move", "not-so", "computer-moves", "passed", "pause", "pause-guarded"),
    *("pause-follow", "won", "out-of-order", "board-pushed", "number"),
)
"""Pages on which something is decided."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "density"),
    [((480, 320), Density.HOME), ((800, 480), Density.GALLERY), ((720, 1280), Density.GALLERY)],
)
def test_every_button_that_decides_something_has_a_word(size: tuple[int, int], density: Density) -> None:
    known = (Ask.SHOW_LANGUAGES, Ask.BACK, Ask.SHOW_MOVE)  # the globe, the way back, and the drawn board
    for language, name in product(LANGUAGES, WORDED):
        screen = screen_on(pygame.Surface(size), language=language, density=density)
        screen.show(EXAMPLES[name], [Fault.DISK_FULL] if name == "pause" else [])
        without = [
            target.intent
            for target in screen.targets
            if not any(target.box.contains(text.box) for text in screen.texts)
            and (name.startswith("pause") or target.intent not in known)
            and not isinstance(target.intent, ShowPlace)
        ]
        assert without == [], (language, name)
        assert all(text.fits for text in screen.texts), (language, name)


def test_each_game_to_choose_has_a_board_with_what_sets_it_apart() -> None:
    surface, pictures = pygame.Surface((800, 480)), []
    screen = screen_on(surface)
    for view in ("games", "games-more"):
        screen.show(examples()[view])
        for target in (it for it in screen.targets if kind_of(it.intent) is Named.GAME):
            card = pygame.surfarray.array3d(surface.subsurface(target.box))
            assert (card == BRIGHT.sacred_line).all(axis=2).sum() > 100
            pictures.append(card[-card.shape[0] // 3 : -10, 10:-10].tobytes())
    assert len(pictures) == 6
    assert len(set(pictures)) >= 5


@pytest.mark.parametrize("name", ["setting-up", "settings", "step-language", "step-screen-list"])
def test_choices_of_the_staff_fill_the_page(name: str) -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(EXAMPLES[name])
    assert max(target.box.bottom for target in screen.targets if target.intent is not Ask.GO_ON) > 400


def test_each_page_of_the_menu_leads_to_those_beside_it() -> None:
    screen, view = screen_on(pygame.Surface((800, 480)), density=Density.GALLERY), EXAMPLES["staff"]
    assert isinstance(view, StaffView)
    screen.diagonal_mm = 120.0
    found: list[Intent] = []
    for leaf in range(20):
        screen.show(replace(view, leaf=leaf))
        offered = [target.intent for target in screen.targets if target.intent is not None]
        others = [it.value for it in offered if isinstance(it, Enter)]
        assert f"Page {leaf}" in [text.string for text in screen.texts] or leaf == 0
        found += [it for it in offered if not isinstance(it, Enter)]
        if leaf + 1 not in others:
            break
        assert others == [leaf + 1] if leaf == 0 else others == [leaf - 1, leaf + 1]
    assert (leaf > 1, others) == (True, [leaf - 1])
    assert found.count(Ask.SHOW_ABOUT) == found.count(Ask.REMOVE_PIN) == found.count(Ask.CALIBRATE) == 1
    screen.show(view, (Fault.CAMERA_LOST,))
    assert "journalctl -u five-lines\n" in "".join(text.string for text in screen.texts)


@pytest.mark.parametrize("name", ["puzzle", "puzzle-nearly", "puzzle-found"])
def test_a_puzzle_turns_green_once_its_best_move_is_found(name: str) -> None:
    screen = screen_on(pygame.Surface((800, 480)))
    screen.show(EXAMPLES[name])
    is_green = screen.palette.right in [text.paint for text in screen.texts]
    assert is_green is (name == "puzzle-found")


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_a_pause_sets_what_ends_the_game_apart(size: tuple[int, int]) -> None:
    screen = screen_on(pygame.Surface(size))
    screen.show(EXAMPLES["pause"])
    quiet = {text.string for text in screen.texts if text.paint == screen.palette.page}
    assert quiet == {"Pause", "Agree on a draw", "Black gives up", "White gives up"}


def test_each_step_of_the_volume_is_higher_than_the_one_before() -> None:
    surface, view, filled = pygame.Surface((800, 480)), EXAMPLES["sound"], []
    assert isinstance(view, SoundView)
    for percent in (0, 50, 100):
        screen = screen_on(surface)
        screen.show(replace(view, volume_percent=percent))
        filled.append((pygame.surfarray.array3d(surface) == screen.palette.main.fill).all(axis=2).sum())
    assert filled[2] - filled[1] > 1.5 * (filled[1] - filled[0]) > 0


@two_sizes_by_day
def test_the_names_of_people_at_home_have_room_at_their_places(size: tuple[int, int]) -> None:
    screen = screen_on(pygame.Surface(size), language="de")
    screen.players = ("Alexandra", "Konstantin")
    named = 0
    for view in EXAMPLES.values():
        screen.show(view)
        assert drawn(screen, view).misfits() == []
        named += "Konstantin" in [text.string for text in screen.texts]
    # On the smallest screen what to do counts more.
    assert named > (5 if size == (480, 320) else 20)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_a_puzzle_does_not_flatten_the_board(size: tuple[int, int]) -> None:
    screen = screen_on(pygame.Surface(size), density=Density.GALLERY)
    screen.show(EXAMPLES["puzzle-worse"])
    (board,) = [it.box for it in screen.targets if it.intent is Ask.SHOW_MOVE]
    assert board.width <= 1.7 * board.height


@pytest.mark.parametrize(
    ("language", "day"), [("el", "24/12/2026"), ("de", "24.12.2026"), ("en", "2026-12-24")]
)
def test_closed_days_are_written_as_the_country_does(language: str, day: str) -> None:
    screen = screen_on(pygame.Surface((800, 480)), language=language)
    screen.show(EXAMPLES["closed-days"])
    assert any(day in text.string for text in screen.texts)


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name.startswith("hours-day")])
def test_no_latin_unit_stands_on_a_greek_button_of_the_hours(name: str) -> None:
    screen = screen_on(pygame.Surface((800, 480)), language="el")
    screen.show(EXAMPLES[name])
    labels = [text.string for text in screen.texts if "station.toml" not in text.string]
    assert not [label for label in labels if any("a" <= letter.lower() <= "z" for letter in label)]


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (720, 1280), (1920, 1080)])
def test_the_house_s_picture_has_what_its_words_can_spare(size: tuple[int, int]) -> None:
    view = EXAMPLES["about-board"]
    assert isinstance(view, AboutBoardView)
    widths = []
    for times in (1, 2):
        surface = pygame.Surface(size)
        screen = screen_on(surface, density=Density.GALLERY)
        screen.show(replace(view, texts=replace(view.texts, about=" ".join([view.texts.about] * times))))
        assert all(text.fits for text in screen.texts)
        red = np.all(pygame.surfarray.array3d(surface) == (166, 42, 26), axis=2)
        widths.append(int(np.count_nonzero(red.any(axis=1))))
    assert widths[0] > 0.44 * size[0]
    assert 0 < widths[1] <= widths[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_hours_past_midnight_name_the_day_on_which_they_end(language: str) -> None:
    surface, view, tr = pygame.Surface((800, 480)), EXAMPLES["hours-day"], translator(language)
    assert isinstance(view, DayView)
    for end, names_both in (("02:00", True), ("21:00", True), ("24:00", False)):
        screen = screen_on(surface, language=language)
        for spans in ([("21:00", end)], [("10:00", "14:00"), ("21:00", end)]):
            screen.show(replace(view, weekday=6, spans=tuple(spans)))
            title = screen.texts[0].string
            assert weekday_name(6, tr) in title
            assert (weekday_name(0, tr) in title) is names_both
