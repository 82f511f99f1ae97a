"""The script of a filmed game: throws, moves, mistakes put right, and where each counter lies."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from random import Random

from companion.analysis.play.casual_player import appeal, wrong_moves
from companion.game import (
    COUNTERS,
    OWN_HALF,
    RING,
    Action,
    Halves,
    LegalMoves,
    Move,
    Outcome,
    Point,
    Position,
    Reason,
    Reserve,
    Rules,
    Seat,
    Stay,
    index_of,
    legal_moves,
    next_seat,
    outcome,
    play,
    point_at,
    start_position,
)
from five_lines_lab.film import UnfinishedError

MAX_THROWS = 500  # throws of a film at most
WINNING = 100.0  # weight of a move that wins: players see it, so that films come to an end

FAVOURED_MISTAKES = (
    Reason.WRONG_DISTANCE,
    Reason.OTHER_SEATS_COUNTER_MOVED,
    Reason.MORE_THAN_ONE_COUNTER_MOVED,
)
"""The mistakes that people make most; others follow when these have been made."""


@dataclass(frozen=True)
class ScriptedMistake:
    """Moves that break a rule, before the legal one; `put_back` before it, or in one go with it."""

    reason: Reason
    moves: tuple[Move, ...]
    put_back: bool


@dataclass(frozen=True)
class ScriptedTurn:
    """One throw and the action taken; `ply` counts throws from 1."""

    ply: int
    seat: Seat
    throw: int
    legal: LegalMoves
    action: Action
    mistake: ScriptedMistake | None = None


@dataclass(frozen=True)
class Script:
    """A whole game."""

    rules: Rules
    starter: Seat
    turns: tuple[ScriptedTurn, ...]
    outcome: Outcome


@dataclass(frozen=True)
class Lying:
    """A counter and its half (None: in hand); slot 0 is the point, the others lie inwards."""

    seat: Seat
    number: int
    half: Point | None
    slot: int = 0


Table = tuple[Lying, ...]  # all ten counters, A0 to A4 and B0 to B4


class Beat(StrEnum):
    """The kind of a picture of a film."""

    HAND = "hand"
    SETTLED = "settled"
    ILLEGAL = "illegal"
    PUT_BACK = "put-back"


@dataclass(frozen=True)
class Shot:
    """A picture of a film; if it shows a hand, `held` is the counter it holds.

    `correcting` marks the pictures after a mistake, until it is corrected.
    """

    turn: ScriptedTurn
    beat: Beat
    table: Table
    held: Lying | None = None
    correcting: bool = False


def write_script(
    rules: Rules, starter: Seat, mistakes: int, random: Random, *, put_back: bool = True
) -> Script:
    """A game of sensible random moves with some mistakes; with `put_back`, every other one is put back first.

    Raises UnfinishedError when the game takes more than MAX_THROWS throws.
    """
    position, seat = start_position(rules), starter
    turns: list[ScriptedTurn] = []
    while (ended := outcome(position, rules, len(turns), turns[-1].seat if turns else None)) is None:
        if len(turns) == MAX_THROWS:
            raise UnfinishedError(
                f"this game is not over after {MAX_THROWS} throws; take another --seed, or --option limit=N"
            )
        throw = rules.die.throw(random)
        legal = legal_moves(position, seat, throw, rules)
        choices = legal.choices
        action = random.choices(choices, [appeal(choice, WINNING) for choice in choices])[0]
        turns.append(ScriptedTurn(len(turns) + 1, seat, throw, legal, action))
        position, seat = play(position, action), next_seat(seat, action)
    return Script(rules, starter, _with_mistakes(rules, turns, mistakes, random, put_back), ended)


def opening_table(position: Position) -> Table:
    """A table on which the counters lie as in a position; counters waiting at home lie behind their point."""
    table: list[Lying] = []
    for seat in Seat:
        counters = position.of(seat)
        places: list[Point | None] = [
            point for point in RING for _ in range(counters.ring[index_of(seat, point)])
        ]
        places += [point_at(seat, OWN_HALF)] * counters.home + [None] * counters.hand
        for number, half in enumerate(places):
            table.append(Lying(seat, number, half, _free_slot(table, half)))
    return tuple(table)


def seen(table: Table) -> Halves:
    """Return what a camera sees of a table."""

    def counts(seat: Seat) -> tuple[int, ...]:
        return tuple(sum(one.half is point and one.seat is seat for one in table) for point in RING)

    return Halves(counts(Seat.A), counts(Seat.B))


def shots(script: Script) -> Iterator[Shot]:
    """The pictures of a film in their order; a forced pass has none."""
    table = opening_table(start_position(script.rules))
    for turn in script.turns:
        if isinstance(turn.action, Stay):
            continue
        if turn.mistake is not None:
            wrong = table
            for move in turn.mistake.moves:
                yield Shot(turn, Beat.HAND, wrong, _picked(wrong, move))
                wrong = moved(wrong, move)
            yield Shot(turn, Beat.ILLEGAL, wrong)
            yield Shot(turn, Beat.HAND, wrong, _changed(table, wrong), correcting=True)
            if turn.mistake.put_back:
                yield Shot(turn, Beat.PUT_BACK, table, correcting=True)
        correcting = turn.mistake is not None
        if turn.mistake is None or turn.mistake.put_back:
            yield Shot(turn, Beat.HAND, table, _picked(table, turn.action), correcting)
        table = moved(table, turn.action)
        yield Shot(turn, Beat.SETTLED, table, correcting=correcting)


def moved(table: Table, move: Move) -> Table:
    """The table after a move; a counter that it hits goes to its owner's hand."""
    after = list(table)
    if move.hits:
        hit = next(one for one in table if one.half is move.target and one.seat is not move.seat)
        after[table.index(hit)] = replace(hit, half=None, slot=0)
    going = _picked(table, move)
    index = table.index(going)
    after[index] = replace(going, half=None, slot=0)
    after[index] = replace(going, half=move.target, slot=_free_slot(after, move.target))
    return tuple(after)


