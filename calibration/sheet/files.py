"""Write a sheet as PDF or SVG, whole or not at all."""

from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.pdfgen.canvas import Canvas

from calibration.errors import CalibrationError
from calibration.sheet.shapes import BLACK, Box, Cells, Circle, Colour, Line, Page, Shape, SheetLabel
from calibration.sheet.sheet import Sheet, settings_text
from companion.system.atomic_file import write_all_whole

_POINTS_PER_MM = 72 / 25.4


def write_sheet(sheet: Sheet, path: Path) -> list[Path]:
    """Write a sheet to a .pdf, or to one .svg a page, with the BOARD.toml of a non-standard board beside it.

    Returns the files, the requested one first; the others are named after it. Raises CalibrationError for
    another suffix or an unwritable place; then nothing is written.
    """
    kind = path.suffix.lower()
    if kind == ".pdf":
        files = {path: pdf(sheet)}
    elif kind == ".svg":
        files = {
            path.with_stem(f"{path.stem}-{page.name}" if page.name else path.stem): svg(page).encode()
            for page in sheet.pages
        }
    else:
        raise CalibrationError(f"{path}: a board is written as .pdf or .svg; end the name with one of these")
    settings = settings_text(sheet.spec)
    if settings:
        files[path.with_suffix(".toml")] = f"{settings}\n".encode()
    try:
        write_all_whole(files)
    except OSError as error:
        raise CalibrationError(
            f"{error.filename}: cannot be written: {error.strerror}; give another -o"
        ) from error
    return list(files)


def pdf(sheet: Sheet) -> bytes:
    """Return a sheet as a vector PDF, one page after the other."""
    first = sheet.pages[0]
    size = (first.width_mm * _POINTS_PER_MM, first.height_mm * _POINTS_PER_MM)
    # Invariant: the same sheet gives the same bytes.
    canvas = Canvas("", pagesize=size, invariant=1)
    canvas.setTitle("Five lines")
    for page in sheet.pages:
        canvas.setPageSize((page.width_mm * _POINTS_PER_MM, page.height_mm * _POINTS_PER_MM))
        canvas.scale(_POINTS_PER_MM, _POINTS_PER_MM)
        canvas.translate(page.width_mm / 2, page.height_mm / 2)
        for shape in page.shapes:
            _draw(canvas, shape)
        canvas.showPage()
    # The stubs leave this one method untyped.
    return bytes(canvas.getpdfdata())  # type: ignore[no-untyped-call]


def _draw(canvas: Canvas, shape: Shape) -> None:
    match shape:
        case Line(start, end, width, colour):
            canvas.setStrokeColorRGB(*colour)
            canvas.setLineWidth(width)
            canvas.line(*start, *end)
        case Circle(centre, diameter, width, colour, fill):
            canvas.setStrokeColorRGB(*colour)
            canvas.setLineWidth(width)
            if fill is not None:
                canvas.setFillColorRGB(*fill)
            canvas.circle(*centre, diameter / 2, stroke=int(width > 0), fill=int(fill is not None))
        case Box(centre, side, width):
            canvas.setStrokeColorRGB(*BLACK)
            canvas.setLineWidth(width)
            canvas.rect(centre[0] - side / 2, centre[1] - side / 2, side, side)
        case Cells(rectangles):
            canvas.setFillColorRGB(*BLACK)
            path = canvas.beginPath()
            for rectangle in rectangles:
                path.rect(*rectangle)
            canvas.drawPath(path, stroke=0, fill=1)
        case SheetLabel(place, text, height, colour):
            canvas.setFillColorRGB(*colour)
            canvas.setFont("Helvetica", height)
            canvas.drawCentredString(*place, text)


def svg(page: Page) -> str:
    """Return one page as SVG in millimetres."""
    half_x, half_y = page.width_mm / 2, page.height_mm / 2
    body = "\n".join(_element(shape) for shape in page.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{page.width_mm:g}mm" height="{page.height_mm:g}mm" '
        f'viewBox="{-half_x:g} {-half_y:g} {page.width_mm:g} {page.height_mm:g}">\n{body}\n</svg>\n'
    )


def _element(shape: Shape) -> str:
    """Return a shape as an SVG element; SVG's y axis points down."""
    match shape:
        case Line((x1, y1), (x2, y2), width, colour):
            ends = f'x1="{x1:g}" y1="{-y1:g}" x2="{x2:g}" y2="{-y2:g}"'
            return f'<line {ends} stroke="{_css(colour)}" stroke-width="{width:g}"/>'
        case Circle((x, y), diameter, width, colour, fill):
            inside = "none" if fill is None else _css(fill)
            line = f' stroke="{_css(colour)}" stroke-width="{width:g}"' if width > 0 else ""
            return f'<circle cx="{x:g}" cy="{-y:g}" r="{diameter / 2:g}" fill="{inside}"{line}/>'
        case Box((x, y), side, width):
            place = f'x="{x - side / 2:g}" y="{-y - side / 2:g}" width="{side:g}" height="{side:g}"'
            return f'<rect {place} fill="none" stroke="{_css(BLACK)}" stroke-width="{width:g}"/>'
        case Cells(rectangles):
            # Absolute edges: runs that touch share the same number, without a seam.
            runs = " ".join(f"M{x:g} {-y - h:g}H{x + w:g}V{-y:g}H{x:g}z" for x, y, w, h in rectangles)
            return f'<path d="{runs}" fill="{_css(BLACK)}"/>'
        case SheetLabel((x, y), text, height, colour):
            style = f'font-family="Helvetica, Arial, sans-serif" font-size="{height:g}" text-anchor="middle"'
            return f'<text x="{x:g}" y="{-y:g}" {style} fill="{_css(colour)}">{escape(text)}</text>'


def _css(colour: Colour) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour)
