"""Materials of boards and tables: paper, wood, stone and slate; planks, cloth, paint."""

import cv2
import numpy as np

from hardware.virtual_table.render import marks
from hardware.virtual_table.render.colour import Array, floats, linear_bgr, to_linear
from hardware.virtual_table.render.lighting import Finish
from hardware.virtual_table.render.texture import Texture, TextureGrid, mixed
from hardware.virtual_table.scene import BoardMaterial, TableSurface, TableTexture, VirtualBoard

BOARD_STEP_MM = 0.3
TABLE_STEP_MM = 0.8
TABLE_SIZE_MM = (1500.0, 1300.0)

BOARD_FINISH = {
    BoardMaterial.PAPER: Finish(0.25, 0.45),
    BoardMaterial.LAMINATED: Finish(0.9, 0.12),
    BoardMaterial.WOOD: Finish(0.5, 0.25),
    BoardMaterial.LIMESTONE: Finish(0.1, 0.4),
    BoardMaterial.SANDSTONE: Finish(0.0, 0.4),
    BoardMaterial.SLATE: Finish(0.35, 0.3),
}

TABLE_FINISH = {
    TableTexture.WOOD_DARK: Finish(0.5, 0.25),
    TableTexture.WOOD_LIGHT: Finish(0.4, 0.3),
    TableTexture.CLOTH_PLAIN: Finish(0.0, 0.5),
    TableTexture.CLOTH_CHECK: Finish(0.0, 0.5),
    TableTexture.PAINTED: Finish(0.4, 0.3),
}


def board_texture(board: VirtualBoard) -> Texture:
    """Return the top of a board with lines and markers; carved lines have a floor and two flanks."""
    sheet = TextureGrid(board.size_mm, BOARD_STEP_MM)
    rng = np.random.default_rng((board.seed, 3))
    base = linear_bgr(board.colour)
    if board.print_file is not None:
        return _printed(board.print_file, sheet, base, rng)
    match board.material:
        case BoardMaterial.PAPER | BoardMaterial.LAMINATED:
            return _paper(board, sheet, base, rng)
        case BoardMaterial.WOOD:
            return _wooden(board, sheet, base, rng)
        case BoardMaterial.SLATE:
            return _slate(board, sheet, base, rng)
        case _:
            return _stone(board, sheet, base, rng)


def table_texture(table: TableSurface, low_mm: tuple[float, float], high_mm: tuple[float, float]) -> Texture:
    """Return the part of a table's top between two corners; the table is larger than any view of it."""
    sheet = TextureGrid(TABLE_SIZE_MM, TABLE_STEP_MM).part(low_mm, high_mm)
    rng = np.random.default_rng((table.seed, 4))
    base = linear_bgr(table.colour)
    match table.texture:
        case TableTexture.WOOD_DARK | TableTexture.WOOD_LIGHT:
            grain = _grain(sheet, rng, plank_mm=140.0)
            return sheet.texture(mixed(base * 0.55, base * 1.45, 0.5 + 0.28 * grain))
        case TableTexture.CLOTH_PLAIN:
            folds = sheet.noise(rng, (220.0, 160.0), 2) * 1.6
            weave = sheet.noise(rng, (1.6, 1.6))
            return sheet.texture(base * (1 + 0.05 * weave + 0.02 * folds)[..., None], folds)
        case TableTexture.CLOTH_CHECK:
            return _checks(sheet, base, rng)
        case TableTexture.PAINTED:
            tone = 1 + 0.03 * sheet.noise(rng, (60.0, 60.0), 3)
            dots = (rng.random(sheet.whole) > 0.9997).astype(np.uint8)
            specks = cv2.dilate(dots, np.ones((2, 2), np.uint8))[sheet.window].astype(np.float32)
            return sheet.texture(base * tone[..., None] + 0.12 * specks[..., None])


def _printed(print_file: str, sheet: TextureGrid, base: Array, rng: np.random.Generator) -> Texture:
    """Return paper of a colour with a picture printed on it; the picture's first row is at +y."""
    rows, columns = sheet.whole
    picture = np.asarray(cv2.imread(print_file), np.float32) / 255
    printed = cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_AREA)[::-1][sheet.window]
    ink = to_linear(floats(printed))
    return sheet.texture(ink * base, sheet.noise(rng, (260.0, 190.0), 2) * 0.9)


def _paper(board: VirtualBoard, sheet: TextureGrid, base: Array, rng: np.random.Generator) -> Texture:
    fibres = 1 + 0.012 * sheet.noise(rng, (1.2, 1.2)) + 0.01 * sheet.noise(rng, (60.0, 60.0), 2)
    albedo = base * fibres[..., None]
    if board.point_fill:
        tint = base * floats([0.9, 0.8, 0.72])
        albedo = _blend(albedo, np.broadcast_to(tint, albedo.shape), marks.fills(board, sheet))
    ink = linear_bgr((0.1, 0.1, 0.11))
    cover = marks.lines(board, sheet, wobble_mm=0.12) * board.line_strength
    albedo = _blend(albedo, np.broadcast_to(ink, albedo.shape), cover)
    if board.markers:
        marks.stamp_markers(board, sheet, albedo, ink, base)
    waves_mm = sheet.noise(rng, (260.0, 190.0), 2) * 0.9
    return sheet.texture(albedo, waves_mm)


