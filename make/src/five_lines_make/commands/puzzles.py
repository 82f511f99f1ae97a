"""`five-lines puzzles`: positions from games to solve on paper, with solutions on the back."""

import argparse
import os
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random

from companion.analysis.play.opponent import choose
from companion.analysis.play.puzzles import Puzzle, puzzles_in
from companion.analysis.play.value_table import ValueTable
from companion.commands._arguments import UsageError, positive_number
from companion.commands._tables import add_tables_argument, kept_table
from companion.commands.games._journal import games_in
from companion.game import (
    GameRecord,
    Rules,
    Seat,
    Turn,
    legal_moves,
    next_seat,
    outcome,
    play,
    start_position,
)
from companion.game.levels import LEVELS
from companion.interface.offers import OFFERS, QUICK
from companion.interface.summary import StandOut

SEEDED_GAMES = 20
"""Games of two learners that puzzles come from where no file is given: enough for the twelve of a class."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="as `games export` writes it; without one, from the same games of learners at the quick race",
    )
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
    from five_lines_make.files import files_of, write_files
    from five_lines_make.prints.puzzle_sheet import puzzle_pages

    if args.output.suffix.lower() not in (".pdf", ".svg", ".png"):
        raise UsageError(f"{args.output}: end the name with .pdf, .svg or .png")
    tables = cache(lambda rules: kept_table(rules, args))
    rules = OFFERS[QUICK].rules
    games = list(chain.from_iterable(map(games_in, args.files))) if args.files else _seeded(tables(rules))
    found = puzzles_in(games, tables)
    if not found:
        raise UsageError(f"no choice of {len(games)} games makes a puzzle; take more games")
    chosen = sorted(found[: args.count], key=lambda it: -it.turn.margin)
    files = files_of(puzzle_pages(list(map(printed, chosen)), args.language), args.output)
    write_files(files, args.force)
    print(f"{len(chosen)} of {len(found)} puzzles from {len(games)} games: " + ", ".join(map(str, files)))
    return 0


def _seeded(table: ValueTable) -> list[GameRecord]:
    """Return games that two learners play, the same each time."""
    games = []
    for seed in range(SEEDED_GAMES):
        random, rules = Random(seed), table.rules
        position, seat, turns = start_position(rules), Seat.A, list[Turn]()
        while (ended := outcome(position, rules, len(turns))) is None:
            throw = rules.die.throw(random)
            action = choose(table, position, legal_moves(position, seat, throw, rules), LEVELS[2], random)
            turns.append(Turn(seat, throw, action))
            position, seat = play(position, action), next_seat(seat, action)
        games.append(GameRecord(rules, tuple(turns), ended))
    return games


def printed(puzzle: Puzzle) -> tuple[Rules, StandOut]:
    """Return a puzzle as it is printed."""
    it, done = puzzle.turn, puzzle.turn.turn
    best = it.best.action
    return puzzle.rules, StandOut(
        puzzle.number, done.seat, done.throw, it.position, done.action, best, it.margin, it.why(best)
    )
