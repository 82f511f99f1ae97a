"""Chances in games, worked out by the station, which has their tables of values."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

MAX_KEPT = 50  # games whose course is kept

TIMEOUT_S = 30.0

Course = list[tuple[int, float, Any]]
"""Seat A's chance after entries, by their numbers; the best of several choices, by its index and reason."""

Ask = Callable[[dict[str, object]], Awaitable[dict[str, Any]]]


@dataclass(frozen=True)
class CurrentChances:
    """Chances after an entry: seat A's, and the mover's after each of their choices."""

    number: int
    chance: float
    worth: tuple[float, ...]


class StationChances:
    """Asks for the chances of one game at a time, and keeps the courses of games that are over.

    `ask` sends a request to the station; an answer that is not `ok` means that the chances are unknown.
    """

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._kept: OrderedDict[str, Course] = OrderedDict()
        self._turn = asyncio.Lock()

    async def course(self, name: str, game: int) -> Course:
        """Return seat A's chance after each throw and turn of a game; empty if unknown. `name` is unique."""
        if name not in self._kept:
            found = await self._request(game, now=False)
            try:
                course = [(int(number), float(chance), best) for number, chance, best in found["course"]]
            except (KeyError, ValueError, TypeError):
                course = []
            if not course:
                # It may be known later.
                return course
            self._kept[name] = course
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        return self._kept[name]

    async def now(self, game: int) -> CurrentChances | None:
        """Return the chances in a game that is being played; None if they are unknown or not allowed."""
        found = await self._request(game, now=True)
        try:
            number, chance, worth = found["now"]
            return CurrentChances(int(number), float(chance), tuple(map(float, worth)))
        except (KeyError, ValueError, TypeError):
            return None

    async def _request(self, game: int, *, now: bool) -> dict[str, Any]:
        try:
            async with asyncio.timeout(TIMEOUT_S), self._turn:
                return await self._ask({"ask": "chances", "game": game, "now": now})
        except TimeoutError:
            return {}
