"""The parts besides the board: counters, mast, box, case and a gauge, and the screws that join them."""

from dataclasses import dataclass
from math import ceil, cos, radians, sin

from companion.board.measures import (
    BOX_MM,
    BUTTONS_MM,
    DOWEL_MM,
    HOLE_PLAY_MM,
    HOLES_MM,
    HQ_HOLES_MM,
    LAMP_MM,
    MODULE_HOLES_MM,
    PANELS,
    PI_HOLES_MM,
    PI_MM,
    PROFILE_MM,
    SHEETS_MM,
    SPACER_MM,
    TAB_MM,
    Panel,
    screw_mm,
)
from companion.board.spec import BoardSpec
from companion.presentation.proportions import ARM, DOT, RING, RING_WIDTH
from five_lines_make import MakeError
from five_lines_make.plates import Area, Outline, Plate
from five_lines_make.shapes import Circle, LaserLayer, Point, Ring, SheetLabel, box

BONE_MM = (34.0, 20.0, 7.0)
"""A knucklebone's length, breadth and narrow side: seen from its middle, about a tenth of a turn."""

PLAYS_MM = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3)  # the slots of the gauge

NUT_GAP_MM, NUT_DEEP_MM, NUT_MM = (5.8, 2.8), 14.0, 4.0
"""Slot in a wall for an M3 nut across its screw, the slot's depth, and how far below the edge the nut is."""

LEAN_DEG, GROOVE_MM = 20.0, 12.0  # how far the case leans back in its stand, and the groove above the table

SLIDE_MM = 0.6  # space in the groove for a case that is put in and taken out


@dataclass(frozen=True)
class Screw:
    """Screws of one kind: what they go through, in mm, and at least how far into or beyond what is behind."""

    count: int
    thread: str
    through_mm: float
    grip_mm: float
    joins: str

    @property
    def length_mm(self) -> int:
        """The shortest that is sold and holds."""
        return screw_mm(self.through_mm, self.grip_mm)

    def __str__(self) -> str:
        return f"{self.count} {self.thread} x {self.length_mm} mm ({self.joins})"


def counters(spec: BoardSpec) -> tuple[Plate, ...]:
    """Return five counters a seat with the screen's signs: A's a dot, B's a ring and a cross in it."""
    size, high = spec.counter_diameter_mm, spec.counter_height_mm
    depth, bevel = min(0.8, high / 3), min(0.6, high / 4)
    body, inner = Circle((0.0, 0.0), size), Circle((0.0, 0.0), (RING - RING_WIDTH) * size)
    arm, half = ARM * size / 2, RING_WIDTH * size / 4
    quarter: Ring = ((half, half), (half, arm), (-half, arm))
    turned = [quarter]
    for _ in range(3):
        turned.append(tuple((-y, x) for x, y in turned[-1]))
    cross = tuple(corner for part in turned for corner in part)
    ring = Area(Circle((0.0, 0.0), RING * size), (inner,))
    return tuple(
        Plate(f"counter-{seat}-{number}", body, (), marks, (), high, depth, bevel)
        for seat, marks in (("a", (Area(Circle((0.0, 0.0), DOT * size)),)), ("b", (ring, Area(cross))))
        for number in range(1, 6)
    )


def corners(across: Point, diameter_mm: float, centre: Point = (0.0, 0.0)) -> tuple[Circle, ...]:
    """Return four holes at the corners of a rectangle."""
    x, y = across[0] / 2, across[1] / 2
    return tuple(
        Circle((centre[0] + dx, centre[1] + dy), diameter_mm)
        for dx, dy in ((-x, -y), (x, -y), (x, y), (-x, y))
    )


