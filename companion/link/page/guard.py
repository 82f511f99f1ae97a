"""Checks on every request: network, host name, origin, content type, size; the headers of every answer."""

import asyncio
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY_BYTES = 16_384  # more than the longest body that is sent here: a house's texts in one language

BODY_TIMEOUT_S = 5.0

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


IPV6_BITS, IPV4_BITS = 64, 24
"""Prefix lengths of networks that count as one: a machine may use every address of an IPv6 one."""


def network_of(address: str, ipv4_bits: int = IPV4_BITS) -> str:
    """Return the network of an IP address; what is none as it is."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    found = getattr(found, "ipv4_mapped", None) or found
    bits = IPV6_BITS if found.version == 6 else ipv4_bits
    return str(ip_network((str(found), bits), strict=False))


class Guard:
    """Accepts requests to a name of this station, and posts from its own pages only.

    `names` are its host names and addresses: a request by another comes from a page that has had its own name
    resolved to this machine. `public` is the page's address behind a web server of the house's. (Starlette's
    TrustedHostMiddleware knows neither IPv6 addresses nor several Host headers.)
    """

    def __init__(self, app: ASGIApp, names: Iterable[str], public: str = "") -> None:
        self.app = app
        self._origin = origin_of(public)
        known = (*names, host_name(urlsplit(public).netloc)) if self._origin else names
        self._names = frozenset(name.lower() for name in known)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(ANSWER_HEADERS)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        # No page asks for a part of a file, and libraries have spent seconds on one that names many.
        scope["headers"] = [it for it in scope["headers"] if it[0] not in (b"range", b"if-range")]
        refusal = self._refusal(scope["method"], Headers(scope=scope))
        if refusal is None and scope["method"] == "POST":
            body = await _read(receive)
            if body is None:
                refusal = (413, "That is too much, or it takes too long.")
            else:
                receive = _replay(body, receive)
        if refusal is not None:
            status, why = refusal
            # The body is not read: the connection can't be used any longer.
            answer = PlainTextResponse(why, status, headers={"Connection": "close"})
            await answer(scope, receive, send_with_headers)
            return
        await self.app(scope, receive, send_with_headers)

    def _refusal(self, method: str, headers: Headers) -> tuple[int, str] | None:
        """Return why a request is refused, None if it is not."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or host_name(hosts[0]) not in self._names:
            return 421, "This station is not called that; its settings say by which names it is."
        # Servers disagree about where such a body ends.
        if "content-length" in headers and "transfer-encoding" in headers:
            return 400, "This request gives its length in two ways."
        if method != "POST":
            return None
        origin = (headers.get("origin") or "none").lower()
        is_own = origin in (self._origin, f"http://{hosts[0]}".lower(), f"https://{hosts[0]}".lower())
        if not is_own or headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return 403, "This was not sent from the station's own page."
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return 415, "Only JSON is taken here."
        return None


def host_name(host: str) -> str:
    """Return the name in a Host header, without its port; empty if there is none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def origin_of(address: str) -> str:
    """Return the origin of a page's address, as a browser writes it; empty if there is none."""
    try:
        parts = urlsplit(address.lower())
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") and parts.netloc else ""


async def _read(receive: Receive) -> bytes | None:
    """Return the whole body; None if it is too large or too slow, or the client has disconnected."""
    body = b""
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
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


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body again."""
    bodies = [body]

    async def replayed() -> Message:
        if not bodies:
            return await receive()
        return {"type": "http.request", "body": bodies.pop(), "more_body": False}

    return replayed
