"""`five-lines simulate`: play many games at random and tell how they went."""

import argparse
import json
import math
import sys
from typing import TYPE_CHECKING

from companion.commands._arguments import (
    add_rules_arguments,
    natural_number,
    positive_number,
    rules_from,
)

if TYPE_CHECKING:
    from companion.analysis.report.simulate import Simulation

HELP = "play many games at random and tell who wins and how long they are"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_rules_arguments(parser)
    parser.add_argument(
        "--games", type=positive_number, default=10_000, metavar="N", help="how many games (default 10000)"
    )
    parser.add_argument(
        "--seed",
        type=natural_number,
        default=1,
        metavar="S",
        help="makes games repeatable (default 1)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Play the games and print what happened."""
    from tqdm import tqdm

    from companion.analysis.report.simulate import simulate

    rules = rules_from(args)
    with tqdm(total=args.games, unit="game", file=sys.stderr, disable=not sys.stderr.isatty()) as bar:
        simulation = simulate(rules, args.games, args.seed, on_end=bar.update)
    print(_as_json(simulation, args.seed) if args.json else _as_table(simulation))
    return 0


def _as_json(simulation: "Simulation", seed: int) -> str:
    from companion.analysis.report.estimates import mean
    from companion.game import Seat, reconstruction

    rules = simulation.rules
    shares = {"A": simulation.wins(Seat.A), "B": simulation.wins(Seat.B), "draw": simulation.draws}
    flat: dict[str, object] = {
        "rules": rules.name,
        "options": list(rules.differences(reconstruction(rules.name).rules)),
        "games": simulation.games,
        "seed": seed,
        "wins": {who: share.count for who, share in shares.items()},
        "wins_95": {who: [round(end, 6) for end in share.interval] for who, share in shares.items()},
    }
    for name, sample in (
        ("throws", simulation.throws),
        ("moves", simulation.moves),
        ("passes", simulation.passes),
        ("zugzwang", simulation.zugzwang_moves),
        ("hits", simulation.hits),
    ):
        figure = mean(sample)
        flat[f"mean_{name}"] = figure.value
        # JSON has no word for what a single game can't tell.
        flat[f"stderr_{name}"] = None if math.isnan(figure.standard_error) else figure.standard_error
    return json.dumps(flat)


def _as_table(simulation: "Simulation") -> str:
    from companion.analysis.report.estimates import decimals, mean
    from companion.game import Seat, reconstruction

    rules = simulation.rules
    played = " ".join([rules.name, *rules.differences(reconstruction(rules.name).rules)])
    lines = [
        f"{simulation.games} games of {played}, both seats at random (means; 95 % intervals)",
        "",
    ]
    for who, share in (
        ("A wins", simulation.wins(Seat.A)),
        ("B wins", simulation.wins(Seat.B)),
        ("draws", simulation.draws),
    ):
        low, high = share.interval
        digits = decimals(5 * (high - low))
        shown = [f"{end:7.{digits}%}" for end in (share.value, low, high)]
        lines.append(f"{who:<28}{share.count:>10}  {shown[0]}  {shown[1]} to {shown[2]}")
    lines.append("")
    for what, sample in (
        ("throws a game", simulation.throws),
        ("passes a game", simulation.passes),
        ("forced off the goal a game", simulation.zugzwang_moves),
        ("hits a game", simulation.hits),
    ):
        figure = mean(sample)
        low, high = figure.interval
        digits = 2 if math.isnan(low) else decimals(figure.standard_error / 10)
        between = "" if math.isnan(low) else f"  {low:.{digits}f} to {high:.{digits}f}"
        lines.append(f"{what:<28}{figure.value:>10.{digits}f}{between}")
    lines.append(
        f"{'shortest, longest':<28}{simulation.throws.min():>10} to {simulation.throws.max()} throws"
    )
    return "\n".join(lines)
