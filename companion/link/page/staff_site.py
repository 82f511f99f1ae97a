"""The staff's part of the page, behind the PIN; the station itself carries out or refuses commands."""

import asyncio
import os
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from functools import wraps
from pathlib import Path
from typing import Any, BinaryIO

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from companion.interface.texts import MAX_ABOUT_LENGTH, MAX_LINE_LENGTH
from companion.link.control_client import NoStationError
from companion.link.figures import days_of, machine_of
from companion.link.page.render import JsonAnswer, Reader, notice, page
from companion.link.page.staff_views import (
    BUTTONS,
    MAX_HOURS_LENGTH,
    MAX_SPANS,
    flaw_texts,
    hours_flaw,
    refusal_text,
    staff_view,
    texts_view,
)
from companion.presentation.words import LANGUAGES
from companion.presentation.words.labels import days_text, read_days, weekday_name
from companion.settings.opening_hours import HoursError, read_closed
from companion.system.data import DataError, json_data

COOKIE = "staff"
MAX_PIN_LENGTH = 8

MAX_BROWSERS = 8  # browsers whose picture is kept: as many as the station has sessions
SIGNED_IN_S = 30 * 60.0  # seconds that a signed-in browser stays signed in while the station does not answer
MAX_PICTURE_BYTES = 4_000_000  # a picture is kept in memory, for the browser that asked for it

CHUNK_BYTES = 65_536

DOWNLOAD_TIMEOUT_S = 300.0  # a download that takes longer is cut off

Answer = dict[str, Any]
Ask = Callable[[dict[str, object]], Awaitable[Answer]]
AskFile = Callable[[dict[str, object]], Awaitable[tuple[Answer, BinaryIO | None]]]


@dataclass
class Browser:
    """A browser that is signed in: when its ticket was last good, and its last picture with its number."""

    good_s: float
    picture: bytes = b""
    number: int = 0


