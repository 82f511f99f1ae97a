"""Rendering of pages: the reader's language, the templates, and the colours as a style sheet."""

from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import Response
from starlette.templating import Jinja2Templates

from companion.display.drawing.palette import BRIGHT, HIGH_CONTRAST, LOW_LIGHT, Colour, Paint, Palette
from companion.display.drawing.table import proportions
from companion.display.drawing.themed import themed
from companion.display.words import LANGUAGES, translator
from companion.game import Seat
from companion.interface.presentation import colours_of
from companion.link.page.board_svg import board_svg
from companion.referee.words import Translate

COOKIE = "language"
MAX_LANGUAGES = 20  # languages that are read of those a browser prefers

_ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)
_ENVIRONMENT.globals |= {
    "languages": LANGUAGES,
    "board_svg": board_svg,
    "seats": tuple(Seat),
    "size": proportions,
}
_ENVIRONMENT.filters["percent"] = lambda share: f"{100 * share:.4g}"
_SIGNS = _ENVIRONMENT.get_template("signs.html").module
_ENVIRONMENT.globals |= {name: getattr(_SIGNS, name) for name in ("definitions", "counter_svg", "die_svg")}
_TEMPLATES = Jinja2Templates(env=_ENVIRONMENT)


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who reads a page in a language."""

    code: str
    path: str

    @property
    def tr(self) -> Translate:
        """Translates English texts into the reader's language."""
        return translator(self.code)


def reader_of(request: Request, first: str) -> Reader:
    """Return the reader of a request, in the language chosen, one the browser prefers, or `first`."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen not in LANGUAGES:
        wanted = request.headers.get("accept-language", "").split(",")[:MAX_LANGUAGES]
        codes = (part.partition(";")[0].strip()[:2].lower() for part in wanted)
        chosen = next((code for code in codes if code in LANGUAGES), first)
    return Reader(chosen, request.url.path)


def page(
    request: Request,
    reader: Reader,
    template: str,
    values: dict[str, object],
    *,
    name: str = "",
    script: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    """Render a page; `name` is its tab, `script` what its script knows; `values` may have a `look`."""
    shared = {"reader": reader, "tr": reader.tr, "name": name, "script": script or {}}
    return _TEMPLATES.TemplateResponse(request, template, {"look": ""} | values | shared, status)


def notice(
    request: Request, reader: Reader, title: str, text: str, *, name: str = "", status: int = 200
) -> Response:
    """Render a page with one sentence."""
    values: dict[str, object] = {"title": title, "heading": "", "text": text}
    return page(request, reader, "notice.html", values, name=name, status=status)


def part(macro: str, *values: object) -> str:
    """Render a part of a page by its macro in parts.html."""
    return str(getattr(_ENVIRONMENT.get_template("parts.html").module, macro)(*values))


def palette_of(look: str, palette: Palette = BRIGHT) -> Palette:
    """Return a palette in the colours of a table; as it is, if they are not known."""
    colours = colours_of(look)
    return palette if colours is None else themed(palette, colours)


def colours_css(look: str) -> str:
    """Return each colour as a variable, in the palette that the reader's device asks for, as at a table."""
    bright, dark, plain = (_variables(palette_of(look, it)) for it in (BRIGHT, LOW_LIGHT, HIGH_CONTRAST))
    return (
        f":root{{color-scheme:light;{bright}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{color-scheme:dark;{dark}}}}}\n"
        f"@media (prefers-contrast:more){{:root{{color-scheme:light;{plain}}}}}\n"
    )


def _variables(palette: Palette) -> str:
    colours: dict[str, Colour] = {}
    paints: dict[str, Paint] = {
        "page": palette.page,
        "panel": palette.panel,
        "main": palette.main,
        "wrong": palette.wrong,
        "right": palette.right,
        "die": palette.die,
        **{seat.lower(): palette.counter(seat) for seat in Seat},
    }
    for name, paint in paints.items():
        colours[name] = paint.fill
        colours[f"{name}-ink"] = paint.ink
    for name in ("go", "back", "good", "soft", "rule", "board", "board_line", "sacred_line"):
        colours[name.replace("_", "-")] = getattr(palette, name)
    variables = ";".join(f"--{name}:rgb{colour}".replace(" ", "") for name, colour in colours.items())
    return f"{variables};--relief:{1 if palette.relief else 0}"
