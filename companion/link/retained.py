"""What a broker keeps of a station: the newest state, health, statistics; told again when it has changed."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.journal.visits import Sums
from companion.link.statistics import days_of, machine_of, statistics_of
from companion.link.topics import (
    HEALTH,
    OFFLINE,
    ONLINE,
    STATE,
    STATISTICS,
    STATUS,
    discovery,
    discovery_topic,
    state_told,
    topic,
)
from companion.link.watch import Known
from hardware.wall_clock import WallClock

COUNT_S = 60.0
"""So often visits are counted, and health is told again."""


class Retained:
    """Publishes what has changed since it was last told. `publish` takes a topic and its text.

    `data` is the folder of the games and `visits` the file of the visits. `wall` tells the time, if anybody
    can be sure of it.
    """

    def __init__(
        self,
        station: str,
        publish: Callable[[str, str], object],
        data: Path,
        visits: Path,
        wall: WallClock,
        *,
        home_assistant: bool,
        may_reboot: bool,
    ) -> None:
        self._may_reboot = may_reboot
        self._station = station
        self._publish = publish
        self._data = data
        self._visits = visits
        self._wall = wall
        self._home_assistant = home_assistant
        self._told: dict[str, str] = {}
        self._since: dict[str, str | None] = {}
        self._faults: list[str] = []
        self._heard = -1
        self._counted_s = float("-inf")

    def forget(self) -> None:
        """Tell everything again: the broker may be another."""
        self._told, self._counted_s = {}, float("-inf")

    def forget_discovery(self) -> None:
        """Tell Home Assistant again what there is: it has just started."""
        self._told.pop(discovery_topic(self._station), None)
        self._heard = -1

    def tell(self, known: Known, now_s: float) -> None:
        """Publish what is new. A station that does not answer is offline, whatever becomes of the link."""
        state, health = known.state, known.health
        if self._told and known.heard == self._heard and now_s - self._counted_s < COUNT_S:
            return
        self._heard = known.heard
        self._say(topic(self._station, STATUS), OFFLINE if state is None else ONLINE)
        if state is None or health is None:
            return
        if self._home_assistant:
            games = tuple(state["games"])
            said = discovery(self._station, health["version"], games, may_reboot=self._may_reboot)
            self._say(discovery_topic(self._station), json.dumps(said))
        since = self._moments({f"state {state['state']}": state["for_s"]}, "state ")
        self._say_json(STATE, state_told(state, next(iter(since.values()))))
        faults = [fault["what"] for fault in health["faults"]]
        if now_s - self._counted_s >= COUNT_S or faults != self._faults:
            self._counted_s, self._faults = now_s, faults
            self._say_json(HEALTH, self._health(health))
            # Of a clock that nobody has set, nobody knows which day it shows.
            if self._wall() is not None:
                today = date.today()
                sums = days_of(self._visits).get(today, Sums())
                self._say_json(STATISTICS, statistics_of(today, sums))

    def _health(self, health: dict[str, Any]) -> dict[str, Any]:
        since = self._moments({f"fault {it['what']}": it["for_s"] for it in health["faults"]}, "fault ")
        faults = [
            {
                "what": it["what"],
                "since": since[f"fault {it['what']}"],
                "why": it["why"],
                "stops_games": it["stops_games"],
            }
            for it in health["faults"]
        ]
        kept = ("version", "uptime_s", "sees_board", "clock_is_sure")
        return {"faults": faults, **{name: health[name] for name in kept}, **machine_of(self._data)}

    def _moments(self, for_s: dict[str, float], kind: str) -> dict[str, str | None]:
        """Since when these have been so, each settled once; those that are over are forgotten."""
        time_s = self._wall()
        before = self._since
        others = {name: since for name, since in before.items() if not name.startswith(kind)}
        found = {
            name: before.get(name)
            or (
                None
                if time_s is None
                else (datetime.fromtimestamp(time_s, UTC) - timedelta(seconds=age_s)).isoformat(
                    timespec="seconds"
                )
            )
            for name, age_s in for_s.items()
        }
        self._since = others | found
        return found

    def _say_json(self, name: str, said: dict[str, Any]) -> None:
        self._say(topic(self._station, name), json.dumps(said, ensure_ascii=False))

    def _say(self, where: str, text: str) -> None:
        if self._told.get(where) != text:
            self._publish(where, text)
            self._told[where] = text
