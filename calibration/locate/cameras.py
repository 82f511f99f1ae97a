"""Fit a camera model to corners, points or markers in a picture."""

from contextlib import suppress
from dataclasses import replace

import cv2
import numpy as np

from calibration.errors import CalibrationError
from companion.board.spec import CORNERS, BoardSpec
from vision.arrays import Doubles, as_doubles
from vision.errors import VisionError
from vision.geometry.camera_model import CameraModel, camera_of_plane, undistort

MIN_COUNTER_PX = 5.0  # minimum diameter of a counter, in pixels

MAX_UNEVEN = 0.4
"""Maximum offset, in line pitches, of a point from even lines or from where a person confirmed it: farther
off it belongs to another row or line."""

MAX_LEFT = 0.6  # maximum residual with lens distortion, as a share of that without, for it to be used
K1_STEP = 0.02  # step of the search for radial distortion, inwards and outwards
MAX_MARKER_MISS = 0.12  # maximum root mean square error of markers' corners, in sides of a marker


def camera_from_corners(spec: BoardSpec, corners_px: Doubles, frame_size_wh: tuple[int, int]) -> CameraModel:
    """Return the camera that sees 1A, 5A, 1B, 5B at four pixels (4, 2)."""
    check_corners(corners_px, frame_size_wh)
    homography, _ = cv2.findHomography(spec.corners_mm, corners_px)
    return checked(spec, camera_of_plane(as_doubles(homography), frame_size_wh))


def check_corners(corners_px: Doubles, frame_size_wh: tuple[int, int]) -> None:
    """Raise CalibrationError unless corners (4, 2) go round a convex board as seen from above."""
    width, height = frame_size_wh
    for name, (x, y) in zip(("1A", "5A", "1B", "5B"), corners_px, strict=True):
        if not (-0.5 <= x <= width - 0.5 and -0.5 <= y <= height - 0.5):
            raise CalibrationError(
                f"corner {name} at {x:g},{y:g} lies outside the picture of {width} x {height} pixels"
            )
    sides = np.roll(corners_px, -1, axis=0) - corners_px
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    # On any board with large enough counters, each corner lies farther than that from the line past it.
    past = np.linalg.norm(sides + following, axis=1)
    if (np.abs(turns) <= MIN_COUNTER_PX * past).any() or len(set(np.sign(turns))) != 1:
        raise CalibrationError(
            "the corners do not form a convex quadrilateral; give 1A, 5A, 1B, 5B in this order round the "
            "board"
        )
    if turns[0] > 0:
        raise CalibrationError(
            "the corners run clockwise, so the board would be mirrored; give 1A, 5A, 1B, 5B, which run "
            "anticlockwise seen from above"
        )


def camera_from_points(spec: BoardSpec, points_px: Doubles, frame_size_wh: tuple[int, int]) -> CameraModel:
    """Return the camera that sees the ten points at pixels (10, 2), in the order of `RING`.

    Lens distortion is used if it explains most of the deviation from even lines in a plane. The rest is taken
    as unevenness of the board: each point has an offset of its own.
    """
    check_corners(points_px[CORNERS], frame_size_wh)
    _, camera = _fitted(spec, spec.points_mm, points_px, frame_size_wh)
    offsets_mm = camera.to_mm(spec, points_px) - spec.points_mm
    if np.abs(offsets_mm).max() > MAX_UNEVEN * spec.line_pitch_mm:
        raise CalibrationError("the ten points do not lie on five lines; check each of them and their order")
    return checked(spec, replace(camera, point_offsets_mm=offsets_mm))


