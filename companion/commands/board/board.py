"""`five-lines board`: short for `five-lines make board`."""

import argparse

from companion.commands.board.make import add_board_arguments, run

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_board_arguments(parser)
    parser.set_defaults(what="board", dowel=False)
