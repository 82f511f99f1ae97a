"""The base of every device, the clock that is passed to it, and the error of them all."""

from collections.abc import Callable
from typing import Self

from companion import FiveLinesError

Clock = Callable[[], float]  # returns seconds that never run backwards; `time.monotonic` in a station


class Device:
    """An open device, closed at the end of a `with` block."""

    def close(self) -> None:
        """Close the device; may be called more than once. A stand-in has nothing to close."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class HardwareError(FiveLinesError, OSError):
    """A device is missing or failing: `what` says which and why, `remedy` what to do; the message both."""

    def __init__(self, what: str, remedy: str | None = None) -> None:
        super().__init__(f"{what}; {remedy}" if remedy else what)
        self.what = what
        self.remedy = remedy


class SwappedError(HardwareError):
    """Another device is at the place of the one that was used until now."""
