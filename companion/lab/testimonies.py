"""Ancient passages and finds that speak of the game, modern works on it, and what each says of the options.

This is the one table of them: `five-lines rules --testimonies` prints it as the page docs/testimonies.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.game.rulesets.options import OPTIONS
from companion.system.convert import value_of
from companion.system.data import toml_data


@dataclass(frozen=True, slots=True)
class Testimony:
    """An ancient passage or a find, and what it says.

    `known_from` is the work, or its address, from which it is cited here. `speaks_for` and `speaks_against`
    are values of options, as `key=value`.
    """

    name: str
    date: str
    says: str
    supports: str
    leaves_open: str
    known_from: str
    speaks_for: tuple[str, ...] = ()
    speaks_against: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Work:
    """A modern text on the game or on its method, with its DOI or address where one is known."""

    name: str
    holds: str
    address: str = ""


_TABLE = toml_data(Path(__file__).with_name("testimonies.toml").read_text(encoding="utf-8"))

TESTIMONIES = value_of(tuple[Testimony, ...], _TABLE["testimony"])
"""Every passage and find, from the oldest on; objects stand last."""

WORKS = value_of(tuple[Work, ...], _TABLE["work"])
"""Modern texts, and programs that play the game."""

HITTING = (
    "The sources do not say whether counters could be hit. Locus Ludi calls it a possibility, and so offers "
    "a mode with it and one without."
)


def speaking(written: str) -> str:
    """Return who speaks for and against a value of an option, given as `key=value`."""
    for_it = [it.name for it in TESTIMONIES if written in it.speaks_for]
    against = [it.name for it in TESTIMONIES if written in it.speaks_against]
    parts = ["for it: " + "; ".join(for_it)] * bool(for_it) + ["against: " + "; ".join(against)] * bool(
        against
    )
    return ". ".join(parts)


def markdown() -> str:
    """Return the page of testimonies."""
    return "\n".join([*_passages(), "", *_options(), "", *_works()])


def _passages() -> Iterator[str]:
    yield "# What the sources say of the game"
    yield ""
    yield "`five-lines rules --testimonies` prints this page. No complete rules have survived; the game's"
    yield "name is unknown. All is cited from the works named; it was not compared with the Greek for it."
    yield ""
    yield HITTING
    yield ""
    yield "| passage or find | date | it says | so it supports | it leaves open | cited from |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for it in TESTIMONIES:
        cells = it.name, it.date, it.says, it.supports, it.leaves_open, it.known_from
        yield f"| {' | '.join(cells)} |"


def _options() -> Iterator[str]:
    yield "## What they say of each option"
    yield ""
    yield "`five-lines rules NAME` names the modern text of each option. Where nothing is named here, all"
    yield "passages are silent: the value is a modern author's choice."
    yield ""
    yield "| option | passages |"
    yield "| --- | --- |"
    for option in OPTIONS:
        for text in option.value_texts:
            written = f"{option.key}={text}"
            yield f"| `{written}` | {speaking(written) or 'all silent'} |"


def _works() -> Iterator[str]:
    yield "## Works and programs"
    yield ""
    yield "| work | what it holds | address |"
    yield "| --- | --- | --- |"
    for it in WORKS:
        yield f"| {it.name} | {it.holds} | {it.address or 'none known'} |"
