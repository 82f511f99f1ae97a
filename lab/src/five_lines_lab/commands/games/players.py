"""`five-lines players`: how the players of recorded games play, by the computer's error model."""

import argparse
import json
import sys
from dataclasses import asdict, replace
from itertools import chain
from math import isfinite
from pathlib import Path

from companion.analysis.play.puzzles import rules_of_choices
from companion.analysis.solve.backups import backups
from companion.analysis.solve.graph import build
from companion.analysis.solve.solution import solve
from companion.commands._arguments import UsageError
from companion.commands._tables import add_tables_argument, kept_table, progress, tables_folder
from companion.commands.games._journal import games_in
from companion.game import GameRecord, Rules, reconstruction
from companion.interface.offers import MIN_GAMES, SKILLS, offer_of, read_skills
from companion.system.atomic_file import write_whole
from five_lines_lab.human_play import PEOPLE, HumanPlay, Interval, choices_of, human_play
from five_lines_lab.measure.measures import GAMES, against_best
from five_lines_lab.measure.players import Softmax


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="as `games export` writes it")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument(
        "--cards",
        action="store_true",
        help="keep with the tables what skill is worth against people, for the station's cards of the games",
    )
    add_tables_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Fit every player of every game and print what was found."""
    by_rules: dict[Rules, list[GameRecord]] = {}
    helped = 0
    for game in chain.from_iterable(map(games_in, args.files)):
        helped += game.helped
        if not game.helped:
            by_rules.setdefault(rules_of_choices(game), []).append(game)
    if helped:
        print(
            f"left out, as a move was taken back with the next throw known: {helped} games", file=sys.stderr
        )
    lines, skills = [], dict[str, int]()
    for rules, games in by_rules.items():
        table, published = kept_table(rules, args), reconstruction(rules.name).rules
        named = " ".join([rules.name, *rules.differences(replace(published, starter=rules.starter))])
        for player, choices in choices_of(games, table).items():
            found = human_play(choices, table.strengths)
            offer = offer_of(rules)
            if args.cards and offer and player == PEOPLE and found.games >= MIN_GAMES:
                skills[offer.name] = round(100 * _skill(rules, found))
            lines.append((_as_json if args.json else _as_text)(named, player, found))
    if not lines:
        raise UsageError("nobody had a choice in these games; export others")
    print("\n".join(lines))
    if args.cards:
        if not skills:
            raise UsageError(f"no game of the cards has {MIN_GAMES} games with a choice: no skill is kept")
        folder = tables_folder(args)
        write_whole(folder / SKILLS, json.dumps(read_skills(folder) | skills).encode())
        print(f"kept for the cards in {folder / SKILLS}: {', '.join(skills)}", file=sys.stderr)
    return 0


def _skill(rules: Rules, found: HumanPlay) -> float:
    """Return the chance of a perfect player against one who plays as was found, each beginning as often."""
    with progress() as on_step:
        solution = solve(build(rules), on_step)
    with backups(solution.graph) as backup:
        person = Softmax(solution, *(it.value for it in found.habits))
        return against_best(solution, backup, person, GAMES, seed=1).value


def _as_json(rules: str, player: str, found: HumanPlay) -> str:
    plain = {"rules": rules, "player": player} | asdict(found)
    # JSON has no number for a temperature without an upper end.
    plain["temperature"] = {end: x if isfinite(x) else None for end, x in plain["temperature"].items()}
    return json.dumps(plain)


def _as_text(rules: str, player: str, found: HumanPlay) -> str:
    rows = [
        ("name for --players", ":".join(f"{it.value:.4g}" for it in found.habits)),
        ("temperature", _interval_text(found.temperature)),
        ("keeps counters on the goal", _interval_text(found.keeps_goal)),
        ("brings counters there", _interval_text(found.seeks_goal)),
        ("log loss", "-" if found.log_loss is None else f"{found.log_loss:.4f}, in games held out"),
        ("of the nearest level", f"{found.level_log_loss:.4f}, {found.level}"),
    ]
    head = f"{rules}, {player}: {found.games:,} games, {found.choices:,} choices"
    return "\n".join([head, *(f"  {what:<28}{figure}" for what, figure in rows)])


def _interval_text(interval: Interval) -> str:
    return f"{interval.value:.3g} ({interval.low:.3g} to {interval.high:.3g})"
