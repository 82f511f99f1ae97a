"""Sheets to be proud of: boards after the finds, their counters and knucklebones, tiles to glue."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from companion.board.spec import BoardSpec
from companion.game import COUNTERS, RING, Seat
from companion.presentation.fonts import Face
from companion.presentation.proportions import ARM, DOT, PIP, PIPS, RING_WIDTH, SIDES
from companion.presentation.proportions import RING as SIGN_RING
from companion.referee.words import Translate, english
from five_lines_make.board import (
    PAPER_COUNTER_HEIGHT_MM,
    PRINTER_BLANK_MM,
    Paper,
    bar,
    marker,
    spec_for,
    strokes,
    template_page,
)
from five_lines_make.looks import GRAIN_MM, LOOKS, Livery
from five_lines_make.parts import BONE_MM
from five_lines_make.shapes import (
    WHITE,
    Circle,
    Colour,
    Page,
    Path,
    Picture,
    Point,
    Ring,
    Shape,
    SheetLabel,
    box,
    circle,
    line,
    moved,
)

TITLE = "ΠΕΝΤΕ ΓΡΑΜΜΑΙ"  # the game's ancient name, *pente grammai*: five lines
OVERLAP_MM = 7.5  # strip of a tile under the next one; printers leave 5 mm blank, and A2 comes on six sheets


DIE_MM = 20.0  # side of a die

_DIE = (
    (1, -1, 0, ()),
    (2, 0, 0, ()),
    (6, 1, 0, ()),
    (5, 2, 0, (1,)),
    (3, 0, 1, (1, 2, 3)),
    (4, 0, -1, (0, 1, 3)),
)
"""The sides of a die's net: pips, column, row, and the edges with flaps, anticlockwise from the lower one."""


@dataclass(frozen=True)
class Sheet:
    """All printed pages, and the board that they make."""

    spec: BoardSpec
    pages: tuple[Page, ...]


@dataclass(frozen=True)
class Wish:
    """A sheet that somebody wants: a style of board or of `LOOKS`, and what belongs to it.

    `counter_mm` is the counters' diameter, None for what suits the board. Counters come `on_a4`, if wanted.
    """

    style: str = "lines"
    markers: bool = True
    counters: bool = False
    counter_mm: float | None = None
    on_a4: bool = False


def design(size: Paper | tuple[float, float], wish: Wish, tr: Translate = english) -> Sheet:
    """Return the sheet of a size: the board, counters if asked for, and a template for carving."""
    size_mm = size.size_mm if isinstance(size, Paper) else size
    look, spec = LOOKS[wish.style], board_of(size_mm, wish)
    board = board_sheet(size_mm, spec, look, wish.markers, tr)
    counters = counters_pages(spec, look, tr, wish.on_a4) if wish.counters else ()
    return Sheet(spec, (board, *counters, template_page(size_mm, spec, tr)))


def board_of(size_mm: tuple[float, float], wish: Wish) -> BoardSpec:
    """Return the board of a size, with the paper counters' height if those are wanted; raises MakeError."""
    spec = spec_for(size_mm, LOOKS[wish.style].style, wish.counter_mm)
    return replace(spec, counter_height_mm=PAPER_COUNTER_HEIGHT_MM) if wish.counters else spec


def board_sheet(
    size_mm: tuple[float, float], spec: BoardSpec, look: Livery, markers: bool, tr: Translate
) -> Page:
    """Return the page of a board in a look, to the edge that printers reach."""
    width, height = size_mm[0] - 2 * PRINTER_BLANK_MM, size_mm[1] - 2 * PRINTER_BLANK_MM
    notch = (
        width / 2 - spec.marker_x_mm + 0.7 * spec.marker_size_mm,
        height / 2 - spec.marker_y_mm + 0.7 * spec.marker_size_mm,
    )
    shapes: list[Shape] = list(_surface(width, height, look))
    if markers:
        # White to the paper's edge, 1 mm beyond the surface: a marker without a white margin is not found.
        across, down = notch[0] + 1, notch[1] + 1
        for x, y in box((0.0, 0.0), width + 2 - across, height + 2 - down):
            shapes.append(Path((box((x, y), across, down),), WHITE))
        for number, (x, y) in enumerate(spec.marker_centres_mm.tolist()):
            shapes.append(marker(number, (x, y), spec.marker_size_mm))
    else:
        notch = (0.0, 0.0)
    reach = spec.point_diameter_mm / 2 + 0.05 * spec.line_pitch_mm
    # On small boards there is no room for a frame between markers and points.
    closed = (
        spec.line_length_mm / 2 + reach < width / 2 - notch[0] - 3.2
        or 2 * spec.line_pitch_mm + reach < height / 2 - notch[1] - 3.2
    )
    for less, thick in ((1.4, 0.9), (3.2, 0.35)):
        frame = _notched(width / 2 - less, height / 2 - less, *notch)
        sides = (frame,) if closed else tuple((frame[n - 1], frame[n]) for n in range(0, 12, 3))
        shapes.append(Path(sides, None, thick, look.ink, closed=closed))
    shapes += _edges(spec, look, width - 2 * notch[0] - 10, height / 2, tr)
    shapes += _sides(spec, look, width / 2, height - 2 * notch[1] - 10)
    shapes += _footprints(spec, look)
    shapes += [_coloured(shape, look) for shape in strokes(spec, 0.034 * spec.line_pitch_mm)]
    shapes += _labels(spec, look)
    return Page("", *size_mm, tuple(shapes))


