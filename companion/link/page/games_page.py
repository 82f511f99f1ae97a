"""The games that are over: a list, and each to be looked through with its slider."""

from dataclasses import dataclass
from datetime import datetime

from companion.game import Outcome, Rules, Seat
from companion.journal import Abandoned, GameBegun
from companion.link.follower import Told
from companion.link.page.board_svg import board_svg, counter_svg
from companion.link.page.chances import Course
from companion.link.page.follow import called, line, parts
from companion.link.page.markup import Markup, el, joined
from companion.link.page.reader import Reader
from companion.link.page.telling import told
from companion.referee.events import (
    Ended,
    Flagged,
    Mending,
    Moved,
    Passed,
    Restored,
    Started,
    TakenBack,
    Thrown,
)
from companion.referee.words import Translate
from companion.words.labels import game_title

MAX_GAMES = 100
"""Games of the list, the newest first."""

MAX_STEPS = 3000
"""Steps that are sent of a game; the longest that were played have some hundreds."""

SHOWN = (Started, Thrown, Moved, Passed, TakenBack, Flagged, Mending, Restored, Ended, Abandoned)
"""What has a place on the slider."""


_BAR, _END = (el("path", d=d) for d in ("M4 4h4v16h-4z", "M16 4h4v16h-4z"))
_BACK, _ON = (el("path", d=d) for d in ("M18 4v16L8 12z", "M6 4v16l10-8z"))
_RUN, _HALT = (
    el("path", d="M7 3v18l14-9z", class_="go"),
    el("path", d="M6 4h4v16H6zM14 4h4v16h-4z", class_="halt"),
)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that is over, in short."""

    number: int
    at: str
    rules: Rules | None
    throws: int
    outcome: Outcome | None

    @classmethod
    def of(cls, number: int, entries: list[Told]) -> "PlayedGame | None":
        """A game by its entries; None if it is not over, or does not begin as games do."""
        tellings = list(told(entries))
        if not tellings or not tellings[-1].over or not isinstance(tellings[0].happening, GameBegun):
            return None
        last = tellings[-1]
        throws = sum(isinstance(each.happening, Thrown) for each in tellings)
        outcome = last.state.ended if last.state is not None else None
        return cls(number, entries[0].at, last.rules, throws, outcome)


def games_body(reader: Reader, games: list[PlayedGame]) -> Markup:
    """The list, the newest first."""
    tr = reader.tr
    if not games:
        return joined(
            el("h1", tr("Games")), el("p", tr("No game has been played to its end yet."), class_="notice")
        )
    return joined(el("h1", tr("Games")), el("ul", [_row(game, tr) for game in games], class_="list"))


def _row(game: PlayedGame, tr: Translate) -> Markup:
    name = game_title(game.rules.name, tr) if game.rules is not None else ""
    winner = game.outcome.winner if game.outcome is not None else None
    return el(
        "li",
        el(
            "a",
            el("span", counter_svg(winner) if winner is not None else None, class_="winner"),
            el(
                "span",
                el("strong", tr("Game {number}").format(number=game.number), f": {name}" if name else ""),
                el(
                    "span",
                    f"{moment(game.at)} · {result(game.outcome, tr)} · {tr('Throws')}: {game.throws}",
                    class_="small",
                ),
                class_="what",
            ),
            href=f"/games/{game.number}",
        ),
    )


def moment(at: str) -> str:
    """When something was, in the time of the station's machine, as every language writes it."""
    try:
        return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return ""


def result(outcome: Outcome | None, tr: Translate) -> str:
    """How a game came out."""
    if outcome is None:
        return tr("The game was left.")
    if outcome.winner is None:
        return tr("A draw")
    return tr("{seat} has won!").format(seat=called(tr)(outcome.winner).name)


