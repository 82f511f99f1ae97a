"""Arguments that several subcommands share."""

import argparse

from companion import FiveLinesError
from companion.game import DICE, RECONSTRUCTIONS, GameError, Rules, rules_for


class UsageError(FiveLinesError, ValueError):
    """Arguments that don't go together; the message says which to give."""


def add_rules_arguments(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Add the arguments for rules: `--rules NAME [--option K=V]... [--die NAME]`."""
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
    parser.add_argument(
        "--die",
        metavar="NAME",
        help=f"the die: {', '.join(DICE)}, or another by FACE:WEIGHT,...",
    )


def rules_from(args: argparse.Namespace) -> Rules:
    """Return the rules in the arguments; raise GameError."""
    options = [*args.option, *([f"die={args.die}"] if args.die else [])]
    return rules_for(args.rules, options)


def solvable_rules_from(args: argparse.Namespace) -> Rules:
    """Return the rules without a limit, with which no game can be solved; raise GameError."""
    rules = rules_from(args)
    if rules.limit is not None:
        raise GameError(
            f"with limit={rules.limit} a position is worth something else after every throw, which `solve` "
            "alone reckons with; leave the limit out"
        )
    return rules


def natural_number(text: str) -> int:
    """Return a text as a whole number of zero or more."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 12:
        raise argparse.ArgumentTypeError(f"it can't be {text!r}: give a whole number from 0 up")
    return int(text)


def positive_number(text: str) -> int:
    """Return a text as a whole number of one or more."""
    number = natural_number(text)
    if number == 0:
        raise argparse.ArgumentTypeError("must be one or more")
    return number
