"""The page as a part of the link: a web server on a thread of its own."""

import sys
import threading

from companion.interface.offers import OFFERS
from companion.journal import FILE_NAME
from companion.journal.visits import FILE_NAME as VISITS_FILE
from companion.link.asking import StationLine
from companion.link.errors import LinkError
from companion.link.follower import Follower
from companion.link.page.app import House, page_app
from companion.link.page.chances import Chances
from companion.link.page.server import page_server
from companion.link.page.set_right import check_page
from companion.settings.sections import Settings, from_home

PATIENCE_S = 10.0
"""So long the server may take to begin, and to end."""


class PagePart:
    """Serves the page of a station from `start` to `stop`; raises LinkError when it can't begin."""

    def __init__(self, settings: Settings) -> None:
        check_page(settings.link)
        journal = from_home(settings.station.data) / FILE_NAME
        self._at = f"{settings.link.page_host}:{settings.link.page_port}"
        self._follower = Follower(journal)
        self._line, self._maker = StationLine(settings.door), StationLine(settings.door)
        visits = journal.with_name(VISITS_FILE)
        chances = Chances(journal, settings.station.tables)
        app = page_app(self._follower, self._line, self._maker, house_of(settings), chances, visits)
        self._server = page_server(
            app, settings.link.page_host, settings.link.page_port, settings.link.page_proxy
        )
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)
        self._is_over = threading.Event()

    def start(self) -> None:
        """Begin to serve."""
        self._thread.start()
        for _ in range(round(PATIENCE_S / 0.05)):
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
        """Serve no longer."""
        self._server.should_exit = True
        self._line.give_up()
        self._maker.give_up()
        self._thread.join(PATIENCE_S)

    def _run(self) -> None:
        try:
            self._server.run()
        except SystemExit:
            # The server ends so when its address is taken; it has said why.
            pass
        finally:
            self._is_over.set()


def house_of(settings: Settings) -> House:
    """How a station wants its page."""
    link = settings.link
    always = ("127.0.0.1", "localhost") if link.page_host == "127.0.0.1" else (link.page_host,)
    return House(
        names=(*always, *link.page_names),
        public=link.page_url,
        first_language=settings.station.language,
        offered=tuple(name for name in OFFERS if name in settings.visitors.games),
        open_to_all=link.page_open,
    )
