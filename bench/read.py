"""How long one reading takes, in units of rectifying the board's region to 480x360 from the same frame.

Prints the ratios of a whole reading and of the steadiness check, both measured in turn with their unit in one
run on one thread, and the memory of the reading process. Run it as `python bench/read.py [STATION PICTURE]`;
with neither it draws itself a board with ten counters at 1280x720.
"""

import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import calibrate
from calibration.evaluation import START
from calibration.lesson import KnownPicture, Lesson
from calibration.station_folder import load
from vision.board_spec import BoardSpec
from vision.calibrated import Calibration
from vision.eyes import Eyes
from vision.picture import read_picture
from vision.steady import Stillness

FRAME_WH = (1280, 720)
RECTIFIED_WH = (480, 360)
ROUNDS = 300

Picture = NDArray[np.uint8]


def main(arguments: list[str]) -> int:
    """Prints the ratios; the figures to reach stand beside them."""
    cv2.setNumThreads(1)
    if len(arguments) == 2:
        calibration, frame = load(Path(arguments[0])), read_picture(Path(arguments[1]))
    else:
        calibration, frame = drawn_station()
    eyes = Eyes(calibration)
    corners_px = calibration.view.to_px(calibration.spec, calibration.spec.corners_mm).astype(np.float32)
    width, height = RECTIFIED_WH
    across = np.array([(width - 30, height - 30), (width - 30, 30), (30, 30), (30, height - 30)], np.float32)
    homography = cv2.getPerspectiveTransform(corners_px, across)
    stillness = Stillness()
    clock = iter(range(10**9))
    unit, reading, steady = in_turn(
        lambda: cv2.warpPerspective(frame, homography, RECTIFIED_WH),
        lambda: eyes.read(frame),
        lambda: stillness.see(frame, next(clock) / 30),
    )
    memory_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"frame {frame.shape[1]}x{frame.shape[0]}, status {eyes.read(frame).status}")
    print(f"rectifying to {width}x{height}: {unit * 1e3:.2f} ms")
    print(f"one reading: {reading * 1e3:.2f} ms, {reading / unit:.2f} units (at most 3)")
    print(f"steadiness check: {steady * 1e3:.3f} ms, {steady / unit:.3f} units (at most 0.2)")
    print(f"memory: {memory_mb:.0f} MB resident at most, calibration included (at most 150 for reading)")
    return 0


def in_turn(*jobs: Callable[[], object]) -> list[float]:
    """The middle time in seconds of each job; they run in turn, so that what slows one slows all."""
    times: list[list[float]] = [[] for _ in jobs]
    for round_ in range(ROUNDS + 10):
        for job, taken in zip(jobs, times, strict=True):
            began = time.perf_counter()
            job()
            if round_ >= 10:
                taken.append(time.perf_counter() - began)
    return [float(np.median(taken)) for taken in times]


def drawn_station() -> tuple[Calibration, Picture]:
    """A calibration and a frame of a drawn board with its ten counters."""
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
    laid = empty.copy()
    for index, (x, y) in enumerate(points_px.round().astype(int)):
        colour = (160, 70, 30) if index < 5 else (245, 245, 245)
        cv2.circle(laid, (int(x), int(y)), round(11 * scale), colour, -1, cv2.LINE_AA)
    noise = [generator.normal(0, 2, empty.shape) for _ in range(2)]
    empty, laid = (np.clip(p + n, 0, 255).astype(np.uint8) for p, n in zip((empty, laid), noise, strict=True))
    lesson = Lesson(
        spec, ("drawn", empty), (KnownPicture("drawn", laid, START),), corners_px=points_px[[0, 4, 5, 9]]
    )
    return calibrate(lesson)[0], laid


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
