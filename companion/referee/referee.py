"""The referee: a step from a stimulus to its events. No clock, no I/O, no randomness."""

from dataclasses import dataclass, replace
from functools import reduce

from companion.game import (
    GameError,
    Halves,
    LegalMoves,
    Move,
    Outcome,
    Position,
    Reason,
    Rules,
    Seat,
    Stay,
    legal_moves,
    next_seat,
    outcome,
    play,
    start_position,
)
from companion.referee.events import (
    Choose,
    Chosen,
    Decline,
    Ended,
    Event,
    Flagged,
    Lifted,
    Look,
    Mending,
    Moved,
    Passed,
    Restored,
    Started,
    Stimulus,
    TakenBack,
    Throw,
    Thrown,
)
from companion.referee.verdict import (
    Legal,
    Unchanged,
    Verdict,
    Wrong,
    grounds,
    judge,
    nearer_reason,
    way_back,
)


class NotNowError(GameError):
    """A stimulus that the state of the game does not allow."""


@dataclass(frozen=True)
class State:
    """State of a game at a table; the fold of its events.

    `seat` is to throw, or to move if `throw` is set. `flag` is the wrong board that was last spoken of and
    not yet put right, `lifted` one that only lacks counters and was seen once. `passed` is the throw with
    which a seat has just had to pass. `before` is the state in which the last move was made, and its `before`
    that of the other seat's last move; a seat's own throw cuts it off. `mover` made the last move or passed.
    `chosen` is the one move that is taken, where it was chosen beforehand.
    """

    rules: Rules
    position: Position
    seat: Seat
    ply: int = 0
    throw: int | None = None
    flag: Halves | None = None
    lifted: Halves | None = None
    passed: Passed | None = None
    before: "State | None" = None
    mover: Seat | None = None
    chosen: Move | None = None
    ended: Outcome | None = None

    def made_by(self, seat: Seat) -> "State | None":
        """Return the state in which a seat made its last move; None once it has thrown again."""
        made = self.before
        while made is not None and made.seat is not seat:
            made = made.before
        return made

    @property
    def legal(self) -> LegalMoves | None:
        """Legal moves of the throw on the table; None before the throw."""
        if self.throw is None:
            return None
        return legal_moves(self.position, self.seat, self.throw, self.rules)

    @property
    def unthrown(self) -> "State | None":
        """Return the state before the throw that is on the table, or with which a seat had to pass."""
        passed = self.passed if self.throw is None else None
        if self.throw is None and passed is None:
            return None
        seat = self.seat if passed is None else passed.seat
        return replace(self, seat=seat, ply=self.ply - 1, throw=None, flag=None, passed=None)


def begin(rules: Rules, seat: Seat, position: Position | None = None) -> Started:
    """Return the event that opens a game, from the start position unless another is given."""
    return Started(rules, position or start_position(rules), seat)


def step(state: State, stimulus: Stimulus) -> tuple[Event, ...]:
    """Return the events that follow from one stimulus.

    Raises NotNowError for a throw while a move is owed, and for declining or choosing a move where the rules
    don't allow it.
    """
    if state.ended is not None:
        return ()
    match stimulus:
        case Throw(value):
            return _on_throw(state, value)
        case Decline():
            return _on_decline(state)
        case Choose(move):
            return _on_choose(state, move)
        case Look():
            return _on_look(state, stimulus)


def apply(state: State | None, event: Event) -> State:
    """Return the state after one more event."""
    if isinstance(event, Started):
        return State(event.rules, event.position, event.seat)
    if state is None:
        raise GameError(f"a game's first event is Started, not {event!r}")
    match event:
        case Thrown():
            if event.ply == state.ply:
                # Players have corrected their die's face.
                state = state.unthrown or state
            made = state.made_by(event.seat.other)
            before = replace(made, before=None) if made is not None else None
            return replace(state, ply=event.ply, throw=event.throw, before=before, chosen=None)
        case Chosen():
            return replace(state, chosen=event.move)
        case Moved():
            position = play(state.position, event.move)
            seat = next_seat(event.seat, event.move)
            made_in = replace(state, flag=None, lifted=None)
            after = replace(made_in, position=position, seat=seat, throw=None, passed=None, chosen=None)
            return replace(after, before=made_in, mover=event.seat)
        case TakenBack():
            made = state.made_by(event.seat)
            if made is None:
                raise GameError(f"{event.seat} has no move to take back")
            return made
        case Passed():
            passed = None if event.declined else event
            after = replace(state, seat=event.seat.other, throw=None, flag=None, lifted=None, passed=passed)
            return replace(after, mover=event.seat)
        case Lifted():
            return replace(state, lifted=event.shown if event.done else None)
        case Flagged() | Mending():
            return replace(state, flag=event.shown, lifted=None)
        case Restored():
            return replace(state, flag=None, lifted=None)
        case Ended():
            return replace(state, ended=event.outcome, throw=None)