def mast_plates(dowel: bool, thick: float) -> tuple[Plate, ...]:
    """Return what stands a mast on a table, joins its arm, and holds camera and Pi on the arm.

    They are a profile (M5 into its slots) or a dowel (wood screws of 3 mm). The shoe's origin
    is the camera's lens, that of the gussets is where the axes of mast and arm cross.
    """
    half = (DOWEL_MM if dowel else PROFILE_MM) / 2
    screw, wide = HOLES_MM["wood screw 3" if dowel else "M5"], 2 * half + HOLE_PLAY_MM
    hole: Circle | Ring = Circle((0.0, 0.0), wide) if dowel else box((0.0, 0.0), wide, wide)
    collar_screws = corners((44.0, 44.0), HOLES_MM["M4"])
    table = corners((96.0, 96.0), HOLES_MM["M5"])
    side: Ring = ((-110.0, -half), (-half, -80.0), (half, -80.0), (half, half), (-110.0, half))
    joint = tuple(Circle(place, screw) for place in ((-92.0, 0.0), (-42.0, 0.0), (0.0, -30.0), (0.0, -65.0)))
    lens = (0.0, MODULE_HOLES_MM[1] / 2)
    shoe = (
        *corners(MODULE_HOLES_MM, HOLES_MM["M2"], lens),
        *corners(HQ_HOLES_MM, HOLES_MM["HQ"]),
        *(Circle((0.0, y), screw) for y in (38.0, 66.0)),
    )
    pi = (
        *corners(PI_HOLES_MM, HOLES_MM["M2.5"], (-10.0, 0.0)),
        *(Circle((x, 0.0), screw) for x in (-51.0, 51.0)),
    )
    usb: tuple[Outline, ...] = (
        *(Circle((x, 22.0), screw) for x in (18.0, 42.0)),
        box((-30.0, -10.0), HOLES_MM['1/4"'], 30.0),
    )
    made: tuple[tuple[str, Ring, tuple[Outline, ...]], ...] = (
        ("foot", box((0.0, 0.0), 120.0, 120.0), (*table, *collar_screws, Circle((0.0, 0.0), screw))),
        *((f"collar-{n}", box((0.0, 0.0), 60.0, 60.0), (hole, *collar_screws)) for n in (1, 2, 3)),
        *((f"gusset-{n}", side, joint) for n in (1, 2)),
        ("shoe", box((0.0, 28.0), 42.0, 96.0), shoe),
        ("usb-plate", box((0.0, 0.0), 100.0, 2 * (22.0 + half)), usb),
        ("pi-plate", box((0.0, 0.0), PI_MM[0] + 31.0, PI_MM[1] + 6.0), pi),
    )
    return tuple(Plate(name, outline, holes, thickness_mm=thick) for name, outline, holes in made)


def mast_screws(dowel: bool, thick: float) -> tuple[Screw, ...]:
    """Return the screws of a mast; those of the two gussets do not meet in a dowel."""
    thread, grip, what = ("wood screw 3", 5.4, "into the dowel") if dowel else ("M5", 3.0, "with T-nuts")
    return (
        Screw(4, "M4", 4 * thick, 4.0, "foot and collars, from below, with nuts"),
        Screw(4, "wood screw 5", thick, 15.0, "foot into the table"),
        Screw(1, thread, thick, 8.0, "foot into the end of the mast"),
        Screw(8, thread, thick, grip, f"gussets, {what}"),
        Screw(2, thread, thick, grip, f"shoe, {what}"),
        Screw(2, thread, thick, grip, f"plate for the Pi or a USB camera, {what}"),
        Screw(
            4, "M2", thick + SPACER_MM + 1.0, 2.0, f"camera module, on spacers of {SPACER_MM:g} mm, with nuts"
        ),
        Screw(
            4,
            "M2.5",
            thick + SPACER_MM + 1.4,
            2.4,
            f"HQ camera or Pi, on spacers of {SPACER_MM:g} mm, with nuts",
        ),
    )


def _wall(name: str, width: float, height: float, thick: float, nut: bool = False) -> Plate:
    """Return a wall with a tab below and one above; with `nut`, a slot for a screw and its nut above."""
    x, y, tab = width / 2, height / 2, TAB_MM / 2
    lower: Ring = ((-x, -y), (-tab, -y), (-tab, -y - thick), (tab, -y - thick), (tab, -y), (x, -y))
    gap, (across, high) = HOLES_MM["M3"] / 2, NUT_GAP_MM
    edge = y - NUT_MM
    right = ((gap, y), (gap, edge), (across / 2, edge), (across / 2, edge - high), (gap, edge - high))
    slot = (*right, (gap, y - NUT_DEEP_MM))
    slotted = (*slot, *((-px, py) for px, py in reversed(slot)))
    upper = slotted if nut else ((tab, y), (tab, y + thick), (-tab, y + thick), (-tab, y))
    holes = (Circle((0.3 * width, -0.25 * height), 8.0),) if name == "left" else ()
    return Plate(name, (*lower, (x, y), *upper, (-x, y)), holes, thickness_mm=thick)


def box_plates(thick: float, button_mm: float) -> tuple[Plate, ...]:
    """Return a box for two buttons and three lamps, whose lid is held by two screws and comes off again."""
    width, depth, height = BOX_MM
    x, y = width / 2 - thick / 2, depth / 2 - thick / 2
    sides = tuple(box((side * x, 0.0), thick, TAB_MM) for side in (-1, 1))
    ends = tuple(box((0.0, side * y), TAB_MM, thick) for side in (-1, 1))
    screws = tuple(Circle((0.0, side * y), HOLES_MM["M3"]) for side in (-1, 1))
    outline = box((0.0, 0.0), width + 2 * thick, depth + 2 * thick)
    places = (
        *(Circle((side * 38.0, -10.0), button_mm + HOLE_PLAY_MM) for side in (-1, 1)),
        *(Circle((column * 22.0, 22.0), LAMP_MM + HOLE_PLAY_MM) for column in (-1, 0, 1)),
    )
    return (
        Plate("lid", outline, sides + screws + places, thickness_mm=thick),
        Plate("floor", outline, sides + ends, thickness_mm=thick),
        *(_wall(name, width, height, thick, nut=True) for name in ("front", "back")),
        *(_wall(name, depth - 2 * thick, height, thick) for name in ("left", "right")),
    )


