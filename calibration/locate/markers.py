"""Find the four ArUco markers of the printed board, anywhere or where they should be."""

from itertools import product

import cv2
import numpy as np

from calibration.errors import CalibrationError
from companion.board.spec import BoardSpec
from vision.arrays import Doubles, Picture, as_doubles, as_floats, as_levels
from vision.geometry.camera_model import CameraModel

MARKERS = tuple(range(4))
"""Numbers of the printed board's markers, anticlockwise from the left end of the line 1A-5B."""

MIN_MIRRORED = 2  # minimum number of markers seen in a mirror: a single one may be an accident of other lines

MIRRORED = (
    "the camera sends mirrored pictures: the board's markers can be read only in a mirror; set [camera] "
    "mirrored = true, or switch off the mirror option of the camera or its program, then take them again"
)
"""The error of a mirrored picture, and what to do."""

CELLS = 6  # cells along a marker's side: four of its pattern and one of its black border at either end
CELL_PX = 10  # pixels along a cell's side in the rectified picture of a marker
CELL_MIDDLE = slice(3, 7)  # the pixels of a cell that are read; its edges are blurred


def find_markers(picture: Picture) -> dict[int, Doubles]:
    """Return the corners (4, 2) in pixels of each of the markers 0 to 3 found in a picture (H, W, 3) BGR.

    Raises CalibrationError when the same marker is found twice.
    """
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(_dictionary(), parameters)
    corners, numbers, _ = detector.detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    found: dict[int, Doubles] = {}
    if numbers is None:
        return found
    for number, four in zip(np.asarray(numbers).ravel(), corners, strict=True):
        if int(number) not in MARKERS:
            continue
        if int(number) in found:
            raise CalibrationError(f"marker {number} is seen twice; only one board may be in view")
        found[int(number)] = as_doubles(four).reshape(4, 2)
    return found


def is_mirrored(picture: Picture) -> bool:
    """True if a mirror shows more markers in a picture (H, W, 3) BGR than can be read without one."""
    try:
        in_mirror = len(find_markers(np.ascontiguousarray(picture[:, ::-1])))
        return in_mirror >= MIN_MIRRORED and in_mirror > len(find_markers(picture))
    except CalibrationError:
        return False


def missing_markers(found: dict[int, Doubles]) -> str:
    """Return the numbers of the missing markers, in words."""
    return ", ".join(str(number) for number in MARKERS if number not in found)


def markers_in_place(picture: Picture, spec: BoardSpec, camera: CameraModel) -> bool:
    """True if a picture (H, W, 3) BGR shows all four markers where a camera sees them.

    On a dark table a marker printed without a white margin can't be detected, but its pattern can still be
    read.
    """
    grey = as_levels(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    # Within such a step the pixels that are read stay in their cells.
    middle_px = CELL_MIDDLE.stop - CELL_MIDDLE.start
    step_mm = spec.marker_size_mm / CELLS * (CELL_PX - middle_px) / CELL_PX
    return all(
        any(
            _number_at(grey, camera.to_px(spec, _square(centre + offset_mm, spec.marker_size_mm))) == number
            for offset_mm in step_mm * np.array(list(product((0, -1, 1), repeat=2)))
        )
        for number, centre in zip(MARKERS, spec.marker_centres_mm, strict=True)
    )


def _square(centre_mm: Doubles, side_mm: float) -> Doubles:
    """Return the corners (4, 2) of a marker, clockwise from its top left."""
    return centre_mm + side_mm / 2 * np.array([(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)])


def _number_at(grey: Picture, corners_px: Doubles) -> int | None:
    """Return the number of the marker with these corners (4, 2) in a grey picture; None without one."""
    side = CELLS * CELL_PX - 0.5
    target = as_floats([(-0.5, -0.5), (side, -0.5), (side, side), (-0.5, side)])
    flat = cv2.warpPerspective(
        grey,
        cv2.getPerspectiveTransform(corners_px.astype(np.float32), target),
        (CELLS * CELL_PX, CELLS * CELL_PX),
    )
    cells = flat.reshape(CELLS, CELL_PX, CELLS, CELL_PX)[:, CELL_MIDDLE, :, CELL_MIDDLE].mean(axis=(1, 3))
    white = cells > (cells.max() + cells.min()) / 2
    pattern = white[1:-1, 1:-1]
    if white.sum() != pattern.sum():
        return None
    known, number, _ = _dictionary().identify(pattern.astype(np.uint8), 0.0)
    return int(number) if known else None


def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