def _wooden(board: VirtualBoard, sheet: TextureGrid, base: Array, rng: np.random.Generator) -> Texture:
    grain = _grain(sheet, rng, plank_mm=None)
    albedo = mixed(base * 0.62, base * 1.3, 0.5 + 0.25 * grain)
    cover = marks.lines(board, sheet, wobble_mm=0.2)
    burnt = linear_bgr((0.16, 0.1, 0.07))
    albedo = _blend(albedo, np.broadcast_to(burnt, albedo.shape), cover * board.line_strength)
    return sheet.texture(albedo, -0.35 * cv2.GaussianBlur(cover, (0, 0), 1.2))


def _stone(board: VirtualBoard, sheet: TextureGrid, base: Array, rng: np.random.Generator) -> Texture:
    sandy = board.material is BoardMaterial.SANDSTONE
    blotches = sheet.noise(rng, (45.0, 30.0) if sandy else (38.0, 38.0), 4)
    pits = sheet.noise(rng, (1.4, 1.0), 2)
    dark = base * floats([0.55, 0.62, 0.7])
    albedo = mixed(dark, base * 1.12, 0.62 + 0.24 * blotches + 0.07 * pits)
    groove = cv2.GaussianBlur(marks.lines(board, sheet, wobble_mm=0.35), (0, 0), 0.4 / sheet.step_mm)
    worn = np.clip(0.85 + 0.18 * sheet.noise(rng, (25.0, 25.0), 2), 0.35, 1.0)
    # Dirt gathers in a groove: it is a little darker than the stone even where no shadow falls.
    albedo = albedo * (1 - 0.45 * board.line_strength * groove * worn)[..., None]
    depth_mm = 1.3 * board.line_strength * groove * worn
    if board.groove_deg:
        inside = (groove > 0.5).astype(np.uint8)
        from_edge_mm = cv2.distanceTransform(inside, cv2.DIST_L2, 5) * sheet.step_mm
        depth_mm = floats(from_edge_mm / np.tan(np.radians(board.groove_deg / 2)))
    return sheet.texture(albedo, 0.03 * pits - depth_mm)


def _slate(board: VirtualBoard, sheet: TextureGrid, base: Array, rng: np.random.Generator) -> Texture:
    clouds = sheet.noise(rng, (40.0, 30.0), 5)
    flakes = sheet.noise(rng, (3.0, 1.2), 2)
    albedo = mixed(base * 0.68, base * 1.35, 0.5 + 0.16 * clouds + 0.09 * flakes)
    rough = np.clip(0.85 + 0.3 * sheet.noise(rng, (1.0, 1.0), 2), 0.0, 1.0)
    cover = marks.lines(board, sheet, wobble_mm=0.3) * rough * board.line_strength
    albedo = _blend(albedo, np.broadcast_to(linear_bgr((0.84, 0.85, 0.86)), albedo.shape), cover)
    return sheet.texture(albedo, 0.03 * flakes + 0.12 * clouds)


def _grain(sheet: TextureGrid, rng: np.random.Generator, plank_mm: float | None) -> Array:
    """Return wood grain (h, w) along x, mean about 0; planks have tones of their own, and gaps."""
    fine = sheet.noise(rng, (60.0, 1.4), 2)
    broad = sheet.noise(rng, (240.0, 9.0), 3)
    _, y = sheet.places_mm()
    bend = sheet.noise(rng, (300.0, 60.0)) * 6
    rings = np.sin((y + bend) * 0.55 + 2.2 * broad)
    grain = 0.55 * fine + 0.75 * broad + 0.5 * rings
    if plank_mm is not None:
        planks = int(np.ceil(sheet.size_mm[1] / 2 / plank_mm))
        tones = rng.normal(0, 0.45, 2 * planks)
        seam = np.abs(y / plank_mm - np.round(y / plank_mm)) * plank_mm < 0.8
        grain = grain + tones[np.floor(y / plank_mm).astype(int) + planks] - 3.0 * seam
    return grain.astype(np.float32)


def _checks(sheet: TextureGrid, base: Array, rng: np.random.Generator) -> Texture:
    x, y = sheet.places_mm()
    angle, side = rng.uniform(0.1, 0.5), rng.uniform(18.0, 40.0)
    u, v = x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle)
    stripes = (np.floor(u / side) % 2 + np.floor(v / side) % 2) / 2
    weave = 1 + 0.06 * sheet.noise(rng, (1.6, 1.6))
    pale = linear_bgr((0.85, 0.83, 0.76))
    return sheet.texture(
        mixed(pale, base, stripes) * weave[..., None], sheet.noise(rng, (200.0, 150.0)) * 1.2
    )


def _blend(under: Array, over: Array, cover: Array) -> Array:
    return floats(under + (over - under) * cover[..., None])
