"""The tables of parts: what each is made of and held by, what it weighs and costs, and all measures."""

from companion.board import measures as m
from companion.board.spec import STANDARD, BoardStyle
from five_lines_make import costs, parts, solids
from five_lines_make.board import Paper, groove_mm, spec_for
from five_lines_make.plates import Plate, board_plate, laser_pages
from five_lines_make.sheets import Wish, design

KERF_MM = 0.15


def things() -> dict[str, tuple[Plate, ...]]:
    """Return the plates of everything that is cut or printed."""
    return {
        "board, A3": (board_plate(STANDARD, Paper.A3.size_mm),),
        "board, A4": (board_plate(spec_for(Paper.A4.size_mm, BoardStyle.LINES), Paper.A4.size_mm),),
        "ten counters": parts.counters(STANDARD),
        **{what: parts.part(what, m.SHEET_MM[what])[0] for what in ("mast", "box", "case", "gauge")},
    }


def table() -> str:
    """Return the table of length, time, weight and cost."""
    rows = [
        "| thing | sheet | to cut | cut from plywood | printed in PLA |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, plates in things().items():
        pages = laser_pages(plates, m.MATERIAL_MM, KERF_MM)
        printed = costs.printing([solids.solid_of(plate) for plate in plates])
        rows.append(
            f"| {name} | {plates[0].thickness_mm:g} mm | {costs.to_cut_mm(pages) / 1000:.1f} m | "
            f"{costs.cutting(plates, pages)} | {printed} |"
        )
    rows.append(f"| knucklebone | | | | {costs.printing([solids.bone()])} |")
    rows += ["", "| printed on paper | weight and cost |", "| --- | --- |"]
    for paper in Paper:
        pages = design(paper, Wish("terracotta", counters=True)).pages
        rows.append(f"| board on {paper}, counters, template | {costs.on_paper(pages)} |")
    return "\n".join(rows)


def bill() -> str:
    """Return the parts that we make with their sizes, and the screws that join them."""
    rows = ["| thing | parts | screws |", "| --- | --- | --- |"]
    for what in ("mast", "box", "case"):
        plates, screws = parts.part(what, m.SHEET_MM[what])
        named: dict[str, list[Plate]] = {}
        for plate in plates:
            named.setdefault(plate.name.rstrip("-123"), []).append(plate)
        made = "; ".join(
            f"{f'{len(some)} x ' if len(some) > 1 else ''}{name} {_size(some[0])}"
            for name, some in named.items()
        )
        rows.append(f"| {what} | {made} | {'; '.join(map(str, screws))} |")
    dowel = "; ".join(
        str(it) for it in parts.part("mast", m.SHEET_MM["mast"], dowel=True)[1] if "wood screw 3" in str(it)
    )
    rows.append(
        f"| mast with `--dowel` | the same, with a round hole in the collars | instead of M5: {dowel} |"
    )
    return "\n".join(rows)


def _size(plate: Plate) -> str:
    return " x ".join(f"{round(side, 1):g}" for side in plate.size_mm) + " mm"


def measures() -> str:
    """Return the table of measures."""

    def pair(size: tuple[float, float]) -> str:
        return f"{size[0]:g} x {size[1]:g} mm"

    highest = m.MAST_MM - m.PROFILE_MM - m.LENS_BELOW_MM
    lens = m.CAMERAS[0].height_mm(m.BOARD_MM)
    holes = ", ".join(f"{thread} {wide:g}" for thread, wide in m.HOLES_MM.items())
    rows = {
        "board": f"{pair(m.BOARD_MM)}, {m.BOARD_SHEET_MM:g} mm thick if it is cut",
        "its lines": f"{STANDARD.line_length_mm:g} mm long, {STANDARD.line_pitch_mm:g} mm apart",
        "its grooves": f"{groove_mm(STANDARD):g} mm wide, {groove_mm(STANDARD) / 2:g} mm deep",
        "in view around it": f"{m.MARGIN_MM:g} mm",
        "counter": f"{STANDARD.counter_diameter_mm:g} mm across, {STANDARD.counter_height_mm:g} mm high",
        "lens above the table": f"{lens:g} mm with {m.CAMERAS[0].name}; other cameras: camera.md",
        "mast, and arm": f"{m.MAST_MM:g} mm, longer for a lens above {highest:g} mm; and {m.ARM_MM:g} mm",
        "middle of the mast to the middle of the board": f"{m.REACH_MM:g} mm",
        "profile, or dowel": f"{m.PROFILE_MM:g} mm with slots of {m.SLOT_MM:g} mm, or {m.DOWEL_MM:g} mm",
        "sheets for mast, box and case": f"{m.SHEETS_MM[0]:g} to {m.SHEETS_MM[1]:g} mm "
        f"(usual: {m.SHEET_MM['mast']:g}, {m.SHEET_MM['box']:g} and {m.SHEET_MM['case']:g} mm)",
        "a sheet for a laser": pair(m.MATERIAL_MM),
        "play on each side of printed joints": f"{m.PLAY_MM:g} mm, or `--play`",
        "button": " or ".join(f"{it:g} mm" for it in m.BUTTONS_MM) + f", hole {m.HOLE_PLAY_MM:g} mm larger",
        "lamp holder": f"{m.LAMP_MM:g} mm, hole {m.HOLE_PLAY_MM:g} mm larger",
        "box, outside of its walls": " x ".join(f"{it:g}" for it in m.BOX_MM) + " mm",
        "Raspberry Pi, and its holes": f"{pair(m.PI_MM)}, {pair(m.PI_HOLES_MM)} apart",
        "holes of camera module, HQ camera": f"{pair(m.MODULE_HOLES_MM)}, {pair(m.HQ_HOLES_MM)} apart",
        "lens below the shoe, on spacers": f"{m.LENS_BELOW_MM:g} mm, {m.SPACER_MM:g} mm",
        "camera cable, and wires to the box": f"{m.CAMERA_CABLE_MM:g} mm and {m.WIRE_MM:g} mm",
        "holes for screws": f"{holes} mm",
    }
    for name, title in (("touch", "Touch Display"), ("touch2", "Touch Display 2")):
        panel = m.PANELS[name]
        rows[f"{title} with play, what is seen, depth"] = (
            f"{pair(panel.outline_mm)}, {pair(panel.view_mm)}, {panel.depth_mm:g} mm"
        )
    return "\n".join(["| what | measure |", "| --- | --- |", *(f"| {a} | {b} |" for a, b in rows.items())])
