"""Draw the story of the object, a picture to a page, and what the museum says about its board."""

import pygame

from companion.display.drawing.canvas import Align, Canvas, Pages, TextPart
from companion.display.drawing.layout import (
    BODY_MM,
    PROMPT_MM,
    SMALL_MM,
    TITLE_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    rows,
)
from companion.display.drawing.parts.furniture import draw_leaf_foot, titled
from companion.display.drawing.parts.heading import draw_logo
from companion.display.drawing.parts.vase import DRAWINGS, clay, draw_drawing, draw_frame, framed_box
from companion.display.drawing.text import line_height_px, line_width_px, set_text
from companion.interface.texts import HousePicture
from companion.interface.views import AboutBoardView, StoryView
from companion.presentation.fonts import Face
from companion.presentation.palette import PALETTES
from companion.presentation.words.story import TIMES, known_and_guessed, story, times


def draw_story(canvas: Canvas, view: StoryView) -> None:
    """Draw a page: a picture, one or two sentences, the source."""
    metrics, gap, own = canvas.metrics, canvas.metrics.gap_px, view.texts
    ours = story(canvas.tr)[view.page]
    said, more, source = own.title or ours.said, own.line or ours.more, own.about or ours.source
    if own.title or view.picture is not None:
        # Our second sentence and source may say nothing of the museum's picture.
        more, source = own.line, own.about
    if metrics.small and not metrics.portrait:
        picture, foot = cut_bottom(titled(canvas, said), round(metrics.target_px * 1.2), gap)
        # The lists name the sources, too.
        if source := source if view.page < len(DRAWINGS) else own.about:
            picture, side = cut_right(picture, picture.width // 3, gap)
            canvas.text(source, side, SMALL_MM, align=Align.LEFT)
        draw_page_picture(canvas, picture, view.page, view.picture)
        draw_leaf_foot(canvas, foot, view.leaf, view.leaves, more)
        return
    whole = titled(canvas, canvas.tr("The story"))
    if metrics.portrait:
        share = 0.56 if not metrics.narrow else 0.38 if view.page < len(DRAWINGS) else 0.59
        picture, words = cut_top(whole, round(whole.height * share), gap)
    else:
        picture, words = cut_left(whole, round(whole.width * 0.6), 2 * gap)
    words, foot = cut_bottom(words, metrics.target_px, gap)
    draw_page_picture(canvas, picture, view.page, view.picture)
    air = [] if metrics.narrow else [TextPart(" ", SMALL_MM)]
    parts = [TextPart(said, TITLE_MM, bold=True), *air]
    parts += [TextPart(more, BODY_MM * 1.15), *air] if more else []
    # The lists name the sources, too.
    if not metrics.narrow or view.page < len(DRAWINGS):
        parts.append(TextPart(source, SMALL_MM))
    canvas.stack(parts, words)
    draw_leaf_foot(canvas, foot, view.leaf, view.leaves)


def draw_page_picture(
    canvas: Canvas,
    box: pygame.Rect,
    page: int,
    house: HousePicture | None,
    *,
    framed: bool = True,
    moved: float | None = None,
) -> None:
    """Draw the museum's picture of a page of the story, or ours; for the last two pages it is a list.

    Ours has `moved` a share of its way, as in `draw_drawing`.
    """
    gap = canvas.metrics.gap_px
    if house is not None:
        draw_logo(canvas, box, house)
        return
    if page < len(DRAWINGS):
        inner = draw_frame(canvas, framed_box(box)) if framed else box
        draw_drawing(canvas.surface, inner, DRAWINGS[page], canvas.palette.theme, moved)
        return
    if canvas.metrics.small:
        canvas.surface.fill(clay(canvas.palette.theme).fill, box)
    inner = (box if canvas.metrics.small else draw_frame(canvas, box)).inflate(-2 * gap, -gap)
    draw_list = _draw_times if page == TIMES else _draw_known_and_guessed
    draw_list(canvas, inner, canvas.metrics.px(BODY_MM * 1.1))


def _draw_times(canvas: Canvas, box: pygame.Rect, max_px: int) -> None:
    """Draw the line of time, the oldest passage on top: a line of the board with a ring for each."""
    metrics, gap, passages = canvas.metrics, canvas.metrics.gap_px, times(canvas.tr)
    paint, sacred = clay(canvas.palette.theme), PALETTES[canvas.palette.theme].sacred_line
    places = rows(box, len(passages), 0)
    least = line_height_px(metrics.px(SMALL_MM)) * (2 if metrics.portrait else 1)
    air = max(0, min(places[0].height // 12, places[-1].height - least))
    ring = max(4, min(places[0].height // 4, metrics.px(1.8)))
    # Each column is as wide as its longest words ask for, so that one size of type fits both.
    dates, authors = (
        max(line_width_px(it[column], places[0].height, face) for it in passages)
        for column, face in enumerate((Face.TEXT, Face.BOLD))
    )
    before = (box.width - 2 * (ring + gap)) * dates // (dates + authors)
    x = box.left + (metrics.px(2) if metrics.portrait else before + ring + gap)
    ends = (x, places[0].centery), (x, places[-1].centery)
    pygame.draw.line(canvas.surface, sacred, *ends, max(3, ring // 2))
    cells = []
    for (date, who), row in zip(passages, (it.inflate(0, -air) for it in places), strict=True):
        pygame.draw.circle(canvas.surface, paint.ink, (x, row.centery), ring)
        pygame.draw.circle(canvas.surface, paint.fill, (x, row.centery), ring // 2)
        left, right = cut_left(row, x - ring - gap - row.left, 2 * (ring + gap))
        one, other = rows(right, 2, 0) if metrics.portrait else (left, right)
        cells += [(date, one, Face.TEXT), (who, other, Face.BOLD)]
    _set_alike(canvas, cells, max_px, Align.LEFT)


def _draw_known_and_guessed(canvas: Canvas, box: pygame.Rect, max_px: int) -> None:
    """Draw both lists, each under its heading."""
    ink, gap, lists = clay(canvas.palette.theme).ink, canvas.metrics.gap_px, known_and_guessed(canvas.tr)
    cells = []
    halves = (rows if canvas.metrics.portrait else columns)(box, 2, 2 * gap)
    for words, half in zip(lists, halves, strict=True):
        head, *lines = rows(half, len(words), 0)
        pygame.draw.line(canvas.surface, ink, head.bottomleft, head.bottomright, max(2, half.width // 90))
        cells.append((words[0], head, Face.BOLD))
        cells += [(word, line, Face.TEXT) for word, line in zip(words[1:], lines, strict=True)]
    _set_alike(canvas, cells, max_px, Align.CENTRE)


def _set_alike(canvas: Canvas, cells: list[tuple[str, pygame.Rect, Face]], max_px: int, align: Align) -> None:
    """Draw the words of a list in one size of type: the largest that all of them have room for."""
    paint, min_px = clay(canvas.palette.theme), canvas.metrics.px(SMALL_MM)
    px = min(set_text(words, *box.size, max_px, min_px, face).px for words, box, face in cells)
    for words, box, face in cells:
        canvas.text(words, box, px / canvas.metrics.px_per_mm, paint=paint, align=align, face=face)


def draw_about_board(canvas: Canvas, view: AboutBoardView) -> None:
    """Draw what the museum says about its board."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, canvas.tr("About this board"))
    if view.leaves > 1:
        content, foot = cut_bottom(content, metrics.target_px, gap)
        draw_leaf_foot(canvas, foot, 0, view.leaves)
    words, said = content, view.texts.about
    if view.logo is not None:
        # The picture has as much of the page as the words can spare.
        for parts in (2, 3, 4, 6):
            if metrics.portrait:
                place, words = cut_top(content, content.height // parts, gap)
            else:
                place, words = cut_left(content, content.width // parts, 3 * gap)
            size_mm = SMALL_MM if metrics.small else BODY_MM
            if canvas.text_height_px(said, words.width, size_mm) <= words.height:
                break
        draw_logo(canvas, place, view.logo)
    canvas.text(said, words, PROMPT_MM, align=Align.LEFT)


PAGES: Pages = {
    AboutBoardView: draw_about_board,
    StoryView: draw_story,
}
"""The function that draws each kind of view of this stage."""
