"""Retained messages: the newest state, health and statistics, published when they have changed."""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.journal.visits import Sums
from companion.link.common import json_out
from companion.link.figures import days_of, machine_of, statistics_of
from companion.link.mqtt import topics
from companion.link.station_watch import StationStatus
from companion.settings.sections import LinkSettings
from hardware.wall_clock import WallClock

REFRESH_S = 60.0  # interval of counting visits and publishing health


class Retained:
    """Publishes what has changed. `publish` takes a topic and its payload.

    `visits` is the file of visits, in the folder of the games. `wall` returns the wall-clock
    time, or None while the clock is not trusted.
    """

    def __init__(
        self,
        station: str,
        publish: Callable[[str, str], object],
        visits: Path,
        wall: WallClock,
        link: LinkSettings,
    ) -> None:
        self._station = station
        self._publish = publish
        self._visits = visits
        self._wall = wall
        self._link = link
        self._published: dict[str, str] = {}
        self._since: dict[str, str | None] = {}
        self._faults: list[str] = []
        self._answers = -1
        self._refreshed_s = float("-inf")

    def forget(self) -> None:
        """Publish everything again: the broker may be another."""
        self._published, self._refreshed_s = {}, float("-inf")

    def forget_discovery(self) -> None:
        """Publish the discovery again: Home Assistant has just started."""
        self._published.pop(topics.discovery_topic(self._station), None)
        self._answers = -1

    def update(self, status: StationStatus, now_s: float) -> None:
        """Publish changes. A station that does not answer is offline, even while the link runs."""
        state, health = status.state, status.health
        if self._published and status.answers == self._answers and now_s - self._refreshed_s < REFRESH_S:
            return
        self._answers = status.answers
        self._send(
            topics.topic(self._station, topics.STATUS), topics.OFFLINE if state is None else topics.ONLINE
        )
        if state is None or health is None:
            return
        config = topics.discovery(self._station, health["version"], tuple(state["games"]), self._link)
        self._send(topics.discovery_topic(self._station), json_out(config))
        since = self._since_when({f"state {state['state']}": state["for_s"]}, "state ")
        self._send_json(topics.STATE, topics.state_payload(state, next(iter(since.values()))))
        faults = [fault["what"] for fault in health["faults"]]
        if now_s - self._refreshed_s >= REFRESH_S or faults != self._faults:
            self._refreshed_s, self._faults = now_s, faults
            self._send_json(topics.HEALTH, self._health(health))
            # Without a trusted clock we don't know today's date.
            if self._wall() is not None:
                today = date.today()
                sums = days_of(self._visits).get(today, Sums())
                self._send_json(topics.STATISTICS, statistics_of(today, sums))

    def _health(self, health: dict[str, Any]) -> topics.Health:
        since = self._since_when({f"fault {it['what']}": it["for_s"] for it in health["faults"]}, "fault ")
        faults: list[topics.FaultSince] = [
            {
                "what": it["what"],
                "since": since[f"fault {it['what']}"],
                "why": it["why"],
                "stops_games": it["stops_games"],
            }
            for it in health["faults"]
        ]
        return {
            "faults": faults,
            "version": health["version"],
            "uptime_s": health["uptime_s"],
            "sees_board": health["sees_board"],
            "clock_is_sure": health["clock_is_sure"],
            **machine_of(self._visits.parent),
        }

    def _since_when(self, for_s: dict[str, float], kind: str) -> dict[str, str | None]:
        """Return since when these have lasted, each settled once; forget those that are over."""
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

    def _send_json(self, name: str, payload: Mapping[str, object]) -> None:
        self._send(topics.topic(self._station, name), json_out(payload))

    def _send(self, where: str, text: str) -> None:
        if self._published.get(where) != text:
            self._publish(where, text)
            self._published[where] = text
