"""What the camera sees, large and live, and beside it what was read last, how sure, and why not."""

import pygame

from companion.display.drawing.board import draw_board
from companion.display.drawing.board_picture import BoardPicture
from companion.display.drawing.canvas import Canvas, Part
from companion.display.drawing.frame import draw_frame, draw_spot
from companion.display.drawing.furniture import titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import BODY_MM, SMALL_MM, columns, cut_bottom, cut_left, cut_top, rows
from companion.interface.intents import Ask, Freeze, TryHand
from companion.interface.views import CameraView, HandTest
from companion.referee.words import Translate
from companion.words.labels import doubt_text, sight_text


def draw(canvas: Canvas, view: CameraView) -> None:
    """Draw the page."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, tr("Camera"))
    lines = 2 if metrics.narrow else 1
    content, foot = cut_bottom(content, lines * (metrics.target_px + gap) - gap, gap)
    _draw_buttons(canvas, foot, view)
    if metrics.portrait:
        picture, side = cut_top(content, content.height // 2, gap)
    else:
        picture, side = cut_left(content, content.width * (50 if metrics.small else 60) // 100, gap)
    frame = draw_frame(canvas, picture, view.picture)
    reading = view.reading
    if frame is not None and reading is not None:
        for spot in reading.spots:
            draw_spot(canvas, frame, spot)
    if view.hand is not None:
        canvas.panel(side, canvas.palette.main.fill)
        said = Part(_hand_text(view.hand, tr), BODY_MM, bold=True)
        inner = side.inflate(-2 * gap, -gap)
        canvas.stack([said, Part(sight_text(view.sight, tr))], inner, paint=canvas.palette.main)
        return
    if reading is not None and reading.halves is not None:
        board, side = cut_top(side, side.height * 55 // 100, gap)
        draw_board(canvas, board, BoardPicture(reading.halves, crowds=reading.crowds), canvas.near)
    canvas.stack(_parts(view, tr, short=metrics.small), side)


def _draw_buttons(canvas: Canvas, box: pygame.Rect, view: CameraView) -> None:
    tr = canvas.tr
    gap = canvas.metrics.gap_px
    if canvas.metrics.narrow:
        upper, save = rows(box, 2, gap)
        freeze, hand = columns(upper, 2, gap)
    else:
        freeze, save, hand = columns(box, 3, gap)
    label = tr("Live") if view.frozen else tr("Freeze")
    icon = Icon.PLAY if view.frozen else Icon.PAUSE
    canvas.button(label, freeze, Freeze(not view.frozen), icon=icon)
    canvas.button(tr("Save the picture"), save, Ask.SAVE_PICTURE)
    testing = view.hand is not None
    canvas.button(tr("Try a hand"), hand, TryHand(not testing), chosen=testing)


def _parts(view: CameraView, tr: Translate, *, short: bool) -> list[Part]:
    """How the board is seen now, what was read last, and where the picture was saved; `short`: its name."""
    parts = [Part(sight_text(view.sight, tr), BODY_MM, bold=True)]
    reading = view.reading
    if reading is not None and reading.halves is None and reading.sight is not view.sight:
        parts.append(Part(sight_text(reading.sight, tr)))
    if reading is not None:
        parts.append(Part(tr("Sure: {percent} %").format(percent=round(reading.confidence * 100))))
        if reading.doubt is not None:
            parts.append(Part(doubt_text(reading.doubt, tr), SMALL_MM))
    if view.saved is not None:
        file = view.saved.rpartition("/")[2] if short else view.saved
        said = tr("Saved: {file}").format(file=file) if file else tr("The change can't be kept.")
        parts.append(Part(said, SMALL_MM))
    return parts


def _hand_text(hand: HandTest, tr: Translate) -> str:
    return {
        HandTest.HOLD: tr("Hold a hand still over the board."),
        HandTest.SEEN: tr("I see it. Take it away."),
        HandTest.PASSED: tr("A hand is seen, and that it is gone."),
    }[hand]
