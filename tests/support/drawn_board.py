"""A board that the tests draw themselves, seen from above at a slant, with truth by construction."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.motion import RigidMotion
from companion.board.spec import BoardSpec
from companion.game.board import RING, Halves, Seat
from vision.geometry.camera_model import CameraModel, camera_of_plane

Picture = NDArray[np.uint8]

SIZE_WH = (960, 720)
FINE = 2
"""How much larger than a frame the board is drawn."""
CORNERS_PX = np.array([(820.0, 560.0), (760.0, 170.0), (190.0, 160.0), (130.0, 550.0)])
"""1A, 5A, 1B, 5B in the frame."""

WOOD_BGR, LINE_BGR, TABLE_BGR = (120, 165, 200), (50, 60, 80), (70, 90, 60)
SEAT_BGR = {Seat.A: (170, 60, 30), Seat.B: (240, 245, 245)}


@dataclass(frozen=True)
class Shadow:
    """Where a lamp throws counters' shadows, in mm from them, and what share it leaves of B, G and R."""

    x_mm: float = 4.0
    y_mm: float = -4.0
    left_bgr: tuple[float, float, float] = (0.6, 0.6, 0.6)


@dataclass(frozen=True)
class Scene:
    """What to draw: counters as (seat, x, y) in mm, light, and what else lies about."""

    counters: Sequence[tuple[Seat, float, float]] = ()
    gain_bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    slope: float = 0.0
    shift_px: tuple[float, float] = (0.0, 0.0)
    hand_bgr: tuple[int, int, int] | None = None
    coin_mm: tuple[float, float] | None = None
    seed: int = 0
    spec: BoardSpec = field(default_factory=BoardSpec)
    board_bgr: tuple[int, int, int] = WOOD_BGR
    board_edge_mm: tuple[float, float] = (200.0, 140.0)
    table_bgr: tuple[int, int, int] = TABLE_BGR
    grain: float = 7.0
    seat_a_bgr: tuple[int, int, int] = SEAT_BGR[Seat.A]
    seat_b_bgr: tuple[int, int, int] = SEAT_BGR[Seat.B]
    shadows: Sequence[Shadow] = (Shadow(),)


@cache
def camera() -> CameraModel:
    """The camera's view of the drawn board."""
    homography, _ = cv2.findHomography(BoardSpec().corners_mm, CORNERS_PX)
    return camera_of_plane(np.asarray(homography, np.float64), SIZE_WH)


