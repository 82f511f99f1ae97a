"""The page that follows a game: the board, whose turn it is, the throw, what may be moved, what was said."""

from collections.abc import Iterable

from companion.display.drawing.palette import BRIGHT
from companion.display.seat_names import names_in
from companion.game import Seat
from companion.journal import Abandoned, ComputerSeated, DieThrown, GameBegun
from companion.journal.games import EVENTS
from companion.link.page.board_svg import board_svg, counter_svg, die_svg, things
from companion.link.page.markup import Child, Markup, el, joined
from companion.link.page.reader import Reader
from companion.link.page.telling import Telling
from companion.referee.events import Ended, Flagged, Mending, Restored, Started
from companion.referee.verdict import grounds
from companion.referee.words import Names, Translate, message, remedy, say
from companion.words.labels import cited, game_title, level_name, move_name

MAX_LINES = 200
"""Lines of a game's course that a page holds when it comes; later ones are added."""


def called(tr: Translate) -> Names:
    """What the players are called: by the colours that their counters have on the page in daylight."""
    return names_in(BRIGHT, tr)


def parts(telling: Telling, tr: Translate) -> dict[str, str]:
    """What changes on the page, by the ids of its elements."""
    return {
        "turn": _turn(telling, tr),
        "throw": _throw(telling),
        "said": _said(telling, tr),
        "moves": _moves(telling, tr),
        "things": things(telling.picture),
        # It follows when it has been worked out, where staff allow it.
        "advice": "",
    }


def line(telling: Telling, tr: Translate) -> str | None:
    """An entry as a line of the game's course; None for what nobody needs to be told."""
    happening = telling.happening
    match happening:
        case None:
            return None
        case Started(seat=seat):
            return tr("{seat} begins.").format(seat=called(tr)(seat).name)
        case Flagged():
            return tr("Not so: {message}").format(message=message(happening, tr, called(tr)))
        case DieThrown(face) if telling.state is None:
            return tr("The die shows {throw}.").format(throw=face)
        case Abandoned():
            return tr("The game was left.")
        case GameBegun():
            return tr("Who starts?")
        case ComputerSeated(seat, level):
            computer = tr("The computer plays {seat}").format(seat=called(tr)(seat).name)
            return f"{computer} ({level_name(level, tr)})"
    return say(happening, tr, called(tr)) if isinstance(happening, EVENTS) else None


def follow_body(reader: Reader, tellings: list[Telling]) -> Markup:
    """The page of a game that is followed."""
    tr, now = reader.tr, tellings[-1]
    shown = parts(now, tr)
    told = [(each.number, text) for each in tellings[-MAX_LINES:] if (text := line(each, tr))]
    return joined(
        el("h1", _title(now, tr)),
        el(
            "div",
            el("div", board_svg(now.picture, tr("The board"), name="things"), class_="table"),
            el(
                "div",
                el(
                    "div",
                    el("div", Markup(shown["turn"]), id="turn", class_="turn"),
                    el("div", Markup(shown["throw"]), id="throw"),
                    class_="now",
                ),
                el("div", Markup(shown["said"]), id="said", class_="said", role="status", aria_live="polite"),
                el("div", Markup(shown["moves"]), id="moves", class_="moves"),
                el("div", id="advice", class_="advice"),
                _seats(now, tr),
                el(
                    "p",
                    tr("Connection lost. I try again by myself."),
                    id="lost",
                    class_="notice",
                    hidden=True,
                ),
                class_="words",
            ),
            el(
                "section",
                el("h2", tr("Course of the game")),
                el("ol", course(told), id="course", tabindex=0, aria_label=tr("Course of the game")),
                class_="course",
            ),
            class_="follow",
        ),
    )


def course(lines: Iterable[tuple[int, str]]) -> list[Markup]:
    """The lines of a game's course, the newest first."""
    return [el("li", text, data_entry=number) for number, text in reversed(list(lines))]


def nobody_body(reader: Reader, *said: Child) -> Markup:
    """The page while there is nothing to follow, or not without the code of the game."""
    tr = reader.tr
    return joined(el("h1", tr("Follow")), el("div", *said, class_="notice"))


def seat_said(seat: Seat, tr: Translate) -> Markup:
    """A seat by its counter and its colour."""
    return el("span", counter_svg(seat), called(tr)(seat).name, class_="seat")


def _title(telling: Telling, tr: Translate) -> str:
    numbered = tr("Game {number}").format(number=telling.game)
    return f"{numbered}: {game_title(telling.rules.name, tr)}" if telling.rules is not None else numbered


def _turn(telling: Telling, tr: Translate) -> Markup:
    """Whose turn it is, or how the game ended."""
    state, happening = telling.state, telling.happening
    if telling.over:
        ended = state.ended if state is not None else None
        if ended is not None and ended.winner is not None:
            who = ended.winner
            return joined(
                counter_svg(who), el("span", tr("{seat} has won!").format(seat=called(tr)(who).name))
            )
        return el("span", tr("This game is over."))
    if state is None:
        return el("span", tr("Who starts?"))
    said = tr("{seat} throws") if state.throw is None else tr("{seat} moves")
    if isinstance(happening, Flagged | Mending):
        said = "{seat}"
    return joined(counter_svg(state.seat), el("span", said.format(seat=called(tr)(state.seat).name)))


def _throw(telling: Telling) -> Markup:
    """The die, while its throw is on the table."""
    happening, rules = telling.happening, telling.rules
    if rules is None or telling.over:
        return joined()
    if telling.state is None:
        return die_svg(rules.die, happening.face) if isinstance(happening, DieThrown) else joined()
    return joined() if telling.state.throw is None else die_svg(rules.die, telling.state.throw)


def _said(telling: Telling, tr: Translate) -> Markup:
    """The verdict on what was done, with its reason and the way back; or what has happened."""
    flagged, happening, names = telling.flagged, telling.happening, called(tr)
    if isinstance(happening, Flagged):
        rule = happening.rule
        if telling.rules is not None:
            found = grounds(telling.rules, happening.reason, happening.seat, happening.done)
            rule = cited(found, telling.rules.name, tr)
        return el(
            "div",
            el("strong", tr("Not that one")),
            el("p", message(happening, tr, names)),
            el("p", remedy(happening.remedy, tr, names), class_="remedy"),
            el("p", rule, class_="rule"),
            class_="wrong",
        )
    if isinstance(flagged, Mending):
        return el("div", el("p", say(flagged, tr, names)), class_="wrong")
    text = line(telling, tr)
    if text is None:
        return joined()
    look = "right" if isinstance(happening, Restored | Ended) else "plain"
    return el("div", el("p", text), class_=look)


def _moves(telling: Telling, tr: Translate) -> Markup:
    """What may be moved with the throw."""
    legal = telling.legal
    if not legal or telling.flagged is not None:
        return joined()
    names = dict.fromkeys(move_name(move, tr) for move in legal)
    said = [el("li", name) for name in names]
    if legal.may_decline:
        said.append(el("li", tr("Stay")))
    return joined(el("h2", tr("What may be moved")), el("ul", said))


def _seats(telling: Telling, tr: Translate) -> Markup:
    """Who is who."""
    players = []
    for seat in Seat:
        computer = telling.computer if telling.computer and telling.computer.seat is seat else None
        level = f" · {level_name(computer.level, tr)}" if computer else ""
        players.append(el("li", seat_said(seat, tr), level))
    return el("ul", players, class_="seats")
