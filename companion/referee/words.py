"""Messages of the referee: short, kind and exact sentences.

Every sentence is an English template with named fields; `tr` turns a template into another language's. Texts
written as `tr("...")`, and those of `reasons.toml`, are what the catalogues of `companion.presentation.words`
have to hold.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.game import Move, Point, Reason, Seat, Source, Termination, index_of, point_at
from companion.referee import events

Translate = Callable[[str], str]
"""An English text, or template with fields in braces, becomes the same in another language."""


@dataclass(frozen=True)
class Called:
    """Name of a player at the beginning of a sentence, and of one of its counters, without an article.

    A language with cases gives the counter in the accusative.
    """

    name: str
    counter: str


Names = Callable[[Seat], Called]  # names of the players, in the language of the sentence

REASONS: dict[str, str] = tomllib.loads(Path(__file__).with_name("reasons.toml").read_text(encoding="utf-8"))
"""Templates of sentences by the reasons of refusals."""

PROVERB = "To move the one from the sacred line"


def english(text: str) -> str:
    """Return the text unchanged."""
    return text


def by_letter(seat: Seat) -> Called:
    """Return the seat's letter as its name, in English."""
    return Called(str(seat), f"counter of {seat}")


def say(event: events.Event, tr: Translate = english, names: Names = by_letter) -> str:
    """Return one event in a line or two of plain words."""
    match event:
        case events.Started(rules, position, seat):
            begins = tr("{seat} begins.").format(seat=names(seat).name)
            return f"{rules.name}: {position}. {begins}"
        case events.Thrown():
            return _thrown(event, tr, names)
        case events.Chosen(_, seat, move):
            sentence = tr("{seat} chooses to move from {source} to {target}.")
            return sentence.format(seat=names(seat).name, source=place(move.source, tr), target=move.target)
        case events.Moved(_, seat, move):
            return _moved(seat, move, tr, names)
        case events.TakenBack(_, seat, throw):
            sentence = tr("{seat} takes the move back and plays the {throw} again.")
            return sentence.format(seat=names(seat).name, throw=throw)
        case events.Passed(_, seat, throw, declined):
            if declined:
                return tr("{seat} stays, as the rules allow.").format(seat=names(seat).name)
            sentence = tr("{seat} has no move with a {throw}. {other}'s turn.")
            return sentence.format(seat=names(seat).name, throw=throw, other=names(seat.other).name)
        case events.Lifted(_, seat, _, done=()) | events.Restored(_, seat):
            return _restored(seat, tr, names)
        case events.Lifted(_, seat, _, done):
            return tr(REASONS[Reason.MOVE_NOT_FINISHED]).format(source=done[0].source)
        case events.Flagged():
            wrong = tr("Not so: {message}").format(message=message(event, tr, names))
            return f"{wrong} ({event.rule})\n{remedy(event.remedy, tr, names)}"
        case events.Mending():
            return tr("Nearly: {remedy}").format(remedy=remedy(event.remedy, tr, names))
        case events.Ended():
            return _ended(event, tr, names)


def message(flagged: events.Flagged, tr: Translate = english, names: Names = by_letter) -> str:
    """Return the mistake in a sentence for each of its reasons, the nearer one first."""
    return " ".join(_reason_in_words(flagged, reason, tr, names) for reason in flagged.reasons)


def _reason_in_words(flagged: events.Flagged, reason: Reason, tr: Translate, names: Names) -> str:
    own = next((step for step in flagged.done if step.seat is flagged.seat), None)
    step = own or flagged.done[0]
    where = step.target or step.source
    name = str(reason)
    match reason:
        case Reason.CAPTURED_COUNTER_NOT_TAKEN_OFF:
            where = flagged.remedy[0].source
        case Reason.WRONG_DISTANCE:
            name += {None: "-beside", 1: "-of-one"}.get(_points(step), "")
        case Reason.ENTERED_THOUGH_NONE_MAY if step.source is None:
            name += "-from-hand"
        case Reason.POINT_TAKEN_BY_OTHER_COUNTER:
            if where and flagged.shown.count(flagged.seat.other, where) > 1:
                name += "-and-more"
    return tr(REASONS[name]).format(
        seat=names(flagged.seat).name,
        other=names(flagged.seat.other).name,
        throw=flagged.throw,
        route=_route(step.source or "hand", step.target or "hand", tr),
        points=_points(step),
        source=step.source,
        where=where,
        right=flagged.throw and point_at(flagged.seat, flagged.throw - 1),
        missing=_listed([str(s.source) for s in flagged.done if s.target is None], tr),
        extra=_listed([str(s.target) for s in flagged.done if s.source is None], tr),
    )