def camera_from_markers(
    spec: BoardSpec, markers_px: dict[int, Doubles], frame_size_wh: tuple[int, int]
) -> CameraModel:
    """Return the camera that sees the corners (4, 2) of the markers 0 to 3 where they were found.

    Lens distortion is used as far as the sixteen corners show it.
    """
    half = spec.marker_size_mm / 2
    # A marker's corners run clockwise from its own top left; sheets may have been printed with it turned.
    square = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
    found = np.concatenate([markers_px[number] for number in range(4)])
    check_corners(_marker_corners(markers_px), frame_size_wh)
    fits = []
    for turn in range(4):
        turned = np.roll(square, turn, axis=0)
        place = np.concatenate([centre + turned for centre in spec.marker_centres_mm])
        with suppress(VisionError):
            fits.append(_fitted(spec, place, found, frame_size_wh))
    if not fits:
        raise CalibrationError("the four markers do not lie as on a board; give --corners instead")
    miss, camera = min(fits, key=lambda fit: fit[0])
    side = float(np.linalg.norm(found[1] - found[0]))
    if miss > MAX_MARKER_MISS * side:
        raise CalibrationError(
            f"the markers lie {miss / side * spec.marker_size_mm:.0f} mm away from where the board's "
            "measures put "
            "them; check marker_size_mm, marker_x_mm and marker_y_mm in BOARD.toml, or give --corners"
        )
    return checked(spec, camera)


def _marker_corners(markers_px: dict[int, Doubles]) -> Doubles:
    """Return the middles of markers 1, 2, 3, 0, in the order of 1A, 5A, 1B, 5B."""
    return np.array([markers_px[number].mean(axis=0) for number in (1, 2, 3, 0)])


def _fitted(
    spec: BoardSpec, place_mm: Doubles, found_px: Doubles, frame_size_wh: tuple[int, int]
) -> tuple[float, CameraModel]:
    """Return the root mean square error, in pixels, of the least squares camera, and that camera.

    Lens distortion is used if it explains most of the error. Raises VisionError for a mirrored board.
    """

    def fit(k1: float, before: CameraModel | None) -> tuple[float, CameraModel]:
        """Fit a camera with a given distortion, starting from another's focal length."""
        ideal_px = found_px if before is None else undistort(found_px, replace(before, k1=k1))
        homography, _ = cv2.findHomography(place_mm, ideal_px)
        if homography is None:
            raise VisionError("no camera sees the board so")
        camera = camera_of_plane(as_doubles(homography), frame_size_wh, k1)
        return float(np.sqrt(((camera.to_px(spec, place_mm) - found_px) ** 2).sum(axis=1).mean())), camera

    plain = best = fit(0.0, None)
    away_px2 = ((found_px - (np.array(frame_size_wh) - 1) / 2) ** 2).sum(axis=1).max()
    for step in (-K1_STEP, K1_STEP):
        bent = plain
        with suppress(VisionError):
            # No lens folds its picture: r + k1 r ** 3 has to grow up to the outermost place.
            while abs(bent[1].k1 + step) * 3 * away_px2 < bent[1].focal_px ** 2:
                more = fit(bent[1].k1 + step, bent[1])
                if more[0] >= bent[0]:
                    break
                bent = more
        best = min(best, bent, key=lambda one: one[0])
    return best if best[0] < MAX_LEFT * plain[0] else plain


def checked(spec: BoardSpec, camera: CameraModel) -> CameraModel:
    """Return the camera; raises CalibrationError when the board is too small in it."""
    points = camera.to_px(spec, spec.points_mm)
    steps_mm = np.array([(0.0, spec.counter_diameter_mm), (spec.counter_diameter_mm, 0.0)])
    beside, along = (camera.to_px(spec, spec.points_mm + step) for step in steps_mm)
    smallest = min(
        np.linalg.norm(beside - points, axis=1).min(), np.linalg.norm(along - points, axis=1).min()
    )
    if smallest < MIN_COUNTER_PX:
        raise CalibrationError(
            f"the board is too small in the picture: a counter would be {smallest:.0f} pixels across, at "
            "least "
            f"{MIN_COUNTER_PX:.0f} are needed; bring the camera nearer or use a finer picture"
        )
    return camera
