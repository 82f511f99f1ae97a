"""The page as a connector of the link: a web server on a thread of its own, with limits on everything."""

import sys
import threading
from asyncio import Transport
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.interface.offers import OFFERS
from companion.journal import FILE_NAME
from companion.journal.visits import FILE_NAME as VISITS_FILE
from companion.link.common import LinkError, check_page
from companion.link.control_client import ControlClient
from companion.link.follower import Follower
from companion.link.page.app import SiteConfig, page_app
from companion.settings.sections import Settings, from_home

TIMEOUT_S = 10.0
"""Timeout for starting the server, and for stopping it."""

MAX_CONNECTIONS = 100
"""Further ones are refused: 20 phones that follow, and room for their pages."""

REQUEST_TIMEOUT_S = 10.0
"""Request and keep-alive timeout."""

MAX_HEAD_BYTES = 16_384


class PageConnector:
    """Serves the page of a station from `start` to `stop`; raises LinkError if it can't."""

    def __init__(self, settings: Settings) -> None:
        check_page(settings.link)
        journal = from_home(settings.station.data) / FILE_NAME
        self._at = f"{settings.link.page_host}:{settings.link.page_port}"
        self._client, self._slow = ControlClient(settings.door), ControlClient(settings.door)
        config, visits = site_config(settings), journal.with_name(VISITS_FILE)
        app = page_app(Follower(journal), self._client, self._slow, config, visits)
        self._server = page_server(
            app, settings.link.page_host, settings.link.page_port, settings.link.page_proxy
        )
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)
        self._is_over = threading.Event()

    def start(self) -> None:
        """Start serving."""
        self._thread.start()
        for _ in range(round(TIMEOUT_S / 0.05)):
            if self._server.started:
                print(f"the page is served at {self._at}", file=sys.stderr, flush=True)
                return
            if self._is_over.wait(0.05):
                break
        raise LinkError(
            f"the page can't be served at {self._at}; is this address the machine's own, and free? "
            "[link] page_host and page_port say which it is"
        )

    def stop(self) -> None:
        """Stop serving."""
        self._server.should_exit = True
        self._client.abort()
        self._slow.abort()
        self._thread.join(TIMEOUT_S)

    def _run(self) -> None:
        try:
            self._server.run()
        except SystemExit:
            # The server exits so if its address is taken, and has said why.
            pass
        finally:
            self._is_over.set()


def site_config(settings: Settings) -> SiteConfig:
    """Return a station's settings of its page."""
    link = settings.link
    always = ("127.0.0.1", "localhost") if link.page_host == "127.0.0.1" else (link.page_host,)
    return SiteConfig(
        names=(*always, *link.page_names),
        public=link.page_url,
        first_language=settings.station.language,
        offered=tuple(name for name in OFFERS if name in settings.visitors.games),
        open_to_all=link.page_open,
    )


class BoundedConnection(H11Protocol):
    """A connection that is closed when no whole request comes in time."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Start the timeout."""
        super().connection_made(transport)
        self._expect()

    def _expect(self) -> None:
        self._expected = self.loop.call_later(REQUEST_TIMEOUT_S, self._is_late)

    def _is_late(self) -> None:
        if self.transport.is_closing():
            # The client does not read what it was sent last.
            self.transport.abort()
            return
        self._expect()
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timeout."""
        self._expected.cancel()
        super().connection_lost(exc)


def page_server(app: ASGIApp, host: str, port: int, proxy: str = "") -> uvicorn.Server:
    """Return a server that ends when `should_exit` is set; it trusts X-Forwarded-For of `proxy` alone."""
    limits: dict[str, Any] = {
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
    return uvicorn.Server(uvicorn.Config(app, host=host, port=port, lifespan="on", **limits, **quiet))
