"""Sets of rules that differ in their starts alone, which are solved in one go.

What positions lead to is the same in all of them; only which of them can come up differs.
"""

from collections.abc import Iterable

from companion.game import Rules
from companion.game.rulesets.rules import Start
from companion.lab.survey.task import OPTION_FIELDS

_WIDENING = (Start.FULL, Start.OWN_SACRED, Start.HAND, Start.HOME)
"""The starts in such an order that the last one's rules have a place for every counter of the others'.

With hits all of them have the hand; without, games from the hand and from home are not solved together.
"""


def kin(mixes: Iterable[Rules]) -> list[tuple[Rules, ...]]:
    """The sets, together where they can be solved together; the one with the most places is the first."""
    groups = dict[tuple[str, ...], list[Rules]]()
    entering = dict[tuple[str, ...], tuple[str, ...]]()
    # Where no counter ever enters it doesn't matter how: such a set goes with any other one.
    for rules in sorted(mixes, key=lambda rules: rules.entry is None):
        alike = tuple(rules.written(field) for field in OPTION_FIELDS if field not in ("start", "entry"))
        alike += (str(rules.die),)
        if rules.entry is None:
            key = entering.get(alike, alike)
        else:
            key = (*alike, rules.written("entry"), *(() if rules.hitting else (rules.start,)))
            entering.setdefault(alike, key)
        groups.setdefault(key, []).append(rules)
    return [
        tuple(sorted(group, key=lambda rules: -_WIDENING.index(rules.start))) for group in groups.values()
    ]
