"""Serving the page: a web server with bounds on whatever comes in."""

from asyncio import Transport
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS = 100
"""More are refused at once: 20 who follow, with room for their pages."""

REQUEST_S = 10.0
"""So long a request may take to come, and a connection may be of no use."""

MAX_HEAD_BYTES = 16_384


class BoundedConnection(H11Protocol):
    """A connection that is closed when it brings no whole request in time."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        self._expect()

    def _expect(self) -> None:
        self._expected = self.loop.call_later(REQUEST_S, self._is_late)

    def _is_late(self) -> None:
        if self.transport.is_closing():
            # What it was sent last it does not read.
            self.transport.abort()
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self._expect()
        else:
            self._expect()
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._expected.cancel()
        super().connection_lost(exc)


def page_server(app: ASGIApp, host: str, port: int, proxy: str = "") -> uvicorn.Server:
    """The page at an address; it ends when `should_exit` is set. Who asks is believed of `proxy` alone."""
    bounds: dict[str, Any] = {
        "http": BoundedConnection,
        "ws": "none",
        "limit_concurrency": MAX_CONNECTIONS,
        "timeout_keep_alive": 5,
        "timeout_graceful_shutdown": 2,
        "h11_max_incomplete_event_size": MAX_HEAD_BYTES,
        "backlog": MAX_CONNECTIONS,
    }
    quiet: dict[str, Any] = {
        "access_log": False,
        "server_header": False,
        "proxy_headers": bool(proxy),
        "forwarded_allow_ips": proxy,
        "log_level": "warning",
        "log_config": None,
    }
    return uvicorn.Server(uvicorn.Config(app, host=host, port=port, lifespan="on", **bounds, **quiet))
