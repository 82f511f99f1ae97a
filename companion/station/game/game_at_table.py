"""A game being played at the station: its die, its referee, and what pages need to know about it."""

from companion.game import GOAL_HALF, Halves, Outcome, Rules, Seat, point_at
from companion.game.fair_die import FairDie
from companion.interface.summary import GameSummary, LongStay
from companion.interface.views import Opponent, Roll
from companion.journal import DieThrown, Happening, StoredGame
from companion.referee.events import (
    Ended,
    Event,
    Flagged,
    Lifted,
    Look,
    Mending,
    Moved,
    Started,
    Step,
    Stimulus,
    TakenBack,
    Throw,
    Thrown,
)
from companion.referee.referee import Referee, State, begin, step, take_back
from companion.station.game.opponent import opponent_of


class GameAtTable:
    """A game from its throw-off on. Its methods return what happened, to be stored.

    `fair_die` is None when the players throw dice of their own. `opponent` is the computer, if it plays.
    `throw_off` are the faces thrown for the
    start, A's and B's in turn.
    """

    def __init__(self, rules: Rules, fair_die: FairDie | None, opponent: Opponent | None = None) -> None:
        self.rules = rules
        self.fair_die = fair_die
        self.opponent = opponent
        self.last: Event | None = None
        self.flagged: Flagged | None = None
        self.remedy: tuple[Step, ...] = ()
        self.throw_off: list[int] = []
        self._referee: Referee | None = None
        self._thrown: tuple[int, float] | None = None
        self._stays = dict.fromkeys(Seat, 0)
        self._longest_stay: LongStay | None = None

    @classmethod
    def of(cls, stored: StoredGame) -> "GameAtTable":
        """Restore a stored game; raise ValueError if its rules are unknown."""
        rules = stored.rules
        if rules is None:
            raise ValueError(f"the rules of game {stored.number} are not stored")
        opponent = opponent_of(stored.computer)
        game = cls(rules, stored.begun.fair_die, opponent)
        game.throw_off = list(stored.throw_off)
        game._take(stored.events)
        if game.started and game.state.throw is not None:
            game._thrown = (game.state.throw, float("-inf"))
        return game

    @property
    def own_dice(self) -> bool:
        """True if the players throw dice of their own."""
        return self.fair_die is None

    @property
    def commitment(self) -> str | None:
        """Return the commitment of the electronic die."""
        return self.fair_die.commitment if self.fair_die else None

    @property
    def state(self) -> State:
        """Return the game's state, once it has started."""
        if self._referee is None:
            raise ValueError("the throw-off has not decided yet who starts")
        return self._referee.state

    @property
    def started(self) -> bool:
        """True if it is decided who starts."""
        return self._referee is not None

    @property
    def is_begun(self) -> bool:
        """True if somebody has thrown since it is decided who starts."""
        return self.started and not isinstance(self.last, Started)

    @property
    def over(self) -> Outcome | None:
        """Return how the game ended, None while it goes on."""
        return self._referee.state.ended if self._referee else None

    @property
    def computers_turn(self) -> bool:
        """True if the computer is to throw or to move."""
        opponent = self.opponent
        return (
            opponent is not None and self.started and self.over is None and self.state.seat is opponent.seat
        )

    @property
    def complaint(self) -> Flagged | None:
        """Return what is wrong with the board, until it is put right."""
        return self.flagged if self.started and self.state.flag is not None else None

    @property
    def awaits_choice(self) -> bool:
        """True if the computer has thrown and has not chosen yet: nothing on the board is its move."""
        return self.computers_turn and self.state.throw is not None and self.state.chosen is None

    @property
    def may_take_back(self) -> bool:
        """True if a person's last move can be taken back: until the next throw, or one's own next."""
        made = self._last_made
        return self.over is None and made is not None and (bool(self.opponent) or made.ply == self.state.ply)

    @property
    def _last_made(self) -> State | None:
        """Return the state in which a person made the last move; the computer's turn may have followed."""
        state = self.state
        return state.before if self.opponent is None else state.made_by(self.opponent.seat.other)

    def die_thrown(self, face: int | None) -> DieThrown:
        """Return a throw of the die: `face` is that of the players' own die, None throws the electronic.

        The throw's number is its place in the game, so one that was taken back comes again.
        """
        if self.fair_die is None or face is not None:
            assert face is not None
            return DieThrown(face, None)
        number = len(self.throw_off) + (self.state.ply if self.started else 0) + 1
        return DieThrown(self.fair_die.throw(number), number)

    def start(self, seat: Seat) -> tuple[Happening, ...]:
        """Start the game with the seat that throws first."""
        opening = begin(self.rules, seat)
        self._take((opening,))
        return (opening,)

    def throw(self, face: int | None, now_s: float, state: State | None = None) -> tuple[Happening, ...]:
        """Throw for the seat to move; in a `state` before the throw, its face is corrected."""
        fallen = self.die_thrown(face)
        self._thrown = (fallen.face, now_s)
        events = step(state or self.state, Throw(fallen.face))
        self._take(events)
        return (fallen, *events)

    def hear(self, stimulus: Stimulus) -> tuple[Event, ...]:
        """Pass a stimulus to the referee; return the events that it caused."""
        events = self.would(stimulus)
        self._take(events)
        return events

    def would(self, stimulus: Stimulus) -> tuple[Event, ...]:
        """Return the events that a stimulus would cause; one's move put back is taken back.

        The computer's move counts first: where both hit, it leads to the board before one's own.
        """
        events = step(self.state, stimulus)
        made = self._last_made if self.opponent is not None and self.over is None else None
        if made is None or not isinstance(stimulus, Look) or stimulus.halves != made.position.halves():
            return events
        if self.state.chosen is not None and isinstance(events[0] if events else None, Moved):
            return events
        return take_back(self.state, made.seat, stimulus.frame)

    def is_whole_move(self, halves: Halves | None) -> bool:
        """True if a board that has only just settled shows a legal move: no need to wait for more."""
        return not self.awaits_choice and any(isinstance(it, Moved) for it in self.would(Look(halves)))

    def take_back(self) -> tuple[Event, ...]:
        """Take back the last move, if possible."""
        made = self._last_made
        events = take_back(self.state, made.seat) if made is not None and self.may_take_back else ()
        self._take(events)
        return events

    def end(self, outcome: Outcome) -> tuple[Event, ...]:
        """End the game at the players' request."""
        events = (Ended(self.state.ply, outcome),)
        self._take(events)
        return events

    def roll(self, now_s: float, roll_s: float) -> Roll | None:
        """Return the die on the table, rolling for some seconds after the throw."""
        if self._thrown is None:
            return None
        face, at_s = self._thrown
        return Roll(self.rules.die, face, min(1.0, max(0.0, (now_s - at_s) / roll_s)))

    def summary(self, played_s: float) -> GameSummary:
        """Return the game in figures."""
        return GameSummary(max(1, round(played_s / 60)), self._longest_stay)

    def _take(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, Started):
                self._referee = Referee(event)
            else:
                assert self._referee is not None
                self._referee.replay((event,))
            self._note(event)

    def _note(self, event: Event) -> None:
        """Keep what the pages tell about an event."""
        match event:
            case Flagged():
                self.flagged, self.remedy = event, event.remedy
            case Mending():
                self.remedy = event.remedy
            case Thrown():
                self._note_stays()
            case TakenBack(throw=throw):
                self._thrown = (throw, float("-inf"))
        if not isinstance(event, Lifted | Mending | Ended):
            self.last = event

    def _note_stays(self) -> None:
        """Update how long each seat has had a counter on its goal, at every throw."""
        halves = self.state.position.halves()
        for seat in Seat:
            stays = bool(halves.count(seat, point_at(seat, GOAL_HALF)))
            self._stays[seat] = self._stays[seat] + 1 if stays else 0
            if self._stays[seat] > (self._longest_stay.throws if self._longest_stay else 0):
                self._longest_stay = LongStay(seat, self._stays[seat])
