"""Every position's value as a file for numpy: the guide's reader finds what the solver found."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion import cli
from companion.analysis.solve.graph import build
from companion.analysis.solve.solution import solve
from companion.game import rules_for
from five_lines_lab.solve.value_file import as_npz
from tests.support.root import ROOT


def test_the_guides_reader_finds_each_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["solve", "--rules", "schaedler", "--json", "--npz", "schaedler.npz"]) == 0
    guide = (ROOT / "lab" / "docs" / "data.md").read_text(encoding="utf-8")
    reader = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)[0]
    assert len([line for line in reader.splitlines() if line]) <= 10
    read: dict[str, Any] = {}
    exec(reader, read)
    chance = read["chance"]
    assert round(chance([1] * 5 + [0] * 7, [1] * 5 + [0] * 7), 3) == 0.506
    solution = solve(build(rules_for("schaedler")))
    graph = solution.graph
    counts = graph.ranking.tables.counts.tolist()
    sides = graph.ranking.arrangements()
    for node in np.random.default_rng(58).choice(np.flatnonzero(graph.reachable), 200):
        assert chance(*(counts[side[node]] for side in sides)) == solution.values[node]
    assert chance([0] * 7 + [5, 0, 0, 0, 0], [1] * 5 + [0] * 7) is None
    assert as_npz(solution) == (tmp_path / "schaedler.npz").read_bytes(), "two runs write the same bytes"
