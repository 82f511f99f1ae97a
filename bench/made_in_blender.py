"""Builds tables from the files of `five-lines make`, path-traced by Blender, for `five-lines evaluate`.

    pip install "bpy==4.5.*"       # Blender as a module: Python 3.11, some 400 MB
    PYTHONPATH=. python bench/made_in_blender.py --out DIR [--lights even window ...] [--kinds marble pla ...]
    five-lines evaluate --lines DIR/lines
    five-lines evaluate --markers DIR/markers

Solid boards and counters are the STL files that the command writes; printed boards are its sheets, with its
paper counters around coins. Every kind is seen from above in each light: the empty board, the start, and two
positions, one with counters up to 40 % of the pitch away from where they belong. No light changes, and there
are no hands. A picture takes some 20 s of a processor.
"""

import argparse
import json
import math
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import bpy
import cv2
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Matrix, Vector

from bench.make_boards import POSITION_KINDS, random_where
from companion.board.spec import LINE_AND_SIDE, STANDARD, BoardStyle
from companion.cli import main as five_lines
from companion.game import COUNTERS, RING, Seat
from five_lines_lab.layouts import PlacedCounter, place_counters
from five_lines_make.board import Paper, settings_text
from five_lines_make.files import picture
from five_lines_make.looks import LOOKS
from five_lines_make.shapes import Circle
from five_lines_make.sheets import Wish, design
from hardware.virtual_table.layouts import BoardSlot
from hardware.virtual_table.scene import CounterKind, VirtualBoard, VirtualCounter

Colour = tuple[float, float, float]
UNIT = 0.01  # Blender's units in a millimetre
WIDE_PX, HIGH_PX = 960, 720
COIN_MM = 2.5  # height of a coin with its paper
SAMPLES = 6  # rays a pixel; the picture is denoised
MEAN_LEVEL = 0.21  # linear mean that a camera exposes to

CREAM, IVORY = (0.72, 0.6, 0.42), (0.78, 0.72, 0.6)
DARK, WINE, OCHRE = (0.035, 0.03, 0.03), (0.2, 0.02, 0.02), (0.62, 0.3, 0.06)


@dataclass(frozen=True)
class Solid:
    """Materials of a solid board: colour, what fills or darkens its grooves, mottling and roughness."""

    body: Colour
    groove: Colour | None
    mottle: float
    rough: float
    words: tuple[str, ...] = ()
    inlaid: bool = False


SOLIDS = {
    "pla": Solid(CREAM, None, 0.0, 0.45),
    "pla-inlay": Solid(CREAM, DARK, 0.0, 0.45, ("--inlay",), inlaid=True),
    "plywood": Solid((0.55, 0.36, 0.19), (0.03, 0.015, 0.008), 0.25, 0.6, ("--depth", "0.5")),
    "limestone": Solid((0.5, 0.45, 0.36), None, 0.2, 0.9, ("--thickness", "20", "--depth", "1.2")),
    "slate": Solid((0.05, 0.055, 0.06), (0.4, 0.4, 0.4), 0.2, 0.7, ("--depth", "0.5")),
}
"""Printed in one colour and in two; burnt by a laser; carved; scratched."""

LIGHTS = ("even", "window", "raking", "spot", "warm")


