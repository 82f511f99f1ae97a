"""The largest published game is measured in little memory, and what is on disk is measured alike."""

import json
import subprocess
import sys

import pytest

from companion.analysis.solve import graph as graphs
from companion.analysis.solve.backups import backups
from companion.analysis.solve.solution import solve
from companion.game import rules_for
from five_lines_lab.measure.measures import Measures, measure
from tests.support.root import ROOT


def measured(*game: str) -> Measures:
    solution = solve(graphs.build(rules_for(game[0], game[1:])))
    with backups(solution.graph) as backup:
        return measure(solution, backup)


@pytest.mark.slow
@pytest.mark.parametrize("game", [("schaedler", "to-win=4"), ("schaedler", "extra-throw=both", "to-win=4")])
def test_a_game_on_disk_is_measured_as_in_memory(
    game: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = measured(*game)
    monkeypatch.setattr(graphs, "_MIN_ON_DISK", 0)
    assert measured(*game) == expected


def test_a_file_is_gone_when_its_array_is() -> None:
    graph = graphs.build(rules_for("schaedler", ["to-win=4"]))
    pages = graphs.Pages(is_wanted=True)
    kept = pages.keep(graph.turned)
    assert (kept == graph.turned).all()
    del kept
    assert not list(pages._maps)


KIDD = """
import re
from pathlib import Path
from companion.cli import main
assert main(["measure", "--rules", "kidd", "--json"]) == 0
status = Path("/proc/self/status").read_text()
print(re.search(r"VmHWM:\\s+(\\d+) kB", status)[1])
"""
"""Prints the figures and the peak in kB, which `ru_maxrss` would take over from the tests."""


@pytest.mark.nightly
def test_kidds_game_is_measured_in_350_mb() -> None:
    command = [sys.executable, "-c", KIDD]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    text, peak_kb = done.stdout.splitlines()
    figures = json.loads(text)
    known = (ROOT / "lab" / "docs" / "comparison" / "comparison.jsonl").read_text(encoding="utf-8")
    rows = {(it["rules"], it["die"], *it["options"]): it for it in map(json.loads, known.splitlines())}
    for name in ("first_player", "throws_50", "throws_95", "best_against_random"):
        assert figures[name] == pytest.approx(rows["kidd", "d6"][name], abs=1e-9)
    assert int(peak_kb) <= 350 * 1024
