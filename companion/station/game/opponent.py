"""The computer at the table: how long it waits before a throw, and its choice of a move."""

from random import Random

from companion.analysis.play.opponent import choose
from companion.game import Action, Seat
from companion.game.levels import LEVELS, Level
from companion.interface.views import Opponent
from companion.journal import ComputerSeated
from companion.referee.referee import State
from companion.settings.sections import OpponentSettings
from companion.station.game.chances import Chances


def opponent_of(seated: ComputerSeated | None) -> Opponent | None:
    """Return the computer as it was seated in a stored game."""
    return None if seated is None else Opponent(seated.seat, level_of(seated.level))


def level_of(name: str) -> Level:
    """Return the level of that name; the default level for a name of another version."""
    levels = {level.name: level for level in LEVELS}
    return levels.get(name) or levels[OpponentSettings().level]


def next_level(opponent: Opponent | None, winner: Seat | None, *, tips: bool) -> Level | None:
    """Return the level to try after a game: a harder one after a win, an easier one after a loss.

    Where there is no easier one it is the same, to be played with tips, if there are `tips` to be had.
    """
    if opponent is None or winner is None:
        return None
    ladder = (LEVELS[0] if tips else None, *LEVELS, None)
    return ladder[LEVELS.index(opponent.level) + (0 if winner is opponent.seat else 2)]


def needs_chances(level: Level) -> bool:
    """True if a level has to know the chances; one that moves at random does not."""
    return level.share_of_random < 1


def decide(state: State, level: Level, chances: Chances, random: Random) -> Action | None:
    """Choose the computer's action for its throw; None while the chances are still being worked out.

    Where they are not to be had, it moves at random. It is shown nothing but what lies on the table.
    """
    legal = state.legal
    assert legal is not None
    choices = legal.choices
    if len(choices) == 1:
        return choices[0]
    table = chances.table(state.rules)
    if table is not None:
        return choose(table, state.position, legal, level, random)
    if chances.failed or not needs_chances(level):
        return random.choice(choices)
    return None


class QuietTime:
    """Measure how long the table has looked the same, so that people can follow what the computer does."""

    def __init__(self) -> None:
        self._look: object = None
        self._since_s = 0.0

    def quiet_s(self, look: object, now_s: float) -> float:
        """Return for how many seconds the table has looked the same."""
        if look != self._look:
            self._look, self._since_s = look, now_s
        return now_s - self._since_s