def main() -> int:
    """Write the sets."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--lights", nargs="+", choices=LIGHTS, default=LIGHTS)
    parser.add_argument("--kinds", nargs="+", choices=[*LOOKS, *SOLIDS], default=[*LOOKS, *SOLIDS])
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for light in args.lights:
        for kind in args.kinds:
            for how in ("lines", "markers"):
                # Solids have no markers, boxes no lines to be found by.
                if (how, kind in SOLIDS) == ("markers", True):
                    continue
                if how == "lines" and kind in LOOKS and LOOKS[kind].style is BoardStyle.BOXES:
                    continue
                folder = args.out / how / f"{kind}_{light}"
                if not (folder / "truth.json").exists():
                    rng = np.random.default_rng((args.seed, *f"{kind}{light}{how}".encode()))
                    write_set(folder, kind, light, how == "markers", rng)
                    print(folder, flush=True)
    return 0


def write_set(folder: Path, kind: str, light: str, markers: bool, rng: np.random.Generator) -> None:
    """Write the pictures of one table, and their truth."""
    (folder / "reference").mkdir(parents=True, exist_ok=True)
    (folder / "play").mkdir(exist_ok=True)
    with TemporaryDirectory() as made:
        table = Table(Path(made), kind, markers)
        table.lit(light, rng)
        table.filmed(rng)
        board = VirtualBoard(spec=table.spec, size_mm=Paper.A3.size_mm, thickness_mm=table.thick_mm)
        counters = [table.counter(seat, number) for seat in Seat for number in range(COUNTERS)]
        start = place_counters(board, counters, [BoardSlot(half, 0) for half in RING], 2.5, rng)
        frames = [("reference/empty.jpg", "empty", ()), ("reference/setup_a.jpg", "setup_a", start)]
        kinds = rng.permutation(list(POSITION_KINDS))[:2]
        for number, (position, untidy) in enumerate(
            zip(kinds, (3.0, 0.4 * table.spec.line_pitch_mm), strict=True)
        ):
            mixed = list(rng.permutation(np.array(counters, dtype=object)))
            placed = place_counters(board, mixed, random_where(str(position), mixed, rng), untidy, rng)
            frames.append((f"play/{number + 1:02d}.jpg", "play", placed))
        gain: float | None = None
        truths = []
        for file, role, placed in frames:
            linear = table.rendered(placed, rng)
            gain = gain or MEAN_LEVEL / float(linear.mean())
            cv2.imwrite(str(folder / file), developed(linear * gain, rng), [cv2.IMWRITE_JPEG_QUALITY, 90])
            truths.append(
                {
                    "file": file,
                    "role": role,
                    "light_changed": False,
                    "hand": False,
                    "counters": [counter_label(it) for it in placed],
                }
            )
        truth = {
            "board_class": kind,
            "counter_kind": "solid" if kind in SOLIDS else "paper",
            "colour_pair": light,
            "aruco": markers,
            "outer_points": table.outer_points(),
            "frames": truths,
        }
    (folder / "board.toml").write_text(f"{settings_text(table.spec)}\n", encoding="utf-8")
    (folder / "truth.json").write_text(json.dumps(truth), encoding="utf-8")


def counter_label(placed: PlacedCounter) -> dict[str, Any]:
    """Return what the truth says of a counter."""
    counter = placed.counter
    line, side = (0, 0) if placed.spot is None else LINE_AND_SIDE[placed.spot.half]
    return {
        "colour": str(counter.seat),
        "x": counter.x_mm,
        "y": counter.y_mm,
        "on_board": placed.spot is not None,
        "held": False,
        "line": line,
        "side": side,
    }


class Table:
    """A scene with one board and its counters, from files of the command."""

    def __init__(self, folder: Path, kind: str, markers: bool) -> None:
        """Make the files, and load the board."""
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self._scene = bpy.context.scene
        self._scene.render.engine = "CYCLES"
        self._scene.cycles.samples = SAMPLES
        self._scene.cycles.use_denoising = True
        self._scene.view_settings.view_transform = "Raw"
        self._scene.render.image_settings.file_format = "OPEN_EXR"
        self._scene.render.resolution_x, self._scene.render.resolution_y = WIDE_PX, HIGH_PX
        self._scene.render.resolution_percentage = 100
        self._folder = folder
        self._masters: dict[Seat, list[bpy.types.Object]] = {}
        if kind in SOLIDS:
            self.spec, self.thick_mm = STANDARD, 6.0
            self._solid(SOLIDS[kind])
        else:
            self.spec, self.thick_mm = STANDARD, 0.4
            self._printed(kind, markers)
        self._floor()

    def _solid(self, solid: Solid) -> None:
        for words in (("board", *solid.words), ("counters", "--inlay")):
            assert five_lines(["make", *words, "-o", str(self._folder / f"{words[0]}.stl")]) == 0
        body = self._stl("board.stl", material("body", solid.body, solid.rough, solid.mottle))
        self.thick_mm = body.dimensions.z / UNIT
        body.location.z = -self.thick_mm * UNIT
        if solid.inlaid:
            inlay = self._stl("board-inlay.stl", material("inlay", solid.groove or DARK, solid.rough))
            inlay.location.z = -self.thick_mm * UNIT
        elif solid.groove is not None:
            # A floor for the grooves, a hair above theirs, and lower than the board's face.
            depth_mm = float(solid.words[solid.words.index("--depth") + 1])
            bpy.ops.mesh.primitive_plane_add(size=1, location=(0, 0, (0.03 - depth_mm) * UNIT))
            floor = bpy.context.object
            floor.scale = (410 * UNIT, 287 * UNIT, 1)
            floor.data.materials.append(material("burnt", solid.groove, 0.9))
        for seat, fill, mark in ((Seat.A, DARK, IVORY), (Seat.B, OCHRE, WINE)):
            name = f"counters-counter-{seat.lower()}-1"
            self._masters[seat] = [
                self._stl(f"{name}.stl", material(f"{seat}", fill, 0.45)),
                self._stl(f"{name}-inlay.stl", material(f"{seat}-mark", mark, 0.45)),
            ]

    def _printed(self, style: str, markers: bool) -> None:
        sheet = design(Paper.A3, Wish(style, markers=markers, counters=True))
        self.spec = replace(sheet.spec, counter_height_mm=COIN_MM)
        dpi = 150.0
        self._plane("sheet", picture(sheet.pages[0], dpi), Paper.A3.size_mm)
        page, size = sheet.pages[1], self.spec.counter_diameter_mm
        discs = [it for it in page.shapes if isinstance(it, Circle) and it.diameter_mm == size]
        pixels = picture(page, 2 * dpi)
        for seat, disc in ((Seat.A, discs[1]), (Seat.B, discs[11])):
            scale = 2 * dpi / 25.4
            column, row = (
                (disc.centre[0] + page.width_mm / 2) * scale,
                (page.height_mm / 2 - disc.centre[1]) * scale,
            )
            half = size / 2 * scale
            top = pixels[round(row - half) : round(row + half), round(column - half) : round(column + half)]
            bpy.ops.mesh.primitive_cylinder_add(vertices=96, radius=size / 2 * UNIT, depth=COIN_MM * UNIT)
            coin = bpy.context.object
            # Its origin goes to its underside, like that of the solids.
            coin.data.transform(Matrix.Translation((0, 0, COIN_MM * UNIT / 2)))
            coin.data.materials.append(self._image(f"{seat}", top, (size, size)))
            self._masters[seat] = [coin]

    def _stl(self, name: str, look: bpy.types.Material) -> bpy.types.Object:
        bpy.ops.wm.stl_import(filepath=str(self._folder / name), global_scale=UNIT)
        found = bpy.context.object
        found.data.materials.clear()
        found.data.materials.append(look)
        return found

    def _image(self, name: str, pixels: np.ndarray, size_mm: tuple[float, float]) -> bpy.types.Material:
        """Return a material with a picture, laid from above over a thing of this size around its origin."""
        path = self._folder / f"{name}.png"
        cv2.imwrite(str(path), pixels[..., ::-1])
        look = material(name, (0.9, 0.9, 0.9), 0.75)
        nodes, links = look.node_tree.nodes, look.node_tree.links
        texture, mapping, places = (
            nodes.new(it) for it in ("ShaderNodeTexImage", "ShaderNodeMapping", "ShaderNodeTexCoord")
        )
        texture.image = bpy.data.images.load(str(path))
        texture.extension = "EXTEND"
        mapping.inputs["Scale"].default_value = (1 / (size_mm[0] * UNIT), 1 / (size_mm[1] * UNIT), 1)
        mapping.inputs["Location"].default_value = (0.5, 0.5, 0)
        links.new(places.outputs["Object"], mapping.inputs["Vector"])
        links.new(mapping.outputs["Vector"], texture.inputs["Vector"])
        links.new(texture.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
        return look

    def _plane(self, name: str, pixels: np.ndarray, size_mm: tuple[float, float]) -> None:
        vertices = [
            (x * size_mm[0] * UNIT / 2, y * size_mm[1] * UNIT / 2, 0)
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(vertices, [], [(0, 1, 2, 3)])
        mesh.materials.append(self._image(name, pixels, size_mm))
        self._scene.collection.objects.link(bpy.data.objects.new(name, mesh))

    def _floor(self) -> None:
        bpy.ops.mesh.primitive_plane_add(size=40, location=(0, 0, -self.thick_mm * UNIT))
        bpy.context.object.data.materials.append(material("table", (0.12, 0.06, 0.03), 0.5, 0.3))

    def lit(self, light: str, rng: np.random.Generator) -> None:
        """Light the table: one lamp besides the room's own light."""
        room, rise, size_mm, power, warm = {
            "even": (1.0, 75.0, 900.0, 20.0, False),
            "window": (0.35, 35.0, 700.0, 60.0, False),
            "raking": (0.12, 13.0, 120.0, 90.0, False),
            "spot": (0.15, 70.0, 40.0, 60.0, False),
            "warm": (0.2, 40.0, 80.0, 60.0, True),
        }[light]
        tint = (1.0, 0.62, 0.33) if warm else (1.0, 0.97, 0.93)
        world = self._scene.world = bpy.data.worlds.new("room")
        world.use_nodes = True
        world.node_tree.nodes["Background"].inputs["Color"].default_value = (*tint, 1)
        world.node_tree.nodes["Background"].inputs["Strength"].default_value = room
        turn, up = rng.uniform(0, math.tau), math.radians(rise)
        way = Vector((math.cos(turn) * math.cos(up), math.sin(turn) * math.cos(up), math.sin(up)))
        lamp = bpy.data.objects.new("lamp", bpy.data.lights.new("lamp", "AREA"))
        lamp.data.shape, lamp.data.size, lamp.data.energy, lamp.data.color = (
            "DISK",
            size_mm * UNIT,
            25 * power,
            tint,
        )
        lamp.location = way * 1100 * UNIT
        lamp.rotation_euler = way.to_track_quat("Z", "Y").to_euler()
        self._scene.collection.objects.link(lamp)

    def filmed(self, rng: np.random.Generator) -> None:
        """Hang the camera above the board, a little aslant, with the whole board and its margin in view."""
        data = bpy.data.cameras.new("camera")
        data.angle = math.radians(50)
        self._camera = bpy.data.objects.new("camera", data)
        high = 1.18 * (Paper.A3.size_mm[0] + 80) / 2 / math.tan(data.angle / 2)
        place = Vector((*rng.uniform(-40, 40, 2), high)) * UNIT
        self._camera.location = place
        aim = Vector((*rng.uniform(-10, 10, 2), 0)) * UNIT
        upright = (aim - place).to_track_quat("-Z", "Y").to_euler()
        upright.rotate_axis("Z", math.radians(float(rng.uniform(-6, 6))))
        self._camera.rotation_euler = upright
        self._scene.collection.objects.link(self._camera)
        self._scene.camera = self._camera
        bpy.context.view_layer.update()

    def outer_points(self) -> list[dict[str, Any]]:
        """Return the pixels of the board's corners."""
        found = []
        for line, side in ((1, 1), (5, 1), (5, -1), (1, -1)):
            x, y = side * self.spec.line_length_mm / 2, (line - 3) * self.spec.line_pitch_mm
            seen = world_to_camera_view(self._scene, self._camera, Vector((x, y, 0)) * UNIT)
            found.append(
                {"line": line, "side": side, "px": [seen.x * WIDE_PX - 0.5, (1 - seen.y) * HIGH_PX - 0.5]}
            )
        return found

    def counter(self, seat: Seat, number: int) -> VirtualCounter:
        """Return the measures of a counter."""
        size, high = self.spec.counter_diameter_mm, self.spec.counter_height_mm
        return VirtualCounter(
            f"{seat}{number}", seat, CounterKind.DISC, (0.5, 0.5, 0.5), size, high, 0.0, 0.0
        )

    def rendered(self, placed: tuple[PlacedCounter, ...], rng: np.random.Generator) -> np.ndarray:
        """Return a picture (h, w, 3), linear RGB, float32, of the counters at their places."""
        laid = []
        for it in placed:
            for master in self._masters[it.counter.seat]:
                copy = master.copy()
                copy.location = Vector((it.counter.x_mm, it.counter.y_mm, it.counter.z_mm)) * UNIT
                copy.rotation_euler = (0, 0, math.radians(it.counter.angle_deg))
                copy.hide_render = False
                self._scene.collection.objects.link(copy)
                laid.append(copy)
        for masters in self._masters.values():
            for master in masters:
                master.hide_render = True
        self._scene.cycles.seed = int(rng.integers(1 << 30))
        path = self._folder / "picture.exr"
        self._scene.render.filepath = str(path)
        bpy.ops.render.render(write_still=True)
        for copy in laid:
            bpy.data.objects.remove(copy)
        image = bpy.data.images.load(str(path))
        pixels = np.empty(WIDE_PX * HIGH_PX * 4, np.float32)
        image.pixels.foreach_get(pixels)
        bpy.data.images.remove(image)
        return pixels.reshape(HIGH_PX, WIDE_PX, 4)[::-1, :, :3]


