"""The stream of server-sent events to one who follows: each entry once, in order, and a sign of life."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from companion.link.page.advice import advice_said
from companion.link.page.chances import Now
from companion.link.page.follow import line, parts
from companion.link.page.live import FullError, Live
from companion.link.page.telling import Telling
from companion.words import translator

HEARTBEAT_S = 15.0
"""A sign of life goes out after so long a silence: what is between may cut what is still."""

READ_S = 10.0
"""Who has not taken what was sent for so long is let go of."""

AGAIN_MS = 2000
"""After so long a browser asks again, when it was cut off."""

FULL_AGAIN_MS = 20_000
"""After so long, when there was no room."""

MAX_DURATION_S = 4 * 3600.0
"""No stream is open for longer; a browser asks again by itself, and misses nothing."""


class Tellers:
    """Entries of the newest game as they are sent, worked out once for each language."""

    def __init__(self) -> None:
        self._game = ""
        self._sent: dict[tuple[int, str], bytes] = {}

    def event(self, name: str, telling: Telling, code: str) -> bytes:
        """The event of an entry: its number is the event's."""
        if name != self._game:
            self._game, self._sent = name, {}
        found = self._sent.get((telling.number, code))
        if found is None:
            tr = translator(code)
            told = {"parts": parts(telling, tr), "line": line(telling, tr), "over": telling.over}
            found = event("entry", told, telling.number)
            self._sent[telling.number, code] = found
        return found


def event(kind: str, data: object, number: int | None = None) -> bytes:
    """An event as it is sent."""
    numbered = "" if number is None else f"id: {number}\n"
    return f"{numbered}event: {kind}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


class FollowStream(Response):
    """Sends what happens in a game after an entry, until another game begins or the reader goes."""

    media_type = "text/event-stream"

    def __init__(self, live: Live, tellers: Tellers, code: str, name: str, after: int) -> None:
        super().__init__(headers={"X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._live = live
        self._tellers = tellers
        self._code = code
        self._name = name
        self._sent = after

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send, until the reader goes."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        gone = asyncio.ensure_future(_until_gone(receive))
        sending = asyncio.ensure_future(self._send(send))
        try:
            # Cancelled when the server ends: that is an end like any other.
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
            async with asyncio.timeout(READ_S):
                await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, send: Send) -> None:
        # Closed whatever happens: it holds one of the few places.
        async with aclosing(self._chunks()) as chunks:
            async for chunk in chunks:
                async with asyncio.timeout(READ_S):
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})

    async def _chunks(self) -> AsyncGenerator[bytes, None]:
        advised: Now | None = None
        try:
            async with self._live.seat():
                yield f"retry: {AGAIN_MS}\n".encode() + event("here", None)
                while self._name == self._live.name:
                    fresh = self._live.after(self._sent)
                    for telling in fresh:
                        self._sent = telling.number
                        yield self._tellers.event(self._name, telling, self._code)
                    advice = self._live.advice
                    if advice is not None and advice is not advised and not fresh:
                        advised = advice
                        yield self._advice(advice)
                    elif not fresh:
                        before = self._live.name
                        await self._live.wait(HEARTBEAT_S)
                        if not self._live.after(self._sent) and before == self._live.name:
                            yield b": here\n\n"
                # Another game has begun: the page asks anew whether it may be followed, too.
                yield event("next", None)
        except FullError:
            yield f"retry: {FULL_AGAIN_MS}\n".encode() + event("full", None)

    def _advice(self, advice: Now) -> bytes:
        said = advice_said(self._live.tellings[-1], advice, translator(self._code))
        return event("advice", {"parts": {"advice": said}})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
