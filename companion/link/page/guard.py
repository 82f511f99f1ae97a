"""What every request has to pass, and every answer bears: names, origin, kind and size; and no framing."""

import asyncio
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY_BYTES = 16_384
"""More than the longest thing that is sent here: a house's texts in one language."""

BODY_S = 5.0
"""So long a body may take to come."""

ANSWER_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Lets through what is asked of this station by a name of its own, and sent from its own pages.

    `names` are the host names and addresses by which the page may be asked for: another one means that
    somebody's page has had its name resolved to this machine. `public` is the page's address behind a web
    server of the house's.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str], public: str = "") -> None:
        self._app = app
        self._origin = origin_of(public)
        known = (*names, host_name(urlsplit(public).netloc)) if self._origin else names
        self._names = frozenset(name.lower() for name in known)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or have it answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def bearing(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in ANSWER_HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        headers = Headers(scope=scope)
        refusal = self._refusal(scope["method"], headers)
        if refusal is None and scope["method"] == "POST":
            body = await _read(receive)
            if body is None:
                refusal = (413, "That is too much, or it takes too long.")
            else:
                receive = _again(body, receive)
        if refusal is not None:
            status, why = refusal
            # What was sent along is not read: the connection is of no more use.
            answer = PlainTextResponse(why, status, headers={"Connection": "close"})
            await answer(scope, receive, bearing)
            return
        await self._app(scope, receive, bearing)

    def _refusal(self, method: str, headers: Headers) -> tuple[int, str] | None:
        """Why a request goes no further; None if it does."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or host_name(hosts[0]) not in self._names:
            return 421, "This station is not called that; its settings say by which names it is."
        if method != "POST":
            return None
        origin = (headers.get("origin") or "none").lower()
        if origin != self._origin and not _is_own(origin, hosts[0]):
            return 403, "This was not sent from the station's own page."
        if headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return 403, "This was not sent from the station's own page."
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return 415, "Only JSON is taken here."
        return None


def host_name(host: str) -> str:
    """The name in a Host header, without its port; empty where there is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def origin_of(address: str) -> str:
    """The origin of a page at an address, as a browser names it; empty where there is none."""
    try:
        parts = urlsplit(address.lower())
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") and parts.netloc else ""


def _is_own(origin: str, host: str) -> bool:
    return origin in (f"http://{host}".lower(), f"https://{host}".lower())


async def _read(receive: Receive) -> bytes | None:
    """The whole body; None if it is too large or too slow, or nobody is there any more."""
    body = b""
    try:
        async with asyncio.timeout(BODY_S):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return None
                body += bytes(message.get("body", b""))
                if len(body) > MAX_BODY_BYTES:
                    return None
                if not message.get("more_body", False):
                    return body
    except TimeoutError:
        return None


def _again(body: bytes, receive: Receive) -> Receive:
    """The body once more, for whoever is asked next."""
    given = False

    async def replayed() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed
