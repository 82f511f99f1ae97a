"""Template data for the staff pages."""

from datetime import date, datetime, timedelta
from typing import Any

from companion.interface.commands import COMMANDS, MAX_MESSAGE_LENGTH
from companion.interface.faults import Fault
from companion.interface.texts import MAX_ABOUT_LENGTH, MAX_LINE_LENGTH, FlawKind, TextFlaw
from companion.journal.visits import Sums, VisitStep
from companion.link.figures import MachineFigures
from companion.link.page.game_views import View
from companion.presentation.words import LANGUAGES
from companion.presentation.words.labels import days_text, fault_text, flaw_text, weekday_name
from companion.referee.words import Translate
from companion.settings.opening_hours import HoursError, read_day

MAX_DAYS = 14
MANY_MB = 5000  # from here on whole gigabytes are exact enough
MAX_HOURS_LENGTH = 200  # letters of all closed days
MIN_SPANS, MAX_SPANS = 2, 12  # spans of a day for which there are fields at least, and at most

BUTTONS = {button.path: (command.name, button) for command in COMMANDS.values() for button in command.buttons}
"""The buttons of all commands by their paths, each with the name of its command."""


def staff_view(
    days: dict[date, Sums],
    now: datetime,
    health: dict[str, Any] | None,
    machine: MachineFigures,
    hours: dict[str, Any] | None,
    shown: dict[str, Any],
    is_open: bool | None,
    tr: Translate,
) -> View:
    """Return the staff's first page; None is what the station does not answer now.

    `machine` is what the link knows by itself; `shown` says whether phones show the chances
    during a game, `hints`, and `vote`.
    """
    newest = sorted(days.items(), reverse=True)[:MAX_DAYS]
    shut = None if is_open is None else "open" if is_open else "close"
    most = max((sums.visits for _, sums in newest), default=0)
    return {
        "title": tr("For the staff"),
        "today": _today(days.get(now.date(), Sums()), tr),
        "health": None if health is None else _health(health, machine, now, tr),
        "hours": None if hours is None else _hours(hours, tr),
        "now": "" if is_open is None else _now(now, is_open, tr),
        "days": [_day(day, sums, most, tr) for day, sums in newest],
        "buttons": [it for _, it in BUTTONS.values() if it.path != shut],
        "hints": shown.get("hints") is True,
        "vote": shown.get("vote") is True,
        "max_days": MAX_DAYS,
        "max_hours": MAX_HOURS_LENGTH,
        "max_message": MAX_MESSAGE_LENGTH,
    }


def _now(now: datetime, is_open: bool, tr: Translate) -> str:
    said = tr("It is {now}, and open.") if is_open else tr("It is {now}, and closed.")
    return said.format(now=f"{now:%H:%M}")


def hours_flaw(spans: list[str], tr: Translate) -> str:
    """Return what is wrong with a day's spans, as the fields give them; "" if nothing is."""
    try:
        read_day(spans)
    except HoursError:
        if all(all(span.split("-")) for span in spans):
            return tr("Two times are the same, or overlap.")
        return tr("Give both times: when it opens, and when it closes.")
    return ""


def refusal_text(why: str, tr: Translate) -> str:
    """Return the station's reason for a refusal, which is in English, in another language."""
    reasons = {
        "staff are": tr("Staff are at the station's own pages. Try again when they have left."),
        "that was": tr("That was changed a moment ago. Try again in three seconds."),
        "the screen is": tr("The screen is dark: nobody would read it."),
        "the screen has": tr("The screen has no letters for some of this."),
        "a word": tr("A word is too long for the screen."),
    }
    return next((said for begins, said in reasons.items() if why.startswith(begins)), tr("Not now."))


