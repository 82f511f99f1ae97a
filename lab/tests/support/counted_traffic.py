"""The traffic of random games, counted with the engine alone, and the same as the program computes it."""

from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from companion.analysis.solve.backups import Values, backups
from companion.analysis.solve.graph import build
from companion.game import (
    GOAL_HALF,
    RING,
    Action,
    Move,
    Position,
    Reserve,
    Rules,
    Seat,
    index_of,
    legal_moves,
    next_seat,
    outcome,
    play,
    rules_for,
    start_position,
)
from companion.game.moves import path
from five_lines_lab.measure.players import Rule, rule_player
from five_lines_lab.measure.traffic import Traffic, traffic

QUICK = ("to-win=4", "larger-throw-enters=yes")


def computed(name: str, *options: str, rule: Rule = Rule.RANDOM) -> Traffic:
    graph = build(rules_for(name, options))
    with backups(graph) as backup:
        player = rule_player(rule, graph, backup)
        return traffic(graph, player, player)


def lying(position: Position, point: int) -> int:
    """Return how many counters of both seats lie on a half, those at home included."""
    at_home = {index_of(Seat.A, RING[2]): position.a.home, 7: position.b.home}.get(point, 0)
    return sum(position.count(seat, RING[point]) for seat in Seat) + at_home


def two_rules(choices: Sequence[Action]) -> list[Action]:
    """Return what takes no counter off the goal half if there is such, and of that what brings one there."""
    kept = [it for it in choices if not (isinstance(it, Move) and it.leaves_goal_half)] or list(choices)
    gathering = [it for it in kept if isinstance(it, Move) and index_of(it.seat, it.target) == GOAL_HALF]
    return [*gathering] or kept


def counted(
    rules: Rules,
    random: Random,
    left: Callable[[Sequence[Action]], Sequence[Action]] = lambda choices: choices,
) -> tuple[Values, int]:
    """Play a game, choosing evenly among what is left; return landed, left, passed and slid, and throws."""
    counts = np.zeros((4, 10))
    position, seat, throws = start_position(rules), random.choice(list(Seat)), 0
    while outcome(position, rules) is None:
        throws += 1
        action = random.choice(left(legal_moves(position, seat, rules.die.throw(random), rules).choices))
        if isinstance(action, Move):
            target = RING.index(action.target)
            counts[0, target] += 1
            counts[3, target] += lying(position, target) > action.hits
            if action.source is not Reserve.HAND:
                own_half = index_of(Seat.A, RING[2]) if seat is Seat.A else 7
                at_home = action.source is Reserve.HOME
                source = own_half if at_home else [str(it) for it in RING].index(str(action.source))
                counts[1, source] += 1
                counts[3, source] += lying(position, source) > 1 or at_home
                way = [RING.index(point) for point in path(action)]
                counts[2, way[:-1]] += 1
                for reached, before in ((5, 4), (0, 9)):
                    counts[3, [reached, before]] += reached in way
        position, seat = play(position, action), next_seat(seat, action)
    return counts, throws
