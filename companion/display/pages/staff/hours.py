"""Draw the opening hours."""

from collections.abc import Sequence

import pygame

from companion.display.drawing.canvas import Align, Canvas, Pages
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
from companion.display.drawing.parts.frieze import draw_frieze, draw_frieze_below
from companion.display.drawing.parts.furniture import Way, draw_buttons, titled
from companion.interface.intents import Ask, Enter, Intent, Number, Switch, Toggle
from companion.interface.views import ClosedDaysView, DayKind, DayTime, DayView, HoursView, ScreenTrial
from companion.presentation.words.labels import days_text, weekday_name
from companion.referee.words import Translate

WHOLE_DAY = "00:00-24:00"
DATE_MM = 22.0  # minimum width of a date
STRIP_MM = 4.0  # height of the strip with the 24 hours of a day, open or not


def draw_hours(canvas: Canvas, view: HoursView) -> None:
    """Draw the week."""
    tr, metrics, palette = canvas.tr, canvas.metrics, canvas.palette
    content = titled(canvas, tr("Opening hours"))
    text = _trial(view.trial, tr) if view.trial else _now(view, tr)
    high = max(metrics.px(2.6 * SMALL_MM), canvas.text_height_px(text, content.width, SMALL_MM))
    content, foot = cut_bottom(content, high, metrics.px(0.8))
    canvas.text(text, foot, BODY_MM, ink=palette.soft, align=Align.LEFT)
    ways: list[Way] = [
        (tr("Close now"), Icon.MOON, Switch(Toggle.OPEN, False))
        if view.is_open
        else (tr("Open now"), Icon.SUN, Switch(Toggle.OPEN, True)),
        *(
            (f"{weekday_name(weekday, tr)}\n{_spans(spans, tr)}", None, Enter(Number.WEEKDAY, weekday))
            for weekday, spans in enumerate(view.week)
        ),
        (f"{tr('Closed days')} ({view.closed_days})", None, Ask.SHOW_CLOSED_DAYS),
        (tr("Screen off and on"), Icon.AGAIN, Ask.TRY_SCREEN),
    ]
    draw_buttons(canvas, content, ways, view.leaf)


def draw_day(canvas: Canvas, view: DayView) -> None:
    """Draw the hours of a day."""
    tr, metrics, palette, gap = canvas.tr, canvas.metrics, canvas.palette, _gap_px(canvas)
    title = weekday_name(view.weekday, tr)
    for start, end in view.spans[-1:]:
        # Beside a fault an upright screen has no room for both days.
        if end <= start and not (canvas.faults and metrics.portrait):
            title += f" {start}\N{NO-BREAK SPACE}– {weekday_name((view.weekday + 1) % 7, tr)} {end}"
    content = titled(canvas, title)
    if view.spans and not metrics.small:
        strip, content = cut_top(content, metrics.px(STRIP_MM), gap)
        for hour, cell in enumerate(columns(strip, 24, 2)):
            at = f"{hour:02}:30"
            # A span over midnight, which ends before it starts, goes on in the next day's strip.
            is_open = any(start <= at and (at < end or end <= start) for start, end in view.spans)
            pygame.draw.rect(canvas.surface, (palette.main if is_open else palette.panel).fill, cell)
    row_px = round(metrics.target_px * 1.4)
    times_px = 2 * row_px if metrics.narrow else row_px
    high = min(content.height, 2 * (row_px + times_px) + 3 * gap)
    kinds_px = (high - 3 * gap) * row_px // (2 * (row_px + times_px))
    if not view.spans:
        high = 2 * kinds_px + gap
    draw_frieze_below(canvas, content, high)
    content = cut_top(content, high)[0]
    kinds, content = cut_top(content, kinds_px, gap)
    content, same = cut_bottom(content, kinds.height, gap)
    opens, closes = rows(content, 2, gap) if view.spans else (content, content)
    choices: list[tuple[DayKind, str, Intent]] = [
        (DayKind.CLOSED, tr("Closed"), Switch(Toggle.OPEN_ALL_DAY, False)),
        (DayKind.ALL_DAY, tr("All day"), Switch(Toggle.OPEN_ALL_DAY, True)),
        (DayKind.HOURS, tr("Hours"), Ask.OPEN_FOR_HOURS),
    ]
    for (kind, label, intent), box in zip(choices, columns(kinds, 3, gap), strict=True):
        canvas.button(label, box, intent, chosen=kind is view.kind)
    if len(view.spans) == 1:
        ((start, end),) = view.spans
        steps = ((tr("-1 h"), -60), (tr("-15 min"), -15), (tr("+15 min"), 15), (tr("+1 h"), 60))
        opening = [(label, Enter(Number.OPENS_MIN, minutes)) for label, minutes in steps]
        closing = [(label, Enter(Number.CLOSES_MIN, minutes)) for label, minutes in steps]
        _draw_stepper(canvas, opens, f"{tr('Opens')}\n{start}", opening)
        _draw_stepper(canvas, closes, f"{tr('Closes')}\n{end}", closing)
    elif view.spans:
        listed = "\n".join(f"{start} – {end}" for start, end in view.spans)
        canvas.text(listed, opens, BODY_MM, bold=True)
        canvas.text(tr("Several openings a day are set in the file station.toml."), closes, BODY_MM)
    canvas.button(tr("The same every day"), same, Ask.SAME_EVERY_DAY)


