"""The house's own sign and words at the head of the first page."""

import pygame

from companion.display.drawing.canvas import Align, Canvas, Part
from companion.display.drawing.layout import BODY_MM, TITLE_MM, cut_left, cut_top
from companion.interface.texts import Logo, Texts


def draw_heading(canvas: Canvas, box: pygame.Rect, texts: Texts, logo: Logo | None) -> None:
    """The logo, the title and the welcome line; without a title of the house's own, the game's name."""
    gap = canvas.metrics.gap_px
    if logo is not None and not canvas.metrics.small:
        if box.width > 2 * box.height:
            place, box = cut_left(box, min(box.height, box.width // 4), gap)
        else:
            place, box = cut_top(box, box.height // 3, gap)
        draw_logo(canvas, place, logo)
    title = texts.title or canvas.tr("Five Lines")
    if not texts.line:
        canvas.text(title, box, TITLE_MM * 1.35, bold=True)
        return
    parts = [Part(title, TITLE_MM * 1.35, bold=True), Part(texts.line, BODY_MM)]
    canvas.stack(parts, box, align=Align.CENTRE)


def draw_logo(canvas: Canvas, box: pygame.Rect, logo: Logo) -> None:
    """The logo in the middle of a box, as large as it allows."""
    height, width = logo.pixels.shape[:2]
    scale = min(box.width / width, box.height / height)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    drawn = pygame.image.frombuffer(logo.pixels.tobytes(), (width, height), "RGBA")
    place = pygame.Rect((0, 0), size)
    place.center = box.center
    canvas.surface.blit(pygame.transform.smoothscale(drawn, size), place)
