"""Flat parts: an outline with holes and engraved areas, cut by a laser or printed as a solid."""

import math
from dataclasses import dataclass
from itertools import pairwise

from companion.board.spec import BoardSpec, BoardStyle
from companion.game.board import RING
from five_lines_make import MakeError
from five_lines_make.board import groove_mm
from five_lines_make.files import LAYER_COLOURS
from five_lines_make.shapes import (
    Circle,
    LaserLayer,
    Page,
    Path,
    Point,
    Ring,
    Shape,
    SheetLabel,
    box,
    circle,
    moved,
)

GAP_MM = 3.0  # space between parts on a sheet of material, and around them
HAIRLINE_MM = 0.1  # width of a laser's lines on a drawing

Outline = Circle | Ring


@dataclass(frozen=True)
class Area:
    """An engraved area with the islands in it."""

    outer: Outline
    islands: tuple[Outline, ...] = ()


@dataclass(frozen=True)
class Plate:
    """A flat part in mm around its own middle; engraved `depth_mm` deep from above."""

    name: str
    outline: Outline
    holes: tuple[Outline, ...] = ()
    engraved: tuple[Area, ...] = ()
    marks: tuple[SheetLabel, ...] = ()
    thickness_mm: float = 6.0
    depth_mm: float = 1.0
    bevel_mm: float = 0.0
    pitch_mm: float = 0.0  # distance of lines along x, between which the plate may be parted; 0: in one piece

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the outline."""
        ring = ring_of(self.outline)
        xs, ys = [x for x, _ in ring], [y for _, y in ring]
        return max(xs) - min(xs), max(ys) - min(ys)


def ring_of(outline: Outline) -> Ring:
    """Return an outline as a polygon, anticlockwise."""
    return circle(outline.centre, outline.diameter_mm) if isinstance(outline, Circle) else outline


MIN_DEPTH_MM, MAX_THICKNESS_MM = 0.1, 100.0
"""The shallowest groove that shows, and the thickest board that a tool can hold."""


def board_plate(
    spec: BoardSpec, size_mm: tuple[float, float], thickness_mm: float = 6.0, depth_mm: float = 1.0
) -> Plate:
    """Return the board as a plate with grooves and rings; raises MakeError for grooves too deep for it."""
    for what, size in (("board", thickness_mm), ("grooves", depth_mm)):
        if not MIN_DEPTH_MM <= size <= MAX_THICKNESS_MM:
            raise MakeError(
                f"{what} of {size:g} mm can't be made; from {MIN_DEPTH_MM:g} to {MAX_THICKNESS_MM:g} mm"
            )
    if depth_mm > thickness_mm - 1:
        shallower = f"at most {thickness_mm - 1:g} mm, or " if thickness_mm - 1 >= MIN_DEPTH_MM else ""
        raise MakeError(
            f"grooves {depth_mm:g} mm deep leave too little of a board {thickness_mm:g} mm thick; "
            f"{shallower}a board of {depth_mm + 1:g} mm"
        )
    groove = groove_mm(spec)
    end, radius, pitch = spec.line_length_mm / 2, spec.point_diameter_mm / 2, spec.line_pitch_mm
    areas: list[Area] = []

    def bar(start: float, stop: float, y: float) -> None:
        areas.append(Area(box(((start + stop) / 2, y), stop - start, groove)))

    inner, outer, ring = end - radius - groove / 2, end + radius + groove / 2, 0.08 * pitch
    for number in range(5):
        y = (number - 2) * pitch
        if number == 2:
            bar(-inner, -ring - groove / 2, y)
            bar(ring + groove / 2, inner, y)
            bar(-outer - 0.3 * pitch, -outer, y)
            bar(outer, outer + 0.3 * pitch, y)
        elif spec.style is BoardStyle.LINES:
            bar(-inner, inner, y)
    for x, y in spec.points_mm.tolist():
        areas.append(_frame((x, y), 2 * radius, groove, spec.style))
    areas.append(_frame((0.0, 0.0), 2 * ring, groove, BoardStyle.LINES))
    size = 0.1 * pitch
    marks = tuple(
        SheetLabel(
            (x + math.copysign(radius + 1.6 * size, x), y + 0.2 * pitch), point, size, layer=LaserLayer.MARK
        )
        for point, (x, y) in zip(RING, spec.points_mm.tolist(), strict=True)
    )
    outline = box((0.0, 0.0), *size_mm)
    bevel = min(2.0, thickness_mm / 3)
    return Plate("board", outline, (), tuple(areas), marks, thickness_mm, depth_mm, bevel, pitch)


def _frame(centre: Point, across: float, groove: float, style: BoardStyle) -> Area:
    if style is BoardStyle.BOXES:
        return Area(
            box(centre, across + groove, across + groove), (box(centre, across - groove, across - groove),)
        )
    return Area(Circle(centre, across + groove), (Circle(centre, across - groove),))


def grown(outline: Outline, by_mm: float) -> Outline:
    """Return an outline moved outwards by a distance; inwards if it is negative."""
    if isinstance(outline, Circle):
        return Circle(outline.centre, outline.diameter_mm + 2 * by_mm)
    moved_corners = []
    for before, here, after in zip(
        (outline[-1], *outline[:-1]), outline, (*outline[1:], outline[0]), strict=True
    ):
        (nx1, ny1), (nx2, ny2) = _normal(before, here), _normal(here, after)
        share = by_mm / (1 + nx1 * nx2 + ny1 * ny2)
        moved_corners.append((here[0] + share * (nx1 + nx2), here[1] + share * (ny1 + ny2)))
    return tuple(moved_corners)


def _normal(start: Point, end: Point) -> Point:
    """Return the unit vector to the right of an edge: outwards, as outlines run anticlockwise."""
    length = math.dist(start, end)
    return (end[1] - start[1]) / length, (start[0] - end[0]) / length


def laser_pages(
    plates: tuple[Plate, ...], material_mm: tuple[float, float], kerf_mm: float
) -> tuple[Page, ...]:
    """Return sheets of material with all plates on them, in rows; raises MakeError if one is too large."""
    if not 0 <= kerf_mm <= 1:
        raise MakeError(f"--kerf can't be {kerf_mm:g} mm; give 0 to 1, as your laser burns (usual: 0.15)")
    wide, high = material_mm
    sheets: list[list[Shape]] = [[]]
    x, y, row = GAP_MM, GAP_MM, 0.0
    for plate in sorted(plates, key=lambda it: -it.size_mm[1]):
        width, height = plate.size_mm
        if width + 2 * GAP_MM > wide or height + 2 * GAP_MM > high:
            raise MakeError(
                f"{plate.name} is {width:g}x{height:g} mm and does not fit on {wide:g}x{high:g} mm; give "
                f"--material {math.ceil(width + 2 * GAP_MM)}x{math.ceil(height + 2 * GAP_MM)} or more"
            )
        if x + width + GAP_MM > wide:
            x, y, row = GAP_MM, y + row + GAP_MM, 0.0
        if y + height + GAP_MM > high:
            sheets.append([])
            x, y, row = GAP_MM, GAP_MM, 0.0
        low_x, low_y = (min(values) for values in zip(*ring_of(plate.outline), strict=True))
        place = x - low_x - wide / 2, y - low_y - high / 2
        sheets[-1] += [moved(shape, *place) for shape in _laser_shapes(plate, kerf_mm)]
        x, row = x + width + GAP_MM, max(row, height)
    return tuple(
        Page(f"{number}" if number > 1 else "", wide, high, tuple(shapes))
        for number, shapes in enumerate(sheets, start=1)
    )


def _laser_shapes(plate: Plate, kerf_mm: float) -> list[Shape]:
    """Return the cuts, outer ones grown and holes shrunk by half of the kerf, and what is engraved."""
    shapes = [_drawn(grown(hole, -kerf_mm / 2), LaserLayer.CUT) for hole in plate.holes]
    for area in plate.engraved:
        shapes += [_drawn(outline, LaserLayer.ENGRAVE) for outline in (area.outer, *area.islands)]
    # The outline comes last: what is cut free may move.
    return [*shapes, *plate.marks, _drawn(grown(plate.outline, kerf_mm / 2), LaserLayer.CUT)]


def cut_mm(shape: Shape) -> float:
    """Return the length of a shape's outlines if they are cut, else 0."""
    if isinstance(shape, Circle) and shape.layer is LaserLayer.CUT:
        return math.pi * shape.diameter_mm
    if isinstance(shape, Path) and shape.layer is LaserLayer.CUT:
        return sum(math.dist(a, b) for ring in shape.rings for a, b in pairwise((*ring, ring[0])))
    return 0.0


def _drawn(outline: Outline, layer: LaserLayer) -> Shape:
    colour = LAYER_COLOURS[layer]
    if isinstance(outline, Circle):
        return Circle(outline.centre, outline.diameter_mm, HAIRLINE_MM, colour, layer=layer)
    return Path((outline,), None, HAIRLINE_MM, colour, layer=layer)
