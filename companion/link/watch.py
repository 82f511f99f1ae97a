"""How the station stands, as the parts of the link know it: asked by one thread, told to all."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.link.asking import PATIENCE_S, NoStationError, StationLine

MAX_WAIT_S = 25.0
"""A station that is well tells the same state again before that."""

HEALTH_S = 60.0
"""So often at least its health is asked for."""

AGAIN_S = 2.0
"""So long after a station did not answer it is asked again."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the station said last; None as long as it does not answer.

    `heard` counts what the station has told, `turn` also how often whoever waits was woken.
    """

    turn: int = 0
    heard: int = 0
    state: dict[str, Any] | None = None
    health: dict[str, Any] | None = None


class StationWatch:
    """Waits for what the station tells, on a thread of its own. `clock` is one that never runs backwards."""

    def __init__(self, socket: Path, clock: Callable[[], float]) -> None:
        self._line = StationLine(socket)
        self._clock = clock
        self._known = Known()
        self._changed = threading.Condition()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="station", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Wait for nothing any more."""
        self._stopped.set()
        self._line.give_up()
        with self._changed:
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(PATIENCE_S)

    @property
    def known(self) -> Known:
        """What is known now."""
        return self._known

    def wait(self, turn: int, patience_s: float) -> Known:
        """What is known once it is another turn, or after so long."""
        with self._changed:
            self._changed.wait_for(lambda: self._known.turn != turn or self._stopped.is_set(), patience_s)
        return self._known

    def wake(self) -> None:
        """Let whoever waits look, though the station has told nothing new."""
        with self._changed:
            self._known = replace(self._known, turn=self._known.turn + 1)
            self._changed.notify_all()

    def _run(self) -> None:
        asked_s = -HEALTH_S
        while not self._stopped.is_set():
            known = self._known
            try:
                mark = known.state and known.state.get("mark")
                state = self._line.ask({"ask": "state", "unlike": mark or ""}, MAX_WAIT_S)
                health, now_s = known.health, self._clock()
                if health is None or now_s - asked_s >= HEALTH_S or _page(state) != _page(known.state):
                    health, asked_s = self._line.ask({"ask": "health"}, PATIENCE_S), now_s
                self._learn(Known(state=state, health=health))
            except NoStationError:
                if known.state is not None or known.turn == 0:
                    self._learn(Known())
                self._stopped.wait(AGAIN_S)
        self._line.close()

    def _learn(self, known: Known) -> None:
        with self._changed:
            before = self._known
            self._known = replace(known, turn=before.turn + 1, heard=before.heard + 1)
            self._changed.notify_all()


def _page(state: dict[str, Any] | None) -> object:
    """What differs when a fault has come or gone."""
    return state and (state.get("state"), state.get("faults"))
