"""The figures by which the atlas compares sets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from five_lines_lab.measure.definitions import DEFINITIONS
from five_lines_lab.solve.bounds import Bounds

_Kept = Mapping[str, float | None]
_WORDS = {definition.field: definition.words for definition in DEFINITIONS}


class Kind(StrEnum):
    """The kind of a figure, which decides how two are compared."""

    THROWS = "throws"  # a length; lengths are compared by their ratio
    SHARE = "share"  # a share or a chance: the difference in percentage points
    COUNT = "count"  # a frequency, compared by its difference


@dataclass(frozen=True)
class AtlasFigure:
    """A figure of a set: its name and title, what it is in words, and how it is had from the survey's.

    `unsure` names the survey's columns that are empty where the figure is exact: its standard error, or the
    ends of its 95 % interval. `between` has the figure's bounds from those of the first player's chance; None
    if they say nothing of it.
    """

    key: str
    title: str
    words: str
    kind: Kind
    digits: int
    of: Callable[[_Kept], float]
    unsure: tuple[str, ...] = ()
    between: Callable[[Bounds], tuple[float, float]] | None = None


def _kept(
    column: str, title: str, kind: Kind, digits: int, words: str = "", unsure: tuple[str, ...] = ()
) -> AtlasFigure:
    return AtlasFigure(
        column, title, words or _WORDS[column], kind, digits, lambda kept: _of(kept, column), unsure
    )


def _length(share: int, title: str, words: str) -> AtlasFigure:
    column = f"throws_{share}"
    return _kept(
        column,
        f"length: {title}",
        Kind.THROWS,
        0,
        f"{words} games are no longer than so many throws",
        (f"{column}_low", f"{column}_high"),
    )


def _against(rule: str, words: str) -> AtlasFigure:
    return _kept(
        f"best_against_{rule.replace('-', '_')}",
        f"skill: best play against {rule}",
        Kind.SHARE,
        2,
        f"the chance of a player who never errs against one who chooses evenly among {words}; either begins "
        "as often, a draw is half a win",
        (f"best_against_{rule.replace('-', '_')}_error",),
    )


def _of(kept: _Kept, column: str) -> float:
    value = kept[column]
    assert value is not None, f"a measured set has no {column}"
    return value


def _edge(kept: _Kept) -> float:
    return abs(_of(kept, "first_player") - 0.5)


def _edge_between(bounds: Bounds) -> tuple[float, float]:
    low, high = sorted((abs(bounds.low - 0.5), abs(bounds.high - 0.5)))
    return (0.0 if bounds.low < 0.5 < bounds.high else low), high


def _leavings(kept: _Kept) -> float:
    return _of(kept, "left_forced") + _of(kept, "left_by_choice")


def _leavings_a_hundred(kept: _Kept) -> float:
    return _of(kept, "left_forced_in_100") + _of(kept, "left_by_choice_in_100")


FIGURES: tuple[AtlasFigure, ...] = (
    _length(50, "median", "half of all"),
    _kept("throws", "length: mean", Kind.THROWS, 1),
    _length(5, "5 %", "5 % of"),
    _length(95, "95 %", "95 % of"),
    _against("two-rules", "what gathers a counter, if anything does, and else among what takes none off"),
    _against("keeps-goal", "all that takes no gathered counter off, if anything does not"),
    _against("random", "all that may be done"),
    _kept("stake", "skill: mean stake of a turn", Kind.SHARE, 2),
    _kept("turns_with_choice", "skill: turns with a choice", Kind.SHARE, 1),
    _kept("luck", "luck of a throw", Kind.SHARE, 2),
    AtlasFigure(
        "edge",
        "evenness: edge of who begins",
        "how far the chance of who throws first is from one half, in either direction, a draw counted as "
        "half a win; the less, the more even",
        Kind.SHARE,
        2,
        _edge,
        between=_edge_between,
    ),
    replace(
        _kept("first_player", "chance of who begins", Kind.SHARE, 2),
        between=lambda bounds: (bounds.low, bounds.high),
    ),
    _kept("draws", "draws", Kind.SHARE, 2),
    AtlasFigure(
        "leavings",
        "leavings a game",
        "how often a game takes a gathered counter off the goal, forced or by choice",
        Kind.COUNT,
        2,
        _leavings,
    ),
    AtlasFigure(
        "leavings_100",
        "leavings a hundred throws",
        "the same in a hundred throws",
        Kind.COUNT,
        2,
        _leavings_a_hundred,
    ),
    _kept("left_forced", "leavings a game, forced", Kind.COUNT, 2),
    _kept("left_by_choice", "leavings a game, by choice", Kind.COUNT, 2),
    _kept("circling", "over 30 throws from one left", Kind.SHARE, 1),
    _kept("lead_changes", "lead changes a game", Kind.COUNT, 1),
    _kept("drama", "drama", Kind.SHARE, 2),
)
"""All of them, in the order in which they are offered."""
