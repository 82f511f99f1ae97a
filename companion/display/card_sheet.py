"""The rule cards of a game on one A4 page to print, at printer resolution."""

import math
from io import BytesIO

import pygame
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas as PdfCanvas

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.layout import SMALL_MM, TITLE_MM, Metrics, cut_bottom, cut_top, grid
from companion.display.drawing.palette import BRIGHT, Paint
from companion.display.drawing.parts.cards import draw_card
from companion.display.drawing.parts.frieze import HEIGHT_MM, draw_frieze
from companion.display.drawing.png import as_png
from companion.display.words import translator
from companion.display.words.labels import rules_name
from companion.game import Rules, Seat, reconstruction
from companion.interface.rule_cards import cards_of

PAPER_MM = (210.0, 297.0)
DOTS_PER_INCH = 300
MARGIN_MM = 10.0  # wider than the edge that printers can't reach

_ACROSS = 2
_WHITE = (255, 255, 255)
_POINTS_PER_MM = 72 / 25.4


def draw_sheet(rules: Rules, language: str) -> Canvas:
    """Draw the sheet of a game in a language; raises LanguageError."""
    width, height = (round(side * DOTS_PER_INCH / 25.4) for side in PAPER_MM)
    surface = pygame.Surface((width, height))
    surface.fill(_WHITE)
    metrics = Metrics(width, height, math.hypot(*PAPER_MM))
    canvas = Canvas(surface, BRIGHT, metrics, translator(language), Seat.A, two_sided=False)
    margin, gap = metrics.px(MARGIN_MM), metrics.px(6)
    paint = Paint(_WHITE, BRIGHT.page.ink)
    content = canvas.box.inflate(-2 * margin, -2 * margin)
    head, content = cut_top(content, metrics.px(14), gap)
    content, foot = cut_bottom(content, metrics.px(6), metrics.px(2))
    content, ground = cut_bottom(content, metrics.px(HEIGHT_MM * 1.7))
    draw_frieze(canvas, ground)
    canvas.text(rules_name(rules.name, canvas.tr), head, TITLE_MM * 1.5, paint=paint, bold=True)
    source = str(reconstruction(rules.name).text)
    canvas.text(canvas.tr("After {source}").format(source=source), foot, SMALL_MM, paint=paint)
    cards = cards_of(rules)
    boxes = grid(content, _ACROSS, -(-len(cards) // _ACROSS), gap)
    for number, (card, box) in enumerate(zip(cards, boxes, strict=False), start=1):
        draw_card(canvas, box, number, card, rules.die)
    return canvas


def as_pdf(sheet: Canvas) -> bytes:
    """Return a sheet as a one-page PDF; the same sheet gives the same bytes."""
    width, height = (side * _POINTS_PER_MM for side in PAPER_MM)
    pdf = PdfCanvas("", pagesize=(width, height), invariant=1)
    pdf.setTitle("Five lines")
    pdf.drawImage(ImageReader(BytesIO(as_png(sheet.surface))), 0, 0, width, height)
    pdf.showPage()
    # The stubs leave this one method untyped.
    return bytes(pdf.getpdfdata())  # type: ignore[no-untyped-call]
