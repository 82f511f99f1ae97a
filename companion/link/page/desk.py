"""What staff do on the page, in a session that a PIN has opened; the station does it itself, or refuses."""

import json
import math
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from companion.link.asking import NoStationError
from companion.link.page.reader import Reader, page
from companion.link.page.sessions import TRIES_S, Sessions, Tries
from companion.link.page.staff_page import LONGEST_HOURS, desk_body, sign_in_body
from companion.link.statistics import days_of

COOKIE = "staff"
LONGEST_PIN = 8

COMMANDS: dict[str, dict[str, object]] = {
    "open": {"do": "hours", "open": True},
    "close": {"do": "hours", "open": False},
    "restart-game": {"do": "restart-game"},
    "restart": {"do": "restart"},
}
"""What is asked of the station for each button."""

Ask = Callable[[dict[str, object]], Awaitable[dict[str, Any]]]


class Desk:
    """The staff's pages. `ask` asks the station, `reader` tells who reads, `visits` is the file of visits."""

    def __init__(
        self,
        ask: Ask,
        reader: Callable[[Request], Reader],
        visits: Path,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ask = ask
        self._reader = reader
        self._visits = visits
        self._sessions = Sessions(clock)
        self._tries = Tries(clock)

    def routes(self) -> list[Route]:
        """Where it is."""
        return [
            Route("/staff/sign-in", self._sign_in, methods=["POST"]),
            Route("/staff/sign-out", self._signed_in(self._sign_out), methods=["POST"]),
            Route("/staff/hours", self._signed_in(self._keep_hours), methods=["POST"]),
            Route("/staff/{command}", self._signed_in(self._command), methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        """The desk, or a question for the PIN."""
        reader = self._reader(request)
        title = reader.tr("For the staff")
        if not self._is_signed_in(request):
            return HTMLResponse(page(reader, title, sign_in_body(reader), name="staff"))
        health, hours = await self._answer({"ask": "health"}), await self._answer({"ask": "hours"})
        today = datetime.now().astimezone().date()
        body = desk_body(reader, days_of(self._visits), today, health, hours)
        return HTMLResponse(page(reader, title, body, name="staff"))

    async def _sign_in(self, request: Request) -> Response:
        tr = self._reader(request).tr
        pin = (await _given(request)).get("pin", "")
        client = request.client.host if request.client is not None else ""
        wait_s = self._tries.wait_s(client)
        if wait_s > 0:
            seconds = math.ceil(wait_s)
            said = tr("Seconds to wait: {seconds}").format(seconds=seconds)
            return JSONResponse({"ok": False, "said": said}, 429, {"Retry-After": str(seconds)})
        found = await self._answer({"ask": "pin", "pin": pin[:LONGEST_PIN]}) if pin else {"set": True}
        if found is None:
            return _no(tr("The station does not answer."), 503)
        if found.get("ok") is False:
            return _no(tr("Seconds to wait: {seconds}").format(seconds=round(TRIES_S)), 429)
        if not found.get("set"):
            return _no(tr("No PIN is set: set one at the station first."), 403)
        if found.get("right") is not True:
            return _no(tr("That was not the PIN."), 403)
        self._tries.forgive(client)
        answer = JSONResponse({"ok": True, "go": "/staff"})
        answer.set_cookie(
            COOKIE,
            self._sessions.begin(),
            path="/staff",
            httponly=True,
            samesite="strict",
        )
        return answer

    async def _sign_out(self, request: Request) -> Response:
        self._sessions.end(request.cookies.get(COOKIE, ""))
        answer = JSONResponse({"ok": True, "go": "/staff"})
        answer.delete_cookie(COOKIE, path="/staff", httponly=True, samesite="strict")
        return answer

    async def _keep_hours(self, request: Request) -> Response:
        given = await _given(request)
        week = [_listed(given.get(f"day-{number}", "")) for number in range(7)]
        closed = _listed(given.get("closed", ""))
        return await self._done(request, {"do": "set-hours", "week": week, "closed_days": closed})

    async def _command(self, request: Request) -> Response:
        command = COMMANDS.get(request.path_params["command"])
        return (
            _no("There is no such thing to do.", 404)
            if command is None
            else await self._done(request, command)
        )

    async def _done(self, request: Request, command: dict[str, object]) -> Response:
        """Have the station do it; what has come of it."""
        tr = self._reader(request).tr
        answer = await self._answer(command)
        if answer is None:
            return _no(tr("The station does not answer."), 503)
        if not answer.get("ok"):
            # The station's own words, in English, say what was amiss and where.
            return _no(str(answer.get("why", ""))[:300], 409)
        return JSONResponse({"ok": True, "said": tr("Done.")})

    async def _answer(self, question: dict[str, object]) -> dict[str, Any] | None:
        try:
            return await self._ask(question)
        except NoStationError:
            return None

    def _is_signed_in(self, request: Request) -> bool:
        return self._sessions.is_open(request.cookies.get(COOKIE, ""))

    def _signed_in(
        self, call: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """The call, for those who are."""

        async def answer(request: Request) -> Response:
            if not self._is_signed_in(request):
                return JSONResponse({"ok": False, "go": "/staff"}, 403)
            return await call(request)

        return answer


async def _given(request: Request) -> dict[str, str]:
    """The texts that were posted; whatever else was is left out."""
    try:
        posted = json.loads(await request.body())
    except (ValueError, RecursionError):
        return {}
    if not isinstance(posted, dict):
        return {}
    return {name: text for name, text in posted.items() if isinstance(text, str)}


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text[:LONGEST_HOURS].split(",") if part.strip()]


def _no(said: str, status: int) -> Response:
    return JSONResponse({"ok": False, "said": said}, status)
