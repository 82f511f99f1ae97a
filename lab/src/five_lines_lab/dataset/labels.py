"""Ground truth of pictures as JSON, with the keys of truth.json (see `five_lines_lab.evaluation.truth`).

Line k at side +1 is point kA, at side -1 point (6-k)B; x, y, z are mm in the board's frame; pixel (0, 0) is
the centre of the top left pixel.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.board.spec import LINE_AND_SIDE
from companion.game import Point
from five_lines_lab.dataset.ground_truth import GroundTruth, SeenCounter
from five_lines_lab.dataset.random_scenes import RandomScene
from five_lines_lab.layouts import PlacedCounter
from hardware.virtual_table.render import lens, marks
from hardware.virtual_table.scene import SceneCamera

HIDDEN = 0.25  # a counter counts as covered when less than this share of it is visible


def scene_labels(drawn: RandomScene, truth: GroundTruth, jpeg_quality: int) -> dict[str, Any]:
    """Return the labels common to all pictures of a scene, whatever lies on its board."""
    scene, camera, board = drawn.scene, drawn.scene.camera, drawn.scene.board
    rotation = lens.rotation(camera)
    points = [
        {"line": line, "side": side, "x": round(float(x), 2), "y": round(float(y), 2), "px": _rounded(px)}
        for (line, side), (x, y), px in zip(
            LINE_AND_SIDE.values(), marks.points_mm(board), truth.points_px, strict=True
        )
    ]
    labels: dict[str, Any] = {
        "image_size": [camera.width_px, camera.height_px],
        "board_class": str(drawn.board_class),
        "board_material": str(board.material),
        "sacred_mark": str(board.sacred_mark),
        "board_mm": [round(side, 1) for side in board.size_mm],
        "board_thickness_mm": round(board.thickness_mm, 1),
        "aruco": board.markers,
        "table": str(scene.table.texture),
        "light": str(drawn.light_kind),
        "counter_kind": str(drawn.counters[0].kind),
        "counter_finish": "glossy" if drawn.counters[0].gloss > 0.5 else "matte",
        "colour_pair": drawn.colour_pair,
        "outer_points": [{key: points[i][key] for key in ("line", "side", "px")} for i in (9, 0, 4, 5)],
        "points": sorted(points, key=lambda point: (point["line"], -point["side"])),
        "camera": {
            "position_mm": _rounded(camera.position_mm),
            "tilt_deg": round(float(np.degrees(np.arccos(-rotation[2, 2]))), 2),
            "roll_deg": round(camera.up_deg - 90, 2),
            "K": [[round(float(v), 4) for v in row] for row in _intrinsics(camera)],
            "dist_k1_k2": [round(camera.k1, 6), round(camera.k2, 6)],
            "R_world_to_cam": [[round(float(v), 8) for v in row] for row in rotation],
        },
        "jpeg_quality": jpeg_quality,
        "blur_sigma_px": round(scene.sensor.blur_px, 2),
        "noise_level": round(scene.sensor.noise, 2),
        "camera_view": "oblique" if drawn.oblique else "overhead",
    }
    if board.markers:
        centres = zip(board.spec.marker_centres_mm, truth.markers_px, strict=True)
        labels["aruco_markers"] = [
            {"id": number, "x": float(x), "y": float(y), "px": _rounded(px)}
            for number, ((x, y), px) in enumerate(centres)
        ]
    return labels


def frame_labels(
    name: str, truth: GroundTruth, placed: Sequence[PlacedCounter], *, hand: bool
) -> dict[str, Any]:
    """Return the labels of one picture; counters off the board and out of view are only named."""
    pairs = list(zip(placed, truth.counters, strict=True))
    outside = [one for one, seen in pairs if one.spot is None and not seen.in_view]
    return {
        "file": name,
        "light_changed": False,
        "hand": hand,
        "hand_covers": [
            one.counter.name
            for one, seen in pairs
            if hand and seen.visible < HIDDEN and not one.counter.held and one not in outside
        ],
        "hand_covers_points": [line_and_side(point) for point in truth.occluded_points],
        "counters": [_counter_labels(one, seen) for one, seen in pairs if one not in outside],
        "off_out_of_view": [one.counter.name for one in outside],
    }


def line_and_side(half: Point) -> list[int]:
    """A half as labels name it."""
    return list(LINE_AND_SIDE[half])


def _counter_labels(placed: PlacedCounter, seen: SeenCounter) -> dict[str, Any]:
    counter, spot = placed.counter, placed.spot
    line, side = LINE_AND_SIDE[spot.half] if spot else (None, None)
    return {
        "id": counter.name,
        "colour": str(counter.seat),
        "x": counter.x_mm,
        "y": counter.y_mm,
        "z": round(counter.z_mm, 2),
        "on_board": spot is not None,
        "held": counter.held,
        "line": line,
        "side": side,
        "slot": spot.slot if spot else None,
        "diameter": counter.diameter_mm,
        "height": counter.height_mm,
        "px": _rounded(seen.middle_px),
        "px_base": _rounded(seen.base_px),
        "px_top": _rounded(seen.top_px),
        "visible": round(seen.visible, 2),
    }


def _rounded(values: Iterable[float]) -> list[float]:
    return [round(float(value), 2) for value in values]


def _intrinsics(camera: SceneCamera) -> NDArray[np.float64]:
    """Return the camera matrix (3, 3): the lens is centred on the picture."""
    f = camera.focal_px
    return np.array([[f, 0, (camera.width_px - 1) / 2], [0, f, (camera.height_px - 1) / 2], [0, 0, 1.0]])
