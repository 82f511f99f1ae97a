"""`five-lines simulate`: play many games, at random or between two players, and report the results."""

import argparse
import json
import math

from companion.analysis.solve.backups import backups
from companion.analysis.solve.graph import build
from companion.analysis.solve.solution import solve
from companion.commands._arguments import (
    add_rules_arguments,
    natural_number,
    positive_number,
    rules_from,
    solvable_rules_from,
)
from companion.commands._tables import progress, progress_bar
from companion.game import Rules, Seat, options_of, rules_record, rules_title
from five_lines_lab.commands.rules.traffic import check_players
from five_lines_lab.measure.estimates import SHARES, Mean, Share, decimals, mean, sampled_quantiles
from five_lines_lab.measure.levels import players_named
from five_lines_lab.measure.match import Match, play_match
from five_lines_lab.report.simulate import Simulation, simulate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_rules_arguments(parser)
    parser.add_argument(
        "--players",
        metavar="ONE,TWO",
        type=_two_players,
        help="who plays, for a game that can be solved; each begins every other game: "
        "random, keeps-goal, two-rules (see `measure --definitions`), one of the computer's levels, or a "
        "person as `five-lines players` finds them",
    )
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
    if args.players is not None:
        return _play_match(args)
    rules = rules_from(args)
    with progress_bar("game", args.games) as bar:
        simulation = simulate(rules, args.games, args.seed, on_end=bar.update)
    print(_as_json(simulation, args.seed) if args.json else _as_table(simulation))
    return 0


def _two_players(text: str) -> tuple[str, str]:
    """Return the names of two players; the levels' names are known when the game is solved."""
    one, comma, two = text.partition(",")
    if not (one and comma and two) or "," in two:
        raise argparse.ArgumentTypeError(f"{text!r}: two players are written good,two-rules")
    return one, two


def _play_match(args: argparse.Namespace) -> int:
    """Play games between two players of the solved game."""
    check_players(args.players)
    rules = solvable_rules_from(args)
    with progress() as on_step:
        solution = solve(build(rules), on_step)
    with (
        backups(solution.graph) as backup,
        progress_bar("game", args.games) as bar,
    ):
        one, two = players_named(args.players, solution, backup)
        match = play_match(solution.graph, one, two, args.games, args.seed, bar.update)
    print(_match_as_json(rules, match, args) if args.json else _match_as_table(rules, match, args))
    return 0


def _match_as_json(rules: Rules, match: Match, args: argparse.Namespace) -> str:
    points, throws = mean(match.points), mean(match.throws)
    lengths = sampled_quantiles(match.throws)
    return json.dumps(
        {
            **rules_record(rules),
            "players": args.players,
            "games": args.games,
            "seed": args.seed,
            "wins": [share.count for share in match.wins],
            "wins_95": [[round(end, 6) for end in share.interval] for share in match.wins],
            "draws": match.draws.count,
            "points": points.value,
            "stderr_points": _known(points.standard_error),
            "mean_throws": throws.value,
            "stderr_throws": _known(throws.standard_error),
            **{
                f"throws_{100 * share:.0f}": length
                for share, length in zip(SHARES, lengths.values, strict=True)
            },
        }
    )


def _match_as_table(rules: Rules, match: Match, args: argparse.Namespace) -> str:
    played = rules_title(rules)
    lengths = " ".join(map(str, sampled_quantiles(match.throws).values))
    one, two = args.players
    rows = (*zip((f"{one} wins", f"{two} wins"), match.wins, strict=True), ("draws", match.draws))
    return "\n".join(
        [
            f"{args.games} games of {played}, {one} against {two}, each begins half (95 % intervals)",
            "",
            *(share_row(who, share) for who, share in rows),
            "",
            figure_row("throws a game", mean(match.throws)),
            f"{'throws, 5 25 50 75 95 %':<28}{lengths}",
        ]
    )


def share_row(who: str, share: Share) -> str:
    """Return a line of a table: a number of games, its share and the share's 95 % interval."""
    low, high = share.interval
    digits = decimals(5 * (high - low))
    shown = [f"{end:7.{digits}%}" for end in (share.value, low, high)]
    return f"{who:<28}{share.count:>10}  {shown[0]}  {shown[1]} to {shown[2]}"


def figure_row(what: str, figure: Mean) -> str:
    """Return a line of a table: a mean and its 95 % interval."""
    low, high = figure.interval
    digits = 2 if math.isnan(low) else decimals(figure.standard_error / 10)
    between = "" if math.isnan(low) else f"  {low:.{digits}f} to {high:.{digits}f}"
    return f"{what:<28}{figure.value:>10.{digits}f}{between}"


def _known(error: float) -> float | None:
    """Return a standard error, or None for a single game, as JSON has no NaN."""
    return None if math.isnan(error) else error


def _as_json(simulation: Simulation, seed: int) -> str:
    rules = simulation.rules
    shares = {"A": simulation.wins(Seat.A), "B": simulation.wins(Seat.B), "draw": simulation.draws}
    flat: dict[str, object] = {
        "rules": rules.name,
        "options": options_of(rules),
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
        flat[f"stderr_{name}"] = _known(figure.standard_error)
    return json.dumps(flat)


def _as_table(simulation: Simulation) -> str:
    played = rules_title(simulation.rules)
    lines = [
        f"{simulation.games} games of {played}, both seats at random (means; 95 % intervals)",
        "",
    ]
    for who, share in (
        ("A wins", simulation.wins(Seat.A)),
        ("B wins", simulation.wins(Seat.B)),
        ("draws", simulation.draws),
    ):
        lines.append(share_row(who, share))
    lines.append("")
    for what, sample in (
        ("throws a game", simulation.throws),
        ("passes a game", simulation.passes),
        ("forced off the goal a game", simulation.zugzwang_moves),
        ("hits a game", simulation.hits),
    ):
        lines.append(figure_row(what, mean(sample)))
    lines.append(
        f"{'shortest, longest':<28}{simulation.throws.min():>10} to {simulation.throws.max()} throws"
    )
    return "\n".join(lines)