def remedy(steps: tuple[events.Step, ...], tr: Translate = english, names: Names = by_letter) -> str:
    """Return the way back, a short sentence for each counter."""
    return " ".join(instruction(step, tr, names) for step in steps)


def instruction(
    step: events.Step, tr: Translate = english, names: Names = by_letter, *, back: bool = True
) -> str:
    """Return the instruction for one counter, in a short sentence; not `back`, it has not been there yet."""
    if step.source is None:
        sentence = tr("Put one {counter} on {target}.")
    elif step.target is None:
        sentence = tr("Take the {counter} off {source}.")
    elif back:
        sentence = tr("Move the {counter} from {source} back to {target}.")
    else:
        sentence = tr("Move the {counter} from {source} to {target}.")
    return sentence.format(counter=names(step.seat).counter, source=step.source, target=step.target)


def _thrown(event: events.Thrown, tr: Translate, names: Names) -> str:
    says = tr("{seat} throws {throw}.").format(seat=names(event.seat).name, throw=event.throw)
    if event.zugzwang:
        why = tr("Zugzwang: every move leaves the sacred line. Proverb: “{proverb}”.")
        return f"{says} {why.format(proverb=tr(PROVERB))}"
    return f"{says} {tr('Only one move is possible.')}" if event.choices == 1 else says


def _moved(seat: Seat, move: Move, tr: Translate, names: Names) -> str:
    sentence = tr("{seat} moves from {source} to {target}.")
    if move.hits:
        sentence = tr(
            "{seat} moves from {source} to {target} and hits: {other} takes the counter back in hand."
        )
    if move.throws_again:
        sentence = f"{sentence} {tr('{seat} throws again.')}"
    return sentence.format(
        seat=names(seat).name,
        other=names(seat.other).name,
        source=place(move.source, tr),
        target=move.target,
    )


def _restored(seat: Seat, tr: Translate, names: Names) -> str:
    return tr("Thanks, the board is back as it was. {seat} to play.").format(seat=names(seat).name)


def _ended(event: events.Ended, tr: Translate, names: Names) -> str:
    winner = event.outcome.winner
    won, lost = (names(winner).name, names(winner.other).name) if winner is not None else ("", "")
    match event.outcome.termination:
        case Termination.WON:
            return tr("{seat} has won!").format(seat=won)
        case Termination.RESIGNED:
            return tr("{other} gives up: {seat} has won.").format(seat=won, other=lost)
        case Termination.AGREED:
            return tr("The game is over: you agreed on a draw.")
        case Termination.LIMIT:
            return tr("The game is over, a draw: the limit of throws is reached.")
        case Termination.NOBODY_CAN_MOVE:
            return tr("The game is over, a draw: nobody can ever move again.")


def place(source: Source | str, tr: Translate = english) -> str:
    """Return the name of a place; `hand` and `home` are words."""
    if isinstance(source, Point):
        return str(source)
    return tr("home") if source == "home" else tr("hand")


def _route(source: Source | str, target: Source | str, tr: Translate) -> str:
    return tr("{source} to {target}").format(source=place(source, tr), target=place(target, tr))


def _points(step: events.Step) -> int | None:
    """Return how many points a counter moved; None if it came from or went beside the board."""
    if step.source is None or step.target is None:
        return None
    return (index_of(step.seat, step.target) - index_of(step.seat, step.source)) % 10


def _listed(points: list[str], tr: Translate) -> str:
    """Return points joined by `and`."""
    return f" {tr('and')} ".join(points)
