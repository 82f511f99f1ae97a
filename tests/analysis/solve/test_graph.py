"""The graph of positions: compiled loops against numpy's."""

import numpy as np
import pytest

from companion.analysis.solve import kernels
from companion.analysis.solve.graph import build
from companion.game import rules_for

GAMES = [
    ("schaedler", "goal=anywhere", "extra-throw=both"),
    ("ludii-capture", "to-win=4", "die=knucklebone"),
    ("ludii-race", "to-win=4", "leaving=last-resort"),
]
"""With throws that earn another, with counters that are hit, and with positions in which nobody can move."""


@pytest.mark.skipif(not kernels.COMPILED, reason="the extra `fast` is not installed")
@pytest.mark.parametrize(("name", "one", "two"), GAMES)
def test_compiled_loops_find_the_positions_and_edges_that_numpy_finds(
    name: str, one: str, two: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = rules_for(name, [one, two])
    compiled = build(rules, threads=1)
    monkeypatch.setattr(kernels, "COMPILED", False)
    plain = build(rules, threads=1)
    assert compiled.start == plain.start
    for field in ("starts", "edges", "turned", "reachable", "dead"):
        assert np.array_equal(getattr(compiled, field), getattr(plain, field)), field
    assert 1000 < plain.positions <= plain.nodes
