"""The remote API: answers queries of other processes and carries out their commands."""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

from companion import __version__
from companion.interface.commands import DONE, Condition, FileKind, RemoteQuestion, refused, row_of
from companion.interface.faults import STOPPING, Fault, gravest_first
from companion.interface.texts import NOTHING_SAID
from companion.journal import Journal
from companion.station.context import Context
from companion.station.pages.staff.house import own_game
from companion.station.remote.control_socket import ControlSocket, Request
from companion.station.remote.export_queue import ExportQueue
from companion.station.remote.remote_commands import STAFF_ARE_THERE, RemoteCommands
from companion.station.remote.sessions import Sessions
from companion.station.staff_services import StaffServices
from companion.station.stimuli import Call, Stimulus
from companion.system.pin_guard import PinGuard

STATE_TIMEOUT_S = 20.0
"""Timeout of waiting for another state; the client gets the same one, and knows that the station is alive."""

MAX_WAITING = 8  # maximum number of clients that wait for another state

NO_TICKET = "this is for staff who have typed their PIN lately"

Answer = Mapping[str, object]


class RemoteApi:
    """Serves the control socket and tracks since when the station is in its condition.

    `_ask_<name>` answers a query; it returns None when the answer comes later. `tries` is the file in which
    wrong PINs are kept.
    """

    def __init__(
        self,
        control: ControlSocket,
        journal: Journal,
        staff: StaffServices,
        exports: ExportQueue,
        now_s: float,
        tries: Path | None = None,
    ) -> None:
        self._control = control
        self._journal = journal
        self._staff = staff
        self._exports = exports
        self._sessions = Sessions()
        self._guard = PinGuard(tries, now_s)
        self._commands = RemoteCommands(staff, self._sessions, now_s)
        self._began_s = self._since_s = now_s
        self._condition = Condition.ATTRACT
        self._faults: dict[Fault, float] = {}
        self._seen: tuple[object, ...] = ()
        self._changes = 0
        self._waiting: list[tuple[Request, str, float]] = []
        self._checking: tuple[Request, str, Future[bool | None]] | None = None
        self._obey: Callable[[Stimulus], None] = lambda stimulus: None
        self._log: Callable[[Exception], None] = lambda error: None

    def connect(self, obey: Callable[[Stimulus], None], log: Callable[[Exception], None]) -> None:
        """Set how stimuli reach the station, and how a failure is logged: no page shows it."""
        self._obey, self._log = obey, log

    def turn(self, context: Context, condition: Condition) -> None:
        """Answer the requests of this turn, and those before that can be answered now."""
        if condition is not self._condition:
            self._condition, self._since_s = condition, context.now_s
        self._faults = {fault: self._faults.get(fault, context.now_s) for fault in context.faults}
        self._answer_pin(context.now_s)
        self._hand_out(context)
        requests = self._control.poll()
        if requests or self._waiting:
            self._note_change(context)
        for request in requests:
            with self._answering(request):
                answer = self._answer(request, context)
                if answer is not None:
                    self._control.answer(request, answer)
        for waiting in tuple(self._waiting):
            request, mark, until_s = waiting
            if mark != self._mark or context.now_s >= until_s or not self._control.is_waiting(request):
                self._waiting.remove(waiting)
                with self._answering(request):
                    self._control.answer(request, self._state(context))

    @contextmanager
    def _answering(self, request: Request) -> Iterator[None]:
        """Answer the request even if something fails inside."""
        try:
            yield
        except Exception as error:
            self._log(error)
            self._control.answer(request, refused("the station has made a mistake; its log says which"))

    @property
    def _mark(self) -> str:
        return f"{self._began_s:.3f}-{self._changes}"

    def _answer(self, request: Request, context: Context) -> Answer | None:
        question = request.question
        if row_of(question.verb, question.name).is_slow:
            refusal = self._why_no_export(context, question)
            if refusal is None and not self._exports.take(request):
                refusal = refused("others have asked for much already; try again in a moment")
            return refusal
        if question.verb == "do":
            self._command(request, context)
            return None
        ask = getattr(self, f"_ask_{question.name}")
        answer: Answer | None = ask(request, context, **question.arguments)
        return answer

    def _command(self, request: Request, context: Context) -> None:
        question = request.question
        why = self._commands.why_not(context, question)
        # Answered first: it may be the last thing that this program does.
        self._control.answer(request, DONE if why is None else refused(why))
        if why is None:
            self._tell(Call(self._commands.carry_out, question))

    def _tell(self, stimulus: Stimulus) -> None:
        try:
            self._obey(stimulus)
        except Exception as error:
            self._log(error)

    def _ask_state(self, request: Request, context: Context, *, unlike: str | None) -> Answer | None:
        if unlike != self._mark or len(self._waiting) >= MAX_WAITING:
            return self._state(context)
        self._waiting.append((request, unlike, context.now_s + STATE_TIMEOUT_S))
        return None

    def _ask_health(self, request: Request, context: Context) -> Answer:
        return DONE | {
            "version": __version__,
            "uptime_s": round(context.now_s - self._began_s),
            "sees_board": not context.blind,
            "clock_is_sure": context.open_state.time_s is not None,
            "faults": [
                {
                    "what": fault,
                    "for_s": round(context.now_s - self._faults.get(fault, context.now_s)),
                    "stops_games": fault in STOPPING or fault is Fault.UNEXPECTED,
                    "why": context.faults[fault],
                }
                for fault in gravest_first(context.faults)
            ],
        }

    def _ask_key(self, request: Request, context: Context) -> Answer:
        return DONE | {
            "key": context.follow_key,
            "hints": context.settings.link.page_hints,
            "vote": context.settings.link.page_vote,
        }

    def _ask_pin(self, request: Request, context: Context, *, pin: str, client: str) -> Answer | None:
        """Check a PIN beside the loop, one at a time."""
        wait_s = self._guard.wait_s(context.now_s, client)
        if self._checking is not None or wait_s > 0:
            seconds = max(1, math.ceil(wait_s))
            return refused(f"PINs that were wrong have been tried; wait {seconds} s") | {"wait_s": seconds}
        self._checking = (request, client, self._staff.is_pin(pin))
        return None

    def _answer_pin(self, now_s: float) -> None:
        if self._checking is not None and self._checking[2].done():
            request, client, found = self._checking
            self._checking = None
            with self._answering(request):
                right = found.result()
                if right is not None:
                    self._guard.take(now_s, client, right=right)
                answer = DONE | {"set": right is not None, "right": right is True}
                ticket = {"ticket": self._sessions.begin(now_s)} if right else {}
                self._control.answer(request, answer | ticket)

    def _ask_session(self, request: Request, context: Context, *, ticket: str) -> Answer:
        return DONE | {"open": self._sessions.is_open(ticket, context.now_s), "has_pin": self._staff.has_pin}

    def _ask_hours(self, request: Request, context: Context) -> Answer:
        hours = context.settings.hours
        week = [list(hours.of(weekday)) for weekday in range(7)]
        return DONE | {"week": week, "closed_days": list(hours.closed_days)}

    def _ask_texts(self, request: Request, context: Context, *, language: str) -> Answer:
        own = context.texts.by_language.get(language, NOTHING_SAID)
        has_logo = context.texts.logo is not None
        return DONE | {"title": own.title, "line": own.line, "about": own.about, "logo": has_logo}

    def _why_no_export(self, context: Context, question: RemoteQuestion) -> Answer | None:
        """Return the refusal of a slow request, None if it may be served."""
        if question.name == "chances":
            is_hidden = question.arguments["now"] and not context.settings.link.page_hints
            return refused("phones show no chances during a game") if is_hidden else None
        is_screen = question.arguments.get("kind") is FileKind.SCREEN
        if not is_screen and not self._sessions.is_open(question.arguments["ticket"], context.now_s):
            return refused(NO_TICKET) | {"sign_in": True}
        if context.staffed and (is_screen or question.verb == "do"):
            return refused(STAFF_ARE_THERE)
        return None

    def _hand_out(self, context: Context) -> None:
        """Answer with the exports that are ready, and tell the station of them."""

        def why_not(question: RemoteQuestion) -> Answer | None:
            return self._why_no_export(context, question)

        for request, export in self._exports.poll(context.now_s, self._control.is_waiting, why_not):
            if request is not None:
                self._control.answer(request, export.answer, export.file)
            if export.file is not None:
                # The client has its own descriptor of it.
                export.file.close()
            for news in export.news:
                self._tell(news)

    def _note_change(self, context: Context) -> None:
        game = context.game
        seen = (
            self._condition,
            type(context.flow),
            tuple(map(type, context.overlays)),
            frozenset(context.faults),
            (context.settings, context.language, context.top.dark, context.open_state.is_open()),
            game.state if game is not None and game.started else None,
            tuple(game.throw_off) if game is not None else None,
            self._journal.newest_number,
        )
        if seen != self._seen:
            self._seen, self._changes = seen, self._changes + 1

    def _state(self, context: Context) -> Answer:
        newest, game = self._journal.newest, context.game
        return DONE | {
            "state": self._condition,
            "mark": self._mark,
            "for_s": round(context.now_s - self._since_s, 1),
            "page": _hyphenated(type(context.top.view(context)).__name__.removesuffix("View")),
            "language": context.language,
            "screen": "off" if context.top.dark else "on",
            "open": context.open_state.is_open(),
            "own_game": own_game(context),
            "games": list(context.settings.visitors.games),
            "faults": gravest_first(context.faults),
            "entry": self._journal.newest_number,
            "game": None
            if game is None or newest is None
            else {
                "number": newest.number,
                "rules": game.rules.name,
                **({"turn": game.state.seat} if game.started else {}),
            },
        }


def condition_of(context: Context, *, is_closed: bool) -> Condition:
    """Return the condition of a station in one word."""
    if is_closed:
        return Condition.CLOSED
    if context.staffed:
        return Condition.STAFF
    if any(fault in context.faults for fault in (Fault.UNEXPECTED, *STOPPING)):
        return Condition.FAULT
    return Condition.ATTRACT if context.nobody_plays else Condition.PLAYING


def _hyphenated(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()
