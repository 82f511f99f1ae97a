"""Writes pages as PDF, SVG, PNG or R12 DXF, and all files of one command whole or not at all."""

from collections.abc import Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path as FilePath
from xml.sax.saxutils import quoteattr

import cv2
import numpy as np
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.presentation.fonts import Face, font_file
from companion.system.atomic_file import write_all_whole
from five_lines_make import MakeError
from five_lines_make.shapes import (
    Circle,
    Colour,
    LaserLayer,
    Page,
    Path,
    Picture,
    Point,
    Ring,
    Shape,
    SheetLabel,
    letters,
    outlines,
    width_mm,
)

POINTS_PER_MM = 72 / 25.4
PNG_DPI = 200
_FINER = 2  # PNGs are drawn so many times finer and then averaged, which smooths their edges

LAYER_COLOURS: dict[LaserLayer, Colour] = {
    LaserLayer.CUT: (1.0, 0.0, 0.0),
    LaserLayer.ENGRAVE: (0.0, 0.0, 1.0),
    LaserLayer.MARK: (0.0, 0.6, 0.0),
}
"""Colours by which laser programs tell layers: red, blue and green, as in DXF (1, 5 and 3)."""

_DXF_COLOURS = {LaserLayer.CUT: 1, LaserLayer.ENGRAVE: 5, LaserLayer.MARK: 3}


def write_files(files: Mapping[FilePath, bytes], force: bool = False) -> None:
    """Write files, all or none; raise MakeError if one exists (unless `force`) or can't be written."""
    for path in () if force else files:
        if path.exists():
            raise MakeError(f"{path}: the file exists; add --force to replace it, or give another -o")
    try:
        write_all_whole(files)
    except OSError as error:
        raise MakeError(f"{error.filename}: cannot be written: {error.strerror}; give another -o") from error


def files_of(pages: tuple[Page, ...], path: FilePath) -> dict[FilePath, bytes]:
    """Return the files of pages by their names: one .pdf, or one .svg, .png or .dxf a page."""
    kind = path.suffix.lower()
    if kind == ".pdf":
        return {path: pdf(pages)}
    one = {".svg": svg, ".png": png, ".dxf": dxf}[kind]
    return {
        path.with_stem(f"{path.stem}-{page.name}" if page.name else path.stem): one(page) for page in pages
    }


def pdf(pages: tuple[Page, ...]) -> bytes:
    """Return pages as a PDF with its fonts; the same pages give the same bytes."""
    # Without a font of its own, reportlab names Helvetica, which it does not embed.
    canvas = Canvas("", invariant=1, initialFontName=_embedded(Face.TEXT))  # type: ignore[arg-type]
    canvas.setTitle("Five lines")
    for page in pages:
        canvas.setPageSize((page.width_mm * POINTS_PER_MM, page.height_mm * POINTS_PER_MM))
        canvas.scale(POINTS_PER_MM, POINTS_PER_MM)
        canvas.translate(page.width_mm / 2, page.height_mm / 2)
        for shape in page.shapes:
            _draw(canvas, shape)
        canvas.showPage()
    # The stubs leave this one method untyped.
    return bytes(canvas.getpdfdata())  # type: ignore[no-untyped-call]


@cache
def _embedded(face: Face) -> str:
    """Return the name under which reportlab embeds a font."""
    pdfmetrics.registerFont(TTFont(face.name, font_file(face)))
    return face.name


def _draw(canvas: Canvas, shape: Shape) -> None:
    match shape:
        case Path(rings, fill, width, colour, closed):
            _draw_path(canvas, rings, fill, width, colour, closed)
        case Circle((x, y), diameter, width, colour, fill):
            canvas.setStrokeColorRGB(*colour)
            canvas.setLineWidth(width)
            if fill is not None:
                canvas.setFillColorRGB(*fill)
            canvas.circle(x, y, diameter / 2, stroke=int(width > 0), fill=int(fill is not None))
        case SheetLabel():
            _draw_label(canvas, shape)
        case Picture(box, pixels):
            canvas.drawImage(ImageReader(BytesIO(_jpeg(pixels))), *box)


