"""When the station is open, and the way to set it."""

import itertools
from collections.abc import Iterator

from companion.display.drawing.canvas import Canvas, Part
from companion.display.drawing.guide import guided
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import PROMPT_MM
from companion.display.pages.hours import WHOLE_DAY, weekday_name
from companion.interface.intents import Ask
from companion.interface.setting_up import HoursStepView, SetUp
from companion.referee.words import Translate


def draw(canvas: Canvas, view: HoursStepView) -> None:
    """Draw the page."""
    tr = canvas.tr
    content, own = guided(canvas, SetUp.HOURS, view.place)
    canvas.button(tr("Other hours"), own, Ask.SHOW_HOURS, icon=Icon.CLOCK)
    if set(view.week) == {(WHOLE_DAY,)} and not view.closed_days:
        canvas.stack([Part(tr("The station is always open."), PROMPT_MM, bold=True)], content)
        return
    parts = [Part(line, bold=True) for line in _days(view, tr)]
    if view.closed_days:
        parts.append(Part(f"{tr('Closed days')}: {view.closed_days}"))
    if not view.clock_set:
        parts.append(Part(tr("The clock is not set, so the station stays open.")))
    canvas.stack(parts, content)


def _days(view: HoursStepView, tr: Translate) -> Iterator[str]:
    """The weekdays, those with the same hours that follow each other together."""
    for spans, group in itertools.groupby(enumerate(view.week), key=lambda day: day[1]):
        weekdays = [weekday_name(weekday, tr) for weekday, _ in group]
        ends = weekdays if len(weekdays) == 1 else (weekdays[0], weekdays[-1])
        yield f"{' – '.join(ends)}: {_hours(spans, tr)}"


def _hours(spans: tuple[str, ...], tr: Translate) -> str:
    if not spans:
        return tr("Closed")
    return tr("All day") if spans == (WHOLE_DAY,) else ", ".join(spans)
