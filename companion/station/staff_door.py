"""The door to the staff's pages: whether it is locked, and how often a wrong PIN may be tried."""

TRIES = 5
WAIT_S = 60.0
"""After so many wrong PINs the next may be tried only that much later."""


class StaffDoor:
    """Locked once a PIN is set; times are the clock's seconds."""

    def __init__(self) -> None:
        self.locked = False
        self._wrong = 0
        self._shut_until_s = 0.0

    def wait_s(self, now_s: float) -> float:
        """How long nothing may be tried."""
        return max(0.0, self._shut_until_s - now_s)

    def take(self, now_s: float, *, right: bool) -> None:
        """A PIN was tried."""
        self._wrong = 0 if right else self._wrong + 1
        if self._wrong >= TRIES:
            self._wrong = 0
            self._shut_until_s = now_s + WAIT_S
