"""Every command in the documents for a home and a school does what it says, in their order."""

import os
import re
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.game import rules_for
from companion.game.fair_die import FairDie
from companion.journal import FILE_NAME, Abandoned, Journal
from tests.support.root import ROOT

pytestmark = pytest.mark.slow


def commands(page: str) -> list[str]:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    blocks: list[str] = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    return [line.strip() for block in blocks for line in block.splitlines() if line.strip()]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A computer on which a game has been played, with no display."""
    rules = rules_for("schaedler")
    with Journal(tmp_path / "data" / FILE_NAME, lambda: datetime.now(UTC)) as journal:
        journal.append(journal.begin(FairDie(rules.die, bytes(32)), rules), (Abandoned("left"),))
    return tmp_path


@pytest.mark.parametrize(
    "command",
    # Without arguments a station plays a game by itself.
    [
        pytest.param(it, marks=pytest.mark.nightly) if it == "five-lines" else it
        for page in ("home.md", "school.md")
        for it in commands(page)
    ],
)
def test_a_command_of_the_document_works(command: str, home: Path) -> None:
    program, *arguments = shlex.split(command)
    assert program == "five-lines"
    no_display = {name: it for name, it in os.environ.items() if name not in ("DISPLAY", "SDL_VIDEODRIVER")}
    done = subprocess.run(
        [sys.executable, "-m", "companion.cli", *arguments],
        cwd=home,
        env=no_display | {"HOME": str(home), "FIVE_LINES_DATA": str(home / "data")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    written = re.search(r" -o (\S+)", command)
    if written:
        assert (home / written[1]).stat().st_size > 0
