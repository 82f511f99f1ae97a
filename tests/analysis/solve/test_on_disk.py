"""A graph on disk is the one in memory, and lets the largest published game be solved in little of it."""

import subprocess
import sys

import numpy as np
import pytest

from companion.analysis.solve import graph as graphs
from companion.analysis.solve.solution import solve
from companion.game import rules_for

KIDD = """
import re
from pathlib import Path
from companion.analysis.solve.graph import build
from companion.analysis.solve.solution import solve
from companion.game import rules_for
first_player = solve(build(rules_for("kidd"))).first_player
print(first_player, int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]) >> 10)
"""
"""Prints the first player's chance and the peak in MB, which `ru_maxrss` would take over from the tests."""


@pytest.mark.parametrize("free_bytes", [0, 10**18])
@pytest.mark.slow
def test_a_game_on_disk_or_without_room_for_it_is_solved_alike(
    free_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = rules_for("schaedler", ["to-win=4"])
    expected = solve(graphs.build(rules))
    monkeypatch.setattr(graphs, "_MIN_ON_DISK", 0)
    monkeypatch.setattr(graphs, "_MIN_FREE_BYTES", free_bytes)
    found = solve(graphs.build(rules))
    assert np.array_equal(found.graph.edges, expected.graph.edges)
    assert np.array_equal(found.graph.starts, expected.graph.starts)
    assert np.array_equal(found.values, expected.values)
    assert np.array_equal(found.throws, expected.throws)
    assert np.array_equal(found.policy, expected.policy)


@pytest.mark.slow
@pytest.mark.nightly
def test_kidds_game_is_solved_in_350_mb() -> None:
    told = subprocess.run([sys.executable, "-c", KIDD], capture_output=True, text=True, check=True)
    value, peak_mb = told.stdout.split()
    assert float(value) == pytest.approx(0.5143030673, abs=1e-9)
    assert int(peak_mb) <= 350
