"""Template data for the pages of games and rules."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.game import Move, Outcome, Point, Rules, Seat, Termination
from companion.game.merits import Why
from companion.interface.offers import OFFERS
from companion.interface.rule_cards import cards_of
from companion.interface.summary import Balance
from companion.journal import Abandoned, ComputerSeated, DieThrown, GameBegun
from companion.journal.games import EVENTS
from companion.link.follower import JournalEntry
from companion.link.page.board_svg import things
from companion.link.page.render import part
from companion.link.page.snapshot import GameSnapshot, snapshots
from companion.link.page.station_chances import Course, CurrentChances
from companion.presentation.board_picture import picture_of_card
from companion.presentation.seat_names import names_in
from companion.presentation.themed import palette_of
from companion.presentation.words.decided import turning_point, verdict
from companion.presentation.words.labels import (
    author_of,
    best_text,
    days_text,
    game_minutes,
    game_sentence,
    game_title,
    level_name,
    move_name,
    refusal_title,
    sources,
    title_of,
    why_text,
)
from companion.presentation.words.rules_text import card_words, sentences
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
from companion.referee.words import Names, Translate, message, remedy, say
from companion.system.local_time import local_time

MAX_LINES = 200  # lines of a game's course on a page when it is loaded; later ones are added
MAX_GAMES = 100  # games of the list, the newest first
MAX_STEPS = 3000  # steps that are sent of a game; the longest ones played have some hundreds

ON_SLIDER = (Started, Thrown, Moved, Passed, TakenBack, Flagged, Mending, Restored, Ended, Abandoned)
"""Events that are a step of the slider."""

CURVE_WIDTH, CURVE_HEIGHT = 600, 160

View = dict[str, object]


def called(look: str, tr: Translate) -> Names:
    """Return the players' names: the colours of their counters on the page in daylight."""
    return names_in(palette_of(look), tr)


def parts(snapshot: GameSnapshot, tr: Translate, best: Any = None) -> dict[str, str]:
    """Return what changes on the page, by the ids of its elements; `best` is the best choice of a course."""
    return {
        "turn": part("turn", *_turn(snapshot, tr)),
        "throw": _throw(snapshot),
        "said": _verdict(snapshot, tr),
        "moves": _moves(snapshot, tr, best),
        "things": things(snapshot.picture),
        "position": _position(snapshot, tr),
        # It follows when it has been worked out, if staff allow it.
        "advice": "",
    }


def vote_part(snapshot: GameSnapshot, tr: Translate) -> dict[str, str]:
    """Return what a phone may vote for: where a person has a choice; hidden unless phones vote."""
    legal, state, computer = snapshot.legal, snapshot.state, snapshot.computer
    choices = legal.choices if legal and snapshot.flagged is None else ()
    if state is None or len(choices) < 2 or (computer and computer.seat is state.seat):
        return {"vote": ""}
    names = [move_name(it, tr) if isinstance(it, Move) else tr("Stay") for it in choices]
    return {"vote": part("vote", tr("Which move would you make?"), names, state.ply)}


def line(snapshot: GameSnapshot, tr: Translate) -> str | None:
    """Return an entry as a line of the game's course; None if it is not worth one."""
    happening, names = snapshot.happening, called(snapshot.look, tr)
    match happening:
        case None:
            return None
        case Started(seat=seat):
            return tr("{seat} begins.").format(seat=names(seat).name)
        case Flagged():
            return tr("Not so: {message}").format(message=message(happening, tr, names))
        case DieThrown(face) if snapshot.state is None:
            return tr("The die shows {throw}.").format(throw=face)
        case Abandoned():
            return tr("The game was left.")
        case GameBegun():
            return tr("Who starts?")
        case ComputerSeated(seat, level):
            computer = tr("The computer plays {seat}").format(seat=names(seat).name)
            return f"{computer} ({level_name(level, tr)})"
    return say(happening, tr, names) if isinstance(happening, EVENTS) else None


