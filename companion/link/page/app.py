"""The page as a web application: which address shows what, and to whom."""

import asyncio
import hmac
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from companion.interface.offers import OFFERS
from companion.journal.database import MAX_ENTRIES
from companion.link.asking import NoStationError
from companion.link.page.advice import keep_advising
from companion.link.page.chances import Chances
from companion.link.page.colours import colours_css
from companion.link.page.desk import Desk
from companion.link.page.follow import follow_body, nobody_body
from companion.link.page.games_page import MAX_GAMES, PlayedGame, game_body, games_body, steps
from companion.link.page.guard import Guard
from companion.link.page.live import Live, Source
from companion.link.page.markup import el
from companion.link.page.reader import COOKIE, Reader, page, reader_of
from companion.link.page.rules_page import game_rules_body, rules_body
from companion.link.page.stream import FollowStream, Tellers
from companion.words import LANGUAGES

STATIC = Path(__file__).parent / "static"
TITLE_FONT = Path(__file__).parents[2] / "display" / "drawing" / "type" / "GFSNeohellenicBold.otf"

KEY_COOKIE = "key"
MAX_KEY_LENGTH = 64
YEAR_S = 365 * 24 * 3600
DAY_S = 24 * 3600

MADE_S = 90.0
"""So long what the station makes may take; it gives up before."""

MAX_MADE = 3
"""So many may wait for that at one time."""

Answer = dict[str, Any]


