"""The computer at the board: chooses among what a throw allows, as well as its level plays.

A choice that gives away the chance d against the best is weighed exp(-d / t), so that a player of any level
makes small mistakes often and large ones seldom (a softmax; Luce, Individual Choice Behavior, 1959). The
temperature t comes with the table of chances, which was made so that the level gives away on average what it
says. It knows the position and the throw that has been made, no throw to come.
"""

from typing import TYPE_CHECKING

from companion.analysis.play.value_table import Prospect, ValueTable
from companion.game import Action, LegalMoves, Position
from companion.game.levels import LEVELS, Level

if TYPE_CHECKING:
    from random import Random


def choose(
    table: ValueTable, position: Position, legal: LegalMoves, level: Level, random: "Random"
) -> Action:
    """Choose an action for a throw as a player of a level does, at random where the level allows it."""
    if len(legal.choices) == 1:
        return legal.choices[0]
    strength = table.strengths[LEVELS.index(level)]
    prospects = table.prospects(position, legal)
    best = best_of(prospects)
    weights = [strength.weight(best.chance - prospect.chance) for prospect in prospects]
    return random.choices(prospects, weights)[0].action


def best_of(prospects: tuple[Prospect, ...]) -> Prospect:
    """The best choice, the first of equals."""
    return max(prospects, key=lambda prospect: prospect.chance)
