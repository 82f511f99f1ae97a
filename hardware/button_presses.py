"""Turn the edges of a bouncing contact into presses; pure functions of time."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True)
class Edge:
    """The contact closed (`down`) or opened at `at_s` seconds of the clock."""

    down: bool
    at_s: float


class PressKind(StrEnum):
    """Kinds of presses, and faults of the button."""

    PRESS = "press"
    LONG = "long"
    VERY_LONG = "very-long"
    STUCK = "stuck"
    UNSTUCK = "freed"


@dataclass(frozen=True)
class Press:
    """A PRESS is reported as the button goes down; while it is held, a LONG and a VERY_LONG one follow.

    STUCK: it has been down, or bouncing, longer than anybody would press it; UNSTUCK ends that. `at_s` is the
    time of the edge, not of its report.
    """

    kind: PressKind
    at_s: float


class Debouncer:
    """Report an edge once the contact was stable for `debounce_s`; shorter spikes are ignored."""

    def __init__(self, debounce_s: float, *, down: bool) -> None:
        self._debounce_s = debounce_s
        self._rested = down
        self._pending: Edge | None = None
        self._bouncing_since_s: float | None = None

    def put(self, edge: Edge) -> None:
        """Add an edge; `settled` has been called up to its time."""
        if self._pending is None or self._pending.down != edge.down:
            if self._bouncing_since_s is None:
                self._bouncing_since_s = edge.at_s
            self._pending = edge

    def settled(self, now_s: float) -> Edge | None:
        """Return the edge, once, after which the contact has been stable until now."""
        pending = self._pending
        if pending is None or now_s - pending.at_s < self._debounce_s:
            return None
        self._pending = None
        self._bouncing_since_s = None
        if pending.down == self._rested:
            return None
        self._rested = pending.down
        return pending

    @property
    def settles_s(self) -> float:
        """The time at which the last edge will have been stable for long enough; infinite without one."""
        return math.inf if self._pending is None else self._pending.at_s + self._debounce_s

    def bouncing_s(self, now_s: float) -> float:
        """Return for how long the contact has been bouncing."""
        return 0.0 if self._bouncing_since_s is None else now_s - self._bouncing_since_s


class PressReader:
    """Turn edges into presses. A button that is down from the beginning is not a press."""

    def __init__(
        self,
        debounce_s: float,
        long_press_s: float,
        stuck_s: float,
        down_since_s: float | None = None,
        *,
        very_long_s: float = math.inf,
    ) -> None:
        self.debouncer = Debouncer(debounce_s, down=down_since_s is not None)
        self._long_press_s = long_press_s
        self._stuck_s = stuck_s
        self._very_long_s = very_long_s
        self._down_since_s = down_since_s
        self._reported_long = self._reported_very_long = down_since_s is not None
        self._stuck = False

    def read(self, edges: Iterable[Edge], now_s: float) -> list[Press]:
        """Return the presses that edges since the last call, in order of time, and the elapsed time make."""
        presses: list[Press] = []
        for edge in edges:
            presses += self._until(edge.at_s)
            self.debouncer.put(edge)
        return presses + self._until(now_s)

    def _until(self, now_s: float) -> list[Press]:
        """Return the presses due by a time without further edges."""
        rested = self.debouncer.settled(now_s)
        return ([] if rested is None else self._rested(rested)) + self._held(now_s)

    def _rested(self, edge: Edge) -> list[Press]:
        self._down_since_s = edge.at_s if edge.down else None
        self._reported_long = self._reported_very_long = False
        if self._stuck and not edge.down:
            self._stuck = False
            return [Press(PressKind.UNSTUCK, edge.at_s)]
        if edge.down and not self._stuck:
            return [Press(PressKind.PRESS, edge.at_s)]
        return []

    def _held(self, now_s: float) -> list[Press]:
        if self._stuck:
            return []
        presses = []
        if self._down_since_s is not None and not self._reported_long:
            long_at_s = self._down_since_s + self._long_press_s
            if now_s >= long_at_s:
                self._reported_long = True
                presses.append(Press(PressKind.LONG, long_at_s))
        if self._down_since_s is not None and not self._reported_very_long:
            very_long_at_s = self._down_since_s + self._very_long_s
            if now_s >= very_long_at_s:
                self._reported_very_long = True
                presses.append(Press(PressKind.VERY_LONG, very_long_at_s))
        held_s = 0.0 if self._down_since_s is None else now_s - self._down_since_s
        if max(held_s, self.debouncer.bouncing_s(now_s)) >= self._stuck_s:
            self._stuck = True
            presses.append(Press(PressKind.STUCK, now_s))
        return presses
