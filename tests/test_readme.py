"""Every command in the README does what it says."""

import os
import re
import shlex
import subprocess

import pytest

from tests.support.root import ROOT
from tests.support.selection import at_night_but
from tests.support.shared import shared, shared_folder

pytestmark = pytest.mark.slow

COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    for line in block.splitlines()
]


def made_by(command: str) -> str | None:
    """The file or folder that a command makes in the folder it is called in."""
    made = re.search(r" (?:--out|-o) (\S+)", command)
    return made[1] if made else None


def done(command: str) -> subprocess.CompletedProcess[str]:
    """What came of a command; run once, after those before it that make what it names."""
    for earlier in COMMANDS[: COMMANDS.index(command)]:
        made = made_by(earlier)
        if made and re.search(rf" {re.escape(made)}\b", command):
            done(earlier)
    return shared(f"readme-{COMMANDS.index(command)}", lambda: run(command))


def run(command: str) -> subprocess.CompletedProcess[str]:
    _, script, *arguments = shlex.split(command)
    folder = shared_folder("newcomer")
    no_display = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "XDG_"))}
    no_display.pop("DISPLAY", None)
    return subprocess.run(
        ["sh", str(ROOT / script), *arguments],
        cwd=folder,
        env=no_display | {"HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "command",
    # Without arguments a station plays by itself, too.
    at_night_but([it for it in COMMANDS if "--autoplay" not in it], COMMANDS),
)
def test_a_command_of_the_readme_works(command: str) -> None:
    words = shlex.split(command)
    assert words[0] == "sh"
    assert words[1] in ("deploy/try", "deploy/test")
    if words[1] == "deploy/test":
        assert (ROOT / words[1]).is_file()  # it is what runs this test
        return
    told = done(command)
    assert told.returncode == 0, told.stderr
    assert told.stdout


def test_the_pictures_of_the_readme_are_there() -> None:
    for picture in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8")):
        assert (ROOT / picture).stat().st_size > 0
