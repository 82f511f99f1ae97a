"""Somebody at a machine's table: touches its screen, presses its key, moves counters before its camera.

What is done follows from the page that the station reports at its socket, and from its journal. The player
keeps an account of the game of its own, and notes where the station's is another.
"""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from bench.machine.command import MachineError
from bench.machine.machine import Machine
from bench.machine.screens import Screens
from bench.machine.table import Table
from companion.analysis.play.casual_player import appeal, wrong_moves
from companion.app.virtual.robot_hands import steps_of
from companion.game import (
    COUNTERS,
    Move,
    Seat,
    legal_moves,
    next_seat,
    outcome,
    play,
    start_position,
)
from companion.interface.offers import OFFERS, QUICK
from companion.journal import Database
from companion.journal.replay import replay
from companion.referee.events import Flagged, Mending, Thrown
from companion.referee.referee import State

RULES = OFFERS[QUICK].rules
"""Those of the game that the first page offers first."""

STILL = "still-there"

PLACES = {
    "attract": (0.5, 0.5),
    "welcome": (0.75, 0.51),
    "games": (0.25, 0.4),
    STILL: (0.77, 0.8),
    Seat.A: (0.77, 0.8),
    Seat.B: (0.77, 0.2),
}
"""Where pages have what leads on (two players, the first game), and each seat what it throws with, as shares
of the screen's width and height."""

FINGER = 0.01
"""So far from there a finger may come down."""

LOOK_S, SOON_S, LATE_S = 1.0, 8.0, 600.0
"""An emulated station takes its time."""

COPY = "journal.sqlite"
"""The copy of the journal, in the folder that is seen inside and outside."""

ERR = 0.15
"""In so many turns a mistake is made first, and in the first of all."""


@dataclass(frozen=True)
class Seen:
    """A look at the station: its page, and the newest game; `state` is None before that has started."""

    page: str
    faults: list[str] = field(default_factory=list)
    state: State | None = None
    thrown: tuple[Thrown, ...] = ()
    flagged: Flagged | Mending | None = None


@dataclass
class Account:
    """Counts of what a player has seen and done: pages, moves, throws; and what the station got wrong."""

    pages: list[str] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    throws: list[int] = field(default_factory=list)
    mistakes: int = 0
    again: int = 0  # touches and presses that had to be made once more
    wrong: list[str] = field(default_factory=list)


