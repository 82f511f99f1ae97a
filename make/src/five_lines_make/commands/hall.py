"""`five-lines hall`: the papers of a hall with a station's own facts, and its last months in figures."""

import argparse
import os
from calendar import monthrange
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

from companion.commands._settings import add_settings_argument, settings_from
from companion.journal.visits import FILE_NAME, SINGLE_DAYS, SUMS_DAYS, Sums, VisitBook, by_month
from companion.referee.words import Translate, english
from companion.settings.opening_hours import WEEKDAYS
from companion.settings.sections import Settings
from companion.system.rights import acting_as_owner_of

MONTHS = 2  # reports of that many are written: of the running month, and of the one before


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = "the folder for them; a .txt that is there already is yours, and stays as it is"
    parser.add_argument("--out", metavar="FOLDER", type=Path, required=True, help=what)
    add_settings_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Write the papers in every language, and reports in the station's own."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from companion.presentation.words import LANGUAGES
    from five_lines_make.files import pdf, write_files
    from five_lines_make.prints.hall_sheets import hall_page, hall_sheets

    settings, out = settings_from(args), args.out
    with acting_as_owner_of(out):
        out.mkdir(parents=True, exist_ok=True)
    files, texts = dict[Path, bytes](), dict[Path, bytes]()
    for language in LANGUAGES:
        sheets = list(hall_sheets(language, "notices", facts(settings, language)))
        files[out / f"hall-{language}.pdf"] = pdf(tuple(hall_page(it, language) for it in sheets))
        texts[out / f"hall-{language}.txt"] = "\n\n\n".join(map(str, sheets)).encode()
    own = settings.station.language
    for month, figures, charts in months(settings):
        (sheet,) = hall_sheets(own, "report", figures)
        files[out / f"report-{month}.pdf"] = pdf((hall_page(sheet, own, charts),))
    with acting_as_owner_of(out):
        files |= {path: text for path, text in texts.items() if not path.exists()}
        write_files(files, force=True)
    print("Written:", ", ".join(map(str, files)))
    return 0


def facts(settings: Settings, language: str) -> dict[str, object]:
    """Return what the papers say of a station, `settings` itself among it; raise HoursError."""
    from companion.presentation.words import LANGUAGES, translator
    from companion.presentation.words.labels import days_text, weekday_name

    tr, hours = translator(language), settings.hours
    week = (f"{weekday_name(day, tr)}: {', '.join(hours.of(day)) or '–'}" for day in range(len(WEEKDAYS)))
    return {
        "settings": settings,
        "languages": ", ".join(LANGUAGES.values()),
        "open_always": hours.chosen().always,
        "hours": "\n".join(week),
        "closed_days": days_text(", ".join(hours.closed_days), tr),
        "single_days": SINGLE_DAYS,
        "sums_years": SUMS_DAYS // 365,
    }


def months(settings: Settings) -> Iterator[tuple[str, dict[str, object], list[dict[str, int]]]]:
    """Yield the last months: their names, figures for the report's words, visits by day and by hour."""
    from companion.presentation.words import LANGUAGES, translator
    from companion.presentation.words.labels import LABELS

    tr, book = translator(settings.station.language), VisitBook(settings.station.data / FILE_NAME)
    days = book.days()
    for month, sums in list(by_month(days).items())[-MONTHS:]:
        hours = Counter(it.began.hour for it in book.visits() if f"{it.began:%Y-%m}" == month)
        year, number = map(int, month.split("-"))
        dates = (date(year, number, day + 1) for day in range(monthrange(year, number)[1]))
        by_day = {str(day.day): days.get(day, Sums()).visits for day in dates}
        figures = {
            "month": month,
            "sums": sums,
            "reached": Counter(sums.reached),
            "minutes": sums.seconds / sums.visits / 60,
            "by_language": _listed(sums.languages, LANGUAGES),
            "by_game": _listed(sums.games, LABELS["rules"], tr),
            "by_fault": _listed(sums.faults, LABELS["faults"], tr),
            "with_hour": hours.total(),
        }
        yield month, figures, [by_day, {str(hour): hours[hour] for hour in range(24)}]


def _listed(counts: Mapping[str, int], names: Mapping[str, str], tr: Translate = english) -> str:
    ordered = Counter(counts).most_common()
    return ", ".join(f"{tr(names.get(name, name)).rstrip('.')} {count}" for name, count in ordered)
