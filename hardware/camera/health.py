"""Health of a camera: opening, live, frozen, lost or hung, and when to reopen it."""

from dataclasses import dataclass, replace
from enum import StrEnum

RETRY_DELAYS_S = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Delays before each retry after a loss; the last one repeats."""

SILENCE_S = 3.0  # a camera that shows nothing new for this long is lost, and retried

HANG_TIMEOUT_S = 30.0
"""Time after which a call into the camera counts as hung. The driver of an unplugged camera may never return
(picamera2's `stop` does that), and a thread can't be killed: only restarting the program helps."""


class CameraState(StrEnum):
    """State of the camera."""

    OPENING = "opening"
    LIVE = "live"
    FROZEN = "frozen"
    LOST = "lost"
    SWAPPED = "swapped"
    HUNG = "hung"


@dataclass(frozen=True)
class CameraStatus:
    """A camera's state, since when, and for a failed one why and when it is retried (clock seconds).

    A FROZEN camera repeats identical pictures, which no sensor does. For a SWAPPED one another camera is at
    its place. A HUNG camera does not return from a
    call; it recovers if the call returns, else the program has to be restarted.
    """

    state: CameraState
    since_s: float
    why: str | None = None
    next_try_s: float | None = None


class HealthMonitor:
    """Track a camera's state from its pictures and failures; pure, each call is given the time in seconds."""

    def __init__(self, now_s: float, silence_s: float) -> None:
        self._silence_s = silence_s
        self._failures = 0
        self._progress_s = now_s
        self._status = CameraStatus(CameraState.OPENING, now_s)

    def progress(self, now_s: float) -> None:
        """Record that a call into the camera begins or has returned."""
        self._progress_s = now_s

    def frame(self, now_s: float) -> None:
        """Record that the camera has delivered a picture."""
        self._progress_s = now_s
        self._failures = 0
        if self._status.state is not CameraState.LIVE:
            self._status = CameraStatus(CameraState.LIVE, now_s)

    def failed(self, now_s: float, why: str, state: CameraState = CameraState.LOST) -> None:
        """Record that the camera could not be opened, has stopped delivering, or is frozen."""
        since_s = self._status.since_s if self._status.state is state else now_s
        retry_delay_s = RETRY_DELAYS_S[min(self._failures, len(RETRY_DELAYS_S) - 1)]
        self._failures += 1
        self._progress_s = now_s
        self._status = CameraStatus(state, since_s, why, now_s + retry_delay_s)

    def retry_now(self, now_s: float) -> None:
        """Allow a failed camera to be reopened at once."""
        if self._status.next_try_s is not None:
            self._status = replace(self._status, next_try_s=now_s)

    def retry_delay_s(self, now_s: float) -> float:
        """Return the delay before the camera may be opened."""
        return max(0.0, (self._status.next_try_s or now_s) - now_s)

    def status(self, now_s: float) -> CameraStatus:
        """Return the status; silence makes a live camera lost, and long silence hung."""
        status, quiet_s = self._status, now_s - self._progress_s
        waiting = status.next_try_s is not None and now_s < status.next_try_s + HANG_TIMEOUT_S
        if quiet_s > HANG_TIMEOUT_S and not waiting:
            why = f"it has not answered for {quiet_s:.0f} s; check its cable and restart the station"
            return CameraStatus(CameraState.HUNG, self._progress_s, why)
        if status.state is CameraState.LIVE and quiet_s > self._silence_s:
            return CameraStatus(CameraState.LOST, self._progress_s, f"no picture for {quiet_s:.0f} s")
        return status
