"""Who reads a page: the language, and what every page has round it."""

from dataclasses import dataclass

from starlette.requests import Request

from companion.link.page.board_svg import definitions
from companion.link.page.markup import Child, Markup, el, joined
from companion.referee.words import Translate
from companion.words import LANGUAGES, translator

COOKIE = "language"
MAX_WANTED = 20
"""Languages that are looked at in what a browser would like to have."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who reads a page in a language."""

    code: str
    path: str

    @property
    def tr(self) -> Translate:
        """Turns English texts into the reader's."""
        return translator(self.code)


def reader_of(request: Request, first: str) -> Reader:
    """The language somebody has chosen, or else one that the browser would like; else the station's first."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen not in LANGUAGES:
        wanted = request.headers.get("accept-language", "").split(",")[:MAX_WANTED]
        codes = (part.partition(";")[0].strip()[:2].lower() for part in wanted)
        chosen = next((code for code in codes if code in LANGUAGES), first)
    return Reader(chosen, request.url.path)


def page(reader: Reader, title: str, *body: Child, name: str, script: dict[str, str] | None = None) -> str:
    """A whole page; `name` is which one it is, `script` what its script has to know."""
    tr = reader.tr
    heads = {
        "follow": ("/", tr("Follow")),
        "games": ("/games", tr("Games")),
        "rules": ("/rules", tr("Rules")),
        "staff": ("/staff", tr("For the staff")),
    }
    links = (
        el("a", said, href=where, aria_current="page" if key == name else None)
        for key, (where, said) in heads.items()
    )
    languages = (
        el(
            "a",
            called,
            href=f"{reader.path}?language={code}",
            lang=code,
            hreflang=code,
            rel="nofollow",
            aria_current="true" if code == reader.code else None,
        )
        for code, called in LANGUAGES.items()
    )
    data = {f"data_{key}": value for key, value in (script or {}).items()}
    whole = el(
        "html",
        el(
            "head",
            el("meta", charset="utf-8"),
            el("meta", name="viewport", content="width=device-width, initial-scale=1"),
            el("title", f"{title} · {tr('Five Lines')}"),
            el("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
            el(
                "link", rel="preload", href="/static/title.otf", as_="font", type="font/otf", crossorigin=True
            ),
            el("link", rel="stylesheet", href="/colours.css"),
            el("link", rel="stylesheet", href="/static/page.css"),
            el("script", src="/static/page.js", defer=True),
        ),
        el(
            "body",
            el("a", tr("To the page"), class_="skip", href="#main"),
            definitions(),
            el(
                "header",
                el("a", el("span", tr("Five Lines")), class_="brand", href="/"),
                el("nav", links, aria_label=tr("Pages")),
                class_="top",
            ),
            el("main", *body, id="main", class_=f"page-{name}" if name else None),
            el("footer", el("nav", languages, class_="languages", aria_label=tr("Language")), class_="foot"),
            **data,
        ),
        lang=reader.code,
    )
    return joined(Markup("<!doctype html>\n"), whole)
