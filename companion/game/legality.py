"""Legal moves of a throw, and reasons why others are illegal."""

from companion.game.board import GOAL_HALF, OWN_HALF, Point, Seat, index_of, point_at
from companion.game.errors import GameError
from companion.game.landing import SACRED, Reason, goal_is_shut, is_hit, other_obstacle, own_obstacle
from companion.game.moves import LegalMoves, Move, Reserve
from companion.game.position import COUNTERS, Counters, Position
from companion.game.rulesets.rules import (
    EndTest,
    Entering,
    ExtraThrow,
    Goal,
    Leaving,
    Rules,
    Zugzwang,
)


def legal_moves(position: Position, seat: Seat, throw: int, rules: Rules) -> LegalMoves:
    """Return every move a seat may make with a throw; raise GameError if the die has no such face."""
    if throw not in rules.die.faces:
        faces = ", ".join(map(str, rules.die.faces))
        raise GameError(f"the die {rules.die} has no {throw}; its faces are {faces}")
    own, other = position.of(seat), position.of(seat.other)
    entering = _entering(own, other, throw, rules)
    if own.reserve and entering and rules.entry is not Entering.FREE:
        steps = entering
    elif own.reserve and rules.entry is Entering.MUST_ELSE_PASS:
        steps = []
    else:
        steps = entering + _moving(own, other, throw, rules)
        if rules.leaving is Leaving.FREE or (rules.leaving is Leaving.LAST_RESORT and not steps):
            steps += _leaving(own, other, throw, rules)
    moves = tuple(_move(own, other, seat, source, target, rules) for source, target in steps)
    legal = LegalMoves(seat, throw, moves)
    # The own half is sacred to the poets' player only where counters are gathered there.
    zugzwang = legal.all_leave_sacred_line and (
        rules.goal is Goal.ANYWHERE or all(move.leaves_goal_half for move in moves)
    )
    return LegalMoves(seat, throw, moves, bool(moves) and _may_decline(own, legal, rules), zugzwang)


def why_illegal(position: Position, seat: Seat, throw: int, move: Move, rules: Rules) -> Reason | None:
    """Return why a seat may not make a move of one counter with a throw; None if it may.

    `move.seat` is whose counter is moved. Raises GameError when there is no such counter.
    """
    if not _stands(position, move):
        raise GameError(f"no counter of {move.seat} is on {move.source} in '{position}'")
    if move.seat is not seat:
        return Reason.OTHER_SEATS_COUNTER_MOVED
    if move in legal_moves(position, seat, throw, rules):
        return None
    own, other = position.of(seat), position.of(seat.other)
    entering = _entering(own, other, throw, rules)
    target = index_of(seat, move.target)
    if move.source is Reserve.HAND:
        right = throw - 1
        if target == right:
            return _obstacle(own, other, target, rules, entering=True)
        may_enter = any(source is Reserve.HAND for source, _ in entering)
        return Reason.ENTERED_ON_WRONG_POINT if may_enter else Reason.ENTERED_THOUGH_NONE_MAY
    if own.reserve and rules.entry is not Entering.FREE and not move.enters:
        if entering:
            return Reason.MOVED_THOUGH_MUST_ENTER
        if rules.entry is Entering.MUST_ELSE_PASS:
            return Reason.MOVED_THOUGH_TURN_PASSES
    reason = what_bars(position, throw, move, rules)
    if reason is None:
        raise AssertionError(f"{move} breaks no rule and is not legal: {position}, {seat}, {throw}, {rules}")
    return reason


def what_bars(position: Position, throw: int, move: Move, rules: Rules) -> Reason | None:
    """Return why a counter on the board or at home can't go there with a throw; None if nothing bars it.

    A duty to enter another counter first is left aside.
    """
    own, other = position.of(move.seat), position.of(move.seat.other)
    target = index_of(move.seat, move.target)
    if move.source is Reserve.HOME and own.ring[OWN_HALF]:
        return Reason.ENTERED_THOUGH_NONE_MAY
    source = OWN_HALF if isinstance(move.source, Reserve) else index_of(move.seat, move.source)
    if source == GOAL_HALF and rules.leaving is Leaving.NEVER:
        return Reason.LEFT_GOAL_HALF
    if target not in targets(source, throw, rules):
        # Back is where the way back is shorter than the way on.
        return Reason.WRONG_WAY_ROUND if 0 < (source - target) % 10 < 5 else Reason.WRONG_DISTANCE
    obstacle = _obstacle(own, other, target, rules)
    if obstacle is not None:
        return obstacle
    if source != GOAL_HALF:
        return None
    return Reason.SACRED_HALF_CLOSED if goal_is_shut(other.ring[OWN_HALF], rules) else Reason.LEFT_GOAL_HALF


