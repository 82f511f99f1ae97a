"""Find the camera by the best that a training set gives."""

from calibration.errors import CalibrationError
from calibration.flaws import Flaw
from calibration.locate.board_finder import FoundBoard, Side, find_board
from calibration.locate.cameras import camera_from_corners, camera_from_markers, camera_from_points
from calibration.locate.markers import (
    MIRRORED,
    find_markers,
    is_mirrored,
    markers_in_place,
    missing_markers,
)
from calibration.locate.points import MIN_CONFIDENCE
from calibration.locate.start_position import points_by_counters
from calibration.training_set import TrainingSet
from vision.arrays import Doubles
from vision.errors import VisionError
from vision.geometry.camera_model import CameraModel


def find_camera(training: TrainingSet) -> CameraModel:
    """Return the camera from the ten points, else corners, else markers, else lines, else counters."""
    name, picture = training.main_picture
    height, width = picture.shape[:2]
    size_wh = (width, height)
    if is_mirrored(picture):
        raise CalibrationError(f"{name}: {MIRRORED}", Flaw.MIRRORED)
    try:
        if training.points_px is not None:
            return _facing(training, camera_from_points(training.spec, training.points_px, size_wh))
        if training.corners_px is not None:
            return _facing(training, camera_from_corners(training.spec, training.corners_px, size_wh))
        markers = find_markers(picture)
        if len(markers) == 4:
            return _facing(training, camera_from_markers(training.spec, markers, size_wh))
    except VisionError as error:
        raise CalibrationError(f"{name}: {error}; give the corners as 1A 5A 1B 5B") from error
    except CalibrationError as error:
        raise CalibrationError(f"{name}: {error}") from error
    try:
        return _camera_from_lines(training, size_wh)
    except CalibrationError as error:
        if not markers:
            raise
        raise CalibrationError(
            f"{name}: marker {missing_markers(markers)} of 0, 1, 2, 3 is hidden or out of view; uncover it, "
            "or give --corners"
        ) from error


def _facing(training: TrainingSet, camera: CameraModel) -> CameraModel:
    """Return the camera; raises CalibrationError when A's points lie at another side than given."""
    if training.a_side is not None:
        board = FoundBoard(camera.to_px(training.spec, training.spec.points_mm), 1.0, None)
        if board.facing(Side(training.a_side)) is not board:
            raise CalibrationError(
                f"--a-side {training.a_side} contradicts the corners or markers, which put A's points at the "
                "opposite side; leave one of them out"
            )
    return camera


def _camera_from_lines(training: TrainingSet, size_wh: tuple[int, int]) -> CameraModel:
    """Return the camera from the board's lines, or else from the counters of its start position.

    The training set has to give A's side, or four markers to show it.
    """
    name, picture = training.main_picture
    try:
        board = find_board(picture, training.spec)
    except CalibrationError as error:
        raise CalibrationError(f"{name}: {error}") from error
    if board is None or board.confidence < MIN_CONFIDENCE:
        board = _by_counters(training) or board
    if board is None or board.confidence < MIN_CONFIDENCE:
        why = "no board is found" if board is None or board.reason is None else board.reason
        raise CalibrationError(f"{name}: {why} (or give --corners 'x,y x,y x,y x,y' of 1A 5A 1B 5B)")
    if training.a_side is None:
        for reading in (board, board.turned()):
            camera = camera_from_points(training.spec, reading.points_px, size_wh)
            if markers_in_place(picture, training.spec, camera):
                return camera
        one, other = (_pixels(b.corners_px) for b in (board, board.turned()))
        raise CalibrationError(
            f"{name}: the board is found, but not which end is A's: give --a-side left, right, top or bottom "
            f"(--corners '{one}' or --corners '{other}')"
        )
    try:
        points_px = board.facing(Side(training.a_side)).points_px
    except CalibrationError as error:
        raise CalibrationError(f"{name}: {error}") from error
    return camera_from_points(training.spec, points_px, size_wh)


def _by_counters(training: TrainingSet) -> FoundBoard | None:
    """Return the board of a picture with a counter on each point and an empty one."""
    if training.empty is None:
        return None
    for known in training.known:
        if all(a + b == 1 for a, b in zip(known.halves.a, known.halves.b, strict=True)):
            points_px = points_by_counters(training.empty[1], known.picture, training.spec)
            if points_px is not None:
                return FoundBoard(points_px, 1.0, None)
    return None


def _pixels(points_px: Doubles) -> str:
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in points_px)
