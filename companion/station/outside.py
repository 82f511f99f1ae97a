"""What a station tells outside, and the few things that it does when it is asked to from there."""

import math
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

from companion import __version__
from companion.game import Outcome
from companion.interface.faults import STOPPING, Fault, gravest_first
from companion.interface.outside import (
    DONE,
    AskFile,
    AskHealth,
    AskHours,
    AskKey,
    AskPin,
    AskState,
    AskTexts,
    Command,
    Condition,
    FileKind,
    Reboot,
    SetGame,
    SetHours,
    SetOpen,
    SetPageHints,
    ShowMessage,
    TryTexts,
    Wanted,
    refused,
)
from companion.interface.texts import NOTHING_SAID
from companion.journal import Journal
from companion.referee.events import Step
from companion.settings.sections import HoursSettings
from companion.station.commands import STAFF_ARE_THERE, why_not
from companion.station.context import Context
from companion.station.despatch import Despatch
from companion.station.game_at_table import GameAtTable
from companion.station.office import Office
from companion.station.pages.offer import own_game
from companion.station.pin_tries import PinTries
from companion.station.protocols import Door, Heard
from companion.station.stimuli import Asked, Stimulus
from companion.station.tickets import Tickets

WAIT_S = 20.0
"""Whoever waits for another state is told the same one after so long, and so knows that the station lives."""

MAX_WAITING = 8

SOON_S = 3.0
"""So long after a setting was changed from outside, or a message shown, that is not done again: writing takes
a while on a card, and at a page that changes all the time nobody can play."""

REBOOT_AFTER_S = 600.0
"""So long after its start no reboot is asked for: whoever floods it keeps nobody from playing for ever."""

LASTING = (SetGame, SetHours, SetOpen, SetPageHints, ShowMessage)
"""The commands to which that applies."""


NO_TICKET = "this is for staff who have typed their PIN lately"