def _notched(x: float, y: float, across: float, down: float) -> Ring:
    """Return a frame around the middle whose corners are left out."""
    quarter = ((x, y - down), (x - across, y - down), (x - across, y))
    turned = ((-a, b) for a, b in reversed(quarter))
    upper = (*quarter, *turned)
    return (*upper, *((-a, -b) for a, b in upper))


def _band(look: Livery, centre: Point, width: float, height: float, turned_deg: float) -> Iterator[Shape]:
    """Yield an ornament around a place, on a band of the ink's colour where the look has one."""
    turn = math.radians(turned_deg)
    cos, sin = round(math.cos(turn)), round(math.sin(turn))

    def at(x: float, y: float) -> Point:
        return centre[0] + x * cos - y * sin, centre[1] + x * sin + y * cos

    if look.banded:
        yield Path((tuple(at(x, y) for x, y in box((0.0, 0.0), width + height, 1.7 * height)),), look.ink)
    for way in look.ornament(width, height):
        ring = tuple(at(x, y - height / 2) for x, y in way)
        yield Path((ring,), None, 0.14 * height, look.field if look.banded else look.ink, closed=False)


def _sides(spec: BoardSpec, look: Livery, edge: float, length: float) -> Iterator[Shape]:
    """Yield the title for the players at the two short sides, with the ornament beside it."""
    tip = spec.line_length_mm / 2 + spec.point_diameter_mm / 2 + 0.3 * spec.line_pitch_mm
    size, high = min(0.2 * spec.line_pitch_mm, 0.5 * (edge - 4 - tip)), 0.12 * spec.line_pitch_mm
    middle, half = tip + 0.6 * (edge - 4 - tip), 5.1 * size
    high = min(high, size)
    for side in (-1, 1):
        at = side * (middle + 0.35 * size), 0.0
        yield SheetLabel(at, TITLE, size, look.ink, Face.TITLE, 90.0 * side)
        for end in (-1, 1):
            beside = side * middle, end * (half + length / 2) / 2
            yield from _band(look, beside, length / 2 - half - high, high, 90.0 * side)


def _surface(width: float, height: float, look: Livery) -> Iterator[Picture]:
    """Yield what the board seems to be made of; nothing for a plain one."""
    if look.grain is None:
        return
    shape = round(height / GRAIN_MM), round(width / GRAIN_MM)
    tone = look.grain(shape, np.random.default_rng(5))
    pixels = np.clip((1 + tone)[..., None] * np.array(look.field, np.float32) * 255, 0, 255)
    yield Picture((-width / 2, -height / 2, width, height), pixels.astype(np.uint8))


def _coloured(shape: Shape, look: Livery) -> Shape:
    """Return a stroke of the board in the look's ink, the sacred line in red and wider."""
    match shape:
        case Path(rings, None, width, closed=False):
            sacred = all(y == 0 for ring in rings for _, y in ring)
            return replace(
                shape, colour=look.sacred if sacred else look.ink, width_mm=width * (1.3 if sacred else 1)
            )
        case Path(rings, None):
            sacred = abs(sum(y for _, y in rings[0])) < 1e-9
            return replace(shape, colour=look.sacred if sacred else look.ink)
        case Circle((_, y)):
            return replace(shape, colour=look.sacred if y == 0 else look.ink)
    return shape


