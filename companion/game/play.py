"""Play: start positions, results of moves, and ends of games."""

from dataclasses import dataclass
from enum import StrEnum

from companion.game.board import OWN_HALF, Halves, Seat, index_of
from companion.game.legality import counters_home, has_gathered, legal_moves
from companion.game.moves import Action, Move, Reserve, Stay
from companion.game.position import COUNTERS, Counters, Position
from companion.game.rulesets.rules import Rules, Start


class Termination(StrEnum):
    """End of a game."""

    WON = "won"
    LIMIT = "limit"
    NOBODY_CAN_MOVE = "nobody-can-move"
    # What players, not the rules, end a game by:
    AGREED = "agreed"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Outcome:
    """End of a game and its winner; no winner means a draw."""

    termination: Termination
    winner: Seat | None = None

    def __str__(self) -> str:
        match self.termination:
            case Termination.WON:
                return f"{self.winner} wins"
            case Termination.LIMIT:
                return "a draw: the limit of throws is reached"
            case Termination.NOBODY_CAN_MOVE:
                return "a draw: nobody can ever move again"
            case Termination.AGREED:
                return "a draw by agreement"
            case Termination.RESIGNED:
                return f"{self.winner} wins by resignation"


_AT_START = {
    Start.FULL: Counters((1, 1, 1, 1, 1, 0, 0, 0, 0, 0)),
    Start.HAND: Counters(hand=COUNTERS),
    Start.HOME: Counters((0, 0, 1, 0, 0, 0, 0, 0, 0, 0), home=COUNTERS - 1),
    Start.OWN_SACRED: Counters((0, 0, COUNTERS, 0, 0, 0, 0, 0, 0, 0)),
}


def start_position(rules: Rules) -> Position:
    """Return the positions of the counters before the first throw."""
    return Position(_AT_START[rules.start], _AT_START[rules.start])


def position_of(halves: Halves, rules: Rules) -> Position | None:
    """Return the position that lies on a board; None if a seat has too many counters.

    What is missing is in hand. Where counters start at home, those on a seat's own half are taken to wait
    there still; of all five, one is on the point.
    """
    counters = []
    for ring in (halves.a, halves.b[5:] + halves.b[:5]):
        if sum(ring) > COUNTERS:
            return None
        home = min(ring[OWN_HALF], COUNTERS - 1) if rules.start is Start.HOME else 0
        on_points = (*ring[:OWN_HALF], ring[OWN_HALF] - home, *ring[OWN_HALF + 1 :])
        counters.append(Counters(on_points, COUNTERS - sum(ring), home))
    return Position(*counters)


def play(position: Position, action: Action) -> Position:
    """Return the position after an action that legal_moves offered; it is not checked again."""
    if isinstance(action, Stay):
        return position
    seat, own = action.seat, position.of(action.seat)
    ring, hand, home = list(own.ring), own.hand, own.home
    if action.source is Reserve.HAND:
        hand -= 1
    elif action.source is Reserve.HOME:
        home -= 1
    else:
        ring[index_of(seat, action.source)] -= 1
    ring[index_of(seat, action.target)] += 1
    after = position.with_counters(seat, Counters(tuple(ring), hand, home))
    if not action.hits:
        return after
    hit = position.of(seat.other)
    hit_ring = list(hit.ring)
    hit_ring[index_of(seat.other, action.target)] -= 1
    return after.with_counters(seat.other, Counters(tuple(hit_ring), hit.hand + 1, hit.home))


def next_seat(seat: Seat, action: Action) -> Seat:
    """Return the seat that throws after an action."""
    return seat if isinstance(action, Move) and action.throws_again else seat.other


def winner(position: Position, rules: Rules, mover: Seat | None = None) -> Seat | None:
    """Return the seat that has gathered its counters, if any.

    `mover` threw last. With end-test=on-board it alone wins with counters in hand.
    """
    for seat in Seat:
        counters = position.of(seat)
        if counters_home(counters, rules) >= rules.to_win or (
            seat is mover and has_gathered(counters, rules)
        ):
            return seat
    return None


def outcome(position: Position, rules: Rules, throws: int = 0, mover: Seat | None = None) -> Outcome | None:
    """Return the outcome of a position reached after that many throws; None while the game goes on.

    `mover` is the seat that threw last, None at the start.
    """
    won_by = winner(position, rules, mover)
    if won_by is not None:
        return Outcome(Termination.WON, won_by)
    if rules.limit is not None and throws >= rules.limit:
        return Outcome(Termination.LIMIT)
    if nobody_can_move(position, rules):
        return Outcome(Termination.NOBODY_CAN_MOVE)
    return None


def nobody_can_move(position: Position, rules: Rules) -> bool:
    """True if no throw lets either seat move. Passing changes nothing, so nobody ever will."""
    return not any(legal_moves(position, seat, face, rules) for seat in Seat for face in rules.die.faces)