def _draw_label(canvas: Canvas, label: SheetLabel) -> None:
    """Draw a text as wide as its outlines are, which are kerned."""
    font, text = label.face, label.text.replace("\N{NO-BREAK SPACE}", " ")
    canvas.saveState()
    if label.face is Face.TITLE:
        # reportlab embeds TrueType alone, and this font is not: its outlines hide text to select.
        _draw_path(canvas, letters(label), label.colour, 0.0, label.colour, True)
        font = Face.TEXT
    canvas.translate(*label.place)
    canvas.rotate(label.turned_deg)
    canvas.setFillColorRGB(*label.colour)
    words = canvas.beginText(-width_mm(label) / 2, 0)
    words.setFont(_embedded(font), label.height_mm)
    natural = pdfmetrics.stringWidth(text, _embedded(font), label.height_mm)
    words.setHorizScale(100 * width_mm(label) / natural if natural else 100)
    words.setTextRenderMode(3 if label.face is Face.TITLE else 0)
    words.textOut(text)
    canvas.drawText(words)
    canvas.restoreState()


def _draw_path(
    canvas: Canvas, rings: tuple[Ring, ...], fill: Colour | None, width: float, colour: Colour, closed: bool
) -> None:
    canvas.setStrokeColorRGB(*colour)
    canvas.setLineWidth(width)
    canvas.setLineJoin(1)
    if fill is not None:
        canvas.setFillColorRGB(*fill)
    path = canvas.beginPath()
    for ring in rings:
        path.moveTo(*ring[0])
        for corner in ring[1:]:
            path.lineTo(*corner)
        if closed:
            path.close()
    canvas.drawPath(path, stroke=int(width > 0), fill=int(fill is not None), fillMode=0)


def _jpeg(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> bytes:
    return cv2.imencode(".jpg", pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def svg(page: Page) -> bytes:
    """Return one page as SVG in millimetres, its texts as outlines; layers are groups of that name."""
    half_x, half_y = page.width_mm / 2, page.height_mm / 2
    body = []
    for layer in (None, *LaserLayer):
        elements = [_element(shape) for shape in page.shapes if getattr(shape, "layer", None) is layer]
        if elements and layer is not None:
            elements = [f'<g id="{layer}">', *elements, "</g>"]
        body += elements
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{page.width_mm:g}mm" height="{page.height_mm:g}mm" '
        f'viewBox="{-half_x:g} {-half_y:g} {page.width_mm:g} {page.height_mm:g}">'
    )
    return "\n".join([head, *body, "</svg>\n"]).encode()


def _element(shape: Shape) -> str:
    """Return a shape as an SVG element; SVG's y axis points down."""
    match shape:
        case Circle((x, y), diameter, width, colour, fill):
            style = _style(fill, width, colour)
            return f'<circle cx="{x:g}" cy="{-y:g}" r="{diameter / 2:g}" {style}/>'
        case Path(rings, fill, width, colour, closed):
            return f'<path d="{_way(rings, closed)}" {_style(fill, width, colour)}/>'
        case SheetLabel(text=text, colour=colour):
            ways = _way(letters(shape), True)
            return f'<path aria-label={quoteattr(text)} d="{ways}" {_style(colour, 0, colour)}/>'
        case Picture((x, y, width, height), pixels):
            from base64 import b64encode

            data = b64encode(_jpeg(pixels)).decode()
            place = f'x="{x:g}" y="{-y - height:g}" width="{width:g}" height="{height:g}"'
            return f'<image {place} preserveAspectRatio="none" href="data:image/jpeg;base64,{data}"/>'


def _way(rings: tuple[Ring, ...], closed: bool) -> str:
    ends = "z" if closed else ""
    return " ".join("M" + " ".join(f"{x:.6g},{-y:.6g}" for x, y in ring) + ends for ring in rings)


def _style(fill: Colour | None, width: float, colour: Colour) -> str:
    inside = "none" if fill is None else _css(fill)
    stroke = f' stroke="{_css(colour)}" stroke-width="{width:g}" stroke-linejoin="round"' if width > 0 else ""
    return f'fill="{inside}" fill-rule="evenodd"{stroke}'


def _css(colour: Colour) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)