def _labels(spec: BoardSpec, look: Livery) -> Iterator[Shape]:
    """Yield each point's name beside it, upright for the player at that end of the lines."""
    size = 0.1 * spec.line_pitch_mm
    reach = spec.point_diameter_mm / 2 + 0.035 * spec.line_pitch_mm + 0.72 * size
    for point, (x, y) in zip(RING, spec.points_mm.tolist(), strict=True):
        out = math.copysign(1.0, x)
        # The sacred line goes on beyond its points; their names stand beside it.
        beside = 0.0 if y else 0.2 * out * spec.line_pitch_mm
        place = x + out * reach, y + beside
        yield SheetLabel(place, point, size, look.ink if y else look.sacred, Face.BOLD, 90.0 * out)


def _edges(spec: BoardSpec, look: Livery, width: float, top: float, tr: Translate) -> Iterator[Shape]:
    """Yield the ornament along the long sides, a bar of 100 mm, and which find the board follows."""
    outer = 2 * spec.line_pitch_mm + spec.point_diameter_mm / 2
    high = 0.12 * spec.line_pitch_mm
    y = min(outer + 0.6 * (top - 4 - outer), top - 6.6 - 0.85 * high)
    for side in (-1, 1):
        yield from _band(look, (0.0, side * y), width - high, high, 90.0 + 90.0 * side)
    # On small boards the bar is a piece of the frame.
    above = 2.6 if y + (1.7 if look.banded else 1.2) * high / 2 < top - 8 else -1.4
    yield from bar(-top + 4.6, look.ink, tr, look.source(tr), width, above)


def _footprints(spec: BoardSpec, look: Livery) -> Iterator[Shape]:
    """Yield the way round as footprints: between the points of each end, and around the two corners."""
    points, pitch = spec.points_mm.tolist(), spec.line_pitch_mm
    for number, (x, y) in enumerate(points):
        after = points[(number + 1) % 10]
        if after[0] == x:
            places = [(x, y + (after[1] - y) * share) for share in (0.41, 0.59)]
        else:
            beside = math.copysign(0.34 * pitch, y)
            places = [(x + (after[0] - x) * (0.13 + 0.0463 * step), y + beside) for step in range(17)]
        ahead = math.atan2(after[1] - y, after[0] - x)
        for step, place in enumerate(places):
            yield from _foot(place, ahead, 1 if step % 2 else -1, 0.17 * pitch, look.soft)


def _foot(place: Point, ahead: float, side: int, length: float, colour: Colour) -> Iterator[Path]:
    """Yield one bare foot: heel, arch, ball and toes; `side` is 1 for the left one."""
    cos, sin = math.cos(ahead), math.sin(ahead)

    def oval(x: float, y: float, long: float, wide: float) -> Path:
        ring: Ring = tuple(
            (
                place[0] + (x + long * u) * length * cos - side * (0.3 + y + wide * v) * length * sin,
                place[1] + (x + long * u) * length * sin + side * (0.3 + y + wide * v) * length * cos,
            )
            for u, v in circle((0.0, 0.0), 2.0, 24)
        )
        return Path((ring,), colour)

    yield from (oval(-0.32, 0.0, 0.16, 0.12), oval(-0.08, 0.04, 0.3, 0.09), oval(0.14, 0.0, 0.17, 0.17))
    for toe in range(5):
        yield oval(0.42 - 0.012 * toe * toe, -0.13 + 0.08 * toe, 0.075 - 0.008 * toe, 0.05 - 0.004 * toe)


_FREE = 0.349  # of what is printed of the counters' page, from its middle to the lower band


def counters_sheet(spec: BoardSpec, look: Livery, tr: Translate) -> Page:
    """Return what is to be cut out: five counters a seat, each with its back, and two knucklebones."""
    size = spec.counter_diameter_mm
    bones_mm, margin = 2.6 * BONE_MM[0], 16.0
    needed, below = 7.3 * size + bones_mm + 2 * margin, 2.55 * size + 8
    high_mm = (below + 2) / _FREE + 2 * PRINTER_BLANK_MM
    fit = (it.size_mm for it in Paper if needed < it.size_mm[0] and high_mm < it.size_mm[1])
    paper: Point = next(fit, (math.ceil(needed), math.ceil(high_mm)))
    width, height = (side - 2 * PRINTER_BLANK_MM for side in paper)
    high = 0.05 * height
    shapes = [*_headed(width, height, high, look)]
    shapes += _band(look, (0.0, 2.5 * high - height / 2), width - 16 - high, 0.6 * high, 0.0)
    left = (7.3 * size + bones_mm - needed) / 2 - bones_mm / 2
    for seat, row in ((Seat.A, 1.35), (Seat.B, -1.35)):
        for column in range(5):
            shapes += _to_fold((left + margin + (column - 2) * 1.45 * size, row * size), seat, size, look)
    right = left + margin + 3.65 * size + bones_mm / 2 + 4
    for side in (-1, 1):
        shapes += _net((right + side * 0.6 * BONE_MM[0], 0.0), look)
    shapes.append(SheetLabel((left + margin, -below), _around(size, tr), max(3.4, 0.12 * size), look.ink))
    words = tr("Cut out, fold on the lines, and glue the flaps")
    shapes.append(SheetLabel((right, -BONE_MM[1] - BONE_MM[2] - 14), words, 3.4, look.ink))
    return Page("counters", *paper, (*shapes, *bar(-height / 2 + 4.6, look.ink, tr)))


