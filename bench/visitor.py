"""Measure how soon a visitor who knows no rules makes a legal move, and whether whole games come to an end.

    python bench/visitor.py [--games 3]

The visitor of `tests/support/visitor.py` reads what pages show and does it: 2 s of the station's time for
each touch or press, and for each counter. Where it errs, it moves any counter anywhere in 4 of 10 turns. The
computer moves at random; the camera is left out, which adds what a table takes to be still.
"""

import argparse
import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion.game import rules_for
from companion.interface.offers import OFFERS
from companion.referee.events import Flagged
from tests.support.visitor import TableWithoutTables, Visitor

MAX_ACTS = 60_000
ERRS = 0.4


def main() -> None:
    """Print a line for each game, alone and with another, without mistakes and with them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=3, help="how many of each; 3")
    games = parser.parse_args().games
    print("game                 who    errs  first move, s: least most  ended  not-so's")
    for game in OFFERS:
        for alone in (True, False):
            for errs in (0.0, ERRS):
                first, ended, flagged = [], 0, 0
                for number in range(1, games + 1):
                    table = TableWithoutTables(rules_for("schaedler"), seed=number)
                    person = Visitor(table, game, alone, Random(f"{game} {number}"), errs)
                    ended += person.plays(MAX_ACTS)
                    first.append(person.first_move_s or float("inf"))
                    flagged += sum(isinstance(event, Flagged) for event in table.events)
                who = "alone" if alone else "two"
                times = f"{min(first):20.0f} {max(first):4.0f}"
                print(f"{game:20} {who:6} {errs:4.1f} {times}  {ended}/{games}    {flagged}", flush=True)


if __name__ == "__main__":
    main()