def follow_view(game: list[GameSnapshot], tr: Translate) -> View:
    """Return the game that is followed."""
    now = game[-1]
    lines = [(each.number, text) for each in game[-MAX_LINES:] if (text := line(each, tr))]
    return {
        "title": tr("Follow"),
        "look": now.look,
        "heading": _title(now.game, now.rules, tr),
        "picture": now.picture,
        "parts": parts(now, tr) | vote_part(now, tr),
        "players": _players(now, tr),
        "lines": lines[::-1],
    }


def advice_part(snapshot: GameSnapshot, now: CurrentChances, tr: Translate) -> str:
    """Return the chances of both, and what each move is worth to the player to move, the best first."""
    shares = [
        (seat, called(snapshot.look, tr)(seat).name, _percent(chance))
        for seat, chance in ((Seat.A, now.chance), (Seat.B, 1 - now.chance))
    ]
    choices = snapshot.legal.choices if snapshot.legal else ()
    worth: list[tuple[str, str]] = []
    if len(choices) == len(now.worth) and snapshot.flagged is None and len(choices) >= 2:
        best_first = sorted(zip(choices, now.worth, strict=True), key=lambda pair: -pair[1])
        worth = [
            (move_name(choice, tr) if isinstance(choice, Move) else tr("Stay"), _percent(chance))
            for choice, chance in best_first
        ]
    return part("advice", tr("The chance to win"), shares, worth)


@dataclass(frozen=True)
class PlayedGame:
    """A game that is over, in short."""

    number: int
    at: str
    rules: Rules | None
    throws: int
    outcome: Outcome | None
    look: str

    def result(self, tr: Translate) -> str:
        """Return how it ended."""
        return _result(self.outcome, self.look, tr)

    @classmethod
    def of(cls, number: int, entries: list[JournalEntry]) -> "PlayedGame | None":
        """Return a game by its entries; None if it is not over, or does not begin as games do."""
        game = list(snapshots(entries))
        if not game or not game[-1].over or not isinstance(game[0].happening, GameBegun):
            return None
        last = game[-1]
        throws = sum(isinstance(each.happening, Thrown) for each in game)
        outcome = last.state.ended if last.state else None
        return cls(number, entries[0].at, last.rules, throws, outcome, last.look)


def games_view(games: list[PlayedGame], tr: Translate) -> View:
    """Return the list of games, the newest first."""
    rows = [
        {
            "key": game.number,
            "winner": game.outcome.winner if game.outcome else None,
            "title": _title(game.number, game.rules, tr),
            "line": " · ".join(
                (_moment(game.at, tr), game.result(tr), _labelled(tr("Throws"), str(game.throws), tr))
            ),
        }
        for game in games
    ]
    return {"title": tr("Games"), "rows": rows}


def steps(entries: list[JournalEntry], course: Course, tr: Translate) -> list[dict[str, object]]:
    """Return the steps of the slider: the parts of the page, with the best of several choices, and a line."""
    shown = [each for each in snapshots(entries) if isinstance(each.happening, ON_SLIDER)][:MAX_STEPS]
    best = {number: it for number, _, it in course}
    return [
        {"entry": each.number, "parts": parts(each, tr, best.get(each.number)), "line": line(each, tr)}
        for each in shown
    ]


def game_view(number: int, entries: list[JournalEntry], course: Course, tr: Translate) -> View:
    """Return a game to replay; before the script runs, the board as it was left."""
    last = [each for each in snapshots(entries) if isinstance(each.happening, ON_SLIDER)][-1]
    outcome = last.state.ended if last.state else None
    return {
        "title": tr("Game {number}").format(number=number),
        "heading": _title(number, last.rules, tr),
        # How it ended is said beside the board.
        "when": _moment(entries[0].at, tr) + (f" · {tr('The game was left.')}" if outcome is None else ""),
        "number": number,
        "look": last.look,
        "picture": last.picture,
        "parts": parts(last, tr),
        "course": " ".join(f"{entry}:{chance:.3f}" for entry, chance, _ in course),
        "curve": _curve(course) if len(course) >= 2 else "",
        "width": CURVE_WIDTH,
        "height": CURVE_HEIGHT,
        "names": [called(last.look, tr)(seat).name for seat in Seat],
        "decided": _decided(entries, course, outcome, tr) if outcome and course else (),
    }


