"""What the camera sees, large, and beside it what is read from that."""

import pygame

from companion.display.drawing.board import BoardPicture, draw_board
from companion.display.drawing.canvas import Canvas
from companion.display.drawing.furniture import picture_surface, titled
from companion.display.drawing.layout import BODY_MM, SMALL_MM, cut_bottom, cut_left, cut_top
from companion.display.drawing.palette import Paint
from companion.interface.sight import Spot
from companion.interface.views import CameraView
from companion.words.labels import sight_text


def draw(canvas: Canvas, view: CameraView) -> None:
    """Draw the page."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    content = titled(canvas, tr("Camera"))
    content, words = cut_bottom(content, metrics.px(6), gap)
    canvas.text(sight_text(view.seen.sight, tr), words, BODY_MM)
    if metrics.portrait:
        picture, board = cut_top(content, content.height // 2, gap)
    else:
        picture, board = cut_left(content, content.width * 55 // 100, gap)
    if view.seen.halves is not None:
        draw_board(canvas, board, BoardPicture(view.seen.halves), canvas.near)
    else:
        canvas.panel(board, palette.panel.fill)
        canvas.text(
            "?", board, metrics.height_px / metrics.px_per_mm / 4, paint=palette.panel, ink=palette.soft
        )
    if view.seen.picture is None:
        canvas.panel(picture, palette.panel.fill)
        return
    height, width = view.seen.picture.pixels.shape[:2]
    scale = min(picture.width / width, picture.height / height)
    box = pygame.Rect(0, 0, round(width * scale), round(height * scale))
    box.center = picture.center
    canvas.surface.blit(picture_surface(view.seen.picture, box.size), box.topleft)
    for spot in view.seen.spots:
        _draw_spot(canvas, box, scale, spot)


def _draw_spot(canvas: Canvas, picture: pygame.Rect, scale: float, spot: Spot) -> None:
    """A counter that was found, told by the letter of its seat."""
    side = canvas.metrics.px(SMALL_MM * 1.2)
    box = pygame.Rect(0, 0, side, side)
    box.center = (round(picture.left + spot.x_px * scale), round(picture.top + spot.y_px * scale))
    paint = canvas.palette.main
    canvas.panel(box, paint.fill)
    canvas.text(spot.seat, box, SMALL_MM, paint=Paint(paint.fill, paint.ink), bold=True)
