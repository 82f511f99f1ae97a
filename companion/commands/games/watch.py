"""`five-lines watch`: referees a filmed game."""

import argparse
import json
import sys
from pathlib import Path

from calibration.board_toml import read_board
from calibration.calibrate import calibrate
from calibration.calibration_folder import load
from calibration.training_set import KnownPicture, TrainingSet
from companion.commands._arguments import add_rules_arguments, rules_from
from companion.commands._parser import one_of
from companion.film import FilmError
from companion.film.film_folder import FIRST_GAME, FilmedGame, load_film
from companion.film.throws import AskedThrows, ListedThrows, Throws, read_throws
from companion.film.watching import MissedMoves, Unsure, frames_in, watch
from companion.game import Seat
from companion.referee.record import record
from companion.referee.referee import Referee, begin
from companion.referee.words import say
from vision.board_reader import BoardReader
from vision.picture_file import read_picture


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "frames",
        metavar="FRAMES_DIR",
        type=Path,
        nargs="?",
        default=FIRST_GAME,
        help="the pictures, in the order of their names; or a folder made by `five-lines film`",
    )
    parser.add_argument(
        "--station", metavar="STATION_DIR", type=Path, help="what `five-lines calibrate` has learned"
    )
    add_rules_arguments(parser, required=False)
    parser.add_argument(
        "--throws", metavar="THROWS.json", help='a list of {"throw": n}; - asks at the terminal'
    )
    parser.add_argument("--starter", choices=list(Seat), type=one_of(Seat), help="who throws first (A)")
    parser.add_argument("--json", action="store_true", help="one event a line, for other programs")


def run(args: argparse.Namespace) -> int:
    """Referee the film and print its events."""
    if args.station is None:
        film = load_film(args.frames)
        rules, starter = film.rules, film.starter
        throws_from, folder = args.throws or str(film.throws), film.frames
    else:
        film = None
        if args.rules is None or args.throws is None:
            missing = "--rules" if args.rules is None else "--throws"
            raise FilmError(
                f"{missing} is missing; with --station, say what is played and where its throws are"
            )
        rules, starter = rules_from(args), Seat.A
        throws_from, folder = args.throws, args.frames
    throws: Throws
    if throws_from == "-":
        throws = AskedThrows(rules.die)
    else:
        throws = ListedThrows(read_throws(Path(throws_from), rules.die))
    frames = frames_in(folder)
    reader = learn_from(film) if film else BoardReader(load(args.station))
    opening = begin(rules, args.starter or starter)
    if not args.json:
        print(say(opening))
    for event in watch(frames, reader, Referee(opening), throws):
        if isinstance(event, Unsure | MissedMoves):
            print(event.to_json() if args.json else event.message, flush=True)
        else:
            print(json.dumps(record(event)) if args.json else say(event), flush=True)
    return 0


def learn_from(film: FilmedGame) -> BoardReader:
    """Return a reader that has learned a film's board from its own first pictures."""
    print("Learning the board from the film's first pictures ...", file=sys.stderr)
    setup = KnownPicture(str(film.setup_picture), read_picture(film.setup_picture), film.setup.halves())
    empty = (str(film.empty_picture), read_picture(film.empty_picture))
    calibration, _ = calibrate(TrainingSet(spec=read_board(film.board), empty=empty, known=(setup,)))
    return BoardReader(calibration)
