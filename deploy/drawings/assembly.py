"""The three builds put together in space: every part, screw and cable at its place, in millimetres.

The origin is the middle of the board on the table; x runs along its lines, y away from the side where one
stands to switch the station on, z upwards.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from math import cos, dist, radians, sin
from typing import Any

import numpy as np

from companion.board.measures import (
    ARM_MM,
    BOARD_MM,
    BOX_MM,
    BUTTONS_MM,
    CAMERAS,
    DOWEL_MM,
    LAMP_MM,
    LENS_BELOW_MM,
    MAST_MM,
    PANELS,
    PI_MM,
    PROFILE_MM,
    REACH_MM,
    SHEET_MM,
    SLOT_MM,
    Camera,
)
from companion.board.spec import STANDARD
from five_lines_make.parts import GROOVE_MM, LEAN_DEG, Screw, case_frames, part
from five_lines_make.plates import Plate
from five_lines_make.solids import library, solid_of

Vector = tuple[float, float, float]
Turn = tuple[
    Vector, Vector, Vector
]  # rows of a rotation: where a plate's own x, y and z point is its columns

FLAT: Turn = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
ALONG: Turn = ((0, -1, 0), (1, 0, 0), (0, 0, 1))  # lying, its x along the world's y
SIDE: Turn = ((0, 0, 1), (1, 0, 0), (0, 1, 0))  # upright, seen from the side: its x along y, its y upwards
FRONT: Turn = ((1, 0, 0), (0, 0, -1), (0, 1, 0))  # upright, facing the front

CASE_X_MM, BOX_X_MM, BEHIND_MM = -175.0, 150.0, 193.0
"""Where case and box stand beside the mast, and from where on: behind the margin that the camera sees."""

STAND_X_MM = 60.0  # from the case's middle to each foot
PILLARS_MM = 12.0  # from a panel's back to the Pi on its pillars
BUILDS = ("paper", "home", "museum")
THREADS_MM = {
    "M2": 2.0,
    "M2.5": 2.5,
    "M3": 3.0,
    "M4": 4.0,
    "M5": 5.0,
    "wood screw 3": 3.0,
    "wood screw 5": 5.0,
}


@dataclass
class Placed:
    """A solid at its place, what it is, and how far it is moved in the picture of the parts."""

    name: str
    body: Any
    kind: str
    apart: Vector = (0.0, 0.0, 0.0)


@dataclass
class Assembly:
    """A build: camera and height of its lens, solids, which of them touch, screws, and cables.

    A screw comes with its solid, and the name of what its thread cuts into; cables are lines.
    """

    camera: Camera
    lens_mm: float
    solids: list[Placed] = field(default_factory=list)
    touching: list[tuple[str, str]] = field(default_factory=list)
    screws: list[tuple[Screw, Any, str]] = field(default_factory=list)
    cables: dict[str, list[Vector]] = field(default_factory=dict)

    def add(self, name: str, body: Any, kind: str = "part", apart: Vector = (0, 0, 0)) -> None:
        """Add a solid that stands where it is."""
        self.solids.append(Placed(name, body, kind, apart))

    def plate(
        self, plate: Plate, turn: Turn, to: Vector, apart: Vector = (0, 0, 0), prefix: str = ""
    ) -> None:
        """Add a plate, turned and then moved."""
        rows = [[*row, shift] for row, shift in zip(turn, to, strict=True)]
        self.add(prefix + plate.name, solid_of(plate).body.transform(np.array(rows, float)), "part", apart)

    def screw(self, screw: Screw, head: Vector, into: Vector, bites: str = "") -> None:
        """Add a screw by the middle of its head's underside, its direction, and what its thread cuts into."""
        body = library().Manifold.cylinder(screw.length_mm, THREADS_MM[screw.thread] / 2)
        self.screws.append((screw, _pointed(body, into).translate(head), bites))


def _pointed(body: Any, into: Vector) -> Any:
    """Return a solid that points upwards, pointed along one of the axes or at a slant in y and z."""
    x, y, z = into
    if x:
        return body.rotate((0, 90 * x, 0))
    return body.rotate((-float(np.degrees(np.arctan2(y, z))), 0, 0))


def length_mm(way: list[Vector]) -> float:
    """Return the length of a cable."""
    return sum(dist(a, b) for a, b in pairwise(way))


def assembled(
    build: str, usb: bool = False, sheets_mm: float | None = None, display: str = "touch"
) -> Assembly:
    """Return a build; home and museum may have a USB camera, other sheets and another display."""
    if build == "paper":
        camera = CAMERAS[-1]
        it = Assembly(camera, camera.height_mm(BOARD_MM))
        _board(it, 0.3, 2.0)
        it.add("webcam", _box((60, 30, 30)).translate((0, 0, it.lens_mm + 15)), "bought")
        return it
    camera = CAMERAS[-1 if usb else 0]
    it = Assembly(camera, camera.height_mm(BOARD_MM))
    _board(it, 6.0 if build == "museum" else 0.3, 7.0)
    _mast(it, build == "home", usb, sheets_mm or SHEET_MM["mast"])
    _case(it, sheets_mm or SHEET_MM["case"], display)
    _buttons(it, sheets_mm or SHEET_MM["box"], 2 if build == "museum" else 1)
    return it


def _box(size: Vector) -> Any:
    return library().Manifold.cube(size, True)


def _disc(diameter_mm: float, high_mm: float) -> Any:
    return library().Manifold.cylinder(high_mm, diameter_mm / 2, circular_segments=64)


def _board(it: Assembly, thick: float, counters_mm: float) -> None:
    it.add("board", _box((*BOARD_MM, thick)).translate((0, 0, thick / 2)), "board")
    for number, (x, y) in enumerate(STANDARD.points_mm.tolist()):
        disc = _disc(STANDARD.counter_diameter_mm, counters_mm).translate((x, y, thick))
        it.add(f"counter-{number}", disc, "counter-b" if number > 4 else "counter-a", (0, 0, 25))
        it.touching.append(("board", f"counter-{number}"))


def _profile(length_mm: float) -> Any:
    """Return a piece of profile along z, with a slot in each side."""
    body = library().Manifold.cube((PROFILE_MM, PROFILE_MM, length_mm), True).translate((0, 0, length_mm / 2))
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        far = (PROFILE_MM - SLOT_MM) / 2
        slot = _box((SLOT_MM, SLOT_MM, length_mm + 2)).translate((x * far, y * far, length_mm / 2))
        body -= slot
    return body - _disc(4.2, length_mm + 2).translate((0, 0, -1))


