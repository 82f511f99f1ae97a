"""Measure players that search against the exact values: `python bench/search.py [--rules NAME] [--turns N]`.

Turns with a choice are drawn from games of best play, with a fixed seed. Printed are, for each player, what
it gives away of its chance in such a turn (mean and standard error), the milliseconds of one processor that
it thinks, and its chance against the perfect player where that can be computed from all positions.
"""

import argparse
import time
from collections.abc import Callable

import numpy as np

from companion.analysis.solve.backups import Ends, backups
from companion.analysis.solve.graph import build
from companion.analysis.solve.solution import Solution, solve
from companion.game import RECONSTRUCTIONS, rules_for
from five_lines_lab.measure.levels import level_players
from five_lines_lab.measure.players import Best, Player, Rule, rule_player
from five_lines_lab.measure.yardsticks import chance_between
from five_lines_lab.report.search import Uct, estimates, looked_ahead, looking_ahead

_SEED = 58
_TREES = 400  # turns of which a tree is searched for its time, and playouts are made


def turns_of(solution: Solution, count: int) -> list[tuple[int, int]]:
    """Return some turns with a choice (node and face), from games of best play."""
    graph, random = solution.graph, np.random.default_rng(_SEED)
    faces, found, node = len(graph.weights), list[tuple[int, int]](), graph.start
    while len(found) < count:
        face = int(random.choice(faces, p=graph.weights))
        row = node * faces + face
        # One turn in five, so that they differ.
        if graph.starts[row + 1] - graph.starts[row] > 1 and random.random() < 0.2:
            found.append((node, face))
        edge = solution.policy[node, face]
        node = graph.start if edge >= graph.won else int(graph.after(edge[None])[0])
    return found


def main() -> None:
    """Print a row for each player."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rules", choices=RECONSTRUCTIONS, default="schaedler")
    parser.add_argument("--turns", type=int, default=2000)
    parser.add_argument("--throws", type=int, default=3, help="most throws looked ahead")
    parser.add_argument("--playouts", type=int, nargs="*", default=[30, 100, 300, 1000])
    args = parser.parse_args()
    solution = solve(build(rules_for(args.rules)))
    graph, known = solution.graph, estimates(solution.graph)
    ends = Ends(graph, 1, 0.5, np.float64).seen(1 - solution.values, solution.values)
    turns = turns_of(solution, args.turns)
    nodes, faces = (np.array(it, dtype=np.intp) for it in zip(*turns, strict=True))

    def row(name: str, edges: np.ndarray, ms: float | None, wins: float | None) -> None:
        count = len(edges)
        lost = ends[solution.policy[nodes[:count], faces[:count]]] - ends[edges]
        error = lost.std() / np.sqrt(count)
        shown = [f"{100 * lost.mean():.2f} ± {100 * error:.2f}%", "" if ms is None else f"{ms:.2f}"]
        print(f"| {name} | {' | '.join(shown)} | {'' if wins is None else f'{wins:.1%}'} |", flush=True)

    def timed(choose: Callable[[int, int], int]) -> tuple[np.ndarray, float]:
        began = time.process_time()
        edges = np.array([choose(node, face) for node, face in turns[:_TREES]])
        return edges, 1000 * (time.process_time() - began) / _TREES

    print("| player | gives away a turn | ms a turn | wins against perfect |\n| --- | --: | --: | --: |")
    with backups(graph) as backup:
        best = Best(solution, backup)
        players: dict[str, Player] = {rule.value: rule_player(rule, graph, backup) for rule in Rule}
        players |= level_players(solution, backup)
        for name, player in players.items():
            edges = player.choose(nodes, faces, np.random.default_rng(_SEED))
            row(name, edges, None, 1 - chance_between(graph, best, player))
        for throws in range(args.throws + 1):
            deep = looking_ahead(solution, backup, throws)

            def tree(node: int, face: int, throws: int = throws) -> int:
                return looked_ahead(graph, known, node, face, throws)

            _, ms = timed(tree)
            edges = deep.choose(nodes, faces, np.random.default_rng(_SEED))
            row(f"expectiminimax, {throws} throws", edges, ms, 1 - chance_between(graph, best, deep))
    for playouts in args.playouts:
        edges, ms = timed(Uct(graph, playouts).choose)
        row(f"UCT, {playouts} playouts", edges, ms, None)


if __name__ == "__main__":
    main()
