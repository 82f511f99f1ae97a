"""Draw the calibration."""

import itertools
import math

import cv2
import numpy as np
import pygame

from companion.display.drawing.canvas import Canvas, Pages, TouchTarget
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    BODY_MM,
    PROMPT_MM,
    SMALL_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_top,
    rows,
)
from companion.display.drawing.parts.frame import (
    FrameBox,
    draw_frame,
    draw_magnifier,
    draw_spots,
    place_beside,
)
from companion.display.drawing.parts.furniture import fault_strip, language_button
from companion.game import RING, Halves, Point, Seat
from companion.interface.faults import Fault
from companion.interface.intents import Ask, DragPoint, Intent
from companion.interface.sight import Corner, Grade
from companion.interface.views import CalibrationStep, CalibrationView
from companion.presentation.palette import Paint
from companion.presentation.words.labels import remark_text
from companion.referee.words import Translate

PICTURE_SHARE = 0.51  # share of the page that the picture takes; an upright page hasn't the width for it
MAGNIFIER_SHARE = 0.4  # side of the magnifier, as a share of the picture's height

MENDED_HERE = (Fault.NOT_CALIBRATED, Fault.BOARD_MOVED)
"""Faults that need no telling on the page that mends them."""

ENDS = np.array([(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (0, 4), (0, 3), (0, 2), (0, 1), (0, 0)], np.float64)
"""The ten points in ring order on a plane of their own: side, line."""

Button = tuple[str, Icon, Intent]


def draw_calibration(canvas: Canvas, view: CalibrationView) -> None:
    """Draw the page: the picture, the words below it, and the buttons beside them."""
    gap = canvas.metrics.gap_px
    whole = fault_strip(canvas, canvas.box.inflate(-2 * gap, -2 * gap), but=MENDED_HERE)
    # An upright page has the words, the way back and two rows of buttons below the picture.
    beneath_px = round(canvas.metrics.target_px * (4.5 if canvas.metrics.portrait else 1))
    width, height = _picture_size(canvas, whole, view, beneath_px)
    line = pygame.Rect(0, 0, width, canvas.metrics.target_px)
    if width > height and not canvas.has_room(_asked(view, canvas.tr), line):
        width, height = _picture_size(canvas, whole, view, 3 * beneath_px // 2)
    picture, below = cut_top(whole, height, gap)
    if canvas.metrics.portrait:
        below, beside = cut_bottom(below, below.height * 2 // 3, gap)
    else:
        _, beside = cut_left(whole, width, gap)
        picture.width = below.width = width
    free, note, words = _draw_buttons(canvas, beside, view), _note(view, canvas.tr), _asked(view, canvas.tr)
    is_better = free.width > below.width or not canvas.has_room(words, below)
    if not canvas.metrics.portrait and is_better and canvas.has_room(words, free):
        below, free = free, below
    if note and not canvas.has_room(note, free):
        both, note = f"{words}\n{note}", ""
        words = both if canvas.has_room(both, below.inflate(-2 * gap, -gap)) else words
    _draw_words(canvas, below, view, words)
    if note:
        canvas.text(note, free, BODY_MM)
    frame = draw_frame(canvas, picture, view.picture)
    if frame is None:
        return
    if len(view.corners) == 4 and view.step in (
        CalibrationStep.FIND,
        CalibrationStep.EMPTY,
        CalibrationStep.LAY,
    ):
        points = _points_on_page(frame, view.corners)
        _draw_lines(canvas, points)
        if view.laid is not None:
            _draw_laid(canvas, frame, points, view.laid, view.noticed or ())
        if view.step is CalibrationStep.FIND and view.found is not None:
            _draw_handles(canvas, frame, view)
    if view.reading is not None:
        draw_spots(canvas, frame, view.reading.spots)


def _picture_size(
    canvas: Canvas, whole: pygame.Rect, view: CalibrationView, words_px: int
) -> tuple[int, int]:
    """Return the width and height of the picture: half of the page, or less where words stay free below."""
    tall, wide = (3, 4) if view.picture is None else view.picture.pixels.shape[:2]
    area = PICTURE_SHARE * canvas.metrics.width_px * canvas.metrics.height_px
    highest = whole.height - words_px - canvas.metrics.gap_px
    width = min(whole.width, highest * wide / tall, (area * wide / tall) ** 0.5)
    return round(width), round(width * tall / wide)


def _draw_words(canvas: Canvas, box: pygame.Rect, view: CalibrationView, words: str) -> None:
    """Draw the instruction, or the result in the colour of its worth."""
    palette, gap = canvas.palette, canvas.metrics.gap_px
    paint = palette.page
    if view.step is CalibrationStep.RESULT:
        paint = palette.wrong if view.grade is None else palette.caution if view.remarks else palette.right
        canvas.panel(box, paint.fill)
        box = box.inflate(-2 * gap, -gap)
    size_mm = BODY_MM if canvas.metrics.small else PROMPT_MM
    canvas.text(words, box, size_mm, paint=paint, bold=True)


def _draw_buttons(canvas: Canvas, box: pygame.Rect, view: CalibrationView) -> pygame.Rect:
    """Draw the way back and the globe, and at the bottom the buttons, the main one last; return the rest."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    beside = box.width >= 2 * metrics.target_px + gap
    head, box = cut_top(box, metrics.target_px if beside else 2 * metrics.target_px + gap, gap)
    back, globe = columns(head, 2, gap) if beside else rows(head, 2, gap)
    canvas.button("", back, Ask.BACK, icon=Icon.BACK)
    language_button(canvas, globe)
    main, others = _buttons(view, canvas.tr)
    buttons = [*others, main] if main is not None else others
    if not buttons:
        return box
    # Two stand side by side where there is less height than width.
    is_wide = metrics.portrait or box.width > 5 * metrics.target_px
    across = 2 if is_wide and box.height < (len(buttons) + 1) * (metrics.target_px + gap) else 1
    down = -(-len(buttons) // across)
    # A line of words stays free above them as long as each is a target high.
    high = max(down * (metrics.target_px + gap) - gap, box.height - metrics.target_px - gap)
    free, box = cut_bottom(box, min(box.height, high, down * round(1.5 * metrics.target_px)), gap)
    places = [place for row in rows(box, down, gap) for place in columns(row, across, gap)]
    for button, place in zip(buttons, places[-len(buttons) :], strict=True):
        label, icon, intent = button
        said = label if canvas.has_room(label, place.inflate(-2 * gap, -gap // 2)) else ""
        paint = canvas.palette.main if button is main else None
        canvas.button(said, place, intent, icon=icon, paint=paint)
    return free


def _buttons(view: CalibrationView, tr: Translate) -> tuple[Button | None, list[Button]]:
    """Return the main button and the others."""
    match view.step:
        case CalibrationStep.FIND:
            others: list[Button] = []
            if view.corners and view.found is not None:
                others.append((tr("Swap A and B"), Icon.AGAIN, Ask.TURN_BOARD))
            others.append((tr("Search again"), Icon.SEARCH, Ask.FIND_BOARD))
            if view.has_last:
                others.append((tr("Use the previous one"), Icon.UNDO, Ask.USE_LAST_CALIBRATION))
            if not view.corners or view.found is None:
                return None, others
            return (tr("Yes"), Icon.TICK, Ask.GO_ON), others
        case CalibrationStep.EMPTY:
            return (tr("It is empty"), Icon.TICK, Ask.GO_ON), [
                (tr("Leave the counters on"), Icon.FORWARD, Ask.LEAVE_COUNTERS_ON)
            ]
        case CalibrationStep.LAY:
            return (tr("They're all there"), Icon.TICK, Ask.GO_ON), []
        case CalibrationStep.LEARN:
            return None, []
    again: Button = (tr("Set them out again"), Icon.AGAIN, Ask.BACK)
    if (view.grade is None and not view.remarks) or any(it.is_of_the_view for it in view.remarks):
        again = (tr("Start again"), Icon.AGAIN, Ask.BACK)
    if view.grade is None:
        return again, []
    if view.remarks:
        return again, [(tr("Use it anyway"), Icon.TICK, Ask.GO_ON)]
    return (tr("Use it"), Icon.TICK, Ask.GO_ON), [again]


def _asked(view: CalibrationView, tr: Translate) -> str:
    """Return the instruction or message."""
    if view.remarks:
        return remark_text(view.remarks[0], tr)
    match view.step:
        case CalibrationStep.FIND if view.found is None:
            return tr("Looking for the board: a few seconds.")
        case CalibrationStep.FIND:
            if view.found:
                return tr("Is this your board?")
            return tr("Not found: drag the points onto the corners.")
        case CalibrationStep.EMPTY:
            return tr("Take everything off the board.")
        case CalibrationStep.LAY:
            return tr("Put one colour where it says A, the other where it says B.")
        case CalibrationStep.LEARN:
            return tr("Learning the board: a few seconds.")
    grades = {
        Grade.VERY_WELL: tr("I tell the counters apart very well."),
        Grade.WELL: tr("I tell the counters apart well."),
        Grade.JUST: tr("I can barely tell the counters apart."),
    }
    if view.grade is not None:
        return grades[view.grade]
    return tr("That didn't work. Was the board empty? Check the points.")


def _note(view: CalibrationView, tr: Translate) -> str:
    """Return how many counters are noticed, what keeps a picture from being taken, or what was guessed."""
    if view.step is CalibrationStep.RESULT and view.guessed:
        return tr("What the counters hide, I learn as they move.")
    if view.step not in (CalibrationStep.EMPTY, CalibrationStep.LAY):
        return ""
    if view.moving:
        return tr("Something is moving.")
    if view.laid is None or view.noticed is None:
        return ""
    wanted = _wanted(view.laid)
    seen = sum(point in view.noticed for point in wanted)
    return tr("Noticed: {seen} of {all}").format(seen=seen, all=len(wanted))


def _wanted(laid: Halves) -> list[Point]:
    return [point for point in RING if any(laid.count(seat, point) for seat in Seat)]


def _points_on_page(frame: FrameBox, corners: tuple[Corner, ...]) -> dict[Point, tuple[int, int]]:
    """Return the ten points on the page, from the four outer ones."""
    by_point = {corner.point: (corner.x_px, corner.y_px) for corner in corners}
    outer = [RING.index(point) for point in by_point]
    plane = np.asarray(ENDS[outer], np.float32)
    seen = np.array(list(by_point.values()), np.float32)
    pixels = cv2.perspectiveTransform(ENDS[None], cv2.getPerspectiveTransform(plane, seen))[0]
    return {point: frame.on_page(float(x), float(y)) for point, (x, y) in zip(RING, pixels, strict=True)}


def _draw_lines(canvas: Canvas, points: dict[Point, tuple[int, int]]) -> None:
    """Draw the five lines, dark beside light, so that they show on any board."""
    colour = canvas.palette.main
    ends = list(zip(RING[:5], reversed(RING[5:]), strict=True))
    for width, ink in ((5, colour.ink), (3, colour.fill)):
        for one, other in ends:
            pygame.draw.line(canvas.surface, ink, points[one], points[other], width)


def _draw_laid(
    canvas: Canvas,
    frame: FrameBox,
    points: dict[Point, tuple[int, int]],
    laid: Halves,
    noticed: tuple[Point, ...],
) -> None:
    """Draw beyond the ends of the lines what belongs there; a tick if it is noticed."""
    pitch = np.hypot(*np.subtract(points[RING[0]], points[RING[1]]))
    side = min(canvas.metrics.px(SMALL_MM * 1.5), round(0.9 * pitch))
    for point in _wanted(laid):
        words = " ".join(
            f"{seat}{laid.count(seat, point) if laid.count(seat, point) > 1 else ''}"
            for seat in Seat
            if laid.count(seat, point)
        )
        box = pygame.Rect(0, 0, side * max(1, len(words)), side)
        beyond = _way(points[RING[9 - RING.index(point)]], points[point])
        place_beside(box, points[point], (beyond, -beyond), 0.5 * pitch, frame.box)
        seen = point in noticed
        paint = canvas.palette.right if seen else canvas.palette.main
        canvas.panel(box.inflate(4, 4), paint.ink)
        canvas.panel(box, paint.fill)
        if seen:
            canvas.icon(Icon.TICK, box, paint.ink)
        else:
            canvas.text(words, box, SMALL_MM, paint=paint, bold=True)


def _way(from_px: tuple[int, int], to_px: tuple[int, int]) -> pygame.Vector2:
    """Return the direction from one place of the page to another, of length 1."""
    way = pygame.Vector2(to_px) - from_px
    return way / max(way.length(), 1.0)


def _draw_handles(canvas: Canvas, frame: FrameBox, view: CalibrationView) -> None:
    """Draw a ring to drag at each corner, its name beside it, and magnify what lies under the last one."""
    dragged = next((corner for corner in view.corners if corner.point is view.chosen), None)
    if dragged is not None and view.picture is not None:
        side = round(frame.box.height * MAGNIFIER_SHARE)
        draw_magnifier(canvas, frame, view.picture, (dragged.x_px, dragged.y_px), side)
    places = {corner.point: frame.on_page(corner.x_px, corner.y_px) for corner in view.corners}
    nearest = min(math.dist(one, other) for one, other in itertools.combinations(places.values(), 2))
    radius = min(canvas.metrics.target_px // 2 - 2, round(0.2 * nearest))
    taken = [pygame.Rect(x - radius, y - radius, 2 * radius, 2 * radius) for x, y in places.values()]
    for corner in view.corners:
        _draw_handle(canvas, frame, corner, radius, chosen=corner.point is view.chosen)
    for (point, place), next_to in zip(places.items(), (1, 0, 3, 2), strict=True):
        beyond = _way(places[RING[9 - RING.index(point)]], place)
        aside = _way(list(places.values())[next_to], place)
        label = pygame.Rect(0, 0, canvas.metrics.px(6.5), canvas.metrics.px(4))
        ways = (beyond, aside, -beyond, -aside)
        place_beside(label, place, ways, radius + 2, frame.box, taken)
        taken.append(label)
        paint = Paint(canvas.palette.main.fill, canvas.palette.main.ink)
        canvas.panel(label, paint.fill)
        canvas.text(point, label, SMALL_MM, paint=paint, bold=True)


def _draw_handle(canvas: Canvas, frame: FrameBox, corner: Corner, radius: int, *, chosen: bool) -> None:
    """Draw a ring with a dot, which may be dragged by what lies around it, too."""
    side = canvas.metrics.target_px
    box = pygame.Rect(0, 0, side, side)
    box.center = frame.on_page(corner.x_px, corner.y_px)
    colour = canvas.palette.main
    pygame.draw.circle(canvas.surface, colour.ink, box.center, radius, 7 if chosen else 5)
    pygame.draw.circle(canvas.surface, colour.fill, box.center, radius - 1, 5 if chosen else 3)
    pygame.draw.circle(canvas.surface, colour.fill, box.center, 3)

    def dragged(across: float, down: float) -> Intent:
        place = frame.in_frame(box.left + across * side, box.top + down * side)
        return DragPoint(corner.point, *place)

    canvas.targets.append(TouchTarget(box, at=dragged))


PAGES: Pages = {
    CalibrationView: draw_calibration,
}
"""The function that draws each kind of view of this stage."""
