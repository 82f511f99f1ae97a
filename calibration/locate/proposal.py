"""Propose a board to a person, and refine what the person confirms."""

from dataclasses import dataclass
from enum import Enum, auto

import cv2
import numpy as np

from calibration.errors import CalibrationError
from calibration.locate.board_finder import find_board
from calibration.locate.cameras import MAX_UNEVEN, camera_from_markers, camera_from_points, check_corners
from calibration.locate.markers import MARKERS, find_markers, markers_in_place
from calibration.locate.points import MIN_CONFIDENCE, confidence, find_points
from companion.board.spec import CORNERS, BoardSpec, BoardStyle
from vision.arrays import Doubles, Picture, as_doubles, as_levels, check_numbers
from vision.errors import VisionError

REFINEMENTS = 3  # number of refinements of the points, each from where they were found before
MIN_PROPOSAL_CONFIDENCE = 0.6  # minimum confidence of a board that is shown to a person for confirmation


class FoundBy(Enum):
    """The evidence that a board was found by; lines don't show which end is A's."""

    MARKERS = auto()
    LINES = auto()


@dataclass(frozen=True)
class Proposal:
    """Where a board seems to lie: the points 1A, 5A, 1B, 5B, (4, 2) in pixels of the picture."""

    corners_px: Doubles
    by: FoundBy

    def __post_init__(self) -> None:
        check_numbers("corners", self.corners_px, (4, 2), np.float64)


def propose_board(picture: Picture, spec: BoardSpec) -> Proposal | None:
    """Return the board in a picture (H, W, 3) BGR by its markers or else its lines; None without one.

    If a board found by its lines has markers, these show which end is A's.
    """
    corners_px = _corners_by_markers(picture, spec)
    if corners_px is not None:
        return Proposal(corners_px, FoundBy.MARKERS)
    if spec.style is BoardStyle.BOXES:
        return None
    board = find_board(picture, spec)
    if board is None or board.confidence < MIN_PROPOSAL_CONFIDENCE:
        return None
    for reading in (board, board.turned()):
        try:
            camera = camera_from_points(spec, reading.points_px, _size_wh(picture))
        except (CalibrationError, VisionError):
            continue
        if markers_in_place(picture, spec, camera):
            return Proposal(reading.corners_px, FoundBy.MARKERS)
    return Proposal(board.corners_px, FoundBy.LINES)


@dataclass(frozen=True)
class RefinedBoard:
    """The input to learning: ten points (10, 2), or corners (4, 2) as given; with neither, the markers."""

    points_px: Doubles | None = None
    corners_px: Doubles | None = None


def refine_board(picture: Picture, spec: BoardSpec, corners_px: Doubles) -> RefinedBoard:
    """Refine the corners (4, 2) of a board that a person has confirmed roughly.

    Markers are the most exact, then the board's circles and lines; without either the corners stay as given.
    Raises CalibrationError for corners that can't be those of a board.
    """
    check_corners(corners_px, _size_wh(picture))
    by_markers = _corners_by_markers(picture, spec)
    if by_markers is not None and _is_near(by_markers, corners_px):
        return RefinedBoard()
    points_px = None if spec.style is BoardStyle.BOXES else _points_near(picture, spec, corners_px)
    return RefinedBoard(corners_px=corners_px) if points_px is None else RefinedBoard(points_px=points_px)


def _points_near(picture: Picture, spec: BoardSpec, corners_px: Doubles) -> Doubles | None:
    """Return the ten points (10, 2) near corners (4, 2); None if they aren't surely seen."""
    grey = as_levels(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    pose, _ = cv2.findHomography(spec.corners_mm, corners_px)
    for _ in range(REFINEMENTS):
        found = find_points(grey, as_doubles(pose), spec)
        if found is None or not _is_near(found.points_px[CORNERS], corners_px):
            return None
        if confidence(found) >= MIN_CONFIDENCE:
            return found.points_px
        pose, _ = cv2.findHomography(spec.points_mm, found.points_px)
    return None


def _corners_by_markers(picture: Picture, spec: BoardSpec) -> Doubles | None:
    """Return the corners (4, 2) by all four markers; None without them."""
    try:
        markers = find_markers(picture)
        if len(markers) < len(MARKERS):
            return None
        return camera_from_markers(spec, markers, _size_wh(picture)).to_px(spec, spec.corners_mm)
    except (CalibrationError, VisionError):
        return None


def _is_near(found_px: Doubles, corners_px: Doubles) -> bool:
    """True if corners (4, 2) that were found are those that were given."""
    pitch_px = float(np.linalg.norm(corners_px[0] - corners_px[1])) / 4
    return bool(np.linalg.norm(found_px - corners_px, axis=1).max() < MAX_UNEVEN * pitch_px)


def _size_wh(picture: Picture) -> tuple[int, int]:
    return picture.shape[1], picture.shape[0]
