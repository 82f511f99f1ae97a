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
    cut_top,
    rows,
)
from companion.display.drawing.palette import PALETTES
from companion.display.drawing.parts.furniture import draw_leaf_foot, titled
from companion.display.drawing.parts.heading import draw_logo
from companion.display.drawing.parts.vase import DRAWINGS, clay, draw_drawing, draw_frame, framed_box
from companion.display.drawing.text import set_text
from companion.display.words.story import TIMES, known_and_guessed, story, times
from companion.interface.texts import HousePicture
from companion.interface.views import AboutBoardView, StoryView


def draw_story(canvas: Canvas, view: StoryView) -> None:
    """Draw a page: a picture, one or two sentences, the source."""
    metrics, gap, own = canvas.metrics, canvas.metrics.gap_px, view.texts
    ours = story(canvas.tr)[view.page]
    said, more, source = own.title or ours.said, own.line or ours.more, own.about or ours.source
    if own.title or view.picture is not None:
        # Our second sentence and source may say nothing of the museum's picture.
        more, source = own.line, own.about
    if metrics.small and not metrics.portrait:
        # There is no room beside the picture, nor for the source of our drawings.
        more = "  ".join(filter(None, (more, own.about)))
        picture, foot = cut_bottom(titled(canvas, said), round(metrics.target_px * 1.2), gap)
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
    canvas: Canvas, box: pygame.Rect, page: int, house: HousePicture | None, *, framed: bool = True
) -> None:
    """Draw the museum's picture of a page of the story, or ours; for the last two pages it is a list."""
    gap = canvas.metrics.gap_px
    if house is not None:
        draw_logo(canvas, box, house)
        return
    if page < len(DRAWINGS):
        inner = draw_frame(canvas, framed_box(box)) if framed else box
        draw_drawing(canvas.surface, inner, DRAWINGS[page], canvas.palette.theme)
        return
    if canvas.metrics.small:
        canvas.surface.fill(clay(canvas.palette.theme).fill, box)
    inner = (draw_frame(canvas, box) if framed and not canvas.metrics.small else box).inflate(-2 * gap, -gap)
    if page == TIMES:
        _draw_times(canvas, inner)
        return
    _draw_known_and_guessed(canvas, inner)


def _draw_times(canvas: Canvas, box: pygame.Rect) -> None:
    """Draw the line of time, the oldest passage on top: a line of the board with a ring for each."""
    paint, passages, gap = clay(canvas.palette.theme), times(canvas.tr), canvas.metrics.gap_px
    places = rows(box, len(passages), 0)
    narrow = canvas.metrics.narrow
    x = box.left + (canvas.metrics.px(2) if narrow else box.width * 42 // 100)
    ring = max(4, min(places[0].height // 4, canvas.metrics.px(1.8)))
    sacred = PALETTES[canvas.palette.theme].sacred_line
    ends = (x, places[0].centery), (x, places[-1].centery)
    pygame.draw.line(canvas.surface, sacred, *ends, max(3, ring // 2))
    for (date, who), row in zip(passages, places, strict=True):
        pygame.draw.circle(canvas.surface, paint.ink, (x, row.centery), ring)
        pygame.draw.circle(canvas.surface, paint.fill, (x, row.centery), ring // 2)
        before = pygame.Rect(row.left, row.top, x - ring - gap - row.left, row.height)
        after = pygame.Rect(x + ring + gap, row.top, row.right - x - ring - gap, row.height)
        if narrow:
            canvas.stack([TextPart(date, SMALL_MM), TextPart(who, SMALL_MM, bold=True)], after, paint=paint)
        else:
            canvas.text(date, before, BODY_MM, paint=paint, align=Align.LEFT)
            canvas.text(who, after, BODY_MM * 1.1, paint=paint, bold=True, align=Align.LEFT)


def _draw_known_and_guessed(canvas: Canvas, box: pygame.Rect) -> None:
    """Draw both lists in the largest type that all their lines have room for."""
    paint, metrics, lists = clay(canvas.palette.theme), canvas.metrics, known_and_guessed(canvas.tr)
    places = [
        rows(half, len(lists[0]), 0)
        for half in (rows if metrics.narrow else columns)(box, 2, 2 * metrics.gap_px)
    ]
    width, height = places[0][0].size
    sizes = metrics.px(BODY_MM * 1.1), metrics.px(SMALL_MM)
    px = min(set_text(word, width, height, *sizes).px for words in lists for word in words[1:])
    for (heading, *words), (head, *lines) in zip(lists, places, strict=True):
        canvas.text(heading, head, PROMPT_MM, paint=paint, bold=True)
        pygame.draw.line(canvas.surface, paint.ink, head.bottomleft, head.bottomright, max(2, width // 90))
        for word, line in zip(words, lines, strict=True):
            canvas.text(word, line, px / metrics.px_per_mm, paint=paint)


def draw_about_board(canvas: Canvas, view: AboutBoardView) -> None:
    """Draw what the museum says about its board."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, canvas.tr("About this board"))
    if view.leaves > 1:
        content, foot = cut_bottom(content, metrics.target_px, gap)
        draw_leaf_foot(canvas, foot, 0, view.leaves)
    if view.logo is not None:
        if metrics.portrait:
            place, content = cut_top(content, content.height // 6, gap)
        else:
            place, content = cut_left(content, content.width // 4, 3 * gap)
        draw_logo(canvas, place, view.logo)
    canvas.text(view.texts.about, content, PROMPT_MM, align=Align.LEFT)


PAGES: Pages = {
    AboutBoardView: draw_about_board,
    StoryView: draw_story,
}
"""The function that draws each kind of view of this stage."""
