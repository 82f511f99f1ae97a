"""The museum's logo and words at the head of the first page."""

from collections.abc import Sequence

import pygame

from companion.display.drawing.canvas import Align, Canvas, TextPart
from companion.display.drawing.layout import BODY_MM, SMALL_MM, TITLE_MM, cut_left, cut_top
from companion.display.drawing.text import set_text
from companion.interface.texts import HousePicture, Texts

MIN_SHARE = 0.36
"""The logo is left out if the words beside it would shrink below this share of their usual size."""


def draw_heading(canvas: Canvas, box: pygame.Rect, texts: Texts, logo: HousePicture | None) -> None:
    """Draw the logo, the title and the welcome line; without a title, the game's name and what it is."""
    gap, tr = canvas.metrics.gap_px, canvas.tr
    title = TextPart(texts.title or tr("Five Lines"), TITLE_MM * 1.8, bold=True)
    line = texts.line or ("" if texts.title else tr("A game from ancient Greece"))
    parts = [title, TextPart(line, BODY_MM * 1.2)] if line else [title]
    if not texts.line and not _have_room(canvas, parts, box):
        parts = [title]
    if logo is not None:
        if box.width > 2 * box.height:
            place, rest = cut_left(box, min(box.height, box.width // 4), gap)
        else:
            place, rest = cut_top(box, box.height // 3, gap)
        if _have_room(canvas, parts, rest):
            draw_logo(canvas, place, logo)
            box = rest
    if len(parts) == 1:
        canvas.text(title.string, box, title.size_mm, bold=True)
        return
    canvas.stack(parts, box, align=Align.CENTRE)


def _have_room(canvas: Canvas, parts: Sequence[TextPart], box: pygame.Rect) -> bool:
    """True if texts fit a box at a size that still makes a heading."""
    sizes = [canvas.metrics.px(max(SMALL_MM, part.size_mm * MIN_SHARE)) for part in parts]
    settings = [
        set_text(part.string, box.width, box.height, px, px, part.face)
        for part, px in zip(parts, sizes, strict=True)
    ]
    return all(it.fits for it in settings) and sum(it.height_px for it in settings) <= box.height


def draw_logo(canvas: Canvas, box: pygame.Rect, logo: HousePicture) -> None:
    """Draw the logo in the middle of a box, as large as it allows."""
    height, width = logo.pixels.shape[:2]
    scale = min(box.width / width, box.height / height)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    drawn = pygame.image.frombuffer(logo.pixels.tobytes(), (width, height), "RGBA")
    place = pygame.Rect((0, 0), size)
    place.center = box.center
    canvas.surface.blit(pygame.transform.smoothscale(drawn, size), place)
