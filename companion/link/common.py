"""Code that connectors share: errors, the station's name, a check of settings, files kept between starts."""

import json
import platform
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from companion import FiveLinesError, shortened, visible
from companion.settings.sections import LinkSettings
from companion.system.atomic_file import write_whole
from companion.system.data import MAX_DATA_BYTES, DataError, json_data, text_of

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")  # safe in an MQTT topic; at most 40 characters

HOST = re.compile(r"[\w.:-]+")  # a host's name or address

PREFIX = "five-lines"

REPEAT_S = 60.0  # minimum time between two lines of the log of one cause: anybody can cause them


class LinkError(FiveLinesError, ValueError):
    """The link can't work with these settings; the message says what to change."""


class PasswordError(LinkError):
    """The password file can't be read by this user."""


@contextmanager
def needs_paho() -> Iterator[None]:
    """Raise LinkError if an import inside fails because paho-mqtt is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("paho"):
            raise
        raise LinkError(
            "this needs the library paho-mqtt 2, which is not here; install the extra five-lines[link]"
        ) from error


def json_out(value: object) -> str:
    """Return a value as JSON for others: a page, a broker, the Hub; its texts pass `visible`."""
    return json.dumps(_all_visible(value), ensure_ascii=False)


def _all_visible(value: object) -> object:
    match value:
        case str():
            return visible(value)
        case dict():
            return {visible(str(key)): _all_visible(it) for key, it in value.items()}
        case list() | tuple():
            return [_all_visible(it) for it in value]
    return value


class Log:
    """A log in which each cause has one line a minute; what it caused meanwhile is counted in the next."""

    def __init__(
        self,
        write: Callable[[str], None] = lambda line: print(f"{line}\n", end="", file=sys.stderr, flush=True),
    ) -> None:
        self._write = write
        self._seen: dict[object, tuple[float, int]] = {}

    def due(self, cause: object) -> int | None:
        """Return how often a cause was silent since its last line; None if it is so again."""
        now_s = time.monotonic()
        self._seen = {it: seen for it, seen in self._seen.items() if seen[1] or now_s - seen[0] < REPEAT_S}
        at_s, count = self._seen.get(cause, (float("-inf"), 0))
        is_due = now_s - at_s >= REPEAT_S
        self._seen[cause] = (now_s, 0) if is_due else (at_s, count + 1)
        return count if is_due else None

    def __call__(self, line: str, cause: object = None) -> bool:
        """Write one line if its cause is due, the line itself without one; return whether it was written."""
        count = self.due(line if cause is None else cause)
        if count is not None:
            line = shortened(" ".join(line.split()))
            self._write(f"{line} (and {count} more like this)" if count else line)
        return count is not None


def station_name(settings: LinkSettings) -> str:
    """Return the name of this station; raise LinkError if the one that is set is not valid."""
    if settings.station:
        if not NAME.fullmatch(settings.station):
            raise LinkError(
                f"[link] station = {settings.station!r}: write small letters, digits and -, at most 40, "
                'for example "hall-2"'
            )
        return settings.station
    short = platform.node().partition(".")[0].lower()
    return re.sub(r"[^a-z0-9]+", "-", short).strip("-")[:40] or "station"


def check_hosts(link: LinkSettings) -> None:
    """Check the names of hosts, and ports that would be used twice; raise LinkError."""
    for setting, names in (("broker", (link.broker,)), ("page_names", link.page_names)):
        for name in names:
            if name and not HOST.fullmatch(name):
                raise LinkError(f"[link] {setting}: {name!r} is no name of a machine; write one")
    if link.page and link.hub and link.page_port == link.hub_port:
        raise LinkError(f"[link] page_port and hub_port are both {link.page_port}; choose another for one")


def check_page(link: LinkSettings) -> None:
    """Check the settings of a page behind another web server; raise LinkError."""
    if link.page_url and not _is_page(link.page_url):
        raise LinkError(
            f"[link] page_url is {link.page_url!r}, and no address of a page; write it with https:// or "
            'http:// and without a path, for example "https://five-lines.museum.lan/"'
        )
    for address in link.page_proxy.split(",") if link.page_proxy else ():
        try:
            ip_address(address.strip())
        except ValueError as error:
            raise LinkError(
                f"[link] page_proxy is {link.page_proxy!r}, and no address of a machine: anybody else who is "
                'trusted could try PINs without end; write for example "127.0.0.1"'
            ) from error


def _is_page(url: str) -> bool:
    try:
        parts = urlsplit(url)
        named = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return named and parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username)


class Memory:
    """A folder of JSON files, each written whole; a file that is damaged counts as missing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, name: str) -> dict[str, object]:
        """Return what is kept under a name."""
        try:
            table = json_data(text_of(self._file(name), MAX_DATA_BYTES)).table()
        except (OSError, DataError):
            return {}
        return {key: data.value for key, data in table.items()}

    def keep(self, name: str, values: dict[str, object]) -> None:
        """Keep something under a name; raises OSError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._file(name), f"{json.dumps(values)}\n".encode())

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.json"
