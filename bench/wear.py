"""Find how often `five-lines wear` keeps the rules that made the wear: `python bench/wear.py [SURVEY]`.

Each set of the survey that has its traffic makes finds: so many games of two-rules players land on the ten
points, drawn with twice the variance of a Poisson law, and each point is then measured with an error. A set
is kept if it doesn't differ from the best one (see lab/docs/wear.md). Printed are, by error and games, the
share of finds whose own set is kept, and how many sets are kept in the middle find. `--plot FILE.svg` draws
the shares.

`--players` asks instead what other players do: for each reconstruction it takes their traffic as the wear,
without an error, and prints how many times less likely its own set is than the best one of the survey.
"""

import argparse
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from companion.analysis.solve.backups import backups
from companion.analysis.solve.graph import build
from companion.analysis.solve.solution import solve
from companion.game import RECONSTRUCTIONS
from companion.system.atomic_file import write_whole
from five_lines_lab.atlas.table import read_table
from five_lines_lab.measure.players import Best, Player, Rule, rule_player
from five_lines_lab.measure.traffic import Traffic, traffic
from five_lines_lab.report.search import looking_ahead
from five_lines_lab.survey.task import key_of
from five_lines_lab.svg import Anchor, Drawing, Label, Polyline, Shape
from five_lines_lab.wear import DEFAULT_ERROR, WornBoard, distinguished, log_likelihoods

ERRORS = (0.05, 0.1, 0.2, 0.3)
GAMES = (10, 30, 100, 300, 1000, 10_000)
SEED = 58
VARIANCE = 2.0
"""Variance of the landings on a point, by their mean: 1 in a Poisson law.

In 300 games of two-rules players it was 0.95 to 2.0 in Schaedler's game, 1.6 to 2.3 in Kalkhoven's, and
0.5 to 1.4 in Locus Ludi's with hitting.
"""
COLOURS = ("#1b6ca8", "#b85c00", "#2e7d32", "#8e24aa")
WIDTH, HEIGHT, LEFT, FOOT, TOP = 420, 260, 60, 40, 30  # of the plot, in its units


def calibrated(traffics: list[Traffic], error: float, games: int, finds: int) -> tuple[float, int]:
    """Return the share of finds whose own set is kept, and the number of sets kept in the middle find."""
    random, kept, left = np.random.default_rng(SEED), [], []
    for own, one in enumerate(traffics):
        for _ in range(finds):
            landed = VARIANCE * random.poisson(one.landed / 100 * one.throws * games / VARIANCE)
            worn = np.maximum(landed, 0.5) * np.exp(random.normal(0, error, 10))
            likelihoods = log_likelihoods(WornBoard(worn, None, error), traffics)
            stays = ~distinguished(likelihoods, likelihoods.max())
            kept.append(stays[own])
            left.append(np.count_nonzero(stays))
    return float(np.mean(kept)), int(np.median(left))


def players(name: str) -> Iterator[tuple[str, Traffic]]:
    """Yield the traffic of several players of a reconstruction, each against its like."""
    solution = solve(build(RECONSTRUCTIONS[name].rules))
    graph = solution.graph
    with backups(graph) as backup:
        known: dict[str, Player] = {rule.value: rule_player(rule, graph, backup) for rule in Rule}
        known |= {f"expectiminimax, {n} throws": looking_ahead(solution, backup, n) for n in (0, 1, 2)}
        known["perfect"] = Best(solution, backup)
        for player, it in known.items():
            yield player, traffic(graph, it, it)


def plot(shares: dict[float, list[float]]) -> Drawing:
    """Return the shares by games, a line for each error."""

    def place(number: int, share: float) -> tuple[float, float]:
        return LEFT + number * WIDTH / (len(GAMES) - 1), TOP + HEIGHT * (1 - share)

    shapes: list[Shape] = [Label(LEFT, TOP - 12, "share of finds whose own rules are kept", bold=True)]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = place(0, share)
        shapes += [
            Polyline(((x, y), (x + WIDTH, y)), "#dddddd", 1),
            Label(x - 6, y + 4, f"{share:.0%}", Anchor.END),
        ]
    for number, games in enumerate(GAMES):
        x, y = place(number, 0)
        shapes.append(Label(x - 10, y + 18, f"{games:,}"))
    shapes.append(Label(LEFT + WIDTH + 90, TOP + HEIGHT + 36, "games", Anchor.END))
    for line, colour in zip(shares.values(), COLOURS, strict=True):
        points = tuple(place(number, share) for number, share in enumerate(line))
        shapes.append(Polyline(points, colour, 2))
    for number, (error, colour) in enumerate(zip(shares, COLOURS, strict=True)):
        y = TOP + 16 + 18 * number
        shapes += [
            Polyline(((LEFT + WIDTH + 10, y - 4), (LEFT + WIDTH + 28, y - 4)), colour, 3),
            Label(LEFT + WIDTH + 34, y, f"error {error:g}"),
        ]
    return Drawing(LEFT + WIDTH + 110, TOP + HEIGHT + 44, 12, tuple(shapes))


def main() -> None:
    """Print the table, and write the plot."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("survey", nargs="?", type=Path, default=Path("deploy/atlas/survey.sqlite"))
    parser.add_argument("--finds", type=int, default=4, help="of each set, error and number of games")
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--players", nargs="*", choices=RECONSTRUCTIONS, metavar="RULES")
    args = parser.parse_args()
    known = read_table(args.survey).sets()
    sets = [it for it in known if it.traffic and not it.same_as]
    traffics = [it.traffic for it in sets if it.traffic]
    if args.players is not None:
        places = {(key_of(it.rules), str(it.rules.die)): place for place, it in enumerate(sets)}
        named = {(key_of(it.rules), str(it.rules.die)): it.same_as for it in known}
        print("| rules | player | times less likely than the best | kept |\n| --- | --- | --: | --- |")
        for name in args.players:
            rules = RECONSTRUCTIONS[name].rules
            key, die = key_of(rules), str(rules.die)
            own = places.get((named[key, die] or key, die))
            if own is None:
                parser.error(f"the survey has no traffic of {name}; `five-lines survey traffic` adds it")
            for player, worn in players(name):
                likelihoods = log_likelihoods(WornBoard(worn.landed, None, DEFAULT_ERROR), traffics)
                off = likelihoods.max() - likelihoods[own]
                kept = "no" if distinguished(likelihoods, likelihoods.max())[own] else "yes"
                times = f"{math.exp(off):,.0f}" if off < 14 else "over a million"
                print(f"| {name} | {player} | {times} | {kept} |", flush=True)
        return
    print(f"{len(traffics)} sets, {args.finds} finds of each\n\n| error | games | own set kept | sets kept |")
    print("| --: | --: | --: | --: |")
    shares: dict[float, list[float]] = {}
    for error in ERRORS:
        for games in GAMES:
            share, left = calibrated(traffics, error, games, args.finds)
            shares.setdefault(error, []).append(share)
            print(f"| {error:g} | {games:,} | {share:.1%} | {left} |", flush=True)
    if args.plot:
        write_whole(args.plot, plot(shares).as_svg().encode())


if __name__ == "__main__":
    main()
