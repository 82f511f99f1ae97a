"""The program needs no more of its libraries than the oldest have that it is promised to run with."""

import subprocess
import sys

import pytest

from tests.support.names_there import extras
from tests.support.root import ROOT

LACKING = ("cv2.typing", "cv2.utils.logging")
"""Debian 13's own OpenCV 4.10 has neither; the 4.11 that Debian 12 gets has no logging."""


@pytest.mark.slow
@pytest.mark.parametrize("lacking", [LACKING, tuple(sorted(extras()))], ids=["older", "without extras"])
def test_every_module_finds_what_it_needs_in_older_libraries(lacking: tuple[str, ...]) -> None:
    command = [sys.executable, str(ROOT / "tests/support/names_there.py"), *lacking]
    done = subprocess.run(
        command, cwd=ROOT, env={"PYTHONPATH": "."}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
