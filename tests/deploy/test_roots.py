"""Fresh Debian roots, in which Five Lines is installed and tried: takes minutes, needs root and a network."""

import os
import subprocess

import pytest

from tests.support.root import ROOT


@pytest.mark.skipif(
    "FIVE_LINES_ROOTS" not in os.environ or os.geteuid() != 0,
    reason="needs root, and a folder to make Debian roots in, named by FIVE_LINES_ROOTS",
)
@pytest.mark.parametrize("release", ["bookworm", "trixie"])
def test_a_fresh_root_gets_a_station_that_works(release: str) -> None:
    done = subprocess.run(["sh", str(ROOT / "tests/deploy/roots"), release], check=False)
    assert done.returncode == 0
