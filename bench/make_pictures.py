"""Draws the pictures of docs/make.md, docs/build.md and docs/parts.md from what is made, and of pages.

python bench/make_pictures.py docs/pictures
"""

import math
import re
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
from companion.display.drawing.fonts import font
from companion.display.screen import Screen
from companion.game import RING
from companion.interface.presentation import Theme
from deploy.drawings.assembly import assembled
from five_lines_lab.gallery.examples import examples
from five_lines_lab.layouts import place_counters
from five_lines_make import parts, solids
from five_lines_make.board import Paper
from five_lines_make.files import png
from five_lines_make.looks import LOOKS
from five_lines_make.plates import board_plate
from five_lines_make.shapes import Colour
from five_lines_make.sheets import Wish, design
from hardware.virtual_table.layouts import BoardSlot
from hardware.virtual_table.render.renderer import Renderer

WIDE_PX, HIGH_PX = 640, 480
FINER = 3
CLAY, WINE = (0.79, 0.55, 0.36), (0.44, 0.1, 0.12)
TURNED_DEG, LOOKING_DOWN_DEG = -32.0, 48.0

TONES: dict[str, Colour] = {
    "part": (0.86, 0.7, 0.47),
    "bought": (0.62, 0.65, 0.68),
    "board": (0.93, 0.91, 0.86),
    "counter-a": (0.12, 0.2, 0.45),
    "counter-b": (0.8, 0.4, 0.2),
}
"""Colours of what is cut or printed, bought, and played with."""

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
        [_cornered(solids.solid_of(it), _row(n, 130, 3)) for n, it in enumerate(parts.part("mast", 6.0)[0])],
        [
            (solids.solid_of(it), (0.0, 0.0, 26.0 * n))
            for n, it in enumerate(reversed(parts.part("case", 4.0)[0][:4]))
        ],
    ]
    pictures = [shaded(group) for group in shown]
    sheet = np.vstack([np.hstack(pictures[:2]), np.hstack(pictures[2:])])
    cv2.imwrite(str(folder / "made_solids.jpg"), sheet, [cv2.IMWRITE_JPEG_QUALITY, 85])
    for name, apart in (("station.png", False), ("station_apart.png", True)):
        cv2.imwrite(str(folder / name), station(apart))
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


def _cornered(part: solids.PrintedPart, corner: tuple[float, float, float]) -> Placed:
    """Place a part with the corner of its box there, wherever its own middle is."""
    x, y, *_ = part.body.bounding_box()
    return part, (corner[0] - x, corner[1] - y, corner[2])


def station(apart: bool) -> NDArray[np.uint8]:
    """Return the museum's station as it stands, or its parts drawn apart, each with its name."""
    built = assembled("museum").solids
    solids_there: list[tuple[solids.Manifold, Colour]] = []
    names: list[tuple[str, Floats]] = []
    for it in built:
        body = it.body.translate(it.apart) if apart else it.body
        solids_there.append((body, TONES[it.kind]))
        name = re.sub("-(a-)?[-0-9]+$", "", it.name).replace("-", " ")
        if apart and it.kind in ("part", "bought") and name not in [known for known, _ in names]:
            low, high = np.reshape(body.bounding_box(), (2, 3))
            names.append((name, (low + high) / 2))
    lines: solids.Manifold = solids.solid_of(board_plate(STANDARD, Paper.A3.size_mm), inlay=True).inlay
    solids_there.append((lines.translate((0, 0, 2.5)), WINE))
    return _painted(*_meshed(solids_there), names, (1280, 1100 if apart else 960))


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
    there: list[tuple[solids.Manifold, Colour]] = []
    for part, place in group:
        for body, colour in ((part.body, CLAY), (part.inlay, WINE)):
            if body is not None:
                there.append((body.translate(place), colour))
    return _painted(*_meshed(there), [], (WIDE_PX, HIGH_PX))


def _meshed(group: list[tuple[solids.Manifold, Colour]]) -> tuple[Floats, Floats]:
    """Return the triangles of solids (n, 3, 3), and the colour of each (n, 3)."""
    triangles, colours = [], []
    for body, colour in group:
        mesh = body.refine_to_length(6.0).to_mesh()
        triangles.append(np.asarray(mesh.vert_properties, float)[:, :3][np.asarray(mesh.tri_verts)])
        colours.append(np.broadcast_to(colour, (len(triangles[-1]), 3)))
    return np.concatenate(triangles), np.concatenate(colours)


def _painted(
    triangles: Floats, colours: Floats, names: list[tuple[str, Floats]], size_wh: tuple[int, int]
) -> NDArray[np.uint8]:
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
    size = np.array(size_wh) * FINER
    scale = float((0.92 * size / (high - low)).min())
    px = np.rint(((flat - (low + high) / 2) * scale + size / 2) * 16).astype(np.int32)
    sheet = np.full((int(size[1]), int(size[0]), 3), 255, np.uint8)
    for index in np.argsort(-(triangles @ ahead).mean(axis=1)):
        ink = tuple(float(c) for c in np.clip(colours[index, ::-1] * tone[index] * 255, 0, 255))
        cv2.fillConvexPoly(sheet, px[index], ink, cv2.LINE_8, 4)
    small = np.asarray(cv2.resize(sheet, size_wh, interpolation=cv2.INTER_AREA), np.uint8)
    taken: list[pygame.Rect] = []
    for name, place in names:
        x, y = ((np.array([place @ right, -(place @ up)]) - (low + high) / 2) * scale + size / 2) / FINER
        drawn = font(19).render(name, True, (20, 20, 20), (255, 255, 255))
        spots = (
            (dx, dy) for reach in range(0, 300, 12) for dx in (0, reach, -reach) for dy in (-reach, reach)
        )
        boxes = (drawn.get_rect(center=(x + dx, y + dy)) for dx, dy in spots)
        box = next(it for it in boxes if it.inflate(8, 4).collidelist(taken) < 0)
        taken.append(box)
        cv2.line(small, (int(x), int(y)), box.center, (60, 60, 60), 1, cv2.LINE_AA)
        small[box.top : box.bottom, box.left : box.right] = pygame.surfarray.array3d(drawn).swapaxes(0, 1)
    return small


if __name__ == "__main__":
    raise SystemExit(main())
