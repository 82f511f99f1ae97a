"""Games solved for the tests, each once."""

from functools import cache

from companion.analysis.solve.graph import build
from companion.analysis.solve.solution import Solution, solve
from companion.game import rules_for


@cache
def solved(name: str, *options: str) -> Solution:
    """The solution of a game; tests only read it."""
    return solve(build(rules_for(name, options)))
