"""Every measure in words: what it is, its formula, and where it comes from."""

from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

from companion.system.convert import value_of
from companion.system.data import toml_data
from five_lines_lab.measure.measures import CIRCLING_THROWS, STAKES


@dataclass(frozen=True)
class Definition:
    """A figure of Measures, by the name of its field.

    `form` is the format of one that is one number. `source` says where a measure of that kind was defined
    before; without one it is this program's.
    """

    field: str
    title: str
    words: str
    formula: str
    source: str = ""
    form: str = ""
    unit: str = "0 to 1"


_TABLE = toml_data(
    Path(__file__)
    .with_name("definitions.toml")
    .read_text(encoding="utf-8")
    .replace("{stakes}", ", ".join(f"{stake:.0%}" for stake in STAKES))
    .replace("{circling}", str(CIRCLING_THROWS))
)

SYMBOLS = _TABLE["symbols"].text()

DEFINITIONS = value_of(tuple[Definition, ...], _TABLE["definition"])


def markdown() -> str:
    """The definitions as a page."""
    page = _TABLE["page"].text().format(symbols="\n".join(_filled(SYMBOLS)))
    return page + "\n".join(_section(definition) for definition in DEFINITIONS)


def _section(definition: Definition) -> str:
    paragraphs = [
        f"{definition.words[0].upper()}{definition.words[1:]}.",
        f"`{definition.field}` = {definition.formula}.",
        *([f"Source: {definition.source}."] if definition.source else []),
    ]
    lines = [f"## {definition.title[0].upper()}{definition.title[1:]}", ""]
    for paragraph in paragraphs:
        lines += [*_filled(paragraph), ""]
    return "\n".join(lines)


def _filled(text: str) -> list[str]:
    return wrap(text, 110, break_on_hyphens=False, break_long_words=False)
