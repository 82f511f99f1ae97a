"""Effects of options: what changing one does to a figure, and whether another option alters that.

Everything is measured on pairs of sets in the table: one has an option's first value, the other is what
`--option` makes of it with another value. Of two options, squares of four sets tell whether the one does
something else where the other is changed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from companion.game import OPTIONS, ClashError, Option
from companion.lab.atlas.figures import AtlasFigure, Kind
from companion.lab.atlas.table import SolvedSet
from companion.lab.survey.task import OPTION_FIELDS, TaskStatus, key_of

MAX_SHOWN = 8
"""Pairs of options listed for each figure, those that alter each other most."""

_Figures = NDArray[np.float64]
_Places = NDArray[np.intp]
_NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Change:
    """One option changed from its first value to another."""

    option: Option
    value: object

    @property
    def reference(self) -> object:
        """The option's first value."""
        return self.option.choices[0].value


@dataclass(frozen=True, slots=True)
class Spread:
    """A change's effect on a figure: mean, least and most over pairs; for a length, as a factor."""

    pairs: int
    mean: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Effect:
    """A change of an option, and what it does to a figure."""

    change: Change
    spread: Spread


@dataclass(frozen=True, slots=True)
class Interaction:
    """A change's effect without another change and with it, as means over squares of four sets."""

    change: Change
    other: Change
    squares: int
    without: float
    with_other: float


CHANGES: tuple[Change, ...] = tuple(
    Change(option, choice.value)
    for option in OPTIONS
    if option.field in OPTION_FIELDS
    for choice in option.choices[1:]
)
"""Every change that is looked at."""


class Effects:
    """The effects of options among the sets with one die; `sets` are measured ones."""

    def __init__(self, sets: Sequence[SolvedSet]) -> None:
        self._sets = [it for it in sets if it.status is TaskStatus.MEASURED]
        self._places = {key_of(it.rules): place for place, it in enumerate(self._sets)}
        self._changed = {change: self._partners(change) for change in CHANGES}

    def of(self, figure: AtlasFigure) -> list[Effect]:
        """Return each change's effect on a figure, if there is a pair to measure it on."""
        values = self._values(figure)
        found = []
        for change, partners in self._changed.items():
            there = partners != _NOWHERE
            if there.any():
                found.append(Effect(change, _spread(figure, values[partners[there]] - values[there])))
        return found

    def of_die(self, figure: AtlasFigure, other: "Effects") -> Spread | None:
        """Return another die's effect on a figure, from the sets measured with both; None without any."""
        values, others = self._values(figure), other._values(figure)
        pairs = [(place, other._places[key]) for key, place in self._places.items() if key in other._places]
        if not pairs:
            return None
        here, there = np.array(pairs).T
        return _spread(figure, others[there] - values[here])

    def between(self, figure: AtlasFigure) -> list[Interaction]:
        """The pairs of changes that alter each other's effect most, the strongest first."""
        values = self._values(figure)
        found = []
        for change, other, squares in self._squares():
            without = (values[squares[1]] - values[squares[0]]).mean()
            with_other = (values[squares[3]] - values[squares[2]]).mean()
            interaction = Interaction(
                change, other, squares.shape[1], *_in_units(figure, np.array([without, with_other]))
            )
            found.append((abs(with_other - without), interaction))
        found.sort(key=lambda it: -it[0])
        return [interaction for apart, interaction in found[:MAX_SHOWN] if apart > 0]

    def _values(self, figure: AtlasFigure) -> _Figures:
        values = np.array([figure.of(it.figures) for it in self._sets])
        return np.log(values) if figure.kind is Kind.THROWS else values

    def _partners(self, change: Change) -> _Places:
        """Return for each set the index of the set that a change makes of it."""
        field = change.option.field
        partners = np.full(len(self._sets), _NOWHERE, dtype=np.intp)
        for place, it in enumerate(self._sets):
            if getattr(it.rules, field) == change.reference:
                try:
                    changed = it.rules.with_options({field: change.value})
                except ClashError:
                    continue
                partners[place] = self._places.get(key_of(changed), _NOWHERE)
        return partners

    def _squares(self) -> Iterator[tuple[Change, Change, _Places]]:
        """Two changes with the sets that have neither, the first, the other, and both, a column a square."""
        for (one, by_one), (two, by_two) in combinations(self._changed.items(), 2):
            if one.option is two.option:
                continue
            start = np.flatnonzero((by_one != _NOWHERE) & (by_two != _NOWHERE))
            both = by_two[by_one[start]]
            closed = (both != _NOWHERE) & (both == by_one[by_two[start]])
            if closed.any():
                start, both = start[closed], both[closed]
                yield one, two, np.stack([start, by_one[start], by_two[start], both])


def _in_units(figure: AtlasFigure, by: _Figures) -> list[float]:
    found: list[float] = (np.exp(by) if figure.kind is Kind.THROWS else by).tolist()
    return found


def _spread(figure: AtlasFigure, by: _Figures) -> Spread:
    return Spread(len(by), *_in_units(figure, np.array([by.mean(), by.min(), by.max()])))
