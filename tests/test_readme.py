"""Every command in the README does what it says."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.support.root import ROOT

COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    for line in block.splitlines()
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all commands: later ones use what earlier ones have made."""
    return tmp_path_factory.mktemp("newcomer")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_works(command: str, folder: Path) -> None:
    words = shlex.split(command)
    assert words[0] == "sh"
    assert words[1] in ("deploy/try", "deploy/test")
    if words[1] == "deploy/test":
        assert (ROOT / words[1]).is_file()  # it is what runs this test
        return
    no_display = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "XDG_"))}
    no_display.pop("DISPLAY", None)
    done = subprocess.run(
        ["sh", str(ROOT / words[1]), *words[2:]],
        cwd=folder,
        env=no_display | {"HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_pictures_of_the_readme_are_there() -> None:
    for picture in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8")):
        assert (ROOT / picture).stat().st_size > 0