def draw_closed_days(canvas: Canvas, view: ClosedDaysView) -> None:
    """Draw the days on which the station stays closed."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.px(0.8), canvas.palette
    content = titled(canvas, tr("Closed days"))
    row_px = min(round(metrics.target_px * 1.4), (content.height - 2 * gap) // 3)
    pick, content = cut_top(content, 2 * row_px if metrics.narrow else row_px, gap)
    steps = (
        (tr("-1 month"), Enter(Number.MONTHS, -1)),
        (tr("-1 day"), Enter(Number.DAYS, -1)),
        (tr("+1 day"), Enter(Number.DAYS, 1)),
        (tr("+1 month"), Enter(Number.MONTHS, 1)),
    )
    _draw_stepper(canvas, pick, f"{weekday_name(view.weekday, tr)}\n{days_text(str(view.date), tr)}", steps)
    toggle, content = cut_top(content, row_px, gap)
    if view.by is None:
        canvas.button(tr("Closed on this day"), toggle, Switch(Toggle.CLOSED_DAY, True), icon=Icon.PLUS)
    else:
        label = tr("Remove: {days}").format(days=days_text(view.by, tr))
        canvas.button(label, toggle, Switch(Toggle.CLOSED_DAY, False), icon=Icon.MINUS)
    text = ", ".join(days_text(days, tr) for days in view.listed)
    while canvas.text_height_px(text, content.width, SMALL_MM) > content.height:
        text = f"{text.removesuffix(', …').rpartition(', ')[0]}, …"
    text = text or tr("No closed days.")
    high = min(content.height, canvas.text_height_px(text, content.width))
    words, rest = cut_top(content, high)
    canvas.text(text, words, BODY_MM, ink=palette.soft, align=Align.LEFT)
    draw_frieze(canvas, rest)


def _trial(trial: ScreenTrial, tr: Translate) -> str:
    return {
        ScreenTrial.DONE: tr("The screen was off, and is on again."),
        ScreenTrial.BLACK: tr("The screen was black; nothing can be switched off here."),
        ScreenTrial.FAILED: tr("The screen could not be switched off: five-lines doctor says more."),
    }[trial]


def _now(view: HoursView, tr: Translate) -> str:
    if view.now is None:
        return tr("The clock is not set, so the station stays open.")
    said = tr("It is {now}, and open.") if view.is_open else tr("It is {now}, and closed.")
    said = said.format(now=_day_time(view.now, tr))
    if view.until is None:
        return said
    return f"{said} {tr('Until {then}.').format(then=_day_time(view.until, tr))}"


def _day_time(at: DayTime, tr: Translate) -> str:
    return f"{weekday_name(at.weekday, tr)} {at.time}"


def _spans(spans: tuple[str, ...], tr: Translate) -> str:
    if not spans:
        return tr("Closed")
    if spans == (WHOLE_DAY,):
        return tr("All day")
    return spans[0] if len(spans) == 1 else f"{spans[0]} …"


def _draw_stepper(canvas: Canvas, box: pygame.Rect, shown: str, steps: Sequence[tuple[str, Intent]]) -> None:
    """Draw a value with two buttons on either side that step it, or all four below it."""
    gap = _gap_px(canvas)
    if canvas.metrics.narrow:
        middle, below = rows(box, 2, gap)
        cells = columns(below, 4, gap)
    else:
        cells, middle = _round_a_middle(canvas, box, gap)
    for (label, intent), cell in zip(steps, cells, strict=True):
        canvas.button(label, cell, intent)
    canvas.text(shown, middle, PROMPT_MM, bold=True)


def _round_a_middle(canvas: Canvas, box: pygame.Rect, gap: int) -> tuple[list[pygame.Rect], pygame.Rect]:
    """Return two boxes on either side of a middle one."""
    middle_px = max(box.width // 5, canvas.metrics.px(DATE_MM))
    left, rest = cut_left(box, (box.width - middle_px) // 2 - gap, gap)
    middle, right = cut_left(rest, middle_px, gap)
    return [*columns(left, 2, gap), *columns(right, 2, gap)], middle


def _gap_px(canvas: Canvas) -> int:
    return min(canvas.metrics.px(0.8), canvas.metrics.gap_px)


PAGES: Pages = {
    HoursView: draw_hours,
    DayView: draw_day,
    ClosedDaysView: draw_closed_days,
}
"""The function that draws each kind of view of this stage."""