class Player:
    """Plays both seats of a quick game, with a mistake now and then."""

    def __init__(self, machine: Machine, table: Table, screens: Screens, random: Random) -> None:
        self.account = Account()
        self._machine, self._table, self._screens, self._random = machine, table, screens, random
        self._position = start_position(RULES)
        self._seen = self._game = Seen("")
        self._entry = 0
        self._taken: set[str] = set()

    def play(self) -> None:
        """Play a whole game; raises MachineError when the station does not go on."""
        self._lead_to("set-up")
        self._table.lay(self._position)
        seat = self._await(_may_throw, "the game begins").seat
        while True:
            face = self._throw(seat)
            legal = legal_moves(self._position, seat, face, RULES)
            if legal.passes:
                seat = seat.other
                continue
            if self._random.random() < (ERR if self.account.mistakes else 1.0):
                self._err(seat, face)
            move = self._random.choices(legal, [appeal(it, 10.0) for it in legal])[0]
            self._table.move(steps_of(move))
            self.account.moves.append(move)
            self._position = play(self._position, move)
            self._await(lambda seen, state: state.throw is None, f"{move} with a {face} is seen")
            self._compare(f"after {move} with a {face}")
            ended = outcome(self._position, RULES, len(self.account.throws))
            if ended is not None:
                self._finish(ended.winner)
                return
            seat = next_seat(seat, move)

    def _finish(self, winner: Seat | None) -> None:
        state = self._await(lambda seen, state: seen.page == "won", "the game is over")
        self._machine.go_on(SOON_S)
        self._look()
        if state.ended is None or state.ended.winner != winner:
            self._wrong(f"the winner is {winner}, the station says {state.ended}")

    def _throw(self, seat: Seat) -> int:
        """Throw, by the space bar or by a touch; the face that fell."""
        state = self._await(_may_throw, f"{seat} may throw")
        count = len(self.account.throws)
        self._compare(f"before throw {count + 1}")
        if state.seat != seat:
            self._wrong(f"it is the turn of {seat}, the station says {state.seat}")
        ask: Callable[[], None] = partial(self._touch, PLACES[seat]) if count % 2 else self._machine.press
        ask()
        self._await(lambda seen, state: len(seen.thrown) > count, f"throw {count + 1} falls", ask)
        face = self._seen.thrown[count].throw
        self.account.throws.append(face)
        return face

    def _err(self, seat: Seat, face: int) -> None:
        """Make a mistake, see it reported, and put it right as the station says."""
        halves = self._position.halves()
        wrong = [
            (move, reason)
            for move, reason in wrong_moves(self._position, seat, face, RULES)
            if move.seat is seat and halves.count(seat, move.target) < COUNTERS - 1
        ]
        if not wrong:
            return
        move, reason = self._random.choice(wrong)
        self.account.mistakes += 1
        self._table.move(steps_of(move))
        self._await(lambda seen, state: seen.flagged, f"{move} is flagged")
        flagged = self._seen.flagged
        assert flagged is not None
        if isinstance(flagged, Flagged) and reason not in flagged.reasons:
            self._wrong(f"{move} with a {face} is wrong for {reason}, the station says {flagged.reasons}")
        self._table.move(list(flagged.remedy))
        self._await(lambda seen, state: seen.flagged is None, "the mistake is mended")

    def _lead_to(self, page: str) -> None:
        """Touch until a page is there."""
        for _ in range(40):
            seen = self._look()
            if seen.page == page:
                return
            if seen.page in PLACES:
                self._touch(PLACES[seen.page])
            self._machine.go_on(SOON_S)
        raise MachineError(f"the page {page} does not come; {seen.page} is there")

    def _compare(self, when: str) -> None:
        seen = self._seen
        if seen.state is not None and seen.state.position != self._position:
            self._wrong(f"{when}: the board is {self._position}, the station says {seen.state.position}")
        if len(seen.thrown) != len(self.account.throws):
            self._wrong(f"{when}: {len(self.account.throws)} throws, the station says {len(seen.thrown)}")
        if seen.faults:
            self._wrong(f"{when}: out of order: {seen.faults}")

    def _touch(self, place: tuple[float, float]) -> None:
        # A finger never comes down where it did before; the kernel tells nobody of what has not changed.
        self._machine.touch(*(share + self._random.uniform(-FINGER, FINGER) for share in place))

    def _await(
        self, is_so: Callable[[Seen, State], object], what: str, ask: Callable[[], None] | None = None
    ) -> State:
        """Wait until something is so; ask again, since a page that has just turned ignores a finger."""
        until_s = time.monotonic() + LATE_S
        asked_s = time.monotonic()
        while time.monotonic() < until_s:
            seen = self._look()
            if seen.state is not None and is_so(seen, seen.state):
                return seen.state
            if seen.page == STILL:
                self._touch(PLACES[STILL])
            elif ask is not None and time.monotonic() - asked_s > SOON_S:
                ask()
                self.account.again, asked_s = self.account.again + 1, time.monotonic()
            self._machine.go_on(LOOK_S)
        self._screens.take("late")
        raise MachineError(f"{what}: not after {LATE_S:.0f} s, on the page {self._seen.page}")

    def _look(self) -> Seen:
        """Look at the station; each page is kept as a picture of the screen, once.

        The panel is behind what the station reports, so it is taken when the page is reported again.
        """
        answer = self._machine.do(ask={"ask": "state"})
        if not answer["ok"]:
            raise MachineError(f"the station does not answer: {answer}")
        page, entry = answer["page"], answer["entry"]
        if self._entry != entry:
            self._entry, self._game = self._read_journal()
        self._seen = replace(self._game, page=page, faults=answer["faults"])
        if self.account.pages[-1:] != [page]:
            self.account.pages.append(page)
        elif page not in self._taken:
            self._taken.add(page)
            self.account.wrong += self._screens.take(page)
        return self._seen

    def _read_journal(self) -> tuple[int, Seen]:
        """Return the number of the last entry in a copy of the journal, and the newest game."""
        self._machine.work(journal=COPY)
        with closing(Database.for_reading(self._machine.host / COPY)) as database:
            entry, number = database.last_number(), database.last_game()
            events = list(replay(database.game(number))) if number else []
        state = events[-1].state if events else None
        flags = [it.event for it in events if isinstance(it.event, Flagged | Mending)]
        return entry, Seen(
            "",
            state=state,
            thrown=tuple(it.event for it in events if isinstance(it.event, Thrown)),
            flagged=flags[-1] if state is not None and state.flag is not None else None,
        )

    def _wrong(self, what: str) -> None:
        self.account.wrong.append(what)


def _may_throw(seen: Seen, state: State) -> bool:
    return seen.page in ("play", "pass") and state.throw is None
