"""Failover: replace a failed device by its stand-in, and reopen it later."""

from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

from hardware.device import Clock, Device, HardwareError

RETRY_DELAYS_S = (30.0, 60.0, 120.0, 300.0, 600.0)
"""Delays between retries; the last one repeats. Opening a device may block the loop for some tenths of a
second, and a sound system without a card logs each attempt."""


AnyDevice = TypeVar("AnyDevice", bound=Device)


class FailoverSlot(Generic[AnyDevice]):
    """Hold one device: the real one while it works, else its stand-in; `trouble` says why it is missing.

    `open_device` opens the real one, or raises HardwareError. A device that is not wanted is never opened,
    and its stand-in is no trouble.
    """

    def __init__(
        self, open_device: Callable[[], AnyDevice], stand_in: AnyDevice, clock: Clock, *, wanted: bool
    ) -> None:
        self._open_device = open_device
        self._stand_in = stand_in
        self._clock = clock
        self._failures = 0
        self._next_s = self._opened_s = clock()
        self.device = stand_in
        self.trouble: str | None = None
        self._wanted = False
        self.set_wanted(wanted=wanted)

    def set_wanted(self, *, wanted: bool) -> None:
        """Switch the device on or off; one that is off is replaced by its stand-in."""
        if wanted == self._wanted:
            return
        self._wanted = wanted
        if wanted:
            self._open()
        else:
            with suppress(Exception):
                self.device.close()
            self.device, self.trouble, self._failures = self._stand_in, None, 0

    def retry(self) -> None:
        """Reopen a missing device if its retry delay is over."""
        if self.trouble is not None and self._clock() >= self._next_s:
            self._open()

    def retry_now(self) -> None:
        """End the retry delay."""
        self._next_s = self._clock()

    def fail(self, error: HardwareError) -> None:
        """Close a device that has failed in use, and put its stand-in in its place."""
        if not self._wanted:
            return
        # It has failed already; ignore errors on closing it.
        with suppress(Exception):
            self.device.close()
        self.device = self._stand_in
        if self._clock() - self._opened_s >= RETRY_DELAYS_S[-1]:
            self._failures = 0
        self._record_failure(error)

    def _open(self) -> None:
        try:
            self.device = self._open_device()
        except HardwareError as error:
            self._record_failure(error)
        else:
            # Keep the failure count: a device that opens and fails repeatedly backs off, too.
            self.trouble, self._opened_s = None, self._clock()

    def _record_failure(self, error: HardwareError) -> None:
        self.trouble = str(error)
        self._next_s = self._clock() + RETRY_DELAYS_S[min(self._failures, len(RETRY_DELAYS_S) - 1)]
        self._failures += 1
