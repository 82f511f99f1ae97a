"""Rendering of pages: the reader's language, the templates, and the colours as a style sheet."""

import re
from base64 import b64encode
from dataclasses import dataclass
from mimetypes import guess_type
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.templating import Jinja2Templates

from companion import visible
from companion.game import Seat
from companion.interface.presentation import Theme, look_of
from companion.link.common import json_out
from companion.link.page.board_svg import board_svg
from companion.presentation import proportions
from companion.presentation.palette import Colour, Paint, Palette
from companion.presentation.themed import palette_of
from companion.presentation.words import LANGUAGES, language_names, translator
from companion.referee.words import Translate

STATIC = Path(__file__).parent / "static"
TITLE_FONT = Path(__file__).parents[2] / "presentation" / "type" / "GFSNeohellenicBold.otf"

SITE = Path(__file__).parent / "site"
"""The documents as a site, where an installation brings them."""

COOKIE = "language"
MAX_LANGUAGES = 20  # languages that are read of those a browser prefers

_ENVIRONMENT = Environment(
    loader=FileSystemLoader([Path(__file__).parent / "templates", STATIC]),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
    # Markup has passed it when it was made.
    finalize=lambda value: visible(value) if type(value) is str else value,
)
_ENVIRONMENT.globals |= {
    "languages": language_names(),
    "board_svg": board_svg,
    "seats": tuple(Seat),
    "size": proportions,
    "kept": (),
    "documents": SITE.is_dir(),
}
_ENVIRONMENT.filters["percent"] = lambda share: f"{100 * share:.4g}"
_SIGNS = _ENVIRONMENT.get_template("signs.html").module
_ENVIRONMENT.globals |= {name: getattr(_SIGNS, name) for name in ("definitions", "counter_svg", "die_svg")}
_TEMPLATES = Jinja2Templates(env=_ENVIRONMENT)


class JsonAnswer(JSONResponse):
    """An answer for the page's script."""

    def render(self, content: object) -> bytes:
        """Return it as JSON."""
        return json_out(content).encode()


@dataclass(frozen=True)
class Reader:
    """Somebody who reads a page in a language."""

    code: str

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
    return Reader(chosen)


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
    look = look_of(str(values.get("look", "")))
    shared = {"reader": reader, "tr": reader.tr, "name": name, "script": script or {}}
    shared |= {"look": str(look or ""), "skin": look.picture if look else ""}
    return _TEMPLATES.TemplateResponse(request, template, values | shared, status)


def notice(
    request: Request, reader: Reader, title: str, text: str, *, name: str = "", status: int = 200
) -> Response:
    """Render a page with one sentence, its heading."""
    values: dict[str, object] = {"title": title, "heading": text, "text": ""}
    return page(request, reader, "notice.html", values, name=name, status=status)


def as_file(made: Response, boards: Path) -> Response:
    """Return a page of a game as a file to keep: all that it shows is in it, so it needs no network."""

    def data(found: re.Match[str]) -> str:
        folder, name = found.groups()
        file = TITLE_FONT if name == "title.otf" else (boards if folder == "boards" else STATIC) / name
        whole = b64encode(file.read_bytes() if file.is_file() else b"").decode()
        return f"data:{guess_type(file)[0]};base64,{whole}"

    text = re.sub(r"/(boards|static)/([\w.]+)", data, bytes(made.body).decode())
    return HTMLResponse(text, headers={"Content-Disposition": "attachment"})


def part(macro: str, *values: object) -> str:
    """Render a part of a page by its macro in parts.html."""
    return str(getattr(_ENVIRONMENT.get_template("parts.html").module, macro)(*values))


def colours_css(look: str) -> str:
    """Return each colour as a variable: as at the table; high contrast where a device asks for it.

    Where no table is known, the device says whether it is dark.
    """
    dark = f"@media (prefers-color-scheme:dark){{{_root(look, Theme.LOW_LIGHT)}}}\n"
    plain = f"@media (prefers-contrast:more){{{_root(look, Theme.HIGH_CONTRAST)}}}\n"
    return f"{_root(look)}\n{'' if look_of(look) else dark}{plain}"


_ENVIRONMENT.globals["colours_css"] = colours_css


def _root(look: str, theme: Theme | None = None) -> str:
    palette = palette_of(look, theme)
    scheme = "dark" if palette.theme is Theme.LOW_LIGHT else "light"
    return f":root{{color-scheme:{scheme};{_variables(palette)}}}"


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
