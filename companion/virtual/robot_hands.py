"""A player's hands at the virtual table: they move counters from half to half, and the camera sees them."""

from collections.abc import Generator

from companion.board.spec import BoardSpec
from companion.game import OWN_HALF, RING, Halves, Move, Point, Reserve, Seat, point_at
from companion.referee.events import Step
from hardware.virtual_table.table import VirtualTable

STANDARD = BoardSpec()

Waits = Generator[float, None, None]
"""What a player does, one thing at a time; yields the seconds until the next."""


class RobotHands:
    """Moves the counters of a virtual table from half to half, a hand over the board meanwhile."""

    def __init__(self, table: VirtualTable, hand_s: float) -> None:
        self._table = table
        self._hand_s = hand_s

    def seen(self) -> Halves:
        """What lies on the board."""

        def counts(seat: Seat) -> tuple[int, ...]:
            return tuple(
                sum(half is point and name[0] == seat for name, half in self._lie().items()) for point in RING
            )

        return Halves(counts(Seat.A), counts(Seat.B))

    def move(self, hand: Seat, steps: list[Step]) -> Waits:
        """Move counters, one after another, in one visit of one hand."""
        for step in steps:
            name = self._pick(step.seat, step.source)
            self._table.put(name, None if step.target is None else RING.index(step.target))
            laid = self._table.counter(name)
            self._table.reach(laid.x_mm, laid.y_mm, hand)
            yield self._hand_s
        self._table.take_hand_away()

    def _lie(self) -> dict[str, Point | None]:
        """On which half each counter lies."""
        return {c.name: STANDARD.half_at(c.x_mm, c.y_mm) for c in self._table.scene.counters}

    def _pick(self, seat: Seat, source: Point | None) -> str:
        """A counter of a seat on a half; of several, the one that lies innermost."""
        names = [name for name, half in self._lie().items() if name[0] == seat and half is source]
        return min(names, key=lambda name: abs(self._table.counter(name).x_mm))


def steps_of(move: Move) -> list[Step]:
    """What a hand does to make a move: a counter that is hit goes off first."""
    source = point_at(move.seat, OWN_HALF) if move.source is Reserve.HOME else move.source
    made = Step(move.seat, source if isinstance(source, Point) else None, move.target)
    return [Step(move.seat.other, move.target, None), made] if move.hits else [made]


def difference(now: Halves, then: Halves) -> list[Step]:
    """The counters that have to move to make one board the other."""
    steps: list[Step] = []
    for seat in Seat:
        gone = [p for p in RING for _ in range(now.count(seat, p) - then.count(seat, p))]
        come = [p for p in RING for _ in range(then.count(seat, p) - now.count(seat, p))]
        for i in range(max(len(gone), len(come))):
            source = gone[i] if i < len(gone) else None
            target = come[i] if i < len(come) else None
            steps.append(Step(seat, source, target))
    return sorted(steps, key=lambda step: step.target is not None)
