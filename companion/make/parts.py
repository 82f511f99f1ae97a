"""The parts besides the board: counters, mast, box and case."""

from companion.board.spec import BoardSpec
from companion.make.plates import Area, Plate
from companion.make.shapes import Circle, Point, Ring, box

PI_HOLES_MM, PI_SCREW_MM = (58.0, 49.0), 2.7
"""Mounting holes of a Raspberry Pi (M2.5) and their clearance (its mechanical drawing)."""

CAMERA_HOLES_MM, CAMERA_SCREW_MM = (21.0, 12.5), 2.2
"""Mounting holes of the camera modules (M2), and their clearance."""

PANEL_VIEW_MM, PANEL_MM, PANEL_HOLES_MM = (155.0, 86.5), (194.0, 111.5), (126.2, 65.65)
"""The 7 inch touch display: its visible part, its glass, its holes at the back (M3), with 1 mm of play."""

BUTTON_MM, LAMP_MM = 24.2, 8.2  # holes for an arcade button of 24 mm and lamp holders of 8 mm

BONE_MM = (34.0, 20.0, 7.0)
"""A knucklebone's length, breadth and narrow side: seen from its middle, about a tenth of a turn."""

BOX_MM, TAB_MM = (150.0, 90.0, 55.0), 24.0
"""The box for buttons and lamps outside of its walls, and the length of the tabs that hold it together."""


def counters(spec: BoardSpec) -> tuple[Plate, ...]:
    """Return five counters a seat: A's with a dot, B's with a ring, to tell by touch."""
    size, high = spec.counter_diameter_mm, spec.counter_height_mm
    depth, bevel = min(0.8, high / 3), min(0.6, high / 4)
    body = Circle((0.0, 0.0), size)
    dot = Area(Circle((0.0, 0.0), 0.3 * size))
    ring = Area(Circle((0.0, 0.0), 0.66 * size), (Circle((0.0, 0.0), 0.48 * size),))
    return tuple(
        Plate(f"counter-{seat}-{number}", body, (), (mark,), (), high, depth, bevel)
        for seat, mark in (("a", dot), ("b", ring))
        for number in range(1, 6)
    )


def corners(across: Point, diameter_mm: float, centre: Point = (0.0, 0.0)) -> tuple[Circle, ...]:
    """Return four holes at the corners of a rectangle."""
    x, y = across[0] / 2, across[1] / 2
    return tuple(
        Circle((centre[0] + dx, centre[1] + dy), diameter_mm)
        for dx, dy in ((-x, -y), (x, -y), (x, y), (-x, y))
    )


def mast_plates(dowel: bool) -> tuple[Plate, ...]:
    """Return the camera's shoe and the Pi's plate, screwed to an arm, and the foot under a mast.

    The arm is a 20 mm profile (M5 into its slot) or a 15 mm dowel (3 mm wood screws).
    """
    screw = 3.2 if dowel else 5.3
    shoe = Plate(
        "shoe",
        box((0.0, 0.0), 32.0, 70.0),
        (
            *corners(CAMERA_HOLES_MM, CAMERA_SCREW_MM, (0.0, -15.0)),
            Circle((0.0, -15.0 + CAMERA_HOLES_MM[1] / 2), 11.0),
            Circle((0.0, 8.0), screw),
            Circle((0.0, 28.0), screw),
        ),
    )
    pi_plate = Plate(
        "pi-plate",
        box((0.0, 0.0), 92.0, 62.0),
        (
            *corners(PI_HOLES_MM, PI_SCREW_MM, (-10.0, 0.0)),
            Circle((-10.0, 0.0), screw),
            Circle((36.0, 0.0), screw),
        ),
    )
    hole: Circle | Ring = Circle((0.0, 0.0), 15.2) if dowel else box((0.0, 0.0), 20.2, 20.2)
    feet = (
        Plate("foot", box((0.0, 0.0), 120.0, 120.0), corners((96.0, 96.0), 5.3)),
        *(
            Plate(
                f"collar-{number}",
                box((0.0, 0.0), 60.0, 60.0),
                (hole, *corners((44.0, 44.0), 4.2)),
            )
            for number in range(1, 4)
        ),
    )
    return (shoe, pi_plate, *feet)


def _wall(name: str, width: float, height: float, thick: float) -> Plate:
    """Return a wall whose tabs, one below and one above, go through the slots of floor and lid."""
    x, y, tab = width / 2, height / 2, TAB_MM / 2
    upper: Ring = ((x, y), (tab, y), (tab, y + thick), (-tab, y + thick), (-tab, y), (-x, y))
    lower = tuple((-px, -py) for px, py in upper)
    cable = (Circle((0.4 * width, -0.25 * height), 7.0),) if name == "back" else ()
    return Plate(name, lower + upper, cable, thickness_mm=thick)


def box_plates(thick: float = 4.0) -> tuple[Plate, ...]:
    """Return a box for two buttons and three lamps: walls with tabs between a floor and a lid."""
    width, depth, height = BOX_MM
    x, y = width / 2 - thick / 2, depth / 2 - thick / 2
    slots = (
        *(box((0.0, side * y), TAB_MM, thick) for side in (-1, 1)),
        *(box((side * x, 0.0), thick, TAB_MM) for side in (-1, 1)),
    )
    outline = box((0.0, 0.0), width + 2 * thick, depth + 2 * thick)
    places = (
        *(Circle((side * 38.0, -10.0), BUTTON_MM) for side in (-1, 1)),
        *(Circle((column * 22.0, 22.0), LAMP_MM) for column in (-1, 0, 1)),
    )
    return (
        Plate("lid", outline, slots + places, thickness_mm=thick),
        Plate("floor", outline, slots, thickness_mm=thick),
        *(_wall(name, width, height, thick) for name in ("front", "back")),
        *(_wall(name, depth - 2 * thick, height, thick) for name in ("left", "right")),
    )


def case_plates(thick: float = 4.0) -> tuple[Plate, ...]:
    """Return the layers of a case for the 7 inch panel: front, two frames around the glass, and a back.

    The Pi, on the panel's own pillars, stands through the back's opening with its sockets free behind it.
    """
    wide, high = PANEL_MM[0] + 26.0, PANEL_MM[1] + 26.0
    outline, screws = box((0.0, 0.0), wide, high), corners((wide - 12.0, high - 12.0), 3.2)
    glass = box((0.0, 0.0), *PANEL_MM)
    return (
        Plate("front", outline, (box((0.0, 0.0), *PANEL_VIEW_MM), *screws), thickness_mm=thick),
        *(Plate(f"frame-{number}", outline, (glass, *screws), thickness_mm=thick) for number in (1, 2)),
        Plate(
            "back",
            outline,
            (box((0.0, 0.0), 112.0, 58.0), *corners(PANEL_HOLES_MM, 3.2), *screws),
            thickness_mm=thick,
        ),
    )
