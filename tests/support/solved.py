"""Games solved for the tests, each once a run."""

from functools import cache

from companion.analysis.solve.graph import build
from companion.analysis.solve.solution import Solution, solve
from companion.game import rules_for
from tests.support.shared import shared


@cache
def solved(name: str, *options: str) -> Solution:
    """The solution of a game; tests only read it."""
    return shared("-".join(["solved", name, *options]), lambda: solve(build(rules_for(name, options))))
