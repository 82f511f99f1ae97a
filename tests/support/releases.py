"""A small clone of which releases are made and installed below a folder, with stand-ins for slow parts."""

import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

PIP = """#!/bin/sh
# Stands in for Python: `pip download` lays wheels of two kinds into the folder, all else is Python's own.
case "$*" in
*"-m pip"*)
    while [ $# -gt 0 ]; do
        case $1 in
        --dest) dest=$2 ;;
        --python-version) python=$2 ;;
        --requirement) cp "$2" "${ASKED_FOR:-/dev/null}" ;;
        esac
        shift
    done
    printf 'pure' >"$dest/polib-1.2.0-py2.py3-none-any.whl"
    printf '%s' "$python" >"$dest/numpy-$python-for-this-machine.whl"
    ;;
*) exec "@PYTHON@" "$@" ;;
esac
"""

Run = Callable[..., subprocess.CompletedProcess[str]]


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=somebody", "-c", "user.email=somebody@localhost"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def unpacked(tmp_path: Path, name: str) -> Path:
    with tarfile.open(tmp_path / "out" / f"{name}.tar.gz") as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    return tmp_path / "unpacked" / name
