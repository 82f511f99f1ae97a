"""Every command in the documents for a home and a school does what it says, in their order."""

import os
import re
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from textwrap import dedent

import pytest

from companion import cli
from companion.game import rules_for
from companion.game.fair_die import FairDie
from companion.journal import FILE_NAME, Abandoned, Journal
from companion.settings.settings_file import parse_settings
from tests.support.root import ROOT

pytestmark = pytest.mark.slow


PAGES = ("home.md", "school.md")
UNTIL_CLOSED = ("five-lines", "five-lines --virtual", "five-lines link")


def text_of(page: str) -> str:
    return (ROOT / "docs" / page).read_text(encoding="utf-8")


def commands(page: str) -> list[str]:
    """Every command, in a block or in a sentence, in their order."""
    blocks: list[tuple[str, str]] = re.findall(
        r"```sh\n(.*?)```|`(five-lines [^`]+)`", text_of(page), re.DOTALL
    )
    lines = [line.strip() for block, said in blocks for line in (block or said).splitlines()]
    return [*dict.fromkeys(filter(None, lines))]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A computer on which a camera was chosen and a game has been played, with no display."""
    rules = rules_for("schaedler")
    with Journal(tmp_path / "data" / FILE_NAME, lambda: datetime.now(UTC)) as journal:
        journal.append(journal.begin(FairDie(rules.die, bytes(32)), rules), (Abandoned("left"),))
    (tmp_path / "data" / "station.toml").write_text('[camera]\ndevice = "opencv"\n')
    return tmp_path


@pytest.mark.parametrize(
    "command",
    # Without arguments a station plays a game by itself.
    [
        pytest.param(it, marks=pytest.mark.nightly) if it == "five-lines" else it
        for page in PAGES
        for it in commands(page)
        if it not in UNTIL_CLOSED[1:]
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
    # What a computer for tests lacks, a doctor finds.
    assert done.returncode in (0, 1) if "doctor" in command else done.returncode == 0, done.stderr
    written = re.search(r" -o (\S+)", command)
    if written:
        assert (home / written[1]).stat().st_size > 0


@pytest.mark.parametrize("page", PAGES)
def test_every_command_and_setting_of_the_documents_is_known(page: str) -> None:
    for command in commands(page):
        words = cli.with_command(shlex.split(command)[1:])
        cli.parser_of(words[:1]).parse_args(words)
    settings = re.findall(r"```toml\n(.*?)```", text_of(page), re.DOTALL)
    assert settings
    for text in settings:
        parse_settings(dedent(text))
    for said in re.findall(r"`(\w+ = [^`]+)`", text_of(page)):
        section = {"number": "camera", "board": "station", "place": "station", "page_vote": "link"}
        parse_settings(f"[{section[said.split()[0]]}]\n{said}\n")
