"""`five-lines board`: short for `five-lines make board` on paper."""

import argparse

from companion.commands.make import add_sheet_arguments, run

HELP = "write a board to print, with cut-out counters and a carving template"
EXAMPLES = (
    "five-lines board --size A3 --counters -o board.pdf",
    "five-lines board --size A4 --style boxes -o board.svg",
)

__all__ = ["EXAMPLES", "HELP", "add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the paper, its content and the file."""
    add_sheet_arguments(parser)
    parser.set_defaults(what="board", laser=False, counter=None)