def material(name: str, colour: Colour, rough: float, mottle: float = 0.0) -> bpy.types.Material:
    """Return a matt material; a mottled one varies by this share, in spots of some millimetres."""
    look = bpy.data.materials.new(name)
    look.use_nodes = True
    shader = look.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*colour, 1)
    shader.inputs["Roughness"].default_value = rough
    if mottle:
        nodes, links = look.node_tree.nodes, look.node_tree.links
        places, noise, ramp = (
            nodes.new(it) for it in ("ShaderNodeTexCoord", "ShaderNodeTexNoise", "ShaderNodeValToRGB")
        )
        noise.inputs["Scale"].default_value, noise.inputs["Detail"].default_value = 3.0, 8.0
        for stop, share in zip(ramp.color_ramp.elements, (1 - mottle, 1 + mottle), strict=True):
            stop.color = (*(min(1.0, part * share) for part in colour), 1)
        ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.3, 0.7
        links.new(places.outputs["Object"], noise.inputs["Vector"])
        links.new(noise.outputs[0], ramp.inputs["Fac"])
        links.new(ramp.outputs["Color"], shader.inputs["Base Color"])
    return look


def developed(linear: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return a camera's picture (h, w, 3), uint8 BGR: white balance by half, blur, noise, a curve to sRGB."""
    grey = linear.reshape(-1, 3).mean(axis=0)
    seen = cv2.GaussianBlur(linear * np.sqrt(grey.mean() / grey), (0, 0), 0.6)
    seen += rng.standard_normal(seen.shape).astype(np.float32) * np.sqrt(np.maximum(seen, 0) * 1.2e-4 + 3e-6)
    seen = np.clip(seen, 0, 1)
    curve = np.where(seen <= 0.0031308, 12.92 * seen, 1.055 * seen ** (1 / 2.4) - 0.055)
    return np.asarray(255 * curve[..., ::-1] + 0.5, np.uint8)


if __name__ == "__main__":
    raise SystemExit(main())