class Outside:
    """Answers what is asked at the door, and remembers since when things are as they are.

    `obey` has the station do something, and `log` takes what fails there or here: that is no matter of the
    people at the table, and has no page. `is_pin` tells whether a text is the staff's PIN, None where none is
    set; that may take a while, and is told later. So is what `despatch` makes. `has_letters` tells whether
    pages can show a text.
    """

    def __init__(
        self,
        door: Door,
        journal: Journal,
        obey: Callable[[Stimulus], None],
        log: Callable[[Exception], None],
        now_s: float,
        office: Office,
        despatch: Despatch,
    ) -> None:
        self._despatch = despatch
        self._tickets = Tickets()
        self._office = office
        self._door = door
        self._journal = journal
        self._obey = obey
        self._log = log
        self._began_s = self._since_s = now_s
        self._condition: Condition | None = None
        self._faults: dict[Fault, float] = {}
        self._lately_s: dict[type[Command], float] = {}
        self._gist: tuple[object, ...] = ()
        self._turns = 0
        self._waiting: list[tuple[Heard, str, float]] = []
        self._checking: tuple[Heard, Future[bool | None]] | None = None
        self._tries = PinTries()

    def turn(self, context: Context, condition: Condition, now_s: float) -> None:
        """Answer what has been asked since the turn before, and whoever waited for what is so now."""
        if condition is not self._condition:
            self._condition, self._since_s = condition, now_s
        self._faults = {fault: self._faults.get(fault, now_s) for fault in context.faults}
        self._tell_checked(now_s)
        self._hand_out(context, now_s)
        heard = self._door.questions()
        if heard or self._waiting:
            self._note_change(context, condition)
        for it in heard:
            with self._answering(it):
                self._answer(it, context, condition, now_s)
        for waiting in tuple(self._waiting):
            it, unlike, until_s = waiting
            if unlike != self._mark or now_s >= until_s or not self._door.waits(it):
                self._waiting.remove(waiting)
                with self._answering(it):
                    self._door.answer(it, self._state(context, condition, now_s))

    @contextmanager
    def _answering(self, heard: Heard) -> Iterator[None]:
        """Whatever fails inside, whoever asks is answered."""
        try:
            yield
        except Exception as error:
            self._log(error)
            self._door.answer(heard, refused("the station has made a mistake; its log says which"))

    @property
    def _mark(self) -> str:
        return f"{self._began_s:.3f}-{self._turns}"

    def _answer(self, heard: Heard, context: Context, condition: Condition, now_s: float) -> None:
        match heard.question:
            case AskState(unlike) if unlike == self._mark and len(self._waiting) < MAX_WAITING:
                self._waiting.append((heard, unlike, now_s + WAIT_S))
            case AskState():
                self._door.answer(heard, self._state(context, condition, now_s))
            case AskHealth():
                self._door.answer(heard, self._health(context, now_s))
            case AskPin(pin):
                self._check_pin(heard, pin, now_s)
            case AskHours():
                self._door.answer(heard, DONE | _hours(context.settings.hours))
            case AskKey():
                told = {"key": context.follow_key, "hints": context.settings.link.page_hints}
                self._door.answer(heard, DONE | told)
            case AskTexts(language):
                self._door.answer(heard, DONE | _house_texts(context, language))
            case AskFile() | TryTexts() as wanted:
                why = self._why_not_made(context, wanted, now_s)
                if why is None and not self._despatch.take(heard, wanted):
                    why = "others have asked for much already; try again in a moment"
                if why is not None:
                    self._door.answer(heard, _not_made(why))
            case command:
                why = why_not(context, command) or self._why_not_now(command, now_s)
                # Answered first, for it may be the last thing that this program does.
                self._door.answer(heard, DONE if why is None else refused(why))
                if why is None:
                    self._lately_s[type(command)] = now_s
                    self._do(Asked(command))

    def _do(self, stimulus: Stimulus) -> None:
        try:
            self._obey(stimulus)
        except Exception as error:
            self._log(error)

    def _why_not_now(self, command: Command, now_s: float) -> str | None:
        lately_s = self._lately_s.get(type(command))
        if isinstance(command, LASTING) and lately_s is not None and now_s - lately_s < SOON_S:
            return f"that was changed from outside a moment ago; try again in {SOON_S:.0f} seconds"
        if isinstance(command, Reboot):
            if not self._office.can_reboot:
                return "only an installed station can have its machine started anew (deploy/install)"
            if now_s - self._began_s < REBOOT_AFTER_S:
                return f"the station was started less than {REBOOT_AFTER_S / 60:.0f} minutes ago"
        if isinstance(command, ShowMessage) and not self._office.has_letters(command.text):
            return "the screen has no letters for some of this"
        return None

    def _check_pin(self, heard: Heard, pin: str, now_s: float) -> None:
        """Have a PIN looked at beside the loop, one at a time; after some that were wrong it takes longer."""
        wait_s = self._tries.wait_s(now_s)
        if self._checking is not None or wait_s > 0:
            seconds = max(1, math.ceil(wait_s))
            said = refused(f"PINs that were wrong have been tried; wait {seconds} s")
            self._door.answer(heard, said | {"wait_s": seconds})
            return
        self._checking = (heard, self._office.is_pin(pin))

    def _tell_checked(self, now_s: float) -> None:
        if self._checking is not None and self._checking[1].done():
            heard, found = self._checking
            self._checking = None
            with self._answering(heard):
                right = found.result()
                if right is not None:
                    self._tries.note(now_s, right=right)
                told = DONE | {"set": right is not None, "right": right is True}
                self._door.answer(heard, told | ({"ticket": self._tickets.issue(now_s)} if right else {}))

    def _why_not_made(self, context: Context, wanted: Wanted, now_s: float) -> str | None:
        """Why something is not made for whoever asks; None if it is."""
        if isinstance(wanted, AskFile) and wanted.kind is FileKind.SCREEN:
            return STAFF_ARE_THERE if context.staffed else None
        if not self._tickets.is_good(wanted.ticket, now_s):
            return NO_TICKET
        return STAFF_ARE_THERE if isinstance(wanted, TryTexts) and context.staffed else None

    def _hand_out(self, context: Context, now_s: float) -> None:
        """Answer with what has been made, and have what is made change the station."""

        def why_not_any_more(wanted: Wanted) -> dict[str, object] | None:
            why = self._why_not_made(context, wanted, now_s)
            return None if why is None else _not_made(why)

        for heard, made in self._despatch.news(now_s, self._door.waits, why_not_any_more):
            if heard is not None:
                self._door.answer(heard, made.said, made.file)
            if made.file is not None:
                # Whoever has asked holds it now, too.
                made.file.close()
            for news in made.news:
                self._do(news)

    def _note_change(self, context: Context, condition: Condition) -> None:
        game = context.game
        gist = (
            condition,
            type(context.flow),
            tuple(map(type, context.overlays)),
            frozenset(context.faults),
            (context.settings, context.language, context.top.dark, context.opening.is_open()),
            game.state if game is not None and game.started else None,
            tuple(game.throw_off) if game is not None else None,
            self._journal.newest_number,
        )
        if gist != self._gist:
            self._gist, self._turns = gist, self._turns + 1

    def _spoken(self, context: Context) -> dict[str, object]:
        return {
            "language": context.language,
            "screen": "off" if context.top.dark else "on",
            "open": context.opening.is_open(),
            "own_game": own_game(context),
            "games": list(context.settings.visitors.games),
        }

    def _state(self, context: Context, condition: Condition, now_s: float) -> dict[str, object]:
        newest, game = self._journal.newest, context.game
        return {
            "ok": True,
            "state": condition,
            "mark": self._mark,
            "for_s": round(now_s - self._since_s, 1),
            "page": _word(type(context.top.view(context, now_s)).__name__.removesuffix("View")),
            **self._spoken(context),
            "faults": gravest_first(context.faults),
            "entry": self._journal.newest_number,
            "game": None if game is None or newest is None else {"number": newest.number, **_told(game)},
        }

    def _health(self, context: Context, now_s: float) -> dict[str, object]:
        return {
            "ok": True,
            "version": __version__,
            "uptime_s": round(now_s - self._began_s),
            "sees_board": not context.blind,
            "clock_is_sure": context.opening.time_s is not None,
            "faults": [
                {
                    "what": fault,
                    "for_s": round(now_s - self._faults.get(fault, now_s)),
                    "stops_games": fault in STOPPING or fault is Fault.UNEXPECTED,
                    "why": context.faults[fault],
                }
                for fault in gravest_first(context.faults)
            ],
        }


