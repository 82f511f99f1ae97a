"""`five-lines puzzles`: positions from recorded games to solve on paper, with solutions on the back."""

import argparse
import os
from functools import cache
from itertools import chain
from pathlib import Path

from companion.analysis.play.puzzles import Puzzle, puzzles_in
from companion.commands._arguments import UsageError, positive_number
from companion.commands._tables import add_tables_argument, kept_table
from companion.commands.games._journal import games_in
from companion.game import Rules
from companion.interface.summary import StandOut


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="as `games export` writes it")
    parser.add_argument("--count", type=positive_number, metavar="N", default=6, help="how many puzzles (6)")
    parser.add_argument("--language", metavar="CODE", default="en", help="of the words; en if not given")
    parser.add_argument("--force", action="store_true", help="replace files that exist")
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, required=True, help="a .pdf, .svg or .png: sheets of A4"
    )
    add_tables_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Write puzzles: those that somebody missed before others, the clearest first; raise UsageError."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from companion.make.files import files_of, write_files
    from companion.make.puzzle_sheet import puzzle_pages

    if args.output.suffix.lower() not in (".pdf", ".svg", ".png"):
        raise UsageError(f"{args.output}: end the name with .pdf, .svg or .png")
    tables = cache(lambda rules: kept_table(rules, args))
    games = list(chain.from_iterable(map(games_in, args.files)))
    found = puzzles_in(games, tables)
    if not found:
        raise UsageError(f"no choice of {len(games)} games makes a puzzle; take more games")
    chosen = sorted(found[: args.count], key=lambda it: -it.turn.margin)
    files = files_of(puzzle_pages(list(map(printed, chosen)), args.language), args.output)
    write_files(files, args.force)
    print(f"{len(chosen)} of {len(found)} puzzles from {len(games)} games: " + ", ".join(map(str, files)))
    return 0


def printed(puzzle: Puzzle) -> tuple[Rules, StandOut]:
    """Return a puzzle as it is printed."""
    it, done = puzzle.turn, puzzle.turn.turn
    best = it.best.action
    return puzzle.rules, StandOut(
        puzzle.number, done.seat, done.throw, it.position, done.action, best, it.margin
    )
