"""The staff pages of the opening hours: the week, a day of it, and the closed days."""

from calendar import monthrange
from datetime import date, datetime, timedelta

from companion.interface.intents import Ask, Enter, Intent, Number, Switch, Toggle
from companion.interface.views import ClosedDaysView, DayKind, DayTime, DayView, HoursView, ScreenTrial, View
from companion.settings.opening_hours import (
    DAY_MIN,
    WEEKDAYS,
    WHOLE_DAY,
    Span,
    clock_text,
    read_closed,
    read_day,
)
from companion.settings.sections import HoursSettings
from companion.station.context import Context
from companion.station.open_state import OpenState
from companion.station.pages.overlay import LeafedPage, StaffPage
from hardware.screen_power import disobedient

USUAL = Span(10 * 60, 18 * 60)  # hours offered first for a day, where no other day has any


class HoursPage(LeafedPage, StaffPage):
    """The week, and whether it is open now."""

    def __init__(self) -> None:
        super().__init__()
        self._is_tried = False

    def handle(self, context: Context, intent: Intent) -> bool:
        """Go to a day, or open or close at once."""
        match intent:
            case Enter(Number.WEEKDAY, weekday):
                context.push(DayPage(weekday))
            case Ask.SHOW_CLOSED_DAYS:
                context.push(ClosedDaysPage())
            case Switch(Toggle.OPEN, opened):
                context.open_state.want(opened=opened)
            case Ask.TRY_SCREEN:
                self._is_tried = True
                context.open_state.try_screen()
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> View:
        hours, opening = context.settings.hours, context.open_state
        return HoursView(
            tuple(hours.of(weekday) for weekday in range(7)),
            len(hours.closed_days),
            opening.is_open(),
            _day_time(opening.time_s),
            _day_time(opening.until_s),
            self._leaf,
            _trial(opening) if self._is_tried else None,
        )


class DayPage(StaffPage):
    """The hours of a weekday."""

    def __init__(self, weekday: int) -> None:
        self._weekday = weekday

    def handle(self, context: Context, intent: Intent) -> bool:
        """Change the hours."""
        hours = context.settings.hours
        spans = read_day(hours.of(self._weekday))
        match intent:
            case Switch(Toggle.OPEN_ALL_DAY, opened):
                self._set(context, (WHOLE_DAY,) if opened else ())
            case Ask.OPEN_FOR_HOURS if _kind(spans) is not DayKind.HOURS:
                self._set(context, (_hours_elsewhere(hours),))
            case Enter(Number.OPENS_MIN, by_min) if len(spans) == 1:
                self._set(context, (_shifted(spans[0], by_min, 0),))
            case Enter(Number.CLOSES_MIN, by_min) if len(spans) == 1:
                self._set(context, (_shifted(spans[0], 0, by_min),))
            case Ask.SAME_EVERY_DAY:
                same = dict.fromkeys(WEEKDAYS, hours.of(self._weekday))
                context.set("hours", **same)
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> View:
        spans = read_day(context.settings.hours.of(self._weekday))
        kind = _kind(spans)
        if kind is not DayKind.HOURS:
            return DayView(self._weekday, kind)
        shown = tuple((clock_text(span.start_min), clock_text(span.end_min)) for span in spans)
        return DayView(self._weekday, kind, shown)

    def _set(self, context: Context, spans: tuple[Span, ...]) -> None:
        context.set("hours", **{WEEKDAYS[self._weekday]: tuple(map(str, spans))})


class ClosedDaysPage(StaffPage):
    """The days on which the station stays closed; one can be added or removed."""

    def __init__(self) -> None:
        self._day: date | None = None

    def enter(self, context: Context) -> None:
        """Begin with tomorrow."""
        time_s = context.open_state.time_s
        today = date.today() if time_s is None else date.fromtimestamp(time_s)
        self._day = self._day or today + timedelta(days=1)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Go to another day, add it, or remove its entry."""
        hours = context.settings.hours
        match intent:
            case Enter(Number.MONTHS, months):
                self._day = _later(self._picked, months)
            case Enter(Number.DAYS, days):
                self._day = self._picked + timedelta(days=days)
            case Switch(Toggle.CLOSED_DAY, True):
                if self._entry(hours) is None:
                    closed = sorted((*hours.closed_days, self._picked.isoformat()))
                    context.set("hours", closed_days=tuple(closed))
            case Switch(Toggle.CLOSED_DAY, False):
                entry = self._entry(hours)
                context.set("hours", closed_days=tuple(it for it in hours.closed_days if it != entry))
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> View:
        hours, day = context.settings.hours, self._picked
        return ClosedDaysView(day.isoformat(), day.weekday(), self._entry(hours), hours.closed_days)

    @property
    def _picked(self) -> date:
        assert self._day is not None
        return self._day

    def _entry(self, hours: HoursSettings) -> str | None:
        """Return the entry that the day stands in."""
        return next((text for text in hours.closed_days if read_closed(text).cover(self._picked)), None)


def _day_time(time_s: float | None) -> DayTime | None:
    if time_s is None:
        return None
    at = datetime.fromtimestamp(time_s)
    return DayTime(at.weekday(), f"{at:%H:%M}")


def _trial(opening: OpenState) -> ScreenTrial | None:
    """Return the result of switching the screen off and on again; None before it has been tried."""
    if opening.off is None or opening.on is None:
        return None
    if disobedient(opening.off, opening.on):
        return ScreenTrial.FAILED
    return ScreenTrial.DONE if opening.off.done else ScreenTrial.BLACK


def _kind(spans: tuple[Span, ...]) -> DayKind:
    if not spans:
        return DayKind.CLOSED
    return DayKind.ALL_DAY if spans == (WHOLE_DAY,) else DayKind.HOURS


def _hours_elsewhere(hours: HoursSettings) -> Span:
    """Return the hours of the first other day that has some."""
    days = (read_day(hours.of(weekday)) for weekday in range(7))
    return next((spans[0] for spans in days if _kind(spans) is DayKind.HOURS and len(spans) == 1), USUAL)


def _shifted(span: Span, opens_min: int, closes_min: int) -> Span:
    """Shift the ends of a span by some minutes round the clock, but never to the same time."""
    start, end = (span.start_min + opens_min) % DAY_MIN, (span.end_min + closes_min) % DAY_MIN
    if start == end:
        start, end = (start + opens_min) % DAY_MIN, (end + closes_min) % DAY_MIN
    return Span(start, end if end > start else end + DAY_MIN)


def _later(day: date, months: int) -> date:
    """Return the same day of another month, or the month's last day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
