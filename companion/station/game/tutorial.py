"""The tutorial: the first game of a visit is the lesson, whatever its rules.

What belongs to every turn is explained until a seat has had two turns without a mistake; after one, again.
Every further rule is explained once, at the throw with which it first matters.
"""

from collections.abc import Iterable

from companion.game import GOAL_HALF, Seat, point_at
from companion.interface.views import Topic
from companion.referee.events import Event, Flagged, Moved, Passed
from companion.referee.referee import State

CLEAN_TURNS = 2  # turns without a mistake after which a seat knows how a turn goes


class Tutorial:
    """Topics that the players know, and the one explained now. `skipped`: nobody is taught."""

    def __init__(self, *, skipped: bool = False) -> None:
        self._never = skipped
        self._clean = dict.fromkeys(Seat, CLEAN_TURNS if skipped else 0)
        self._skipped = skipped
        self._erred = False
        self._knows_aim: set[Seat] = set()
        self._explained: set[Topic] = set()
        self._rule: Topic | None = None

    def know_it(self) -> None:
        """Stop explaining, unless a mistake is made."""
        self._skipped = True
        self._clean = dict.fromkeys(Seat, CLEAN_TURNS)
        self._rule = None

    def teaches(self, seat: Seat) -> bool:
        """True if a seat is still shown how a turn goes."""
        return self._clean[seat] < CLEAN_TURNS

    @property
    def is_on(self) -> bool:
        """True if anything is explained: players can say that they know the game."""
        return any(self.teaches(seat) for seat in Seat) or self._rule is not None

    def topic(self, state: State) -> Topic | None:
        """Return the topic explained to the seat whose turn it is."""
        if self._rule is not None:
            return self._rule
        if not self.teaches(state.seat):
            return None
        legal = state.legal
        if legal is None:
            return Topic.THROW if state.seat in self._knows_aim else Topic.AIM
        return Topic.ENTER if legal and all(move.enters for move in legal) else Topic.MOVE

    def thrown(self, state: State, seat: Seat) -> None:
        """Note a seat's throw, and what it allows, or that the turn has passed."""
        self._knows_aim.add(seat)
        self._rule, self._erred = None, False
        if state.throw is not None:
            self._tell(next((topic for topic in _new_in(state) if topic not in self._explained), None))

    def happened(self, events: Iterable[Event]) -> None:
        """Handle the referee's events."""
        for event in events:
            match event:
                case Flagged(seat=seat):
                    self._erred = True
                    if not self._never:
                        self._clean[seat] = 0
                case Moved(seat=seat, move=move):
                    if not self._erred:
                        self._clean[seat] += 1
                    self._rule = None
                    if move.throws_again:
                        self._tell(Topic.AGAIN)
                case Passed(declined=False):
                    self._tell(Topic.PASS)

    def _tell(self, topic: Topic | None) -> None:
        self._rule = None
        if topic is not None and topic not in self._explained and not self._skipped:
            self._explained.add(topic)
            self._rule = topic


def _new_in(state: State) -> Iterable[Topic]:
    """Return the rules that matter with this throw, the most surprising first."""
    legal, rules = state.legal, state.rules
    assert legal is not None
    if legal.zugzwang:
        yield Topic.LEAVE
    if any(move.hits for move in legal):
        yield Topic.HIT
    goal, standing = point_at(state.seat, GOAL_HALF), state.position.halves()
    if rules.yoking and any(standing.count(state.seat, move.target) for move in legal):
        yield Topic.SHARE
    if not rules.larger_throw_enters and standing.count(state.seat, goal) == rules.to_win - 1:
        yield Topic.LAST
