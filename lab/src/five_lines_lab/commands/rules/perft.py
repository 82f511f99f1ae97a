"""`five-lines perft`: count the lines of play a number of throws deep."""

import argparse
import json

from companion.commands._arguments import add_rules_arguments, natural_number, rules_from
from companion.game import rules_record
from five_lines_lab.perft import perft


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_rules_arguments(parser)
    parser.add_argument(
        "--depth", required=True, type=natural_number, metavar="N", help="how many throws ahead to count"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Count the tree and print it."""
    rules = rules_from(args)
    counted = perft(rules, args.depth)
    if args.json:
        flat = {
            **rules_record(rules),
            "depth": counted.depth,
            "lines": counted.lines,
            "positions": counted.positions,
        }
        print(json.dumps(flat))
    else:
        print(
            f"{counted.lines} lines of play lead to {counted.positions} positions in {counted.depth} throws"
        )
    return 0
