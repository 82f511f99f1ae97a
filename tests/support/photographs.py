"""Pictures of boards that the tests make themselves: drawn flat, laid on a table, seen by a camera."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.spec import BoardSpec

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

PX_PER_MM = 3.0
TABLE_MM = (640.0, 480.0)
MATERIALS = ("paper", "stone", "slate", "wood")


def flat_pose(size_mm: tuple[float, float] = TABLE_MM, px_per_mm: float = PX_PER_MM) -> Floats:
    """The homography from mm, origin in the middle and y upwards, to the pixels of a flat drawing."""
    return np.array(
        [
            [px_per_mm, 0, size_mm[0] / 2 * px_per_mm - 0.5],
            [0, -px_per_mm, size_mm[1] / 2 * px_per_mm - 0.5],
            [0, 0, 1],
        ]
    )


def to_px(pose: Floats, at_mm: Floats) -> Floats:
    """Places (N, 2) in mm as pixels (N, 2)."""
    return np.asarray(cv2.perspectiveTransform(at_mm[None].astype(np.float64), pose)[0], np.float64)


def drawn_board(
    material: str,
    spec: BoardSpec,
    rng: np.random.Generator,
    points_mm: Floats | None = None,
    lines: range = range(5),
    groove_mm: float = 0.0,
    check_mm: float = 0.0,
    filled: bool = False,
) -> Picture:
    """A board of a material on a table of planks, or on red cloth with checks so large, seen flat.

    Points may be uneven or filled, lines may be missing. In stone, the dark and the lit wall of a groove
    stand as far apart, along x and along y, as `groove_mm` says, the truth midway between them.
    """
    points = spec.points_mm if points_mm is None else points_mm
    width, height = (round(side * PX_PER_MM) for side in TABLE_MM)
    table = np.full((height, width), 95.0)
    table += 25 * _grain(rng, (height, width), (2, 40))
    for plank in range(0, width, 225):
        table[:, plank : plank + 5] -= 45
    if check_mm:
        y, x = np.mgrid[:height, :width] / (check_mm * PX_PER_MM)
        table = 70 + 75 * ((0.92 * x - 0.39 * y) // 1 % 2 + (0.39 * x + 0.92 * y) // 1 % 2)
    base, ink, grain, spots = {
        "paper": (215.0, -170.0, 0.0, 3.0),
        "stone": (185.0, -30.0, 6.0, 8.0),
        "slate": (70.0, 110.0, 4.0, 8.0),
        "wood": (150.0, -80.0, 18.0, 4.0),
    }[material]
    board = np.full((height, width), base)
    board += grain * _grain(rng, (height, width), (40, 2)) + spots * _grain(rng, (height, width), (9, 9))
    drawing = np.zeros((height, width), np.uint8)
    pose = flat_pose()
    radius = spec.point_diameter_mm / 2
    thick = round(1.6 * PX_PER_MM)
    for line in lines:
        ends = points[[line, 9 - line]]
        along = (ends[0] - ends[1]) / np.linalg.norm(ends[0] - ends[1])
        start, end = to_px(pose, np.array([ends[1] + along * radius, ends[0] - along * radius]))
        cv2.line(drawing, _pixel(start), _pixel(end), 255, thick, cv2.LINE_AA)
        for centre in to_px(pose, ends):
            stroke = cv2.FILLED if filled else thick
            cv2.circle(drawing, _pixel(centre), round(radius * PX_PER_MM), 255, stroke, cv2.LINE_AA)
    mark = drawing / 255.0
    if material == "stone":
        # A groove has one flank in the light and one in the shade.
        wall = round(groove_mm * PX_PER_MM / 2)
        dark = np.roll(mark, (-wall, -wall), (0, 1))
        lit = np.roll(mark, (wall, wall), (0, 1)) if wall else np.roll(mark, (2, 2), (0, 1))
        board += ink * (dark - (0.5 if wall else 1.0) * lit)
    else:
        board += ink * mark
    half_x = (spec.line_length_mm / 2 + 1.1 * spec.line_pitch_mm) * PX_PER_MM
    half_y = (2 + 0.9) * spec.line_pitch_mm * PX_PER_MM
    row, column = np.ogrid[:height, :width]
    on_board = (np.abs(column - width / 2) < half_x) & (np.abs(row - height / 2) < half_y)
    cloth = (0.55, 0.6, 1.05) if check_mm else (0.9, 1.0, 1.05)
    planes = [
        np.where(on_board, board * tint, table * dye)
        for tint, dye in zip((0.9, 1.0, 1.05), cloth, strict=True)
    ]
    return np.asarray(cv2.merge([np.clip(plane, 0, 255).astype(np.uint8) for plane in planes]))


def photograph(
    flat: Picture,
    flat_to_px: Floats,
    rng: np.random.Generator,
    tilt_deg: float,
    distance_mm: float = 800.0,
    size_wh: tuple[int, int] = (960, 720),
) -> tuple[Picture, Floats]:
    """A camera's picture of a flat drawing, and its homography from mm to px.

    The camera stands at any side, leans by `tilt_deg` from straight above, looks at the middle, and its lens
    and sensor blur a little and are noisy.
    """
    turn = rng.uniform(0, 2 * np.pi)
    lean = np.deg2rad(tilt_deg)
    place = distance_mm * np.array([np.sin(lean) * np.cos(turn), np.sin(lean) * np.sin(turn), np.cos(lean)])
    ahead = -place / distance_mm
    roll = rng.uniform(0, 2 * np.pi)
    right = np.cross(ahead, [np.cos(roll), np.sin(roll), 0.3])
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(ahead, right), ahead])
    focal = 1.15 * size_wh[0]
    camera = np.array([[focal, 0, (size_wh[0] - 1) / 2], [0, focal, (size_wh[1] - 1) / 2], [0, 0, 1]])
    pose = camera @ np.column_stack([rotation[:, :2], -rotation @ place])
    pose /= pose[2, 2]
    warp = np.asarray(pose @ np.linalg.inv(flat_to_px))
    small = cv2.GaussianBlur(flat, (0, 0), 1.0)
    seen = cv2.warpPerspective(small, warp, size_wh, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    light = 0.9 + 0.2 * np.linspace(0, 1, size_wh[0])[None, :, None]
    noisy = seen * light + rng.normal(0, 2.0, seen.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8), np.asarray(pose, np.float64)


def miss_mm(pose: Floats, points_px: Floats, points_mm: Floats) -> float:
    """How far the worst of ten points is off, in mm on the board, in the better of the two readings."""
    seen = to_px(np.asarray(np.linalg.inv(pose), np.float64), points_px)
    return min(
        float(np.linalg.norm(reading - points_mm, axis=1).max())
        for reading in (seen, np.roll(seen, 5, axis=0))
    )


def _grain(rng: np.random.Generator, size: tuple[int, int], blur_px: tuple[float, float]) -> Floats:
    # Every grain is coarser than two pixels: made small and enlarged, it costs a quarter.
    half = rng.standard_normal((size[0] // 2, size[1] // 2), np.float32)
    noise = cv2.GaussianBlur(half, (0, 0), sigmaX=blur_px[0] / 2, sigmaY=blur_px[1] / 2)
    return np.asarray(cv2.resize(noise / noise.std(), size[::-1]), np.float64)


def _pixel(place: Floats) -> tuple[int, int]:
    return round(float(place[0])), round(float(place[1]))
