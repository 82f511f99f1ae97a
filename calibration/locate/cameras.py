"""From corners, points or markers in a picture to a model of the camera."""

from dataclasses import replace

import cv2
import numpy as np

from calibration.errors import CalibrationError
from companion.board.spec import CORNERS, BoardSpec
from vision.arrays import Doubles
from vision.errors import VisionError
from vision.geometry.camera_model import CameraModel, camera_of_plane, undistort

LEAST_COUNTER_PX = 5.0
"""Diameter in pixels below which a counter does not stand out from the board."""

LEAST_TURN = 0.04
"""Sine of the angle, some two degrees, by which the sides of a board turn at each corner at least."""

MOST_UNEVEN = 0.4
"""How far a point lies from where even lines would put it, or from where a person has confirmed it, at most,
in line pitches: a finger is 10 mm wide, and farther off it is another row or line."""

MOST_LEFT = 0.6
"""Share of what a plane picture misses ten points by that a lens may leave for it to be taken into account.
Unevenness alone lets distortion seem to explain so much in one board of thousands."""

MOST_MARKER_MISS = 0.12
"""How far off, in markers' sides and root mean square, the corners of markers may lie."""

MOST_K1, TRIED = 0.3, 31
"""The strongest radial distortion, inwards and outwards, and of how many the best is taken."""

K1_COST_PX = 0.02
"""What a distortion of 1 has to gain, in pixels: noise alone must not bend the board."""

FOCAL_ROUNDS = 3
"""The focal length scales the distortion and follows from the homography: two rounds settle it."""


def camera_from_corners(spec: BoardSpec, corners_px: Doubles, frame_size_wh: tuple[int, int]) -> CameraModel:
    """The camera to which 1A, 5A, 1B, 5B are seen at four pixels (4, 2)."""
    check_corners(corners_px, frame_size_wh)
    homography, _ = cv2.findHomography(spec.corners_mm, corners_px)
    return checked(spec, camera_of_plane(np.asarray(homography, np.float64), frame_size_wh))


def check_corners(corners_px: Doubles, frame_size_wh: tuple[int, int]) -> None:
    """Raises CalibrationError unless corners (4, 2) go round a convex board as seen from above."""
    width, height = frame_size_wh
    for name, (x, y) in zip(("1A", "5A", "1B", "5B"), corners_px, strict=True):
        if not (-0.5 <= x <= width - 0.5 and -0.5 <= y <= height - 0.5):
            raise CalibrationError(
                f"corner {name} at {x:g},{y:g} lies outside the picture of {width} x {height} pixels"
            )
    sides = np.roll(corners_px, -1, axis=0) - corners_px
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    lengths = np.linalg.norm(sides, axis=1) * np.linalg.norm(following, axis=1)
    if (lengths == 0).any() or (np.abs(turns) < LEAST_TURN * lengths).any() or len(set(np.sign(turns))) != 1:
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
    """The camera to which the ten points, uneven or not, are seen at pixels (10, 2), in the order of `RING`.

    Lens distortion is taken out if it explains most of what even lines in a plane cannot. What is then left
    is taken as unevenness of the board: each point is moved on its own.
    """
    check_corners(points_px[CORNERS], frame_size_wh)
    homography, _ = cv2.findHomography(spec.points_mm, points_px)
    plain = camera_of_plane(np.asarray(homography, np.float64), frame_size_wh)
    bent = _bent_camera(spec, spec.points_mm, points_px, frame_size_wh)
    miss = _miss_px(plain, spec, spec.points_mm, points_px)
    camera = bent[1] if bent is not None and bent[0] < MOST_LEFT * miss else plain
    offsets_mm = camera.to_mm(spec, points_px) - spec.points_mm
    if np.abs(offsets_mm).max() > MOST_UNEVEN * spec.line_pitch_mm:
        raise CalibrationError("the ten points do not lie on five lines; check each of them and their order")
    return checked(spec, replace(camera, point_offsets_mm=offsets_mm))


