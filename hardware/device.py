"""The base of every device, and the clock that is passed to it."""

from collections.abc import Callable
from typing import Self

Clock = Callable[[], float]  # returns seconds that never run backwards; `time.monotonic` in a station


class Device:
    """An open device, closed at the end of a `with` block."""

    def close(self) -> None:
        """Close the device; may be called more than once. A stand-in has nothing to close."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
