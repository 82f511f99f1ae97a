"""Draw the pages that wait for people: welcome, attract, languages, closing and closed."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

import pygame

from companion.display.attract_scene import GOAL, AttractScene, language_at, poster_pages, scene
from companion.display.drawing.canvas import Align, Canvas, Pages, TextPart
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    PROMPT_MM,
    TITLE_MM,
    cut_bottom,
    cut_left,
    cut_top,
    grid,
    rows,
)
from companion.display.drawing.parts.branch import draw_crown
from companion.display.drawing.parts.frieze import HEIGHT_MM, draw_frieze, meander
from companion.display.drawing.parts.furniture import (
    MESSAGE_MM,
    Way,
    draw_message_to_both,
    fault_strip,
    titled,
)
from companion.display.drawing.parts.heading import draw_heading
from companion.display.drawing.parts.vase import clay, draw_tongues
from companion.display.drawing.table.board import (
    Lying,
    box_of,
    draw_board,
    draw_moving,
    draw_still,
    ease,
    on_its_way,
)
from companion.display.drawing.table.dice import draw_roll
from companion.display.drawing.table.hand import draw_hand
from companion.display.drawing.text import line_width_px, set_text
from companion.display.pages.story import draw_page_picture
from companion.game import OWN_HALF, Point, Reserve, Seat, point_at
from companion.interface.intents import Ask, Named, Pick, PlayAgainst
from companion.interface.texts import Texts, TextSet
from companion.interface.views import AttractView, ClosedView, ClosingView, LanguagesView, WelcomeView
from companion.presentation.board_geometry import BoardGeometry
from companion.presentation.board_picture import picture_of_start
from companion.presentation.fonts import Face
from companion.presentation.palette import Paint
from companion.presentation.words import LANGUAGES, language_names, translator
from companion.presentation.words.story import story

_Finger = tuple[pygame.Rect, Paint]

PLAYERS = 0.29
"""Height of a button for players, of what lies above the row of signs; the rest says what the game is."""


def draw_welcome(canvas: Canvas, view: WelcomeView) -> None:
    """Draw the page."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    whole = fault_strip(canvas, canvas.box.inflate(-2 * gap, -2 * gap))
    ways: list[Way] = [(name, None, Pick(Named.LANGUAGE, code)) for code, name in language_names().items()]
    if view.for_staff and metrics.small:
        # There is no room for it beside the other signs.
        ways.append((canvas.tr("Staff"), Icon.SETTINGS, Ask.OPEN_STAFF))
    down = 1 if canvas.have_room([label for label, *_ in ways], whole.width, gap // 2) else 2
    whole, languages = cut_bottom(whole, down * metrics.target_px + (down - 1) * gap, gap)
    a_row = -(-len(ways) // down)
    cells: list[pygame.Rect] = []
    for number, box in enumerate(rows(languages, down, gap)):
        row = ways[number * a_row : (number + 1) * a_row]
        cells += canvas.columns_for([label for label, *_ in row], box, gap // 2)
    canvas.buttons(ways, cells, quiet=0 if view.greets else len(ways))
    if metrics.portrait:
        share = 0.34 if metrics.narrow else 0.44
        board, side = cut_top(whole, round(whole.height * share), gap)
    else:
        row_px = sum(canvas.button_px(label) + gap for label, *_ in _signs(canvas))
        board, side = cut_left(whole, min(round(whole.width * 0.5), whole.width - row_px), gap)
    draw_board(canvas, board, picture_of_start(view.rules))
    _draw_side(canvas, side, view)


def _draw_side(canvas: Canvas, side: pygame.Rect, view: WelcomeView) -> None:
    metrics, tr, gap = canvas.metrics, canvas.tr, canvas.metrics.gap_px
    side, lower = cut_bottom(side, metrics.target_px, gap)
    signs = _signs(canvas)
    if view.for_staff and not metrics.small:
        signs.append((tr("Staff"), Icon.SETTINGS, Ask.OPEN_STAFF))
    canvas.buttons(signs, canvas.columns_for([label for label, *_ in signs], lower, gap), quiet=len(signs))
    height = max(metrics.min_target_px, min(round(metrics.target_px * 1.7), round(side.height * PLAYERS)))
    if view.left:
        side, left = cut_bottom(side, metrics.target_px, gap)
        canvas.button(tr("Games that wait: {count}").format(count=view.left), left, Ask.SHOW_LEFT)
    side, players = cut_bottom(side, 2 * height + gap, gap)
    one, two = rows(players, 2, gap)
    paint = canvas.palette.main
    canvas.button(tr("One player"), one, PlayAgainst(view.computer), paint=paint, size_mm=PROMPT_MM)
    canvas.button(tr("Two players"), two, PlayAgainst(None), paint=paint, size_mm=PROMPT_MM)
    if metrics.small and canvas.faults:
        return
    texts = Texts(tr("Take a counter"), tr("Who plays?")) if view.greets else view.texts
    draw_heading(canvas, side, texts, view.logo)


def _signs(canvas: Canvas) -> list[Way]:
    """Return the ways to learn more."""
    tr, small = canvas.tr, canvas.metrics.small
    return [
        (tr("Rules") if small else tr("How to play"), Icon.BOOK, Ask.SHOW_RULES),
        (tr("Story") if small else tr("The story"), Icon.HINT, Ask.SHOW_STORY),
        (tr("Sound"), Icon.SOUND, Ask.SHOW_SOUND),
    ]


def draw_attract(canvas: Canvas, view: AttractView) -> None:
    """Draw the page at its time, in the language whose turn it is."""
    code = language_at(view.rules, view.time_s, view.first)
    speaking = canvas if code == view.first else replace(canvas, tr=translator(code))
    now = scene(view.rules, view.time_s, still=view.still)
    if now.story is None:
        _draw_game(speaking, now)
    else:
        _draw_poster(speaking, now, view, code)
    canvas.target(canvas.box, Ask.WELCOME)


def _draw_poster(canvas: Canvas, now: AttractScene, view: AttractView, code: str) -> None:
    """Fill the screen with a picture and few large words, to be seen from across the room."""
    gap, paint = canvas.metrics.gap_px, clay(canvas.palette.theme)
    pages = poster_pages(view.house)
    page = pages[(now.story or 0) % len(pages)]
    house = view.house.story.get(page + 1, TextSet())
    said = house.spoken(code, view.first).title or story(canvas.tr)[page].said
    whole = canvas.box
    canvas.surface.fill(paint.fill)
    whole, touch = cut_bottom(whole, round(min(whole.height * 0.16, whole.width * 0.2)))
    pygame.draw.rect(canvas.surface, paint.ink, touch)
    _draw_finger(canvas, now, *_draw_call(canvas, touch.inflate(-2 * gap, 0), Paint(paint.ink, paint.fill)))
    whole, band = cut_bottom(whole, max(4, touch.height // 3))
    draw_tongues(canvas, band)
    whole = fault_strip(canvas, whole.inflate(-2 * gap, 0))
    share = 0.45 if canvas.metrics.portrait else 0.3
    words, picture = cut_top(whole, round(whole.height * share))
    canvas.text(
        said, words.inflate(0, -gap), words.height * 0.44 / canvas.metrics.px_per_mm, paint=paint, bold=True
    )
    draw_page_picture(canvas, picture, page, house.logo, framed=False, moved=now.moved)


def _draw_call(canvas: Canvas, box: pygame.Rect, paint: Paint) -> _Finger:
    """Draw the call to play; return the place and the paint of the finger that taps before it."""
    said, px = canvas.tr("Touch to play"), round(box.height * 0.56)
    side = min(round(box.height * 0.9), box.width // 4)
    words = set_text(said, box.width - side, box.height, px, 1, Face.TITLE)
    width = min(box.width, side + max(line_width_px(line, words.px, Face.TITLE) for line in words.lines))
    finger, text = cut_left(box.inflate(width - box.width, 0), side)
    canvas.text(said, text, words.px / canvas.metrics.px_per_mm, paint=paint, bold=True, face=Face.TITLE)
    return finger, paint


def _draw_finger(canvas: Canvas, now: AttractScene, finger: pygame.Rect, paint: Paint) -> None:
    canvas.icon(Icon.TAP if now.taps else Icon.TOUCH, finger, paint.ink)


def _draw_game(canvas: Canvas, now: AttractScene) -> None:
    shown = now.board.shown
    if shown is not None and shown.progress < 1:
        shown = replace(shown, progress=0.0)
    roll = now.roll and replace(now.roll, progress=0.0)
    board = replace(now.board, shown=shown)
    still = replace(now, board=board, roll=roll, reaches=(), moved=None, taps=False)
    look = canvas.palette, canvas.metrics, canvas.tr, canvas.two_sided, canvas.faults
    lit, geometry, lying, finger, side = still_game(canvas.surface.get_size(), look, still)
    canvas.surface.blit(lit.surface, (0, 0))
    canvas.texts += lit.texts
    canvas.targets += lit.targets
    if now.roll is not None:
        draw_roll(replace(lit, surface=canvas.surface, texts=canvas.texts), side, now.roll)
    draw_moving(canvas, geometry, now.board, lying)
    if now.won:
        draw_crown(canvas, geometry, GOAL, 1.0 if now.moved is None else now.moved)
    _draw_hands(canvas, geometry, now)
    _draw_finger(canvas, now, *finger)


@lru_cache(maxsize=1)
def still_game(
    size_wh: tuple[int, int], look: tuple[Any, ...], now: AttractScene
) -> tuple[Canvas, BoardGeometry, Lying, _Finger, pygame.Rect]:
    """Draw what doesn't move; this takes most of the time, so it is drawn again only when it changes."""
    canvas = Canvas(pygame.Surface(size_wh), *look)
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    paint = clay(canvas.palette.theme)
    # In a dark room, too, the greater surface is dark.
    gloss = Paint(*sorted((paint.ink, paint.fill), key=sum))
    canvas.surface.fill(gloss.fill)
    cut, whole_px = (cut_top, canvas.box.height) if metrics.portrait else (cut_left, canvas.box.width)
    board, side = cut(canvas.box, round(whole_px * 0.6))
    canvas.surface.fill(paint.fill, board)
    board = fault_strip(canvas, board.inflate(-2 * gap, -2 * gap))
    geometry, lying = draw_still(canvas, board, now.board)
    call_px = min(round(metrics.target_px * 1.6), side.height // 3)
    side, call = cut_bottom(side.inflate(-4 * gap, -2 * gap), call_px, gap)
    side, key = cut_bottom(side, metrics.px(HEIGHT_MM), gap)
    canvas.surface.blit(meander(*key.size, gloss.ink), key)
    finger = _draw_call(canvas, call, gloss)
    # Everything on the gloss is as light as the call.
    lit = replace(canvas, palette=replace(canvas.palette, page=gloss))
    _draw_game_side(lit, side, now)
    return lit, geometry, lying, finger, side


def _draw_hands(canvas: Canvas, geometry: BoardGeometry, now: AttractScene) -> None:
    """Draw the hands, which are visible over the board only."""
    box, shown, carried = box_of(geometry), now.board.shown, on_its_way(geometry, now.board)
    hands = [] if shown is None or carried is None else [(shown.move.seat, carried)]
    for reach in now.reaches:
        seat, near, side = reach.seat, ease(reach.near), 1 if reach.seat is Seat.A else -1
        if reach.place is Reserve.HAND:
            places = geometry.hand(seat, now.board.held(seat))
        else:
            point = reach.place if isinstance(reach.place, Point) else point_at(seat, OWN_HALF)
            places = geometry.counters(point, seat, now.board.halves) or [geometry.point(point)]
        # It holds the innermost counter; away from the board it is out of sight.
        x, y = places[-1]
        away_x = box.centerx + side * box.width * 0.2
        away_y = box.centery + side * (box.height / 2 + 2 * geometry.counter_px)
        hands.append((seat, (away_x + (x - away_x) * near, away_y + (y - away_y) * near)))
    canvas.surface.set_clip(box)
    for seat, place in hands:
        draw_hand(canvas.surface, place, geometry.counter_px, canvas.palette, far=seat is Seat.B)
    canvas.surface.set_clip(None)


def _draw_game_side(canvas: Canvas, box: pygame.Rect, now: AttractScene) -> None:
    tr = canvas.tr
    if now.won:
        size_mm = TITLE_MM * (1.0 if canvas.metrics.small else 1.5)
        four = tr("Four counters on the middle line win.")
        said = four if now.won == 4 else tr("Five on the middle line win.")
        canvas.stack([TextPart(said, size_mm, bold=True)], box, align=Align.CENTRE)
    elif now.roll is None:
        name = TextPart(tr("Five Lines"), TITLE_MM * 1.5, bold=True)
        canvas.stack([name, TextPart(tr("Play like the ancient Greeks."), TITLE_MM)], box, align=Align.CENTRE)


def draw_languages(canvas: Canvas, _view: LanguagesView) -> None:
    """Draw the page."""
    gap = canvas.metrics.gap_px
    content = titled(canvas, "", languages=False)
    across = 1 if canvas.metrics.portrait else 2
    down = -(-len(LANGUAGES) // across)
    height = min(content.height, round(canvas.metrics.target_px * 2.4) * down)
    content, rest = cut_top(content, height)
    draw_frieze(canvas, rest)
    cells = grid(content, across, down, gap)
    cells[len(LANGUAGES) - 1].width = content.right - cells[len(LANGUAGES) - 1].left
    for (code, name), box in zip(language_names().items(), cells, strict=False):
        chosen = canvas.tr is translator(code)
        canvas.button(name, box, Pick(Named.LANGUAGE, code), chosen=chosen, size_mm=TITLE_MM)


def draw_closing(canvas: Canvas, view: ClosingView) -> None:
    """Draw the page."""
    tr = canvas.tr
    kept = tr("Your game is saved and waits for you.") if view.in_game else tr("Thank you for coming.")
    what = tr("Touch anywhere to close now.") if view.last else tr("Touch anywhere to go on until then.")
    parts = [
        TextPart(tr("We are closing."), TITLE_MM, bold=True),
        TextPart(kept, MESSAGE_MM),
        TextPart(what, MESSAGE_MM),
    ]
    draw_message_to_both(canvas, parts, view.seconds)


def draw_closed(canvas: Canvas, _view: ClosedView) -> None:
    """Draw a black page; a touch anywhere wakes it."""
    canvas.surface.fill("black")
    canvas.target(canvas.box, Ask.GO_ON)


PAGES: Pages = {
    WelcomeView: draw_welcome,
    AttractView: draw_attract,
    LanguagesView: draw_languages,
    ClosingView: draw_closing,
    ClosedView: draw_closed,
}
"""The function that draws each kind of view of this stage."""