def _not_made(why: str) -> dict[str, object]:
    return refused(why) | ({"sign_in": True} if why is NO_TICKET else {})


def condition_of(context: Context, *, is_closed: bool) -> Condition:
    """How the station stands, in one word."""
    if is_closed:
        return Condition.CLOSED
    if context.staffed:
        return Condition.STAFF
    if any(fault in context.faults for fault in (Fault.UNEXPECTED, *STOPPING)):
        return Condition.FAULT
    return Condition.ATTRACT if context.nobody_plays else Condition.PLAYING


def _hours(hours: HoursSettings) -> dict[str, object]:
    week = [list(hours.of(weekday)) for weekday in range(7)]
    return {"week": week, "closed_days": list(hours.closed_days)}


def _house_texts(context: Context, language: str) -> dict[str, object]:
    own = context.texts.by_language.get(language, NOTHING_SAID)
    return {"title": own.title, "line": own.line, "about": own.about, "logo": context.texts.logo is not None}


def _told(game: GameAtTable) -> dict[str, object]:
    """A game as somebody follows it who sees the board and the screen."""
    opponent = game.opponent
    told: dict[str, object] = {
        "rules": game.rules.name,
        "die": str(game.rules.die),
        "own_dice": game.own_dice,
        "computer": opponent and {"seat": opponent.seat, "level": opponent.level.name},
        "throw_off": list(game.throw_off),
        "started": game.started,
    }
    if not game.started:
        return told
    state, legal, flagged = game.state, game.state.legal, game.complaint
    return told | {
        "ply": state.ply,
        "position": str(state.position),
        "turn": state.seat,
        "throw": state.throw,
        "legal": None if legal is None else [str(move) for move in legal],
        "may_decline": legal is not None and legal.may_decline,
        "passed": state.passed and {"seat": state.passed.seat, "throw": state.passed.throw},
        "verdict": None
        if flagged is None
        else {
            "reason": flagged.reason,
            "rule": flagged.rule,
            "seat": flagged.seat,
            "done": [_step(step) for step in flagged.done],
            "remedy": [_step(step) for step in game.remedy],
        },
        "ended": None if state.ended is None else _outcome(state.ended),
    }


def _step(step: Step) -> dict[str, Any]:
    return {"seat": step.seat, "from": step.source, "to": step.target}


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {"how": outcome.termination, "winner": outcome.winner}


def _word(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()