def box_screws(thick: float) -> tuple[Screw, ...]:
    """Return the screws of the box, which end in the slots of its walls."""
    return (Screw(2, "M3", thick, NUT_MM + NUT_GAP_MM[1], "lid, with nuts in the walls"),)


def case_frames(panel: Panel, thick: float) -> int:
    """Return the number of frames around a panel, which are as deep as it is."""
    return ceil(panel.depth_mm / thick)


def case_plates(thick: float, panel: Panel) -> tuple[Plate, ...]:
    """Return the layers of a case for a panel, front first, and a stand of two feet and a bar.

    The Pi, on the panel's own pillars, stands through the back's opening with its sockets free behind it.
    """
    wide, high = panel.outline_mm[0] + 26.0, panel.outline_mm[1] + 26.0
    outline, screws = box((0.0, 0.0), wide, high), corners((wide - 12.0, high - 12.0), HOLES_MM["M3"])
    frames = case_frames(panel, thick)
    around: tuple[Outline, ...] = (box((0.0, 0.0), *panel.outline_mm), *screws)
    held = corners(panel.holes_mm, HOLES_MM["M3"]) if panel.holes_mm else ()
    opening = box((0.0, 0.0), 112.0, 58.0)
    groove = (2 + frames) * thick + SLIDE_MM
    layers: tuple[tuple[str, tuple[Outline, ...]], ...] = (
        ("front", (box((0.0, 0.0), *panel.view_mm), *screws)),
        *((f"frame-{number}", around) for number in range(1, frames + 1)),
        ("back", (opening, *held, *screws)),
    )
    foot = foot_outline(groove)
    slot = box((62.0, 10.0), TAB_MM, thick)
    return (
        *(Plate(name, outline, holes, thickness_mm=thick) for name, holes in layers),
        *(Plate(f"stand-{side}", foot, (slot,), thickness_mm=thick) for side in ("left", "right")),
        _wall("stand-bar", 36.0, 120.0, thick),
    )


def foot_outline(groove_mm: float) -> Ring:
    """Return a foot of the case's stand, seen from the side: x backwards, y upwards, the table at 0."""
    lean = radians(LEAN_DEG)
    up, back = (sin(lean), cos(lean)), (cos(lean), -sin(lean))
    front = (0.0, GROOVE_MM)
    rear = (front[0] + groove_mm * back[0], front[1] + groove_mm * back[1])
    high, low = (
        (start[0] + by * up[0], start[1] + by * up[1]) for start, by in ((rear, 60.0), (front, 16.0))
    )
    return (
        (-32.0, 0.0),
        (104.0, 0.0),
        (high[0] + 12.0, high[1]),
        high,
        rear,
        front,
        low,
        (low[0] - 10.0, low[1]),
    )


def case_screws(thick: float, panel: Panel) -> tuple[Screw, ...]:
    """Return the screws of a case."""
    frames = case_frames(panel, thick)
    layers = Screw(4, "M3", (2 + frames) * thick, 3.0, "through all layers, with nuts")
    # Where frames are deeper than the panel, there is a gap behind it.
    held = Screw(4, "M3", (1 + frames) * thick - panel.depth_mm, 3.0, "back into the panel")
    return (layers, held) if panel.holes_mm else (layers,)


def gauge_plates(thick: float) -> tuple[Plate, ...]:
    """Return slots with more and more space around a tab, in mm on each side, and the tab to try in them."""
    places = tuple((-12.0, 30.0 - 12.0 * row) for row in range(len(PLAYS_MM)))
    slots = tuple(
        box(at, TAB_MM + 2 * play, thick + 2 * play) for at, play in zip(places, PLAYS_MM, strict=True)
    )
    names = tuple(
        SheetLabel((x + 28.0, y - 2.0), f"{play:.2f}", 6.0, layer=LaserLayer.MARK)
        for (x, y), play in zip(places, PLAYS_MM, strict=True)
    )
    gauge = Plate("gauge", box((0.0, 0.0), 60.0, 84.0), slots, (), names, thick)
    return (gauge, _wall("tab", 40.0, 30.0, thick))


def part(
    what: str, thick: float, dowel: bool = False, button_mm: float = BUTTONS_MM[0], display: str = "touch"
) -> tuple[tuple[Plate, ...], tuple[Screw, ...]]:
    """Return the plates and screws of a mast, box, case or gauge; MakeError for a sheet that won't do."""
    thinnest, thickest = SHEETS_MM
    if not thinnest <= thick <= thickest:
        raise MakeError(
            f"--thickness: a {what} of sheets of {thick:g} mm can't be made; from {thinnest:g} to "
            f"{thickest:g} mm"
        )
    match what:
        case "mast":
            return mast_plates(dowel, thick), mast_screws(dowel, thick)
        case "box":
            return box_plates(thick, button_mm), box_screws(thick)
        case "case":
            return case_plates(thick, PANELS[display]), case_screws(thick, PANELS[display])
        case _:
            return gauge_plates(thick), ()
