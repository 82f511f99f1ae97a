"""Ancient passages and finds that speak of the game, modern works on it, and what each says of the options.

This is the one table of them: `five-lines testimonies` prints it as the page lab/docs/testimonies.md.
"""

from dataclasses import dataclass

from companion.game.rulesets.options import OPTIONS
from companion.system.convert import value_of
from companion.system.data import Data, toml_beside


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Find:
    """A board that was found, by a short name; `lines` is 0 where their number was not looked up."""

    name: str
    what: str
    where: str
    date: str
    dice: str
    source: str
    lines: int = 0


@dataclass(frozen=True)
class Work:
    """A modern text on the game or on its method, with its DOI or address where one is known."""

    name: str
    holds: str
    address: str = ""


_TABLE = Data(toml_beside(__file__, "testimonies.toml"))

TESTIMONIES = value_of(tuple[Testimony, ...], _TABLE["testimony"])
"""Every passage and find, from the oldest on; objects stand last."""

FINDS = {it.name: it for it in value_of(tuple[Find, ...], _TABLE["find"])}
"""Every board that was found and whose source is known, by name."""

WORKS = value_of(tuple[Work, ...], _TABLE["work"])
"""Modern texts, and programs that play the game."""

HITTING = _TABLE["hitting"].text()
_PAGE = _TABLE["page"].text()


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
    return _PAGE.format(
        hitting=HITTING,
        passages="\n".join(map(_passage, TESTIMONIES)),
        finds="\n".join(map(_find, FINDS.values())),
        options="\n".join(
            _option(f"{option.key}={text}") for option in OPTIONS for text in option.value_texts
        ),
        works="\n".join(f"| {it.name} | {it.holds} | {it.address or 'none known'} |" for it in WORKS),
    )


def _passage(it: Testimony) -> str:
    return f"| {it.name} | {it.date} | {it.says} | {it.supports} | {it.leaves_open} | {it.known_from} |"


def _find(it: Find) -> str:
    cells = (f"`{it.name}`", it.what, it.where, it.lines or "not checked", it.date, it.dice, it.source)
    return f"| {' | '.join(map(str, cells))} |"


def _option(written: str) -> str:
    return f"| `{written}` | {speaking(written) or 'all silent'} |"
