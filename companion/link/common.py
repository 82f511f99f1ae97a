"""Code that connectors share: errors, the station's name, a check of settings, files kept between starts."""

import json
import platform
import re
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from companion import FiveLinesError
from companion.settings.sections import LinkSettings
from companion.system.atomic_file import write_whole
from companion.system.data import MAX_DATA_BYTES, DataError, json_data, text_of

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")  # safe in an MQTT topic; at most 40 characters

PREFIX = "five-lines"


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
        if error.name is None or not error.name.startswith("paho"):
            raise
        raise LinkError(
            "this needs the library paho-mqtt 2, which is not here; install the extra five-lines[link]"
        ) from error


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
    name = re.sub(r"[^a-z0-9]+", "-", short).strip("-")[:40]
    return name or "station"


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
