"""How long whoever asks from outside waits for another PIN to be looked at: longer with each wrong one."""

FREE_TRIES = 10
"""So many may be wrong before anybody has to wait."""

MAX_WAIT_S = 300.0
"""Then each wait is twice as long as the one before, up to this: 10,000 PINs of four digits take 35 days, a
million of six take nine years. Staff at the station itself never wait for it."""

FORGOTTEN_S = 3600.0
"""After so long without a try one that was wrong is forgotten."""


class PinTries:
    """Counts the PINs that were wrong; the right one makes good for all of them."""

    def __init__(self) -> None:
        self._wrong = 0
        self._last_s = 0.0
        self._may_s = 0.0

    def wait_s(self, now_s: float) -> float:
        """So long until the next one may be looked at; 0: now."""
        return max(0.0, self._may_s - now_s)

    def note(self, now_s: float, *, right: bool) -> None:
        """One was looked at."""
        forgotten = int((now_s - self._last_s) // FORGOTTEN_S)
        self._wrong = 0 if right else max(0, self._wrong - forgotten) + 1
        over = self._wrong - FREE_TRIES
        # Not beyond what is a number still.
        self._may_s = now_s + (0.0 if over < 0 else min(MAX_WAIT_S, 2.0 ** min(over, 30)))
        self._last_s = now_s
