"""The stream of server-sent events to a phone that follows: each entry once, in order, and heartbeats."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from companion.journal import DieThrown
from companion.link.common import json_out
from companion.link.page.game_views import advice_part, line, parts, vote_part
from companion.link.page.live import LiveGame, NoPlaceError
from companion.link.page.snapshot import GameSnapshot
from companion.link.page.station_chances import CurrentChances
from companion.presentation.words import translator

ROLL_S = 1.0  # the die at the table rolls about as long: no phone tells its throw before
HEARTBEAT_S = 15.0  # interval of heartbeats: proxies close connections that are silent
SEND_TIMEOUT_S = 10.0  # a client that has not read what was sent for this long is disconnected
RETRY_MS = 2000  # retry delay of a browser that was cut off
FULL_RETRY_MS = 20_000  # retry delay when there was no room

MAX_DURATION_S = 4 * 3600.0
"""A stream is closed after this; the browser reconnects by itself and misses nothing."""


MAX_EVENTS = 128
"""Maximum number of events kept: clients that are further behind than that are few."""


class EventCache:
    """The latest events of the newest game, rendered once for each language."""

    def __init__(self) -> None:
        self._game = ""
        self._sent: dict[tuple[int, str], bytes] = {}

    def event(self, name: str, snapshot: GameSnapshot, code: str) -> bytes:
        """Return the event of an entry, with the entry's number."""
        if name != self._game:
            self._game, self._sent = name, {}
        found = self._sent.get((snapshot.number, code))
        if found is None:
            tr = translator(code)
            shown = parts(snapshot, tr) | vote_part(snapshot, tr)
            data = {"parts": shown, "line": line(snapshot, tr), "over": snapshot.over}
            found = event("entry", data, snapshot.number)
            self._sent[snapshot.number, code] = found
            if len(self._sent) > MAX_EVENTS:
                del self._sent[next(iter(self._sent))]
        return found


def event(kind: str, data: object, number: int | None = None) -> bytes:
    """Return an event as it is sent."""
    numbered = "" if number is None else f"id: {number}\n"
    return f"{numbered}event: {kind}\ndata: {json_out(data)}\n\n".encode()


class FollowStream(Response):
    """Sends what happens in a game after an entry, until another game begins or the client disconnects."""

    media_type = "text/event-stream"

    def __init__(
        self, live: LiveGame, events: EventCache, code: str, name: str, after: int, *, is_staff: bool
    ) -> None:
        super().__init__(headers={"X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._live = live
        self._events = events
        self._code = code
        self._name = name
        self._sent = after
        self._is_staff = is_staff

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the client disconnects."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        client = scope.get("client")
        address = client[0] if client else ""
        gone = asyncio.ensure_future(_until_gone(receive))
        sending = asyncio.ensure_future(self._send(send, address))
        try:
            # Cancelled when the server stops.
            with suppress(asyncio.CancelledError):
                await asyncio.wait(
                    (gone, sending), timeout=MAX_DURATION_S, return_when=asyncio.FIRST_COMPLETED
                )
        finally:
            for task in (gone, sending):
                task.cancel()
                with suppress(asyncio.CancelledError, TimeoutError, OSError):
                    await task
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, send: Send, address: str) -> None:
        # Closed in any case: it holds one of the few places.
        async with aclosing(self._chunks(address)) as chunks:
            async for chunk in chunks:
                async with asyncio.timeout(SEND_TIMEOUT_S):
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})

    async def _chunks(self, address: str) -> AsyncGenerator[bytes, None]:
        sent: CurrentChances | None = None
        is_live = False
        try:
            async with self._live.place(address, is_staff=self._is_staff):
                yield f"retry: {RETRY_MS}\n".encode() + event("here", None)
                while self._name == self._live.name:
                    fresh = self._live.after(self._sent)
                    for snapshot in fresh:
                        if is_live and isinstance(snapshot.happening, DieThrown):
                            await asyncio.sleep(ROLL_S)
                        self._sent = snapshot.number
                        yield self._events.event(self._name, snapshot, self._code)
                    chances = self._live.chances
                    if chances is not None and chances is not sent and not fresh:
                        sent = chances
                        yield self._advice(chances)
                    elif not fresh:
                        before = self._live.name
                        await self._live.wait(HEARTBEAT_S)
                        if not self._live.after(self._sent) and before == self._live.name:
                            yield b": here\n\n"
                    is_live = True
                # Another game has begun: the page asks again whether it may follow.
                yield event("next", None)
        except NoPlaceError:
            yield f"retry: {FULL_RETRY_MS}\n".encode() + event("full", None)

    def _advice(self, chances: CurrentChances) -> bytes:
        advice = advice_part(self._live.snapshots[-1], chances, translator(self._code))
        return event("advice", {"parts": {"advice": advice}})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