def camera_from_markers(
    spec: BoardSpec, markers_px: dict[int, Doubles], frame_size_wh: tuple[int, int]
) -> CameraModel:
    """The camera to which the markers 0 to 3 have their corners (4, 2) where they were found.

    Lens distortion is taken out as far as the sixteen corners show it.
    """
    half = spec.marker_size_mm / 2
    # A marker's corners run clockwise from its own top left; sheets may have been printed with it turned.
    square = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
    found = np.concatenate([markers_px[number] for number in range(4)])
    check_corners(_marker_corners(markers_px), frame_size_wh)
    places = [
        np.concatenate([centre + np.roll(square, turn, axis=0) for centre in spec.marker_centres_mm])
        for turn in range(4)
    ]
    fits = [fit for place in places if (fit := _bent_camera(spec, place, found, frame_size_wh)) is not None]
    best = min(fits, key=lambda fit: fit[0], default=None)
    if best is None:
        raise CalibrationError("the four markers do not lie as on a board; give --corners instead")
    miss, camera = best
    side = float(np.linalg.norm(found[1] - found[0]))
    if miss > MOST_MARKER_MISS * side:
        raise CalibrationError(
            f"the markers lie {miss / side * spec.marker_size_mm:.0f} mm away from where the board's "
            "measures put "
            "them; check marker_size_mm, marker_x_mm and marker_y_mm in BOARD.toml, or give --corners"
        )
    return checked(spec, camera)


def _marker_corners(markers_px: dict[int, Doubles]) -> Doubles:
    """The middles of markers 1, 2, 3, 0: the order in which 1A, 5A, 1B, 5B lie."""
    return np.array([markers_px[number].mean(axis=0) for number in (1, 2, 3, 0)])


def _bent_camera(
    spec: BoardSpec, place_mm: Doubles, found_px: Doubles, frame_size_wh: tuple[int, int]
) -> tuple[float, CameraModel] | None:
    """The least squares camera with a lens that bends, and what it misses by; None if there is none."""
    found: list[tuple[float, CameraModel]] = []
    for k1 in np.linspace(-MOST_K1, MOST_K1, TRIED):
        camera = _fit(place_mm, found_px, frame_size_wh, float(k1))
        if camera is not None:
            found.append((_miss_px(camera, spec, place_mm, found_px) + K1_COST_PX * abs(float(k1)), camera))
    return min(found, key=lambda fit: fit[0], default=None)


def _miss_px(camera: CameraModel, spec: BoardSpec, place_mm: Doubles, found_px: Doubles) -> float:
    """How far off a camera puts places, root mean square."""
    return float(np.sqrt(((camera.to_px(spec, place_mm) - found_px) ** 2).sum(axis=1).mean()))


def _fit(
    place_mm: Doubles, found_px: Doubles, frame_size_wh: tuple[int, int], k1: float
) -> CameraModel | None:
    """The least squares camera with a given distortion, None where none could see a board so."""
    camera: CameraModel | None = None
    pixels = found_px
    for _ in range(FOCAL_ROUNDS):
        homography, _ = cv2.findHomography(place_mm, pixels)
        if homography is None:
            return None
        try:
            camera = replace(camera_of_plane(np.asarray(homography, np.float64), frame_size_wh), k1=k1)
        except VisionError:
            return None
        pixels = undistort(found_px, camera)
    return camera


def checked(spec: BoardSpec, camera: CameraModel) -> CameraModel:
    """The camera itself; raises CalibrationError when the board is too small in it to be read."""
    points = camera.to_px(spec, spec.points_mm)
    steps_mm = np.array([(0.0, spec.counter_diameter_mm), (spec.counter_diameter_mm, 0.0)])
    beside, along = (camera.to_px(spec, spec.points_mm + step) for step in steps_mm)
    smallest = min(
        np.linalg.norm(beside - points, axis=1).min(), np.linalg.norm(along - points, axis=1).min()
    )
    if smallest < LEAST_COUNTER_PX:
        raise CalibrationError(
            f"the board is too small in the picture: a counter would be {smallest:.0f} pixels across, at "
            "least "
            f"{LEAST_COUNTER_PX:.0f} are needed; bring the camera nearer or use a finer picture"
        )
    return camera
