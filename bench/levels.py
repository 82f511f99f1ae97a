"""Measure what each level of the computer gives away, and how often it wins against the perfect one.

Run `python bench/levels.py [NAME ...] [--games N]`. Every choice is made as at the table, by
`companion.analysis.play.opponent`; the two seats begin in turn. The tables are made in a folder that is
deleted.
"""

import argparse
import tempfile
from pathlib import Path
from random import Random

from companion.analysis.play.opponent import choose
from companion.analysis.play.value_table import ValueTable, table_for
from companion.game import Seat, legal_moves, next_seat, outcome, play, rules_for, start_position
from companion.game.levels import LEVELS, Level

_MAX_THROWS = 500
"""Throws after which games are counted as draws."""


def play_game(
    table: ValueTable, levels: tuple[Level, Level], starter: Seat, random: Random
) -> tuple[float, float, int]:
    """Return the points of seat A, the chance that seat A gave away in the game, and its throws."""
    rules, position, seat = table.rules, start_position(table.rules), starter
    lost, own_throws = 0.0, 0
    mover = None
    for throws in range(_MAX_THROWS):
        ended = outcome(position, rules, throws, mover)
        if ended is not None:
            points = 0.5 if ended.winner is None else float(ended.winner is Seat.A)
            return points, lost, own_throws
        legal = legal_moves(position, seat, rules.die.throw(random), rules)
        action = choose(table, position, legal, levels[seat is Seat.B], random)
        if seat is Seat.A:
            own_throws += 1
            chances = {prospect.action: prospect.chance for prospect in table.prospects(position, legal)}
            lost += max(chances.values()) - chances[action]
        position, seat, mover = play(position, action), next_seat(seat, action), seat
    return 0.5, lost, own_throws


def main() -> None:
    """Print a table for each game."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=["schaedler", "kalkhoven"], metavar="NAME")
    parser.add_argument("--games", type=int, default=200)
    args = parser.parse_args()
    for name in args.names:
        with tempfile.TemporaryDirectory() as folder:
            table = table_for(rules_for(name), Path(folder))
            print(f"{name:<24}{'stated':>10}{'in play':>10}{'wins against perfect':>24}")
            for level, strength in zip(LEVELS, table.strengths, strict=True):
                random = Random(1)
                starters = [(Seat.A, Seat.B)[number % 2] for number in range(args.games)]
                own = [play_game(table, (level, level), starter, random) for starter in starters]
                against = [play_game(table, (level, LEVELS[-1]), starter, random) for starter in starters]
                lost = sum(loss for _, loss, _ in own) / sum(throws for *_, throws in own)
                won = sum(points for points, *_ in against) / args.games
                print(f"  {level.name:<22}{strength.loss:>10.3%}{lost:>10.3%}{won:>24.1%}", flush=True)


if __name__ == "__main__":
    main()
