"""`five-lines film`: makes a filmed game, mistakes included."""

import argparse
from pathlib import Path

from companion.commands._arguments import add_rules_arguments, natural_number, rules_from
from companion.commands._parser import one_of
from companion.game import Seat
from five_lines_lab.film.make_film import make_film


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_rules_arguments(parser, required=False)
    parser.set_defaults(rules="schaedler")
    parser.add_argument(
        "--starter", choices=list(Seat), type=one_of(Seat), default=Seat.A, help="who throws first (A)"
    )
    parser.add_argument(
        "--seed", metavar="S", type=natural_number, default=0, help="which game, table and light (0)"
    )
    parser.add_argument(
        "--mistakes", metavar="N", type=natural_number, default=3, help="how many illegal moves are made (3)"
    )
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="a new folder for the film")


def run(args: argparse.Namespace) -> int:
    """Play, film and say what was made."""
    script = make_film(rules_from(args), args.starter, args.seed, args.mistakes, args.out)
    mistakes = sum(turn.mistake is not None for turn in script.turns)
    print(f"{args.out}: {len(script.turns)} throws, {mistakes} illegal moves, {script.outcome}.")
    return 0
