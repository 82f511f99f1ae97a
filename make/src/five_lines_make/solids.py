"""Solids from the same plates, and knucklebones, written as STL or 3MF. Needs the extra `make`."""

import math
import struct
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.board.measures import PLAY_MM
from companion.presentation.proportions import SIDES
from five_lines_make import MakeError
from five_lines_make.parts import BONE_MM
from five_lines_make.plates import Outline, Plate, grown, ring_of
from five_lines_make.shapes import Ring, SheetLabel, box, letters

Manifold: TypeAlias = Any  # a solid of the library manifold3d, which comes without types
DOVETAIL_MM = 12.0  # depth of the dovetails between tiles
MIN_TILE_MM = 60.0  # smallest tile: dovetails, and sockets that leave a web of 9 mm between them
TWO_TAILS_MM = 100.0  # a shorter edge has one dovetail: sockets of two would meet at the corner

COLOURS = ("#C98B5CFF", "#701A1EFF")
"""Colours in a 3MF: the body, and what is inlaid in it."""


@dataclass(frozen=True)
class PrintedPart:
    """A solid to print, with what is inlaid in it in a second colour."""

    name: str
    body: Manifold
    inlay: Manifold | None = None


def library() -> Any:
    """Return the library for solids; raise MakeError with the command that installs it."""
    try:
        import manifold3d
    except ImportError:
        raise MakeError(
            "solids need the library manifold3d: install it with pip install 'five-lines-make[solids]', "
            "or write .dxf, .svg or .pdf instead"
        ) from None
    return manifold3d


def solid_of(plate: Plate, inlay: bool = False, play_mm: float = 0.0) -> PrintedPart:
    """Return a plate as a solid, its face up and its underside at z = 0; holes are larger by the play."""
    m = library()
    body = _bevelled(plate)
    for hole in plate.holes:
        body -= m.Manifold.extrude(_section([grown(hole, play_mm)]), plate.thickness_mm + 2).translate(
            (0, 0, -1)
        )
    marks = [_section([area.outer]) - _section(area.islands) for area in plate.engraved]
    marks += [m.CrossSection(letters(label), m.FillRule.EvenOdd) for label in plate.marks]
    if not marks:
        return PrintedPart(plate.name, body)
    area = m.CrossSection.batch_boolean(marks, m.OpType.Add)
    top = plate.thickness_mm
    body -= m.Manifold.extrude(area, plate.depth_mm + 1).translate((0, 0, top - plate.depth_mm))
    if not inlay:
        return PrintedPart(plate.name, body)
    return PrintedPart(
        plate.name, body, m.Manifold.extrude(area, plate.depth_mm).translate((0, 0, top - plate.depth_mm))
    )


def _section(outlines: Sequence[Outline]) -> Any:
    m = library()
    return m.CrossSection([list(ring_of(outline)) for outline in outlines], m.FillRule.NonZero)


def _bevelled(plate: Plate) -> Manifold:
    """Return a plate without holes, its upper edge bevelled by 45 degrees."""
    m = library()
    section, bevel = _section([plate.outline]), plate.bevel_mm
    if not bevel:
        return m.Manifold.extrude(section, plate.thickness_mm)
    width, height = plate.size_mm
    less = ((width - 2 * bevel) / width, (height - 2 * bevel) / height)
    lower = m.Manifold.extrude(section, plate.thickness_mm - bevel)
    upper = m.Manifold.extrude(section, bevel, scale_top=less).translate((0, 0, plate.thickness_mm - bevel))
    return lower + upper