class Referee:
    """A game being refereed: takes stimuli, returns events, and keeps the `state` they lead to."""

    def __init__(self, opening: Started) -> None:
        """Begin, or go on from the opening event of a stored game: then `replay` its other events."""
        self.state = apply(None, opening)

    def replay(self, events: tuple[Event, ...]) -> None:
        """Apply events that have happened already."""
        self.state = reduce(apply, events, self.state)

    def on(self, stimulus: Stimulus) -> tuple[Event, ...]:
        """Return and apply the events that follow from a stimulus."""
        events = step(self.state, stimulus)
        self.replay(events)
        return events


def _on_throw(state: State, value: int) -> tuple[Event, ...]:
    if state.throw is not None:
        raise NotNowError(f"{state.seat} has thrown {state.throw} and still has to move; throw after that")
    legal = legal_moves(state.position, state.seat, value, state.rules)
    ply = state.ply + 1
    thrown = Thrown(ply, state.seat, value, len(legal), legal.zugzwang)
    if not legal.passes:
        return (thrown,)
    return _with_end(state, (thrown, Passed(ply, state.seat, value, declined=False)))


def _on_decline(state: State) -> tuple[Event, ...]:
    legal = state.legal
    if legal is None or Stay.DECLINE not in legal.choices:
        raise NotNowError(f"{state.seat} may not decline now; a move has to be made whenever one is possible")
    return _with_end(state, (Passed(state.ply, state.seat, legal.throw, declined=True),))


def _on_choose(state: State, move: Move) -> tuple[Event, ...]:
    legal = state.legal
    if legal is None or move not in legal or state.chosen is not None:
        raise NotNowError(f"{state.seat} can't choose {move} now")
    return (Chosen(state.ply, state.seat, next(it for it in legal if it == move)),)


def _on_look(state: State, look: Look) -> tuple[Event, ...]:
    if look.halves is None or look.halves == state.flag:
        return ()
    made = state.before
    if made is not None and made.ply == state.ply and look.halves == made.position.halves():
        return take_back(state, made.seat, look.frame)
    legal = state.legal
    verdict = judge(state.position, look.halves, legal, state.seat, state.rules)
    if legal is not None and state.chosen is not None:
        verdict = _only_chosen(state, look.halves, verdict, replace(legal, moves=(state.chosen,)))
    match verdict:
        case Unchanged():
            if state.flag is not None:
                return (Restored(state.ply, state.seat, look.frame),)
            if state.lifted is not None:
                return (Lifted(state.ply, state.seat, look.halves, (), look.frame),)
            return ()
        case Legal(move):
            return _with_end(state, (Moved(state.ply, state.seat, move, look.frame),))
        case Wrong(_, done, _) if look.halves != state.lifted and all(step.target is None for step in done):
            return (Lifted(state.ply, state.seat, look.halves, done, look.frame),)
        case Wrong():
            return (_flag(state, look, verdict),)


def take_back(state: State, seat: Seat, frame: str | None = None) -> tuple[Event, ...]:
    """Return the event that takes back a seat's last move and what followed it, if there is such a move."""
    made = state.made_by(seat)
    if made is None or made.throw is None:
        return ()
    return (TakenBack(made.ply, seat, made.throw, made.position, frame),)


def _only_chosen(state: State, shown: Halves, verdict: Verdict, chosen: LegalMoves) -> Verdict:
    """Return the verdict where only the chosen move counts: others are legal, but not accepted."""
    strict = judge(state.position, shown, chosen, state.seat, state.rules)
    match strict, verdict:
        case (Legal(), _) | (Wrong(reason=Reason.CAPTURED_COUNTER_NOT_TAKEN_OFF), _):
            return strict
        case (_, Legal()) | (_, Wrong(reason=Reason.CAPTURED_COUNTER_NOT_TAKEN_OFF)):
            return Wrong(Reason.NOT_THE_CHOSEN_MOVE, *way_back(state.position, shown))
    return verdict


def _flag(state: State, look: Look, wrong: Wrong) -> Event:
    assert look.halves is not None
    if state.flag is not None and set(wrong.done) < set(way_back(state.position, state.flag, state.legal)[0]):
        return Mending(state.ply, state.seat, look.halves, wrong.remedy, look.frame)
    reason, ply, seat, throw = wrong.reason, state.ply, state.seat, state.throw
    passed = state.passed
    if passed is not None and wrong.done and all(s.seat is passed.seat and s.target for s in wrong.done):
        # The turn has gone on to the other seat, but the hand was still the one that had to pass.
        reason, ply, seat, throw = Reason.MOVED_THOUGH_TURN_PASSES, passed.ply, passed.seat, passed.throw
    nearer = nearer_reason(state.position, reason, wrong.done, seat, throw, state.rules)
    flagged = Flagged(ply, seat, throw, reason, "", look.halves, wrong.done, wrong.remedy, look.frame, nearer)
    return replace(flagged, rule="; ".join(map(str, grounds(state.rules, flagged))))


def _with_end(state: State, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events, with the end of the game if they lead to it."""
    after = reduce(apply, events, state)
    ended = outcome(after.position, after.rules, after.ply, after.mover)
    return events if ended is None else (*events, Ended(after.ply, ended))
