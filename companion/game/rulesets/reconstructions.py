"""The published reconstructions, from the table beside this module."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from companion.game.errors import GameError
from companion.game.names import meant
from companion.game.rulesets.options import parse_options
from companion.game.rulesets.rules import Rules


class Text(StrEnum):
    """A text from which a reconstruction is taken, by the name under which its rules are cited."""

    SCHAEDLER = "Schädler"
    KIDD = "Kidd"
    LOCUS_LUDI_RACE = "Locus Ludi race"
    LOCUS_LUDI_CAPTURE = "Locus Ludi capture"
    ADAPTED = "Adapted"
    KALKHOVEN = "Kalkhoven"


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """A published way to play, or the way a program plays one.

    `notes` say where the text is silent, how that is read here, and where other programs differ.
    """

    title: str
    text: Text
    source: str
    rules: Rules
    notes: tuple[str, ...]
    as_published: Rules | None = None  # the rules of the text, where a program plays it otherwise

    def departs(self, field: str) -> bool:
        """True if a program's way to play departs from its text in an option, given by its field name."""
        text = self.as_published
        return text is not None and getattr(self.rules, field) != getattr(text, field)

    @property
    def name(self) -> str:
        """Short name, as used by commands."""
        return self.rules.name


def _read() -> dict[str, Reconstruction]:
    """Read the table, in which a text stands before the programs that depart from it."""
    table = tomllib.loads(Path(__file__).with_name("reconstructions.toml").read_text(encoding="utf-8"))
    found: dict[str, Reconstruction] = {}
    for row in table["reconstruction"]:
        name = row["name"]
        found[name] = Reconstruction(
            row["title"],
            Text(row["text"]),
            row["source"],
            Rules(name=name).with_options(parse_options(row.get("options", ()))),
            tuple(row["notes"]),
            found[row["as_published"]].rules if "as_published" in row else None,
        )
    return found


RECONSTRUCTIONS: Mapping[str, Reconstruction] = _read()
"""Every reconstruction by its short name."""


def reconstruction(name: str) -> Reconstruction:
    """Return the reconstruction of that short name; raise GameError listing the known names."""
    if name not in RECONSTRUCTIONS:
        raise GameError(f"no rules are called {name!r}; {meant(name, RECONSTRUCTIONS)}")
    return RECONSTRUCTIONS[name]


def rules_for(name: str, options: Iterable[str] = ()) -> Rules:
    """Return the rules of a reconstruction with options given as `key=value`; raise GameError.

    Raises NotationError when an option can't be read and ClashError when two contradict each other.
    """
    return reconstruction(name).rules.with_options(parse_options(options))


def options_of(rules: Rules) -> list[str]:
    """Return the options, as `key=value`, in which rules differ from the published ones of their name."""
    return list(rules.differences(reconstruction(rules.name).rules))


def rules_title(rules: Rules) -> str:
    """Return rules as people write them: their name and `options_of` them."""
    return " ".join([rules.name, *options_of(rules)])


def rules_record(rules: Rules) -> dict[str, object]:
    """Return rules as JSON holds them: their name, `options_of` them, and their die."""
    return {"rules": rules.name, "options": options_of(rules), "die": str(rules.die)}
