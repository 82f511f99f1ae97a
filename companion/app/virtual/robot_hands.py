"""A robot's hands at the virtual table: they move counters from half to half in view of the camera."""

from collections import Counter
from collections.abc import Generator

from companion.game import OWN_HALF, RING, Halves, Move, Point, Reserve, Seat, point_at
from companion.referee.events import Step
from hardware.virtual_table import scene
from hardware.virtual_table.table import VirtualTable

Waits = Generator[float, None, None]  # a player's actions, one at a time; yields the seconds until the next


class RobotHands:
    """Moves the counters of a virtual table from half to half, with a hand over the board meanwhile."""

    def __init__(self, table: VirtualTable, hand_s: float) -> None:
        self._table = table
        self._hand_s = hand_s

    def seen(self) -> Halves:
        """Return the position on the board."""
        lying = Counter((counter.seat, half) for counter, half in self._lying())
        a, b = (tuple(lying[seat, point] for point in RING) for seat in Seat)
        return Halves(a, b)

    def move(self, hand: Seat, steps: list[Step]) -> Waits:
        """Move counters, one after another, in one visit of one hand; leave out those that are not there."""
        for step in steps:
            if (name := self._pick(step.seat, step.source)) is None:
                continue  # the page is behind the table, for example after a camera fault
            self._table.put(name, step.target)
            laid = self._table.counter(name)
            self._table.reach(laid.x_mm, laid.y_mm, hand)
            yield self._hand_s
        self._table.take_hand_away()

    def _lying(self) -> list[tuple[scene.VirtualCounter, Point | None]]:
        """Return the counters, and the half that each lies on."""
        spec = self._table.scene.board.spec
        return [(it, spec.half_at(it.x_mm, it.y_mm)) for it in self._table.scene.counters]

    def _pick(self, seat: Seat, source: Point | None) -> str | None:
        """Return a counter of a seat on a half, the innermost of several; None if there is none."""
        there = [counter for counter, half in self._lying() if counter.seat is seat and half is source]
        return min(((abs(counter.x_mm), counter.name) for counter in there), default=(0.0, None))[1]


def steps_of(move: Move) -> list[Step]:
    """Return the steps of a hand for a move: a counter that is hit goes off first."""
    source = point_at(move.seat, OWN_HALF) if move.source is Reserve.HOME else move.source
    made = Step(move.seat, source if isinstance(source, Point) else None, move.target)
    return [Step(move.seat.other, move.target, None), made] if move.hits else [made]


def difference(now: Halves, then: Halves) -> list[Step]:
    """Return the counters to move to turn one board into the other."""
    steps: list[Step] = []
    for seat in Seat:
        gone = [p for p in RING for _ in range(now.count(seat, p) - then.count(seat, p))]
        come = [p for p in RING for _ in range(then.count(seat, p) - now.count(seat, p))]
        for i in range(max(len(gone), len(come))):
            source = gone[i] if i < len(gone) else None
            target = come[i] if i < len(come) else None
            steps.append(Step(seat, source, target))
    return sorted(steps, key=lambda step: step.target is not None)