def draw(scene: Scene) -> Picture:
    """The scene as a frame (720, 960, 3) BGR: drawn large, shrunk, lit, and given noise."""
    spec = scene.spec
    width, height = SIZE_WH
    picture = _bare(spec, scene.board_bgr, scene.grain, scene.board_edge_mm, scene.table_bgr).copy()
    colours = {Seat.A: scene.seat_a_bgr, Seat.B: scene.seat_b_bgr}
    for seat, x, y in scene.counters:
        for shadow in scene.shadows:
            _darken(picture, _disc(spec, x + shadow.x_mm, y + shadow.y_mm, 11), shadow.left_bgr)
        for level in np.linspace(0, spec.counter_height_mm, 8):
            dark = tuple(int(0.6 * channel) for channel in colours[seat])
            cv2.fillPoly(picture, [_disc(spec, x, y, 11, float(level))], dark, cv2.LINE_AA)
        cv2.fillPoly(picture, [_disc(spec, x, y, 10.5, spec.counter_height_mm)], colours[seat], cv2.LINE_AA)
    if scene.coin_mm is not None:
        cv2.fillPoly(picture, [_disc(spec, *scene.coin_mm, 14)], (60, 200, 230), cv2.LINE_AA)
    if scene.hand_bgr is not None:
        arm = np.array(
            [(30.0, -40.0), (30.0, 20.0), (-20.0, 60.0), (-60.0, 10.0), (-40.0, -260.0), (20.0, -260.0)]
        )
        cv2.fillPoly(picture, [_pixels(spec, arm, 40)], scene.hand_bgr, cv2.LINE_AA)
    move = np.array([[1, 0, scene.shift_px[0] * FINE], [0, 1, scene.shift_px[1] * FINE]])
    picture = np.asarray(
        cv2.warpAffine(picture, move, (width * FINE, height * FINE), borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )
    small = np.asarray(cv2.resize(picture, SIZE_WH, interpolation=cv2.INTER_AREA)).astype(np.float64)
    across = 1 + scene.slope * np.linspace(-1, 1, width)[None, :, None]
    noise = np.random.default_rng(scene.seed).normal(0, 1.5, small.shape)
    lit = small * across * np.array(scene.gain_bgr) + noise
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


@lru_cache(maxsize=4)
def _bare(
    spec: BoardSpec,
    board_bgr: tuple[int, int, int],
    grain: float,
    edge_mm: tuple[float, float],
    table_bgr: tuple[int, int, int],
) -> Picture:
    """The empty board on its table, `FINE` times as large as a frame."""
    width, height = SIZE_WH
    picture = np.full((height * FINE, width * FINE, 3), table_bgr, np.uint8)
    edge = np.array([(1, -1), (1, 1), (-1, 1), (-1, -1)]) * edge_mm
    cv2.fillPoly(picture, [_pixels(spec, edge)], board_bgr)
    # Grain, so that the board has a texture that shadows keep and counters hide.
    coarse = np.random.default_rng(7).normal(0, 1, (height * FINE // 8, width * FINE // 60))
    fine = cv2.resize(coarse, (width * FINE, height * FINE), interpolation=cv2.INTER_CUBIC)
    picture = np.clip(picture + grain * fine[..., None], 0, 255).astype(np.uint8)
    for line in range(5):
        one, other = _pixels(spec, spec.points_mm[[line, 9 - line]])
        cv2.line(picture, one.tolist(), other.tolist(), LINE_BGR, 5, cv2.LINE_AA)
    for x, y in spec.points_mm:
        ring = _disc(spec, x, y, spec.point_diameter_mm / 2)
        cv2.polylines(picture, [ring], True, LINE_BGR, 5, cv2.LINE_AA)
    return picture


def _darken(picture: Picture, outline: NDArray[np.int32], left_bgr: tuple[float, float, float]) -> None:
    """Leave a share of the light within an outline; only what lies around it is worked on."""
    height, width = picture.shape[:2]
    (left, top), (right, bottom) = outline.min(axis=0), outline.max(axis=0) + 1
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    if left >= right or top >= bottom:
        return
    shaded = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillPoly(shaded, [outline - np.array([left, top], np.int32)], 1)
    share = np.where(shaded[..., None] > 0, np.array(left_bgr, np.float32), np.float32(1))
    part = picture[top:bottom, left:right]
    part[:] = (part * share).round()


def _disc(spec: BoardSpec, x: float, y: float, radius: float, height_mm: float = 0.0) -> NDArray[np.int32]:
    """The outline of a disc in pixels of the large drawing."""
    angles = np.linspace(0, 2 * np.pi, 60)
    around = np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=1)
    return _pixels(spec, around, height_mm)


def _pixels(spec: BoardSpec, points_mm: NDArray[np.float64], height_mm: float = 0.0) -> NDArray[np.int32]:
    """Places on the board, or above it, in pixels of the large drawing."""
    return np.asarray((camera().to_px(spec, points_mm, height_mm) * FINE).round(), np.int32)


def setup(spec: BoardSpec | None = None) -> list[tuple[Seat, float, float]]:
    """Counters of A on 1A to 5A and of B on 1B to 5B, laid by a person: not quite on their points."""
    points = (spec or BoardSpec()).points_mm + np.random.default_rng(3).uniform(-2, 2, (10, 2))
    return [(Seat.A if index < 5 else Seat.B, float(x), float(y)) for index, (x, y) in enumerate(points)]


CROWD = [
    (Seat.A, 150.0, 1.0),
    (Seat.B, 127.0, -2.0),
    (Seat.B, 104.0, 2.0),
    (Seat.A, 81.0, 0.0),
    (Seat.B, 58.0, -1.0),
    (Seat.A, 149.0, 24.5),
    (Seat.A, 126.0, 24.0),
    (Seat.B, -148.0, 3.0),
]
"""Eight on the sacred line: a first row of five, a second row of two beside it, and one on the other half."""


def halves_of(counters: list[tuple[Seat, float, float]], second_row: int | None = None) -> Halves:
    """The halves that counters lie on; from the index of `second_row` on they lie beside their line."""
    counts = {Seat.A: [0] * 10, Seat.B: [0] * 10}
    for index, (seat, x, y) in enumerate(counters):
        half = BoardSpec().half_at(x, 0.0 if second_row is not None and index >= second_row else y)
        assert half is not None
        counts[seat][RING.index(half)] += 1
    return Halves(tuple(counts[Seat.A]), tuple(counts[Seat.B]))


def pushed(frame: NDArray[np.uint8], motion: RigidMotion) -> NDArray[np.uint8]:
    """The frame as if the board with all that lies on it, and the table, had moved."""
    corners_mm = np.array([(150.0, 100.0), (150.0, -100.0), (-150.0, -100.0), (-150.0, 100.0)])
    spec = Scene().spec
    before, after = (
        camera().to_px(spec, places).astype(np.float32) for places in (corners_mm, motion.moved(corners_mm))
    )
    homography = cv2.getPerspectiveTransform(before, after)
    size_wh = (frame.shape[1], frame.shape[0])
    return np.asarray(
        cv2.warpPerspective(frame, homography, size_wh, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
