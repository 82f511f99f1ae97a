"""The choice of game at the station: first from the settings, then from visitors."""

from dataclasses import dataclass, replace

from companion.game import ClashError, Rules, Seat
from companion.game.levels import Level
from companion.interface.offers import OFFERS
from companion.interface.views import Opponent
from companion.settings.sections import AS_PUBLISHED, ComputerSeat, DiceOwner, Settings
from companion.station.game.game_at_table import GameAtTable
from companion.station.game.opponent import level_of


@dataclass(frozen=True)
class GameChoice:
    """The next game: its rules, its dice, which seat the computer plays and how well.

    `chance_shown`: the bar with the chances to win is shown. `tips`: a person's best counter glows unasked.
    """

    rules: Rules
    own_dice: bool
    computer: Seat | None
    level: Level
    chance_shown: bool
    tips: bool = False

    @property
    def opponent(self) -> Opponent | None:
        """Return the computer, if it plays."""
        return Opponent(self.computer, self.level) if self.computer is not None else None

    def as_in(self, game: GameAtTable) -> "GameChoice":
        """Return the choice with the values of a game that is being played."""
        opponent = game.opponent
        if opponent is None:
            return replace(self, rules=game.rules, own_dice=game.own_dice, computer=None)
        computer, level = opponent.seat, opponent.level
        return replace(self, rules=game.rules, own_dice=game.own_dice, computer=computer, level=level)


def choice_of(settings: Settings, rules: Rules) -> GameChoice:
    """Return the choice that the settings make for the station's own game, or for the only one it offers."""
    opponent, offered = settings.opponent, settings.visitors.offered
    only = offered[0] if len(offered) == 1 else rules.name
    return GameChoice(
        rules if rules.name == only else with_house_die(OFFERS[only].rules, rules, settings),
        own_dice=settings.game.dice is DiceOwner.OWN,
        computer=None if opponent.seat is ComputerSeat.NONE else Seat(opponent.seat),
        level=level_of(opponent.level),
        chance_shown=opponent.chance,
    )


def with_house_die(rules: Rules, own: Rules, settings: Settings) -> Rules:
    """Return the rules with the die of the house, if the settings name one and the rules allow it."""
    if settings.game.die == AS_PUBLISHED:
        return rules
    try:
        return replace(rules, die=own.die)
    except ClashError:
        return rules
