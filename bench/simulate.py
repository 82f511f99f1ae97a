"""Measure games played at random: a plain Python loop and the batch, in one process, for every preset.

Run `python bench/simulate.py`; `--seconds` sets how long the loop plays each preset, `--moves` about how many
moves the batch plays of each. The last games of a batch run alone to their ends, so that a batch needs many
games to show its speed; its set-up and its end are part of the time.
"""

import argparse
import random
import time

from companion.game import GOAL_HALF, OWN_HALF, RECONSTRUCTIONS, Rules, rules_for, start_position
from companion.game.landing import goal_is_shut, is_hit, other_obstacle, own_obstacle
from companion.game.legality import earns_throw
from companion.game.rulesets.rules import Entering, Leaving
from five_lines_lab.report.simulate import simulate

HAND, HOME = 10, 11
REFERENCE_MOVES_PER_S = 400_000
"""The reported speed of a plain Python loop for Schädler's game on one core."""


def plain_moves_per_s(rules: Rules, seconds: float) -> float:
    """Return moves per second of a plain loop: lists of counts, every rule of landing looked up.

    It plays the presets only (no larger throws that enter, no declining).
    """
    numbers = range(6)
    own_may = [[own_obstacle(i, n, rules) is None for n in numbers] for i in range(10)]
    may_land = [[other_obstacle(i, n, rules, entering=False) is None for n in numbers] for i in range(10)]
    may_enter = [[other_obstacle(i, n, rules, entering=True) is None for n in numbers] for i in range(10)]
    hits = [[is_hit(i, n, rules) for n in numbers] for i in range(10)]
    shut = [goal_is_shut(n, rules) for n in numbers]
    earns = [earns_throw(i, rules) for i in range(10)]
    must_enter = rules.entry in (Entering.MUST_ELSE_MOVE, Entering.MUST_ELSE_PASS)
    last_resort, never = rules.leaving is Leaving.LAST_RESORT, rules.leaving is Leaving.NEVER
    across = [(i + 5) % 10 for i in range(10)]
    ahead = [[(i + d) % 10 for d in range(7)] for i in range(10)]
    at_start = start_position(rules).a
    start = [*at_start.ring, at_start.hand, at_start.home]
    draw = random.Random(1).random
    moves = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        own, other = start[:], start[:]
        stuck = 0
        # Twelve passes in a row are taken for a game in which nobody can ever move again.
        while own[GOAL_HALF] < 5 and other[GOAL_HALF] < 5 and stuck < 12:
            throw = int(draw() * 6) + 1
            found = []
            if own[HAND]:
                to = throw - 1
                if own_may[to][own[to]] and may_enter[to][other[across[to]]]:
                    found.append((HAND, to))
            if own[HOME] and not own[OWN_HALF]:
                to = OWN_HALF + throw
                if own_may[to][own[to]] and may_land[to][other[across[to]]]:
                    found.append((HOME, to))
            if not (found and must_enter):
                for source in range(10):
                    if own[source] and source != GOAL_HALF:
                        to = ahead[source][throw]
                        if own_may[to][own[to]] and may_land[to][other[across[to]]]:
                            found.append((source, to))
                if own[GOAL_HALF] and not never and not (last_resort and found) and not shut[other[OWN_HALF]]:
                    to = ahead[GOAL_HALF][throw]
                    if own_may[to][own[to]] and may_land[to][other[across[to]]]:
                        found.append((GOAL_HALF, to))
            if not found:
                stuck += 1
                own, other = other, own
                continue
            stuck = 0
            moves += 1
            source, to = found[int(draw() * len(found))] if len(found) > 1 else found[0]
            own[source] -= 1
            own[to] += 1
            if hits[to][other[across[to]]]:
                other[across[to]] -= 1
                other[HAND] += 1
            if not earns[to]:
                own, other = other, own
    return moves / (time.perf_counter() - begun)


def batch_moves_per_s(rules: Rules, moves: int) -> float:
    """Return moves per second of the batch, from set-up to the end of the last game."""
    games = int(moves / simulate(rules, 500, seed=1).moves.mean())
    begun = time.perf_counter()
    played = int(simulate(rules, games, seed=2).moves.sum())
    return played / (time.perf_counter() - begun)


def main() -> None:
    """Print moves a second of both, their ratio, and the batch against the reference figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--moves", type=int, default=200_000_000)
    args = parser.parse_args()
    print(f"{'':<20}{'plain loop':>14}{'batch':>14}{'ratio':>8}{'to 400,000/s':>14}")
    print(f"{'':<20}{'moves/s':>14}{'moves/s':>14}")
    for name in RECONSTRUCTIONS:
        rules = rules_for(name)
        plain, batch = plain_moves_per_s(rules, args.seconds), batch_moves_per_s(rules, args.moves)
        ratio, to_reference = batch / plain, batch / REFERENCE_MOVES_PER_S
        print(f"{name:<20}{plain:>14,.0f}{batch:>14,.0f}{ratio:>7.1f}x{to_reference:>13.1f}x")


if __name__ == "__main__":
    main()
