"""Parts that pages share: the status row, the title, the navigation, the camera picture."""

from collections.abc import Sequence

import cv2
import numpy as np
import pygame

from companion.display.drawing.canvas import Align, Canvas, TextPart
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    BODY_MM,
    SMALL_MM,
    TITLE_MM,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    grid,
    rows,
)
from companion.display.drawing.parts.frieze import draw_frieze_below
from companion.interface.faults import Fault
from companion.interface.intents import Ask, Enter, Intent, Number
from companion.interface.sight import CameraPicture, SeenBoard
from companion.presentation.fonts import Face
from companion.presentation.words.labels import fault_text, sight_text


def draw_status(canvas: Canvas, box: pygame.Rect, seen: SeenBoard | None) -> None:
    """Draw the row below the board: language, state of the reading, faults."""
    gap = canvas.metrics.gap_px
    button, rest = cut_left(box, min(box.width, canvas.metrics.target_px), gap)
    language_button(canvas, button)
    if canvas.faults:
        if rest.width > 0:
            draw_fault(canvas, rest)
        return
    if seen is not None:
        draw_sight(canvas, rest, seen)


def draw_sight(canvas: Canvas, box: pygame.Rect, seen: SeenBoard) -> None:
    """Draw how the board is seen: a picture or a sign, and words where there is room."""
    gap, palette, rest = canvas.metrics.gap_px, canvas.palette, box
    if rest.width < canvas.metrics.px(6):
        return
    if seen.picture is not None and rest.width > canvas.metrics.px(54):
        height, width = seen.picture.pixels.shape[:2]
        thumb, rest = cut_left(rest, round(rest.height * width / height), gap)
        canvas.surface.blit(picture_surface(seen.picture, thumb.size), thumb.topleft)
    else:
        mark, rest = cut_left(rest, min(rest.height, canvas.metrics.px(6)), gap)
        canvas.icon(Icon.EYE if seen.halves else Icon.NO_EYE, mark, palette.soft)
    said = sight_text(seen.sight, canvas.tr)
    if rest.width < canvas.metrics.px(12) or not canvas.has_room(said, rest):
        return
    canvas.text(said, rest, BODY_MM, ink=palette.soft, align=Align.LEFT)


def draw_fault(canvas: Canvas, box: pygame.Rect) -> None:
    """Draw the gravest fault and the number of others; a sign alone where words don't fit."""
    gap = canvas.metrics.gap_px
    more = f" (+{len(canvas.faults) - 1})" if len(canvas.faults) > 1 else ""
    said = fault_text(canvas.faults[0], canvas.tr) + more
    canvas.panel(box, canvas.palette.wrong.fill)
    whole = words = box.inflate(-2 * gap, 0)
    mark = None
    if words.width > canvas.metrics.px(40):
        mark, words = cut_left(words, canvas.metrics.px(6), gap)
    if words.width < canvas.metrics.px(12) or not canvas.has_room(said, words):
        canvas.icon(Icon.WARNING, whole, canvas.palette.wrong.ink)
        return
    if mark is not None:
        canvas.icon(Icon.WARNING, mark, canvas.palette.wrong.ink)
    canvas.text(said, words, BODY_MM, paint=canvas.palette.wrong, align=Align.LEFT)


def fault_strip(canvas: Canvas, box: pygame.Rect, *, but: Sequence[Fault] = ()) -> pygame.Rect:
    """Draw all faults, the gravest first, along the top of a box; return the rest of the box."""
    faults = [fault for fault in canvas.faults if fault not in but]
    if not faults:
        return box
    metrics, gap, paint = canvas.metrics, canvas.metrics.gap_px, canvas.palette.wrong
    mark_px, tall = metrics.px(6), metrics.target_px
    width = box.width - 3 * gap - mark_px
    count = len(faults)
    while True:
        said = " ".join(fault_text(fault, canvas.tr) for fault in faults[:count])
        said += f" (+{len(faults) - count})" if count < len(faults) else ""
        if count == 1 or canvas.text_height_px(said, width, SMALL_MM) <= tall:
            break
        count -= 1
    # Nobody touches the strip, so it is no higher than its words.
    strip, rest = cut_top(
        box, min(tall, max(mark_px, canvas.text_height_px(said, width, BODY_MM)) + gap), gap
    )
    canvas.panel(strip, paint.fill)
    mark, words = cut_left(strip.inflate(-2 * gap, 0), mark_px, gap)
    canvas.icon(Icon.WARNING, mark, paint.ink)
    canvas.text(said, words, BODY_MM, paint=paint, align=Align.LEFT)
    return rest


