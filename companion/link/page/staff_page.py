"""The staff's desk on a phone: today, health, visits, opening hours, and what may be done from afar."""

from datetime import date, datetime, timedelta
from typing import Any

from companion.interface.faults import Fault
from companion.interface.texts import FlawKind, TextFlaw
from companion.journal.visits import Step, Sums
from companion.link.page.markup import Markup, el, joined
from companion.link.page.reader import Reader
from companion.referee.words import Translate
from companion.words import LANGUAGES
from companion.words.labels import fault_text, flaw_text

MAX_DAYS = 14
MAX_HOURS_LENGTH = 200
"""Letters of a day's hours, and of all closed days."""

MAX_LINE_LENGTH, MAX_ABOUT_LENGTH = 200, 3000
"""Letters of a title or a welcome line, and of what is about the board; the station takes no more."""


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
    now: datetime,
    health: dict[str, Any] | None,
    machine: dict[str, Any],
    hours: dict[str, Any] | None,
    hints: bool,
) -> Markup:
    """All that staff see when they are signed in; None is what the station does not tell now.

    `machine` is what the link knows of it by itself; `hints`: phones are told the chances during a game.
    """
    tr = reader.tr
    return joined(
        el("h1", tr("For the staff")),
        el(
            "div",
            _section(tr("Today"), _today(days.get(now.date(), Sums()), tr)),
            _section(tr("Faults"), _health(health, machine, now, tr)),
            _section(tr("Opening hours"), _hours(hours, tr)),
            _section(tr("Visits"), _visits(days, tr)),
            _section(tr("From afar"), _commands(tr)),
            _section(tr("Camera"), _camera(tr)),
            _section(tr("Chances on phones"), _hints(tr, hints)),
            _section(tr("Texts"), _languages()),
            _section(tr("To keep"), _files(tr)),
            class_="desk",
        ),
        _form(tr, "/staff/sign-out", button=tr("Sign out")),
    )


def texts_body(reader: Reader, language: str, texts: dict[str, Any] | None) -> Markup:
    """The house's own texts in a language, to be changed; None if the station does not tell them now."""
    tr = reader.tr
    head = el("h1", f"{tr('Texts')}: {LANGUAGES[language]}")
    if texts is None:
        return joined(head, el("p", tr("The station does not answer."), class_="notice"), _back(tr))
    fields = [
        el(
            "p",
            el("label", said, for_=name),
            el(
                "input",
                id=name,
                name=name,
                type="text",
                lang=language,
                value=str(texts[name]),
                maxlength=MAX_LINE_LENGTH,
            ),
        )
        for name, said in (("title", tr("Title")), ("line", tr("Welcome line")))
    ]
    about = el(
        "p",
        el("label", tr("About this board"), for_="about"),
        el(
            "textarea",
            str(texts["about"]),
            id="about",
            name="about",
            rows=9,
            lang=language,
            maxlength=MAX_ABOUT_LENGTH,
        ),
    )
    post = f"/staff/texts/{language}"
    return joined(
        head,
        el("p", tr("What is left empty, the station says in its own words."), class_="small"),
        el(
            "form",
            *fields,
            about,
            el(
                "div",
                el("button", tr("Show"), type="submit"),
                el("button", tr("Use these"), type="submit", formaction=f"{post}/keep", class_="main"),
                class_="row",
            ),
            el("output", role="status"),
            el("img", alt=tr("As it looks on the station's screen"), class_="shown", hidden=True),
            data_post=post,
            data_lost=tr("The station does not answer."),
            data_typed=_typed(tr),
        ),
        _back(tr),
    )


def flaws_said(flaws: list[dict[str, str]], tr: Translate) -> str:
    """What is amiss with texts, each by its language."""
    kinds = set(FlawKind)
    said = []
    for flaw in flaws:
        file, kind = flaw.get("file", ""), flaw.get("kind", "")
        name = LANGUAGES.get(file.removesuffix(".txt"), file)
        said.append(flaw_text(TextFlaw(FlawKind(kind), name), tr) if kind in kinds else name)
    return " ".join(said)


def _back(tr: Translate) -> Markup:
    return el("p", el("a", tr("For the staff"), href="/staff", class_="button"), class_="back")