def steps(entries: list[Told], tr: Translate) -> list[dict[str, object]]:
    """What the slider goes through: the parts of the page at each step, and what is said of it."""
    shown = [each for each in told(entries) if isinstance(each.happening, SHOWN)][:MAX_STEPS]
    return [{"entry": each.number, "parts": parts(each, tr), "line": line(each, tr)} for each in shown]


def game_body(reader: Reader, number: int, entries: list[Told], course: Course) -> Markup:
    """A game to look through; before its script runs, the board as it was left."""
    tr = reader.tr
    last = [each for each in told(entries) if isinstance(each.happening, SHOWN)][-1]
    shown = parts(last, tr)
    title = tr("Game {number}").format(number=number)
    name = f": {game_title(last.rules.name, tr)}" if last.rules is not None else ""
    buttons = [
        el("button", _sign(*signs), id=key, type="button", aria_label=said)
        for key, signs, said in (
            ("first", (_BAR, _BACK), tr("To the beginning")),
            ("back", (_BACK,), tr("One step back")),
            ("run", (_RUN, _HALT), tr("Play")),
            ("on", (_ON,), tr("One step on")),
            ("last", (_ON, _END), tr("To the end")),
        )
    ]
    return joined(
        el("h1", f"{title}{name}"),
        el(
            "p",
            moment(entries[0].at),
            " · ",
            result(last.state.ended if last.state else None, tr),
            class_="small",
        ),
        el(
            "div",
            el("div", board_svg(last.picture, tr("The board"), name="things"), class_="table"),
            el(
                "div",
                el(
                    "div",
                    el("div", Markup(shown["turn"]), id="turn", class_="turn"),
                    el("div", Markup(shown["throw"]), id="throw"),
                    class_="now",
                ),
                el("div", Markup(shown["said"]), id="said", class_="said"),
                el("div", Markup(shown["moves"]), id="moves", class_="moves"),
                class_="words",
            ),
            el(
                "div",
                el("label", tr("Step"), " ", el("output", id="step"), for_="slider"),
                el("input", type="range", id="slider", min=0, max=0, value=0, step=1, disabled=True),
                el("div", *buttons, class_="buttons"),
                class_="control",
            ),
            _chances(course, tr),
            class_="follow replay",
            data_steps=f"/games/{number}/steps",
            data_play=tr("Play"),
            data_stop=tr("Stop"),
        ),
    )


def _sign(*drawn: Markup) -> Markup:
    return el("svg", *drawn, viewBox="0 0 24 24", aria_hidden="true")


def _chances(course: Course, tr: Translate) -> Markup:
    """The chances of both over the game, with a line where the slider is."""
    if len(course) < 2:
        return el("p", tr("The chances are not known."), class_="small chances")
    wide, high = 600, 160
    places = [
        (wide * index / (len(course) - 1), high * (1 - chance)) for index, (_, chance) in enumerate(course)
    ]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    a, b = (called(tr)(seat).name for seat in Seat)
    return el(
        "figure",
        el("figcaption", tr("The chance to win")),
        el(
            "svg",
            el("title", tr("Above the middle {one} was ahead, below it {other}.").format(one=a, other=b)),
            el("rect", x=0, y=0, width=wide, height=high, class_="field"),
            el("path", d=f"{path}L{wide} {high}L0 {high}Z", class_="area"),
            el("path", d=f"M0 {high / 2}H{wide}", class_="half"),
            el("path", d=path, class_="curve"),
            el("path", d=f"M0 0V{high}", id="cursor", class_="cursor"),
            viewBox=f"0 0 {wide} {high}",
            preserveAspectRatio="none",
            role="img",
            class_="chance",
        ),
        el("p", counter_svg(Seat.A), f"{a} ", el("b", id="chance-a"), class_="side"),
        el("p", counter_svg(Seat.B), f"{b} ", el("b", id="chance-b"), class_="side"),
        class_="chances",
        data_course=" ".join(f"{number}:{chance:.3f}" for number, chance in course),
    )
