"""`five-lines solve`: the exact chances of a game under best play."""

import argparse
import json
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.analysis.errors import NoEndError, UnsolvedError
from companion.analysis.play.value_table import as_table, path_of
from companion.analysis.solve.backups import backups
from companion.analysis.solve.graph import Graph, build
from companion.analysis.solve.solution import Solution, solve
from companion.commands._arguments import add_rules_arguments, positive_number, rules_from
from companion.commands._tables import add_tables_argument, progress, progress_bar, tables_folder
from companion.game import GameError, options_of, rules_record, rules_title
from companion.system.atomic_file import write_whole
from five_lines_lab.measure.chain import Chain
from five_lines_lab.measure.players import Best, Rule, rule_player
from five_lines_lab.measure.yardsticks import chance_between, throws_between
from five_lines_lab.solve.bounds import BUDGET_S, Bounds, bounds_of
from five_lines_lab.solve.limited import solve_limited
from five_lines_lab.solve.value_file import as_npz

ENDLESS_LIMIT = 500
"""Throws after which a game ends as a draw if not every position has a value: ten times the published races.
"""


_OF_BOUNDS = ("low", "high", "sweeps", "steps", "longest")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_rules_arguments(parser)
    parser.add_argument(
        "--budget",
        type=positive_number,
        default=int(BUDGET_S),
        metavar="SECONDS",
        help="processor's seconds for bounds, if not every position has a value (default %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--keep", action="store_true", help="keep the table of chances, for hints and computer players"
    )
    parser.add_argument(
        "--npz", type=Path, metavar="FILE", help="write every position's value for numpy (lab/docs/data.md)"
    )
    add_tables_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Solve the game and print what came out."""
    rules = rules_from(args)
    if rules.limit is not None:
        if args.keep or args.npz:
            raise GameError(f"with limit={rules.limit} there is no table to keep: leave the limit out")
        return _solve_limited(args, build(replace(rules, limit=None)), rules.limit)
    began = time.perf_counter()
    graph = build(rules)
    try:
        with progress() as on_step:
            solution = solve(graph, on_step)
    except UnsolvedError as error:
        if args.keep or args.npz or isinstance(error, NoEndError):
            raise
        print(
            "not every position has a value: the start's is bounded, and the game "
            f"solved as a draw after {ENDLESS_LIMIT} throws; "
            "--option limit=N takes another number",
            file=sys.stderr,
        )
        with progress("bounding") as on_step:
            bounds = bounds_of(graph, on_step=on_step, budget_s=args.budget)
        return _solve_limited(args, graph, ENDLESS_LIMIT, bounds)
    seconds = time.perf_counter() - began
    if args.keep:
        as_table(solution).save(path_of(tables_folder(args), rules))
    if args.npz:
        write_whole(args.npz, as_npz(solution))
    print(_as_json(solution, seconds) if args.json else _as_text(solution, seconds))
    return 0


def _solve_limited(args: argparse.Namespace, graph: Graph, limit: int, bounds: "Bounds | None" = None) -> int:
    """Solve a game that is a draw after so many throws; `bounds` are those without a limit."""
    rules = graph.rules
    began = time.perf_counter()
    with progress_bar("throw", limit) as bar:
        limited = solve_limited(graph, limit, lambda _: bar.update())
    seconds = time.perf_counter() - began
    options = [*options_of(rules), f"limit={limit}"]
    if args.json:
        flat = {"rules": rules.name, "options": options, "die": str(rules.die), "positions": graph.positions}
        flat |= {"first_player": limited.first_player, "throws": limited.throws, "draws": limited.draws}
        if bounds:
            flat |= {"status": bounds.status, **{name: getattr(bounds, name) for name in _OF_BOUNDS}}
        print(json.dumps(flat | {"seconds": round(seconds, 3)}))
        return 0
    rows = [
        ("positions that can come up", f"{graph.positions:,}"),
        ("first player's chance, best play", f"{limited.first_player:.9f}"),
        ("  with half of the limit", f"{limited.first_player_by_half:.9f}"),
        ("  a draw, counted as half a win", f"{limited.draws:.3g}"),
        ("mean throws, best play", f"{limited.throws:.2f}"),
        ("seconds to solve", f"{seconds:.1f}"),
    ]
    title = " ".join([rules.name, *options])
    lines = [f"without a limit {bounds}", ""] if bounds else []
    print("\n".join([title, "", *lines, *(f"{what:<40}{figure:>16}" for what, figure in rows)]))
    return 0


def _as_json(solution: Solution, seconds: float) -> str:
    graph, rules = solution.graph, solution.graph.rules
    with backups(graph) as backup:
        draws = float(Chain(solution, backup).draws[graph.start])
    return json.dumps(
        {
            **rules_record(rules),
            "positions": graph.positions,
            "share_with_choice": _share_with_choice(graph),
            "first_player": solution.first_player,
            "draws": draws,
            "throws": float(solution.throws[graph.start]),
            "bracket": solution.bracket,
            "seconds": round(seconds, 3),
        }
    )


def _as_text(solution: Solution, seconds: float) -> str:
    graph, rules = solution.graph, solution.graph.rules
    if sys.stderr.isatty():
        print("solved; random play follows ...", file=sys.stderr)
    with backups(graph) as backup:
        best, at_random = Best(solution, backup), rule_player(Rule.RANDOM, graph, backup)
        draws = float(Chain(solution, backup).draws[graph.start])
        random_throws = throws_between(graph, at_random, at_random)
        against_random = chance_between(graph, best, at_random)
        throws_against_random = throws_between(graph, best, at_random)
    rows = [
        ("positions that can come up", f"{graph.positions:,}"),
        ("  where some throw leaves a choice", f"{_share_with_choice(graph):.2%}"),
        ("first player's chance, best play", f"{solution.first_player:.9f}"),
        ("  off by at most", f"{solution.bracket:.1e}"),
        *([("  a draw, counted as half a win", f"{draws:.3g}")] if graph.dead.any() else []),
        ("mean throws, best play", f"{solution.throws[graph.start]:.2f}"),
        ("mean throws, both moving at random", f"{random_throws:.1f}"),
        ("best play's chance against random moves", f"{against_random:.5f}"),
        ("  mean throws of such games", f"{throws_against_random:.2f}"),
        ("seconds to solve", f"{seconds:.1f}"),
    ]
    return "\n".join([rules_title(rules), "", *(f"{what:<40}{figure:>16}" for what, figure in rows)])


def _share_with_choice(graph: Graph) -> float:
    """Return the share of positions in which some throw leaves more than one thing to do."""
    choices = np.diff(graph.starts).reshape(-1, len(graph.weights)).max(axis=1)
    return float(np.mean(choices[graph.reachable] > 1))
