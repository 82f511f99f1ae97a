"""A station in figures: a day's visits, its machine, and both in the text format of Prometheus."""

import re
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any, TypedDict

from companion.interface.commands import Condition
from companion.interface.faults import Fault
from companion.journal.visits import STEPS, Sums, sums_of_days
from companion.system.data import DataError, bytes_of, system_text

TEMPERATURE = Path("sys/class/thermal/thermal_zone0/temp")
MAX_VISITS_BYTES = 50_000_000


def days_of(file: Path) -> dict[date, Sums]:
    """Return the sums of each day, from a copy in memory: the station never waits for a lock of ours.

    Empty if there are none, or while they are being written.
    """
    try:
        copy = bytes_of(file, MAX_VISITS_BYTES)
        if not copy:
            return {}
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(copy)
            return sums_of_days(connection)
    except (OSError, sqlite3.Error, DataError, ValueError, KeyError, TypeError):
        return {}


class Statistics(TypedDict):
    """The figures of a day; those by something count visits, `by_step` those that came at least so far."""

    day: str
    visits: int
    games_begun: int
    games_finished: int
    mean_visit_s: int | None
    median_first_move_s: float | None
    not_so: int
    hints: int
    by_language: dict[str, int]
    by_game: dict[str, int]
    by_step: dict[str, int]


class MachineFigures(TypedDict):
    """The machine's temperature and its free space for games; None where that is unknown."""

    temperature_c: float | None
    disk_free_mb: int | None


def statistics_of(day: date, sums: Sums) -> Statistics:
    """Return a day's figures as they are published."""
    return {
        "day": day.isoformat(),
        "visits": sums.visits,
        "games_begun": sums.reached.get("first-throw", 0),
        "games_finished": sums.farewells.get("played", 0),
        "mean_visit_s": round(sums.seconds / sums.visits) if sums.visits else None,
        "median_first_move_s": sums.median_first_move_s,
        "not_so": sums.not_so,
        "hints": sums.hints,
        "by_language": dict(sorted(sums.languages.items())),
        "by_game": dict(sorted(sums.games.items())),
        "by_step": {step.value: sums.reached.get(step, 0) for step in STEPS},
    }


def temperature_c(root: Path = Path("/")) -> float | None:
    """Return the processor's temperature in degrees Celsius; None where nothing measures it."""
    text = system_text(root / TEMPERATURE)
    return int(text) / 1000 if re.fullmatch(r"-?[0-9]{1,9}", text) else None


def machine_of(data: Path) -> MachineFigures:
    """Return the figures of the machine."""
    temperature = temperature_c()
    try:
        free: int | None = shutil.disk_usage(data).free // 1_000_000
    except OSError:
        free = None
    return {"temperature_c": temperature and round(temperature, 1), "disk_free_mb": free}


def metrics_text(
    station: str,
    state: dict[str, Any] | None,
    health: dict[str, Any] | None,
    sums: Sums,
    today: date,
    data: Path,
) -> str:
    """Return the station's metrics for Prometheus; without state and health it does not answer."""
    lines: list[str] = []

    def metric(name: str, kind: str, help_text: str, value: float | Mapping[str, float]) -> None:
        lines.append(f"# HELP five_lines_{name} {help_text}")
        lines.append(f"# TYPE five_lines_{name} {kind}")
        for labels, number in value.items() if isinstance(value, Mapping) else (("", value),):
            more = f",{labels}" if labels else ""
            lines.append(f'five_lines_{name}{{station="{station}"{more}}} {number:g}')

    metric("up", "gauge", "Whether the station answers.", state is not None)
    if state is not None and health is not None:
        conditions = {f'state="{it}"': state["state"] == it for it in Condition}
        metric("state", "gauge", "How the station stands.", conditions)
        out_of_order = {fault["what"] for fault in health["faults"]}
        faults = {f'fault="{fault}"': fault in out_of_order for fault in Fault}
        metric("fault", "gauge", "What is out of order.", faults)
        metric("uptime_seconds", "gauge", "Since its start.", health["uptime_s"])
        metric("entries_total", "counter", "Entries in the journal.", state["entry"])
    metric("visits_today", "gauge", f"Visits of {today.isoformat()}.", sums.visits)
    games = sums.reached.get("first-throw", 0)
    metric("games_today", "gauge", f"Visits of {today.isoformat()} with a game begun.", games)
    machine = machine_of(data)
    if machine["disk_free_mb"] is not None:
        metric("disk_free_bytes", "gauge", "Room for games.", machine["disk_free_mb"] * 1e6)
    return "".join(f"{line}\n" for line in lines)
