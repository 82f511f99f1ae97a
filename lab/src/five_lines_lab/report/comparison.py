"""Games beside each other: each solved and measured, published or with options varied."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from companion.analysis.solve.backups import backups
from companion.analysis.solve.graph import build
from companion.analysis.solve.solution import solve
from companion.game import OPTIONS, ClashError, NotationError, Option, Rules
from companion.game.names import nearest
from five_lines_lab.measure.measures import Measures, measure

WITHOUT_INFLUENCE = ("starter", "limit")  # options that change nothing in how a solved game is played


@dataclass(frozen=True)
class Comparison:
    """One game's row of the comparison: the rules, how many positions can come up, and the figures."""

    rules: Rules
    positions: int
    measures: Measures


def compare(rules: Rules, on_step: Callable[[float], object] = lambda gap: None) -> Comparison:
    """Solve and measure one game; raises UnsolvedError."""
    solution = solve(build(rules), on_step)
    with backups(solution.graph) as backup:
        return Comparison(rules, solution.graph.positions, measure(solution, backup))


def options_to_vary(keys: Iterable[str]) -> tuple[Option, ...]:
    """Return the options of some keys, `all` for those that have an influence; raises NotationError."""
    able = {option.key: option for option in OPTIONS if option.key not in WITHOUT_INFLUENCE}
    found: dict[str, Option] = {}
    for key in keys:
        if key == "all":
            found |= able
        elif key in able:
            found[key] = able[key]
        else:
            there = f"there are {', '.join(able)}, and all"
            near = None if key in WITHOUT_INFLUENCE else nearest(key, able)
            raise NotationError(f"{key!r} can't be varied; {f'did you mean {near}?' if near else there}")
    return tuple(found.values())


def varied(rules: Rules, options: Iterable[Option]) -> Iterator[Rules | ClashError]:
    """Yield the rules, then with one option changed at a time, or what clashes with such a change."""
    yield rules
    for option in options:
        for choice in option.choices:
            if choice.value == getattr(rules, option.field):
                continue
            try:
                yield rules.with_options({option.field: choice.value})
            except ClashError as clash:
                yield clash
