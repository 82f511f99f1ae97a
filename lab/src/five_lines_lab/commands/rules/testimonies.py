"""`five-lines testimonies`: what ancient texts and finds say of the game, and of which option."""

import argparse

from companion.game import OPTIONS, Rules, parse_options, reconstruction
from five_lines_lab.testimonies import markdown, speaking


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="only what is said of its options")
    parser.add_argument("--option", action="append", default=[], metavar="K=V", help="with an option changed")


def run(args: argparse.Namespace) -> int:
    """Print the page of all testimonies as Markdown, or those on one set of rules."""
    changed = parse_options(args.option)
    if args.name is None:
        print(markdown())
    else:
        print("\n".join(_spoken_of(reconstruction(args.name).rules.with_options(changed))))
    return 0


def _spoken_of(rules: Rules) -> list[str]:
    """Return a line for each option in force that a passage speaks for or against."""
    written = [rules.written(option.field) for option in OPTIONS]
    spoken = [f"{one}: {speaking(one)}." for one in written if speaking(one)]
    return [*spoken, "Of its other options they are all silent."]
