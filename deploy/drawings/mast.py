"""The camera's height: the arithmetic, the table and the drawing of the guide."""

from dataclasses import dataclass
from math import radians, tan

from companion.make.board import Paper
from deploy.drawings.svg import Drawing

MARGIN_MM = 40.0
"""Margin in view around the paper, for a board that was nudged and counters laid beside it."""

MIN_MM = 450.0
"""Minimum height: from lower, counters' tops lean outwards too far (see `lean_mm`)."""

COUNTER_HEIGHT_MM, COUNTER_MM = 10.0, 22.0
FRAME_PX = 1280


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera module and its whole fields of view in degrees.

    They are the maker's (Raspberry Pi documentation, camera modules, hardware specification and recommended
    lenses). The station asks the sensor for its whole view (hardware.camera.sensor_modes).
    """

    name: str
    across_deg: float
    down_deg: float


CAMERAS = (
    Camera("Camera Module 3", 66, 41),
    Camera("Camera Module 3 Wide", 102, 67),
    Camera("Camera Module 2", 62.2, 48.8),
    Camera("HQ Camera, 6 mm CS lens", 55, 45),
    Camera("AI Camera", 66, 52.3),
)


def seen_mm(camera: Camera, height_mm: float) -> tuple[float, float]:
    """Return the part of the table that a 16:9 picture shows, across and down, from a height."""
    across = 2 * height_mm * tan(radians(camera.across_deg / 2))
    whole_down = 2 * height_mm * tan(radians(camera.down_deg / 2))
    # A sensor of 4:3 gives up what is above and below.
    return across, min(whole_down, across * 9 / 16)


def height_mm(camera: Camera, paper: Paper) -> float:
    """Return the minimum height, lens above table, from which a paper and its margin are in view."""
    wide, deep = (side + 2 * MARGIN_MM for side in paper.size_mm)
    across, down = seen_mm(camera, 1.0)
    return max(wide / across, deep / down, 0.0)


def lean_mm(height: float, paper: Paper) -> float:
    """Return how far outwards a counter's top at the paper's edge appears: its height by the ray's slope."""
    return COUNTER_HEIGHT_MM * (paper.size_mm[0] / 2) / height


def chosen_mm(camera: Camera, paper: Paper) -> float:
    """Return the height to build, rounded up to 10 mm."""
    return -(-max(height_mm(camera, paper), MIN_MM) // 10) * 10


def table() -> str:
    """Return the heights in Markdown, a row for each camera and paper."""
    rows = [
        "| camera | paper | all is seen from | build | a counter is | tops lean |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for camera in CAMERAS:
        for paper in (Paper.A4, Paper.A3):
            build = chosen_mm(camera, paper)
            across, _ = seen_mm(camera, build)
            counter = COUNTER_MM * (2 / 3 if paper is Paper.A4 else 1)
            rows.append(
                f"| {camera.name} | {paper} | {height_mm(camera, paper):.0f} mm | {build:.0f} mm | "
                f"{counter * FRAME_PX / across:.0f} px | {lean_mm(build, paper):.1f} mm |"
            )
    return "\n".join(rows)


def drawing() -> str:
    """Draw the mast from the side, with the first camera over the A3 board, to scale."""
    camera, paper = CAMERAS[0], Paper.A3
    build, scale = chosen_mm(camera, paper), 0.55
    across, _ = seen_mm(camera, build)
    sheet = Drawing(640, 480)
    sheet.text(20, 28, f"{camera.name} over the {paper} board, from the side, to scale", 15, bold=True)
    table_y, middle = 420.0, 300.0
    lens_y = table_y - build * scale
    half, board = across / 2 * scale, paper.size_mm[0] / 2 * scale
    sheet.shape([(middle, lens_y), (middle - half, table_y), (middle + half, table_y)], "#e8f0ff", "#88a")
    sheet.line([(20, table_y), (620, table_y)], "#7a5a30", 5)
    sheet.line([(middle - board, table_y - 4), (middle + board, table_y - 4)], "#333", 6)
    sheet.box(middle - 14, lens_y - 12, 28, 14, "#2a8a3a")
    sheet.line([(middle, lens_y - 12), (middle, lens_y - 26), (560, lens_y - 26), (560, table_y)], "#777", 8)
    sheet.line([(middle, lens_y), (middle, table_y)], "#c00", 1)
    sheet.text(middle + 6, lens_y + 90, f"lens to table: {build:.0f} mm", 13, bold=True)
    sheet.text(middle, table_y + 22, f"board {paper.size_mm[0]:.0f} mm, seen {across:.0f} mm", 13, "middle")
    sheet.text(middle, table_y + 42, "the lens over the board's middle, looking straight down", 12, "middle")
    lamp_x, lamp_y = 70.0, 170.0
    sheet.box(lamp_x - 20, lamp_y - 8, 40, 16, "#ffe9a0")
    sheet.text(lamp_x - 45, lamp_y - 18, "lamp, off to a side,", 12)
    sheet.text(lamp_x - 45, lamp_y + 30, "never mirrored in the board", 12)
    return sheet.finished()