def barred_moves(position: Position, seat: Seat, throw: int) -> tuple[Move, ...]:
    """Return where a throw would take each counter off the goal if nothing barred its way."""
    counters = position.of(seat)
    steps: list[_Step] = [(Reserve.HAND, throw - 1)] if counters.hand else []
    steps += [(Reserve.HOME, (OWN_HALF + throw) % 10)] if counters.home else []
    steps += [(at, (at + throw) % 10) for at in range(10) if counters.ring[at] and at != GOAL_HALF]
    return tuple(
        Move(seat, source if isinstance(source, Reserve) else point_at(seat, source), point_at(seat, target))
        for source, target in steps
    )


def counters_home(counters: Counters, rules: Rules) -> int:
    """Return the number of a seat's counters that count towards the win."""
    on_goal = counters.ring[GOAL_HALF]
    return on_goal + counters.ring[OWN_HALF] if rules.goal is Goal.ANYWHERE else on_goal


def has_gathered(counters: Counters, rules: Rules) -> bool:
    """True if a seat that has just thrown wins with these counters."""
    return _are_gathered(counters_home(counters, rules), counters.hand, rules)


def targets(source: int, throw: int, rules: Rules) -> tuple[int, ...]:
    """Return the places that a throw takes a counter to, if nothing is in its way."""
    target = (source + throw) % 10
    if rules.larger_throw_enters and 0 < (GOAL_HALF - source) % 10 < throw:
        return target, GOAL_HALF
    return (target,)


def earns_throw(index: int, rules: Rules) -> bool:
    """True if landing on an index of the mover's ring earns another throw, unless it wins."""
    if rules.extra_throw is ExtraThrow.NONE:
        return False
    return index == GOAL_HALF or (index == OWN_HALF and rules.extra_throw is ExtraThrow.BOTH)


_Step = tuple[int | Reserve, int]  # source and target of a move, as indices of the mover's ring


def _entering(own: Counters, other: Counters, throw: int, rules: Rules) -> list[_Step]:
    steps: list[_Step] = []
    if own.hand and _obstacle(own, other, throw - 1, rules, entering=True) is None:
        steps.append((Reserve.HAND, throw - 1))
    # A counter on the point keeps those that wait behind it from leaving.
    if own.home and not own.ring[OWN_HALF]:
        steps += [
            (Reserve.HOME, target)
            for target in targets(OWN_HALF, throw, rules)
            if _obstacle(own, other, target, rules) is None
        ]
    return steps


def _moving(own: Counters, other: Counters, throw: int, rules: Rules) -> list[_Step]:
    return [
        (source, target)
        for source in range(10)
        if own.ring[source] and source != GOAL_HALF
        for target in targets(source, throw, rules)
        if _obstacle(own, other, target, rules) is None
    ]


def _leaving(own: Counters, other: Counters, throw: int, rules: Rules) -> list[_Step]:
    target = (GOAL_HALF + throw) % 10
    if not own.ring[GOAL_HALF] or goal_is_shut(other.ring[OWN_HALF], rules):
        return []
    return [(GOAL_HALF, target)] if _obstacle(own, other, target, rules) is None else []


def _obstacle(
    own: Counters, other: Counters, index: int, rules: Rules, *, entering: bool = False
) -> Reason | None:
    """Return why a counter can't land on an index of its ring; None if it can."""
    return own_obstacle(index, own.ring[index], rules) or other_obstacle(
        index, other.ring[(index + 5) % 10], rules, entering=entering
    )


def _move(
    own: Counters, other: Counters, seat: Seat, source: int | Reserve, target: int, rules: Rules
) -> Move:
    gathered = counters_home(own, rules)
    where_it_counts = SACRED if rules.goal is Goal.ANYWHERE else (GOAL_HALF,)
    gathered += (target in where_it_counts) - (source in where_it_counts)
    wins = _are_gathered(gathered, own.hand - (source is Reserve.HAND), rules)
    return Move(
        seat,
        source if isinstance(source, Reserve) else point_at(seat, source),
        point_at(seat, target),
        hits=is_hit(target, other.ring[(target + 5) % 10], rules),
        wins=wins,
        throws_again=earns_throw(target, rules) and not wins,
    )


def _are_gathered(gathered: int, hand: int, rules: Rules) -> bool:
    return gathered >= (COUNTERS - hand if rules.end_test is EndTest.ON_BOARD else rules.to_win)


def _may_decline(own: Counters, legal: LegalMoves, rules: Rules) -> bool:
    last_may_stay = rules.last_may_stay and not own.hand and counters_home(own, rules) == 4
    return last_may_stay or (rules.zugzwang is Zugzwang.MAY_PASS and legal.all_leave_sacred_line)


def _stands(position: Position, move: Move) -> bool:
    counters = position.of(move.seat)
    if isinstance(move.source, Point):
        return position.count(move.seat, move.source) > 0
    return (counters.hand if move.source is Reserve.HAND else counters.home) > 0
