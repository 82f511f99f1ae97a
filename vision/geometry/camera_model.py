"""The camera model: from millimetres on the board to pixels in the frame, and back."""

from dataclasses import dataclass, field, replace

import numpy as np

from companion.board.spec import BoardSpec
from vision.arrays import Doubles, as_doubles, check_numbers, check_positive
from vision.errors import InvalidValueError, VisionError

DEFAULT_FOCAL = 1.1
"""Default focal length in units of the frame's longer side, where a frame does not determine it."""


@dataclass(frozen=True)
class CameraModel:
    """The geometry of one camera over one board.

    `homography` (3, 3) maps board millimetres at height 0 to ideal pixels; `up` (3,) is its column for
    height, so that a place (x, y, z) is seen at homography @ (x, y, 1) + z * up. Radial distortion `k1` acts
    about the frame's middle in units of `focal_px`. `point_offsets_mm` (10, 2), in the order of `RING`, are
    the points' offsets from the board's nominal measures. Pixel (0, 0) is the middle of the top left pixel;
    pixels grow to the right and downwards.
    """

    homography: Doubles
    up: Doubles
    frame_size_wh: tuple[int, int]
    focal_px: float
    k1: float = 0.0
    point_offsets_mm: Doubles = field(default_factory=lambda: np.zeros((10, 2)))

    def __post_init__(self) -> None:
        check_numbers("homography", self.homography, (3, 3), np.float64)
        check_numbers("up", self.up, (3,), np.float64)
        check_numbers("the offsets of points", self.point_offsets_mm, (10, 2), np.float64)
        check_positive("the frame's smaller side", min(self.frame_size_wh))
        check_positive("the focal length", self.focal_px)
        if not np.isfinite(self.k1):
            raise InvalidValueError(f"the lens's distortion is not finite: {self.k1}")

    def to_px(self, spec: BoardSpec, points_mm: Doubles, height_mm: float = 0.0) -> Doubles:
        """Return pixels (N, 2) at which board places (N, 2) in mm are seen, at a height above the board."""
        plane = self._plane(height_mm)
        if self.point_offsets_mm.any():
            points_mm = points_mm + self._offset(spec, points_mm)
        return distort(project(plane, points_mm), self)

    def to_mm(self, spec: BoardSpec, points_px: Doubles, height_mm: float = 0.0) -> Doubles:
        """Return board places (N, 2) in mm, at a height above the board, that are seen at pixels (N, 2)."""
        plane = self._plane(height_mm)
        shifted = project(as_doubles(np.linalg.inv(plane)), undistort(points_px, self))
        points = shifted
        for _ in range(3):
            points = shifted - self._offset(spec, points)
        return as_doubles(points)

    def scaled_to(self, frame_size_wh: tuple[int, int]) -> "CameraModel":
        """Return the camera of the same view in frames of another size and the same shape."""
        across, down = (new / old for new, old in zip(frame_size_wh, self.frame_size_wh, strict=True))
        scale = np.array([[across, 0, (across - 1) / 2], [0, down, (down - 1) / 2], [0, 0, 1]])
        return replace(
            self,
            homography=scale @ self.homography,
            up=scale @ self.up,
            frame_size_wh=frame_size_wh,
            focal_px=across * self.focal_px,
        )

    def _plane(self, height_mm: float) -> Doubles:
        """Return the homography of the plane at a height above the board."""
        plane = self.homography.copy()
        plane[:, 2] += height_mm * self.up
        return plane

    def _offset(self, spec: BoardSpec, points_mm: Doubles) -> Doubles:
        """Return the shift (N, 2) of places on uneven lines: linear along a line and from line to line."""
        if not self.point_offsets_mm.any():
            return np.zeros_like(points_mm)
        x, y = points_mm[:, 0], points_mm[:, 1]
        toward_a = np.clip(0.5 + x / spec.line_length_mm, 0.0, 1.0)
        lines_y = (np.arange(5) - 2) * spec.line_pitch_mm
        side_a, side_b = self.point_offsets_mm[:5], self.point_offsets_mm[5:][::-1]
        shifts = [
            toward_a * np.interp(y, lines_y, side_a[:, axis])
            + (1 - toward_a) * np.interp(y, lines_y, side_b[:, axis])
            for axis in (0, 1)
        ]
        return as_doubles(np.stack(shifts, axis=1))


