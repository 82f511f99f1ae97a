"""How well the camera sees, as it is told to whoever hangs it up."""

from dataclasses import dataclass

from calibration.check.view_of_board import (
    focus_problem,
    grey_levels,
    light_problem,
    placement_problem,
    sharpness,
)
from companion.board.spec import BoardSpec
from companion.interface.setting_up import Advice
from companion.interface.sight import Corner
from companion.station.learning import corners_px
from vision.arrays import Picture
from vision.frame_checks.brightness import middle_level
from vision.frame_checks.sharpness import edge_width_px


@dataclass(frozen=True, slots=True)
class CameraLook:
    """How sharp and how light a picture is, 0 to 1, and the first thing to put right."""

    sharpness: float | None = None
    light: float | None = None
    advice: Advice | None = None


def look_at(spec: BoardSpec, picture: Picture, corners: tuple[Corner, ...] | None) -> CameraLook:
    """A picture (H, W, 3) BGR in which the board was found at corners, or none; None: not looked for."""
    level, edge_px = middle_level(picture), edge_width_px(grey_levels(picture))
    amiss = light_problem(level) or focus_problem(edge_px)
    if amiss is None and corners is not None:
        size_wh = picture.shape[1], picture.shape[0]
        amiss = placement_problem(spec, corners_px(corners) if corners else None, size_wh)
    return CameraLook(
        sharpness(edge_px) if edge_px is not None else None,
        level / 255,
        Advice(amiss.value) if amiss is not None else None,
    )
