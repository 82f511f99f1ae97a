"""`five-lines ludii`: rules in the language of the Ludii program."""

import argparse

from companion.game import parse_options, reconstruction
from five_lines_lab.ludii import as_lud


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the reconstruction")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="with an option changed")


def run(args: argparse.Namespace) -> int:
    """Print the rules as a .lud file."""
    print(as_lud(reconstruction(args.name).rules.with_options(parse_options(args.option))), end="")
    return 0
