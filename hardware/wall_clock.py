"""The time of the day, and whether it can be believed: many stations start without any clock of their own."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

WallClock = Callable[[], float | None]
"""Seconds since 1970; None while nobody can be sure of them."""

RELEASED = datetime(2025, 1, 1, tzinfo=UTC)
"""No clock that is right shows a time before this program was written."""

SYNCHRONISED = Path("run/systemd/timesync/synchronized")
"""This file is there once the time has come from a network."""

BATTERY_CLOCK = Path("sys/class/rtc/rtc0/since_epoch")
"""What a clock with a battery shows; without one it begins anew with each start, long ago."""

CHECK_INTERVAL_S = 10.0


def is_synchronised(root: Path = Path("/")) -> bool:
    """Whether the time has come from a network since the machine was started."""
    return (root / SYNCHRONISED).exists()


def has_battery_clock(root: Path = Path("/")) -> bool:
    """Whether the machine has a clock that went on while it was switched off."""
    try:
        return int((root / BATTERY_CLOCK).read_text(encoding="ascii")) >= RELEASED.timestamp()
    except (OSError, ValueError):
        return False


class MachineClock:
    """The machine's clock; on a Raspberry Pi it is believed once a network or a battery has set it.

    `now_s` gives the seconds since 1970, right or wrong. What has been believed once is believed on.
    """

    def __init__(
        self, *, on_pi: bool, now_s: Callable[[], float] = time.time, root: Path = Path("/")
    ) -> None:
        self._now_s = now_s
        self._root = root
        self._is_set = not on_pi
        self._look_again_s = 0.0

    def __call__(self) -> float | None:
        """The seconds since 1970, if they can be believed."""
        now_s = self._now_s()
        if not self._is_set and not 0 < self._look_again_s - now_s <= CHECK_INTERVAL_S:
            self._look_again_s = now_s + CHECK_INTERVAL_S
            self._is_set = is_synchronised(self._root) or has_battery_clock(self._root)
        return now_s if self._is_set and now_s >= RELEASED.timestamp() else None
