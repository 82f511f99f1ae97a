"""The game in OpenSpiel, with nature's throws as chance nodes: `pyspiel.load_game("python_five_lines")`.

Importing this module registers it. Its parameters are `rules` and `options`, those with blanks between them,
as in `pyspiel.load_game("python_five_lines", {"rules": "kidd", "options": "die=knucklebone"})`.
"""

from typing import Any

import pyspiel

from companion.game import Seat, rules_for
from five_lines_lab.doors.table import ACTIONS, Table

_TYPE = pyspiel.GameType(
    short_name="python_five_lines",
    long_name="Five Lines (pente grammai)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={"rules": "schaedler", "options": ""},
)


class FiveLinesGame(pyspiel.Game):
    """A game by its rules; raises GameError for rules that there aren't."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.rules = rules_for(params.get("rules", "schaedler"), params.get("options", "").split())
        limit = Table(self.rules).rules.limit
        info = pyspiel.GameInfo(ACTIONS, len(self.rules.die.faces), 2, -1.0, 1.0, 0.0, limit)
        super().__init__(_TYPE, info, params)

    def new_initial_state(self) -> "FiveLinesState":
        """Return the start, before the first throw."""
        return FiveLinesState(self)


class FiveLinesState(pyspiel.State):
    """A position, with or without a throw; seat A is player 0."""

    def __init__(self, game: FiveLinesGame) -> None:
        super().__init__(game)
        self.table = Table(game.rules)

    def current_player(self) -> int:
        """Return who acts: nature throws before each move."""
        if self.table.outcome is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.table.throw is None:
            return int(pyspiel.PlayerId.CHANCE)
        return list(Seat).index(self.table.seat)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each face by its place on the die, and its chance."""
        weights = self.table.rules.die.weights
        return [(place, weight / sum(weights)) for place, weight in enumerate(weights)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.actions())

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.table.cast(self.table.rules.die.faces[action])
        else:
            self.table.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self.table.rules.die.faces[action])
        return str(self.table.actions()[action])

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return self.table.outcome is not None

    def returns(self) -> list[float]:
        """Return what each player has won so far: 0 while the game goes on."""
        return list(self.table.returns())

    def __str__(self) -> str:
        return f"{self.table.position}, {self.table.seat} with {self.table.throw}"


pyspiel.register_game(_TYPE, FiveLinesGame)
