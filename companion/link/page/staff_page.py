"""The staff's desk on a phone: today, health, visits, opening hours, and what may be done from afar."""

from datetime import date
from typing import Any

from companion.interface.faults import Fault
from companion.journal.visits import Step, Sums
from companion.link.page.markup import Markup, el, joined
from companion.link.page.reader import Reader
from companion.referee.words import Translate
from companion.words.labels import fault_text

MOST_DAYS = 14
LONGEST_HOURS = 200
"""Letters of a day's hours, and of all closed days."""


def weekdays(tr: Translate) -> tuple[str, ...]:
    """The days of the week, Monday first."""
    return (
        tr("Monday"),
        tr("Tuesday"),
        tr("Wednesday"),
        tr("Thursday"),
        tr("Friday"),
        tr("Saturday"),
        tr("Sunday"),
    )


def sign_in_body(reader: Reader) -> Markup:
    """Asks for the PIN."""
    tr = reader.tr
    return joined(
        el("h1", tr("For the staff")),
        _form(
            tr,
            "/staff/sign-in",
            el("label", tr("Type the PIN."), for_="pin"),
            el(
                "input",
                id="pin",
                name="pin",
                type="password",
                inputmode="numeric",
                autocomplete="current-password",
                maxlength=8,
                required=True,
            ),
            button=tr("Go on"),
        ),
    )


def desk_body(
    reader: Reader,
    days: dict[date, Sums],
    today: date,
    health: dict[str, Any] | None,
    hours: dict[str, Any] | None,
) -> Markup:
    """All that staff see when they are signed in; None is what the station does not tell now."""
    tr = reader.tr
    return joined(
        el("h1", tr("For the staff")),
        el(
            "div",
            _section(tr("Today"), _today(days.get(today, Sums()), tr)),
            _section(tr("Faults"), _health(health, tr)),
            _section(tr("Opening hours"), _hours(hours, tr)),
            _section(tr("Visits"), _visits(days, tr)),
            _section(tr("From afar"), _commands(tr)),
            class_="desk",
        ),
        _form(tr, "/staff/sign-out", button=tr("Sign out")),
    )


def _section(title: str, *held: Markup) -> Markup:
    return el("section", el("h2", title), *held)


def _form(tr: Translate, post: str, *held: Markup, button: str, sure: str | None = None) -> Markup:
    return el(
        "form",
        *held,
        el("div", el("button", button, type="submit", class_=None if sure else "main"), class_="row"),
        el("output", role="status"),
        data_post=post,
        data_sure=sure,
        data_lost=tr("The station does not answer."),
    )


def _table(rows: list[tuple[str, str]]) -> Markup:
    return el(
        "table", el("tbody", [el("tr", el("th", name, scope="row"), el("td", said)) for name, said in rows])
    )


def _today(sums: Sums, tr: Translate) -> Markup:
    first = sums.median_first_move_s
    steps = (
        (Step.SET_UP, tr("Board laid")),
        (Step.FIRST_THROW, tr("First throw")),
        (Step.FIRST_MOVE, tr("First legal move")),
        (Step.SECOND_TURN, tr("Second turn")),
        (Step.END, tr("Played to the end")),
    )
    return _table(
        [
            (tr("Visits"), str(sums.visits)),
            *((name, str(sums.reached.get(step, 0))) for step, name in steps),
            (tr("Until the first move"), "-" if first is None else f"{first:.0f} s"),
            (tr("Moves refused"), str(sums.not_so)),
        ]
    )


def _health(health: dict[str, Any] | None, tr: Translate) -> Markup:
    if health is None:
        return el("p", tr("The station does not answer."), class_="notice")
    known = [fault.value for fault in Fault]
    told = [it["what"] for it in health.get("faults", []) if it.get("what") in known]
    faults = el("ul", [el("li", fault_text(Fault(what), tr)) for what in told], class_="notice")
    said = faults if told else el("p", tr("Nothing is out of order."))
    return joined(said, _table([(tr("Version"), str(health.get("version", "")))]))


def _visits(days: dict[date, Sums], tr: Translate) -> Markup:
    newest = sorted(days.items(), reverse=True)[:MOST_DAYS]
    head = el(
        "tr",
        el("th", tr("Day"), scope="col"),
        el("th", tr("Visits"), scope="col", class_="figure"),
        el("th", tr("Played to the end"), scope="col", class_="figure"),
    )
    rows = [
        el(
            "tr",
            el("th", day.isoformat(), scope="row"),
            el("td", str(sums.visits), class_="figure"),
            el("td", str(sums.reached.get(Step.END, 0)), class_="figure"),
        )
        for day, sums in newest
    ]
    return el("div", el("table", el("thead", head), el("tbody", rows)), class_="wide")


def _hours(hours: dict[str, Any] | None, tr: Translate) -> Markup:
    if hours is None:
        return el("p", tr("The station does not answer."), class_="notice")
    fields = [
        el(
            "p",
            el("label", name, for_=f"day-{number}"),
            el(
                "input",
                id=f"day-{number}",
                name=f"day-{number}",
                type="text",
                value=", ".join(spans),
                maxlength=LONGEST_HOURS,
            ),
        )
        for number, (name, spans) in enumerate(zip(weekdays(tr), hours["week"], strict=True))
    ]
    closed = el(
        "p",
        el("label", tr("Closed days"), for_="closed"),
        el(
            "input",
            id="closed",
            name="closed",
            type="text",
            value=", ".join(hours["closed_days"]),
            maxlength=LONGEST_HOURS,
        ),
    )
    how = el("p", tr("Like 10:00-12:30, 14:00-18:00; nothing is closed all day."), class_="small")
    return _form(tr, "/staff/hours", how, *fields, closed, button=tr("Keep the hours"))


def _commands(tr: Translate) -> Markup:
    return joined(
        _form(tr, "/staff/open", button=tr("Open now"), sure=tr("Open now?")),
        _form(tr, "/staff/close", button=tr("Close now"), sure=tr("Close now?")),
        _form(
            tr,
            "/staff/restart-game",
            button=tr("Leave the game"),
            sure=tr("Leave the game that is played?"),
        ),
        _form(tr, "/staff/restart", button=tr("Restart"), sure=tr("Start the station's program anew?")),
    )
