"""Throttle tries of the staff's PIN: after some wrong ones, the client has to wait."""

import json
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network
from pathlib import Path

from companion.system.atomic_file import OWNER_ONLY, write_whole
from companion.system.data import DataError, json_data, text_of

FREE_TRIES = 5  # wrong PINs of a client before it has to wait

WAIT_S = 60.0
"""Seconds that it then waits; a remote client twice as long after each further one, up to `MAX_WAIT_S`."""

MAX_WAIT_S = 900.0  # maximum wait of a client: staff may share an address with the attacker

FREE_TRIES_OF_ALL = 10
"""Wrong PINs of all remote clients before all of them have to wait.

No client counts for more than `FREE_TRIES` of them: its own waits slow it down enough, and one address alone
can't keep the others out.
"""

MAX_WAIT_OF_ALL_S = 300.0
"""Maximum wait of all: after each further wrong PIN the wait doubles from a second up to this.

So however many addresses try, 10,000 PINs of four digits take 35 days, and a million of six take nine years.
"""

FORGOTTEN_S = 24 * 3600.0  # seconds after its last try when a client is forgotten
MAX_CLIENTS = 1000  # maximum number of clients that are remembered

MAX_FILE_BYTES = 200_000

NETWORK_BITS = 64
"""Prefix length of an IPv6 network that counts as one client: a machine may use every address in it."""


@dataclass
class _Tries:
    wrong: int
    last_s: float


class PinGuard:
    """Counts wrong PINs by client; times are those of a clock that never runs backwards.

    The station's own screen has a guard for itself. That of remote clients has a `file`, in which the tries
    survive a restart; `wall_s` is the time of day in seconds.
    """

    def __init__(
        self, file: Path | None = None, now_s: float = 0.0, wall_s: Callable[[], float] = time.time
    ) -> None:
        self.locked = False
        """True if a PIN is set."""
        self._file = file
        self._wall_s = wall_s
        self._tries: dict[str, _Tries] = {}
        if file is not None:
            self._load(file, now_s)

    def wait_s(self, now_s: float, client: str = "") -> float:
        """Return how long a client has to wait before it may try a PIN; 0 if it may now."""
        self._forget(now_s)
        until_s = now_s
        own = self._tries.get(_network(client))
        if own is not None:
            until_s = own.last_s + self._own_wait_s(own.wrong)
        counted = sum(min(tries.wrong, FREE_TRIES) for tries in self._tries.values())
        if counted >= FREE_TRIES_OF_ALL:
            last_s = max(tries.last_s for tries in self._tries.values())
            over = min(counted - FREE_TRIES_OF_ALL, 30)
            until_s = max(until_s, last_s + min(MAX_WAIT_OF_ALL_S, 2.0**over))
        return max(0.0, until_s - now_s)

    def take(self, now_s: float, client: str = "", *, right: bool) -> None:
        """Note a PIN that was tried; the right one clears the client's count."""
        self._forget(now_s)
        name = _network(client)
        before = self._tries.pop(name, None)
        if not right:
            self._tries[name] = _Tries(1 if before is None else before.wrong + 1, now_s)
            while len(self._tries) > MAX_CLIENTS:
                del self._tries[next(iter(self._tries))]
        if not right or before is not None:
            self._save(now_s)

    def _own_wait_s(self, wrong: int) -> float:
        if self._file is None:
            # At the screen, every fifth costs the same.
            return WAIT_S if wrong % FREE_TRIES == 0 else 0.0
        over = wrong - FREE_TRIES
        return 0.0 if over < 0 else min(MAX_WAIT_S, WAIT_S * 2.0 ** min(over, 30))

    def _forget(self, now_s: float) -> None:
        self._tries = {
            name: tries for name, tries in self._tries.items() if now_s - tries.last_s < FORGOTTEN_S
        }

    def _load(self, file: Path, now_s: float) -> None:
        """Read the tries of earlier runs; a damaged file counts as none."""
        wall_s = self._wall_s()
        with suppress(OSError, DataError):
            for name, data in json_data(text_of(file, MAX_FILE_BYTES)).table().items():
                # A clock that was set back makes nobody wait for less.
                age_s = max(0.0, wall_s - data["at"].number())
                self._tries[name] = _Tries(data["wrong"].whole(), now_s - age_s)
            self._tries = dict(sorted(self._tries.items(), key=lambda pair: pair[1].last_s))

    def _save(self, now_s: float) -> None:
        if self._file is None:
            return
        wall_s = self._wall_s()
        table = {
            name: {"wrong": tries.wrong, "at": round(wall_s - (now_s - tries.last_s))}
            for name, tries in self._tries.items()
        }
        try:
            write_whole(self._file, json.dumps(table).encode(), OWNER_ONLY)
        except OSError as error:
            # It counts on in memory.
            print(f"five-lines: the tries of the PIN can't be kept: {error}", file=sys.stderr)


def _network(client: str) -> str:
    """Return the network that stands for an address: all its addresses are one client."""
    try:
        address = IPv6Address(client)
    except ValueError:
        return client
    return str(address.ipv4_mapped or IPv6Network((int(address), NETWORK_BITS), strict=False))