def _decided(entries: list[JournalEntry], course: Course, outcome: Outcome, tr: Translate) -> list[str]:
    """Return what decided a game, as the station says it: its turning point, and dice or choices."""
    chances, turns = {entry: chance for entry, chance, _ in course}, dict[int, float]()
    luck, lost, before = dict.fromkeys(Seat, 0.0), dict.fromkeys(Seat, 0.0), 0.0
    names, mover = called("", tr), Seat.A
    for each in snapshots(entries):
        if each.number not in chances or each.state is None:
            continue
        names, happening, chance = called(each.look, tr), each.happening, chances[each.number]
        if isinstance(happening, Thrown):
            mover = happening.seat
        else:
            turns[each.state.ply] = chance
        gain = (chance - before) * (1 if mover is Seat.A else -1)
        if isinstance(happening, Thrown):
            luck[mover] += gain
        elif not isinstance(happening, Started):
            lost[mover] -= gain
        before = chance
    a, b = (Balance(luck[seat], lost[seat]) for seat in Seat)
    turned = turning_point(outcome, [turns[ply] for ply in sorted(turns)], tr, names)
    return [turned, verdict(outcome, (a, b), tr)]


def rules_view(offered: tuple[str, ...], tr: Translate) -> View:
    """Return the games that the station offers."""
    rows = [
        {
            "key": name,
            "title": game_title(name, tr),
            "line": f"{game_sentence(name, tr)} {game_minutes(OFFERS[name].minutes, tr)}",
        }
        for name in offered
    ]
    return {"title": tr("Rules"), "rows": rows}


def game_rules_view(name: str, tr: Translate) -> View:
    """Return the rules of one game."""
    rules = OFFERS[name].rules
    cards = [
        {"picture": picture_of_card(card), "words": card_words(card, tr), "throw": card.throw}
        for card in cards_of(rules)
    ]
    return {
        "title": tr("Rules"),
        "heading": game_title(name, tr),
        "lead": game_sentence(name, tr),
        "cards": cards,
        "die": rules.die,
        "sentences": sentences(rules, tr),
        "source": tr("After {source}").format(source=author_of(rules)),
    }


def _percent(chance: float) -> str:
    return f"{round(100 * chance)}\N{NO-BREAK SPACE}%"


def _title(number: int, rules: Rules | None, tr: Translate) -> str:
    numbered = tr("Game {number}").format(number=number)
    return _labelled(numbered, title_of(rules, tr), tr) if rules is not None else numbered


def _labelled(text: str, value: str, tr: Translate) -> str:
    """Return a value behind what it is; French sets a space before the colon."""
    return tr("{text}: {value}").format(text=text, value=value)


def _turn(snapshot: GameSnapshot, tr: Translate) -> tuple[Seat | None, str]:
    """Return whose turn it is; of a game that is over, who has won."""
    state, happening = snapshot.state, snapshot.happening
    if snapshot.over:
        outcome = state.ended if state else None
        return outcome.winner if outcome else None, _result(outcome, snapshot.look, tr)
    if state is None:
        return None, tr("Who starts?")
    text = tr("{seat} throws") if state.throw is None else tr("{seat} moves")
    if isinstance(happening, Flagged | Mending):
        text = "{seat}"
    return state.seat, text.format(seat=called(snapshot.look, tr)(state.seat).name)


