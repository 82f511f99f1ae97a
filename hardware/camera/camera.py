"""The camera: the newest picture of the board from any source, and the camera's health.

A device is a `FrameSource`, which blocks until it has a picture and may fail at any time. A `LiveCamera`
reads it on a thread, keeps only the newest picture, and reopens the source after a failure.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hardware.camera.health import SILENCE_S, CameraState, CameraStatus, HealthMonitor
from hardware.device import Clock, Device, HardwareError, SwappedError

Picture = NDArray[np.uint8]  # (H, W, 3) uint8 in BGR


FROZEN_S = 10.0
"""Time without a changed bit after which a camera is frozen: a sensor's noise changes each picture."""

FLAT_GREY = 16
"""Grey levels within which a picture is all black or white; such pictures may stay the same all night."""

_COARSE = slice(None, None, 8)


@dataclass(frozen=True)
class Frame:
    """A picture, its number in the camera's sequence from 1, and the clock's seconds when it arrived."""

    picture: Picture
    number: int
    at_s: float


class FrameSource(Protocol):
    """An open camera, film or the like."""

    def take(self) -> Picture:
        """Return the next picture, as fresh as the device allows; blocks until there is one.

        Raises HardwareError when the source has failed; it is then closed, and reopened later.
        """
        ...

    def close(self) -> None:
        """Close the device; may be called more than once."""
        ...


@runtime_checkable
class PacedSource(FrameSource, Protocol):
    """A source whose device can be set to take fewer pictures, which spares a processor."""

    def set_frame_rate(self, frame_rate: float) -> None:
        """Set the number of pictures a second."""
        ...


OpenSource = Callable[[], FrameSource]
"""Opens a source, or raises HardwareError with what is missing and what to do."""


class LiveCamera(Device):
    """A camera on its own thread; keeps the newest frame, and recovers by itself after a failure.

    Without `start`, `step` takes pictures on request in the caller's thread. A source that gives the same
    picture for longer than `frozen_s` is frozen, and reopened until it changes; None for a source without a
    sensor. `accept_another` is called when a swapped camera is retried.
    """

    def __init__(
        self,
        name: str,
        open_source: OpenSource,
        clock: Clock,
        *,
        frame_rate: float = 15.0,
        silence_s: float = SILENCE_S,
        frozen_s: float | None = None,
        accept_another: Callable[[], None] = lambda: None,
    ) -> None:
        self._open_source = open_source
        self._name = name
        self._clock = clock
        self._frame_rate = frame_rate
        self._sources_rate: float | None = None
        self._health = HealthMonitor(clock(), silence_s)
        self._source: FrameSource | None = None
        self._latest: Frame | None = None
        self._next_s = clock()
        self._frozen_s = frozen_s
        self._accept_another = accept_another
        self._changed_s = clock()
        self._stopping = threading.Event()
        self._awake = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> Self:
        """Start taking pictures on the camera's thread."""
        # A daemon thread: a hung driver must not keep the program from exiting.
        self._thread = threading.Thread(target=self._run, name=f"camera {self._name}", daemon=True)
        self._thread.start()
        return self

    def step(self) -> float:
        """Open the source, or take one picture; return the seconds to wait before the next step.

        Any exception of the source is a failure of the camera, reported by `status`.
        """
        try:
            if self._source is None:
                wait_s = self._health.retry_delay_s(self._clock())
                if wait_s > 0:
                    return wait_s
                self._health.progress(self._clock())
                self._source = self._open_source()
                self._sources_rate = None
                self._next_s = self._clock()
                self._health.progress(self._next_s)
            self._pace(self._source)
            picture = _checked(self._source.take())
        except Exception as error:  # Drivers raise whatever they like; none of it may end the station.
            state = CameraState.SWAPPED if isinstance(error, SwappedError) else CameraState.LOST
            self._mark_lost(str(error) or type(error).__name__, state)
            return self._health.retry_delay_s(self._clock())
        now_s = self._clock()
        if self._latest is None or not _is_same(picture, self._latest.picture):
            self._changed_s = now_s
        elif self._frozen_s is not None and now_s - self._changed_s > self._frozen_s:
            self._mark_lost("it gives the same picture over and over", CameraState.FROZEN)
            return self._health.retry_delay_s(self._clock())
        self._latest = Frame(picture, self._latest.number + 1 if self._latest else 1, now_s)
        self._health.frame(now_s)
        # A late picture does not speed up the following ones.
        self._next_s = max(self._next_s + 1 / self._frame_rate, now_s)
        return self._next_s - now_s

    def latest(self) -> Frame | None:
        """Return the newest frame, None before the first; its number shows whether it is new.

        It stays when the camera is lost.
        """
        return self._latest

    def status(self) -> CameraStatus:
        """Return the camera's current status."""
        return self._health.status(self._clock())

    def set_frame_rate(self, frame_rate: float) -> None:
        """Set the number of pictures a second."""
        self._frame_rate = frame_rate

    def retry(self) -> None:
        """Reopen a lost camera at once, without waiting for the retry delay; use one that is at its place."""
        if self.status().state is CameraState.SWAPPED:
            self._accept_another()
        self._health.retry_now(self._clock())
        self._awake.set()

    def close(self) -> None:
        """Stop and close the device; a hung driver is abandoned after two seconds."""
        self._stopping.set()
        self._awake.set()
        if self._thread is None:
            self._close_source()
        else:
            self._thread.join(timeout=2.0)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._awake.wait(self.step())
            self._awake.clear()
        self._close_source()

    def _pace(self, source: FrameSource) -> None:
        """Have the device itself take as many pictures as are wanted; on the thread that uses it."""
        if self._sources_rate != self._frame_rate:
            self._sources_rate = self._frame_rate
            if isinstance(source, PacedSource):
                source.set_frame_rate(self._sources_rate)

    def _mark_lost(self, why: str, state: CameraState = CameraState.LOST) -> None:
        self._close_source()
        self._health.failed(self._clock(), " ".join(why.split()), state)

    def _close_source(self) -> None:
        source, self._source = self._source, None
        if source is not None:
            # Ignore errors on closing a dead device; the reason of the loss matters.
            with suppress(Exception):
                source.close()


def _checked(picture: Picture) -> Picture:
    """Check that a source returned a picture; drivers have returned None, and pictures without pixels."""
    if not isinstance(picture, np.ndarray) or picture.ndim != 3 or picture.shape[2] != 3 or not picture.size:
        raise HardwareError("it gives something that is no picture in colour")
    return picture


def _is_same(picture: Picture, before: Picture) -> bool:
    """True if two pictures are identical and not all black or white."""
    if picture.shape != before.shape:
        return False
    coarse = picture[_COARSE, _COARSE]
    if not np.array_equal(coarse, before[_COARSE, _COARSE]):
        return False
    return int(coarse.max()) - int(coarse.min()) > FLAT_GREY and np.array_equal(picture, before)