def counters_pages(spec: BoardSpec, look: Livery, tr: Translate, on_a4: bool) -> tuple[Page, ...]:
    """Return the same on one page, or with none across two sheets of A4 unless it is larger than a sheet."""
    whole, size = counters_sheet(spec, look, tr), spec.counter_diameter_mm
    head, foot = 29.0, 20.0

    def room(paper: Point) -> tuple[int, int]:
        width, height = paper[0] - 2 * PRINTER_BLANK_MM - 8, paper[1] - 2 * PRINTER_BLANK_MM - head - foot
        return min(5, int(width / (1.1 * size))), int(height / (2.02 * size))

    def sheets(paper: Point) -> int:
        return math.ceil(2 * COUNTERS / (math.prod(room(paper)) or 0.1))

    paper = min((Paper.A4.size_mm, Paper.A4.size_mm[::-1]), key=sheets)
    if not on_a4 or tiled(whole) == (whole,) or not math.prod(room(paper)):
        return (whole,)
    columns, each = room(paper)[0], math.ceil(2 * COUNTERS / sheets(paper))
    rows = math.ceil(each / columns)
    width, height = (side - 2 * PRINTER_BLANK_MM for side in paper)
    across, down = min((width - 8) / columns, 1.45 * size), (height - head - foot) / rows
    pages: list[Page] = []
    left = [seat for seat in Seat for _ in range(COUNTERS)]
    while left:
        shapes = [*_headed(width, height, 10.0, look)]
        for index, seat in enumerate(left[:each]):
            row, column = divmod(index, columns)
            x, y = (column + 0.5 - columns / 2) * across, height / 2 - head - (row + 0.5) * down
            shapes += _to_fold((x, y), seat, size, look)
        shapes.append(SheetLabel((0.0, 14 - height / 2), _around(size, tr), 3.8, look.ink))
        shapes += bar(4.6 - height / 2, look.ink, tr)
        pages.append(Page(f"counters{len(pages) + 1}", *paper, tuple(shapes)))
        del left[:each]
    return (*pages, replace(bone_sheet(look, tr), name="bones"))


def _headed(width: float, height: float, high: float, look: Livery) -> Iterator[Shape]:
    """Yield a frame around a page of counters, and the title with its ornament, `high` mm high."""
    for less, thick in ((1.4, 0.9), (3.2, 0.35)):
        yield Path((box((0.0, 0.0), width - 2 * less, height - 2 * less),), None, thick, look.ink)
    y, half = height / 2 - 2 * high, 5.4 * high
    yield SheetLabel((0.0, y - 0.35 * high), TITLE, high, look.ink, Face.TITLE)
    for end in (-1, 1):
        middle = end * (half + width / 2 - 6) / 2
        yield from _band(look, (middle, y), width / 2 - half - 8 - high, 0.6 * high, 0.0)


def _around(size: float, tr: Translate) -> str:
    return tr("Cut out, fold, and glue around a coin or card {size} mm across").format(size=f"{size:g}")


def _to_fold(place: Point, seat: Seat, size: float, look: Livery) -> Iterator[Shape]:
    """Yield a counter and its back, which meet at the fold."""
    fill, mark = look.counters[0 if seat is Seat.A else 1]
    x, y = place
    # They overlap by a hinge of a fifth of their size.
    for up in (-0.49, 0.49):
        centre = x, y + up * size
        yield Circle(centre, size, 0.25, look.ink, fill)
        yield from _sign(centre, seat, size, mark)
    yield line((x - 0.1 * size, y), (x + 0.1 * size, y), 0.3, mark)


