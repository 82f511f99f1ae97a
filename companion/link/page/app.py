"""The page as a web application: its routes, and who may see what."""

import asyncio
import hmac
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from re import ASCII, fullmatch
from secrets import token_hex
from typing import Any, BinaryIO

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from companion.interface.offers import OFFERS
from companion.interface.presentation import BOARDS
from companion.journal.database import MAX_ENTRIES
from companion.link.control_client import ControlClient, NoStationError
from companion.link.follower import Follower
from companion.link.page.game_views import (
    MAX_GAMES,
    PlayedGame,
    View,
    follow_view,
    game_rules_view,
    game_view,
    games_view,
    rules_view,
    steps,
)
from companion.link.page.guard import Guard
from companion.link.page.live import LiveGame, Votes
from companion.link.page.render import (
    COOKIE,
    SITE,
    STATIC,
    TITLE_FONT,
    JsonAnswer,
    Reader,
    as_file,
    colours_css,
    notice,
    page,
    reader_of,
)
from companion.link.page.staff_site import StaffSite, texts_of
from companion.link.page.station_chances import StationChances
from companion.link.page.stream import EventCache, FollowStream
from companion.presentation.words import LANGUAGES

OPENAPI = "/openapi.json"  # made by python -m deploy.schemas

KEY_COOKIE, VOTE_COOKIE = "key", "vote"
YEAR_S = 365 * 24 * 3600
DAY_S = 24 * 3600

SLOW_TIMEOUT_S = 90.0  # timeout of a slow request; the station's own is shorter
MAX_SLOW = 3  # slow requests at one time

Answer = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class SiteConfig:
    """The settings of the page. `names` are the host names and addresses of this station.

    `public`: its address behind a web server of the house's, if there is one. `open_to_all`: everybody who
    reaches the page may follow, without the code on the screen.
    """

    names: tuple[str, ...]
    public: str = ""
    first_language: str = "en"
    offered: tuple[str, ...] = tuple(OFFERS)
    open_to_all: bool = False


