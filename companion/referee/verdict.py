"""Verdict on a look at the board: the legal move it shows, or the mistake and the way back."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from itertools import permutations

from companion.game import (
    RING,
    Citation,
    Halves,
    LegalMoves,
    Move,
    Point,
    Position,
    Reason,
    Reserve,
    Rules,
    Seat,
    Source,
    citation,
    index_of,
    play,
    point_at,
    what_bars,
    why_illegal,
)
from companion.referee.events import Flagged, Step


@dataclass(frozen=True)
class Unchanged:
    """The board is as it was."""


@dataclass(frozen=True)
class Legal:
    """The board shows this legal move."""

    move: Move


@dataclass(frozen=True)
class Wrong:
    """The board breaks the rules: how it differs, the reason, and the way back."""

    reason: Reason
    done: tuple[Step, ...]
    remedy: tuple[Step, ...]


Verdict = Unchanged | Legal | Wrong


def judge(position: Position, shown: Halves, legal: LegalMoves | None, seat: Seat, rules: Rules) -> Verdict:
    """Compare the halves shown with a position and with those that may follow from it.

    `seat` is to throw, or has thrown and then `legal` holds its moves; None means nobody has thrown yet.
    """
    if shown == position.halves():
        return Unchanged()
    for move in legal or ():
        outcome = play(position, move).halves()
        if shown == outcome:
            return Legal(move)
        left = _hit_left(move, outcome, shown)
        if left is not None:
            return Wrong(Reason.CAPTURED_COUNTER_NOT_TAKEN_OFF, (_step(move),), (left,))
    done, back = way_back(position, shown, legal)
    return Wrong(_reason(position, done, legal, seat, rules), done, back)


def _hit_left(move: Move, outcome: Halves, shown: Halves) -> Step | None:
    """Return how the counter that a move hit leaves the board; None unless it alone is left, on any point."""
    if not move.hits:
        return None
    extra = changes(outcome, shown)
    if len(extra) != 1 or extra[0].seat is move.seat or extra[0].source is not None:
        return None
    return Step(move.seat.other, extra[0].target, None)


def grounds(rules: Rules, flagged: Flagged) -> tuple[Citation, ...]:
    """Return the citation for each reason of a refusal, the nearer one first."""
    accused = next((step for step in flagged.done if step.seat is flagged.seat), None)
    target = accused.target if accused else None
    return tuple(citation(rules, reason, target) for reason in flagged.reasons)


def nearer_reason(
    position: Position, reason: Reason, done: tuple[Step, ...], seat: Seat, throw: int | None, rules: Rules
) -> Reason | None:
    """Return what bars the one counter that moved, where the reason is a duty or a turn that passes."""
    moved = [step for step in done if step.seat is seat and step.source is not None]
    duties = (Reason.MOVED_THOUGH_MUST_ENTER, Reason.MOVED_THOUGH_TURN_PASSES)
    if reason not in duties or throw is None or len(moved) != 1 or moved[0].target is None:
        return None
    return what_bars(position, throw, Move(seat, _source(position, moved[0]), moved[0].target), rules)


def meant_move(legal: LegalMoves | None, remedy: tuple[Step, ...]) -> Move | None:
    """Return where the throw leads the one counter that is to go back; None if it is not known.

    That is the counter's legal move, or else the only legal one, or else the way that something bars.
    """
    if legal is None or len(remedy) != 1 or remedy[0].seat is not legal.seat:
        return None
    start = remedy[0].target
    own = [move for move in legal if _step(move).source is start]
    moves = own or list(legal)
    if len(moves) == 1:
        return moves[0]
    if start is None:
        return None
    if own:
        return own[0]
    return Move(legal.seat, start, point_at(legal.seat, index_of(legal.seat, start) + legal.throw))


def way_back(
    position: Position, shown: Halves, legal: LegalMoves | None = None
) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """Return the steps that changed a position's board, if possible legal ones, and those that undo them."""
    done = changes(position.halves(), shown, {_step(move) for move in legal or ()})
    return done, tuple(Step(step.seat, step.target, step.source) for step in done)


