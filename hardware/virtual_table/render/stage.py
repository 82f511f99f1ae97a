"""The empty, lit board and table: computed once; only shadows and bodies are added later."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hardware.virtual_table.render import lens, materials
from hardware.virtual_table.render.colour import Array, floats, linear_bgr
from hardware.virtual_table.render.extents import bands
from hardware.virtual_table.render.lighting import from_lamp, from_room, visible_share
from hardware.virtual_table.render.shapes import Cuboid
from hardware.virtual_table.render.texture import Texture
from hardware.virtual_table.scene import Lighting, SceneCamera, TableSurface, VirtualBoard

SHADOW_REACH = 4.0  # reach of the board's shadow on the table, in multiples of its thickness
SEEN_STEP_MM = 50.0  # the part of the table in view is rounded up to this


@dataclass(frozen=True)
class RenderStage:
    """The empty table: place and light of each of H x W samples.

    `surface_mm` (H, W, 3) is in the board's frame; `light` (1 + lamps, H, W, 3) is linear BGR, first that of
    the room, then that of each lamp, shadowed only by the board; `whole` (H, W, 3) is their sum.
    """

    surface_mm: Array
    light: Array
    whole: Array


@lru_cache(maxsize=3)
def _board_texture(board: VirtualBoard) -> Texture:
    return materials.board_texture(board)


@lru_cache(maxsize=3)
def _table_texture(table: TableSurface, low_mm: tuple[float, float], high_mm: tuple[float, float]) -> Texture:
    return materials.table_texture(table, low_mm, high_mm)


def forget_textures() -> None:
    """Free the textures: some 40 MB, which only a stage in another light or view needs again."""
    _board_texture.cache_clear()
    _table_texture.cache_clear()


@lru_cache(maxsize=2)
def build_stage(
    board: VirtualBoard, table: TableSurface, light: Lighting, camera: SceneCamera, oversampling: int
) -> RenderStage:
    """Return the read-only stage of a scene, with n x n samples a pixel; the last two are cached."""
    directions = lens.rays(camera, oversampling)
    rows, columns = directions.shape[:2]
    surface = np.empty((rows, columns, 3), np.float32)
    given = np.empty((1 + len(light.lamps), rows, columns, 3), np.float32)
    ground = _table_texture(table, *_seen_mm(camera, board, directions))
    top = _board_texture(board)
    for band in bands(rows):
        _fill_band(board, table, light, camera, directions[band], top, ground, surface[band], given[:, band])
    stage = RenderStage(surface, given, given.sum(axis=0))
    for array in (stage.surface_mm, stage.light, stage.whole):
        array.setflags(write=False)
    return stage


def _seen_mm(
    camera: SceneCamera, board: VirtualBoard, directions: Array
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the corners of the table in view, rounded so that similar cameras share a texture."""
    border = np.concatenate([directions[0], directions[-1], directions[:, 0], directions[:, -1]])
    reach = (-board.thickness_mm - camera.position_mm[2]) / border[:, 2:]
    places = np.array(camera.position_mm[:2]) + border[:, :2] * reach
    # One step more: the middle of a border pixel is not its edge.
    low = (np.floor(places.min(axis=0) / SEEN_STEP_MM) - 1) * SEEN_STEP_MM
    high = (np.ceil(places.max(axis=0) / SEEN_STEP_MM) + 1) * SEEN_STEP_MM
    return (float(low[0]), float(low[1])), (float(high[0]), float(high[1]))


def _fill_band(
    board: VirtualBoard,
    table: TableSurface,
    light: Lighting,
    camera: SceneCamera,
    directions: Array,
    top: Texture,
    ground: Texture,
    surface: Array,
    given: Array,
) -> None:
    origin = floats(camera.position_mm)
    block = Cuboid((0.0, 0.0, -board.thickness_mm), (*board.size_mm, board.thickness_mm))
    half = floats(board.size_mm) / np.float32(2)
    down = directions[..., 2:]
    on_top = origin + directions * (-origin[2] / down)
    on_table = origin + directions * ((-board.thickness_mm - origin[2]) / down)
    is_board = _within(on_top, half)
    surface[:] = np.where(is_board[..., None], on_top, on_table)

    colours, slopes = ground.at(on_table[..., 0], on_table[..., 1])
    if is_board.any():
        board_colours, board_slopes = top.at(on_top[..., 0], on_top[..., 1])
        colours = np.where(is_board[..., None], board_colours, colours)
        slopes = np.where(is_board[..., None], board_slopes, slopes)
    normals = np.empty_like(surface)
    normals[..., :2], normals[..., 2] = -slopes, 1
    normals /= np.sqrt(1 + slopes[..., 0] ** 2 + slopes[..., 1] ** 2)[..., None]

    flat_surface, flat_normals = surface.reshape(-1, 3), normals.reshape(-1, 3)
    flat_colours, views = colours.reshape(-1, 3), directions.reshape(-1, 3)
    beside = _within(on_table, half + np.float32(2.5 * board.thickness_mm)) & ~is_board
    side_rows = np.flatnonzero(beside)
    if side_rows.size:
        wall = block.hit(origin, views[side_rows])
        hit_rows = side_rows[wall.mask]
        flat_surface[hit_rows] = origin + views[hit_rows] * wall.depth_mm[:, None]
        flat_normals[hit_rows] = wall.normals
        flat_colours[hit_rows] = linear_bgr(board.colour) * 0.8

    board_rows = is_board.reshape(-1)
    parts = (
        (np.flatnonzero(board_rows), materials.BOARD_FINISH[board.material]),
        (np.flatnonzero(~board_rows), materials.TABLE_FINISH[table.texture]),
    )
    near = _within(surface, half + np.float32(SHADOW_REACH * board.thickness_mm)).reshape(-1)
    shaded_rows = np.flatnonzero(near & (flat_surface[:, 2] < -board.thickness_mm + 0.05))
    for lamp, out in zip((None, *light.lamps), given, strict=True):
        flat_out = np.zeros((len(views), 3), np.float32)
        for rows, finish in parts:
            args = (flat_normals[rows], views[rows], flat_colours[rows], finish)
            flat_out[rows] = (
                from_room(light, *args) if lamp is None else from_lamp(lamp, flat_surface[rows], *args)
            )
        flat_out[shaded_rows] *= visible_share((block,), flat_surface[shaded_rows], lamp)[:, None]
        out[:] = flat_out.reshape(out.shape)


def _within(places: Array, half: Array) -> NDArray[np.bool_]:
    """Return which places (h, w, 3), seen from above, lie in the rectangle of this half size."""
    inside = (np.abs(places[..., 0]) <= half[0]) & (np.abs(places[..., 1]) <= half[1])
    return np.asarray(inside, np.bool_)
