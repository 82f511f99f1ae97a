"""What tests of releases start from: a clone, keys that sign, and scripts that make and install a release."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.installing import PYTHON
from tests.support.releases import PIP, Run, git
from tests.support.root import ROOT


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A small clone with the scripts, committed."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed (apt install git)")
    folder = tmp_path / "clone"
    (folder / "companion").mkdir(parents=True)
    (folder / "companion" / "__init__.py").write_text('__version__ = "7.0"\n')
    shutil.copytree(ROOT / "deploy", folder / "deploy", ignore=shutil.ignore_patterns("__pycache__", "atlas"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "all")
    return folder


@pytest.fixture
def run(clone: Path, tmp_path: Path) -> Run:
    """Makes a release of the clone, with the stand-in for pip."""
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "python3").write_text(PIP.replace("@PYTHON@", sys.executable))
    (tools / "python3").chmod(0o755)

    def run(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": f"{tools}:{os.environ['PATH']}", **more}
        command = ["sh", str(clone / "deploy" / "archive"), "--out", str(tmp_path / "out"), *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    return run


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """A folder with two keys, `ours` and `other`, and the file `known` that names the first."""
    if shutil.which("ssh-keygen") is None:
        pytest.skip("ssh-keygen is not installed (apt install openssh-client)")
    folder = tmp_path / "the keys"
    folder.mkdir()
    for name in ("ours", "other"):
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(folder / name)]
        subprocess.run(command, check=True)
    (folder / "known").write_text(f"releases@museum {(folder / 'ours.pub').read_text()}")
    return folder


@pytest.fixture
def deploy(tmp_path: Path) -> Run:
    """Runs a script of an unpacked release below a folder."""
    tools = tmp_path / "stand-in"
    tools.mkdir()
    (tools / "python3").write_text(PYTHON)
    (tools / "python3").chmod(0o755)

    def deploy(folder: Path, script: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        environment = {
            "PATH": f"{tools}:{os.environ['PATH']}",
            "FIVE_LINES_ROOT": str(tmp_path / "root"),
            **more,
        }
        command = ["sh", str(folder / "deploy" / script), *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    return deploy


@pytest.fixture
def whole(clone: Path) -> Path:
    """The clone with what else is installed."""
    for name in ("vision", "calibration", "hardware", "make"):
        (clone / name).mkdir()
        (clone / name / "__init__.py").touch()
    for name in ("README.md", "LICENSE"):
        shutil.copy(ROOT / name, clone)
    git(clone, "add", ".")
    git(clone, "commit", "--quiet", "--message", "whole")
    return clone
