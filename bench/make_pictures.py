"""Draws the pictures of docs/make.md and docs/parts.md from what `five-lines make` writes, and of pages.

python bench/make_pictures.py docs/pictures
"""

import math
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from bench.made import laid
from bench.make_boards import with_counters
from companion.board.spec import STANDARD
from companion.display.gallery.examples import examples
from companion.display.screen import Screen
from companion.game import RING
from companion.interface.presentation import Theme
from companion.make import parts, solids
from companion.make.board import Paper
from companion.make.files import png
from companion.make.looks import LOOKS
from companion.make.plates import board_plate
from companion.make.sheets import Wish, design
from hardware.virtual_table.layouts import BoardSlot, place_counters
from hardware.virtual_table.render.renderer import Renderer

WIDE_PX, HIGH_PX = 640, 480
FINER = 3
CLAY, WINE = (0.79, 0.55, 0.36), (0.44, 0.1, 0.12)
TURNED_DEG, LOOKING_DOWN_DEG = -32.0, 48.0

MAST_MM = 300.0, 560.0  # from the board's middle to the mast, and its height without the arm

Floats = NDArray[np.float64]
Placed = tuple[solids.PrintedPart, tuple[float, float, float]]


def main() -> int:
    """Write the pictures into a folder."""
    folder = Path(sys.argv[1])
    cv2.imwrite(str(folder / "made_styles.jpg"), styles(), [cv2.IMWRITE_JPEG_QUALITY, 85])
    plate = board_plate(STANDARD, Paper.A3.size_mm)
    board = solids.tiles(solids.solid_of(plate, inlay=True), plate, (220.0, 220.0))
    shown = [
        [(part, (index // 2 * 14.0, index % 2 * 14.0, 0.0)) for index, part in enumerate(board)],
        [(solids.solid_of(it, inlay=True), _row(n, 27, 5)) for n, it in enumerate(parts.counters(STANDARD))]
        + [(solids.bone(), (54.0, 62.0, 3.25))],
        [(solids.solid_of(it), _row(n, 125, 3)) for n, it in enumerate(parts.mast_plates(dowel=False))],
        [(solids.solid_of(it), (0.0, 0.0, 26.0 * n)) for n, it in enumerate(reversed(parts.case_plates()))],
    ]
    pictures = [shaded(group) for group in shown]
    sheet = np.vstack([np.hstack(pictures[:2]), np.hstack(pictures[2:])])
    cv2.imwrite(str(folder / "made_solids.jpg"), sheet, [cv2.IMWRITE_JPEG_QUALITY, 85])
    cv2.imwrite(str(folder / "station.png"), shaded(station()))
    for name, views, size in (
        ("story", ("story-1",), (960, 540)),
        ("not_so", ("not-so",), (960, 540)),
        ("insight", ("computer-moves", "insight"), (640, 360)),
    ):
        drawn = np.hstack(
            [np.pad(page(it, size), ((0, 0), (0, 12), (0, 0)), constant_values=255) for it in views]
        )
        cv2.imwrite(str(folder / f"{name}.jpg"), drawn[:, :-12], [cv2.IMWRITE_JPEG_QUALITY, 85])
    return 0


def page(name: str, size_wh: tuple[int, int]) -> NDArray[np.uint8]:
    """Return an example of a page as it is drawn at home, BGR."""
    surface = pygame.Surface(size_wh)
    Screen(surface, Theme.BRIGHT, "en", two_sided=True, rotation=0).show(examples()[name])
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1)[:, :, ::-1])


def _row(number: int, step: float, across: int) -> tuple[float, float, float]:
    return number % across * step, number // across * step, 0.0


def station() -> list[Placed]:
    """Return a whole station as it stands: board, counters at the start, mast, case and box."""
    board = solids.solid_of(board_plate(STANDARD, Paper.A3.size_mm), inlay=True)
    discs = [solids.solid_of(it, inlay=True) for it in parts.counters(STANDARD)]
    built: list[Placed] = [(board, (0.0, 0.0, 0.0))]
    built += [
        (disc, (float(x), float(y), 6.0)) for disc, (x, y) in zip(discs, STANDARD.points_mm, strict=True)
    ]
    shoe, pi_plate, *feet = (solids.solid_of(it) for it in parts.mast_plates(dowel=False))
    built += [(it, (MAST_MM[0], 0.0, 6.0 * number)) for number, it in enumerate(feet)]
    profile = solids.library().Manifold.cube
    built += [
        (solids.PrintedPart("mast", profile((20, 20, MAST_MM[1]))), (MAST_MM[0] - 10, -10.0, 6.0)),
        (solids.PrintedPart("arm", profile((MAST_MM[0] + 40, 20, 20))), (-30.0, -10.0, MAST_MM[1] + 6)),
        (_turned(shoe, (0, 0, 90)), (-15.0, 0.0, MAST_MM[1] + 1)),
        (_turned(pi_plate, (0, 0, 0)), (150.0, 0.0, MAST_MM[1] + 26)),
    ]
    for number, plate in enumerate(reversed(parts.case_plates())):
        back = 4.0 * number
        built.append(
            (_turned(solids.solid_of(plate), (65, 0, 0)), (-120.0, 250.0 - 0.9 * back, 65 + 0.42 * back))
        )
    width, depth, height = parts.BOX_MM
    lid, floor, front, rear, left, right = (solids.solid_of(it) for it in parts.box_plates())
    here = (140.0, 240.0)
    built += [(floor, (*here, 0.0)), (lid, (*here, height + 4))]
    for wall, side in ((front, -1), (rear, 1)):
        built.append(
            (_turned(wall, (90, 0, 0)), (here[0], here[1] + side * (depth / 2 - 2) + 2, height / 2 + 4))
        )
    for wall, side in ((left, -1), (right, 1)):
        built.append(
            (_turned(wall, (90, 0, 90)), (here[0] + side * (width / 2 - 2) - 2, here[1], height / 2 + 4))
        )
    return built


def _turned(part: solids.PrintedPart, degrees: tuple[float, float, float]) -> solids.PrintedPart:
    return solids.PrintedPart(part.name, part.body.rotate(degrees))


def styles() -> NDArray[np.uint8]:
    """Return every printed style on a table, with its counters on their points."""
    pictures = []
    with TemporaryDirectory() as folder:
        for number, (style, look) in enumerate(LOOKS.items()):
            sheet = design(Paper.A3, Wish(style))
            print_file = Path(folder) / "markers" / style / "sheet.png"
            print_file.parent.mkdir(parents=True)
            print_file.write_bytes(png(sheet.pages[0]))
            rng = np.random.default_rng(number)
            drawn = laid(sheet, look, print_file, 0, rng)
            spots = [BoardSlot(half, 0) for half in RING]
            placed = place_counters(drawn.scene.board, drawn.counters, spots, 2.0, rng)
            pictures.append(Renderer().picture(with_counters(drawn.scene, placed)))
    small = [cv2.resize(it, (WIDE_PX, HIGH_PX), interpolation=cv2.INTER_AREA) for it in pictures]
    return np.vstack([np.hstack(small[row : row + 2]) for row in range(0, len(small), 2)])


def shaded(group: list[Placed]) -> NDArray[np.uint8]:
    """Return solids at their places, seen from above at a slant, the farthest triangles drawn first."""
    triangles, colours = [], []
    for part, place in group:
        for body, colour in ((part.body, CLAY), (part.inlay, WINE)):
            if body is not None:
                mesh = body.translate(place).refine_to_length(4.0).to_mesh()
                corners = np.asarray(mesh.vert_properties, float)[:, :3][np.asarray(mesh.tri_verts)]
                triangles.append(corners)
                colours.append(np.broadcast_to(colour, (len(corners), 3)))
    return _painted(np.concatenate(triangles), np.concatenate(colours))


def _painted(triangles: Floats, colours: Floats) -> NDArray[np.uint8]:
    turn, down = math.radians(TURNED_DEG), math.radians(LOOKING_DOWN_DEG)
    right = np.array([math.cos(turn), math.sin(turn), 0])
    ahead = np.array([-math.sin(turn) * math.cos(down), math.cos(turn) * math.cos(down), -math.sin(down)])
    up = np.cross(right, ahead)
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-12
    seen = normals @ ahead < 0
    triangles, normals, colours = triangles[seen], normals[seen], colours[seen]
    light = np.array([-0.5, -0.35, 0.8]) / np.linalg.norm([-0.5, -0.35, 0.8])
    tone = 0.42 + 0.6 * np.clip(normals @ light, 0, 1)
    flat = np.stack([triangles @ right, -(triangles @ up)], axis=-1)
    low, high = flat.min(axis=(0, 1)), flat.max(axis=(0, 1))
    size = np.array([WIDE_PX, HIGH_PX]) * FINER
    scale = float((0.92 * size / (high - low)).min())
    px = np.rint(((flat - (low + high) / 2) * scale + size / 2) * 16).astype(np.int32)
    sheet = np.full((int(size[1]), int(size[0]), 3), 255, np.uint8)
    for index in np.argsort(-(triangles @ ahead).mean(axis=1)):
        ink = tuple(float(c) for c in np.clip(colours[index, ::-1] * tone[index] * 255, 0, 255))
        cv2.fillConvexPoly(sheet, px[index], ink, cv2.LINE_8, 4)
    return np.asarray(cv2.resize(sheet, (WIDE_PX, HIGH_PX), interpolation=cv2.INTER_AREA), np.uint8)


if __name__ == "__main__":
    raise SystemExit(main())
