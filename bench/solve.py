"""How long solving takes: plain value iteration and the solver, in one process, for the presets named.

Run `python bench/solve.py [NAME[:DIE] ...]`; without names it takes all presets but kidd, and schaedler with
knucklebones. Plain value iteration backs up all positions with numpy, from 1/2, until no value changes by
more than 1e-10. Both get the graph of positions for nothing; our time includes the proof of the bracket.
"""

import argparse
import time

import numpy as np

from companion.analysis.graph import Graph, build
from companion.analysis.solution import solve
from companion.game import RECONSTRUCTIONS, rules_for

_STILL = 1e-10


def plain_value_iteration(graph: Graph) -> tuple[float, int]:
    """The first player's chance and the number of sweeps."""
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


def main() -> None:
    """Print both times, their ratio, and how far apart the first player's chances are."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    usual = [*(name for name in RECONSTRUCTIONS if name != "kidd"), "schaedler:knucklebone"]
    parser.add_argument("games", nargs="*", default=usual, metavar="NAME[:DIE]")
    args = parser.parse_args()
    print(f"{'':<24}{'graph s':>9}{'plain s':>9}{'sweeps':>8}{'ours s':>9}{'ratio':>8}{'apart by':>10}")
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
            f"{apart:>10.0e}",
            flush=True,
        )


if __name__ == "__main__":
    main()