def tiles(
    part: PrintedPart, plate: Plate, bed_mm: tuple[float, float], play_mm: float = PLAY_MM
) -> list[PrintedPart]:
    """Return a part in tiles that fit a printer's bed, joined by dovetails; raises MakeError if too small."""
    bed, size = f"a bed of {bed_mm[0]:g}x{bed_mm[1]:g} mm", plate.size_mm
    if min(bed_mm) < MIN_TILE_MM + DOVETAIL_MM:
        least = MIN_TILE_MM + DOVETAIL_MM
        raise MakeError(f"{bed} is too small for a tile; at least {least:g}x{least:g} mm")
    if size[0] <= bed_mm[0] and size[1] <= bed_mm[1]:
        return [part]
    if not plate.pitch_mm:
        longer, shorter = math.ceil(max(size)), math.ceil(min(size))
        if longer <= bed_mm[0] and shorter <= bed_mm[1]:
            return [part]
        raise MakeError(
            f"{plate.name} is {longer}x{shorter} mm, made in one piece, and does not fit on {bed}; at least "
            f"{longer}x{shorter} mm, or cut it with a laser (.dxf)"
        )
    m = library()
    columns, rows = _seams(size[0], bed_mm[0], 0.0), _seams(size[1], bed_mm[1], plate.pitch_mm)
    found = []
    for column, (left, right) in enumerate(pairwise(columns)):
        for row, (lower, upper) in enumerate(pairwise(rows)):
            middle, wide, high = ((left + right) / 2, (lower + upper) / 2), right - left, upper - lower
            area = m.CrossSection([list(box(middle, wide, high))])
            for ring in _tails(left, lower, right, upper, columns[-1], rows[-1], 0.0):
                area += m.CrossSection([list(ring)], m.FillRule.NonZero)
            # The sockets of the tiles to the left and below.
            for ring in (
                *_tails(left, lower, left if column else columns[-1], upper, columns[-1], upper, play_mm),
                *_tails(left, lower, right, lower if row else rows[-1], right, rows[-1], play_mm),
            ):
                area -= m.CrossSection([list(ring)], m.FillRule.NonZero)
            block = m.Manifold.extrude(area, plate.thickness_mm + 2).translate((0, 0, -1))
            inlay = None if part.inlay is None else part.inlay ^ block
            if inlay is not None and inlay.is_empty():
                inlay = None  # between boxes nothing is engraved
            found.append(PrintedPart(f"{part.name}-{column + 1}-{row + 1}", part.body ^ block, inlay))
    return found


def _seams(length: float, bed: float, pitch: float) -> list[float]:
    """Return where a length is parted, its ends included: evenly, or midway between lines if that fits."""
    count = math.ceil(length / (bed - DOVETAIL_MM)) if length > bed else 1
    even = [length * (part / count - 0.5) for part in range(count + 1)]
    if not pitch:
        return even
    between = [even[0], *((math.floor(y / pitch) + 0.5) * pitch for y in even[1:-1]), even[-1]]
    fits = all(0 < upper - lower <= bed - DOVETAIL_MM for lower, upper in pairwise(between))
    return between if fits else even


def _tails(
    left: float, lower: float, right: float, upper: float, last_x: float, last_y: float, play: float
) -> list[Ring]:
    """Return the dovetails of a tile on its right and upper side, but none at the board's edge."""
    deep, neck, head = DOVETAIL_MM + play, 5.0 + play, 9.0 + play
    found: list[Ring] = []
    for y in _evenly(lower, upper) if right < last_x else ():
        x = right
        found.append(((x, y - neck), (x + deep, y - head), (x + deep, y + head), (x, y + neck)))
    for x in _evenly(left, right) if upper < last_y else ():
        y = upper
        found.append(((x + neck, y), (x + head, y + deep), (x - head, y + deep), (x - neck, y)))
    return found


def _evenly(start: float, end: float) -> list[float]:
    """Return where an edge has its dovetails: one or two."""
    shares = (0.5,) if end - start < TWO_TAILS_MM else (0.25, 0.75)
    return [start + share * (end - start) for share in shares]


def bone() -> PrintedPart:
    """Return a knucklebone: two broad and two narrow sides with their names, and ends it can't stand on."""
    m = library()
    length, broad, narrow = BONE_MM
    middle = m.Manifold.cube((0.6 * length, broad, narrow), True)
    ends = [
        m.Manifold.sphere(1.0, 64).scale((0.25 * length, 0.45 * broad, 0.45 * narrow)).translate((x, 0, 0))
        for x in (-0.25 * length, 0.25 * length)
    ]
    body = m.Manifold.batch_hull([middle, *ends])
    # Sides in the order of their names: narrow, hollow, bulging, narrow.
    for name, turn, out in zip(SIDES, (90.0, 180.0, 0.0, 270.0), (broad, narrow, narrow, broad), strict=True):
        size = 4.4 if out == narrow else 4.0
        outlines = letters(SheetLabel((0.0, -0.3 * size), name, size))
        text = m.Manifold.extrude(m.CrossSection(outlines, m.FillRule.EvenOdd), 1.0)
        body -= text.translate((0, 0, out / 2 - 0.5)).rotate((turn, 0, 0))
    return PrintedPart("knucklebone", body)


ROLLS = 4000  # random positions in which the bone is let go: a share of 0.4 is off by 0.8 % (standard error)


