"""A game that is solved in a second, for tests: real chances, levels as they came out once."""

from functools import cache

import numpy as np

from companion.analysis.play.value_table import ValueTable
from companion.analysis.solve.graph import build
from companion.analysis.solve.solution import solve
from companion.game import rules_for
from companion.game.levels import Strength
from tests.support.shared import shared

QUICK = rules_for("schaedler", ["larger-throw-enters=yes", "starter=A"])
"""A game of some seventeen throws."""

STRENGTHS = tuple(
    Strength(temperature, 0.0) for temperature in (float("inf"), 0.1, 0.04, 0.015, 0.006, 0.002, 0.0)
)


@cache
def quick_table() -> ValueTable:
    """The table of QUICK; finding what each level gives away is spared, which takes longer than solving."""
    return shared("quick-table", _solve)


def _solve() -> ValueTable:
    graph = build(QUICK)
    codes = np.where(graph.reachable, np.rint(solve(graph).values * 65534) + 1, 0).astype(np.uint16)
    return ValueTable(QUICK, codes, graph.ranking, STRENGTHS)