def _camera(tr: Translate) -> Markup:
    return joined(
        el("p", tr("One picture, as the camera sees the table now. It is not kept."), class_="small"),
        el(
            "form",
            el("div", el("button", tr("Take a picture"), type="submit"), class_="row"),
            el("output", role="status"),
            el("img", alt=tr("The table, as the camera sees it"), class_="shown", hidden=True),
            data_post="/staff/picture",
            data_lost=tr("The station does not answer."),
        ),
    )


def _hints(tr: Translate, hints: bool) -> Markup:
    said = (
        tr("While a game is played, phones show the chances, and what each move is worth.")
        if hints
        else tr("While a game is played, phones show no chances.")
    )
    post = "hide-chances" if hints else "show-chances"
    button = tr("Hide the chances") if hints else tr("Show the chances")
    return _form(tr, f"/staff/{post}", el("p", said), button=button)


def _languages() -> Markup:
    links = [
        el("li", el("a", name, href=f"/staff/texts/{code}", lang=code, class_="button"))
        for code, name in LANGUAGES.items()
    ]
    return el("ul", links, class_="row")


def _files(tr: Translate) -> Markup:
    names = (
        ("backup", tr("Backup"), tr("Settings, board, games and visits, to be put back on any station.")),
        ("report", tr("Report"), tr("For somebody who is to help; without pictures.")),
    )
    return joined(
        joined(
            el("p", said, class_="small"),
            el("p", el("a", name, href=f"/staff/{path}.zip", class_="button")),
        )
        for path, name, said in names
    )


def _section(title: str, *held: Markup) -> Markup:
    return el("section", el("h2", title), *held)


def _form(
    tr: Translate, post: str, *held: Markup, button: str, sure: str | None = None, typed: str | None = None
) -> Markup:
    return el(
        "form",
        *held,
        el("div", el("button", button, type="submit", class_=None if sure else "main"), class_="row"),
        el("output", role="status"),
        # Sent before the script is there, nothing that was typed stands in the address.
        method="post",
        data_post=post,
        data_sure=sure,
        data_lost=tr("The station does not answer."),
        data_typed=typed,
    )


def _typed(tr: Translate) -> str:
    """What is told where something stands that was typed before a session had ended."""
    return tr("Here is what you typed before. It is not kept yet.")


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


def _health(health: dict[str, Any] | None, machine: dict[str, Any], now: datetime, tr: Translate) -> Markup:
    if health is None:
        return el("p", tr("The station does not answer."), class_="notice")

    def moment(ago_s: float) -> str:
        return f"{now - timedelta(seconds=ago_s):%Y-%m-%d %H:%M}"

    known = [fault.value for fault in Fault]
    faults = [
        el(
            "li",
            fault_text(Fault(it["what"]), tr),
            # The station's own words, in English.
            el(
                "span",
                " · ".join(
                    filter(None, (tr("since {when}").format(when=moment(it.get("for_s", 0))), it.get("why")))
                ),
                class_="small why",
            ),
        )
        for it in health.get("faults", [])
        if it.get("what") in known
    ]
    yes_no = {True: tr("Yes"), False: tr("No")}
    free_mb, temperature_c = machine.get("disk_free_mb"), machine.get("temperature_c")
    rows = [
        (tr("Sees the board"), yes_no[health.get("sees_board") is True]),
        (tr("Knows the time"), yes_no[health.get("clock_is_sure") is True]),
        (tr("Runs since"), moment(health.get("uptime_s", 0))),
        (tr("Room for games"), "" if free_mb is None else f"{free_mb / 1000:.1f} GB"),
        (tr("Temperature"), "" if temperature_c is None else f"{temperature_c:.0f} °C"),
        (tr("Version"), str(health.get("version", ""))),
    ]
    said = el("ul", faults, class_="notice") if faults else el("p", tr("Nothing is out of order."))
    return joined(said, _table([row for row in rows if row[1]]))


def _visits(days: dict[date, Sums], tr: Translate) -> Markup:
    newest = sorted(days.items(), reverse=True)[:MAX_DAYS]
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
                maxlength=MAX_HOURS_LENGTH,
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
            maxlength=MAX_HOURS_LENGTH,
        ),
    )
    how = el("p", tr("Like 10:00-12:30, 14:00-18:00; nothing is closed all day."), class_="small")
    return _form(tr, "/staff/hours", how, *fields, closed, button=tr("Keep the hours"), typed=_typed(tr))


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
