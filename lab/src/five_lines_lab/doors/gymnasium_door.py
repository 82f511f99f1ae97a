"""The game as a Gymnasium environment: one agent against another player, and nature throws by itself.

`gymnasium.make("five_lines_lab.doors.gymnasium_door:FiveLines-v0", rules="kidd")` makes one.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from companion.game import Seat, rules_for
from five_lines_lab.doors.table import ACTIONS, WIDTH, DrawnTable

Opponent = Callable[[DrawnTable, random.Random], int]  # picks the number of a legal action

_Observation = NDArray[np.float32]


def at_random(table: DrawnTable, source: random.Random) -> int:
    """Pick any legal action."""
    return source.choice(sorted(table.actions()))


class FiveLinesEnv(gymnasium.Env[_Observation, np.int64]):
    """Seat A is the agent's or, with `second=True`, seat B; A begins. The reward is 1, -1 or 0, at the end.

    `info["action_mask"]` has the legal actions (see `table`). Who plays another one has lost, and
    `info["illegal"]` says so. Raises GameError for rules that there aren't.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        rules: str = "schaedler",
        options: Sequence[str] = (),
        opponent: Opponent = at_random,
        second: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.rules, self.render_mode = rules_for(rules, list(options)), render_mode
        self._seat, self._opponent = (Seat.B if second else Seat.A), opponent
        self.observation_space = spaces.Box(0, 1, (WIDTH,), np.float32)
        self.action_space = spaces.Discrete(ACTIONS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Observation, dict[str, Any]]:
        """Begin a game; the seed decides all throws and the opponent's choices."""
        super().reset(seed=seed)
        self._source = random.Random(int(self.np_random.integers(2**32)))
        self.table = DrawnTable(self.rules, int(self.np_random.integers(2**32)))
        self._answer()
        return self._seen()

    def step(self, action: np.int64) -> tuple[_Observation, float, bool, bool, dict[str, Any]]:
        """Play the agent's action and all of the opponent's that follow."""
        if int(action) not in self.table.actions():
            seen, info = self._seen()
            return seen, -1.0, True, False, info | {"illegal": True}
        self.table.act(int(action))
        self._answer()
        seen, info = self._seen()
        reward = self.table.returns()[list(Seat).index(self._seat)]
        return seen, reward, self.table.outcome is not None, False, info

    def render(self) -> str:  # type: ignore[override]
        """Return the position as text."""
        return f"{self.table.position}, {self.table.seat} with {self.table.throw}"

    def _answer(self) -> None:
        while self.table.outcome is None and self.table.seat is not self._seat:
            self.table.act(self._opponent(self.table, self._source))

    def _seen(self) -> tuple[_Observation, dict[str, Any]]:
        return self.table.observation(self._seat), {"action_mask": self.table.mask()}


gymnasium.register("FiveLines-v0", entry_point=FiveLinesEnv)
