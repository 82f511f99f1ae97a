"""The computer's levels as yardsticks."""

from collections.abc import Sequence

from companion.analysis.play.strengths import strengths
from companion.analysis.solve.backups import Backups
from companion.analysis.solve.solution import Solution
from companion.game.levels import LEVELS
from five_lines_lab.measure.measures import GAMES, Figure, against_best
from five_lines_lab.measure.players import Best, Player, Rule, Softmax, person, rule_player


def against_levels(solution: Solution, backup: Backups) -> dict[str, Figure]:
    """Return best play's chance against each level but the perfect one, by its name."""
    return {
        name: against_best(solution, backup, player, GAMES, seed=1)
        for name, player in level_players(solution, backup).items()
        if not isinstance(player, Best)
    }


def level_players(solution: Solution, backup: Backups) -> dict[str, Player]:
    """The computer's levels in a solved game, by their names."""
    players: dict[str, Player] = {}
    for level, strength in zip(LEVELS, strengths(solution.graph, solution.values), strict=True):
        if level.share_of_random == 1:
            players[level.name] = rule_player(Rule.RANDOM, solution.graph, backup)
        elif level.share_of_random == 0:
            players[level.name] = Best(solution, backup)
        else:
            players[level.name] = Softmax(solution, strength.temperature)
    return players


def players_named(names: Sequence[str], solution: Solution, backup: Backups) -> list[Player]:
    """Return players by name: rules of thumb, people as `person` reads them, or the computer's levels."""
    players: dict[str, Player] = {
        rule.value: rule_player(rule, solution.graph, backup) for rule in Rule if rule.value in names
    }
    players |= {name: Softmax(solution, *habits) for name in names if (habits := person(name))}
    if not players.keys() >= set(names):
        # How the levels play takes some seconds to find out.
        players = level_players(solution, backup) | players
    return [players[name] for name in names]
