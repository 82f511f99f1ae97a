"""`five-lines read`: what lies where in pictures of a calibrated board."""

import argparse
import json
import sys
from pathlib import Path

from calibration.calibration_folder import load
from companion.commands.board._debug_bundle import DebugBundle
from companion.game.board import RING, Seat
from companion.system.atomic_file import write_whole
from vision.annotate import annotate, explain
from vision.board_reader import BoardReader
from vision.errors import VisionError
from vision.picture_file import encode_picture, read_picture
from vision.reading import FoundCounter, Reading, Status

EXIT_DONE, EXIT_BAD_PICTURE = 0, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--station",
        type=Path,
        required=True,
        metavar="STATION_DIR",
        help="what `five-lines calibrate` has learned",
    )
    parser.add_argument("pictures", type=Path, nargs="+", metavar="PICTURE", help="pictures, read one by one")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument(
        "--annotate", type=Path, metavar="OUT.png", help="draw into a copy of a single picture"
    )
    parser.add_argument("--explain", action="store_true", help="say why each half was read so")
    parser.add_argument(
        "--debug", type=Path, metavar="FOLDER", help="keep pictures, calibration and readings for a report"
    )


def run(args: argparse.Namespace) -> int:
    """Read each picture by itself and print the result, in the order given.

    A picture that can't be read is named, and the others are read; then the exit status is that of bad input.
    """
    if args.annotate and len(args.pictures) != 1:
        raise VisionError(f"--annotate draws into one picture; {len(args.pictures)} were given")
    reader = BoardReader(load(args.station))
    bundle = DebugBundle(args.debug, args.station) if args.debug else None
    status = EXIT_DONE
    for path in args.pictures:
        try:
            picture = read_picture(path)
            reading = reader.read(picture)
        except VisionError as error:
            # The other pictures are read all the same, and each has its line.
            status = EXIT_BAD_PICTURE
            why = str(error).removeprefix(f"{path}: ")
            print(f"five-lines: {path}: {why}", file=sys.stderr)
            if args.json:
                print(_as_json_of_bad_picture(path, why), flush=True)
            continue
        print(as_json(path, reading) if args.json else as_words(path, reading), flush=True)
        if args.explain:
            # JSON lines stay alone on the standard output, for the program that reads them.
            for line in explain(reading):
                print(f"  {line}", file=sys.stderr if args.json else sys.stdout)
        if not args.annotate and not bundle:
            continue
        camera = reader.calibration.camera.scaled_to((picture.shape[1], picture.shape[0]))
        drawn = annotate(picture, reader.calibration.spec, camera, reading)
        if args.annotate:
            write_whole(args.annotate, encode_picture(drawn, args.annotate.name))
        if bundle:
            bundle.add(path, drawn, as_json(path, reading))
    return status


def as_json(path: Path, reading: Reading) -> str:
    """Return a reading as one line of JSON."""
    halves = reading.halves
    return json.dumps(
        {
            "picture": str(path),
            "status": reading.status,
            "why": reading.why,
            "halves": None
            if halves is None
            else {point: {seat: halves.count(seat, point) for seat in Seat} for point in RING},
            "counters": [_counter(c) for c in reading.counters],
            "off_board": [_counter(c) for c in reading.off_board],
            "sure": round(reading.confidence, 3),
            "notes": list(reading.notes),
        }
    )


def _as_json_of_bad_picture(path: Path, why: str) -> str:
    """Return the line of a picture that can't be decoded, or is of another view."""
    nothing: dict[str, object] = {"halves": None, "counters": [], "off_board": [], "sure": 0.0, "notes": []}
    return json.dumps({"picture": str(path), "status": Status.UNREADABLE, "why": why, **nothing})


def _counter(counter: FoundCounter) -> dict[str, object]:
    return {
        "seat": counter.seat,
        "half": counter.half,
        "x_mm": round(counter.x_mm, 1),
        "y_mm": round(counter.y_mm, 1),
        "x_px": round(counter.x_px, 1),
        "y_px": round(counter.y_px, 1),
        "sure": round(counter.confidence, 3),
    }


def as_words(path: Path, reading: Reading) -> str:
    """Return a reading in words."""
    if reading.halves is None:
        return f"{path}: {reading.status}: {reading.why}"
    seats = []
    for seat in Seat:
        words = []
        for point in RING:
            count = reading.halves.count(seat, point)
            if count:
                words.append(point if count == 1 else f"{point}x{count}")
        seats.append(" ".join([seat, *words]))
    notes = "".join(f"; {note}" for note in reading.notes)
    return f"{path}: {' / '.join(seats)}  (sure {reading.confidence:.2f}{notes})"
