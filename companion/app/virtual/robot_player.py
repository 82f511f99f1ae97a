"""A robot at the virtual table: plays both seats from what the pages show, makes mistakes and fixes them.

Where the computer plays a seat, it makes the computer's moves on the board, mistakes included.

It touches nothing but the dice button and the counters, keeps its own account of the game, and can tell
afterwards whether the station has refereed it rightly.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from companion import FiveLinesError
from companion.analysis.play.casual_player import appeal, wrong_moves
from companion.app.virtual.robot_hands import RobotHands, Waits, difference, steps_of
from companion.game import (
    COUNTERS,
    RING,
    Move,
    Position,
    Reason,
    Rules,
    Seat,
    legal_moves,
    next_seat,
    outcome,
    play,
)
from companion.interface import views
from companion.interface.sight import Sight
from companion.referee.events import Passed, Step
from hardware.button import Button
from hardware.virtual_table.table import VirtualTable

WINNING = 10.0  # weight of a winning move: no more than that of others, so that long games are seen as well
PRESS_S = 0.2  # seconds that a finger stays on the button, and at least off it


class NotSeenError(FiveLinesError, RuntimeError):
    """The station does not see an action at the table, and never will."""


@dataclass(frozen=True)
class Pace:
    """A player's speed (seconds for each action) and its error rate (0 to 1)."""

    hand_s: float = 0.2
    delay_s: float = 0.2
    err: float = 0.12


SEEN_PACE = Pace(hand_s=0.5, delay_s=0.3)  # for people who watch


