"""The tables of docs/make.md: how long each thing takes to make, what it weighs, what its material costs."""

from companion.board.spec import STANDARD, BoardStyle
from companion.make import costs, parts, solids
from companion.make.board import Paper, spec_for
from companion.make.plates import Plate, board_plate, laser_pages
from companion.make.sheets import Wish, design

MATERIAL_MM, KERF_MM = (600.0, 400.0), 0.15


def table() -> str:
    """Return the table's lines."""
    things: dict[str, tuple[Plate, ...]] = {
        "board, A3": (board_plate(STANDARD, Paper.A3.size_mm),),
        "board, A4": (board_plate(spec_for(Paper.A4.size_mm, BoardStyle.LINES), Paper.A4.size_mm),),
        "ten counters": parts.counters(STANDARD),
        "mast": parts.mast_plates(dowel=False),
        "box": parts.box_plates(),
        "case": parts.case_plates(),
    }
    rows = ["| thing | cut from plywood | printed in PLA |", "| --- | --- | --- |"]
    for name, plates in things.items():
        cut = costs.cutting(plates, laser_pages(plates, MATERIAL_MM, KERF_MM))
        printed = costs.printing([solids.solid_of(plate) for plate in plates])
        rows.append(f"| {name} | {cut} | {printed} |")
    rows.append(f"| knucklebone | | {costs.printing([solids.bone()])} |")
    rows += ["", "| printed on paper | weight and cost |", "| --- | --- |"]
    for paper in Paper:
        pages = design(paper, Wish("terracotta", counters=True)).pages
        rows.append(f"| board on {paper}, counters, template | {costs.on_paper(pages)} |")
    return "\n".join(rows)