def _sign(centre: Point, seat: Seat, size: float, colour: Colour) -> Iterator[Shape]:
    """Yield the sign that a seat's counters have on the screen: a dot, or a ring with a cross in it."""
    if seat is Seat.A:
        yield Circle(centre, DOT * size, fill=colour)
        return
    width, arm, (x, y) = RING_WIDTH * size / 2, ARM * size / 2, centre
    yield Circle(centre, SIGN_RING * size - width, width, colour)
    for dx, dy in ((arm, 0.0), (0.0, arm)):
        yield line((x - dx, y - dy), (x + dx, y + dy), width, colour)


def _net(place: Point, look: Livery) -> Iterator[Shape]:
    """Yield the net of a knucklebone: four sides to fold into a rod, and a flap to glue."""
    length, broad, narrow = BONE_MM
    x, y = place[0], place[1] + broad + narrow
    for face, side in zip((0, 1, 3, 2), (narrow, broad, narrow, broad), strict=True):
        yield Path((box((x, y - side / 2), length, side),), look.field, 0.25, look.ink)
        words = f"{SIDES[face]}  {(1, 3, 4, 6)[face]}"
        yield SheetLabel((x, y - side / 2 - 1.6), words, 4.6, look.ink, Face.BOLD)
        y -= side
    yield _flap((x - length / 2, y), (x + length / 2, y), look)


def _flap(begin: Point, end: Point, look: Livery) -> Path:
    """Return a flap at an edge, on the right of who goes along it."""
    a, b = complex(*begin), complex(*end)
    along = (b - a) / abs(b - a)
    out = -5j * along
    ring = (a, a + 4 * along + out, b - 4 * along + out, b)
    return Path((tuple((it.real, it.imag) for it in ring),), None, 0.25, look.ink)


def _die(place: Point, look: Livery) -> Iterator[Shape]:
    """Yield the net of a die with six sides, its 2 at the place; 1, 2, 3 run anticlockwise, as on most."""
    for face, column, row, flaps in _DIE:
        x, y = place[0] + column * DIE_MM, place[1] + row * DIE_MM
        corners = box((x, y), DIE_MM, DIE_MM)
        yield Path((corners,), look.field, 0.25, look.ink)
        for right, up in PIPS[face]:
            centre = x + (right - 0.5) * DIE_MM, y + (up - 0.5) * DIE_MM
            yield Circle(centre, 2 * PIP * DIE_MM, fill=look.ink)
        for side in flaps:
            yield _flap(corners[side], corners[(side + 1) % 4], look)


def bone_sheet(look: Livery, tr: Translate) -> Page:
    """Return two knucklebones and a die to fold on a page of A5."""
    nets = [shape for x in (-75.0, -37.0) for shape in _net((x, 0.0), look)]
    words = SheetLabel((0.0, 50.0), tr("Cut out, fold on the lines, and glue the flaps"), 4.0, look.ink)
    foot = bar(PRINTER_BLANK_MM + 2 - 148.0 / 2, look.ink, tr)
    return Page("", 210.0, 148.0, (*nets, *_die((31.0, 0.0), look), words, *foot))


def tiled(page: Page) -> tuple[Page, ...]:
    """Return a page on sheets of A4 with marks where they are glued; one that fits a sheet stays whole.

    The sheets lie, or stand if fewer are enough then. They cover what a printer could print of the page.
    """
    width, height = Paper.A4.size_mm
    if max(page.width_mm, page.height_mm) <= width and min(page.width_mm, page.height_mm) <= height:
        return (page,)
    printed = page.width_mm - 2 * PRINTER_BLANK_MM, page.height_mm - 2 * PRINTER_BLANK_MM

    def counts(sheet: Point) -> list[int]:
        inner = (side - 2 * OVERLAP_MM for side in sheet)
        return [math.ceil(side / part) for side, part in zip(printed, inner, strict=True)]

    sheet = min((width, height), (height, width), key=lambda it: math.prod(counts(it)))
    columns, rows = counts(sheet)
    step = printed[0] / columns, printed[1] / rows
    pages = []
    for row in range(rows):
        for column in range(columns):
            x = (column + 0.5) * step[0] - printed[0] / 2
            y = printed[1] / 2 - (row + 0.5) * step[1]
            shapes = [moved(shape, -x, -y) for shape in page.shapes]
            for cx, cy in box((0.0, 0.0), *step):
                shapes.append(line((cx - 4, cy), (cx + 4, cy), 0.2))
                shapes.append(line((cx, cy - 4), (cx, cy + 4), 0.2))
            name = f"{chr(65 + row)}{column + 1}"
            shapes.append(SheetLabel((-step[0] / 2 + 6, -step[1] / 2 + 2), name, 3.0))
            pages.append(Page(f"{page.name}{name}", *sheet, tuple(shapes)))
    return tuple(pages)
