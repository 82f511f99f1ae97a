"""The chances in stored games, worked out by a process that ends: tables of chances take much memory."""

import asyncio
import json
import sys
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PATIENCE_S = 30.0
"""A table is read and a game gone through in a second or two, also on a Raspberry Pi."""

MAX_KEPT = 50
MAX_BYTES = 1_000_000

Course = list[tuple[int, float]]
"""Seat A's chance after entries, by their numbers."""


@dataclass(frozen=True, slots=True)
class Now:
    """How a game stands after an entry: seat A's chance, and the mover's after each of their choices."""

    number: int
    chance: float
    worth: tuple[float, ...]


class Chances:
    """What is known of the chances in games; one game is looked at at a time."""

    def __init__(self, journal: Path, tables: Path) -> None:
        self._arguments = (str(journal), str(tables))
        self._kept: OrderedDict[str, Course] = OrderedDict()
        self._turn = asyncio.Lock()

    async def course(self, name: str, game: int) -> Course:
        """Seat A's chance after each turn of a game; empty where it is not known."""
        async with self._turn:
            if name not in self._kept:
                found = await self._found(game)
                if not found:
                    # It may be known later.
                    return found
                self._kept[name] = found
                while len(self._kept) > MAX_KEPT:
                    self._kept.popitem(last=False)
            return self._kept[name]

    async def now(self, game: int) -> Now | None:
        """How a game that is played stands now; None where that is not known."""
        async with self._turn:
            found = await self._printed("now", game)
        try:
            number, chance, worth = found
            return Now(int(number), float(chance), tuple(map(float, worth)))
        except (ValueError, TypeError):
            return None

    async def _found(self, game: int) -> Course:
        found = await self._printed("course", game)
        try:
            return [(int(number), float(chance)) for number, chance in found]
        except (ValueError, TypeError):
            return []

    async def _printed(self, what: str, game: int) -> Any:
        """What the process prints; None when that is nothing."""
        journal, tables = self._arguments
        name = "companion.link.page.chances_process"
        command = (sys.executable, "-m", name, what, journal, str(game), tables)
        pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=nothing, stdout=pipe, stderr=nothing, limit=MAX_BYTES
            )
        except OSError:
            # The machine is short of memory or of processes; it may be better at the next turn.
            return None
        try:
            async with asyncio.timeout(PATIENCE_S):
                printed, _ = await process.communicate()
            return json.loads(printed or b"null")
        except (TimeoutError, ValueError):
            return None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
