"""Measure the board reader on pictures with ground truth: sets of one board, films, photographs."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from calibration.board_toml import read_board
from calibration.calibrate import calibrate
from calibration.errors import CalibrationError
from calibration.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from companion.game.board import RING, Halves, Seat
from five_lines_lab.evaluation.labelled import LabelledPhotograph
from five_lines_lab.evaluation.reliability import PredictedPlace, predictions_of
from five_lines_lab.evaluation.truth import FrameTruth, PictureSet, Truth, read_truth
from vision.arrays import Picture
from vision.board_reader import BoardReader
from vision.errors import InvalidValueError
from vision.picture_file import read_picture
from vision.reading import Reading, Status

START = Halves((1,) * 5 + (0,) * 5, (0,) * 5 + (1,) * 5)  # the position of every set's `setup_a.jpg`


@dataclass(frozen=True)
class Measured:
    """The reading of one picture compared with the truth.

    `points_right` of `points` hold what the truth says; `clear`, `right` and `hand` are about the whole
    board; `error` is set when the board could not be learned at all. Times in seconds. `predictions` are
    those of both detectors, if asked for.
    """

    place: str
    picture: str
    material: str
    light: str
    counters: str
    hand: bool
    clear: bool
    right: bool
    points: int
    points_right: int
    seconds: float
    why: str | None = None
    error: str | None = None
    predictions: tuple[PredictedPlace, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.points_right <= self.points:
            raise InvalidValueError(f"{self.points_right} of {self.points} points cannot be right")
        if self.right and self.points_right < self.points:
            raise InvalidValueError("a board is right only when all its points are")
        if self.error is not None and self.clear:
            raise InvalidValueError("a board that could not be learned is not read clearly")


def evaluate(folder: Path, geometry: str = "corners", *, asks_of_places: bool = False) -> Iterator[Measured]:
    """Read every picture with truth under a folder and compare.

    `geometry` says what the board is found by: corners from the truth, markers, or the board's own lines.
    `asks_of_places` adds what both detectors predict at each place of every picture.
    Raises CalibrationError when there is nothing to evaluate, or a truth.json holds something else.
    """
    if not folder.is_dir():
        raise CalibrationError(f"{folder}: there is no such folder; give a folder of pictures with truth")
    paths = sorted(folder.glob("**/truth.json"))
    if not paths:
        raise CalibrationError(
            f"{folder}: no truth.json in it or below; give a folder of pictures with truth"
        )
    # All of them before the first picture is read: a mistake in the last is reported at once.
    truths = [truth for truth in map(read_truth, paths) if _can_be_found(truth, geometry)]
    if not truths:
        raise CalibrationError(f"{folder}: no board in it can be found by {geometry}; leave --{geometry} out")
    for truth in truths:
        if isinstance(truth, PictureSet):
            yield from _picture_set(truth, geometry, asks_of_places)
        else:
            yield from (_photograph(photograph, asks_of_places) for photograph in truth)


def _can_be_found(truth: Truth, geometry: str) -> bool:
    """True if a board can be found that way; photographs are labelled with corners only."""
    if isinstance(truth, PictureSet):
        return geometry != "markers" or truth.has_markers
    return geometry == "corners"


def _picture_set(truth: PictureSet, geometry: str, asks_of_places: bool) -> Iterator[Measured]:
    about: dict[str, Any] = {
        "place": truth.folder.name,
        "material": truth.material,
        "counters": truth.counters,
    }
    try:
        reader = BoardReader(calibrate(training_set(truth, geometry))[0])
    except CalibrationError as error:
        for frame in truth.frames:
            yield Measured(
                picture=frame.file, light="-", hand=frame.hand, **_not_learned(len(RING), error), **about
            )
        return
    for frame in truth.frames:
        picture = read_picture(truth.folder / frame.file)
        yield Measured(
            picture=frame.file,
            light=frame.light,
            hand=frame.hand,
            **_read(reader, picture, len(RING), partial(_points_right, frame.halves)),
            predictions=_predictions(reader, picture, frame) if asks_of_places else (),
            **about,
        )


def _not_learned(points: int, error: CalibrationError) -> dict[str, Any]:
    failed = {"clear": False, "right": False, "points": points, "points_right": 0, "seconds": 0.0}
    return failed | {"error": str(error)}


def _read(
    reader: BoardReader, picture: Picture, points: int, points_right: Callable[[Reading], int]
) -> dict[str, Any]:
    began = time.perf_counter()
    reading = reader.read(picture)
    seconds = time.perf_counter() - began
    right = points_right(reading)
    return {
        "clear": reading.status is Status.CLEAR,
        "right": right == points,
        "points": points,
        "points_right": right,
        "seconds": seconds,
        "why": reading.why,
    }


def _predictions(reader: BoardReader, picture: Picture, frame: FrameTruth) -> tuple[PredictedPlace, ...]:
    """Return what both detectors said of the places of a picture."""
    odds = reader.place_odds(picture)
    if odds is None or frame.lying is None:
        return ()
    return predictions_of(odds, frame.lying, reader.calibration.spec)


def training_set(truth: PictureSet, geometry: str) -> TrainingSet:
    """Return what a set's board is learned from: its two reference pictures, found by a geometry."""
    corners_px = truth.corners_px
    across = corners_px[:2].mean(axis=0) - corners_px[2:].mean(axis=0)
    if abs(across[0]) > abs(across[1]):
        a_side = "right" if across[0] > 0 else "left"
    else:
        a_side = "bottom" if across[1] > 0 else "top"
    board = truth.folder / "board.toml"
    empty, setup = (truth.folder / "reference" / name for name in ("empty.jpg", "setup_a.jpg"))
    return TrainingSet(
        spec=read_board(board) if board.exists() else BoardSpec(),
        empty=(str(empty), read_picture(empty)),
        known=(KnownPicture(str(setup), read_picture(setup), START),),
        corners_px=corners_px if geometry == "corners" else None,
        a_side=a_side if geometry == "lines" else None,
    )


def _points_right(expected: Halves, reading: Reading) -> int:
    """Return at how many points just the expected counters were found, whatever the status."""
    found = Counter((counter.half, counter.seat) for counter in reading.counters)
    return sum(all(found[point, seat] == expected.count(seat, point) for seat in Seat) for point in RING)


def _photograph(photograph: LabelledPhotograph, asks_of_places: bool) -> Measured:
    points = len(photograph.points)
    about: dict[str, Any] = {
        "place": "photographs",
        "picture": photograph.name,
        "material": "photograph",
        "light": "same",
        "counters": "stones",
        "hand": False,
    }
    try:
        reader = BoardReader(calibrate(photograph.training)[0])
    except CalibrationError as error:
        return Measured(**about, **_not_learned(points, error))
    came_out = _read(reader, photograph.picture, points, photograph.points_right)
    odds = reader.place_odds(photograph.picture) if asks_of_places else None
    if odds is None:
        return Measured(**about, **came_out)
    spec, camera = reader.calibration.spec, reader.calibration.camera
    places_px = camera.to_px(spec, odds.places_mm, spec.counter_height_mm / 2)
    return Measured(**about, **came_out, predictions=photograph.predictions_of(odds, places_px))
