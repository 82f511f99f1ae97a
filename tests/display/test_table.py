"""The boxes of a page at the table, and the frieze on which other pages stand."""

import itertools
import math
from dataclasses import replace

import pygame
import pytest

from companion.display.drawing.canvas import Canvas, TextPart
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import BODY_MM, PROMPT_MM, TITLE_MM, Metrics, larger_than_at_home
from companion.display.drawing.parts.frieze import draw_frieze
from companion.display.drawing.parts.seat_places import table
from companion.display.drawing.table.arrows import draw_arrow
from companion.display.drawing.table.board import draw_board
from companion.display.drawing.table.counters import SEEN_CONTRAST, draw_counter_on
from companion.display.drawing.text import line_width_px
from companion.game import Move, Point, Position, Seat, play, rules_for, start_position
from companion.interface.faults import Fault
from companion.interface.intents import Agree, Ask
from companion.interface.presentation import Density, Theme
from companion.interface.sight import Crowd
from companion.interface.views import PlayView
from companion.presentation.board_geometry import BoardGeometry
from companion.presentation.board_picture import (
    ArrowStyle,
    BoardPicture,
    PointMark,
    ShownMove,
    arrows_of,
    ends,
    mark_place,
)
from companion.presentation.fonts import Face
from companion.presentation.palette import PALETTES, contrast
from companion.presentation.words import LANGUAGES
from companion.presentation.words.labels import fault_text
from companion.referee.words import english
from five_lines_lab.gallery.examples import examples
from tests.support.screens import screen_on

UPRIGHT = (720, 1280)


def canvas_of(size: tuple[int, int], theme: Theme = Theme.BRIGHT, faults: tuple[Fault, ...] = ()) -> Canvas:
    """An empty page in a gallery."""
    metrics = Metrics(*size, larger=larger_than_at_home(Density.GALLERY, large_type=False))
    surface = pygame.Surface(size)
    return Canvas(surface, PALETTES[theme], metrics, english, two_sided=True, faults=faults)


def test_upright_the_buttons_stand_in_one_row_so_that_the_board_is_higher() -> None:
    one, two = table(canvas_of(UPRIGHT)), table(canvas_of(UPRIGHT), wide=True)
    assert one.in_one_row
    assert one.status.top == one.band.top
    assert not two.in_one_row
    assert one.board.height > 1.2 * two.board.height


def test_for_the_words_of_a_fault_only_the_board_gives_way() -> None:
    usual, canvas = table(canvas_of(UPRIGHT)), canvas_of(UPRIGHT, faults=(Fault.CAMERA_LOST,))
    boxes = table(canvas)
    assert boxes.board.top > usual.board.top
    assert boxes == replace(usual, board=boxes.board)
    assert [text.string for text in canvas.texts] == [fault_text(Fault.CAMERA_LOST, english)]


def test_everything_a_mover_can_ask_for_is_in_that_row() -> None:
    screen = screen_on(pygame.Surface(UPRIGHT), density=Density.GALLERY)
    screen.show(examples()["play-move"])
    kinds = (Ask.SHOW_LANGUAGES, Ask.PAUSE, Ask.WHAT_CAN_I_PLAY, Ask.ADVISE)
    boxes = [target.box for target in screen.targets if target.intent in kinds]
    assert len(boxes) == len(kinds)
    assert len({box.centery for box in boxes}) == 1


@pytest.mark.parametrize(
    ("theme", "height_px", "drawn"),
    [(Theme.BRIGHT, 400, True), (Theme.BRIGHT, 60, False), (Theme.HIGH_CONTRAST, 400, False)],
)
def test_a_frieze_is_drawn_where_there_is_room_and_pages_are_not_plain(
    theme: Theme, height_px: int, drawn: bool
) -> None:
    canvas = canvas_of((800, 480), theme)
    draw_frieze(canvas, pygame.Rect(100, 40, 600, height_px))
    marked = pygame.surfarray.array3d(canvas.surface)
    assert marked.any() == drawn
    marked[100:700, 40 : 40 + height_px] = 0
    assert not marked.any()


