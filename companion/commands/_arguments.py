"""Arguments that several subcommands share."""

import argparse

from companion import FiveLinesError
from companion.game import DICE, RECONSTRUCTIONS, Rules, rules_for


class UsageError(FiveLinesError):
    """Arguments that don't make sense together; the message says which to give."""


def add_rules_arguments(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Let a subcommand be given which game is played: `--rules NAME [--option K=V]... [--die NAME]`."""
    parser.add_argument(
        "--rules", metavar="NAME", required=required, help=f"a reconstruction: {', '.join(RECONSTRUCTIONS)}"
    )
    parser.add_argument(
        "--option",
        metavar="K=V",
        action="append",
        default=[],
        help="a house rule, such as to-win=4; repeatable",
    )
    parser.add_argument("--die", metavar="NAME", help=f"short for --option die=NAME: {', '.join(DICE)}")


def rules_from(args: argparse.Namespace) -> Rules:
    """The rules that the arguments ask for; raises GameError."""
    options = [*args.option, *([f"die={args.die}"] if args.die else [])]
    return rules_for(args.rules, options)


def natural_number(text: str) -> int:
    """The whole number of zero or more that a text stands for."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 12:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of zero or more")
    return int(text)


def positive_number(text: str) -> int:
    """The whole number of one or more that a text stands for."""
    number = natural_number(text)
    if number == 0:
        raise argparse.ArgumentTypeError("must be one or more")
    return number
