"""One table of measures: what is bought, what is made, and where the camera hangs.

Documents, drawings, solids, the wiring guide and the doctor take their figures from here. Lengths are in
millimetres. Measures of bought parts are their makers'; those of ours were chosen.
"""

from dataclasses import dataclass
from math import radians, tan

Size = tuple[float, float]

BOARD_MM = (420.0, 297.0)
"""The standard board: a sheet of A3."""

MARGIN_MM = 40.0
"""Margin in view around the board, for one that was nudged and for counters beside it."""

MAX_SHEET_MM, MAX_CAMERA_MM = 2400.0, 2500.0
"""Longest board, and highest camera over it: a shelf or a ceiling above a table."""

MIN_CAMERA_MM = 450.0
"""Lowest camera where nothing else asks for less: from there, counters' tops lean outwards by under 5 mm."""

FRAME_PX, MIN_COUNTER_PX, SMALL_COUNTER_PX = 1280, 20, 14
"""Width of the picture that a station reads, diameter of a counter to build for, and the one below which the
doctor asks for a lower camera."""

COUNTER_MM, TALL_COUNTER_MM = 22.0, 10.0
"""Diameter of the standard board's counters, and the highest that are advised: their tops lean farthest."""


@dataclass(frozen=True)
class Camera:
    """A camera and its whole fields of view in degrees.

    They are the maker's (Raspberry Pi documentation, camera modules, hardware specification and recommended
    lenses). The station asks the sensor for its whole view (hardware.camera.sensor_modes).
    """

    name: str
    across_deg: float
    down_deg: float

    def seen_mm(self, height_mm: float) -> Size:
        """Return the part of the table that a 16:9 picture shows, across and down, from a height."""
        across = 2 * height_mm * tan(radians(self.across_deg / 2))
        whole_down = 2 * height_mm * tan(radians(self.down_deg / 2))
        # A sensor of 4:3 gives up what is above and below.
        return across, min(whole_down, across * 9 / 16)

    def min_height_mm(self, board_mm: Size) -> float:
        """Return the minimum height, lens above table, from which a board and its margin are in view."""
        return max(
            (side + 2 * MARGIN_MM) / seen for side, seen in zip(board_mm, self.seen_mm(1.0), strict=True)
        )

    def height_mm(self, board_mm: Size, counter_mm: float = COUNTER_MM) -> float:
        """Return the height to build, to 10 mm: the whole board in view, and its counters readable."""
        readable = counter_mm * FRAME_PX / MIN_COUNTER_PX / self.seen_mm(1.0)[0]
        lowest = -(-self.min_height_mm(board_mm) // 10) * 10
        return max(lowest, min(MIN_CAMERA_MM, readable // 10 * 10))


CAMERAS = (
    Camera("Camera Module 3", 66, 41),
    Camera("Camera Module 3 Wide", 102, 67),
    Camera("Camera Module 2", 62.2, 48.8),
    Camera("HQ Camera, 6 mm CS lens", 55, 45),
    Camera("AI Camera", 66, 52.3),
    Camera("USB camera of 78° from corner to corner", 70.5, 43.4),
)


@dataclass(frozen=True)
class Panel:
    """A touch display: what is seen of it, its outline with 1 mm of play, and its depth without pillars.

    `holes_mm` are the distances of its own threads (M3) at the back, None for one that is only clamped.
    """

    view_mm: Size
    outline_mm: Size
    depth_mm: float
    holes_mm: Size | None


PANELS = {
    "touch": Panel((155.0, 86.5), (194.0, 111.5), 8.0, (126.2, 65.65)),
    "touch2": Panel((156.0, 88.5), (190.3, 121.2), 8.0, None),
}
"""The Raspberry Pi Touch Display of 800x480, and the Touch Display 2 of 7 inches on its side (drawings)."""

BUTTONS_MM, LAMP_MM, HOLE_PLAY_MM = (24.0, 30.0), 8.0, 0.2
"""Arcade buttons and lamp holders by the hole that they need, and what it is drilled larger."""

PI_MM, PI_HOLES_MM = (85.0, 56.0), (58.0, 49.0)
"""A Raspberry Pi's board, and the distances of its mounting holes."""

MODULE_HOLES_MM, HQ_HOLES_MM = (21.0, 12.5), (30.0, 30.0)
"""Holes of camera modules, the lens between two of them, and of the HQ camera, the lens in their middle."""

SPACER_MM, LENS_BELOW_MM = 5.0, 14.0
"""Spacers between shoe and camera, and how far below the shoe the lens is: spacers, circuit board, lens."""

HOLES_MM = {
    "M2": 2.2,
    "M2.5": 2.7,
    "HQ": 2.8,
    "M3": 3.2,
    "M4": 4.2,
    "M5": 5.3,
    "wood screw 3": 3.2,
    '1/4"': 6.5,
}
"""Clearance of each screw's hole."""

SCREWS_MM = (6, 8, 10, 12, 16, 20, 25, 30, 35, 40)
"""Lengths in which screws are sold."""

PROFILE_MM, SLOT_MM, DOWEL_MM = 20.0, 6.0, 15.0
"""Sides of the aluminium profile, depth of its slots, and diameter of the dowel."""

MAST_MM, ARM_MM, REACH_MM = 600.0, 220.0, 250.0
"""Length of mast and arm, and distance from the middle of the mast to the lens above the board's middle."""

SHEETS_MM, BOARD_SHEET_MM = (2.7, 6.5), 6.0
"""The thinnest and thickest sheet for box, case and mast, and the sheet of a board."""

SHEET_MM = {"board": BOARD_SHEET_MM, "mast": 6.0, "box": 4.0, "case": 4.0, "gauge": 4.0}
"""The sheet that each thing is made of unless asked otherwise."""

MATERIAL_MM = (600.0, 400.0)
"""A sheet as a laser takes it."""

PLAY_MM, MAX_PLAY_MM = 0.15, 0.5
"""Space on each side of what is put together when it is printed, and the most that makes sense."""

BOX_MM, TAB_MM = (150.0, 90.0, 55.0), 24.0
"""The box for buttons and lamps outside of its walls, and the length of the tabs that hold parts together."""

CAMERA_CABLE_MM, WIRE_MM = 1000.0, 500.0
"""The camera's flat cable, from the display on whose back the Pi is; wires from there to the box."""


def screw_mm(through_mm: float, grip_mm: float) -> int:
    """Return the shortest screw that goes through sheets and holds in what is behind them."""
    return next(it for it in SCREWS_MM if it >= through_mm + grip_mm)
