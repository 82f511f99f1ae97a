"""`five-lines analyse`: what decided a recorded game, turn by turn."""

import argparse
import json
from contextlib import closing
from pathlib import Path

from companion.analysis.play.insight import GameInsight, insight
from companion.commands._tables import add_tables_argument, kept_table
from companion.commands.games._journal import (
    LAST,
    add_journal_argument,
    game_from,
    game_in,
    game_number,
    journal_from,
)
from companion.game import GameRecord, NotationError, Seat, rules_record
from companion.journal import Database
from companion.journal.export import as_record
from companion.system.rights import as_caller


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object a turn, then the totals")


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for a recorded game: a file, or its number, and where journal and tables are."""
    parser.add_argument(
        "game", metavar="GAME", help=f"a file with a game as text, a number in the journal, or `{LAST}`"
    )
    add_journal_argument(parser)
    add_tables_argument(parser)


def analysed_game(args: argparse.Namespace) -> GameInsight:
    """Return what decided the game in the arguments; raise GameError, OSError."""
    game = _game(args)
    return insight(game, kept_table(game.rules, args))


def run(args: argparse.Namespace) -> int:
    """Analyse the game and print what was found."""
    analysed = analysed_game(args)
    print("\n".join(_as_json(analysed) if args.json else _as_text(analysed)))
    return 0


def _game(args: argparse.Namespace) -> GameRecord:
    """Return the game in a file, or in the journal if no file has that name; raise GameError, OSError."""
    path = Path(args.game)
    with as_caller():
        if path.exists() or not (args.game == LAST or args.game.isdecimal()):
            return game_in(path)
    try:
        number = game_number(args.game)
    except argparse.ArgumentTypeError as error:
        raise NotationError(str(error)) from None
    with closing(Database.for_reading(journal_from(args))) as journal:
        return as_record(game_from(journal, number))


def _as_json(analysed: GameInsight) -> list[str]:
    lines = [
        json.dumps(
            {
                "turn": number,
                "seat": one.turn.seat,
                "throw": one.turn.throw,
                "action": str(one.turn.action),
                "best": str(one.best.action),
                "chance_before": round(one.before, 6),
                "chance_thrown": round(one.thrown, 6),
                "chance_after": round(one.after, 6),
                "luck": round(one.luck, 6),
                "loss": round(one.loss, 6),
            }
        )
        for number, one in enumerate(analysed.turns, start=1)
    ]
    totals = {
        seat: {"luck": round(own.luck, 6), "loss": round(own.loss, 6), "throws": own.throws}
        | {"real_choices": own.real_choices, "best_choices": own.best_choices}
        for seat in Seat
        for own in [analysed.of(seat)]
    }
    return [*lines, json.dumps(rules_record(analysed.game.rules) | {"totals": totals})]


def _as_text(analysed: GameInsight) -> list[str]:
    lines = [f"{'':>5}{'':>4}{'move':<12}{'chance':>8}{'luck':>9}{'loss':>8}  better"]
    for number, one in enumerate(analysed.turns, start=1):
        better = str(one.best.action) if one.loss > 0 else ""
        turn = f"{number:>4}. {one.turn.seat} {one.turn.throw} {one.turn.action!s:<11}"
        loss = f"{one.loss:8.2%}" if one.loss else f"{'':8}"
        lines.append(f"{turn}{one.after:8.2%}{one.luck:+9.2%}{loss}  {better}".rstrip())
    lines.append("")
    for seat in Seat:
        own = analysed.of(seat)
        lines.append(
            f"{seat}: luck {own.luck:+.2%} in {own.throws} throws; gave away {own.loss:.2%}; "
            f"{own.best_choices} of {own.real_choices} choices were the best"
        )
    for what, found in (("worst move", analysed.worst), ("finest move", analysed.finest)):
        if found is not None:
            done, number = found.turn, analysed.turns.index(found) + 1
            lines.append(f"{what}: turn {number}, {done.seat} {done.throw} {done.action}")
    lines.append(
        "Chance: the mover's after the turn, if both then play as well as can be. Luck: what the throw "
        "changed in it. Loss: against the best move. Sums can pass 100%: a chance can be given away, "
        "come back and be given away again."
    )
    return lines
