"""The page as a connector of the link: a web server on a thread of its own, with limits on everything."""

import logging
import threading
from asyncio import Transport
from collections import Counter
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.interface.offers import OFFERS
from companion.journal import FILE_NAME
from companion.journal.visits import FILE_NAME as VISITS_FILE
from companion.link.common import Log, check_page
from companion.link.control_client import ControlClient
from companion.link.follower import Follower
from companion.link.page.app import SiteConfig, page_app
from companion.link.page.guard import network_of
from companion.settings.sections import ALL_ADDRESSES, LOOPBACK, Settings, from_home

TIMEOUT_S = 10.0  # timeout for starting the server, and for stopping it

MAX_CONNECTIONS = 160
"""For 64 phones that follow, and room for their pages.

One more takes the place of the connection that has waited longest for a request, in the network that holds
most of them: a client that sends its request at once is answered. The proxy's own are left alone.
"""

MAX_RETRY_S = 60.0
"""Maximum pause before the page is tried again; the first is a second, each further one twice as long."""

REQUEST_TIMEOUT_S = 10.0  # request and keep-alive timeout

MAX_HEAD_BYTES = 16_384


class PageConnector:
    """Serves the page of a station from `start` to `stop`; raises LinkError if the settings don't fit.

    If its address is taken, it is tried again and again; the rest of the link goes on meanwhile.
    """

    def __init__(self, settings: Settings) -> None:
        check_page(settings.link)
        journal = from_home(settings.station.data) / FILE_NAME
        self._at = f"{settings.link.page_host}:{settings.link.page_port}"
        self._client, self._slow = ControlClient(settings.door), ControlClient(settings.door)
        self._journal, self._config = journal, site_config(settings)
        self._link, self._log = settings.link, Log()
        self._server = self._new_server()
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)
        self._has_failed = threading.Event()
        self._stopped = threading.Event()

    def start(self) -> None:
        """Start serving; return when the page is there, or was tried in vain for the first time."""
        self._thread.start()
        for _ in range(round(TIMEOUT_S / 0.05)):
            if self._server.started:
                self._log(f"the page is served at {self._at}")
                return
            if self._has_failed.wait(0.05):
                return

    def stop(self) -> None:
        """Stop serving."""
        self._stopped.set()
        self._server.should_exit = True
        self._client.abort()
        self._slow.abort()
        self._thread.join(TIMEOUT_S)

    def _run(self) -> None:
        pause_s = 1.0
        while not self._stopped.is_set():
            try:
                self._server.run()
            except SystemExit:
                # The server exits so if its address is taken, and has said why.
                pass
            except Exception as error:
                self._log(f"a bug of the page, {type(error).__name__}: {error}")
            if self._stopped.is_set():
                break
            if self._server.started:
                pause_s = 1.0
            if not self._has_failed.is_set():
                self._log(
                    f"the page can't be served at {self._at}; is this address the machine's own, and free? "
                    "[link] page_host and page_port say which it is. It is tried again"
                )
            self._has_failed.set()
            self._stopped.wait(pause_s)
            pause_s = min(MAX_RETRY_S, 2 * pause_s)
            self._server = self._new_server()
            # `stop` may have ended the server before.
            self._server.should_exit = self._stopped.is_set()

    def _new_server(self) -> uvicorn.Server:
        # An application ends with its server: its threads and tasks are over.
        source, visits = Follower(self._journal), self._journal.with_name(VISITS_FILE)
        app = page_app(source, self._client, self._slow, self._config, visits)
        return page_server(app, self._link.page_host, self._link.page_port, self._link.page_proxy)


def site_config(settings: Settings) -> SiteConfig:
    """Return a station's settings of its page."""
    link = settings.link
    # No other name can be made to resolve to these, so no foreign page can send them as its own.
    always = LOOPBACK if link.page_host in (*LOOPBACK, *ALL_ADDRESSES) else (link.page_host,)
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
        self.network = network_of(self.client[0]) if self.client else ""
        if len(self.connections) > MAX_CONNECTIONS:
            self._make_room()

    @property
    def _is_waiting(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _make_room(self) -> None:
        ours = [it for it in self.connections if isinstance(it, BoundedConnection)]
        held = Counter(it.network for it in ours)
        proxies = str(self.config.forwarded_allow_ips).split(",")
        waiting = [it for it in ours if it._is_waiting and it.client and it.client[0] not in proxies]
        first = min(waiting, key=lambda it: (-held[it.network], it._since_s), default=self)
        # Of many that come at once, those that are closed count against nobody else.
        self.connections.discard(first)
        first.transport.abort()

    def _expect(self) -> None:
        self._since_s = self.loop.time()
        self._expected = self.loop.call_later(REQUEST_TIMEOUT_S, self._is_late)

    def _is_late(self) -> None:
        if self.transport.is_closing():
            # The client does not read what it was sent last.
            self.transport.abort()
            return
        self._expect()
        if self._is_waiting:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timeout."""
        self._expected.cancel()
        super().connection_lost(exc)


class OnceAMinute(logging.Filter):
    """Passes a message of the server at most once a minute."""

    log = Log()

    def filter(self, record: logging.LogRecord) -> bool:
        """True if the message is due."""
        return self.log.due(record.msg) is not None


ONCE_A_MINUTE = OnceAMinute()


def page_server(app: ASGIApp, host: str, port: int, proxy: str = "") -> uvicorn.Server:
    """Return a server that ends when `should_exit` is set; it trusts X-Forwarded-For of `proxy` alone."""
    where = "" if host == "::" else host  # asyncio binds "::" for IPv6 alone, and "" for both
    limits: dict[str, Any] = {
        "http": BoundedConnection,
        "ws": "none",
        "limit_concurrency": MAX_CONNECTIONS + 1,
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
    logging.getLogger("uvicorn.error").addFilter(ONCE_A_MINUTE)
    return uvicorn.Server(uvicorn.Config(app, host=where, port=port, lifespan="on", **limits, **quiet))
