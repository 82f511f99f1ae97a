"""A clock that goes on only when it is told to."""


class FakeClock:
    """Seconds, from 100 on."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s

    def go(self, seconds: float) -> None:
        """Let time pass."""
        self.now_s += seconds
