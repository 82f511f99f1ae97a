"""Own dice by the button: pressing it as many times as the die shows."""

from companion.game import Die


class PressCount:
    """Counts presses; after a pause the count is the throw, if the die has such a face."""

    def __init__(self) -> None:
        self._last_s = 0.0
        self.presses = 0

    def press(self, now_s: float) -> None:
        """One press more."""
        self.presses += 1
        self._last_s = now_s

    def clear(self) -> None:
        """Count from nought again."""
        self.presses = 0

    def is_complete(self, now_s: float, pause_s: float) -> bool:
        """Whether there are presses and no further one came in such a pause."""
        return self.presses > 0 and now_s - self._last_s >= pause_s

    def face(self, die: Die) -> int | None:
        """The face that was counted, None if the die has none such; counts from nought again."""
        presses, self.presses = self.presses, 0
        return presses if presses in die.faces else None
