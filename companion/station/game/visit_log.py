"""Count what visitors do, from the first touch to the last."""

from collections.abc import Iterable

from companion.journal import Happening
from companion.journal.visits import STEPS, UNDATED, Farewell, Visit, VisitStep
from companion.referee.events import Ended, Flagged, Moved, Started, Thrown
from companion.station.effects import VisitCounted


class VisitLog:
    """A visit's log; it begins with a touch or a press, but not with a hand over the board, or light."""

    def __init__(self) -> None:
        self.faults = set[str]()  # what was out of order since the last visit ended
        self._forget()

    def _forget(self) -> None:
        self._began_s: float | None = None
        self._last_s = 0.0
        self._reached = VisitStep.WELCOME
        self._not_so = self.hints = self._turns = 0
        self._game: str | None = None
        self._first_move_s: int | None = None

    @property
    def is_open(self) -> bool:
        """True if somebody is there."""
        return self._began_s is not None

    def touch(self, now_s: float) -> None:
        """Note a touch or a press."""
        if self._began_s is None:
            self._began_s = now_s
        self._last_s = now_s

    def reach(self, step: VisitStep) -> None:
        """Note how far the visitors have come."""
        self._reached = max(self._reached, step, key=STEPS.index)

    def happen(self, happenings: Iterable[Happening], now_s: float) -> None:
        """Count what happens in their game."""
        for it in happenings:
            match it:
                case Started():
                    self._game, self._turns = it.rules.name, 0
                case Thrown():
                    self._turns += 1
                    self.reach(VisitStep.FIRST_THROW if self._turns == 1 else VisitStep.SECOND_TURN)
                case Moved():
                    self.reach(VisitStep.FIRST_MOVE)
                    self._last_s = now_s
                    if self._first_move_s is None and self._began_s is not None:
                        self._first_move_s = round(now_s - self._began_s)
                case Flagged():
                    self._not_so += 1
                case Ended():
                    self.reach(VisitStep.END)

    def end(
        self, now_s: float, language: str, faults: Iterable[str], *, in_game: bool
    ) -> VisitCounted | None:
        """End the visit and return it; None where nobody was there. `faults` are still there."""
        if self._began_s is None:
            return None
        farewell = Farewell.LEFT if in_game else Farewell.LOOKED if self._game is None else Farewell.PLAYED
        visit = Visit(
            UNDATED, round(self._last_s - self._began_s), language, self._reached, farewell, self._game,
            self._first_move_s, self._not_so, self.hints, " ".join(sorted(self.faults)),
        )  # fmt: skip
        counted = VisitCounted(now_s - self._began_s, visit)
        self._forget()
        self.faults = set(faults)
        return counted
