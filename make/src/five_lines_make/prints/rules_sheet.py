"""The two sides of a sheet with the rules of a game: drawn cards at printer resolution, and words as text."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import pygame

from companion.display.drawing.canvas import Align, Canvas, TextPart
from companion.display.drawing.fonts import font
from companion.display.drawing.layout import (
    BODY_MM,
    SMALL_MM,
    TITLE_MM,
    Metrics,
    columns,
    cut_bottom,
    cut_top,
    grid,
)
from companion.display.drawing.parts.cards import draw_card
from companion.display.drawing.parts.frieze import HEIGHT_MM, draw_frieze
from companion.display.drawing.parts.vase import draw_drawing, draw_frame, framed_box
from companion.display.drawing.table.dice import die_face
from companion.display.drawing.text import line_width_px, runs
from companion.game import RECONSTRUCTIONS, Rules, reconstruction, rules_for
from companion.interface.rule_cards import cards_of
from companion.presentation.fonts import Face
from companion.presentation.palette import BRIGHT, Colour, Paint, Palette
from companion.presentation.words import translator
from companion.presentation.words.labels import author_of, title_of
from companion.presentation.words.rules_text import sentences
from companion.presentation.words.story import story
from companion.referee.words import Translate
from five_lines_make import MakeError
from five_lines_make.board import Paper
from five_lines_make.shapes import Page, Picture, SheetLabel

A4_MM = (210.0, 297.0)
DOTS_PER_INCH = 300
MARGIN_MM = 10.0  # wider than the edge that printers can't reach

_ACROSS = 2
_WHITE = (255, 255, 255)


def rules_of(
    name: str | None, options: Iterable[str], language: str, size: str, palette: Palette
) -> tuple[Page, ...]:
    """Return front and back of a game's rules; raises MakeError without a name, or for a size of no paper."""
    if name is None:
        raise MakeError(f"which rules? add --rules with one of {', '.join(RECONSTRUCTIONS)}")
    if size not in tuple(Paper):
        raise MakeError(f"--size: rules can't be {size!r}; there are {', '.join(Paper)}")
    return rules_pages(rules_for(name, options), language, Paper(size), palette)


def rules_pages(
    rules: Rules, language: str, paper: Paper = Paper.A4, palette: Palette = BRIGHT
) -> tuple[Page, ...]:
    """Return front and back of a game's rules, upright; raises LanguageError."""
    front, back = draw_cards(rules, language, palette), draw_words(rules, language, palette)
    return page_of("rules", front, paper), page_of("rules-back", back, paper)


@dataclass
class PrintedCanvas(Canvas):
    """A canvas that keeps its words, in pixels from its middle, to be printed as text on its picture."""

    words: list[SheetLabel] = field(default_factory=list)

    def put_line(self, line: str, place: tuple[int, int], px: int, colour: Colour, face: Face) -> None:
        """Keep one line of text, its upper left corner at a place."""
        x = place[0] - self.box.width / 2
        red, green, blue = (part / 255 for part in colour[:3])
        for run, used in runs(line, face):
            wide = line_width_px(run, px, used)
            at = x + wide / 2, self.box.height / 2 - place[1] - font(px, face).get_ascent()
            self.words.append(SheetLabel(at, run, px, (red, green, blue), used))
            x += wide


def page_of(name: str, canvas: PrintedCanvas, paper: Paper = Paper.A4) -> Page:
    """Return a drawn sheet as a page of paper, upright."""
    height_mm, width_mm = paper.size_mm
    box = (-width_mm / 2, -height_mm / 2, width_mm, height_mm)
    pixels = pygame.surfarray.array3d(canvas.surface).transpose(1, 0, 2)
    mm = width_mm / canvas.box.width
    words = (
        replace(it, place=(it.place[0] * mm, it.place[1] * mm), height_mm=it.height_mm * mm)
        for it in canvas.words
    )
    return Page(name, width_mm, height_mm, (Picture(box, pixels), *words))


def draw_cards(rules: Rules, language: str, palette: Palette = BRIGHT) -> PrintedCanvas:
    """Draw the front: the cards of a game; raises LanguageError."""
    tr, source = translator(language), author_of(rules)
    written = tr("After {source}").format(source=source)
    canvas, content = blank_sheet(title_of(rules, tr), written, tr, palette)
    cards = cards_of(rules)
    boxes = grid(content, _ACROSS, -(-len(cards) // _ACROSS), canvas.metrics.px(6))
    for number, (card, box) in enumerate(zip(cards, boxes, strict=False), start=1):
        draw_card(canvas, box, number, card, rules.die)
    return canvas


def draw_words(rules: Rules, language: str, palette: Palette = BRIGHT) -> PrintedCanvas:
    """Draw the back: a picture of the story, the rules in sentences, and the sides that a throw can show."""
    tr = translator(language)
    canvas, content = blank_sheet(title_of(rules, tr), reconstruction(rules.name).source, tr, palette)
    metrics, gap, first = canvas.metrics, canvas.metrics.px(6), story(canvas.tr)[0]
    picture, content = cut_top(content, round(content.height * 0.34), gap // 2)
    draw_drawing(canvas.surface, draw_frame(canvas, framed_box(picture)), "players", canvas.palette.theme)
    caption, content = cut_top(content, metrics.px(12), gap)
    canvas.stack(
        [TextPart(first.said, BODY_MM), TextPart(first.source, SMALL_MM)], caption, align=Align.CENTRE
    )
    words, thrown = cut_bottom(content, metrics.px(20), gap)
    said = [
        TextPart(f"{number}.  {text}", 1.2 * BODY_MM)
        for number, text in enumerate(sentences(rules, canvas.tr), start=1)
    ]
    canvas.stack([part for it in said for part in (it, TextPart(" ", 1.6))], words.inflate(-2 * gap, 0))
    places = columns(thrown, len(rules.die.faces), 0)
    for face, place in zip(rules.die.faces, places, strict=True):
        drawn = die_face(rules.die, face, place.height, canvas.palette)
        canvas.surface.blit(drawn, drawn.get_rect(center=place.center))
    return canvas


def blank_sheet(
    title: str, source: str, tr: Translate, palette: Palette = BRIGHT
) -> tuple[PrintedCanvas, pygame.Rect]:
    """Return a page with title, frieze and source, and the box between title and frieze."""
    width, height = (round(side * DOTS_PER_INCH / 25.4) for side in A4_MM)
    surface = pygame.Surface((width, height))
    surface.fill(_WHITE)
    metrics = Metrics(width, height, math.hypot(*A4_MM), larger=0.0)
    canvas = PrintedCanvas(surface, palette, metrics, tr, two_sided=False)
    margin, gap = metrics.px(MARGIN_MM), metrics.px(6)
    paint = Paint(_WHITE, palette.page.ink)
    content = canvas.box.inflate(-2 * margin, -2 * margin)
    head, content = cut_top(content, metrics.px(14), gap)
    content, foot = cut_bottom(content, metrics.px(9), metrics.px(1))
    content, ground = cut_bottom(content, metrics.px(HEIGHT_MM * 1.7))
    draw_frieze(canvas, ground)
    canvas.text(title, head, TITLE_MM * 1.5, paint=paint, bold=True)
    canvas.text(source, foot, SMALL_MM, paint=paint)
    return canvas, content