def test_titles_are_set_a_little_smaller_if_they_then_take_fewer_lines() -> None:
    canvas = canvas_of((800, 480))
    said, size_mm = "The computer is thinking", 6.2
    alone_px = max(canvas.text_height_px(word, 10_000, size_mm, Face.TITLE) for word in said.split())
    width = line_width_px("The computer", round(canvas.metrics.px(size_mm) * 0.9), Face.TITLE)
    parts = [TextPart(said, size_mm, bold=True), TextPart("4A")]
    canvas.stack(parts, pygame.Rect(0, 0, width, 4 * alone_px))
    drawn, detail = canvas.texts
    assert detail.px == canvas.metrics.px(BODY_MM)
    assert drawn.fits
    assert drawn.px < canvas.metrics.px(size_mm)
    assert drawn.box.height < 2.2 * alone_px


def test_texts_grow_together_where_they_would_leave_their_box_half_empty() -> None:
    sizes = []
    for height in (130, 400):
        canvas = canvas_of((800, 480))
        canvas.stack([TextPart("Throw", 6.2, bold=True), TextPart("4A")], pygame.Rect(0, 0, 700, height))
        assert all(text.fits for text in canvas.texts)
        sizes.append([text.px / canvas.metrics.px(1) for text in canvas.texts])
    assert sum(text.box.height for text in canvas.texts) <= 200
    assert sizes[1][0] > 1.3 * sizes[0][0]
    assert sizes[1][1] > 1.3 * sizes[0][1]


def test_texts_do_not_outgrow_a_heading_that_stands_elsewhere() -> None:
    sizes = []
    for said, titled in (("Throw", True), ("throw", False)):
        canvas = canvas_of((800, 480))
        canvas.titled = titled
        canvas.stack([TextPart(said, PROMPT_MM, bold=titled)], pygame.Rect(0, 0, 700, 400))
        sizes.append(canvas.texts[0].px)
    assert sizes[1] == canvas.metrics.px(PROMPT_MM) < sizes[0] <= round(1.01 * canvas.metrics.px(TITLE_MM))


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("theme", Theme)
def test_a_counter_is_seen_on_every_plate(theme: Theme, seat: Seat) -> None:
    palette = PALETTES[theme]
    for behind in (palette.page, palette.panel, palette.main, palette.wrong, palette.right):
        canvas = canvas_of((200, 200), theme)
        canvas.surface.fill(behind.fill)
        draw_counter_on(canvas, seat, (100, 100), 100, behind)
        # Inside its rim or its outline.
        red, green, blue, _ = canvas.surface.get_at((100 + 46, 100))
        inner = palette.counter(seat).fill
        seen = max(contrast((red, green, blue), behind.fill), contrast(inner, behind.fill))
        assert seen >= SEEN_CONTRAST, (theme, behind)


def test_the_only_move_is_drawn_also_for_people_who_asked_for_nothing() -> None:
    surface = pygame.Surface((800, 480))
    screen = screen_on(surface)
    asked = examples()["play-move"]
    assert isinstance(asked, PlayView)

    def board(view: PlayView) -> bytes:
        screen.show(view)
        return pygame.image.tobytes(surface.subsurface((0, 0, 430, 400)), "RGB")

    silent = replace(asked, hints=None)
    assert board(replace(silent, forced=True)) == board(asked) != board(silent)


def test_a_possible_move_ends_where_its_counter_will_lie() -> None:
    position = Position.parse("A 1A 2A 4A 3Bx2 / B 1B 3Ax2 4B 5B")
    move = Move(Seat.A, Point.A4, Point.B3)
    marks = {Point.B3: PointMark.TARGET}
    arrows = arrows_of(move, ArrowStyle.MAY)
    picture = BoardPicture(position.halves(), arrows=arrows, marks=marks)
    geometry = BoardGeometry(pygame.Rect(0, 0, 400, 400), 12, beside=False)
    after = geometry.counters(Point.B3, Seat.A, play(position, move).halves())
    assert ends(geometry, arrows[0], picture)[1] == after[-1] != geometry.point(Point.B3)
    assert mark_place(geometry, picture, Point.B3) == after[-1]
    # What bars a way is pointed at, and a counter that is hit is where it lies.
    barred = replace(picture, marks={Point.B3: PointMark.WRONG})
    hits = replace(picture, arrows=(replace(arrows[0], hits=True),))
    for shown in (barred, hits):
        assert ends(geometry, shown.arrows[0], shown)[1] == geometry.point(Point.B3)
        assert mark_place(geometry, shown, Point.B3) == geometry.point(Point.B3)


