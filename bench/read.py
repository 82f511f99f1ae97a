"""Measure the time of one reading, in units of rectifying the board's region to 480x360 from the same frame.

Prints the ratios of a whole reading and of the steadiness check to that unit, all measured in turn in one run
on one thread, for a tidy board and for a crowded one, and the memory of a process that does nothing but load
a calibration and read. Times are of the processor, all threads together, so that other programs count only as
far as they crowd its caches; given are the middle of all rounds and their quickest tenth. Run it as
`python bench/read.py [CALIBRATION PICTURE]`; with neither it draws itself a board with ten counters at
1280x720.
"""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import calibrate
from calibration.calibration_folder import load, save
from calibration.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from five_lines_lab.evaluation.evaluation import START
from vision.board_reader import BoardReader
from vision.calibration import Calibration
from vision.frame_checks.motion import MotionDetector
from vision.picture_file import encode_picture, read_picture

FRAME_WH = (1280, 720)
RECTIFIED_WH = (480, 360)
ROUNDS = 300
READINGS = 50
"""Readings of a process before its memory is measured."""

CROWD_MM = [
    (150, 1),
    (127, -2),
    (104, 2),
    (81, 0),
    (58, -1),
    (149, 25),
    (126, 24),
    (-148, 3),
    (-126, 0),
    (20, 99),
]
"""Counters that touch: seven on one half in two rows, two on the other, and one by itself."""

Picture = NDArray[np.uint8]


def main(arguments: list[str]) -> int:
    """Print the ratios; the limits stand beside them."""
    cv2.setNumThreads(1)
    if arguments[:1] == ["--memory"]:
        print(f"{memory_mb(Path(arguments[1]), Path(arguments[2])):.0f}")
        return 0
    if len(arguments) == 2:
        calibration, frames = load(Path(arguments[0])), {"the picture": read_picture(Path(arguments[1]))}
    else:
        calibration, frames = drawn_calibration()
    reader = BoardReader(calibration)
    corners_px = calibration.camera.to_px(calibration.spec, calibration.spec.corners_mm).astype(np.float32)
    width, height = RECTIFIED_WH
    across = np.array([(width - 30, height - 30), (width - 30, 30), (30, 30), (30, height - 30)], np.float32)
    homography = cv2.getPerspectiveTransform(corners_px, across)
    stillness = MotionDetector()
    clock = iter(range(10**9))
    print("times are of the processor: the middle of all rounds / their quickest tenth")
    for name, frame in frames.items():
        measure(name, frame, reader, homography, stillness, clock)
    with tempfile.TemporaryDirectory() as place:
        folder, picture = Path(place) / "calibration", Path(place) / "picture.png"
        save(calibration, folder)
        picture.write_bytes(encode_picture(frames[next(iter(frames))]))
        command = [sys.executable, __file__, "--memory", str(folder), str(picture)]
        print(
            f"memory of a reading process: {subprocess.check_output(command, text=True).strip()} MB", end=""
        )
        print(" resident at most (at most 200)")
    return 0


def measure(
    name: str,
    frame: Picture,
    reader: BoardReader,
    homography: "cv2.typing.MatLike",
    stillness: MotionDetector,
    clock: Iterator[int],
) -> None:
    """Print the time to rectify a frame, to read it, and to compare it with the last."""
    reader.read_again(frame)
    unit, reading, again, steady = in_turn(
        lambda: cv2.warpPerspective(frame, homography, RECTIFIED_WH),
        lambda: reader.read(frame),
        lambda: reader.read_again(frame),
        lambda: stillness.see(frame, next(clock) / 30),
    )
    seen = reader.read(frame)
    print(f"{name}: {frame.shape[1]}x{frame.shape[0]}, {seen.status}, {len(seen.counters)} counters")
    width, height = RECTIFIED_WH
    print(f"  rectifying to {width}x{height}: {in_ms(unit)}")
    print(f"  one reading: {in_ms(reading)}, {in_units(reading, unit)} (at most 10)")
    print(f"  seen again, nothing has changed: {in_ms(again)}, {in_units(again, unit)}")
    print(f"  steadiness check: {in_ms(steady)}, {in_units(steady, unit)} (at most 0.2)")


def in_ms(seconds: Sequence[float]) -> str:
    """Return the median and the fastest tenth of times."""
    return " / ".join(f"{s * 1e3:.2f}" for s in seconds) + " ms"


def in_units(seconds: Sequence[float], unit: Sequence[float]) -> str:
    """Return the same as ratios to the unit's."""
    return " / ".join(f"{s / u:.2f}" for s, u in zip(seconds, unit, strict=True)) + " units"


def in_turn(*jobs: Callable[[], object]) -> list[tuple[float, float]]:
    """Return the median processor time in seconds of each job, and its fastest tenth; they run in turn."""
    times: list[list[float]] = [[] for _ in jobs]
    for round_ in range(ROUNDS + 10):
        for job, taken in zip(jobs, times, strict=True):
            began = time.process_time()
            job()
            if round_ >= 10:
                taken.append(time.process_time() - began)
    return [(float(np.median(taken)), float(np.percentile(taken, 10))) for taken in times]


def memory_mb(folder: Path, picture: Path) -> float:
    """Return the peak memory of this process after it has read a picture again and again."""
    reader, frame = BoardReader(load(folder)), read_picture(picture)
    for _ in range(READINGS):
        reader.read(frame)
    # What getrusage tells begins with what the process held that started this one.
    most = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    assert most is not None
    return int(most[1]) / 1024


def drawn_calibration() -> tuple[Calibration, dict[str, Picture]]:
    """Return a calibration, and frames of a drawn board with its ten counters on their points and crowded."""
    spec = BoardSpec()
    width, height = FRAME_WH
    scale = 2.4
    middle = np.array([width / 2, height / 2])
    points_px = spec.points_mm * (scale, -scale) + middle
    generator = np.random.default_rng(5)
    empty = np.full((height, width, 3), (150, 185, 205), np.uint8)
    for point in range(5):
        one, other = points_px[point], points_px[9 - point]
        cv2.line(empty, one.round().astype(int).tolist(), other.round().astype(int).tolist(), (60, 60, 60), 3)
    for x, y in points_px.round().astype(int):
        cv2.circle(empty, (int(x), int(y)), round(14 * scale), (60, 60, 60), 3, cv2.LINE_AA)
    pictures = [empty]
    for places_px in (points_px, np.array(CROWD_MM) * (scale, -scale) + middle):
        laid = empty.copy()
        for index, (x, y) in enumerate(places_px.round().astype(int)):
            colour = (160, 70, 30) if index < 5 else (245, 245, 245)
            cv2.circle(laid, (int(x), int(y)), round(11 * scale), colour, -1, cv2.LINE_AA)
        pictures.append(laid)
    empty, tidy, crowded = (
        np.clip(picture + generator.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
        for picture in pictures
    )
    training = TrainingSet(
        spec, ("drawn", empty), (KnownPicture("drawn", tidy, START),), corners_px=points_px[[0, 4, 5, 9]]
    )
    return calibrate(training)[0], {"tidy": tidy, "crowded": crowded}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
