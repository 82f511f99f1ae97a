"""What a person does with the button, made out from the contact's bouncing edges; pure, given the time."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Edge:
    """The contact closed (`down`) or opened, at the clock's `at_s` seconds."""

    down: bool
    at_s: float


class PressKind(StrEnum):
    """What a person did, or what is wrong with the button."""

    PRESS = "press"
    LONG = "long"
    VERY_LONG = "very-long"
    STUCK = "stuck"
    UNSTUCK = "freed"


@dataclass(frozen=True, slots=True)
class Press:
    """A PRESS happens as the button goes down; while it is held, a LONG one follows, and a VERY_LONG one.

    STUCK: it has been down, or flickering, for so long that nobody can mean it; UNSTUCK ends that.
    `at_s` is when the finger did it, not when it was made out.
    """

    kind: PressKind
    at_s: float


class Debouncer:
    """Lets an edge through once the contact has rested for `debounce_s`; shorter spikes leave no trace."""

    def __init__(self, debounce_s: float, *, down: bool) -> None:
        self._debounce_s = debounce_s
        self._rested = down
        self._pending: Edge | None = None
        self._bouncing_since_s: float | None = None

    def put(self, edge: Edge) -> None:
        """Take an edge; `settled` has been asked up to its time."""
        if self._pending is None or self._pending.down != edge.down:
            if self._bouncing_since_s is None:
                self._bouncing_since_s = edge.at_s
            self._pending = edge

    def settled(self, now_s: float) -> Edge | None:
        """The edge after which the contact has rested until now, given once."""
        pending = self._pending
        if pending is None or now_s - pending.at_s < self._debounce_s:
            return None
        self._pending = None
        self._bouncing_since_s = None
        if pending.down == self._rested:
            return None
        self._rested = pending.down
        return pending

    def bouncing_s(self, now_s: float) -> float:
        """How long the contact has not come to rest."""
        return 0.0 if self._bouncing_since_s is None else now_s - self._bouncing_since_s


class PressReader:
    """Reads presses from edges. A button that has been down from the beginning is no press."""

    def __init__(
        self,
        debounce_s: float,
        long_press_s: float,
        stuck_s: float,
        down_since_s: float | None = None,
        *,
        very_long_s: float = math.inf,
    ) -> None:
        self._debouncer = Debouncer(debounce_s, down=down_since_s is not None)
        self._long_press_s = long_press_s
        self._stuck_s = stuck_s
        self._very_long_s = very_long_s
        self._down_since_s = down_since_s
        self._reported_long = self._reported_very_long = down_since_s is not None
        self._stuck = False

    def read(self, edges: Iterable[Edge], now_s: float) -> list[Press]:
        """What the edges since the last call, in the order of their times, and the time gone by amount to."""
        presses: list[Press] = []
        for edge in edges:
            presses += self._until(edge.at_s)
            self._debouncer.put(edge)
        return presses + self._until(now_s)

    def _until(self, now_s: float) -> list[Press]:
        """What a time without edges amounts to."""
        rested = self._debouncer.settled(now_s)
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
        if max(held_s, self._debouncer.bouncing_s(now_s)) >= self._stuck_s:
            self._stuck = True
            presses.append(Press(PressKind.STUCK, now_s))
        return presses
