"""What the camera sees, large and live, and beside it what was read last, how sure, and why not."""

from companion.display.drawing.board import BoardPicture, draw_board
from companion.display.drawing.canvas import Canvas, Part
from companion.display.drawing.frame import draw_frame, draw_spot
from companion.display.drawing.furniture import titled
from companion.display.drawing.layout import BODY_MM, cut_left, cut_top
from companion.interface.views import CameraView
from companion.words.labels import sight_text


def draw(canvas: Canvas, view: CameraView) -> None:
    """Draw the page."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, tr("Camera"))
    if metrics.portrait:
        picture, side = cut_top(content, content.height // 2, gap)
    else:
        picture, side = cut_left(content, content.width * (50 if metrics.small else 60) // 100, gap)
    frame = draw_frame(canvas, picture, view.picture)
    reading = view.reading
    if frame is not None and reading is not None:
        for spot in reading.spots:
            draw_spot(canvas, frame, spot)
    parts = [Part(sight_text(view.sight, tr), BODY_MM, bold=True)]
    if reading is not None:
        if reading.halves is None:
            parts.append(Part(sight_text(reading.sight, tr)))
        parts.append(Part(tr("Sure: {percent} %").format(percent=round(reading.confidence * 100))))
        if reading.why:
            parts.append(Part(reading.why))
    if reading is not None and reading.halves is not None:
        board, side = cut_top(side, side.height * 6 // 10, gap)
        draw_board(canvas, board, BoardPicture(reading.halves), canvas.near)
    canvas.stack(parts, side)
