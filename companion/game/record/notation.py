"""Actions as text: `4A-3B`, `hand-4A`, `home-5A`, `pass`, `decline`.

A move may be written short, as the place it starts from (`4A`, `hand`), where only one legal move starts
there.
"""

import re

from companion.game.board import Point, Seat
from companion.game.errors import AmbiguousMoveError, GameError, IllegalMoveError, NotationError
from companion.game.legality import legal_moves, why_illegal
from companion.game.moves import Action, LegalMoves, Move, Reserve, Source, Stay
from companion.game.position import Position
from companion.game.rulesets.citations import citation
from companion.game.rulesets.rules import Rules

_MOVE = re.compile(r"([1-5][AB]|hand|home)(?:-([1-5][AB]))?", re.IGNORECASE)


def parse_action(text: str, position: Position, seat: Seat, throw: int, rules: Rules) -> Action:
    """Return the action that a text means for a seat's throw.

    Raises NotationError when it can't be read, IllegalMoveError, with the reason, when the rules forbid it,
    and AmbiguousMoveError when it is short for several moves.
    """
    legal = legal_moves(position, seat, throw, rules)
    if text.lower() in (Stay.PASS, Stay.DECLINE):
        return _stay(Stay(text.lower()), legal)
    found = _MOVE.fullmatch(text)
    if found is None:
        raise NotationError(f"{text!r} is no move such as 4A-3B or hand-4A, nor 'pass' or 'decline'")
    source = _source(found[1])
    if found[2] is None:
        return _only_from(source, legal)
    move = Move(seat, source, Point(found[2].upper()))
    if move in legal:
        return legal[legal.index(move)]
    try:
        reason = why_illegal(position, seat, throw, move, rules)
    except GameError as error:
        raise IllegalMoveError(f"{move} is not legal: {error}") from None
    assert reason is not None
    raise IllegalMoveError(
        f"{move} is not legal for {seat} with a {throw}: {reason} ({citation(rules, reason, move.target)})"
    )


def _source(text: str) -> Source:
    return Reserve(text.lower()) if text.lower() in (*Reserve,) else Point(text.upper())


def _stay(stay: Stay, legal: LegalMoves) -> Stay:
    if stay in legal.choices:
        return stay
    listed = ", ".join(map(str, legal.choices))
    raise IllegalMoveError(f"{legal.seat} can't {stay} with a {legal.throw}; there is {listed}")


def _only_from(source: Source, legal: LegalMoves) -> Move:
    moves = [move for move in legal if move.source == source]
    if not moves:
        listed = ", ".join(map(str, legal.choices))
        raise IllegalMoveError(
            f"no move from {source} is legal for {legal.seat} with a {legal.throw}; there is {listed}"
        )
    if len(moves) > 1:
        raise AmbiguousMoveError(f"{source} may be short for {' or '.join(map(str, moves))}; write which")
    return moves[0]
