"""The clock that every device is given."""

from collections.abc import Callable

Clock = Callable[[], float]
"""Seconds that never run backwards; `time.monotonic` in a station."""
