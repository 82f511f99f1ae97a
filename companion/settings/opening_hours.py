"""Opening hours of a station: the hours of each weekday, and the days on which it stays closed."""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

from companion import FiveLinesError

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""As `date.weekday` counts them."""

DAY_MIN = 24 * 60

LOOKED_AHEAD_DAYS = 400
"""The next change is searched this far ahead: more than a year, in case the house is closed for one."""

_SPAN = re.compile(r"(\d{1,2}):(\d\d)\s*[-\N{EN DASH}]\s*(\d{1,2}):(\d\d)")
_DAY = re.compile(r"(?:(\d{4})-)?(\d\d)-(\d\d)")


class HoursError(FiveLinesError, ValueError):
    """Hours, or a day on which a station is closed, can't be read; the message says how to write them."""


@dataclass(frozen=True, order=True)
class Span:
    """From one minute of a day, counted from midnight, to another; beyond 1440 that is on the next day."""

    start_min: int
    end_min: int

    def __str__(self) -> str:
        return f"{clock_text(self.start_min)}-{clock_text(self.end_min)}"


WHOLE_DAY = Span(0, DAY_MIN)


def clock_text(minute: int) -> str:
    """Return a minute of the day as people write it; the end of the day is 24:00."""
    hour, rest = divmod(minute if minute <= DAY_MIN else minute - DAY_MIN, 60)
    return f"{hour:02}:{rest:02}"


def read_span(text: str) -> Span:
    """Return the span of a text such as 10:00-18:00; an end not after the beginning is past midnight.

    Raises HoursError.
    """
    found = _SPAN.fullmatch(text.strip())
    if not found:
        raise HoursError(f'{text!r} is no span of time; write it like "10:00-18:00"')
    hours, minutes = (int(found[1]), int(found[3])), (int(found[2]), int(found[4]))
    start, end = (60 * hour + minute for hour, minute in zip(hours, minutes, strict=True))
    if max(minutes) > 59 or start >= DAY_MIN or end > DAY_MIN:
        raise HoursError(f"{text!r} is no time of the day; hours go from 00:00 to 24:00")
    if start == end:
        raise HoursError(f'{text!r} begins when it ends; write "00:00-24:00" for the whole day')
    return Span(start, end if end > start else end + DAY_MIN)


def read_day(texts: Sequence[str]) -> tuple[Span, ...]:
    """Return the spans of a day in order; raise HoursError if one can't be read, or two overlap."""
    spans = sorted(read_span(text) for text in texts)
    for before, after in itertools.pairwise(spans):
        if after.start_min < before.end_min:
            raise HoursError(f"{before} and {after} overlap; write them as one")
    return tuple(spans)


@dataclass(frozen=True)
class ClosedDays:
    """Days on which a station stays closed, first to last; `yearly` they are those of any year."""

    first: date
    last: date
    yearly: bool
    text: str

    def cover(self, day: date) -> bool:
        """True if a day is one of them."""
        if not self.yearly:
            return self.first <= day <= self.last
        of_year, first, last = ((it.month, it.day) for it in (day, self.first, self.last))
        return first <= of_year <= last if first <= last else of_year >= first or of_year <= last


def read_closed(text: str) -> ClosedDays:
    """Return closed days written as 2026-12-24, 12-24 for every year, or two of them with "to" between.

    Raises HoursError.
    """
    how = 'write "2026-12-24", "12-24" for every year, or "2026-12-24 to 2027-01-02"'
    found = [_DAY.fullmatch(part) for part in re.split(r"\s+to\s+", text.strip())]
    if len(found) > 2 or not all(found):
        raise HoursError(f"{text!r} is no day; {how}")
    days = [match for match in found if match is not None]
    if len({match[1] is None for match in days}) > 1:
        raise HoursError(f"{text!r} has a year for one of its days only; {how}")
    try:
        # A leap year has every day that there can be.
        first, *rest = (date(int(match[1] or 2000), int(match[2]), int(match[3])) for match in days)
    except ValueError as error:
        raise HoursError(f"{text!r} is not in the calendar; {how}") from error
    last, yearly = rest[0] if rest else first, days[0][1] is None
    if last < first and not yearly:
        raise HoursError(f"{text!r} ends before it begins; {how}")
    return ClosedDays(first, last, yearly, text)


@dataclass(frozen=True)
class OpeningHours:
    """The hours of every weekday, and the days on which none of them begin.

    Times are seconds since 1970; `zone` None is the machine's own time zone. A span belongs to the day on
    which it begins, also where it runs over midnight. Where clocks are changed, a span ends once: at the
    first time that they show its end.
    """

    week: tuple[tuple[Span, ...], ...] = ((WHOLE_DAY,),) * 7
    closed: tuple[ClosedDays, ...] = ()

    @property
    def always(self) -> bool:
        """True if it is never closed."""
        return not self.closed and all(spans == (WHOLE_DAY,) for spans in self.week)

    def is_open(self, at_s: float, zone: tzinfo | None = None) -> bool:
        """True if it is open at a time."""
        day = datetime.fromtimestamp(at_s, zone).date()
        return any(
            start_s <= at_s < end_s
            for offset in (-1, 0)
            for start_s, end_s in self._spans(day + timedelta(days=offset), zone)
        )

    def next_change(self, at_s: float, zone: tzinfo | None = None) -> float | None:
        """Return when it opens or closes next; None if that is not within a year."""
        if self.always:
            return None
        day, is_open = datetime.fromtimestamp(at_s, zone).date(), self.is_open(at_s, zone)
        for offset in range(-1, LOOKED_AHEAD_DAYS):
            edges = {edge for span in self._spans(day + timedelta(days=offset), zone) for edge in span}
            for edge_s in sorted(edges):
                if edge_s > at_s and self.is_open(edge_s, zone) is not is_open:
                    return edge_s
        return None

    def is_closed_day(self, day: date) -> bool:
        """True if it is closed on a day, whatever its weekday."""
        return any(days.cover(day) for days in self.closed)

    def _spans(self, day: date, zone: tzinfo | None) -> Iterator[tuple[float, float]]:
        """Return beginning and end of the spans that begin on a day."""
        if self.is_closed_day(day):
            return
        for span in self.week[day.weekday()]:
            yield _second(day, span.start_min, zone), _second(day, span.end_min, zone)


def _second(day: date, minute: int, zone: tzinfo | None) -> float:
    """Return the time of a minute of a day, by the clock on the wall."""
    days, rest = divmod(minute, DAY_MIN)
    shown = datetime.combine(day + timedelta(days=days), time(*divmod(rest, 60)), tzinfo=zone)
    return shown.timestamp()
