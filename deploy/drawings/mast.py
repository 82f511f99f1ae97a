"""The camera's height: the table and the drawing of the guide, from the table of measures."""

from companion.board.measures import (
    ARM_MM,
    CAMERAS,
    COUNTER_MM,
    FRAME_PX,
    LENS_BELOW_MM,
    MAST_MM,
    PROFILE_MM,
    REACH_MM,
    SHEET_MM,
    TALL_COUNTER_MM,
    Camera,
)
from companion.board.spec import BoardStyle
from deploy.drawings.svg import Drawing
from five_lines_make.board import Paper, spec_for


def lean_mm(height: float, paper: Paper) -> float:
    """Return how far outwards a counter's top at the paper's edge appears: its height by the ray's slope."""
    return TALL_COUNTER_MM * (paper.size_mm[0] / 2) / height


def counter_mm(paper: Paper) -> float:
    """Return the diameter of a paper's own counters."""
    return spec_for(paper.size_mm, BoardStyle.LINES).counter_diameter_mm


def chosen_mm(camera: Camera, paper: Paper) -> float:
    """Return the height to build."""
    return camera.height_mm(paper.size_mm, counter_mm(paper))


def counter_px(camera: Camera, paper: Paper) -> float:
    """Return the diameter of a counter in the picture, from the height to build."""
    return counter_mm(paper) * FRAME_PX / camera.seen_mm(chosen_mm(camera, paper))[0]


def table() -> str:
    """Return the heights in Markdown, a row for each camera and paper."""
    rows = [
        "| camera | paper | all is seen from | build | a counter is | tops lean |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for camera in CAMERAS:
        for paper in (Paper.A4, Paper.A3):
            build, lowest = chosen_mm(camera, paper), camera.min_height_mm(paper.size_mm)
            rows.append(
                f"| {camera.name} | {paper} | {lowest:.0f} mm | {build:.0f} mm | "
                f"{counter_px(camera, paper):.0f} px | {lean_mm(build, paper):.1f} mm |"
            )
    return "\n".join(rows)


def drawing() -> str:
    """Draw the mast as it stands behind the board, with the first camera over A3, to scale."""
    camera, paper = CAMERAS[0], Paper.A3
    build, scale = camera.height_mm(paper.size_mm, COUNTER_MM), 0.62
    _, down = camera.seen_mm(build)
    sheet = Drawing(640, 500)
    sheet.text(20, 28, f"{camera.name} over the {paper} board, from the short side, to scale", 15, bold=True)
    table_y, middle = 440.0, 290.0
    arm_y = table_y - (build + LENS_BELOW_MM + SHEET_MM["mast"] + PROFILE_MM / 2) * scale
    lens_y, post = table_y - build * scale, middle + REACH_MM * scale
    half, board, thick = down / 2 * scale, paper.size_mm[1] / 2 * scale, PROFILE_MM * scale
    sheet.shape([(middle, lens_y), (middle - half, table_y), (middle + half, table_y)], "#e8f0ff", "#88a")
    sheet.line([(20, table_y), (620, table_y)], "#7a5a30", 5)
    sheet.line([(middle - board, table_y - 4), (middle + board, table_y - 4)], "#333", 6)
    foot = 60 * scale
    sheet.box(post - foot, table_y - 6, 2 * foot, 6, "#caa36a")
    sheet.box(post - foot / 2, table_y - 17, foot, 11, "#caa36a")
    sheet.box(post - thick / 2, table_y - MAST_MM * scale - 4, thick, MAST_MM * scale, "#bbb")
    end = post - thick / 2 - ARM_MM * scale
    sheet.box(end, arm_y - thick / 2, ARM_MM * scale, thick, "#bbb")
    reach, low = 110 * scale, 80 * scale
    gusset = [
        (post - reach, arm_y - thick / 2),
        (post - reach, arm_y + thick / 2),
        (post - thick / 2, arm_y + low),
    ]
    gusset += [(post + thick / 2, arm_y + low), (post + thick / 2, arm_y - thick / 2)]
    sheet.shape(gusset, "#caa36a", "black")
    sheet.box(middle - 12, arm_y + thick / 2, 60, 4, "#caa36a")
    sheet.box(middle - 8, lens_y - 5, 16, 6, "#2a8a3a")
    sheet.line([(middle, lens_y), (middle, table_y)], "#c00", 1)
    sheet.text(middle - 6, lens_y + 110, f"lens to table: {build:.0f} mm", 13, "end", bold=True)
    sheet.text(middle, table_y + 22, f"board {paper.size_mm[1]:.0f} mm, seen {down:.0f} mm", 13, "middle")
    sheet.text(middle, table_y + 42, "the lens over the board's middle, looking straight down", 12, "middle")
    sheet.line([(middle, arm_y - 26), (post, arm_y - 26)], "#c00", 1)
    sheet.text((middle + post) / 2, arm_y - 32, f"{REACH_MM:.0f} mm", 13, "middle", bold=True)
    sheet.text(post + 14, table_y - 180, f"mast {MAST_MM:.0f} mm", 13)
    lamp_x, lamp_y = 60.0, 170.0
    sheet.box(lamp_x - 20, lamp_y - 8, 40, 16, "#ffe9a0")
    sheet.text(lamp_x - 45, lamp_y - 18, "lamp, off to a side,", 12)
    sheet.text(lamp_x - 45, lamp_y + 30, "never mirrored in the board", 12)
    return sheet.finished()