def _day(day: date, sums: Sums, most: int, tr: Translate) -> View:
    """Return a day's visits, those that came to a game's end, and both in percent of the most on a day."""
    visits, ended = sums.visits, sums.reached.get(VisitStep.END, 0)
    shares = [100 * count // max(1, most) for count in (visits, ended)]
    return {"day": days_text(day.isoformat(), tr), "visits": visits, "ended": ended, "shares": shares}


def texts_view(language: str, texts: dict[str, Any] | None, tr: Translate) -> View:
    """Return the house's own texts in a language, to be edited; None if the station does not answer."""
    limits: View = {"max_line": MAX_LINE_LENGTH, "max_about": MAX_ABOUT_LENGTH}
    return {"title": tr("Texts"), "language": language, "texts": texts} | limits


def flaw_texts(flaws: list[dict[str, str]], tr: Translate) -> str:
    """Return what is wrong with texts, each with its language."""
    kinds = set(FlawKind)
    found = []
    for flaw in flaws:
        file, kind = flaw.get("file", ""), flaw.get("kind", "")
        name = LANGUAGES.get(file.removesuffix(".txt"), file)
        fits = flaw.get("fits", "")
        found.append(flaw_text(TextFlaw(FlawKind(kind), name, fits), tr) if kind in kinds else name)
    return " ".join(found)


def _today(sums: Sums, tr: Translate) -> list[tuple[str, str]]:
    first = sums.median_first_move_s
    steps = (
        (VisitStep.SET_UP, tr("Board set up")),
        (VisitStep.FIRST_THROW, tr("First throw")),
        (VisitStep.FIRST_MOVE, tr("First legal move")),
        (VisitStep.SECOND_TURN, tr("Second throw")),
        (VisitStep.END, tr("Played to the end")),
    )
    return [
        (tr("Visits"), str(sums.visits)),
        *((name, str(sums.reached.get(step, 0))) for step, name in steps),
        (tr("Until the first move"), "-" if first is None else f"{first:.0f} s"),
        (tr("Moves refused"), str(sums.not_so)),
    ]


def _health(health: dict[str, Any], machine: MachineFigures, now: datetime, tr: Translate) -> View:
    def moment(ago_s: float) -> str:
        at = now - timedelta(seconds=ago_s)
        return f"{days_text(at.date().isoformat(), tr)} {at:%H:%M}"

    def why(fault: dict[str, Any]) -> str:
        since = tr("since {when}").format(when=moment(fault.get("for_s", 0)))
        # The station's own words, in English.
        return f"{since} · {fault['why']}" if fault.get("why") else since

    known = [fault.value for fault in Fault]
    yes_no = {True: tr("Yes"), False: tr("No")}
    free_mb, temperature_c = machine.get("disk_free_mb"), machine.get("temperature_c")
    rows = [
        (tr("Sees the board"), yes_no[health.get("sees_board") is True]),
        (tr("Knows the time"), yes_no[health.get("clock_is_sure") is True]),
        (tr("Runs since"), moment(health.get("uptime_s", 0))),
        (tr("Room for games"), "" if free_mb is None else _size(free_mb)),
        (tr("Temperature"), "" if temperature_c is None else f"{temperature_c:.0f} °C"),
        (tr("Version"), str(health.get("version", ""))),
    ]
    return {
        "faults": [
            (fault_text(Fault(fault["what"]), tr), why(fault))
            for fault in health.get("faults", [])
            if fault.get("what") in known
        ],
        "rows": [row for row in rows if row[1]],
    }


def _hours(hours: dict[str, Any], tr: Translate) -> View:
    week = [(weekday_name(weekday, tr), _times(spans)) for weekday, spans in enumerate(hours["week"])]
    return {"week": week, "closed": days_text(", ".join(hours["closed_days"]), tr)}


def _times(spans: list[str]) -> list[list[str]]:
    """Return the ends of a day's spans as fields for a time hold them, with room for one more.

    They have no 24:00: the end of the day is 00:00.
    """
    times = [span.replace("24:00", "00:00").split("-") for span in spans]
    return times + [["", ""]] * max(MIN_SPANS - len(times), 0)


def _size(free_mb: float) -> str:
    """Return free space without a decimal point, which languages write in different ways."""
    return f"{free_mb / 1000:.0f} GB" if free_mb >= MANY_MB else f"{free_mb:.0f} MB"
