"""`five-lines capture`: takes the pictures that `calibrate` wants, as the station takes its own."""

import argparse
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np

from companion.commands._settings import add_settings_argument, settings_from
from companion.game import Halves, Position
from companion.settings.sections import Settings, from_home
from companion.system.atomic_file import write_whole
from companion.system.rights import acting_as_owner_of
from hardware.camera.camera import FrameSource, Picture
from hardware.camera.open_camera import open_source
from hardware.device import Clock, HardwareError
from hardware.virtual_table.table import VirtualCamera, virtual_table
from vision.frame_checks.brightness import MAX_ADVISED_LEVEL, MIN_ADVISED_LEVEL
from vision.frame_checks.motion import Motion, MotionDetector
from vision.frame_checks.sharpness import SOFT_EDGE_PX, edge_width_px
from vision.picture_file import encode_picture

KNOWN = "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B"
EMPTY_FILE, KNOWN_FILE = "empty.png", "known.png"

MAX_DURATION_S = 30.0  # timeout until nothing moves before the camera


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_settings_argument(parser)
    parser.add_argument(
        "--known", metavar="POSITION", default=KNOWN, help=f"what is laid for the second picture: '{KNOWN}'"
    )
    parser.add_argument(
        "--only", choices=("empty", "known"), help="take this picture alone, at once, and ask nobody"
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help=f"where {EMPTY_FILE} and {KNOWN_FILE} go"
    )


def run(args: argparse.Namespace) -> int:
    """Ask for the bare board and for the counters, take a picture of each, and say how to go on."""
    settings = settings_from(args)
    position = Position.parse(args.known)
    for name, size in _taken(settings, args.out, position, args.only, time.monotonic):
        print(f"{args.out / name}: {size[0]} x {size[1]} pixels", flush=True)
    if args.only is None:
        board = ("--board", str(settings.station.board)) if settings.station.board != Path() else ()
        words = ["five-lines", "calibrate", "--empty", str(args.out / EMPTY_FILE), "--known",
                 str(args.out / KNOWN_FILE), str(position), *board, "--out",
                 str(from_home(settings.station.calibration))]  # fmt: skip
        print(f"Now calibrate: {shlex.join(words)}")
        print("A board without markers needs --a-side left, right, top or bottom as well.")
    return 0


def _taken(
    settings: Settings, folder: Path, position: Position, only: str | None, clock: Clock
) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield each picture's name, once it is written, and its size; opens the camera only once."""
    table = virtual_table()
    wanted = {
        "empty": (EMPTY_FILE, "Take everything off the board.", Halves()),
        "known": (KNOWN_FILE, f"Lay the counters: {position}.", position.halves()),
    }
    with closing(open_source(settings.camera, clock, lambda: VirtualCamera(table))) as source:
        print(f"The camera: {source!r}", flush=True)
        for kind in wanted if only is None else (only,):
            name, asked, halves = wanted[kind]
            if only is None:
                _wait_for_enter(asked)
            # On the virtual table nobody else can do it.
            table.lay(halves)
            picture = _still(source, clock)
            for complaint in _complaints(picture):
                print(f"  {complaint}", file=sys.stderr)
            with acting_as_owner_of(folder):
                folder.mkdir(parents=True, exist_ok=True)
                write_whole(folder / name, encode_picture(picture))
            yield name, (picture.shape[1], picture.shape[0])


def _wait_for_enter(asked: str) -> None:
    print(f"{asked} Then take your hands away and press Enter.", flush=True)
    if not sys.stdin.readline():
        raise HardwareError("nobody is there to press Enter", "give --only empty, then --only known")


def _still(source: FrameSource, clock: Clock) -> Picture:
    """Return the first picture after a still moment; raise HardwareError on timeout."""
    motion, until_s = MotionDetector(), clock() + MAX_DURATION_S
    while clock() < until_s:
        picture = source.take()
        if motion.see(picture, clock()) is Motion.STILL:
            return picture
    raise HardwareError(
        f"something has moved before the camera for {MAX_DURATION_S:.0f} s", "keep hands away"
    )


def _complaints(picture: Picture) -> Iterator[str]:
    """Return why a picture is bad for learning, in words."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    level, width_px = float(np.median(grey)), edge_width_px(grey)
    if level < MIN_ADVISED_LEVEL:
        yield f"it is dark (brightness {level:.0f} of 255): give more light, or a longer [camera] exposure_ms"
    if level > MAX_ADVISED_LEVEL:
        yield f"it is bright (brightness {level:.0f} of 255): give less light, or a shorter exposure_ms"
    if width_px is not None and width_px > SOFT_EDGE_PX:
        yield f"it is soft (edges {width_px:.1f} pixels wide, 2 to 5 are sharp): focus the camera, wipe it"
