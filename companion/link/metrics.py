"""A station in the text form that Prometheus reads, for a node exporter's folder of text files."""

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from companion.interface.faults import Fault
from companion.interface.outside import Condition
from companion.journal.visits import Sums
from companion.link.statistics import machine_of

Told = dict[str, Any]
"""What the station answers."""


def metrics_text(
    station: str,
    state: dict[str, Any] | None,
    health: dict[str, Any] | None,
    sums: Sums,
    today: date,
    data: Path,
) -> str:
    """The station now; without state and health, one that does not answer."""
    return "".join(f"{line}\n" for line in _lines(station, state, health, sums, today, data))


def _lines(
    station: str,
    state: dict[str, Any] | None,
    health: dict[str, Any] | None,
    sums: Sums,
    today: date,
    data: Path,
) -> Iterator[str]:
    def one(name: str, kind: str, what: str, rows: Mapping[str, float]) -> Iterator[str]:
        yield f"# HELP five_lines_{name} {what}"
        yield f"# TYPE five_lines_{name} {kind}"
        for labels, value in rows.items():
            more = f",{labels}" if labels else ""
            yield f'five_lines_{name}{{station="{station}"{more}}} {value:g}'

    yield from one("up", "gauge", "Whether the station answers.", {"": int(state is not None)})
    if state is not None and health is not None:
        conditions = {f'state="{it}"': int(state["state"] == it) for it in Condition}
        yield from one("state", "gauge", "How the station stands.", conditions)
        out_of_order = {fault["what"] for fault in health["faults"]}
        faults = {f'fault="{fault}"': int(fault in out_of_order) for fault in Fault}
        yield from one("fault", "gauge", "What is out of order.", faults)
        yield from one("uptime_seconds", "gauge", "Since its start.", {"": health["uptime_s"]})
        yield from one("entries_total", "counter", "Entries in the journal.", {"": state["entry"]})
    yield from one("visits_today", "gauge", f"Visits of {today.isoformat()}.", {"": sums.visits})
    games = sums.reached.get("first-throw", 0)
    yield from one("games_today", "gauge", f"Visits of {today.isoformat()} with a game begun.", {"": games})
    machine = machine_of(data)
    if machine["disk_free_mb"] is not None:
        free = machine["disk_free_mb"] * 1e6
        yield from one("disk_free_bytes", "gauge", "Room for games.", {"": free})
