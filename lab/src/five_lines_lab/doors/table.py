"""A game at a table without people: whose turn it is, what was thrown, and moves as numbers.

An action is a number below ACTIONS. A move from a place to a point is `place * 10 + point`, both seen from
the seat that moves: places 0 to 9 are the points of its own ring, 10 the hand, 11 the home. 120 passes, 121
declines to move.
"""

import random
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.arrangements import HAND, HOME
from companion.game import (
    COUNTERS,
    Action,
    LegalMoves,
    Outcome,
    Reserve,
    Rules,
    Seat,
    Stay,
    index_of,
    legal_moves,
    next_seat,
    outcome,
    play,
    start_position,
)

ACTIONS = 12 * 10 + 2
WIDTH = 2 * 12 + 1
MAX_THROWS = 2000  # a draw after so many throws, unless the rules have a limit of their own
_STAYS = (Stay.PASS, Stay.DECLINE)
_RESERVES = {Reserve.HAND: HAND, Reserve.HOME: HOME}


def number_of(action: Action) -> int:
    """Return an action's number."""
    if isinstance(action, Stay):
        return 120 + _STAYS.index(action)
    seat, source = action.seat, action.source
    place = _RESERVES[source] if isinstance(source, Reserve) else index_of(seat, source)
    return place * 10 + index_of(seat, action.target)


class Table:
    """A game under way: `position`, the `seat` to throw or move, `throws` so far, the `outcome` at its end.

    `throw` is None until `cast` lays one down, which is nature's turn; then `legal` has what it allows.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules if rules.limit else replace(rules, limit=MAX_THROWS)
        self.position, self.seat, self.throws = start_position(rules), Seat.A, 0
        self.throw: int | None = None
        self.legal: LegalMoves | None = None
        self.outcome: Outcome | None = None

    def cast(self, throw: int) -> None:
        """Lay a throw down for the seat whose turn it is."""
        self.throw, self.throws = throw, self.throws + 1
        self.legal = legal_moves(self.position, self.seat, throw, self.rules)

    def actions(self) -> dict[int, Action]:
        """Return the legal actions by their numbers; empty while nothing is thrown."""
        return {} if self.legal is None else {number_of(action): action for action in self.legal.choices}

    def act(self, number: int) -> None:
        """Play a legal action; raises KeyError for another one."""
        action = self.actions()[number]
        self.position = play(self.position, action)
        self.throw = self.legal = None
        self.outcome = outcome(self.position, self.rules, self.throws, self.seat)
        self.seat = next_seat(self.seat, action)

    def returns(self) -> tuple[float, float]:
        """Return 1, -1 or, for a draw or a game that goes on, 0 for seat A and for seat B."""
        won_by = self.outcome.winner if self.outcome else None
        points = 0.0 if won_by is None else 1.0 if won_by is Seat.A else -1.0
        return points, -points

    def observation(self, seat: Seat) -> NDArray[np.float32]:
        """Return WIDTH shares of 0 to 1, as a seat sees them.

        Its counters on its ring, in hand and at home, the other seat's as that seat sees them, over five; and
        the throw, over the largest face, with 0 where nothing was thrown or the other seat is to move.
        """
        sides = (self.position.of(one) for one in (seat, seat.other))
        counters = [count / COUNTERS for side in sides for count in (*side.ring, side.hand, side.home)]
        throw = self.throw if seat is self.seat and self.throw else 0
        return np.array([*counters, throw / max(self.rules.die.faces)], dtype=np.float32)

    def mask(self) -> NDArray[np.int8]:
        """Return 1 for each legal action."""
        mask = np.zeros(ACTIONS, dtype=np.int8)
        mask[list(self.actions())] = 1
        return mask


class DrawnTable(Table):
    """A table at which nature throws by itself, from a generator of random numbers."""

    def __init__(self, rules: Rules, seed: int | None = None) -> None:
        super().__init__(rules)
        self._random = random.Random(seed)
        self._cast()

    def act(self, number: int) -> None:
        """Play a legal action, and throw for the next one; raises KeyError for another one."""
        super().act(number)
        if self.outcome is None:
            self._cast()

    def _cast(self) -> None:
        self.cast(self.rules.die.throw(self._random))