def changes(before: Halves, after: Halves, likely: Collection[Step] = ()) -> tuple[Step, ...]:
    """Return the fewest steps, from half to half, off or on, that make one board the other.

    Where several could have moved, they are taken to have made `likely` steps, or else to have gone the
    shortest way in all.
    """
    steps: list[Step] = []
    for seat in Seat:
        gone, come = _difference(before, after, seat)
        moved = min(len(gone), len(come))
        pairings = (tuple(zip(gone, order, strict=False)) for order in permutations(come, moved))
        if len(gone) > len(come):
            pairings = (tuple(zip(order, come, strict=True)) for order in permutations(gone, moved))
        pairs = min(
            pairings, key=lambda pairs: sum(_apart(*it) for it in pairs if Step(seat, *it) not in likely)
        )
        steps.extend(Step(seat, source, target) for source, target in pairs)
        for source, target in pairs:
            gone.remove(source)
            come.remove(target)
        steps.extend(Step(seat, source, None) for source in gone)
        steps.extend(Step(seat, None, target) for target in come)
    return tuple(steps)


def _reason(
    position: Position, done: tuple[Step, ...], legal: LegalMoves | None, seat: Seat, rules: Rules
) -> Reason:
    """Return the most helpful reason for a board that is neither unchanged nor after a legal move."""
    moved = [step for step in done if step.source is not None and step.target is not None]
    gone = [step for step in done if step.target is None]
    come = [step for step in done if step.source is None]
    own = [step for step in done if step.seat is seat]
    entered = [step for it in Seat for step in [s for s in come if s.seat is it][: position.of(it).hand]]
    acted = [step for step in moved + entered if step.seat is seat]
    if len(come) > len(entered):
        return Reason.COUNTER_TOO_MANY
    if legal is None:
        return Reason.MOVED_BEFORE_THROWING if moved or entered else Reason.COUNTER_MISSING
    if len(acted) == 1:
        return _reason_of_one(position, acted[0], done, legal, rules)
    if len(acted) > 1:
        return Reason.MORE_THAN_ONE_COUNTER_MOVED
    if moved or entered:
        return Reason.OTHER_SEATS_COUNTER_MOVED
    if len(gone) == 1 and gone == own:
        return Reason.MOVE_NOT_FINISHED
    return Reason.COUNTER_MISSING


def _reason_of_one(
    position: Position, step: Step, done: tuple[Step, ...], legal: LegalMoves, rules: Rules
) -> Reason:
    """Return the reason if exactly one counter of the mover moved or entered, perhaps among other changes."""
    assert step.target is not None
    move = Move(step.seat, _source(position, step), step.target)
    refused = why_illegal(position, step.seat, legal.throw, move, rules)
    if refused is not None:
        return refused
    # The move itself is fine: something else on the board is not.
    others = [other for other in done if other is not step]
    if any(other.target is not None for other in others):
        return Reason.OTHER_SEATS_COUNTER_MOVED
    return Reason.COUNTER_MISSING


def _source(position: Position, step: Step) -> Source:
    """Return a moved counter's start: a camera can't tell one waiting at home from one on the point."""
    if step.source is None:
        return Reserve.HAND
    return step.source if position.count(step.seat, step.source) else Reserve.HOME


def _step(move: Move) -> Step:
    source = move.source if isinstance(move.source, Point) else None
    return Step(move.seat, source, move.target)


def _difference(before: Halves, after: Halves, seat: Seat) -> tuple[list[Point], list[Point]]:
    """Return the points of halves that lost, and that gained, counters of a seat; once per counter."""
    old = Counter(dict(zip(RING, before.of(seat), strict=True)))
    new = Counter(dict(zip(RING, after.of(seat), strict=True)))
    return list((old - new).elements()), list((new - old).elements())


def _apart(one: Point, other: Point) -> int:
    """Return the distance of two points, by the shorter way round."""
    ahead = (RING.index(other) - RING.index(one)) % 10
    return min(ahead, 10 - ahead)
