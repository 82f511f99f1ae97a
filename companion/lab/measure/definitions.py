"""Every measure in words: what it is, its formula, and where it comes from."""

from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

from companion.lab.measure.measures import CIRCLING_THROWS, STAKES
from companion.system.convert import value_of
from companion.system.data import toml_data


@dataclass(frozen=True, slots=True)
class Definition:
    """A figure of Measures, by the name of its field.

    `source` says where a measure of that kind was defined before; without one it is this program's.
    """

    field: str
    title: str
    words: str
    formula: str
    source: str = ""


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
    lines = [
        "# What is measured, and how",
        "",
        *_filled(
            "Every figure assumes best play: with each throw, both players take the move that gives them the "
            "greatest chance to win. To print the figures for any rules, run"
        ),
        "",
        "```sh",
        "five-lines measure --rules schaedler            # also --option K=V, --die, --json",
        "five-lines measure --rules schaedler --levels   # also against the computer's levels",
        "five-lines measure --definitions                # this page",
        "```",
        "",
        *_filled(
            "The figures are exact: solved from all positions, not sampled. Only in the largest games, such "
            "as Kidd's, the quantiles of the length and the yardsticks are sampled in 20,000 games with a "
            "fixed seed and given with 95 % intervals."
        ),
        "",
        *_filled(SYMBOLS),
        "",
    ]
    for definition in DEFINITIONS:
        lines += [f"## {definition.title[0].upper()}{definition.title[1:]}", ""]
        lines += _filled(f"{definition.words[0].upper()}{definition.words[1:]}.")
        lines += ["", *_filled(f"`{definition.field}` = {definition.formula}.")]
        if definition.source:
            lines += ["", *_filled(f"Source: {definition.source}.")]
        lines.append("")
    return "\n".join(lines)


def _filled(text: str) -> list[str]:
    return wrap(text, 110, break_on_hyphens=False, break_long_words=False)