def _mast(it: Assembly, dowel: bool, usb: bool, thick: float) -> None:
    plates, screws = part("mast", thick, dowel)
    named = {plate.name: plate for plate in plates}
    half = (DOWEL_MM if dowel else PROFILE_MM) / 2
    wood = "arm" if dowel else ""
    arm_z = it.lens_mm + (40.0 if usb else LENS_BELOW_MM + thick) + half
    at = (0.0, REACH_MM)
    post, arm = (_disc(DOWEL_MM, it_mm) if dowel else _profile(it_mm) for it_mm in (MAST_MM, ARM_MM))
    near = REACH_MM - half - ARM_MM
    it.add("mast", post.translate((*at, thick)), "bought", (0, 0, 130))
    it.add("arm", _pointed(arm, (0, 1, 0)).translate((0, near, arm_z)), "bought", (0, -40, 220))
    it.plate(named["foot"], FLAT, (*at, 0))
    table, collars, end, gussets, shoe, upper, module = (screws[n] for n in (1, 0, 2, 3, 4, 5, 6))
    for number in (1, 2, 3):
        it.plate(named[f"collar-{number}"], FLAT, (*at, number * thick), (0, 0, 32.0 * number))
    it.touching += [
        ("foot", "collar-1"),
        ("collar-1", "collar-2"),
        ("collar-2", "collar-3"),
        ("foot", "mast"),
    ]
    it.touching += [("mast", f"collar-{number}") for number in (1, 2, 3)] + [("mast", "arm")]
    for x in (-1, 1):
        for y in (-1, 1):
            it.screw(collars, (22 * x, REACH_MM + 22 * y, 0), (0, 0, 1))
            it.screw(table, (48 * x, REACH_MM + 48 * y, thick), (0, 0, -1))
    it.screw(end, (*at, 0), (0, 0, 1), "mast")
    for number, side in ((1, 1), (2, -1)):
        name, left = f"gusset-{number}", half if side > 0 else -half - thick
        it.plate(named[name], SIDE, (left, REACH_MM, arm_z), (side * 70.0, 0, 200))
        it.touching += [(name, "mast"), (name, "arm")]
        for y, z, piece in ((-92, 0, "arm"), (-42, 0, "arm"), (0, -30, "mast"), (0, -65, "mast")):
            head = (side * (half + thick), REACH_MM + y, arm_z + z)
            it.screw(gussets, head, (-side, 0, 0), piece if dowel else "")
    if usb:
        it.plate(named["usb-plate"], SIDE, (half, near + 10, arm_z - 22), (40, -40, 220))
        it.touching.append(("usb-plate", "arm"))
        for y in (18, 42):
            it.screw(upper, (half + thick, near + 10 + y, arm_z), (-1, 0, 0), wood)
        webcam = _box((30, 60, 30)).translate((half - 20, 0, it.lens_mm + 15))
        it.add("webcam", webcam, "bought", (0, -60, 150))
    else:
        low = arm_z - half - thick
        it.plate(named["shoe"], FLAT, (0, 0, low), (0, -90, 190))
        it.touching.append(("shoe", "arm"))
        for y in (38, 66):
            it.screw(shoe, (0, y, low), (0, 0, 1), wood)
        camera = _box((25, 24, 1)) - _holes((21, 12.5), 2.2, (0, 4.0))
        it.add("camera", camera.translate((0, 2.3, low - 5.5)), "bought", (0, -90, 110))
        lens = _disc(8.5, LENS_BELOW_MM - 6).translate((0, 0, it.lens_mm))
        it.add("lens", lens, "bought", (0, -90, 110))
        for place in ((-10.5, 0.0), (-10.5, 12.5), (10.5, 0.0), (10.5, 12.5)):
            it.screw(module, (*place, low + thick), (0, 0, -1))
    plate_at = (0.0, REACH_MM - half - 102.0, arm_z + half)
    it.plate(named["pi-plate"], ALONG, plate_at, (0, -40, 270))
    it.touching.append(("pi-plate", "arm"))
    for y in (-51, 51):
        it.screw(upper, (0, plate_at[1] + y, plate_at[2] + thick), (0, 0, -1), wood)
    beside, over = -half - thick - 2, it.lens_mm + 17 + thick
    begin: list[Vector] = [(beside - 12, 32, it.lens_mm + 20)]
    if not usb:
        begin = [(0, -7, over - 13), (0, -23, over - 13), (0, -23, over), (beside, 12, over)]
    it.cables["camera"] = [
        *begin,
        (beside, 60, arm_z),
        (beside, REACH_MM - 30, arm_z - 5),
        (beside, REACH_MM, arm_z - 60),
        (beside, REACH_MM, 70),
    ]


