"""A graph on disk is the one in memory, and lets the largest published game be solved in little of it."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from companion.analysis.solve import graph as graphs
from companion.analysis.solve.solution import solve
from companion.game import rules_for

KIDD = """
import re, sys
from pathlib import Path
from companion.analysis.play.value_table import as_table
from companion.analysis.solve.graph import build
from companion.analysis.solve.solution import solve
from companion.game import rules_for
solution = solve(build(rules_for("kidd")))
as_table(solution).save(Path(sys.argv[1]))
status = Path("/proc/self/status").read_text()
print(solution.first_player, int(re.search(r"VmHWM:\\s+(\\d+) kB", status)[1]) >> 10)
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
def test_the_table_of_kidds_game_is_made_in_350_mb(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KIDD, str(tmp_path / "table")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    value, peak_mb = done.stdout.split()
    assert float(value) == pytest.approx(0.5143030673, abs=1e-9)
    assert int(peak_mb) <= 350