class RobotPlayer:
    """Plays game after game. `misjudged` lists where the station and the player disagree.

    Where the page stays in doubt, the player counts it in `doubts`, and calls `on_doubt` for help.
    """

    def __init__(
        self,
        table: VirtualTable,
        button: Button,
        random: Random,
        pace: Pace,
        on_doubt: Callable[[], None] | None = None,
    ) -> None:
        self.games = 0
        self.doubts = 0
        self.mistakes = 0
        self.misjudged: list[str] = []
        self._hands = RobotHands(table, pace.hand_s)
        self._button = button
        self._on_doubt = on_doubt
        self._random = random
        self._pace = pace
        self._view: views.View | None = None
        self._due_s = 0.0
        self._life = self._live()
        self._position: Position | None = None
        self._seat = Seat.A
        self._throws = 0

    def act(self, view: views.View, now_s: float) -> None:
        """Look at the page, and do what is due."""
        self._view = view
        if now_s >= self._due_s:
            self._due_s = now_s + next(self._life)

    def _live(self) -> Waits:
        while True:
            yield self._pace.delay_s
            view = self._view
            match view:
                case views.SetUpView(_, position, _, ready):
                    if not ready:
                        yield from self._lay(position)
                        yield from self._await(lambda v: not isinstance(v, views.SetUpView) or v.ready)
                    self._position, self._throws = position, 0
                case views.ResumeView(state):
                    yield from self._lay(state.position)
                    self._position, self._seat, self._throws = state.position, state.seat, state.ply
                    yield from self._await(lambda v: isinstance(v, views.ResumeView) and v.steps == ())
                    yield from self._push()
                    yield from self._await(lambda v: not isinstance(v, views.ResumeView))
                case views.WelcomeView() | views.OutOfOrderView():
                    yield from self._push()
                case views.ThrowOffView():
                    # The die is thrown by itself.
                    if view.winner is not None:
                        self._seat = view.winner
                        yield from self._await(lambda v: not isinstance(v, views.ThrowOffView))
                case views.PlayView() | views.PassView():
                    yield from self._turn(view)
                case views.NotSoView():
                    self._disagree(f"a legal board was flagged: {view.flagged.reason}")
                    yield from self._mend(view)
                case views.WonView():
                    yield from self._finish(view)

    def _turn(self, view: views.PlayView | views.PassView) -> Waits:
        """Throw if that is due, else move."""
        state = view.state
        if self._position is None:
            self._position = state.position
        if (state.position, state.seat, state.ply) != (self._position, self._seat, self._throws):
            self._disagree(
                f"the station is at throw {state.ply}, {state.seat}, {state.position}; "
                f"the player at {self._throws}, {self._seat}, {self._position}"
            )
            self._position, self._seat, self._throws = state.position, state.seat, state.ply
        if state.throw is not None:
            if isinstance(view, views.PlayView) and (view.roll is None or view.roll.progress >= 1.0):
                if is_computers(view) and view.chosen is None:
                    yield from self._await(lambda v: not (isinstance(v, views.PlayView) and v.chosen is None))
                    self._note_stay()
                else:
                    yield from self._move(view)
            return
        if isinstance(view, views.PlayView) and view.may_take_back and self._errs(0.5):
            yield from self._take_back(view)
            return
        if self._throws == 0:
            self._seat = state.seat
        yield from self._throw(view)

    def _throw(self, view: views.PlayView | views.PassView) -> Waits:
        state, rules = view.state, view.state.rules
        if not is_computers(view):
            yield from self._push()
        yield from self._await(lambda v: _ply(v) != state.ply)
        now = self._view
        self._throws += 1
        face = now.roll.face if isinstance(now, views.PlayView | views.PassView) and now.roll else None
        if face is None:
            if not isinstance(now, views.WonView):
                self._disagree(f"no throw is shown, but {type(now).__name__}")
            return
        assert self._position is not None
        if legal_moves(self._position, self._seat, face, rules).passes:
            if not isinstance(now, views.PassView):
                self._disagree(f"{self._seat} can't move with a {face}, but the turn did not pass")
            self._seat = self._seat.other
        else:
            self._note_stay()

    def _note_stay(self) -> None:
        """Note that the computer may have stayed by itself meanwhile."""
        view = self._view
        last = view.last if isinstance(view, views.PlayView) else None
        if (
            isinstance(last, Passed)
            and last.declined
            and last.ply == self._throws
            and last.seat is self._seat
        ):
            self._seat = self._seat.other

    def _move(self, view: views.PlayView) -> Waits:
        assert self._position is not None
        assert view.state.throw is not None
        rules, position, throw = view.state.rules, self._position, view.state.throw
        legal = legal_moves(position, self._seat, throw, rules)
        if self._errs():
            yield from self._err(view, position, throw)
            if self._position is not position or not isinstance(self._view, views.PlayView):
                return
        move = self._random.choices(legal, [appeal(move, WINNING) for move in legal])[0]
        if is_computers(view):
            move = next(it for it in legal if it == view.chosen)
        yield from self._hands.move(self._seat, steps_of(move))
        self._position = play(position, move)
        ended = outcome(self._position, rules, self._throws, self._seat)
        yield from self._await(
            lambda v: (
                isinstance(v, views.WonView)
                or (isinstance(v, views.PlayView | views.PassView) and v.state.throw is None)
                or isinstance(v, views.NotSoView)
            )
        )
        if isinstance(self._view, views.NotSoView):
            self._disagree(f"{move} with a {throw} is legal, but: {self._view.flagged.reason}")
            self._position = position
            yield from self._mend(self._view)
        elif isinstance(self._view, views.PlayView) and self._view.state.throw is not None:
            raise NotSeenError(f"{move} was made, but is not seen: {self._view.seen.sight}")
        elif ended is None:
            self._seat = next_seat(self._seat, move)

    def _err(self, view: views.PlayView, position: Position, throw: int) -> Waits:
        """Make a mistake, see what the station says, and fix it as it says."""
        rules = view.state.rules
        self.mistakes += 1
        if self._random.random() < 0.2:
            yield from self._knock_off(position)
            return
        mistakes = _mistakes(position, self._seat, throw, rules)
        if is_computers(view) and self._random.random() < 0.5:
            others = [move for move in legal_moves(position, self._seat, throw, rules) if move != view.chosen]
            mistakes = [(move, Reason.NOT_THE_CHOSEN_MOVE) for move in others] or mistakes
        if not mistakes:
            return
        move, reason = self._random.choice(mistakes)
        yield from self._hands.move(self._seat, steps_of(move))
        yield from self._await(lambda v: isinstance(v, views.NotSoView))
        now = self._view
        if not isinstance(now, views.NotSoView):
            self._disagree(f"{move} of {move.seat} with a {throw} is illegal, but was not flagged")
            return
        if reason is not None and now.flagged.reason is not reason:
            self._disagree(f"{move} with a {throw} was flagged as {now.flagged.reason}, not as {reason}")
        yield from self._mend(now)

    def _knock_off(self, position: Position) -> Waits:
        """Knock a counter off the board and put it back, soon or late; soon is no mistake."""
        taken = [(seat, point) for seat in Seat for point in RING if position.halves().count(seat, point)]
        if not taken:
            return
        seat, point = self._random.choice(taken)
        yield from self._hands.move(self._seat, [Step(seat, point, None)])
        if self._random.random() < 0.5:
            yield 1.0
            yield from self._hands.move(self._seat, [Step(seat, None, point)])
            yield 1.0
            return
        yield from self._await(lambda v: isinstance(v, views.NotSoView))
        now = self._view
        if not isinstance(now, views.NotSoView):
            self._disagree(f"a counter of {seat} was missing from {point}, but nothing was said")
            yield from self._hands.move(self._seat, [Step(seat, None, point)])
            return
        yield from self._mend(now)

    def _take_back(self, view: views.PlayView) -> Waits:
        """Put the last move back on the board, to play the same throw again."""
        before = view.state.before
        assert before is not None
        now, then = self._hands.seen(), before.position.halves()
        self.mistakes += 1
        yield from self._hands.move(before.seat, difference(now, then))
        yield from self._await(lambda v: isinstance(v, views.PlayView) and v.state.throw is not None)
        if not (isinstance(self._view, views.PlayView) and self._view.state.throw == before.throw):
            self._disagree("a move was put back, but the station did not take it back")
        self._position, self._seat = before.position, before.seat

    def _mend(self, view: views.NotSoView) -> Waits:
        """Follow the page until it is satisfied."""
        yield from self._hands.move(self._seat, list(view.remedy))
        yield from self._await(lambda v: not isinstance(v, views.NotSoView))
        if isinstance(self._view, views.NotSoView):
            self._disagree("the way back that was shown did not put the board right")
            yield from self._lay(view.state.position)
            yield from self._await(lambda v: not isinstance(v, views.NotSoView))

    def _finish(self, view: views.WonView) -> Waits:
        """Check whether the game is really over, with the right result."""
        assert self._position is not None
        expected = outcome(self._position, view.state.rules, self._throws, view.state.mover)
        if expected != view.outcome:
            self._disagree(f"the station says {view.outcome}, the player {expected}")
        self.games += 1
        yield 2.0
        yield from self._push()
        yield from self._await(lambda v: not isinstance(v, views.WonView))

    def _push(self) -> Waits:
        """Press the dice button, and release it."""
        self._button.push()
        yield PRESS_S
        self._button.release()
        yield PRESS_S

    def _lay(self, position: Position) -> Waits:
        """Lay the board for a position."""
        yield from self._hands.move(Seat.A, difference(self._hands.seen(), position.halves()))

    def _await(self, seen: Callable[[views.View], bool], longest: int = 80) -> Waits:
        """Wait until the page shows something, with a timeout; once more after help with a doubt."""
        for _ in range(2):
            for _ in range(longest):
                yield self._pace.delay_s
                if self._view is not None and seen(self._view):
                    return
            board = getattr(self._view, "seen", None)
            if self._on_doubt is None or board is None or board.sight is not Sight.UNSURE:
                return
            self.doubts += 1
            self._on_doubt()

    def _errs(self, share: float = 1.0) -> bool:
        return self._random.random() < self._pace.err * share

    def _disagree(self, what: str) -> None:
        self.misjudged.append(f"game {self.games + 1}, throw {self._throws}: {what}")


def _mistakes(position: Position, seat: Seat, throw: int, rules: Rules) -> list[tuple[Move, Reason | None]]:
    """Return wrong moves to halves that have room, each with the reason that the station must give.

    None where it may give several: when a counter of the other seat was moved.
    """
    return [
        (move, reason if move.seat is seat else None)
        for move, reason in wrong_moves(position, seat, throw, rules)
        if position.halves().count(move.seat, move.target) < COUNTERS - 1
    ]


def is_computers(view: views.PlayView | views.PassView) -> bool:
    """True if it is the computer's turn."""
    return view.opponent is not None and view.opponent.seat is view.state.seat


def _ply(view: views.View) -> int | None:
    return (
        view.state.ply
        if isinstance(view, views.PlayView | views.PassView | views.NotSoView | views.WonView)
        else None
    )
