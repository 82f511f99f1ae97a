"""`five-lines plot`: the chance over time in a recorded game, as a picture."""

import argparse

from companion.commands.games.analyse import add_game_arguments, analysed_game
from five_lines_lab.commands._plot_file import plot_path, save_plot
from five_lines_lab.report.plot import chance_over_time


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument(
        "-o",
        "--output",
        type=plot_path,
        metavar="FILE",
        required=True,
        help="ends in .svg or .png",
    )


def run(args: argparse.Namespace) -> int:
    """Analyse the game and draw it."""
    save_plot(chance_over_time(analysed_game(args)), args.output)
    print(f"Written: {args.output}")
    return 0