MESSAGE_MM = 5.6  # type size of messages to both sides
COUNT_MM = TITLE_MM * 3  # type size of the remaining seconds
WIDE = 1.8  # in a box this many times wider than high, the seconds stand beside the words, not above


def draw_message_to_both(canvas: Canvas, parts: Sequence[TextPart], seconds: int | None = None) -> None:
    """Draw a message to both sides and the seconds left; a touch anywhere answers it."""
    gap = canvas.metrics.gap_px
    whole = fault_strip(canvas, canvas.box.inflate(-2 * gap, -2 * gap))
    if canvas.two_sided:
        far, near = rows(whole, 2, gap)
        with canvas.sheet(far, turned=True) as sheet:
            _draw_message(sheet, sheet.box, parts, seconds)
        _draw_message(canvas, near, parts, seconds)
    else:
        _draw_message(canvas, whole, parts, seconds)
    canvas.target(canvas.box, Ask.GO_ON)


def _draw_message(canvas: Canvas, box: pygame.Rect, parts: Sequence[TextPart], seconds: int | None) -> None:
    gap, paint = canvas.metrics.gap_px, canvas.palette.main
    canvas.panel(box, paint.fill)
    inner = box.inflate(-4 * gap, -2 * canvas.metrics.px(1.6))
    if seconds is not None:
        if inner.width > WIDE * inner.height:
            count, inner = cut_left(inner, inner.width // 4, 2 * gap)
        else:
            count, inner = cut_top(inner, inner.height // 3, gap)
        canvas.text(str(seconds), count, COUNT_MM, paint=paint, bold=True)
    canvas.stack(parts, inner, paint=paint, align=Align.CENTRE)


def language_button(canvas: Canvas, box: pygame.Rect, label: str = "") -> None:
    """Draw the globe, at the same corner of every page."""
    canvas.button(label, box, Ask.SHOW_LANGUAGES, icon=Icon.LANGUAGES)


Way = tuple[str, Icon | None, Intent | None]  # a button: label, icon, intent; None: it is off

LABELLED = 2.6  # width of a small button with a word, in targets


def titled(
    canvas: Canvas,
    title: str,
    *,
    back: bool = True,
    languages: bool = True,
    first: Way | None = None,
) -> pygame.Rect:
    """Draw a title, a way back and the globe; return the box for the content.

    Without a way back there can be a `first` button in its place, and the globe has a word beside it.
    """
    gap, target = canvas.metrics.gap_px, canvas.metrics.target_px
    whole = canvas.box.inflate(-2 * gap, -2 * gap)
    head_px = target
    if canvas.metrics.narrow:
        # A long title takes three lines.
        beside = whole.width - (back + languages) * (target + gap)
        head_px = max(head_px, canvas.text_height_px(title, beside, SMALL_MM, Face.TITLE))
    head, content = cut_top(whole, head_px, gap)
    words = head
    if back:
        button, words = cut_left(words, target, gap)
        canvas.button("", _square(button), Ask.BACK, icon=Icon.BACK)
    if first is not None:
        button, words = cut_left(words, round(target * LABELLED), gap)
        canvas.button(first[0], button, first[2], icon=first[1])
    if languages and not back:
        # Small, it leaves room for a fault.
        tight = canvas.faults and canvas.metrics.small
        label = canvas.tr("Language")
        words, button = cut_right(words, canvas.button_px(label) if tight else round(target * LABELLED), gap)
        button.height = target
        language_button(canvas, button, label)
    elif languages:
        words, button = cut_right(words, target, gap)
        language_button(canvas, _square(button))
    if canvas.faults:
        # On the smallest screens there is no room for both.
        words_px = words.width if canvas.metrics.small else words.width * 55 // 100
        words, fault = cut_right(words, words_px, gap)
        draw_fault(canvas, fault)
    if words.width > 0:
        canvas.titled = True
        canvas.text(title, words, TITLE_MM, bold=True, align=Align.LEFT if back else Align.CENTRE)
    return content


def _square(box: pygame.Rect) -> pygame.Rect:
    """Return the square upper part of a box."""
    return pygame.Rect(box.left, box.top, box.width, min(box.width, box.height))


def draw_buttons(canvas: Canvas, box: pygame.Rect, ways: Sequence[Way], leaf: int) -> None:
    """Draw buttons of the same size. If they don't all fit, each page has buttons for those beside it."""
    metrics, gap = canvas.metrics, canvas.metrics.px(0.8)
    across = 2 if metrics.portrait else 3
    fit = max(3, (box.height + gap) // (metrics.target_px + gap) * across)
    shown = list(ways)
    if len(shown) > fit:
        # The first and the last page have one way to another, those between have two.
        starts = [0, *range(fit - 1, len(shown) - 1, fit - 2)]
        leaf = min(max(leaf, 0), len(starts) - 1)
        shown = shown[starts[leaf] : [*starts, len(shown)][leaf + 1]]
        for icon, other in ((Icon.BACK, leaf - 1), (Icon.FORWARD, leaf + 1)):
            if other in range(len(starts)):
                said = canvas.tr("Page {number}").format(number=other + 1)
                shown.append((said, icon, Enter(Number.LEAF, other)))
    down = -(-len(shown) // across)
    high = min(box.height, round(metrics.target_px * 1.5) * down)
    draw_frieze_below(canvas, box, high)
    cells = grid(pygame.Rect(box.left, box.top, box.width, high), across, down, gap)
    canvas.buttons(shown, cells[: len(shown)])


def draw_leaf_foot(canvas: Canvas, box: pygame.Rect, leaf: int, leaves: int, *sentences: str) -> None:
    """Draw the ways to the leaves before and after, sentences or the last that has room, and dots."""
    target, gap = canvas.metrics.target_px, canvas.metrics.gap_px
    left, box = cut_left(box, target, gap)
    box, right = cut_right(box, target, gap)
    if leaf > 0:
        canvas.button("", left, Enter(Number.LEAF, leaf - 1), icon=Icon.BACK)
    if leaf + 1 < leaves:
        canvas.button("", right, Enter(Number.LEAF, leaf + 1), icon=Icon.FORWARD)
    words, dots = cut_bottom(box, canvas.metrics.px(1.8))
    some = list(filter(None, sentences))
    if some:
        said = "\n".join(some)
        said = said if canvas.has_room(said, words) else some[-1]
        canvas.text(said, words, SMALL_MM * 1.15, ink=canvas.palette.soft)
    else:
        dots.centery = box.centery
    step_px = min(dots.height * 1.5, dots.width / leaves)
    radius, width = round(step_px * 0.22), max(1, dots.height // 10)
    for number in range(leaves):
        middle = dots.centerx + round((number - (leaves - 1) / 2) * step_px), dots.centery
        pygame.draw.circle(
            canvas.surface, canvas.palette.soft, middle, radius, 0 if number == leaf else width
        )


def picture_surface(picture: CameraPicture, size: tuple[int, int]) -> pygame.Surface:
    """Return a camera frame, resized, as a pygame surface."""
    small = cv2.resize(picture.pixels, size, interpolation=cv2.INTER_AREA)
    rgb = np.ascontiguousarray(small[:, :, ::-1])
    return pygame.image.frombuffer(rgb.tobytes(), size, "RGB")


CODE_QUIET = 2  # light modules around the QR code beside the encoder's two: four in all


def draw_code(canvas: Canvas, box: pygame.Rect, text: str) -> None:
    """Draw a QR code with as many whole pixels a module as fit."""
    modules = cv2.QRCodeEncoder.create().encode(text)
    modules = np.pad(modules, CODE_QUIET, constant_values=255)
    times = max(1, min(box.size) // modules.shape[0])
    grey = modules.repeat(times, axis=0).repeat(times, axis=1)
    surface = pygame.surfarray.make_surface(np.repeat(grey.T[..., None], 3, axis=2))
    canvas.surface.blit(surface, surface.get_rect(center=box.center))
