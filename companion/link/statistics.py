"""A day's visits as they are told outside, and how the machine is; read without a lock on anything."""

import shutil
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

from companion.journal.visits import STEPS, Sums, sums_of_days

TEMPERATURE = Path("sys/class/thermal/thermal_zone0/temp")
MAX_VISITS_BYTES = 50_000_000


def days_of(file: Path) -> dict[date, Sums]:
    """The sums of each day, from a copy in memory: the station never has to wait for a lock of ours.

    Empty where there are none, or while they are just being written.
    """
    try:
        if not 0 < file.stat().st_size <= MAX_VISITS_BYTES:
            return {}
        copy = file.read_bytes()
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(copy)
            return sums_of_days(connection)
    except (OSError, sqlite3.Error, ValueError, KeyError, TypeError):
        return {}


def statistics_of(day: date, sums: Sums) -> dict[str, Any]:
    """A day in figures."""
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


def machine_of(data: Path, root: Path = Path("/")) -> dict[str, Any]:
    """How warm the machine is, and how much room it has for games; None where that is not known."""
    try:
        temperature: float | None = round(int((root / TEMPERATURE).read_text(encoding="ascii")) / 1000, 1)
    except (OSError, ValueError):
        temperature = None
    try:
        free: int | None = shutil.disk_usage(data).free // 1_000_000
    except OSError:
        free = None
    return {"temperature_c": temperature, "disk_free_mb": free}
