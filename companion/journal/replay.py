"""Playing a stored game again, and checking that every event could follow from those before it."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.game import GameError, Termination, outcome
from companion.journal.errors import InconsistentError
from companion.journal.games import EVENTS, StoredGame
from companion.journal.happenings import DieThrown, kind_of
from companion.referee.events import Chosen, Ended, Event, Moved, Passed, Started, TakenBack, Thrown
from companion.referee.referee import State, apply

BY_THE_RULES = (Termination.WON, Termination.LIMIT, Termination.NOBODY_CAN_MOVE)
"""Ends decided by the board; players may also agree on one."""


@dataclass(frozen=True)
class Replayed:
    """One event of a stored game and the state it led to."""

    event: Event
    state: State


def replay(stored: StoredGame) -> Iterator[Replayed]:
    """Yield the events of a game in order, each checked before; raise InconsistentError.

    Throws, moves, passes and the end are checked by the rules, and each throw against the die that showed it.
    Flags of the referee change nothing on the board and are not checked.
    """
    state: State | None = None
    shown: DieThrown | None = None
    for entry in stored.entries:
        happening = entry.happening
        if isinstance(happening, DieThrown):
            shown = happening
        if not isinstance(happening, EVENTS):
            continue
        wrong = _why_impossible(state, happening, shown)
        if isinstance(happening, Started) and happening.rules.die != stored.begun.die:
            wrong = f"the game was begun with the die {stored.begun.die}, not {happening.rules.die}"
        if wrong is None:
            try:
                state = apply(state, happening)
            except GameError as error:
                wrong = str(error)
        if wrong is not None or state is None:
            raise InconsistentError(
                f"game {stored.number}, entry {entry.number} ({kind_of(happening)}): {wrong}"
            )
        if isinstance(happening, Thrown):
            shown = None
        yield Replayed(happening, state)
    if (
        state is not None
        and state.ended is None
        and state.throw is None
        and outcome(state.position, state.rules, state.ply, state.mover) is not None
    ):
        raise InconsistentError(f"game {stored.number}: the game is over, and its end is missing")


def _why_impossible(state: State | None, event: Event, shown: DieThrown | None) -> str | None:
    """Return why an event is impossible in a state; None if it is possible."""
    if isinstance(event, Started) != (state is None):
        return "a game begins once, and first of all"
    if state is None:
        return None
    if state.ended:
        return "the game was over before"
    match event:
        case Thrown():
            return _why_not_thrown(state, event, shown)
        case Chosen(_, seat) if state.chosen:
            return f"it was not for {seat} to choose a move"
        case Chosen(ply, seat, move) | Moved(ply, seat, move):
            if (ply, seat) != (state.ply, state.seat) or state.legal is None:
                return f"it was not for {seat} to move"
            if move != (state.chosen or move):
                return f"{state.chosen} was chosen, and {move} made"
            if repr(move) not in map(repr, state.legal):
                other = "is legal, but has another effect than is recorded"
                what = other if move in state.legal else f"is not legal with a {state.legal.throw}"
                return f"{move} {what}, the position being {state.position}"
        case Passed(ply, seat, throw, declined):
            legal = state.legal
            if (ply, seat, throw) != (state.ply, state.seat, state.throw) or legal is None:
                return f"it was not for {seat} to pass"
            if not (legal.may_decline if declined else legal.passes):
                return f"{seat} could not stay with a {throw}, the position being {state.position}"
        case TakenBack(ply, seat, throw, position):
            before = state.made_by(seat)
            made = before and (before.ply, before.seat, before.throw, before.position)
            if made != (ply, seat, throw, position):
                return "there was no such move to take back"
        case Ended(_, ended):
            expected = outcome(state.position, state.rules, state.ply, state.mover)
            by_the_rules = expected is not None or ended.termination in BY_THE_RULES
            if by_the_rules and state.throw is not None:
                return f"{state.seat} still had to move with a {state.throw}"
            if by_the_rules and ended != expected:
                return f"{ended} is recorded, but in {state.position} " + (
                    f"it is {expected}" if expected else "the game goes on"
                )
    return None


def _why_not_thrown(state: State, event: Thrown, shown: DieThrown | None) -> str | None:
    if shown and shown.number is None and event.ply == state.ply:
        # The players have corrected their own die's face.
        state = state.unthrown or state
    if state.throw is not None:
        return f"{state.seat} still had to move with a {state.throw}"
    if (event.ply, event.seat) != (state.ply + 1, state.seat):
        return f"throw {state.ply + 1} was for {state.seat}"
    if event.throw not in state.rules.die.faces:
        return f"the die {state.rules.die} has no {event.throw}"
    if shown is None or shown.face != event.throw:
        return f"{event.throw} is recorded, but the die showed {shown.face if shown else 'nothing'}"
    return None
