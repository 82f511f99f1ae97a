"""`five-lines calibrate`: learns a board, its camera and its counters from pictures."""

import argparse
import sys
from pathlib import Path

from calibration.board_toml import read_board
from calibration.calibrate import calibrate
from calibration.calibration_folder import save
from calibration.training_set import ExamplePicture, KnownPicture, TrainingSet, parse_examples, parse_pixels
from companion.board.spec import BoardSpec
from companion.game.position import Position
from companion.system.rights import acting_as_owner_of
from vision.picture_file import read_picture


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--empty", type=Path, metavar="PICTURE", help="the empty board: reads more reliably")
    parser.add_argument("--corners", metavar='"x,y x,y x,y x,y"', help="pixels of 1A, 5A, 1B and 5B")
    parser.add_argument(
        "--points",
        metavar='"x,y ..."',
        help="pixels of all ten points, 1A to 5A and 1B to 5B, for uneven boards",
    )
    parser.add_argument(
        "--a-side", choices=("left", "right", "top", "bottom"), help="where in the picture A's points lie"
    )
    parser.add_argument(
        "--known",
        nargs=2,
        action="append",
        default=[],
        metavar=("PICTURE", "POSITION"),
        help="a picture of a known position, as in 'A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B'",
    )
    parser.add_argument(
        "--example",
        nargs=2,
        action="append",
        default=[],
        metavar=("PICTURE", "PIXELS"),
        help="pixels of counters and empty points in a picture, as in 'A@10,20 B@30,40 empty@50,60'",
    )
    parser.add_argument(
        "--board", type=Path, metavar="BOARD.toml", help="what differs from the standard board"
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="STATION_DIR", help="where to keep the calibration"
    )
    parser.add_argument("--json", action="store_true", help="print the quality report as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Calibrate, write the calibration's folder and print its quality."""
    training = TrainingSet(
        spec=read_board(args.board) if args.board else BoardSpec(),
        empty=(str(args.empty), read_picture(args.empty)) if args.empty else None,
        known=tuple(
            KnownPicture(name, read_picture(Path(name)), Position.parse(position).halves())
            for name, position in args.known
        ),
        examples=tuple(
            ExamplePicture(name, read_picture(Path(name)), parse_examples(text))
            for name, text in args.example
        ),
        corners_px=parse_pixels(args.corners, 4, "--corners") if args.corners else None,
        points_px=parse_pixels(args.points, 10, "--points") if args.points else None,
        a_side=args.a_side,
    )
    if sys.stderr.isatty():
        print("learning the board: this takes some seconds", file=sys.stderr)
    calibration, quality = calibrate(training)
    with acting_as_owner_of(args.out):
        save(calibration, args.out)
    if args.json:
        print(quality.to_json(str(args.out)))
    else:
        print(f"{args.out}: learned")
        for line in quality.lines():
            print(f"  {line}")
    return 0