def bone_odds(body: Manifold) -> tuple[float, ...]:
    """Return the shares of the four sides, in the order of their names, and of anything else.

    Quasi-static: the bone is let go in a random position and rolls downhill without bouncing. Real throws
    bounce; only throwing tells.
    """
    hull = body.hull()
    mesh = hull.to_mesh()
    corners = np.asarray(mesh.vert_properties, float)[:, :3] - _middle(body)
    rng = np.random.default_rng(1)
    down = rng.normal(size=(ROLLS, 3))
    down /= np.linalg.norm(down, axis=1, keepdims=True)
    for step in np.geomspace(0.1, 0.0005, 400):
        lowest = corners[np.argmax(down @ corners.T, axis=1)]
        slope = lowest - np.sum(lowest * down, axis=1, keepdims=True) * down
        down -= step * slope / (np.linalg.norm(slope, axis=1, keepdims=True) + 1e-9)
        down /= np.linalg.norm(down, axis=1, keepdims=True)
    # The side that shows is opposite to the one that the bone lies on.
    up = np.array([(0, -1, 0), (0, 0, -1), (0, 0, 1), (0, 1, 0)])
    shown = -down @ up.T
    best = np.where(shown.max(axis=1) > 0.98, np.argmax(shown, axis=1), 4)
    return tuple(float(np.mean(best == side)) for side in range(5))


def _middle(body: Manifold) -> NDArray[np.float64]:
    """Return the centre of mass."""
    mesh = body.to_mesh()
    corners = np.asarray(mesh.vert_properties, float)[:, :3][np.asarray(mesh.tri_verts)]
    volumes = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    centre: NDArray[np.float64] = (volumes[:, None] * corners.sum(axis=1) / 4).sum(axis=0) / volumes.sum()
    return centre


def stl(body: Manifold) -> bytes:
    """Return a solid as binary STL in millimetres."""
    mesh = body.to_mesh()
    corners = np.asarray(mesh.vert_properties, np.float32)[:, :3][np.asarray(mesh.tri_verts)]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-20
    rows = np.zeros(len(corners), [("floats", "<f4", 12), ("unused", "<u2")])
    rows["floats"] = np.concatenate([normals[:, None], corners], axis=1).reshape(-1, 12)
    return b"Five lines, in mm".ljust(80, b" ") + struct.pack("<I", len(rows)) + rows.tobytes()


ROW_MM = 200.0  # width of a row of parts: of a usual bed


def three_mf(parts: Sequence[PrintedPart]) -> bytes:
    """Return parts in rows as one 3MF in millimetres, inlays in the second colour.

    Each part is one item to print; slicers keep the components of a body and its inlay together.
    """
    objects, items, x, y, row = [], [], 0.0, 0.0, 0.0
    for number, part in enumerate(parts):
        left, front, _, right, back, _ = part.body.bounding_box()
        if x + right - left > ROW_MM:
            x, y = 0.0, row
        shift = f"1 0 0 0 1 0 0 0 1 {x - left:.3f} {y - front:.3f} 0"
        x, row = x + right - left + 5, max(row, y + back - front + 5)
        body, inlay, whole = range(3 * number + 2, 3 * number + 5)
        objects.append(_object(body, part.name, 0, part.body))
        if part.inlay is None:
            whole = body
        else:
            objects.append(_object(inlay, f"{part.name}-inlay", 1, part.inlay))
            components = "".join(f'<component objectid="{it}"/>' for it in (body, inlay))
            objects.append(
                f'<object id="{whole}" name="{part.name}" type="model"><components>{components}</components>'
                "</object>"
            )
        items.append(f'<item objectid="{whole}" transform="{shift}"/>')
    bases = "".join(
        f'<base name="{n}" displaycolor="{c}"/>' for n, c in zip(("body", "inlay"), COLOURS, strict=True)
    )
    model = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<model unit="millimeter" xml:lang="en" '
        'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>'
        f'<basematerials id="1">{bases}</basematerials>{"".join(objects)}</resources>'
        f"<build>{''.join(items)}</build></model>"
    )
    types = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/'
        'content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
        'relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.'
        '3dmanufacturing-3dmodel+xml"/></Types>'
    )
    links = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/'
        '2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" '
        'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
    )
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (
            ("[Content_Types].xml", types),
            ("_rels/.rels", links),
            ("3D/3dmodel.model", model),
        ):
            # A fixed date: the same solid gives the same bytes.
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def _object(number: int, name: str, colour: int, body: Manifold) -> str:
    mesh = body.to_mesh()
    corners = "".join(
        f'<vertex x="{x:.6f}" y="{y:.6f}" z="{z:.6f}"/>'
        for x, y, z in np.asarray(mesh.vert_properties)[:, :3].tolist()
    )
    triangles = "".join(
        f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in np.asarray(mesh.tri_verts).tolist()
    )
    return (
        f'<object id="{number}" name="{name}" type="model" pid="1" pindex="{colour}"><mesh><vertices>'
        f"{corners}</vertices><triangles>{triangles}</triangles></mesh></object>"
    )
