"""`five-lines advise`: the best choice with each throw in a position, written or in a picture."""

import argparse
import json
from pathlib import Path

from companion.analysis.play.opponent import best_of
from companion.analysis.play.value_table import Prospect
from companion.commands._arguments import (
    UsageError,
    add_rules_arguments,
    positive_number,
    solvable_rules_from,
)
from companion.commands._tables import add_tables_argument, kept_table
from companion.game import GameError, Position, Rules, Seat, legal_moves, position_of, winner


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "position", metavar="POSITION", help="a position as `five-lines read` prints it, or a picture of it"
    )
    parser.add_argument(
        "--station", type=Path, metavar="STATION_DIR", help="what `calibrate` has learned, to read a picture"
    )
    add_rules_arguments(parser)
    parser.add_argument("--seat", type=Seat, choices=tuple(Seat), default=Seat.A, help="whose turn it is (A)")
    parser.add_argument(
        "--throw", type=positive_number, metavar="N", help="tell every choice with this throw, the best first"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a choice")
    add_tables_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Print the chance of the seat that is to throw, and its choices; raise GameError or VisionError."""
    rules, seat = solvable_rules_from(args), args.seat
    position = _position(args, rules)
    won_by = winner(position, rules)
    if won_by is not None:
        raise GameError(f"in {position} {won_by} has won: there is nothing to choose")
    faces = rules.die.faces if args.throw is None else (args.throw,)
    found = {face: legal_moves(position, seat, face, rules) for face in faces}
    table = kept_table(rules, args)
    chance = table.chance(position, seat)
    if not args.json:
        print(f"{position}, {seat} to throw: {chance:.2%}")
    for face, legal in found.items():
        prospects = table.prospects(position, legal)
        best = best_of(prospects)
        others = [it for it in prospects if it is not best]
        others.sort(key=lambda it: it.chance, reverse=True)
        _tell(face, best, others if args.throw is not None or args.json else others[:1], as_json=args.json)
    return 0


def _position(args: argparse.Namespace, rules: Rules) -> Position:
    if args.station is None:
        if Path(args.position).is_file():
            raise UsageError(
                f"{args.position} is a file: to read it as a picture, add --station with the calibration"
            )
        return Position.parse(args.position)
    from calibration.calibration_folder import load
    from vision.board_reader import BoardReader
    from vision.picture_file import read_picture

    reading = BoardReader(load(args.station)).read(read_picture(Path(args.position)))
    position = None if reading.halves is None else position_of(reading.halves, rules)
    if position is None:
        raise GameError(f"{args.position}: no position: {reading.why or 'there are too many counters'}")
    return position


def _tell(face: int, best: Prospect, others: list[Prospect], *, as_json: bool) -> None:
    """Print the choices with a throw, the best first, with what the others give away."""
    for it in (best, *others):
        loss = best.chance - it.chance
        if as_json:
            chance = {"chance": round(it.chance, 6), "loss": round(loss, 6)}
            print(json.dumps({"throw": face, "action": str(it.action), **chance}))
        else:
            given = "" if it is best else f"  gives away {loss:.2%}"
            print(f"{face if it is best else '':>3} {it.action!s:<11}{it.chance:8.2%}{given}")
