"""What a virtual player likes to do, what would be wrong, and how a hand does it."""

from companion.game import (
    GOAL_HALF,
    OWN_HALF,
    RING,
    Move,
    Point,
    Position,
    Reason,
    Reserve,
    Rules,
    Seat,
    index_of,
    legal_moves,
    play,
    point_at,
    why_illegal,
)
from companion.referee.events import Step

MOST_ON_A_HALF = 5


def appeal(move: Move) -> float:
    """How much a player likes a move."""
    if move.leaves_goal_half:
        return 0.1
    return 10.0 if move.wins or move.hits or index_of(move.seat, move.target) == GOAL_HALF else 2.0


def wrong_moves(position: Position, seat: Seat, throw: int, rules: Rules) -> list[tuple[Move, Reason | None]]:
    """Moves of one counter that break a rule and look like no legal one, with the reason if it is sure."""
    legal = legal_moves(position, seat, throw, rules)
    lawful = {play(position, move).halves() for move in legal} | {position.halves()}
    found: list[tuple[Move, Reason | None]] = []
    for mover in Seat:
        sources: list[Point | Reserve] = [p for p in RING if position.count(mover, p)]
        if position.of(mover).hand:
            sources.append(Reserve.HAND)
        for source in sources:
            for target in RING:
                if source is target or position.halves().count(mover, target) >= MOST_ON_A_HALF - 1:
                    continue
                move = Move(mover, source, target)
                if play(position, move).halves() in lawful:
                    continue
                reason = why_illegal(position, seat, throw, move, rules) if mover is seat else None
                found.append((move, reason))
    return found


def steps_of(move: Move) -> list[Step]:
    """What a hand does to make a move: a counter that is hit goes off first."""
    source = point_at(move.seat, OWN_HALF) if move.source is Reserve.HOME else move.source
    made = Step(move.seat, source if isinstance(source, Point) else None, move.target)
    return [Step(move.seat.other, move.target, None), made] if move.hits else [made]
