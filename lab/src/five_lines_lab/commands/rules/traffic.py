"""`five-lines traffic`: how often games land on each point, leave it, pass it and slide along its half."""

import argparse
import json
from collections.abc import Sequence

from companion.analysis.solve.backups import backups
from companion.analysis.solve.graph import build
from companion.analysis.solve.solution import solve
from companion.commands._arguments import UsageError, add_rules_arguments, solvable_rules_from
from companion.commands._tables import progress
from companion.game import Rules, options_of, rules_title
from companion.game.board import RING
from companion.game.names import meant
from five_lines_lab.measure.levels import players_named
from five_lines_lab.measure.players import PLAYERS, Player, Rule, person, rule_player
from five_lines_lab.measure.traffic import Traffic, traffic


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_rules_arguments(parser)
    parser.add_argument(
        "--players",
        nargs=2,
        default=["perfect", "perfect"],
        metavar="NAME",
        help="who plays: random, keeps-goal, two-rules, one of the computer's levels, or a person as "
        "`five-lines players` finds them",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Compute the traffic and print it."""
    rules = solvable_rules_from(args)
    found = traffic_of(rules, args.players)
    by_point = {"landed": found.landed, "left": found.left, "passed": found.passed, "slid": found.slid}
    if args.json:
        head = {"rules": rules.name, "options": options_of(rules)}
        figures = {name: values.tolist() for name, values in by_point.items()}
        record = {**head, "players": args.players, "throws": found.throws, "idle": found.idle, **figures}
        print(json.dumps(record))
        return 0

    print(f"{rules_title(rules)}, per 100 throws")
    print(f"\n{'':8}" + "".join(f"{point:>7}" for point in RING))
    for name, values in by_point.items():
        print(f"{name:8}" + "".join(f"{value:7.2f}" for value in values))
    print(f"\nthrows with which nothing moves {found.idle:.2f}; mean throws of a game {found.throws:.1f}")
    return 0


def check_players(names: Sequence[str]) -> None:
    """Raise UsageError for a name of no player."""
    for name in names:
        if name not in PLAYERS and person(name) is None:
            raise UsageError(f"no player is called {name!r}; {meant(name, PLAYERS)}, or a person: 0.05:1:0.8")


def traffic_of(rules: Rules, names: Sequence[str]) -> Traffic:
    """Return the traffic of a game between two players by name; solve it only if a player needs that."""
    check_players(names)
    graph, once = build(rules), list(dict.fromkeys(names))
    with backups(graph) as backup:
        if set(names) <= set(Rule):
            players: list[Player] = [rule_player(Rule(name), graph, backup) for name in once]
        else:
            with progress() as on_step:
                players = players_named(once, solve(graph, on_step), backup)
        return traffic(graph, players[0], players[-1])