def _picked(table: Table, move: Move) -> Lying:
    """The counter that a player takes for a move: of several, the innermost."""
    half = point_at(move.seat, OWN_HALF) if move.source is Reserve.HOME else move.source
    source = None if half is Reserve.HAND else half
    return max(
        (one for one in table if one.seat is move.seat and one.half == source), key=lambda one: one.slot
    )


def _changed(before: Table, after: Table) -> Lying:
    """A counter that lies elsewhere than before."""
    return next(new for old, new in zip(before, after, strict=True) if old != new)


def _free_slot(table: Sequence[Lying], half: Point | None) -> int:
    if half is None:
        return 0
    taken = {one.slot for one in table if one.half is half}
    return min(set(range(2 * COUNTERS + 1)) - taken)


def _with_mistakes(
    rules: Rules, turns: list[ScriptedTurn], mistakes: int, random: Random, may_put_back: bool
) -> tuple[ScriptedTurn, ...]:
    """The turns, some of them with a mistake, of as many kinds as there are."""
    positions = [start_position(rules)]
    for turn in turns:
        positions.append(play(positions[-1], turn.action))
    # The last turn wins: a mistake there would spoil the end.
    candidates = [i for i, turn in enumerate(turns[:-1]) if isinstance(turn.action, Move)]
    random.shuffle(candidates)

    @cache
    def possible(index: int) -> dict[Reason, list[tuple[Move, ...]]]:
        found = _possible_mistakes(positions[index], turns[index], rules)
        if index and turns[index - 1].action is Stay.PASS:
            # Nobody could tell whether it was the other player who moved although the turn passed.
            found.pop(Reason.OTHER_SEATS_COUNTER_MOVED, None)
        return found

    made: list[Reason] = []
    result = list(turns)
    while len(made) < mistakes and candidates:
        favoured = FAVOURED_MISTAKES[len(made)] if len(made) < len(FAVOURED_MISTAKES) else None
        index = next((i for i in candidates if favoured in possible(i)), candidates[0])
        candidates.remove(index)
        reasons = [favoured] if favoured in possible(index) else sorted(possible(index), key=made.count)
        if reasons and reasons[0] is not None:
            moves = random.choice(possible(index)[reasons[0]])
            put_back = may_put_back and len(made) % 2 == 0
            result[index] = replace(turns[index], mistake=ScriptedMistake(reasons[0], moves, put_back))
            made.append(reasons[0])
    return tuple(result)


def _possible_mistakes(
    position: Position, turn: ScriptedTurn, rules: Rules
) -> dict[Reason, list[tuple[Move, ...]]]:
    """The mistakes a throw lends itself to, by the rule they break; none looks like a legal move.

    The other seat's counters are moved by the throw alone: elsewhere nobody would take them for one's own.
    """
    found: dict[Reason, list[tuple[Move, ...]]] = {}
    for move, reason in wrong_moves(position, turn.seat, turn.throw, rules):
        if move.seat is turn.seat or _steps(move) == turn.throw:
            found.setdefault(reason, []).append((move,))
    for first in turn.legal:
        for second in turn.legal:
            apart = {first.source, first.target}.isdisjoint({second.source, second.target})
            if apart and not first.hits and not second.hits:
                found.setdefault(Reason.MORE_THAN_ONE_COUNTER_MOVED, []).append((first, second))
    return found


def _steps(move: Move) -> int | None:
    """Return how far a move goes; None for a counter that enters."""
    if isinstance(move.source, Reserve):
        return None
    return (index_of(move.seat, move.target) - index_of(move.seat, move.source)) % len(RING)