def png(page: Page, dpi: float = PNG_DPI) -> bytes:
    """Return one page as PNG."""
    return cv2.imencode(".png", picture(page, dpi)[..., ::-1])[1].tobytes()


def picture(page: Page, dpi: float = PNG_DPI) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return one page as pixels (h, w, 3), RGB."""
    wide, high = (round(side * dpi / 25.4) for side in (page.width_mm, page.height_mm))
    sheet = np.full((high * _FINER, wide * _FINER, 3), 255, np.uint8)
    scale = np.array([sheet.shape[1] / page.width_mm, -sheet.shape[0] / page.height_mm])
    middle = np.array([sheet.shape[1] / 2, sheet.shape[0] / 2])

    def px(ring: Ring | tuple[Point, ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
        return np.asarray(np.rint((np.array(ring) * scale + middle - 0.5) * 256), np.int32)

    for shape in page.shapes:
        if isinstance(shape, Picture):
            x, y, width, height = shape.box
            corners = np.array([(x, y + height), (x + width, y + height), (x, y)]) * scale + middle - 0.5
            rows, columns = shape.pixels.shape[:2]
            own = np.array([(0, 0), (columns, 0), (0, rows)]) - 0.5
            to_sheet = cv2.getAffineTransform(own.astype(np.float32), corners.astype(np.float32))
            size = sheet.shape[1], sheet.shape[0]
            cv2.warpAffine(
                shape.pixels, to_sheet, size, sheet, cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
            )
            continue
        for colour, rings in outlines(shape):
            ink = tuple(round(255 * part) for part in colour)
            cv2.fillPoly(sheet, [px(ring) for ring in rings], ink, cv2.LINE_8, shift=8)
    return np.asarray(cv2.resize(sheet, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


def dxf(page: Page) -> bytes:
    """Return the layered shapes of a page as R12 DXF in millimetres, the origin at the lower left corner."""
    half = page.width_mm / 2, page.height_mm / 2
    head = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (0, "ENDSEC")]
    tables = [(0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(LaserLayer))]
    for layer in LaserLayer:
        tables += [(0, "LAYER"), (2, layer.value), (70, 0), (62, _DXF_COLOURS[layer]), (6, "CONTINUOUS")]
    tables += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    body = [pair for shape in page.shapes for pair in _entities(shape, half)]
    pairs = [*head, *tables, *body, (0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in pairs).encode()


def _entities(shape: Shape, half: Point) -> Iterator[tuple[int, object]]:
    if isinstance(shape, Picture) or shape.layer is None:
        return
    if isinstance(shape, Circle):
        yield from ((0, "CIRCLE"), (8, shape.layer.value))
        yield from _at(shape.centre, half)
        yield 40, f"{shape.diameter_mm / 2:.4f}"
        return
    closed = isinstance(shape, SheetLabel) or shape.closed
    for ring in letters(shape) if isinstance(shape, SheetLabel) else shape.rings:
        yield from ((0, "POLYLINE"), (8, shape.layer.value), (66, 1), (70, int(closed)))
        yield from ((10, "0.0"), (20, "0.0"), (30, "0.0"))
        for corner in ring:
            yield from ((0, "VERTEX"), (8, shape.layer.value))
            yield from _at(corner, half)
        yield from ((0, "SEQEND"), (8, shape.layer.value))


def _at(place: Point, half: Point) -> Iterator[tuple[int, object]]:
    yield from ((10, f"{place[0] + half[0]:.4f}"), (20, f"{place[1] + half[1]:.4f}"), (30, "0.0"))