def test_of_several_possible_moves_each_shows_its_way_in_its_turn() -> None:
    surface, view = pygame.Surface((480, 320)), examples()["lesson-move"]
    screen = screen_on(surface, density=Density.GALLERY)
    assert isinstance(view, PlayView)
    assert view.hints is not None
    shown = []
    for turn in range(len(view.hints) + 1):
        screen.show(replace(view, turn=turn))
        shown.append(pygame.image.tobytes(surface, "RGB"))
    assert shown[0] == shown[-1]
    assert len(set(shown)) == len(view.hints) > 1


@pytest.mark.parametrize(("mover", "at"), [(Seat.A, 0), (Seat.B, 1)])
def test_on_a_half_of_both_the_movers_own_counter_is_ringed(mover: Seat, at: int) -> None:
    halves = Position.parse("A 3Ax2 1A 2A 4A / B 3Ax2 1B 2B 4B").halves()
    marks = {Point.A3: PointMark.GLOW}
    crowds = (Crowd(Point.A3, (Seat.A, Seat.B, Seat.B, Seat.A)),)
    picture = BoardPicture(halves, marks=marks, crowds=crowds, mover=mover)
    geometry = BoardGeometry(pygame.Rect(0, 0, 400, 400), 12, beside=False, crowds=crowds)
    assert mark_place(geometry, picture, Point.A3) == geometry.lying(Point.A3, halves)[at][1]


def test_a_ring_on_a_crowded_half_is_seen_all_round() -> None:
    canvas, halves = canvas_of((480, 480)), Position.parse("A 3Ax2 1A 2A 4A / B 3Ax2 1B 2B 4B").halves()
    crowds = (Crowd(Point.A3, (Seat.B, Seat.A, Seat.B, Seat.A)),)
    picture = BoardPicture(halves, marks={Point.A3: PointMark.GLOW}, crowds=crowds, mover=Seat.A)
    geometry = draw_board(canvas, canvas.surface.get_rect(), picture)
    (x, y), radius_px = mark_place(geometry, picture, Point.A3), geometry.point_px * 0.6
    around = [(x + radius_px * math.cos(turn), y + radius_px * math.sin(turn)) for turn in range(7)]
    colours = [canvas.surface.get_at((round(x), round(y)))[:3] for x, y in around]
    assert all(math.dist(colour, canvas.palette.go) < 9 for colour in colours), colours


def test_the_ring_of_the_last_move_lies_round_the_counter_that_moved() -> None:
    move = Move(Seat.B, Point.B5, Point.A3)
    position = play(start_position(rules_for("schaedler")), move)
    marks = dict.fromkeys((Point.B5, Point.A3), PointMark.LAST)
    picture = BoardPicture(position.halves(), marks=marks, shown=ShownMove(move), mover=Seat.A)
    geometry = BoardGeometry(pygame.Rect(0, 0, 400, 400), 12, beside=False)
    (moved,) = geometry.counters(Point.A3, Seat.B, picture.halves)
    assert mark_place(geometry, picture, Point.A3) == moved
    assert mark_place(geometry, picture, Point.B5) == geometry.point(Point.B5)


