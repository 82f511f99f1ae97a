"""Casual play: which legal moves people like, and which wrong moves they might make."""

from collections.abc import Iterator

from companion.game import (
    GOAL_HALF,
    RING,
    Action,
    Move,
    Point,
    Position,
    Reason,
    Reserve,
    Rules,
    Seat,
    Stay,
    index_of,
    legal_moves,
    play,
    why_illegal,
)


def appeal(action: Action, winning: float) -> float:
    """Return how much a player likes a choice, as a weight: hits and the goal half count more.

    `winning` is what a move that wins is worth; any other move is worth 10 at most.
    """
    if isinstance(action, Stay):
        return 1.0
    if action.wins:
        return winning
    if action.leaves_goal_half:
        return 0.1
    on_goal = index_of(action.seat, action.target) == GOAL_HALF
    return 10.0 if on_goal or action.hits else 2.0


def wrong_moves(position: Position, seat: Seat, throw: int, rules: Rules) -> Iterator[tuple[Move, Reason]]:
    """Yield wrong moves of one counter, of either seat, that look like no legal one, and the rule broken.

    A counter in hand may be laid anywhere; one that waits at home stays there.
    """
    legal = legal_moves(position, seat, throw, rules)
    lawful = {play(position, move).halves() for move in legal} | {position.halves()}
    for mover in Seat:
        sources: list[Point | Reserve] = [point for point in RING if position.count(mover, point)]
        if position.of(mover).hand:
            sources.append(Reserve.HAND)
        for source in sources:
            for target in RING:
                move = Move(mover, source, target)
                if source is target or play(position, move).halves() in lawful:
                    continue
                reason = why_illegal(position, seat, throw, move, rules)
                if reason is not None:
                    yield move, reason
