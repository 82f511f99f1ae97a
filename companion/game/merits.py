"""The merits of a move: parts of what it does that people can check on the board and by the die."""

from dataclasses import dataclass
from enum import StrEnum

from companion.game.board import GOAL_HALF, Seat, index_of
from companion.game.landing import SACRED
from companion.game.legality import counters_home, legal_moves
from companion.game.moves import Action, LegalMoves, Stay
from companion.game.play import next_seat, play
from companion.game.position import Counters, Position
from companion.game.rulesets.rules import Rules


class Merit(StrEnum):
    """A part of what a choice does, at once or for a next throw; plainer parts stand first."""

    WINS = "wins"
    HITS = "hits"
    ARRIVES = "arrives"  # one more counter is where it counts
    AGAIN = "again"
    ENTERS = "enters"
    PAIR = "pair"  # of two that can't be hit; on the middle line, that is so of one
    STAYS = "stays"  # none leaves the place where it counts
    UNHIT = "unhit"
    SHUT = "shut"
    DRIVEN = "driven"
    KEPT_OUT = "kept-out"
    READY = "ready"


AT_ONCE = (Merit.HITS, Merit.ARRIVES, Merit.AGAIN, Merit.ENTERS, Merit.PAIR, Merit.STAYS)
"""Merits of the move itself. One that wins is like no other."""

OF_OTHER = (Merit.UNHIT, Merit.SHUT, Merit.DRIVEN, Merit.KEPT_OUT)
"""Merits by which the next throw of the other player can't hit, move, stay on the goal, or reach it."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why a choice is better than another: by a merit.

    With these `faces` the other player can't move, has to leave the goal, or can still hit or reach it; or
    the player itself reaches it. None are left if the merit holds for every throw.
    """

    merit: Merit
    faces: tuple[int, ...] = ()


def merits(position: Position, seat: Seat, action: Action, rules: Rules) -> dict[Merit, tuple[int, ...]]:
    """Return the faces of the next throw for which a legal action has each merit: all, if it acts at once."""
    after, faces = play(position, action), rules.die.faces
    before, own = position.of(seat), after.of(seat)
    gained = counters_home(own, rules) - counters_home(before, rules)
    at_once = {Merit.ARRIVES: gained > 0, Merit.STAYS: gained >= 0}
    at_once[Merit.PAIR] = rules.hitting and _pairs(own) > _pairs(before)
    if not isinstance(action, Stay):
        at_once |= {Merit.WINS: action.wins, Merit.HITS: action.hits}
        at_once |= {Merit.AGAIN: action.throws_again, Merit.ENTERS: action.enters}
    found = {merit: faces if holds else () for merit, holds in at_once.items()}
    if next_seat(seat, action) is seat or at_once.get(Merit.WINS):
        return found
    for face in faces:
        theirs, ours = (legal_moves(after, mover, face, rules) for mover in (seat.other, seat))
        driven = bool(theirs) and not theirs.may_decline
        then = {
            Merit.UNHIT: not any(move.hits for move in theirs),
            Merit.SHUT: theirs.passes,
            Merit.DRIVEN: driven and all(move.leaves_goal_half for move in theirs),
            Merit.KEPT_OUT: not _reaches(theirs),
            Merit.READY: _reaches(ours),
        }
        for merit, holds in then.items():
            found[merit] = found.get(merit, ()) + (face,) * holds
    return found


def _reaches(legal: LegalMoves) -> bool:
    return any(index_of(move.seat, move.target) == GOAL_HALF for move in legal)


def _pairs(counters: Counters) -> int:
    return sum(count > 1 for index, count in enumerate(counters.ring) if index not in SACRED)