def test_the_ring_of_one_more_counter_lies_beside_those_on_a_crowded_half() -> None:
    position = Position.parse("A 1A 2A 3Bx3 / B 1B 2B 3A 4B 5B")
    comes = arrows_of(Move(Seat.A, Point.A2, Point.B3), ArrowStyle.MAY)
    left = ShownMove(Move(Seat.A, Point.B3, Point.A2))
    lying = BoardPicture(position.halves())
    pictures = [
        replace(lying, arrows=comes, marks={Point.B3: PointMark.TARGET}),
        replace(lying, shown=left, marks={Point.B3: PointMark.LAST}),
    ]
    for picture in pictures:
        geometry = draw_board(canvas_of((640, 480)), pygame.Rect(0, 0, 640, 480), picture)
        places = geometry.counters(Point.B3, Seat.A, picture.halves)
        ring = mark_place(geometry, picture, Point.B3)
        between = [math.dist(one, other) for one, other in itertools.pairwise([*places, ring])]
        assert len(places) == 3
        assert between == pytest.approx([between[0]] * 3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_upright_the_answers_of_one_player_have_one_line(language: str) -> None:
    screen = screen_on(pygame.Surface(UPRIGHT), language=language, density=Density.GALLERY)
    screen.show(examples()["ending-another"])
    for text in screen.texts[1:]:
        assert line_width_px(text.string, text.px, Face.BOLD) <= text.box.width, text
    assert [target.intent for target in screen.targets][-2:] == [Ask.GO_ON, Agree(Seat.A)]


def test_labels_beside_each_other_have_one_size() -> None:
    canvas = canvas_of((480, 320))
    boxes = [pygame.Rect(0, 60 * row, 110, 50) for row in range(3)]
    canvas.buttons(
        [("Go", None, Ask.GO_ON), ("Sound and light", Icon.SOUND, Ask.BACK), ("", Icon.BACK, Ask.BACK)], boxes
    )
    go, sound = canvas.texts
    assert go.fits
    assert sound.fits
    assert go.px == sound.px
    canvas.button("Go", boxes[2], Ask.GO_ON)
    assert canvas.texts[-1].px > go.px


def test_large_figures_stand_in_the_middle_of_their_button() -> None:
    canvas, box = canvas_of((480, 320)), pygame.Rect(100, 100, 120, 90)
    canvas.surface.fill(canvas.palette.page.fill)
    canvas.button("8", box, Ask.GO_ON, size_mm=PROMPT_MM)
    inside = box.inflate(-20, -12)
    dark = pygame.surfarray.array3d(canvas.surface.subsurface(inside)).max(axis=2) < 90
    down = dark.any(axis=0).nonzero()[0]
    assert abs((down.min() + down.max()) / 2 - inside.height / 2) <= 0.05 * (down.max() - down.min())


def test_a_word_below_an_icon_keeps_off_the_frame() -> None:
    canvas = canvas_of((480, 320))
    canvas.surface.fill(canvas.palette.page.fill)
    box = pygame.Rect(0, 0, canvas.button_px("Correct"), canvas.metrics.target_px)
    canvas.button("Correct", box, Ask.CORRECT, icon=Icon.MEND)
    dark = pygame.surfarray.array3d(canvas.surface).max(axis=2) < 90
    across, down = dark.any(axis=1).nonzero()[0], dark.any(axis=0).nonzero()[0]
    assert box.bottom - 1 - down.max() >= canvas.metrics.px(0.6)
    assert across.min() - box.left >= canvas.metrics.px(0.3)
    assert box.right - 1 - across.max() >= canvas.metrics.px(0.3)


def test_an_arrow_is_as_thick_where_it_slants() -> None:
    thick = []
    for end in ((190.0, 100.0), (170.0, 170.0)):
        sheet = pygame.Surface((200, 200))
        middle, along = pygame.Vector2(100, 100), pygame.Vector2(end) - (100, 100)
        places = [middle + along * (i / 20 - 1) for i in range(41)]
        draw_arrow(sheet, [(it.x, it.y) for it in places], ArrowStyle.SHALL, 60.0, PALETTES[Theme.BRIGHT])
        # Between two places, where no round end covers it.
        across, middle = along.normalize().rotate(90) / 4, middle + along / 40
        seen = [tuple(sheet.get_at([round(it) for it in middle + across * i]))[:3] for i in range(-80, 81)]
        thick.append(seen.count(tuple(PALETTES[Theme.BRIGHT].go[:3])) / 4)
    assert thick[1] == pytest.approx(thick[0], abs=1.5)
