"""The exposure that a camera chooses."""

from dataclasses import replace

import numpy as np

from hardware.virtual_table.render.stage import build_stage
from hardware.virtual_table.scene import VirtualScene

EXPOSED = 0.62  # the linear light that an exposure meter makes of the brighter parts of the board


def metered(scene: VirtualScene, level: float = EXPOSED) -> VirtualScene:
    """The scene with the exposure that gives what `metered_light` looks at this linear level."""
    return replace(scene, sensor=replace(scene.sensor, exposure=level / metered_light(scene)))


def metered_light(scene: VirtualScene) -> float:
    """The linear light, before exposure, by which a camera meters: 90th percentile of board or picture."""
    camera = scene.camera
    factor = camera.width_px / 120
    small = replace(
        camera, width_px=120, height_px=round(camera.height_px / factor), focal_px=camera.focal_px / factor
    )
    stage = build_stage(scene.board, scene.table, scene.light, small, 1)
    on_board = stage.surface_mm[..., 2] > -0.01
    grey = stage.whole.mean(axis=2)
    # A meter looks at the middle, but a glaring table makes it close the aperture too.
    return max(float(np.percentile(grey[on_board], 90)), 0.7 * float(np.percentile(grey, 90)))
