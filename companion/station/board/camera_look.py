"""Measure focus and light of the camera, for those who mount it."""

from dataclasses import dataclass

from calibration.check.view_of_board import (
    focus_problem,
    grey_levels,
    light_problem,
    placement_problem,
    sharpness,
)
from companion.board.signals import ViewProblem
from companion.board.spec import BoardSpec
from companion.interface.sight import Corner
from companion.station.board.calibrating import corners_px
from vision.arrays import Picture
from vision.frame_checks.brightness import middle_level
from vision.frame_checks.sharpness import edge_width_px


@dataclass(frozen=True)
class CameraLook:
    """Sharpness and brightness of a picture, 0 to 1, and the first thing to fix."""

    sharpness: float | None = None
    light: float | None = None
    advice: ViewProblem | None = None


def look_at(spec: BoardSpec, picture: Picture, corners: tuple[Corner, ...] | None) -> CameraLook:
    """Measure a picture (H, W, 3) BGR with the board at `corners`; empty: not found; None: not looked for."""
    level, edge_px = middle_level(picture), edge_width_px(grey_levels(picture))
    problem = light_problem(level) or focus_problem(edge_px)
    if problem is None and corners is not None:
        size_wh = picture.shape[1], picture.shape[0]
        problem = placement_problem(spec, corners_px(corners) if corners else None, size_wh)
    return CameraLook(
        sharpness(edge_px) if edge_px is not None else None,
        level / 255,
        problem,
    )