class GamePages:
    """The pages for everybody. `source` is only read; `station` and `slow` have threads of their own.

    `boards` is the folder of the pictures of boards that were played on.
    """

    def __init__(
        self,
        source: Follower,
        station: ControlClient,
        slow: ControlClient,
        config: SiteConfig,
        boards: Path,
    ) -> None:
        self._config = config
        self._boards = boards
        self._source = source
        self._station = station
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="station")
        self._slow = slow
        self._slow_thread = ThreadPoolExecutor(1, thread_name_prefix="slow")
        self._slow_places = asyncio.Semaphore(MAX_SLOW)
        self._live, self._votes = LiveGame(source), Votes()
        self._events = EventCache()
        self._chances = StationChances(self._ask_chances)
        self._played: dict[str, PlayedGame] = {}

    @asynccontextmanager
    async def running(self, _: Starlette) -> AsyncIterator[None]:
        """Poll the journal while the application runs."""
        tasks = (
            asyncio.create_task(self._live.keep_polling()),
            asyncio.create_task(self._live.keep_chances(self._chances)),
        )
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            for thread in (self._thread, self._slow_thread):
                thread.shutdown(wait=False, cancel_futures=True)

    async def ask(self, question: dict[str, object]) -> Answer:
        """Return the station's answer; raise NoStationError."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._station.ask, question)

    async def ask_slow(self, question: dict[str, object]) -> tuple[Answer, BinaryIO | None]:
        """Return the answer to a slow request, and its file; raise NoStationError."""
        if self._slow_places.locked():
            return {"ok": False, "why": "others have asked for much already; try again in a moment"}, None
        async with self._slow_places:
            call, loop = self._slow.ask_file, asyncio.get_running_loop()
            return await loop.run_in_executor(self._slow_thread, call, question, SLOW_TIMEOUT_S)

    def reader(self, request: Request) -> Reader:
        """Return who reads."""
        return reader_of(request, self._config.first_language)

    async def follow(self, request: Request) -> Response:
        """Show the newest game, or why it is not shown."""
        reader = self.reader(request)
        tr = reader.tr
        if (key := request.query_params.get("key")) is not None:
            # Kept where neither a link nor a history shows it to others.
            found = RedirectResponse("/", 303)
            if fullmatch(r"[\w-]{1,64}", key, ASCII):
                found.set_cookie(KEY_COOKIE, key, max_age=DAY_S, httponly=True, samesite="lax")
            return found
        self._live.poll()
        newest = self._live.newest
        may_follow = newest is not None and await self._may_follow(request)
        if newest is None or not may_follow:
            nobody = tr("Nobody is playing now.") if newest is None or newest.over else ""
            how = tr("To follow a game: at the table, touch Pause, then Phone, and scan the code.")
            view: View = {"title": tr("Follow"), "heading": tr("Follow"), "text": f"{nobody} {how}".strip()}
            return self._page(request, "notice.html", view, "follow")
        script = await self._vote_script() | {
            "after": str(newest.number),
            "game": self._live.name,
            # A client that had the code of this game alone keeps it.
            "next": "" if self._config.open_to_all else f"/games/{newest.game}",
            "late": tr("This turn is over."),
            "crowd": tr("Everybody in this network has voted."),
            "full": tr("Many people are following this game. You'll join as soon as there's room."),
        }
        view = follow_view(self._live.snapshots, tr)
        return page(request, reader, "follow.html", view, name="follow", script=script)

    async def stream(self, request: Request, *, is_staff: bool) -> Response:
        """Stream what happens in the game that is followed."""
        self._live.poll()
        name = request.query_params.get("game", "")
        # A client of another game only learns that it is over: its page asks for the next one by itself.
        if name == self._live.name and not await self._may_follow(request):
            return Response("This needs the code of the game.", 403)
        after = _number(request.headers.get("last-event-id")) or _number(request.query_params.get("after"))
        code = self.reader(request).code
        return FollowStream(self._live, self._events, code, name, after, is_staff=is_staff)

    async def vote(self, request: Request) -> Response:
        """Take a phone's vote for the move to make, and tell the station how many there are for each."""
        self._live.poll()
        given, now = texts_of(await request.body()), self._live.newest
        if now is None or given.get("game") != self._live.name or not await self._may_follow(request):
            return JsonAnswer({"ok": False}, 403)
        choices = now.legal.choices if now.legal else ()
        ply, choice = _number(given.get("ply")), _number(given.get("choice"))
        if now.state is None or ply != now.state.ply or choice >= len(choices):
            return JsonAnswer({"ok": False}, 409)
        address = request.client.host if request.client else ""
        mark = request.cookies.get(VOTE_COOKIE) or token_hex(16)
        # As many as follow from there, so that nobody votes for a whole class.
        most = self._live.followers_at(address)
        if not self._votes.take(f"{self._live.name}.{ply}.{now.state.throw}", mark, choice, address, most):
            return JsonAnswer({"ok": False}, 429)
        try:
            answer = await self.ask({"do": "vote", "ply": ply, "votes": self._votes.counts(len(choices))})
        except NoStationError:
            return JsonAnswer({"ok": False}, 503)
        taken = JsonAnswer({"ok": answer["ok"]}, 200 if answer["ok"] else 409)
        taken.set_cookie(VOTE_COOKIE, mark, httponly=True, samesite="strict")
        return taken

    async def _vote_script(self) -> dict[str, str]:
        """Return the mark of a page on which phones vote."""
        with suppress(NoStationError):
            if (await self.ask({"ask": "key"})).get("vote") is True:
                return {"vote": "on"}
        return {}

    async def games(self, request: Request) -> Response:
        """Show the games that are over."""
        found = (self._played_game(number) for number in self._source.games(MAX_GAMES))
        view = games_view([game for game in found if game is not None], self.reader(request).tr)
        return self._page(request, "list.html", view, "games")

    async def game(self, request: Request) -> Response:
        """Show a game to replay; to keep it, send it as a file."""
        number = _number(request.path_params["number"])
        if self._played_game(number) is None:
            return self.not_found(request)
        entries = self._source.game(number)
        course = await self._chances.course(self._name(number), number)
        tr = self.reader(request).tr
        view = game_view(number, entries, course, tr)
        if "keep" not in request.query_params:
            return self._page(request, "game.html", view, "games")
        view["kept"] = steps(entries, course, tr)
        return as_file(self._page(request, "game.html", view, "games"), self._boards)

    async def game_steps(self, request: Request) -> Response:
        """Return the steps of its slider."""
        number = _number(request.path_params["number"])
        if self._played_game(number) is None:
            return self.not_found(request)
        course = await self._chances.course(self._name(number), number)
        return JsonAnswer(steps(self._source.game(number), course, self.reader(request).tr))

    async def rules(self, request: Request) -> Response:
        """Show the games that the station offers."""
        view = rules_view(self._config.offered, self.reader(request).tr)
        return self._page(request, "list.html", view, "rules")

    async def game_rules(self, request: Request) -> Response:
        """Show the rules of one."""
        name = request.path_params["name"]
        if name not in self._config.offered:
            return self.not_found(request)
        view = game_rules_view(name, self.reader(request).tr)
        return self._page(request, "game_rules.html", view, "rules")

    async def choose_language(self, request: Request, call: Callable[[Request], Any]) -> Response:
        """Keep a language that was chosen, or go on without one."""
        code = request.query_params.get("language", "")
        if code not in LANGUAGES:
            answer: Response = await call(request)
            return answer
        kept = RedirectResponse(request.url.path, 303)
        kept.set_cookie(COOKIE, code, max_age=YEAR_S, httponly=True, samesite="lax")
        return kept

    def _played_game(self, number: int) -> PlayedGame | None:
        """Return a game that is over; each is read once."""
        if number > MAX_ENTRIES:
            return None
        name = self._name(number)
        found = self._played.get(name)
        if found is None:
            found = PlayedGame.of(number, self._source.game(number))
            if found is not None:
                self._played[name] = found
        return found

    def _name(self, number: int) -> str:
        """Return a name that is unique even if a restored journal counts from an earlier game again."""
        return f"{self._source.journal_id}.{self._source.openings}.{number}"

    async def _ask_chances(self, question: dict[str, object]) -> Answer:
        try:
            answer, _ = await self.ask_slow(question)
        except NoStationError:
            return {}
        return answer

    async def _may_follow(self, request: Request) -> bool:
        """True if the newest game is shown: to all, or to those who have scanned its code."""
        shown = request.cookies.get(KEY_COOKIE, "")
        if self._config.open_to_all or not shown:
            return self._config.open_to_all
        try:
            answer = await self.ask({"ask": "key"})
        except NoStationError:
            return False
        wanted = answer.get("key")
        return isinstance(wanted, str) and hmac.compare_digest(wanted.encode(), shown.encode())

    def _page(self, request: Request, template: str, view: View, name: str) -> Response:
        self._live.poll()
        # Pages without a look of their own have that of the newest game's table.
        look = "" if self._live.newest is None else self._live.newest.look
        return page(request, self.reader(request), template, {"look": look} | view, name=name)

    def not_found(self, request: Request, _: Exception | None = None) -> Response:
        """Answer for an address that nothing has."""
        reader = self.reader(request)
        title, text = reader.tr("Five Lines"), reader.tr("There is nothing here.")
        return notice(request, reader, title, text, status=404)


