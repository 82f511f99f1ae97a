"""The time of day, and whether it can be trusted: many stations have no battery-backed clock."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

WallClock = Callable[[], float | None]  # returns seconds since 1970; None without a trusted clock

RELEASED = datetime(2025, 1, 1, tzinfo=UTC)
"""A clock that shows an earlier time than this program's release is wrong."""

SYNCHRONISED = Path("run/systemd/timesync/synchronized")
"""This file exists once the time was synchronised with the network."""

BATTERY_CLOCK = Path("sys/class/rtc/rtc0/since_epoch")
"""Time of the battery-backed clock; without a battery it starts over at each boot."""

CHECK_INTERVAL_S = 10.0


def is_synchronised(root: Path = Path("/")) -> bool:
    """True if the time was synchronised with the network since boot."""
    return (root / SYNCHRONISED).exists()


def has_battery_clock(root: Path = Path("/")) -> bool:
    """True if the machine has a clock that runs while it is switched off."""
    try:
        return int((root / BATTERY_CLOCK).read_text(encoding="ascii")) >= RELEASED.timestamp()
    except (OSError, ValueError):
        return False


class MachineClock:
    """The machine's clock; on a Raspberry Pi it is trusted once the network or a battery has set it.

    `now_s` returns seconds since 1970, right or wrong. Once trusted, it stays trusted.
    """

    def __init__(
        self, *, on_pi: bool, now_s: Callable[[], float] = time.time, root: Path = Path("/")
    ) -> None:
        self._now_s = now_s
        self._root = root
        self._is_set = not on_pi
        self._look_again_s = 0.0

    def __call__(self) -> float | None:
        """Return the seconds since 1970; None if the clock is not trusted."""
        now_s = self._now_s()
        if not self._is_set and not 0 < self._look_again_s - now_s <= CHECK_INTERVAL_S:
            self._look_again_s = now_s + CHECK_INTERVAL_S
            self._is_set = is_synchronised(self._root) or has_battery_clock(self._root)
        return now_s if self._is_set and now_s >= RELEASED.timestamp() else None
