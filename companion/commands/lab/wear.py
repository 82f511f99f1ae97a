"""`five-lines wear`: the sets of rules that explain the wear of a board, and those it can't tell apart."""

import argparse
import json
from pathlib import Path

from companion.commands._arguments import UsageError
from companion.commands.lab.traffic import traffic_of
from companion.game import RECONSTRUCTIONS, rules_for
from companion.lab.wear import distinguished, log_likelihood, read_board
from companion.system.data import DataError
from companion.system.limits import MAX_TEXT_BYTES
from companion.system.outside_file import text_of

EXAMPLES = (
    "five-lines wear BOARD.json",
    'five-lines wear BOARD.json schaedler "kidd sacred-line=safe" --player random',
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "board", type=Path, metavar="BOARD.json", help="the wear of the ten points: see docs/wear.md"
    )
    parser.add_argument(
        "mixes",
        nargs="*",
        default=list(RECONSTRUCTIONS),
        metavar="RULES",
        help="rules to compare, each a name with its options; all reconstructions if none is given",
    )
    parser.add_argument(
        "--player", default="two-rules", metavar="NAME", help="who plays; two-rules if not given"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Compare the rules and print them, the likeliest first."""
    try:
        board = read_board(text_of(args.board, MAX_TEXT_BYTES))
    except (DataError, UnicodeDecodeError, OSError) as error:
        raise UsageError(f"{args.board}: {error}; docs/wear.md has an example") from None
    rules = {mix: rules_for((mix.split() or [""])[0], mix.split()[1:]) for mix in args.mixes}
    found = [
        (log_likelihood(board, traffic_of(it, [args.player, args.player])), mix) for mix, it in rules.items()
    ]
    found.sort(reverse=True)
    best = found[0][0]
    if not args.json:
        print(f"{'rules':44}{'log likelihood, best 0':>24}   differs from the best")
    for value, mix in found:
        apart = distinguished(value, best)
        if args.json:
            print(json.dumps({"rules": mix, "log_likelihood": value - best, "distinguished": apart}))
        else:
            print(f"{mix:44}{value - best:24.2f}   {'yes' if apart else 'no'}")
    return 0
