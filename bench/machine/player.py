"""Somebody at a machine's table: touches its screen, presses its key, moves counters before its camera.

What is done follows from what the station tells at its socket. The player keeps an account of the game of its
own, and notes where the station's is another.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bench.machine.command import MachineError
from bench.machine.machine import Machine
from bench.machine.screens import Screens
from bench.machine.table import Table
from companion.analysis.play.casual_player import appeal, wrong_moves
from companion.app.virtual.robot_hands import steps_of
from companion.game import (
    COUNTERS,
    Move,
    Point,
    Position,
    Reason,
    Seat,
    legal_moves,
    next_seat,
    outcome,
    play,
    start_position,
)
from companion.interface.offers import OFFERS, QUICK
from companion.referee.events import Step

RULES = OFFERS[QUICK].rules
"""Those of the game that the first page offers first."""

PLACES = {
    "attract": (0.5, 0.5),
    "welcome": (0.75, 0.55),
    "games": (0.5, 0.5),
    Seat.A: (0.77, 0.8),
    Seat.B: (0.77, 0.2),
}
"""Where pages have what leads on (two players, the first game), and each seat what it throws with, as shares
of the screen's width and height."""

FINGER = 0.01
"""So far from there a finger may come down."""

LOOK_S, SOON_S, LATE_S = 1.0, 8.0, 600.0
"""An emulated station takes its time."""

STILL = "still-playing"
ERR = 0.15
"""In so many turns a mistake is made first, and in the first of all."""

Answer = dict[str, Any]


@dataclass(slots=True)
class Account:
    """Counts of what a player has seen and done: pages, moves, throws; and what the station got wrong."""

    pages: list[str] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    throws: list[int] = field(default_factory=list)
    mistakes: int = 0
    wrong: list[str] = field(default_factory=list)


class Player:
    """Plays both seats of a quick game, with a mistake now and then."""

    def __init__(self, machine: Machine, table: Table, screens: Screens, random: Random) -> None:
        self.account = Account()
        self._machine, self._table, self._screens, self._random = machine, table, screens, random
        self._position = start_position(RULES)

    def play(self) -> None:
        """Play a whole game; raises MachineError when the station does not go on."""
        self._lead_to("set-up")
        self._table.lay(self._position)
        state = self._lead_to("play")
        seat = Seat(state["game"]["turn"])
        while True:
            face = self._throw(seat)
            legal = legal_moves(self._position, seat, face, RULES)
            if legal.passes:
                seat = seat.other
                state = self._await(_turn_of(seat), "has no move with")
                continue
            if self._random.random() < (ERR if self.account.mistakes else 1.0):
                self._err(seat, face)
            move = self._random.choices(legal, [appeal(it, 10.0) for it in legal])[0]
            self._table.move(steps_of(move))
            self.account.moves.append(move)
            self._position = play(self._position, move)
            state = self._await(
                lambda it: it["game"]["throw"] is None or it["game"]["verdict"], f"{move} seen"
            )
            self._compare(state, f"after {move} with a {face}")
            ended = outcome(self._position, RULES, len(self.account.throws))
            if ended is not None:
                self._finish(ended.winner)
                return
            seat = next_seat(seat, move)

    def _finish(self, winner: Seat | None) -> None:
        state = self._await(lambda it: it["page"] == "won", "the game is over")
        answer = state["game"]["ended"]
        if answer is None or answer["winner"] != winner:
            self._wrong(f"the winner is {winner}, the station says {answer}")

    def _throw(self, seat: Seat) -> int:
        """Throw, by the space bar or by a touch; the face that fell."""
        state = self._await(lambda it: it["game"]["throw"] is None, f"{seat} may throw")
        self._compare(state, f"before throw {len(self.account.throws) + 1}")
        if state["game"]["turn"] != seat:
            self._wrong(f"it is the turn of {seat}, the station says {state['game']['turn']}")
        ply = state["game"]["ply"]
        if len(self.account.throws) % 2:
            self._touch(PLACES[seat])
        else:
            self._machine.press()
        state = self._await(lambda it: it["game"]["ply"] != ply, f"throw {ply + 1} falls")
        game = state["game"]
        face = game["throw"] if game["throw"] is not None else (game["passed"] or {}).get("throw")
        if face is None:
            raise MachineError(f"no throw is reported: {game}")
        self.account.throws.append(face)
        return int(face)

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
        state = self._await(lambda it: it["game"]["verdict"], f"{move} is flagged")
        answer = state["game"]["verdict"]
        if Reason(answer["reason"]) is not reason:
            self._wrong(f"{move} with a {face} is wrong for {reason}, the station says {answer['reason']}")
        self._table.move([_step(step) for step in answer["remedy"]])
        self._await(lambda it: not it["game"]["verdict"], "the mistake is mended")

    def _lead_to(self, page: str) -> Answer:
        """Touch or press until a page is there."""
        state = self._ask()
        for _ in range(40):
            if state["page"] == page and (page != "play" or state["game"]["started"]):
                return state
            if state["page"] in PLACES:
                self._touch(PLACES[state["page"]])
            elif page == "play":
                self._machine.press()
            self._machine.go_on(SOON_S)
            state = self._ask()
        raise MachineError(f"the page {page} does not come; {state['page']} is there")

    def _compare(self, state: Answer, when: str) -> None:
        answer = state["game"]["position"]
        if Position.parse(answer) != self._position:
            self._wrong(f"{when}: the board is {self._position}, the station says {answer}")
        if state["game"]["ply"] != len(self.account.throws):
            self._wrong(f"{when}: {len(self.account.throws)} throws, the station says {state['game']['ply']}")
        if state["faults"]:
            self._wrong(f"{when}: out of order: {state['faults']}")

    def _touch(self, place: tuple[float, float]) -> None:
        # A finger never comes down where it did before; the kernel tells nobody of what has not changed.
        self._machine.touch(*(share + self._random.uniform(-FINGER, FINGER) for share in place))

    def _await(self, is_so: Callable[[Answer], object], what: str) -> Answer:
        for _ in range(round(LATE_S / LOOK_S)):
            state = self._ask()
            if state["game"] is not None and is_so(state):
                return state
            self._machine.go_on(LOOK_S)
        raise MachineError(f"{what}: not after {LATE_S:.0f} s: {state}")

    def _ask(self) -> Answer:
        """Return the station's state; each page that is new is kept as a picture of the screen."""
        state = self._machine.do(ask={"ask": "state"})
        if not state["ok"]:
            raise MachineError(f"the station does not answer: {state}")
        page = state["page"]
        if self.account.pages[-1:] != [page]:
            self.account.pages.append(page)
            if self.account.pages.count(page) == 1:
                self.account.wrong += self._screens.take(page)
        return state

    def _wrong(self, what: str) -> None:
        self.account.wrong.append(what)


def _turn_of(seat: Seat) -> Callable[[Answer], bool]:
    return lambda state: state["game"]["turn"] == seat


def _step(answer: Answer) -> Step:
    source, target = (Point(answer[it]) if answer[it] is not None else None for it in ("from", "to"))
    return Step(Seat(answer["seat"]), source, target)