def _position(snapshot: GameSnapshot, tr: Translate) -> str:
    """Return where the counters lie, for those who don't see the board."""
    halves, names = snapshot.picture.halves, called(snapshot.look, tr)
    sides = []
    for seat in Seat:
        counts = [(point, halves.count(seat, point)) for point in Point]
        lying = [f"{point} ×{count}".removesuffix(" ×1") for point, count in counts if count]
        if held := snapshot.picture.held(seat):
            lying.append(tr("beside the board: {count}").format(count=held))
        if lying:
            sides.append(_labelled(names(seat).name, ", ".join(lying), tr))
    return ". ".join(sides)


def _throw(snapshot: GameSnapshot) -> str:
    """Return the die, while its throw is on the table."""
    happening, rules, state = snapshot.happening, snapshot.rules, snapshot.state
    if rules is None or snapshot.over:
        return ""
    if state is None:
        return part("die", rules.die, happening.face) if isinstance(happening, DieThrown) else ""
    return "" if state.throw is None else part("die", rules.die, state.throw)


def _verdict(snapshot: GameSnapshot, tr: Translate) -> str:
    """Return the verdict, with its reason and the remedy; or the last event; at last, how the game ended."""
    flagged, happening, names = snapshot.flagged, snapshot.happening, called(snapshot.look, tr)
    if snapshot.over:
        state = snapshot.state
        if state is None or state.ended is None:
            return ""
        if state.ended.termination is Termination.WON:
            return part("said", "right", tr("{throws} throws").format(throws=state.ply))
        return part("said", "right", say(Ended(state.ply, state.ended), tr, names))
    if isinstance(happening, Flagged):
        rule = happening.rule
        if snapshot.rules is not None:
            rule = sources(happening, snapshot.rules, tr)
        text, way_back = message(happening, tr, names), remedy(happening.remedy, tr, names)
        return part("refusal", refusal_title(happening, tr), text, way_back, rule)
    if isinstance(flagged, Mending):
        return part("said", "wrong", say(flagged, tr, names))
    text_or_none = line(snapshot, tr)
    if text_or_none is None:
        return ""
    return part("said", "right" if isinstance(happening, Restored) else "plain", text_or_none)


def _moves(snapshot: GameSnapshot, tr: Translate, best: Any) -> str:
    """Return what the throw allows; if it is known, the best of it and why."""
    legal = snapshot.legal
    if not legal or snapshot.flagged is not None:
        return ""
    names, said = list(dict.fromkeys(move_name(move, tr) for move in legal)), ""
    if best:
        why = why_text(best[1] and Why(*best[1]), called(snapshot.look, tr)(legal.seat.other).name, tr)
        said = part("said", "best", f"{best_text(legal.choices[best[0]], tr)}. {why}")
    return part("moves", tr("What may be moved"), [*names, tr("Stay")] if legal.may_decline else names) + said


def _players(snapshot: GameSnapshot, tr: Translate) -> list[tuple[Seat, str, str]]:
    computer = snapshot.computer
    return [
        (
            seat,
            called(snapshot.look, tr)(seat).name,
            f" · {_plays(computer.level, tr)}" if computer and computer.seat is seat else "",
        )
        for seat in Seat
    ]


def _plays(level: str, tr: Translate) -> str:
    """Return how well the computer plays."""
    return tr("The computer plays: {level}").format(level=level_name(level, tr))


def _moment(at: str, tr: Translate) -> str:
    """Return a time on the machine's clock."""
    try:
        return days_text(f"{local_time(datetime.fromisoformat(at)):%Y-%m-%d %H:%M}", tr)
    except ValueError:
        return ""


def _result(outcome: Outcome | None, look: str, tr: Translate) -> str:
    """Return how a game ended."""
    if not outcome:
        return tr("The game was left.")
    if not outcome.winner:
        return tr("A draw")
    return tr("{seat} has won!").format(seat=called(look, tr)(outcome.winner).name)


def _curve(course: Course) -> str:
    """Return the chances over the game as an SVG path."""
    last = len(course) - 1
    return "M" + "L".join(
        f"{CURVE_WIDTH * index / last:.1f} {CURVE_HEIGHT * (1 - chance):.1f}"
        for index, (_, chance, _) in enumerate(course)
    )
