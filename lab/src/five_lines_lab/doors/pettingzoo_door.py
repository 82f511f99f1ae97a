"""The game as a PettingZoo environment for two agents in turn, `A` and `B`; nature throws by itself."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from companion.game import Seat, rules_for
from five_lines_lab.doors.table import ACTIONS, WIDTH, DrawnTable

_SEEN: dict[str, tuple[int, Any]] = {"observation": (WIDTH, np.float32), "action_mask": (ACTIONS, np.int8)}


class FiveLines(AECEnv):
    """Agents observe `observation` and `action_mask` (see `table`); the reward is 1, -1 or 0, at the end.

    `rules` and `options` are those of `five-lines rules`; raises GameError for others. An agent throws and
    moves again where the rules give it another throw. An action that the mask bars raises KeyError.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "five_lines_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self, rules: str = "schaedler", options: Sequence[str] = (), render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.rules, self.render_mode = rules_for(rules, list(options)), render_mode
        self.possible_agents = [str(seat) for seat in Seat]
        seen = {name: spaces.Box(0, 1, (width,), kind) for name, (width, kind) in _SEEN.items()}
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the seed decides all throws from here on."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.table = DrawnTable(self.rules, int(self._seeds.integers(2**32)))
        self.agents = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = str(self.table.seat)

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what an agent sees, and which actions it has now."""
        is_next = agent == str(self.table.seat)
        mask = self.table.mask() if is_next else np.zeros(ACTIONS, dtype=np.int8)
        return {"observation": self.table.observation(Seat(agent)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the selected agent's action, and throw for the next one."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        self.table.act(int(action if action is not None else -1))
        self.agent_selection = str(self.table.seat)
        if self.table.outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.possible_agents, self.table.returns(), strict=True))
            self._accumulate_rewards()

    def render(self) -> str:
        """Return the position as text."""
        return f"{self.table.position}, {self.table.seat} with {self.table.throw}"

    def close(self) -> None:
        """Nothing is open."""
