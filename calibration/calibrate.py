"""Learn a calibration from a training set: where the board is, how it and its counters look."""

from dataclasses import replace

import numpy as np

from calibration.check.agreement import check_known
from calibration.check.quality import Quality, compare_light, judge
from calibration.check.things import check_things
from calibration.errors import CalibrationError
from calibration.flaws import Flaw, Remark
from calibration.learn.examples import cut_out_examples, learn_from_examples
from calibration.learn.known_positions import learn_from_known
from calibration.learn.reference import bare_board, bare_patches, odd_example
from calibration.learn.shadows import ASSUMED_SHADE
from calibration.locate.camera_finder import find_camera
from calibration.training_set import TrainingSet
from companion.game.board import Seat
from vision.calibration import Background, Calibration
from vision.geometry.camera_model import CameraModel
from vision.geometry.rectify import FINE_PX, Grid, grid_for

ASSUMED_NOISE = 0.02  # noise of a pixel between pictures, in log-opponent units, until it is measured


def calibrate(training: TrainingSet, finely: bool = True) -> tuple[Calibration, Quality]:
    """Learn a calibration and report its quality; with `finely`, also on a finer grid for a second pass.

    Raises CalibrationError when something is missing, contradictory or can't work.
    """
    _check_pictures(training)
    remarks = compare_light(training)
    camera = find_camera(training)
    calibration = _learned(training, camera, grid_for(training.spec))
    if training.examples and training.examples[0].name == training.main_picture[0]:
        odd = odd_example(training.examples[0], training.spec, camera, calibration.grid)
        remarks += [Remark(Flaw.IN_DOUBT, odd)] if odd else []
    remarks += check_things(calibration, training)
    if finely:
        calibration = replace(calibration, finer=_finer(training, camera))
    return calibration, judge(calibration, training, remarks)


def _finer(training: TrainingSet, camera: CameraModel) -> Calibration | None:
    """Return the calibration on a finer grid; None when it does not read its own pictures right."""
    try:
        finer = _learned(training, camera, grid_for(training.spec, FINE_PX), lenient=True)
        check_known(finer, training)
    except CalibrationError:
        return None
    return finer


def _learned(training: TrainingSet, camera: CameraModel, grid: Grid, lenient: bool = False) -> Calibration:
    """Learn how board and counters look on a grid; raises CalibrationError if the pictures don't show it."""
    board = bare_board(training, camera, grid)
    main = training.main_picture[0]
    examples = cut_out_examples(camera, board, training.examples, main)
    bare = np.concatenate([bare_patches(board), examples.bare])
    background = Background(patches=bare, noise=np.full(3, ASSUMED_NOISE, np.float32), shade=ASSUMED_SHADE)
    if training.known:
        return learn_from_known(camera, board, background, training.known, lenient)
    for seat in Seat:
        if not len(examples.counters.of(seat)):
            raise CalibrationError(
                f"no counter of {seat} is shown anywhere: give --known with counters of both seats, "
                f"or --example with '{seat}@x,y'"
            )
    shown = training.examples[0] if training.examples[0].name == main else None
    return learn_from_examples(camera, board, background, examples.counters, shown, lenient)


def _check_pictures(training: TrainingSet) -> None:
    name, picture = training.main_picture
    if not training.known and not training.examples:
        raise CalibrationError(
            "the empty board alone does not show the counters: give --known or --example too"
        )
    for known in training.known:
        if known.picture.shape != picture.shape:
            raise CalibrationError(
                f"{known.name}: {known.picture.shape[1]} x {known.picture.shape[0]} pixels, but {name} has "
                f"{picture.shape[1]} x {picture.shape[0]}; take them with the same camera setting"
            )
        most = training.spec.counters_per_seat
        if not any(known.halves.a) and not any(known.halves.b):
            raise CalibrationError(
                f"{known.name}: the known position holds no counter on the board; give it as --empty"
            )
        if most and max(sum(known.halves.a), sum(known.halves.b)) > most:
            raise CalibrationError(
                f"{known.name}: the known position holds more than {most} counters of a seat"
            )
