"""Measure solving, and looking at a turn's choices, in one process, for the presets named.

Run `python bench/solve.py [NAME[:DIE] ...]`; without names it takes all presets but kidd, and schaedler with
knucklebones. Plain value iteration backs up all positions with numpy, from 1/2, until no value changes by
more than 1e-10. Both get the graph of positions for nothing; our time includes the proof of the bracket.
A look (the table's chance after each legal move of the first turn) is timed once for every face of the die,
many times over; the median of the slowest face is printed, in microseconds.
"""

import argparse
import time
from statistics import median

import numpy as np

from companion.analysis.play.value_table import ValueTable, as_table
from companion.analysis.solve.graph import Graph, build
from companion.analysis.solve.solution import solve
from companion.game import RECONSTRUCTIONS, Seat, legal_moves, rules_for, start_position

_STILL = 1e-10
_LOOKUPS = 200


def plain_value_iteration(graph: Graph) -> tuple[float, int]:
    """Return the first player's chance and the number of sweeps."""
    ends = np.zeros(2 * graph.nodes + 2)
    ends[graph.won], ends[graph.drawn] = 1.0, 0.5
    values = np.full(graph.nodes, 0.5)
    sweeps, change = 0, 1.0
    while change > _STILL:
        ends[: graph.nodes], ends[graph.nodes : -2] = 1 - values[graph.turned], values
        best = np.maximum.reduceat(ends[graph.edges], graph.starts[:-1])
        backed = best.reshape(graph.nodes, -1) @ graph.weights
        change = float(np.abs(backed - values).max())
        values = backed
        sweeps += 1
    return float(values[graph.start]), sweeps


def slowest_look_us(table: ValueTable) -> float:
    """Return the time to look up all choices of the first turn, for the slowest throw."""
    position, medians = start_position(table.rules), []
    for throw in table.rules.die.faces:
        legal = legal_moves(position, Seat.A, throw, table.rules)
        times = []
        for _ in range(_LOOKUPS):
            began = time.perf_counter()
            table.prospects(position, legal)
            times.append(time.perf_counter() - began)
        medians.append(median(times))
    return 1e6 * max(medians)


def main() -> None:
    """Print both times, their ratio, how far apart the first player's chances are, and a look's time."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    defaults = [*(name for name in RECONSTRUCTIONS if name != "kidd"), "schaedler:knucklebone"]
    parser.add_argument("games", nargs="*", default=defaults, metavar="NAME[:DIE]")
    args = parser.parse_args()
    print(f"{'':<24}{'graph s':>9}{'plain s':>9}{'sweeps':>8}{'ours s':>9}", end="")
    print(f"{'ratio':>8}{'apart by':>10}{'look us':>9}")
    for game in args.games:
        name, _, die = game.partition(":")
        began = time.perf_counter()
        graph = build(rules_for(name, [f"die={die}"] if die else []))
        built = time.perf_counter()
        plain, sweeps = plain_value_iteration(graph)
        iterated = time.perf_counter()
        solution = solve(graph)
        solved = time.perf_counter()
        ours, plainly = solved - iterated, iterated - built
        apart = abs(plain - solution.first_player)
        print(
            f"{game:<24}{built - began:>9.2f}{plainly:>9.2f}{sweeps:>8}{ours:>9.2f}{plainly / ours:>7.1f}x"
            f"{apart:>10.0e}{slowest_look_us(as_table(solution)):>9.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
