"""`five-lines puzzles`: positions from recorded games to solve on paper, with solutions on the back."""

import argparse
import os
from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain
from pathlib import Path

from companion.analysis.play.insight import TurnInsight, insight
from companion.analysis.play.value_table import ValueTable
from companion.commands._arguments import UsageError, positive_number
from companion.commands._tables import add_tables_argument, kept_table
from companion.commands.games._journal import games_in, rules_of_choices
from companion.game import GOAL_HALF, Action, GameRecord, Rules, Stay, legal_moves, point_at
from companion.interface.summary import StandOut

MIN_MARGIN = 0.03
"""Least chance to win that any other choice gives away: twice what a random one does (docs/computer.md)."""

MIN_CHOICES = 3  # choices of a puzzle: of two, every second guess is right


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
    chosen = sorted(found[: args.count], key=lambda it: -it[1].share)
    files = files_of(puzzle_pages(chosen, args.language), args.output)
    write_files(files, args.force)
    print(f"{len(chosen)} of {len(found)} puzzles from {len(games)} games: " + ", ".join(map(str, files)))
    return 0


def puzzles_in(
    games: Iterable[GameRecord], table_of: Callable[[Rules], ValueTable]
) -> list[tuple[Rules, StandOut]]:
    """Return the choices that make puzzles: those that were missed first, then the clearest, each once."""
    found = dict[tuple[object, ...], tuple[bool, Rules, StandOut]]()
    for game in games:
        rules = rules_of_choices(game)
        for number, it in enumerate(insight(game, table_of(rules)).turns, start=1):
            seat, throw, best = it.turn.seat, it.turn.throw, it.best.action
            if it.choices < MIN_CHOICES or it.margin < MIN_MARGIN or _is_obvious(rules, it):
                continue
            # The same position from the other side is the same puzzle.
            looks = rules, it.position.of(seat), it.position.of(seat.other), throw
            puzzle = StandOut(number, seat, throw, it.position, it.turn.action, best, it.margin)
            found.setdefault(looks, (it.loss > 0, rules, puzzle))
    ranked = sorted(found.values(), key=lambda it: (not it[0], -it[2].share))
    return [(rules, puzzle) for _, rules, puzzle in ranked]


def _is_obvious(rules: Rules, turn: TurnInsight) -> bool:
    """True if the best choice wins, or is the only one by two rules: don't leave the goal, and reach it."""
    goal = point_at(turn.turn.seat, GOAL_HALF)

    def by_rules(action: Action) -> tuple[bool, bool]:
        if isinstance(action, Stay):
            return True, False
        return action.source != goal, action.target == goal

    choices = legal_moves(turn.position, turn.turn.seat, turn.turn.throw, rules).choices
    most = max(map(by_rules, choices))
    return turn.best.chance == 1 or [it for it in choices if by_rules(it) == most] == [turn.best.action]
