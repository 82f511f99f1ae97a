"""What staff do on the page, in a session that a PIN has opened; the station does it itself, or refuses."""

import json
import math
import time
from collections.abc import Awaitable, Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any, BinaryIO

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from companion.link.asking import NoStationError
from companion.link.page.handed_on import HandedOn
from companion.link.page.markup import el
from companion.link.page.reader import Reader, page
from companion.link.page.sessions import Session, Sessions, Tries
from companion.link.page.staff_page import (
    MAX_ABOUT_LENGTH,
    MAX_HOURS_LENGTH,
    MAX_LINE_LENGTH,
    desk_body,
    flaws_said,
    sign_in_body,
    texts_body,
)
from companion.link.statistics import days_of, machine_of
from companion.words import LANGUAGES

COOKIE = "staff"
MAX_PIN_LENGTH = 8

MAX_PICTURE_BYTES = 4_000_000
"""A picture is kept in memory for the session that asked for it, and no other; there are eight at most."""

COMMANDS: dict[str, dict[str, object]] = {
    "open": {"do": "hours", "open": True},
    "close": {"do": "hours", "open": False},
    "restart-game": {"do": "restart-game"},
    "restart": {"do": "restart"},
    "show-chances": {"do": "page-hints", "on": True},
    "hide-chances": {"do": "page-hints", "on": False},
}
"""What is asked of the station for each button."""

SHOWN_ANEW = ("show-chances", "hide-chances")
"""What changes the desk itself, which is then shown anew."""

Answer = dict[str, Any]
Ask = Callable[[dict[str, object]], Awaitable[Answer]]
AskFile = Callable[[dict[str, object]], Awaitable[tuple[Answer, BinaryIO | None]]]