class Station(Protocol):
    """The station that is asked."""

    def ask(self, question: dict[str, object], patience_s: float = ...) -> Answer:
        """The answer; raises NoStationError."""

    def ask_file(
        self, question: dict[str, object], patience_s: float = ...
    ) -> tuple[Answer, BinaryIO | None]:
        """The answer, and the file that came with it; raises NoStationError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """How this station wants its page. `names`: the host names and addresses by which it may be asked for.

    `public`: its address behind a web server of the house's, if there is one. `open_to_all`: who reaches the
    page may follow, without the code on the screen.
    """

    names: tuple[str, ...]
    public: str = ""
    first_language: str = "en"
    offered: tuple[str, ...] = tuple(OFFERS)
    open_to_all: bool = False


class Page:
    """Answers requests. `source` is only read; `station` is asked on a thread of its own, one at a time.

    `maker` is the station once more, for what it takes its time over.
    """

    def __init__(
        self, source: Source, station: Station, maker: Station, house: House, chances: Chances
    ) -> None:
        self.house = house
        self._source = source
        self._station = station
        self._asking = ThreadPoolExecutor(1, thread_name_prefix="asks")
        self._maker = maker
        self._making = ThreadPoolExecutor(1, thread_name_prefix="waits")
        self._made = asyncio.Semaphore(MAX_MADE)
        self._live = Live(source)
        self._tellers = Tellers()
        self._chances = chances
        self._played: dict[str, PlayedGame] = {}

    @asynccontextmanager
    async def running(self, _: Starlette) -> AsyncIterator[None]:
        """Look at the journal as long as the application runs."""
        at_work = (
            asyncio.create_task(self._live.keep_looking()),
            asyncio.create_task(keep_advising(self._live, self._chances, self._may_advise)),
        )
        try:
            yield
        finally:
            for task in at_work:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            for thread in (self._asking, self._making):
                thread.shutdown(wait=False, cancel_futures=True)

    async def ask(self, question: dict[str, object]) -> Answer:
        """What the station answers; raises NoStationError."""
        return await asyncio.get_running_loop().run_in_executor(self._asking, self._station.ask, question)

    async def ask_file(self, question: dict[str, object]) -> tuple[Answer, BinaryIO | None]:
        """What the station answers that takes its time; raises NoStationError."""
        if self._made.locked():
            return {"ok": False, "why": "others have asked for much already; try again in a moment"}, None
        async with self._made:
            call = self._maker.ask_file
            return await asyncio.get_running_loop().run_in_executor(self._making, call, question, MADE_S)

    def reader(self, request: Request) -> Reader:
        """Who asks."""
        return reader_of(request, self.house.first_language)

    async def follow(self, request: Request) -> Response:
        """The newest game, or why it is not shown."""
        reader = self.reader(request)
        tr = reader.tr
        if (key := request.query_params.get("key")) is not None:
            # Kept where neither a link nor a history shows it to others.
            found = RedirectResponse("/", 303)
            found.set_cookie(KEY_COOKIE, key[:MAX_KEY_LENGTH], max_age=DAY_S, httponly=True, samesite="lax")
            return found
        self._live.look()
        if not self._live.tellings or (self._live.tellings[-1].over and not await self._may_follow(request)):
            return self._page(
                reader, tr("Follow"), nobody_body(reader, el("p", tr("Nobody is playing now.")))
            )
        if not await self._may_follow(request):
            said = tr("To follow the game, scan the code that the station shows during a pause.")
            return self._page(reader, tr("Follow"), nobody_body(reader, el("p", said)))
        script = {
            "after": str(self._live.tellings[-1].number),
            "game": self._live.name,
            "full": tr("Many people follow this game already; as soon as there is room, you do, too."),
        }
        return self._page(reader, tr("Follow"), follow_body(reader, self._live.tellings), script)

    async def stream(self, request: Request) -> Response:
        """What happens in the game that is followed."""
        self._live.look()
        name = request.query_params.get("game", "")
        # Who asks for another game is only told that it is over: the page asks for the next by itself.
        if name == self._live.name and not await self._may_follow(request):
            return Response("This needs the code of the game.", 403)
        after = _number(request.headers.get("last-event-id")) or _number(request.query_params.get("after"))
        reader = self.reader(request)
        return FollowStream(self._live, self._tellers, reader.code, name, after)

    async def games(self, request: Request) -> Response:
        """The games that are over."""
        reader = self.reader(request)
        found = (self._played_game(number) for number in self._source.games(MAX_GAMES))
        games = [game for game in found if game is not None]
        return self._page(reader, reader.tr("Games"), games_body(reader, games), name="games")

    async def game(self, request: Request) -> Response:
        """A game to look through."""
        reader, number = self.reader(request), request.path_params["number"]
        if self._played_game(number) is None:
            return self._nothing(reader)
        entries = self._source.game(number)
        course = await self._chances.course(self._name(number), number)
        title = reader.tr("Game {number}").format(number=number)
        return self._page(reader, title, game_body(reader, number, entries, course), name="games")

    async def game_steps(self, request: Request) -> Response:
        """What its slider goes through."""
        reader, number = self.reader(request), request.path_params["number"]
        if self._played_game(number) is None:
            return self._nothing(reader)
        return JSONResponse(steps(self._source.game(number), reader.tr))

    async def rules(self, request: Request) -> Response:
        """The games that the station offers."""
        reader = self.reader(request)
        return self._page(reader, reader.tr("Rules"), rules_body(reader, self.house.offered), name="rules")

    async def game_rules(self, request: Request) -> Response:
        """The rules of one."""
        reader, name = self.reader(request), request.path_params["name"]
        if name not in self.house.offered:
            return self._nothing(reader)
        return self._page(reader, reader.tr("Rules"), game_rules_body(reader, name), name="rules")

    async def choose_language(self, request: Request, call: Callable[[Request], Any]) -> Response:
        """Keep a language that was chosen; without one, go on."""
        code = request.query_params.get("language", "")
        if code not in LANGUAGES:
            answer: Response = await call(request)
            return answer
        kept = RedirectResponse(request.url.path, 303)
        kept.set_cookie(COOKIE, code, max_age=YEAR_S, httponly=True, samesite="lax")
        return kept

    def _played_game(self, number: int) -> PlayedGame | None:
        """A game that is over; what was found once stays so."""
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
        """Names a game, also when a journal that was restored counts its games anew under its old name."""
        return f"{self._source.book}.{self._source.openings}.{number}"

    async def _may_advise(self) -> bool:
        """Whether chances are told of a game that is played."""
        try:
            return (await self.ask({"ask": "key"})).get("hints") is True
        except NoStationError:
            return False

    async def _may_follow(self, request: Request) -> bool:
        """Whether the newest game is shown: to all, or to those who have scanned its code."""
        if self.house.open_to_all:
            return True
        shown = request.cookies.get(KEY_COOKIE, "")
        if not shown:
            return False
        try:
            answer = await self.ask({"ask": "key"})
        except NoStationError:
            return False
        wanted = answer.get("key")
        return isinstance(wanted, str) and hmac.compare_digest(wanted.encode(), shown.encode())

    def _page(
        self,
        reader: Reader,
        title: str,
        body: str,
        script: dict[str, str] | None = None,
        name: str = "follow",
    ) -> Response:
        return HTMLResponse(page(reader, title, body, name=name, script=script))

    def _nothing(self, reader: Reader) -> Response:
        tr = reader.tr
        said = el("p", tr("There is nothing here."), class_="notice")
        return HTMLResponse(page(reader, tr("Five Lines"), said, name=""), 404)


def page_app(
    source: Source, station: Station, maker: Station, house: House, chances: Chances, visits: Path
) -> Guard:
    """The application, guarded; `visits` is the file of the visits."""
    it = Page(source, station, maker, house, chances)
    desk = Desk(it.ask, it.ask_file, it.reader, visits)

    def shown(path: str, call: Callable[[Request], Any]) -> Route:
        async def answer(request: Request) -> Response:
            return await it.choose_language(request, call)

        return Route(path, answer, methods=["GET"])

    routes = [
        shown("/", it.follow),
        Route("/stream", it.stream, methods=["GET"]),
        shown("/games", it.games),
        shown("/games/{number:int}", it.game),
        Route("/games/{number:int}/steps", it.game_steps, methods=["GET"]),
        shown("/rules", it.rules),
        shown("/rules/{name}", it.game_rules),
        shown("/staff", desk.show),
        shown("/staff/texts/{language}", desk.show_texts),
        *desk.routes(),
        Route("/colours.css", _colours, methods=["GET"]),
        Route("/static/title.otf", _title_font, methods=["GET"]),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    # An answer that is small already gains nothing, and a stream has to go out at once.
    packed = Middleware(GZipMiddleware, minimum_size=1000)
    return Guard(
        Starlette(routes=routes, middleware=[packed], lifespan=it.running), house.names, house.public
    )


async def _colours(_: Request) -> Response:
    return Response(colours_css(), media_type="text/css", headers={"Cache-Control": "max-age=3600"})


async def _title_font(_: Request) -> Response:
    return FileResponse(TITLE_FONT, media_type="font/otf", headers={"Cache-Control": "max-age=604800"})


def _number(text: str | None) -> int:
    """A number of an entry; 0 for anything else."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 16 else 0
