"""`five-lines wear`: the sets of rules that explain the wear of a board, and those it can't tell apart."""

import argparse
import json
from pathlib import Path

from companion.commands._arguments import UsageError
from companion.game import RECONSTRUCTIONS, reconstruction, rules_for
from companion.system.data import MAX_TEXT_BYTES, DataError, text_of
from five_lines_lab.atlas.table import read_table
from five_lines_lab.commands.rules.traffic import traffic_of
from five_lines_lab.measure.traffic import Traffic
from five_lines_lab.wear import distinguished, log_likelihoods, read_board


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "board", type=Path, metavar="BOARD.json", help="the wear of the ten points: see lab/docs/wear.md"
    )
    parser.add_argument(
        "mixes",
        nargs="*",
        metavar="RULES",
        help="rules to compare, each a name with its options; all reconstructions if none is given",
    )
    parser.add_argument(
        "--survey", type=Path, metavar="FILE", help="compare the sets of a survey that has their traffic"
    )
    parser.add_argument(
        "--player", default="two-rules", metavar="NAME", help="who plays; two-rules if not given"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Compare the rules and print them, the likeliest first."""
    try:
        board = read_board(text_of(args.board, MAX_TEXT_BYTES))
    except (OSError, DataError) as error:
        raise UsageError(f"{args.board}: {error}; lab/docs/wear.md has an example") from None
    traffics = _of_survey(args) if args.survey else _of_mixes(args)
    likelihoods = log_likelihoods(board, list(traffics.values()))
    likelihoods -= likelihoods.max()
    rows = sorted(
        zip(likelihoods.tolist(), traffics, distinguished(likelihoods, 0.0).tolist(), strict=True),
        reverse=True,
    )
    if not args.json:
        if board.find:
            print(f"{board.find.what} ({board.find.where})\n")
        print(f"{'rules':44}{'log likelihood, best 0':>24}   differs from the best")
    for value, mix, apart in rows:
        if args.json:
            print(json.dumps({"rules": mix, "log_likelihood": value, "distinguished": apart}))
        else:
            print(f"{mix:44}{value:24.2f}   {'yes' if apart else 'no'}")
    return 0


def _of_mixes(args: argparse.Namespace) -> dict[str, Traffic]:
    """Compute the traffic of each set of rules that is asked for."""
    mixes = args.mixes or list(RECONSTRUCTIONS)
    rules = {mix: rules_for((mix.split() or [""])[0], mix.split()[1:]) for mix in mixes}
    return {mix: traffic_of(it, [args.player, args.player]) for mix, it in rules.items()}


def _of_survey(args: argparse.Namespace) -> dict[str, Traffic]:
    """Return the traffic of each set of a survey."""
    if args.mixes or args.player != "two-rules":
        raise UsageError("a survey has its own sets, played by two-rules: leave out RULES and --player")
    sets = [it for it in read_table(args.survey).sets() if it.traffic]
    if not sets:
        raise UsageError(f"{args.survey} has no traffic: `five-lines survey traffic {args.survey}` adds it")
    return {
        " ".join([it.rules.name, *it.rules.differences(reconstruction(it.rules.name).rules)]): it.traffic
        for it in sets
        if it.traffic
    }
