"""The fault laboratory, a short run: whatever fails, nothing that was told or shown is lost."""

import pytest

from bench.chaos import main

pytestmark = pytest.mark.slow

FOUND = (1, 5)
"""Seeds of runs that have found something once: a throw shown a frame before anybody was told that it was not
stored; a second station let in for as long as nothing happened, where the lock had been deleted."""


@pytest.mark.parametrize("seed", FOUND)
def test_nothing_shown_is_lost_whatever_fails(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    found = main(["--seed", str(seed), "--runs", "1", "--lives", "2"])
    told = capsys.readouterr().out
    assert not found, told
    assert "killed" in told
