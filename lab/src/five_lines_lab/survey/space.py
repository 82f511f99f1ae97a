"""The sets of rules that a survey solves: every accepted mix of some values of some options.

A space is a TOML file:

    base = "schaedler"              # what isn't varied is as in these rules

    [vary]
    start = ["full", "hand"]
    own-half = "all"
    die = ["d6", "1:10,2:39,3:41,4:10"]

`base` may be a list of rules, or "all" that are published. With `changes = 1` no more than one option differs
from them at a time, whatever the die.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from pathlib import Path

from companion.game import (
    OPTIONS,
    RECONSTRUCTIONS,
    ClashError,
    GameError,
    Option,
    Rules,
    reconstruction,
)
from companion.game.names import nearest
from companion.game.rulesets.rules import Starter
from companion.system.data import MAX_TOML_BYTES, Data, DataError, text_of, toml_data
from five_lines_lab.errors import SurveyError

_NOT_VARIED = ("starter", "limit", "end-test")
_DIE = "die"

EXAMPLE = Path(__file__).with_name("example.toml").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Space:
    """The mixes of a survey: some published rules, and values for some of their options.

    Of these no more than `changes` differ from the base at once, if there is such a number; the die does not
    count among them.
    """

    bases: tuple[Rules, ...]
    varied: tuple[tuple[Option, tuple[object, ...]], ...]
    changes: int | None = None

    def mixes(self) -> Iterator[Rules]:
        """Yield every accepted mix once, without clashes and options that mean nothing in a mix."""
        seen = set()
        for base in self.bases:
            for asked in self._asked(base):
                for field in base.meaningless(asked):
                    asked.pop(field, None)
                try:
                    rules = base.with_options(asked)
                except ClashError:
                    continue
                # Name and starter make no difference: it is one set.
                known_by = replace(rules, name=self.bases[0].name, starter=Starter.THROW_OFF, limit=None)
                if known_by not in seen:
                    seen.add(known_by)
                    yield rules

    def _asked(self, base: Rules) -> Iterator[dict[str, object]]:
        """The options, by their fields, that are asked for of a base."""
        free = [
            (option, values) for option, values in self.varied if self.changes is None or option.key == _DIE
        ]
        counted = [pair for pair in self.varied if pair not in free]
        for changes in range(min(self.changes or 0, len(counted)) + 1):
            for some in combinations(counted, changes):
                others = [
                    tuple(value for value in values if value != getattr(base, option.field))
                    for option, values in some
                ]
                fields = [option.field for option, _ in (*some, *free)]
                for values in product(*others, *(values for _, values in free)):
                    yield dict(zip(fields, values, strict=True))


def read_space(path: Path) -> Space:
    """The space in a file; raises SurveyError with what is wrong and where, and OSError."""
    try:
        return _space(toml_data(text_of(path, MAX_TOML_BYTES)))
    except (DataError, GameError) as error:
        raise SurveyError(f"{path}: {error}; `five-lines survey example` prints a space") from None


def _space(data: Data) -> Space:
    unknown = data.table().keys() - {"base", "vary", "changes"}
    if unknown:
        raise DataError(f"{min(unknown)!r} is not known; there are base, vary and changes")
    able = {option.key: option for option in OPTIONS if option.key not in _NOT_VARIED}
    varied = []
    for key, values in data["vary"].table().items():
        if key not in able:
            near = None if key in _NOT_VARIED else nearest(key, able)
            there = f"did you mean {near}?" if near else f"there are {', '.join(able)}"
            raise DataError(f"{values.where!r} can't be varied; {there}")
        varied.append((able[key], _values(able[key], values)))
    return Space(_bases(data["base"]), tuple(varied), _changes(data))


def _bases(data: Data) -> tuple[Rules, ...]:
    if data.value == "all":
        return tuple(published.rules for published in RECONSTRUCTIONS.values())
    names = [data.text()] if isinstance(data.value, str) else [item.text() for item in data.items()]
    if not names:
        raise data.wrong('the name of rules, a list of names, or "all"')
    return tuple(reconstruction(name).rules for name in dict.fromkeys(names))


def _changes(data: Data) -> int | None:
    changes = data.get("changes")
    if changes is None:
        return None
    expected = "a whole number, zero or more"
    if changes.whole(expected) < 0:
        raise changes.wrong(expected)
    return changes.whole()


def _values(option: Option, data: Data) -> tuple[object, ...]:
    if data.value == "all":
        return tuple(choice.value for choice in option.choices)
    if not isinstance(data.value, list) or not data.value:
        raise data.wrong('a list of values, or "all"')
    return tuple(dict.fromkeys(option.parse(item.text()) for item in data.items()))
