"""The station's status: queried by one thread, for all connectors of the link."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.link.control_client import TIMEOUT_S, ControlClient, NoStationError

STATE_TIMEOUT_S = 25.0  # a station that is well repeats an unchanged state sooner
HEALTH_INTERVAL_S = 60.0  # maximum interval between queries of the station's health
RETRY_S = 2.0  # retry delay after a failed request


@dataclass(frozen=True)
class StationStatus:
    """The station's last answers, None while it does not answer.

    `answers` counts them; `turn` also counts how often waiting threads were woken.
    """

    turn: int = 0
    answers: int = 0
    state: dict[str, Any] | None = None
    health: dict[str, Any] | None = None


class StationWatch:
    """Waits for changes of the station, on a thread of its own. `clock` never runs backwards."""

    def __init__(self, socket: Path, clock: Callable[[], float]) -> None:
        self._client = ControlClient(socket)
        self._clock = clock
        self._status = StationStatus()
        self._changed = threading.Condition()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="station", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, and wake every thread that waits."""
        self._stopped.set()
        self._client.abort()
        with self._changed:
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(TIMEOUT_S)

    @property
    def status(self) -> StationStatus:
        """The newest status."""
        return self._status

    def wait(self, turn: int, timeout_s: float) -> StationStatus:
        """Wait for another turn, and return the status then, or after the timeout."""
        with self._changed:
            self._changed.wait_for(lambda: self._status.turn != turn or self._stopped.is_set(), timeout_s)
        return self._status

    def wake(self) -> None:
        """Wake waiting threads, though the station has said nothing new."""
        with self._changed:
            self._status = replace(self._status, turn=self._status.turn + 1)
            self._changed.notify_all()

    def _run(self) -> None:
        asked_s = -HEALTH_INTERVAL_S
        while not self._stopped.is_set():
            status = self._status
            try:
                mark = status.state and status.state.get("mark")
                state = self._client.ask({"ask": "state", "unlike": mark or ""}, STATE_TIMEOUT_S)
                health, now_s = status.health, self._clock()
                is_due = health is None or now_s - asked_s >= HEALTH_INTERVAL_S
                if is_due or _faults(state) != _faults(status.state):
                    health, asked_s = self._client.ask({"ask": "health"}), now_s
                self._learn(StationStatus(state=state, health=health))
            except NoStationError:
                if status.state is not None or status.turn == 0:
                    self._learn(StationStatus())
                self._stopped.wait(RETRY_S)
        self._client.close()

    def _learn(self, status: StationStatus) -> None:
        with self._changed:
            before = self._status
            self._status = replace(status, turn=before.turn + 1, answers=before.answers + 1)
            self._changed.notify_all()


def _faults(state: dict[str, Any] | None) -> object:
    """Return what differs when a fault has come or gone."""
    return state and (state.get("state"), state.get("faults"))
