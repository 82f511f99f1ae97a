"""Each published set among those that one option makes of it, and the nearest better one.

What is better is a matter of taste. Here it is a game that is shorter and loses nothing by it: its median is
a tenth shorter at least, and it is as even, as skilful and as decisive, to half a percentage point.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.game import OPTIONS, RECONSTRUCTIONS, ClashError, Die, Rules
from five_lines_lab.atlas.table import SolvedSet, options_asked
from five_lines_lab.survey.task import OPTION_FIELDS, TaskStatus, key_of

SHORTER = 0.9  # a game is shorter if its median is at most this share of the other's
AS_GOOD = 0.005  # chances that are not further apart count as alike

BETTER = (
    "Better means here: shorter, and nothing lost by it. The median game is a tenth shorter at least; and, "
    "to half a percentage point, who begins has no greater edge, best play wins no fewer games against a "
    "player with two rules of thumb, and draws are no more. The nearest is the one that the fewest options "
    "make of the published set; of several, the shortest."
)
"""The same in words."""


@dataclass(frozen=True)
class Published:
    """A published set with one die, and what is known of its neighbours.

    `neighbours` is how many accepted sets one option makes of it, of which so many are solved, or only
    decided or bounded. `better` is the nearest better set in the table, `asked` the fields of the options for
    it.
    """

    name: str
    itself: SolvedSet | None
    die: Die
    neighbours: int
    solved: int
    unsolved: int
    better: SolvedSet | None = None
    asked: tuple[str, ...] = ()


def published_sets(sets: Sequence[SolvedSet], dice: Sequence[Die]) -> list[Published]:
    """Return every published set with every die."""
    by_key = {it.known_by: it for it in sets}
    return [
        _published(base.rules.with_options({"die": die}), by_key)
        for base in RECONSTRUCTIONS.values()
        for die in dice
    ]


def neighbours(rules: Rules) -> list[Rules]:
    """Return every accepted set that differs from some rules by one option, each once."""
    found: dict[str, Rules] = {}
    for option in OPTIONS:
        if option.field not in OPTION_FIELDS:
            continue
        for choice in option.choices:
            try:
                changed = rules.with_options({option.field: choice.value})
            except ClashError:
                continue
            found.setdefault(key_of(changed), changed)
    found.pop(key_of(rules), None)
    return list(found.values())


def is_better(it: SolvedSet, than: SolvedSet) -> bool:
    """True if a set is better than another one, as BETTER says."""
    if it.status is not TaskStatus.SOLVED:
        return False
    old, new = ({name: value or 0.0 for name, value in one.figures.items()} for one in (than, it))
    return (
        new["throws_50"] <= SHORTER * old["throws_50"]
        and abs(new["first_player"] - 0.5) <= abs(old["first_player"] - 0.5) + AS_GOOD
        and new["best_against_two_rules"] >= old["best_against_two_rules"] - AS_GOOD
        and new["draws"] <= old["draws"] + AS_GOOD
    )


def _published(rules: Rules, by_key: Mapping[tuple[str, str], SolvedSet]) -> Published:
    near = [by_key.get((key_of(other), str(rules.die))) for other in neighbours(rules)]
    states = [it.status for it in near if it is not None]
    solved = states.count(TaskStatus.SOLVED)
    counts = len(near), solved, len(states) - solved
    itself = by_key.get((key_of(rules), str(rules.die)))
    if itself is None or itself.status is not TaskStatus.SOLVED:
        return Published(rules.name, None, rules.die, *counts)
    better = [
        (options_asked(rules, it.rules), it)
        for it in by_key.values()
        if it.rules.die == rules.die and is_better(it, itself)
    ]
    if not better:
        return Published(rules.name, itself, rules.die, *counts)
    asked, found = min(
        better, key=lambda pair: (len(pair[0]), pair[1].figures["throws_50"], pair[1].known_by)
    )
    return Published(rules.name, itself, rules.die, *counts, found, asked)
