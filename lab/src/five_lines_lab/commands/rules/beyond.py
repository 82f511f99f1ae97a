"""`five-lines beyond`: the game on boards of other sizes, with two dice, or with another end of the way."""

import argparse
import json
import random
from dataclasses import replace
from typing import Any

import numpy as np

from companion.commands._arguments import add_rules_arguments, natural_number, positive_number
from companion.commands._parser import one_of
from companion.commands._tables import progress, progress_bar
from companion.game import options_of, rules_for, rules_title
from five_lines_lab.beyond.trial import Habit, Trial, best, chooser, play_games
from five_lines_lab.beyond.turns import MoveGenerator, perft
from five_lines_lab.beyond.values import PRECISION, Values, solve
from five_lines_lab.beyond.variant import BearOff, Variant, die_named
from five_lines_lab.commands.rules.simulate import figure_row, share_row
from five_lines_lab.measure.estimates import Share, mean, sampled_quantiles
from five_lines_lab.testimonies import FINDS

MAX_TURNS = 60_000
"""Turns, positions times throws, up to which a game is solved unless asked: a quarter of a minute."""

COUNTED = {
    "throws": "throws",
    "choices": "turns with a choice",
    "idle": "turns without a move",
    "forced": "forced off the goal",
    "hits": "hits",
}
"""Counts of a game, by their fields of Trial."""

MAX_THROWS = 10_000  # throws after which a game without a limit of its own is stopped


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_rules_arguments(parser)
    parser.add_argument(
        "--lines", type=positive_number, default=5, metavar="N", help="lines of the board: 3, 5, 7, 9 or 11"
    )
    parser.add_argument(
        "--find",
        choices=[name for name, it in FINDS.items() if it.lines],
        help="a board that was found, for its number of lines (lab/docs/testimonies.md)",
    )
    parser.add_argument(
        "--counters",
        type=positive_number,
        metavar="N",
        help="counters of a seat; as many as lines if not given",
    )
    parser.add_argument(
        "--dice",
        type=int,
        choices=(1, 2),
        default=1,
        help="dice thrown in a turn (default 1); here --die also takes d2 to d12, and faces up to 12",
    )
    parser.add_argument(
        "--bear-off",
        type=one_of(BearOff),
        metavar="HOW",
        help="counters leave the board at the goal and never pass it: `exact` throws only, or `larger` too",
    )
    parser.add_argument(
        "--waiting",
        type=positive_number,
        metavar="N",
        help="counters of a seat that may wait on its own half",
    )
    parser.add_argument(
        "--middle-returns",
        action="store_true",
        help="counters on the goal slide to the middle, out of reach, and may enter again, as in TAG",
    )
    parser.add_argument("--perft", type=natural_number, metavar="N", help="only count the tree N throws deep")
    parser.add_argument(
        "--players",
        type=one_of(Habit),
        metavar="NAME",
        help="who plays against its like: random, keeps-goal or two-rules (see `measure --definitions`); "
        "if not given, best play where the game is solved, else two-rules",
    )
    parser.add_argument(
        "--games", type=positive_number, default=1000, metavar="N", help="how many games (default 1000)"
    )
    parser.add_argument(
        "--seed", type=natural_number, default=1, metavar="S", help="makes games repeatable (default 1)"
    )
    parser.add_argument(
        "--max-positions",
        type=natural_number,
        metavar="N",
        help="solve the game if no more positions can come up (default 10000 with one d6, 2857 with two)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Solve the game if it is small enough, play it, and print what came out."""
    rules = rules_for(args.rules, args.option)
    if args.die:
        rules = replace(rules, die=die_named(args.die))
    lines = FINDS[args.find].lines if args.find else args.lines
    variant = Variant(
        rules,
        lines,
        args.counters or lines,
        args.dice,
        args.bear_off,
        args.waiting,
        args.middle_returns,
    )
    turns = MoveGenerator(variant)
    title = f"{rules_title(rules)}, {variant.title}"
    record: dict[str, Any] = {"rules": rules.name, "options": options_of(rules), "variant": variant.title}
    if args.perft is not None:
        counted = perft(turns, args.perft)
        record |= {"depth": counted.depth, "lines": counted.lines, "positions": counted.positions}
        text = (
            f"{counted.lines} lines of play lead to {counted.positions} positions in {counted.depth} throws"
        )
        print(json.dumps(record) if args.json else f"{title}\n\n{text}")
        return 0
    max_positions = MAX_TURNS // len(turns.throws) if args.max_positions is None else args.max_positions
    values = None
    if rules.limit is None:
        with progress() as on_sweep:
            values = solve(turns, max_positions, on_sweep)
    dice = random.Random(args.seed)
    if values is not None and args.players is None:
        players, choose = "perfect", best(values)
    else:
        players = args.players or Habit.TWO_RULES
        choose = chooser(players, turns, dice)
    with progress_bar("game", args.games) as bar:
        trial = play_games(turns, choose, args.games, rules.limit or MAX_THROWS, dice, bar.update)
    if args.json:
        print(json.dumps(record | _solved(values) | {"players": players, "seed": args.seed} | _played(trial)))
    else:
        print("\n".join([title, "", *_rows(values, max_positions), "", *_game_rows(trial, players)]))
    return 0


def _solved(values: Values | None) -> dict[str, object]:
    """Return what solving has found, as JSON holds it."""
    if values is None:
        return {"positions": None}
    low, high = values.first_player
    found: dict[str, object] = {"positions": len(values.numbers), "low": low, "high": high}
    return found | {"even": float(values.even[0]), "is_solved": high - low < PRECISION}


def _rows(values: Values | None, max_positions: int) -> list[str]:
    if values is None:
        return [
            f"not solved: more than {max_positions:,} positions, or a limit; --max-positions N takes more"
        ]
    low, high = values.first_player
    is_solved = high - low < PRECISION
    chance = f"{low:.9f}" if is_solved else f"{low:.6f} to {high:.6f}"
    rows = {"positions that can come up": f"{len(values.numbers):,}", "who begins wins, best play": chance}
    rows |= {} if is_solved else {"  if without an end a draw": f"{values.even[0]:.6f}"}
    return [f"{what:<28}{figure:>22}" for what, figure in rows.items()]


def _game_rows(trial: Trial, players: str) -> list[str]:
    games, lengths = len(trial.points), " ".join(map(str, sampled_quantiles(trial.throws).values))
    shares = {"who begins wins": trial.points == 1, "draws": trial.points == 0.5}
    if trial.stopped.any():
        shares["  stopped without an end"] = trial.stopped
    return [
        f"{games} games of {players} against its like (means; 95 % intervals)",
        "",
        *(share_row(what, Share(int(np.count_nonzero(those)), games)) for what, those in shares.items()),
        "",
        *(figure_row(f"{what} a game", mean(getattr(trial, name))) for name, what in COUNTED.items()),
        f"{'throws, 5 25 50 75 95 %':<28}{lengths}",
    ]


def _played(trial: Trial) -> dict[str, object]:
    """Return the figures of the games, as JSON holds them."""
    games = len(trial.points)
    found: dict[str, object] = {
        "games": games,
        "first_player_wins": int(np.count_nonzero(trial.points == 1)),
        "draws": int(np.count_nonzero(trial.points == 0.5)),
        "stopped": int(np.count_nonzero(trial.stopped)),
        "throws_5_25_50_75_95": sampled_quantiles(trial.throws).values,
    }
    for name in COUNTED:
        figure = mean(getattr(trial, name))
        error = figure.standard_error if games > 1 else None
        found |= {f"mean_{name}": figure.value, f"stderr_{name}": error}
    return found