def _holes(across: tuple[float, float], diameter_mm: float, centre: tuple[float, float]) -> Any:
    drills = [
        _disc(diameter_mm, 40).translate(
            (centre[0] + sx * across[0] / 2, centre[1] + sy * across[1] / 2, -20)
        )
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    return library().Manifold.batch_boolean(drills, library().OpType.Add)


def _case(it: Assembly, thick: float, display: str) -> None:
    panel = PANELS[display]
    plates, screws = part("case", thick, display=display)
    lean = radians(LEAN_DEG)
    up, back = (0.0, sin(lean), cos(lean)), (0.0, cos(lean), -sin(lean))
    leaning: Turn = ((1, 0, 0), (0, up[1], -back[1]), (0, up[2], -back[2]))
    begin = BEHIND_MM + 32.0
    wide, high = plates[0].size_mm

    def at(x: float, above: float, behind: float) -> Vector:
        return (
            CASE_X_MM + x,
            begin + above * up[1] + behind * back[1],
            GROOVE_MM + above * up[2] + behind * back[2],
        )

    def apart(by: float) -> Vector:
        return (-150.0, by, 40.0)

    layers = [plate for plate in plates if not plate.name.startswith("stand")]
    for number, plate in enumerate(layers):
        it.plate(plate, leaning, at(0, high / 2, (number + 1) * thick), apart(80.0 * number - 60), "case-")
    names = [f"case-{plate.name}" for plate in layers]
    it.touching += list(pairwise(names))
    deep, frames = panel.depth_mm, case_frames(panel, thick)
    glass = _box((panel.outline_mm[0] - 1, panel.outline_mm[1] - 1, deep))

    def leant(body: Any, above: float, behind: float) -> Any:
        rows = [[*row, shift] for row, shift in zip(leaning, at(0, above, behind), strict=True)]
        return body.transform(np.array(rows, float))

    it.add("panel", leant(glass, high / 2, thick + deep / 2), "bought", apart(-20.0))
    it.touching.append(("panel", "case-front"))
    far = thick + deep + PILLARS_MM
    it.add("pi", leant(_box((*PI_MM, 17.0)), high / 2, far + 8.5), "bought", apart(80.0 * (1 + frames) + 40))
    through = screws[0]
    for x in (-1, 1):
        for y in (-1, 1):
            place = at(x * (wide / 2 - 6), high / 2 + y * (high / 2 - 6), 0)
            it.screw(through, place, back)
    if panel.holes_mm:
        for x in (-1, 1):
            for y in (-1, 1):
                behind = (2 + frames) * thick
                place = at(x * panel.holes_mm[0] / 2, high / 2 + y * panel.holes_mm[1] / 2, behind)
                it.screw(screws[1], place, (0.0, -back[1], -back[2]), "panel")
    named = {plate.name: plate for plate in plates}
    for side, name in ((-1, "stand-left"), (1, "stand-right")):
        left = CASE_X_MM + side * STAND_X_MM + (0 if side > 0 else -thick)
        it.plate(named[name], SIDE, (left, begin, 0), (-150.0 + side * 40, -90, 0))
        it.touching += [(name, "case-front"), (name, "stand-bar")]
    bar: Turn = ((0, 1, 0), (1, 0, 0), (0, 0, -1))
    it.plate(named["stand-bar"], bar, (CASE_X_MM, begin + 62.0, 10 + thick / 2), (-150, -90, 0))
    it.cables["camera"] += [at(70, high / 2, far + 24), at(30, high / 2, far + 20)]
    it.cables["wires"] = [at(30, high / 2 + 20, far + 20), (-64, REACH_MM + 45, 14)]


def _buttons(it: Assembly, thick: float, buttons: int) -> None:
    plates, (lid,) = part("box", thick)
    named = {plate.name: plate for plate in plates}
    width, depth, height = BOX_MM
    x, y = BOX_X_MM, BEHIND_MM + depth / 2 + thick
    middle = thick + height / 2
    it.plate(named["floor"], FLAT, (x, y, 0), (190, 0, 0))
    it.plate(named["lid"], FLAT, (x, y, thick + height), (190, 0, 120))
    it.plate(named["front"], FRONT, (x, y - depth / 2 + thick, middle), (190, -60, 40))
    it.plate(named["back"], FRONT, (x, y + depth / 2, middle), (190, 60, 40))
    it.plate(named["left"], SIDE, (x - width / 2, y, middle), (130, 0, 40))
    it.plate(named["right"], SIDE, (x + width / 2 - thick, y, middle), (250, 0, 40))
    for wall in ("front", "back", "left", "right"):
        it.touching += [(wall, "floor"), (wall, "lid")]
    it.touching += [(one, two) for one in ("front", "back") for two in ("left", "right")]
    for side in (-1, 1):
        head = (x, y + side * (depth / 2 - thick / 2), height + 2 * thick)
        it.screw(lid, head, (0, 0, -1))
    for side in (-1, 1)[:buttons]:
        body = _disc(BUTTONS_MM[0], 45).translate((x + side * 38, y - 10, height + 2 * thick - 36))
        it.add(f"button-{side}", body, "bought", (190, 0, 190))
    for column in (-1, 0, 1) if buttons > 1 else ():
        lamp = _disc(LAMP_MM, 25).translate((x + column * 22, y + 22, height + 2 * thick - 18))
        it.add(f"lamp-{column}", lamp, "bought", (190, 0, 190))
    hole = (x - width / 2 + thick / 2, y + 0.3 * (depth - 2 * thick), middle - 0.25 * height)
    it.cables["wires"] += [
        (62, REACH_MM + 45, 14),
        (hole[0] - 6, hole[1], hole[2]),
        (hole[0] + 12, hole[1], hole[2]),
        (x - 56, y - 10, 35),
    ]
