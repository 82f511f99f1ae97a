"""Which sets of rules a survey solves: every accepted mix of some values of some options.

A space is a TOML file:

    base = "schaedler"              # what isn't varied is as in these rules

    [vary]
    start = ["full", "hand"]
    own-half = "all"
    die = ["d6", "1:10,2:39,3:41,4:10"]
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from companion.analysis.errors import SurveyError
from companion.game import OPTIONS, ClashError, GameError, Option, Rules, reconstruction
from companion.system.data import Data, DataError, toml_data

_WITHOUT_INFLUENCE = ("starter", "limit")

EXAMPLE = """\
# Every accepted mix of options with the six-sided die; solved by `five-lines survey SPACE.toml --out FILE`.
base = "schaedler"      # what isn't varied is as in these rules: `five-lines rules`

[vary]                  # lists of values as in --option KEY=VALUE, or "all" of them: `five-lines rules NAME`
start = "all"
entry = "all"
hitting = "all"
entry-hits = "all"
sacred-line = "all"
yoking = "all"
own-half = "all"
goal-point = "all"
leaving = "all"
goal = "all"
extra-throw = "all"
larger-throw-enters = "all"
die = ["d6"]            # another by its weights: "1:10,2:39,3:41,4:10"
"""


@dataclass(frozen=True, slots=True)
class Space:
    """The mixes of a survey: some published rules, and values for some of their options."""

    base: Rules
    varied: tuple[tuple[Option, tuple[object, ...]], ...]

    def mixes(self) -> Iterator[Rules]:
        """Every accepted mix once; what clashes is left out, and so is what means nothing in a mix."""
        seen = set()
        for values in product(*(values for _, values in self.varied)):
            asked = {option.field: value for (option, _), value in zip(self.varied, values, strict=True)}
            for field in self.base.meaningless(asked):
                asked.pop(field, None)
            try:
                rules = self.base.with_options(asked)
            except ClashError:
                continue
            if rules not in seen:
                seen.add(rules)
                yield rules


def read_space(path: Path) -> Space:
    """The space in a file; raises SurveyError with what is wrong and where, and OSError."""
    try:
        return _space(toml_data(path.read_text(encoding="utf-8")))
    except UnicodeDecodeError as error:
        raise SurveyError(f"{path}: this is no text ({error})") from None
    except (DataError, GameError) as error:
        raise SurveyError(f"{path}: {error}; `five-lines survey example` prints a space") from None


def _space(data: Data) -> Space:
    unknown = data.table().keys() - {"base", "vary"}
    if unknown:
        raise DataError(f"{min(unknown)!r} is not known; there are base and vary")
    able = {option.key: option for option in OPTIONS if option.key not in _WITHOUT_INFLUENCE}
    varied = []
    for key, values in data["vary"].table().items():
        if key not in able:
            raise DataError(f"{values.where!r} can't be varied; there are {', '.join(able)}")
        varied.append((able[key], _values(able[key], values)))
    return Space(reconstruction(data["base"].text()).rules, tuple(varied))


def _values(option: Option, data: Data) -> tuple[object, ...]:
    if data.value == "all":
        return tuple(choice.value for choice in option.choices)
    if not isinstance(data.value, list) or not data.value:
        raise data.wrong('a list of values, or "all"')
    return tuple(dict.fromkeys(option.parse(item.text()) for item in data.items()))