class StaffSite:
    """The staff's pages. `ask` and `ask_slow` send requests to the station, `reader` tells who reads.

    The station keeps the sessions; a browser's cookie is the ticket of one. `visits` is the file of visits.
    """

    def __init__(
        self,
        ask: Ask,
        ask_slow: AskFile,
        reader: Callable[[Request], Reader],
        visits: Path,
    ) -> None:
        self._ask = ask
        self._ask_slow = ask_slow
        self._reader = reader
        self._visits = visits
        self._browsers: OrderedDict[str, Browser] = OrderedDict()

    def routes(self) -> list[Route]:
        """Return all routes but those of pages in a language."""
        return [
            Route("/staff/sign-in", self._sign_in, methods=["POST"]),
            Route("/staff/sign-out", self._signed_in(self._sign_out), methods=["POST"]),
            Route("/staff/hours", self._signed_in(self._keep_hours), methods=["POST"]),
            Route("/staff/message", self._signed_in(self._show_message), methods=["POST"]),
            Route("/staff/picture", self._signed_in(self._take_picture), methods=["POST"]),
            Route("/staff/screen", self._signed_in(self._take_picture), methods=["POST"]),
            Route("/staff/pictures/{number}", self._picture, methods=["GET"]),
            Route("/staff/texts/{language}", self._signed_in(self._try_texts), methods=["POST"]),
            Route("/staff/texts/{language}/keep", self._signed_in(self._keep_texts), methods=["POST"]),
            Route("/staff/{kind:str}.zip", self._download, methods=["GET"]),
            Route("/staff/{button}", self._signed_in(self._press), methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        """Show the staff's first page, or ask for the PIN."""
        reader = self._reader(request)
        browser, found = await self._session(_ticket(request))
        if browser is None:
            values: dict[str, object] = {
                "title": reader.tr("For the staff"),
                "has_pin": found.get("has_pin") is not False,
                "ended": bool(_ticket(request)),
            }
            return page(request, reader, "staff_sign_in.html", values, name="staff")
        health, hours = await self._answer({"ask": "health"}), await self._answer({"ask": "hours"})
        for fault in (health or {}).get("faults", ()) if reader.code != "en" else ():
            fault["why"] = ""  # the station's own words, in English
        shown = await self._answer({"ask": "key"}) or {}
        is_open = (await self._answer({"ask": "state"}) or {}).get("open")
        now, machine = datetime.now().astimezone(), machine_of(self._visits.parent)
        view = staff_view(days_of(self._visits), now, health, machine, hours, shown, is_open, reader.tr)
        return page(request, reader, "staff.html", view, name="staff")

    async def show_texts(self, request: Request) -> Response:
        """Show the house's own texts in a language."""
        reader, language = self._reader(request), request.path_params["language"]
        if language not in LANGUAGES or not await self.is_signed_in(request):
            return RedirectResponse("/staff", 303)
        texts = await self._answer({"ask": "texts", "language": language})
        view = texts_view(language, texts, reader.tr)
        return page(request, reader, "staff_texts.html", view, name="staff")

    async def _try_texts(self, request: Request, *, keep: bool = False) -> Response:
        """Have the station draw texts; with `keep`, those that fit are used."""
        tr, given = self._reader(request).tr, await _posted(request)
        texts = {name: given.get(name, "")[:MAX_LINE_LENGTH] for name in ("title", "line")}
        about = given.get("about", "").replace("\r\n", "\n")[:MAX_ABOUT_LENGTH]
        language = request.path_params["language"]
        question = {"do": "texts", "language": language, **texts, "about": about, "keep": keep}
        answer = await self._ask_picture(request, question)
        if isinstance(answer, Response):
            return answer
        found, shown = answer
        flaws = found.get("flaws", [])
        text = flaw_texts(flaws, tr) if flaws else tr("Done.") if keep else tr("Everything fits.")
        return JsonAnswer({"ok": not flaws, "said": text, "show": shown})

    async def _keep_texts(self, request: Request) -> Response:
        """Use texts that fit."""
        return await self._try_texts(request, keep=True)

    async def _take_picture(self, request: Request) -> Response:
        """Fetch the camera's picture, or that of the screen, as the path says."""
        kind = request.url.path.rpartition("/")[2]
        answer = await self._ask_picture(request, {"ask": "file", "kind": kind})
        if isinstance(answer, Response):
            return answer
        now = datetime.now().astimezone()
        return JsonAnswer({"ok": True, "said": f"{now:%H:%M:%S}", "show": answer[1]})

    async def _ask_picture(
        self, request: Request, question: dict[str, object]
    ) -> Response | tuple[Answer, str]:
        """Return the answer and the path of the picture that came with it, or the response of a failure."""
        tr, ticket = self._reader(request).tr, _ticket(request)
        try:
            answer, file = await self._ask_slow(question | {"ticket": ticket})
        except NoStationError:
            return _failure(tr("The station does not answer."), 503)
        picture = b""
        if file is not None:
            with file:
                picture = file.read(MAX_PICTURE_BYTES + 1)
        if answer.get("sign_in"):
            self._browsers.pop(ticket, None)
            return JsonAnswer({"ok": False, "go": "/staff"}, 403)
        if not answer.get("ok") or len(picture) > MAX_PICTURE_BYTES:
            return _failure(str(answer.get("why", ""))[:300], 409)
        browser = self._remember(ticket)
        browser.picture, browser.number = picture, browser.number + 1
        return answer, f"/staff/pictures/{browser.number}"

    async def _picture(self, request: Request) -> Response:
        """Return the picture that was taken last."""
        browser = await self._browser(request)
        if browser is None or str(browser.number) != request.path_params["number"]:
            return Response(status_code=404)
        kind = "image/png" if browser.picture.startswith(b"\x89PNG") else "image/jpeg"
        return Response(browser.picture, media_type=kind)

    async def _download(self, request: Request) -> Response:
        """Send a file of the station's as it comes."""
        kind, reader = request.path_params["kind"], self._reader(request)
        if kind not in ("backup", "report"):
            return Response(status_code=404)
        if not await self.is_signed_in(request):
            return RedirectResponse("/staff", 303)
        try:
            answer, file = await self._ask_slow({"ask": "file", "kind": kind, "ticket": _ticket(request)})
        except NoStationError:
            answer, file = {}, None
        if file is not None:
            return FileDownload(file, f"five-lines-{kind}-{date.today()}.zip")
        if answer.get("sign_in"):
            return RedirectResponse("/staff", 303)
        why = str(answer.get("why") or reader.tr("The station does not answer."))[:300]
        return notice(request, reader, reader.tr("For the staff"), why, name="staff", status=503)

    async def _sign_in(self, request: Request) -> Response:
        """Sign in with the PIN."""
        tr, pin = self._reader(request).tr, (await _posted(request)).get("pin", "")
        if not pin:
            return _failure(tr("That's not the PIN."), 403)
        client = request.client.host if request.client is not None else ""
        found = await self._answer({"ask": "pin", "pin": pin[:MAX_PIN_LENGTH], "client": client})
        if found is None:
            return _failure(tr("The station does not answer."), 503)
        if found.get("ok") is False:
            seconds = found.get("wait_s", 1)
            answer = _failure(tr("Seconds to wait: {seconds}").format(seconds=seconds), 429)
            answer.headers["Retry-After"] = str(seconds)
            return answer
        if not found.get("set"):
            return _failure(tr("No PIN is set: set one at the station first."), 403)
        if found.get("right") is not True:
            return _failure(tr("That's not the PIN."), 403)
        answer = JsonAnswer({"ok": True, "go": "/staff"})
        answer.set_cookie(
            COOKIE,
            str(found.get("ticket", "")),
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return answer

    async def _sign_out(self, request: Request) -> Response:
        """Sign out."""
        await self._answer({"do": "sign-out", "ticket": _ticket(request)})
        self._browsers.pop(_ticket(request), None)
        answer = JsonAnswer({"ok": True, "go": "/staff"})
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer

    async def _keep_hours(self, request: Request) -> Response:
        """Set the opening hours and closed days."""
        tr, given = self._reader(request).tr, await _posted(request)
        week = [_spans(given, f"day-{number}") for number in range(7)]
        for number, spans in enumerate(week):
            if flaw := hours_flaw(spans, tr):
                said = tr("{text}: {value}").format(text=weekday_name(number, tr), value=flaw)
                return JsonAnswer({"ok": False, "said": said, "field": f"day-{number}"}, 409)
        written = read_days(given.get("closed", "")[:MAX_HOURS_LENGTH])
        closed = [day.strip() for day in written.split(",") if day.strip()]
        try:
            for day in closed:
                read_closed(day)
        except HoursError:
            said = tr("Write days like {day}.").format(
                day=days_text("2026-12-24, 2026-12-24 to 2027-01-02", tr)
            )
            return JsonAnswer({"ok": False, "said": said, "field": "closed"}, 409)
        return await self._command(request, {"do": "set-hours", "week": week, "closed_days": closed})

    async def _show_message(self, request: Request) -> Response:
        """Show a message at the table."""
        text = (await _posted(request)).get("text", "")[:MAX_ABOUT_LENGTH]
        return await self._command(request, {"do": "message", "text": text})

    async def _press(self, request: Request) -> Response:
        """Send the command of a button."""
        found = BUTTONS.get(request.path_params["button"])
        if found is None:
            return _failure("There is no such thing to do.", 404)
        name, button = found
        done = await self._command(request, {"do": name, **button.arguments})
        if button.reloads and done.status_code == 200:
            return JsonAnswer({"ok": True, "go": "/staff"})
        return done

    async def _command(self, request: Request, command: dict[str, object]) -> Response:
        """Have the station carry out a command, and return what came of it."""
        reader = self._reader(request)
        tr, answer = reader.tr, await self._answer(command)
        if answer is None:
            return _failure(tr("The station does not answer."), 503)
        if not answer.get("ok"):
            why = str(answer.get("why", ""))[:300]
            return _failure(why if reader.code == "en" else refusal_text(why, tr), 409)
        return JsonAnswer({"ok": True, "said": tr("Done.")})

    async def _answer(self, question: dict[str, object]) -> Answer | None:
        """Return the station's answer, None if it does not answer."""
        try:
            return await self._ask(question)
        except NoStationError:
            return None

    async def is_signed_in(self, request: Request) -> bool:
        """True if the browser of a request is signed in."""
        return await self._browser(request) is not None

    async def _browser(self, request: Request) -> Browser | None:
        """Return the browser of a request if it is signed in."""
        ticket = _ticket(request)
        return (await self._session(ticket))[0] if ticket else None

    async def _session(self, ticket: str) -> tuple[Browser | None, Answer]:
        """Return the browser with a ticket if it is signed in, and what the station answers."""
        answer = await self._answer({"ask": "session", "ticket": ticket})
        if answer is None:
            known = self._browsers.get(ticket)
            is_recent = known is not None and time.monotonic() - known.good_s < SIGNED_IN_S
            return known if is_recent else None, {}
        if answer.get("open") is True:
            return self._remember(ticket), answer
        self._browsers.pop(ticket, None)
        return None, answer

    def _remember(self, ticket: str) -> Browser:
        browser = self._browsers.setdefault(ticket, Browser(time.monotonic()))
        browser.good_s = time.monotonic()
        self._browsers.move_to_end(ticket)
        while len(self._browsers) > MAX_BROWSERS:
            self._browsers.popitem(last=False)
        return browser

    def _signed_in(
        self, call: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return the call for browsers that are signed in."""

        @wraps(call)
        async def answer(request: Request) -> Response:
            if not await self.is_signed_in(request):
                return JsonAnswer({"ok": False, "go": "/staff"}, 403)
            return await call(request)

        return answer


class FileDownload(Response):
    """Sends an open file under a name, in chunks, and closes it."""

    media_type = "application/zip"

    def __init__(self, file: BinaryIO, name: str) -> None:
        # Compressed already: compressing it again gains nothing.
        own = {"Content-Disposition": f'attachment; filename="{name}"', "Content-Encoding": "identity"}
        super().__init__(headers=own)
        self.headers["content-length"] = str(os.fstat(file.fileno()).st_size)
        self._file = file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send all of it, as fast as the client reads."""
        with self._file, suppress(TimeoutError, OSError):
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            async with asyncio.timeout(DOWNLOAD_TIMEOUT_S):
                while chunk := self._file.read(CHUNK_BYTES):
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
                await send({"type": "http.response.body", "body": b"", "more_body": False})


def _ticket(request: Request) -> str:
    return request.cookies.get(COOKIE, "")


async def _posted(request: Request) -> dict[str, str]:
    """Return the texts that were posted; other values are ignored."""
    return texts_of(await request.body())


def texts_of(body: bytes) -> dict[str, str]:
    """Return the texts in a body of JSON; other values are ignored."""
    try:
        posted = json_data(body.decode()).table()
    except (UnicodeDecodeError, DataError):
        return {}
    return {name: it.value for name, it in posted.items() if isinstance(it.value, str)}


def _spans(given: dict[str, str], day: str) -> list[str]:
    """Return a day's spans from its fields; a span from a time to itself is the whole day."""
    spans = []
    for number in range(MAX_SPANS):
        opens, closes = (given.get(f"{day}-{number}-{end}", "")[:8] for end in ("from", "to"))
        if opens or closes:
            spans.append(f"{opens}-24:00" if opens == closes == "00:00" else f"{opens}-{closes}")
    return spans


def _failure(text: str, status: int) -> JsonAnswer:
    return JsonAnswer({"ok": False, "said": text}, status)