def page_app(
    source: Follower, station: ControlClient, slow: ControlClient, config: SiteConfig, visits: Path
) -> Guard:
    """Return the application behind its guard; `slow` is a second connection, for slow requests."""
    boards = visits.with_name(BOARDS)
    pages = GamePages(source, station, slow, config, boards)
    staff = StaffSite(pages.ask, pages.ask_slow, pages.reader, visits)

    def shown(path: str, call: Callable[[Request], Any]) -> Route:
        @wraps(call)
        async def answer(request: Request) -> Response:
            return await pages.choose_language(request, call)

        return Route(path, answer, methods=["GET"])

    async def stream(request: Request) -> Response:
        """Stream what happens in the game that is followed."""
        return await pages.stream(request, is_staff=await staff.is_signed_in(request))

    async def board(request: Request) -> Response:
        """Return the picture of a board that was played on; its name changes with it."""
        name = request.path_params["board"]
        file = boards / f"{name}.jpg"
        if not fullmatch("[0-9a-f]{16}", name) or not file.is_file():
            return Response(status_code=404)
        return FileResponse(file, headers={"Cache-Control": f"max-age={YEAR_S}, immutable"})

    routes = [
        shown("/", pages.follow),
        Route("/stream", stream, methods=["GET"]),
        Route("/vote", pages.vote, methods=["POST"]),
        shown("/games", pages.games),
        shown("/games/{number}", pages.game),
        Route("/games/{number}/steps", pages.game_steps, methods=["GET"]),
        shown("/rules", pages.rules),
        shown("/rules/{name}", pages.game_rules),
        shown("/staff", staff.show),
        shown("/staff/texts/{language}", staff.show_texts),
        *staff.routes(),
        Route("/colours.css", _colours, methods=["GET"]),
        Route("/boards/{board}.jpg", board, methods=["GET"]),
        Route(OPENAPI, _openapi, methods=["GET"]),
        Route("/static/title.otf", _title_font, methods=["GET"]),
        Mount("/static", StaticFiles(directory=STATIC)),
        *([Mount("/docs", StaticFiles(directory=SITE, html=True))] if SITE.is_dir() else ()),
    ]
    # A small answer gains nothing, and a stream has to go out at once.
    packed = Middleware(GZipMiddleware, minimum_size=1000)
    app = Starlette(False, routes, [packed], {404: pages.not_found}, lifespan=pages.running)
    return Guard(app, config.names, config.public)


async def _colours(request: Request) -> Response:
    """Return the colours of the counters of a game."""
    css = colours_css(request.query_params.get("look", ""))
    return Response(css, media_type="text/css", headers={"Cache-Control": "max-age=3600"})


async def _openapi(_: Request) -> Response:
    """Describe this page, in OpenAPI."""
    return FileResponse(STATIC / "openapi.json")


async def _title_font(_: Request) -> Response:
    """Return the font of the titles."""
    return FileResponse(TITLE_FONT, media_type="font/otf", headers={"Cache-Control": "max-age=604800"})


def _number(text: str | None) -> int:
    """Return the number of an entry or a game, 0 for anything else."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 16 else 0
