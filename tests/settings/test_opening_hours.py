"""Opening hours: as they are written, over midnight, on closed days, and when the clocks are changed."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from companion.settings.errors import SettingsError
from companion.settings.opening_hours import (
    HoursError,
    OpeningHours,
    Span,
    read_closed,
    read_day,
    read_span,
)
from companion.settings.sections import HoursSettings, Settings
from companion.settings.settings_file import changed_text, parse_settings, settings_text

ZURICH = ZoneInfo("Europe/Zurich")
NIGHTS = HoursSettings(friday=("18:00-02:00",), saturday=(), sunday=("10:00-12:00", "13:00-17:00")).chosen()


def at(text: str, zone: tzinfo = ZURICH) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=zone).timestamp()


def utc(text: str) -> float:
    return at(text, UTC)


def is_open(hours: OpeningHours, text: str) -> bool:
    return hours.is_open(at(text), ZURICH)


@pytest.mark.parametrize(
    ("text", "span", "again"),
    [
        ("10:00-18:00", Span(600, 1080), "10:00-18:00"),
        ("9:30 – 17:15", Span(570, 1035), "09:30-17:15"),
        ("18:00-02:00", Span(1080, 1560), "18:00-02:00"),
        ("18:00-00:00", Span(1080, 1440), "18:00-24:00"),
        ("00:00-24:00", Span(0, 1440), "00:00-24:00"),
    ],
)
def test_spans_are_read_and_written(text: str, span: Span, again: str) -> None:
    assert read_span(text) == span
    assert str(span) == again
    assert read_span(again) == span


@pytest.mark.parametrize(
    "text", ["", "10-18", "10:00", "25:00-26:00", "10:60-11:00", "24:00-02:00", "9:00-9:00"]
)
def test_what_is_no_span_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(HoursError, match=r"00:00|10:00-18:00"):
        read_span(text)


def test_spans_that_overlap_are_refused() -> None:
    assert read_day(["14:00-18:00", "10:00-12:00"]) == (Span(600, 720), Span(840, 1080))
    with pytest.raises(HoursError, match="10:00-14:30 and 14:00-18:00 overlap"):
        read_day(["14:00-18:00", "10:00-14:30"])


@pytest.mark.parametrize(
    ("text", "covered", "free"),
    [
        ("2026-12-24", ["2026-12-24"], ["2026-12-25", "2027-12-24"]),
        ("12-24", ["2026-12-24", "2027-12-24"], ["2026-12-25"]),
        ("02-29", ["2028-02-29"], ["2027-02-28", "2027-03-01"]),
        ("2026-12-24 to 2027-01-02", ["2026-12-24", "2027-01-02"], ["2027-01-03", "2027-12-24"]),
        ("12-24 to 01-02", ["2026-12-31", "2030-01-01", "2027-12-24"], ["2027-01-03", "2027-12-23"]),
    ],
)
def test_closed_days_are_read(text: str, covered: list[str], free: list[str]) -> None:
    days = read_closed(text)
    assert [day for day in covered if not days.cover(date.fromisoformat(day))] == []
    assert [day for day in free if days.cover(date.fromisoformat(day))] == []


@pytest.mark.parametrize(
    "text", ["", "24.12.2026", "2026-13-01", "2026-02-29", "2026-12-24 to 12-31", "2026-12-24 to 2026-12-01"]
)
def test_what_is_no_day_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(HoursError, match='write "2026-12-24"'):
        read_closed(text)


def test_a_span_over_midnight_belongs_to_the_day_on_which_it_begins() -> None:
    # 2026-05-08 is a Friday.
    assert is_open(NIGHTS, "2026-05-08T18:00")
    assert is_open(NIGHTS, "2026-05-09T01:59")
    assert not is_open(NIGHTS, "2026-05-09T02:00")
    assert not is_open(NIGHTS, "2026-05-10T12:30")
    assert NIGHTS.next_change(at("2026-05-08T20:00"), ZURICH) == at("2026-05-09T02:00")
    assert NIGHTS.next_change(at("2026-05-09T02:00"), ZURICH) == at("2026-05-10T10:00")
    # Monday to Thursday are whole days, which follow each other without a change.
    assert NIGHTS.next_change(at("2026-05-11T09:00"), ZURICH) == at("2026-05-15T00:00")


def test_on_a_closed_day_nothing_begins_but_the_night_before_ends() -> None:
    hours = HoursSettings(
        friday=("18:00-02:00",), saturday=("10:00-18:00",), closed_days=("2026-05-09",)
    ).chosen()
    assert is_open(hours, "2026-05-09T01:00")
    assert not is_open(hours, "2026-05-09T11:00")
    assert is_open(hours, "2026-05-16T11:00")


def test_what_never_opens_again_has_no_next_change() -> None:
    never = OpeningHours(((),) * 7)
    assert not never.is_open(at("2026-05-09T11:00"), ZURICH)
    assert never.next_change(at("2026-05-09T11:00"), ZURICH) is None
    assert OpeningHours().always
    assert OpeningHours().next_change(at("2026-05-09T11:00"), ZURICH) is None
    assert not NIGHTS.always


SPRING, AUTUMN = "2026-03-29", "2026-10-25"
"""Sundays on which Zurich's clocks go from 2:00 to 3:00, and from 3:00 to 2:00: at 01:00 in UTC."""