class Desk:
    """The staff's pages. `ask` and `ask_file` ask the station, `reader` tells who reads.

    `visits` is the file of visits.
    """

    def __init__(
        self,
        ask: Ask,
        ask_file: AskFile,
        reader: Callable[[Request], Reader],
        visits: Path,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ask = ask
        self._ask_file = ask_file
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
            Route("/staff/picture", self._signed_in(self._take_picture), methods=["POST"]),
            Route("/staff/pictures/{number:int}", self._picture, methods=["GET"]),
            Route("/staff/texts/{language}", self._signed_in(self._try_texts), methods=["POST"]),
            Route("/staff/texts/{language}/keep", self._signed_in(self._keep_texts), methods=["POST"]),
            Route("/staff/backup.zip", self._backup, methods=["GET"]),
            Route("/staff/report.zip", self._report, methods=["GET"]),
            Route("/staff/{command}", self._signed_in(self._command), methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        """The desk, or a question for the PIN."""
        reader = self._reader(request)
        title = reader.tr("For the staff")
        if not self._is_signed_in(request):
            return HTMLResponse(page(reader, title, sign_in_body(reader), name="staff"))
        health, hours = await self._answer({"ask": "health"}), await self._answer({"ask": "hours"})
        told = await self._answer({"ask": "key"})
        now, machine = datetime.now().astimezone(), machine_of(self._visits.parent)
        body = desk_body(
            reader, days_of(self._visits), now, health, machine, hours, (told or {}).get("hints") is True
        )
        return HTMLResponse(page(reader, title, body, name="staff"))

    async def show_texts(self, request: Request) -> Response:
        """The house's own texts in a language."""
        reader, language = self._reader(request), request.path_params["language"]
        if not self._is_signed_in(request) or language not in LANGUAGES:
            return RedirectResponse("/staff", 303)
        body = texts_body(reader, language, await self._answer({"ask": "texts", "language": language}))
        return HTMLResponse(page(reader, reader.tr("Texts"), body, name="staff"))

    async def _try_texts(self, request: Request, *, keep: bool = False) -> Response:
        """Have the station draw texts, and keep those that it has room for if they are to be kept."""
        tr, given, language = self._reader(request).tr, await _given(request), request.path_params["language"]
        texts = {name: given.get(name, "")[:MAX_LINE_LENGTH] for name in ("title", "line")}
        about = given.get("about", "").replace("\r\n", "\n")[:MAX_ABOUT_LENGTH]
        question = {"do": "texts", "language": language, **texts, "about": about, "keep": keep}
        answer = await self._shown(request, question)
        if isinstance(answer, Response):
            return answer
        told, shown = answer
        flaws = told.get("flaws", [])
        said = flaws_said(flaws, tr) if flaws else tr("Done.") if keep else tr("All of it has room.")
        return JSONResponse({"ok": not flaws, "said": said, "show": shown})

    async def _keep_texts(self, request: Request) -> Response:
        return await self._try_texts(request, keep=True)

    async def _take_picture(self, request: Request) -> Response:
        answer = await self._shown(request, {"ask": "file", "kind": "picture"})
        if isinstance(answer, Response):
            return answer
        now = datetime.now().astimezone()
        return JSONResponse({"ok": True, "said": f"{now:%H:%M:%S}", "show": answer[1]})

    async def _shown(self, request: Request, question: dict[str, object]) -> Response | tuple[Answer, str]:
        """What the station has made, and where its picture is for this session; or why there is none."""
        tr, session = self._reader(request).tr, self._session(request)
        assert session is not None
        try:
            answer, file = await self._ask_file(question | {"ticket": session.ticket})
        except NoStationError:
            return _no(tr("The station does not answer."), 503)
        picture = b""
        if file is not None:
            with file:
                picture = file.read(MAX_PICTURE_BYTES + 1)
        if answer.get("sign_in"):
            return self._gone(request)
        if not answer.get("ok") or len(picture) > MAX_PICTURE_BYTES:
            return _no(str(answer.get("why", ""))[:300], 409)
        return answer, f"/staff/pictures/{session.show(picture)}"

    async def _picture(self, request: Request) -> Response:
        session = self._session(request)
        if session is None or session.number != request.path_params["number"]:
            return Response(status_code=404)
        kind = "image/png" if session.picture.startswith(b"\x89PNG") else "image/jpeg"
        return Response(session.picture, media_type=kind)

    async def _backup(self, request: Request) -> Response:
        return await self._handed_on(request, "backup")

    async def _report(self, request: Request) -> Response:
        return await self._handed_on(request, "report")

    async def _handed_on(self, request: Request, kind: str) -> Response:
        """A file of the station's, as it comes."""
        session, reader = self._session(request), self._reader(request)
        if session is None:
            return RedirectResponse("/staff", 303)
        why = reader.tr("The station does not answer.")
        try:
            answer, file = await self._ask_file({"ask": "file", "kind": kind, "ticket": session.ticket})
        except NoStationError:
            answer, file = {}, None
        if file is not None:
            return HandedOn(file, f"five-lines-{kind}-{date.today()}.zip")
        if answer.get("sign_in"):
            self._gone(request)
            return RedirectResponse("/staff", 303)
        said = el("p", str(answer.get("why") or why)[:300], class_="notice")
        return HTMLResponse(page(reader, reader.tr("For the staff"), said, name="staff"), 503)

    def _gone(self, request: Request) -> Response:
        """The station knows this session no more: it has been started anew."""
        self._sessions.end(request.cookies.get(COOKIE, ""))
        return JSONResponse({"ok": False, "go": "/staff"}, 403)

    def _session(self, request: Request) -> Session | None:
        return self._sessions.find(request.cookies.get(COOKIE, ""))

    async def _sign_in(self, request: Request) -> Response:
        tr = self._reader(request).tr
        pin = (await _given(request)).get("pin", "")
        client = request.client.host if request.client is not None else ""
        wait_s = self._tries.wait_s(client)
        if wait_s > 0:
            seconds = math.ceil(wait_s)
            said = tr("Seconds to wait: {seconds}").format(seconds=seconds)
            return JSONResponse({"ok": False, "said": said}, 429, {"Retry-After": str(seconds)})
        found = await self._answer({"ask": "pin", "pin": pin[:MAX_PIN_LENGTH]}) if pin else {"set": True}
        if found is None:
            self._tries.take_back(client)
            return _no(tr("The station does not answer."), 503)
        if found.get("ok") is False:
            self._tries.take_back(client)
            return _no(tr("Seconds to wait: {seconds}").format(seconds=found.get("wait_s", 1)), 429)
        if not found.get("set"):
            return _no(tr("No PIN is set: set one at the station first."), 403)
        if found.get("right") is not True:
            return _no(tr("That was not the PIN."), 403)
        self._tries.forgive(client)
        answer = JSONResponse({"ok": True, "go": "/staff"})
        answer.set_cookie(
            COOKIE,
            self._sessions.begin(str(found.get("ticket", ""))),
            path="/staff",
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
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
        name = request.path_params["command"]
        command = COMMANDS.get(name)
        if command is None:
            return _no("There is no such thing to do.", 404)
        done = await self._done(request, command)
        return (
            JSONResponse({"ok": True, "go": "/staff"})
            if name in SHOWN_ANEW and done.status_code == 200
            else done
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

    async def _answer(self, question: dict[str, object]) -> Answer | None:
        try:
            return await self._ask(question)
        except NoStationError:
            return None

    def _is_signed_in(self, request: Request) -> bool:
        return self._session(request) is not None

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
    return [part.strip() for part in text[:MAX_HOURS_LENGTH].split(",") if part.strip()]


def _no(said: str, status: int) -> Response:
    return JSONResponse({"ok": False, "said": said}, status)
