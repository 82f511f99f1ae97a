"""The chances in stored games, worked out by a process that ends: tables of chances take much memory."""

import asyncio
import json
import sys
from collections import OrderedDict
from pathlib import Path

PATIENCE_S = 30.0
"""A table is read and a game gone through in a second or two, also on a Raspberry Pi."""

MOST_KEPT = 50
MOST_BYTES = 1_000_000

Course = list[tuple[int, float]]
"""Seat A's chance after entries, by their numbers."""


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
                while len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            return self._kept[name]

    async def _found(self, game: int) -> Course:
        journal, tables = self._arguments
        command = (sys.executable, "-m", "companion.link.page.chances_process", journal, str(game), tables)
        pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            *command, stdin=nothing, stdout=pipe, stderr=nothing, limit=MOST_BYTES
        )
        try:
            async with asyncio.timeout(PATIENCE_S):
                printed, _ = await process.communicate()
            return [(int(number), float(chance)) for number, chance in json.loads(printed or b"[]")]
        except (TimeoutError, ValueError, TypeError):
            return []
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