@pytest.mark.parametrize(
    ("span", "opens", "closes"),
    [
        # A usual day is as long as ever, by the clocks on the wall.
        ("10:00-18:00", f"{SPRING}T08:00", f"{SPRING}T16:00"),
        # An end that is left out comes when it would have come.
        ("01:00-02:30", f"{SPRING}T00:00", f"{SPRING}T01:30"),
        ("02:15-05:00", f"{SPRING}T01:15", f"{SPRING}T03:00"),
        # An end that comes twice ends it once: it does not open again an hour later.
        ("01:00-02:30", f"{AUTUMN}T23:00", f"{AUTUMN}T00:30"),
        ("02:30-05:00", f"{AUTUMN}T00:30", f"{AUTUMN}T04:00"),
        ("10:00-18:00", f"{AUTUMN}T09:00", f"{AUTUMN}T17:00"),
    ],
)
@pytest.mark.parametrize("by", ["zone", "machine"])
def test_clocks_are_changed(
    span: str, opens: str, closes: str, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = OpeningHours((*((),) * 6, (read_span(span),)))
    opens_s, closes_s = utc(opens), utc(closes)
    if opens_s > closes_s:
        opens_s -= 86400.0
    with machine_zone(monkeypatch) if by == "machine" else zone_given() as zone:
        told = [hours.is_open(opens_s + minute * 60.0, zone) for minute in range(-240, 15 * 60)]
        assert told == [0 <= minute * 60.0 < closes_s - opens_s for minute in range(-240, 15 * 60)]
        assert hours.next_change(opens_s - 60.0, zone) == opens_s
        assert hours.next_change(opens_s, zone) == closes_s


def test_a_whole_day_is_whole_when_clocks_are_changed() -> None:
    for day in (SPRING, AUTUMN):
        start_s = at(f"{day}T00:00")
        hours = OpeningHours((*((),) * 6, read_day(["00:00-24:00"])))
        end_s = hours.next_change(start_s, ZURICH)
        assert end_s == at(f"{day[:8]}{int(day[8:]) + 1}T00:00")
        assert end_s - start_s == (23 if day == SPRING else 25) * 3600.0


@contextmanager
def zone_given() -> Iterator[tzinfo | None]:
    yield ZURICH


@contextmanager
def machine_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[tzinfo | None]:
    """The machine's own time zone is Zurich's."""
    monkeypatch.setenv("TZ", "Europe/Zurich")
    time.tzset()
    try:
        yield None
    finally:
        monkeypatch.undo()
        time.tzset()


def test_hours_in_a_file_are_read_and_each_mistake_has_its_line(tmp_path: Path) -> None:
    text = '[hours]\nmonday = []\ntuesday = ["10:00-18:00"]\nclosed_days = ["12-24"]\n'
    assert parse_settings(text).hours == HoursSettings(
        monday=(), tuesday=("10:00-18:00",), closed_days=("12-24",)
    )
    wrong = '[hours]\nmonday = ["10 to 6"]\ntuesday = ["10:00-12:00",\n  "11:00-13:00"]\n'
    wrong += 'closed_days = ["Easter"]\nfunday = []\n'
    with pytest.raises(SettingsError) as told:
        parse_settings(wrong)
    lines = [line.split(":")[0] for line in str(told.value).splitlines()]
    assert lines == [f"station.toml, line {number}" for number in (2, 3, 5, 6)]
    assert "overlap" in str(told.value)
    assert parse_settings(settings_text()).hours == Settings().hours
    changed = changed_text(text, parse_settings('[hours]\nmonday = ["09:00-12:00"]\n'))
    assert parse_settings(changed).hours.monday == ("09:00-12:00",)
