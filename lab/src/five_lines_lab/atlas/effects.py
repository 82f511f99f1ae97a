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
from five_lines_lab.atlas.figures import AtlasFigure, Kind
from five_lines_lab.atlas.table import SolvedSet
from five_lines_lab.solve.bounds import Bounds
from five_lines_lab.survey.task import OPTION_FIELDS, TaskStatus, key_of

MAX_SHOWN = 8  # pairs of options listed for each figure, those that alter each other most

_Figures = NDArray[np.float64]
_Places = NDArray[np.intp]
_NOWHERE = -1


@dataclass(frozen=True)
class Change:
    """One option changed from its first value to another."""

    option: Option
    value: object

    @property
    def reference(self) -> object:
        """The option's first value."""
        return self.option.choices[0].value


@dataclass(frozen=True)
class Spread:
    """A change's effect on a figure: mean, least and most over pairs; for a length, as a factor."""

    pairs: int
    mean: float
    least: float
    most: float


@dataclass(frozen=True)
class Effect:
    """A change of an option, and what it does to a figure.

    `left_out` more pairs have a set that is not solved. Where bounds of the first player's chance bound the
    figure, `with_bounded` has bounds of the mean over all pairs, these included; else it is empty.
    """

    change: Change
    spread: Spread
    left_out: int
    with_bounded: tuple[float, ...]


@dataclass(frozen=True)
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
    """The effects of options among the sets with one die."""

    def __init__(self, sets: Sequence[SolvedSet]) -> None:
        self._sets = sets
        self._places = {key_of(it.rules): place for place, it in enumerate(self._sets)}
        self._changed = {change: self._partners(change) for change in CHANGES}

    def of(self, figure: AtlasFigure) -> list[Effect]:
        """Return each change's effect on a figure, if there is a pair to measure it on."""
        values, ends = self._values(figure), self._ends(figure)
        found = []
        for change, partners in self._changed.items():
            there = np.flatnonzero(partners != _NOWHERE)
            after = partners[there]
            by = values[after] - values[there]
            solved = ~np.isnan(by)
            if solved.any():
                # The least is where the change ends low and began high.
                apart = ends[after] - ends[there][:, ::-1] if ends.size else np.empty((len(by), 0))
                bounds = tuple(apart.mean(axis=0).tolist())
                left_out = int(np.count_nonzero(~solved))
                spread = _spread(figure, by[solved])
                found.append(Effect(change, spread, left_out, bounds if left_out else ()))
        return found

    def of_die(self, figure: AtlasFigure, other: "Effects") -> Spread | None:
        """Return another die's effect on a figure, from the sets measured with both; None without any."""
        values, others = self._values(figure), other._values(figure)
        pairs = [(place, other._places[key]) for key, place in self._places.items() if key in other._places]
        if not pairs:
            return None
        here, there = np.array(pairs).T
        by = others[there] - values[here]
        solved = ~np.isnan(by)
        return _spread(figure, by[solved]) if solved.any() else None

    def between(self, figure: AtlasFigure) -> list[Interaction]:
        """The pairs of changes that alter each other's effect most, the strongest first."""
        values = self._values(figure)
        found = []
        for change, other, places in self._squares():
            squares = places[:, ~np.isnan(values[places]).any(axis=0)]
            if not squares.size:
                continue
            without = (values[squares[1]] - values[squares[0]]).mean()
            with_other = (values[squares[3]] - values[squares[2]]).mean()
            interaction = Interaction(
                change, other, squares.shape[1], *_in_units(figure, np.array([without, with_other]))
            )
            found.append((abs(with_other - without), interaction))
        found.sort(key=lambda it: -it[0])
        return [interaction for apart, interaction in found[:MAX_SHOWN] if apart > 0]

    def _values(self, figure: AtlasFigure) -> _Figures:
        """Return every set's figure, or a length's logarithm; nan for sets that are not solved."""
        values = np.array([figure.of(it.figures) if _is_solved(it) else np.nan for it in self._sets])
        return np.log(values) if figure.kind is Kind.THROWS else values

    def _ends(self, figure: AtlasFigure) -> _Figures:
        """Return a row for every set, the bounds of a figure; empty if the figure has none."""
        if figure.between is None:
            return np.empty((0, 2))
        known = (it.bounds or Bounds(0.0, 1.0) for it in self._sets)
        return np.array(
            [
                (figure.of(it.figures),) * 2 if _is_solved(it) else figure.between(bounds)
                for it, bounds in zip(self._sets, known, strict=True)
            ]
        )

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


def _is_solved(it: SolvedSet) -> bool:
    return it.status is TaskStatus.SOLVED


def _in_units(figure: AtlasFigure, by: _Figures) -> list[float]:
    found: list[float] = (np.exp(by) if figure.kind is Kind.THROWS else by).tolist()
    return found


def _spread(figure: AtlasFigure, by: _Figures) -> Spread:
    return Spread(len(by), *_in_units(figure, np.array([by.mean(), by.min(), by.max()])))
