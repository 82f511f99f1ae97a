"""The two commands from a clone say plainly what is missing, and need nothing twice."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.root import ROOT


def clone_with(tmp_path: Path, python: str) -> tuple[Path, dict[str, str]]:
    """A clone's deploy folder, and an environment whose only Python is a script."""
    clone = tmp_path / "clone"
    shutil.copytree(ROOT / "deploy", clone / "deploy")
    shutil.copy(ROOT / "pyproject.toml", clone)
    for name in ("lab", "make"):
        (clone / name).mkdir()
        shutil.copy(ROOT / name / "pyproject.toml", clone / name)
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("sh", "dirname", "cksum", "cat", "grep"):
        found = shutil.which(name)
        assert found is not None
        (tools / name).symlink_to(found)
    fake = tools / "python3"
    fake.write_text(f"#!/bin/sh\n{python}\n")
    fake.chmod(0o755)
    return clone, {"PATH": str(tools), "HOME": str(tmp_path)}


def run(script: str, clone: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(clone / "deploy" / script)], env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("script", ["try", "test"])
def test_without_a_python_that_is_new_enough_it_says_what_to_install(script: str, tmp_path: Path) -> None:
    clone, environment = clone_with(tmp_path, "exit 1")
    done = run(script, clone, environment)
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr
    assert "sudo apt install python3 python3-venv" in done.stderr
    assert not (clone / ".venv").exists()


@pytest.mark.parametrize("script", ["try", "test"])
def test_without_the_venv_module_it_says_what_to_install(script: str, tmp_path: Path) -> None:
    clone, environment = clone_with(tmp_path, 'case "$2" in *ensurepip*) exit 1;; esac')
    done = run(script, clone, environment)
    assert done.returncode == 1
    assert "venv module is missing" in done.stderr
    assert "sudo apt install python3-venv" in done.stderr
    assert not (clone / ".venv").exists()


@pytest.mark.slow
def test_what_was_set_up_once_needs_no_network_again() -> None:
    if not (ROOT / ".venv" / ".set-up-test").exists():
        pytest.skip("the tests were not started by `sh deploy/test`")
    nowhere = {**os.environ, "PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "0"}
    done = subprocess.run(
        ["sh", str(ROOT / "deploy" / "try"), "--help"],
        env=nowhere,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Installing" not in done.stderr


QUICK = "not slow and not nightly"


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        ([], ["-m", "pytest", "-n", "auto"]),
        (["tests/game", "-x"], ["-m", "pytest", "-n", "auto", "tests/game", "-x"]),
        (
            ["--quick", "tests/game"],
            ["-m", "pytest", "-n", "auto", "-m", QUICK, "--hypothesis-profile=quick", "tests/game"],
        ),
        (["-p", "no:xdist"], ["-m", "pytest", "-p", "no:xdist"]),
    ],
)
def test_the_tests_are_run_side_by_side_and_arguments_go_to_pytest(
    arguments: list[str], asked: list[str], tmp_path: Path
) -> None:
    clone, environment = clone_with(tmp_path, "exit 1")
    ours = clone / ".venv" / "bin"
    ours.mkdir(parents=True)
    for tool in ("ruff", "mypy", "python"):
        (ours / tool).write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
        (ours / tool).chmod(0o755)
    state = subprocess.run(
        ["cksum", "pyproject.toml", "lab/pyproject.toml", "make/pyproject.toml", "deploy/setup"],
        cwd=clone,
        capture_output=True,
        text=True,
        check=True,
    )
    (clone / ".venv" / ".set-up-test").write_text(state.stdout.rstrip("\n"))
    command = ["sh", str(clone / "deploy" / "test"), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = done.stdout.split("Types (mypy) and tests (pytest) ...\n")[1].split("Types (mypy):\n")
    assert told[1:] == ["\n"]
    left_open = [it for it in told[0].splitlines() if it and not it.startswith("--d") and it != "worksteal"]
    assert left_open == asked
    (ours / "mypy").write_text("#!/bin/sh\nexit 1\n")
    assert subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 1