def project(homography: Doubles, points: Doubles) -> Doubles:
    """Return points (N, 2) moved by a homography (3, 3)."""
    homogeneous = points @ homography[:, :2].T + homography[:, 2]
    return as_doubles(homogeneous[:, :2] / homogeneous[:, 2:])


def distort(ideal_px: Doubles, camera: CameraModel) -> Doubles:
    """Return ideal pixels (N, 2) as the lens distorts them."""
    if camera.k1 == 0:
        return ideal_px
    middle = (np.array(camera.frame_size_wh) - 1) / 2
    offset = (ideal_px - middle) / camera.focal_px
    # Beyond the range of one term the map would fold back; no part of the board lies there.
    radius2 = np.minimum((offset**2).sum(axis=1, keepdims=True), 0.3 / max(abs(camera.k1), 1e-9))
    return as_doubles(middle + offset * (1 + camera.k1 * radius2) * camera.focal_px)


def undistort(points_px: Doubles, camera: CameraModel) -> Doubles:
    """Return distorted pixels (N, 2) as ideal pixels."""
    if camera.k1 == 0:
        return points_px
    middle = (np.array(camera.frame_size_wh) - 1) / 2
    distorted = (points_px - middle) / camera.focal_px
    ideal = distorted
    for _ in range(10):
        ideal = distorted / (1 + camera.k1 * (ideal**2).sum(axis=1, keepdims=True))
    return middle + ideal * camera.focal_px


def camera_of_plane(homography: Doubles, frame_size_wh: tuple[int, int], k1: float = 0.0) -> CameraModel:
    """Return the camera that belongs to a homography from board mm to ideal pixels.

    The focal length follows from the board's right angles and equal units (Zhang 2000, sec. 3.1, principal
    point in the middle of the frame); where a camera right above determines it badly, a default is taken.
    Raises VisionError for a homography that would show the board mirrored.
    """
    homography = homography / np.linalg.norm(homography)
    if homography[2, 2] < 0:
        homography = -homography
    width, height = frame_size_wh
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    focal = _focal_px(homography, middle, frame_size_wh)
    camera = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1.0]])
    x_axis, y_axis = np.linalg.solve(camera, homography[:, :2]).T
    scale = np.sqrt(np.linalg.norm(x_axis) * np.linalg.norm(y_axis))
    up = camera @ np.cross(x_axis, y_axis) / scale
    if up[2] >= 0:
        # The board's upper side must face the camera: height brings a place nearer.
        raise VisionError("the board would be seen mirrored")
    return CameraModel(homography, up, frame_size_wh, focal, k1)


def _focal_px(homography: Doubles, middle: Doubles, frame_size_wh: tuple[int, int]) -> float:
    typical_px = DEFAULT_FOCAL * max(frame_size_wh)
    shifted = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]]) @ homography
    (a1, b1, c1), (a2, b2, c2) = shifted[:, 0], shifted[:, 1]
    # With w = 1 / f^2: w (a1 a2 + b1 b2) + c1 c2 = 0 and w (a1^2 + b1^2 - a2^2 - b2^2) + c1^2 - c2^2 = 0.
    left = np.array([a1 * a2 + b1 * b2, (a1**2 + b1**2 - a2**2 - b2**2) / 2])
    right = -np.array([c1 * c2, (c1**2 - c2**2) / 2])
    # A typical focal length counts as one more, weak, observation: it decides when the camera is right above.
    weight = 0.02 * (a1**2 + b1**2 + a2**2 + b2**2)
    w = (left @ right + weight**2 / typical_px**2) / (left @ left + weight**2)
    if w <= 0:
        return typical_px
    return float(np.clip(1 / np.sqrt(w), 0.4 * max(frame_size_wh), 4 * max(frame_size_wh)))
