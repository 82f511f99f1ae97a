"""The source archive (sdist) holds all that git knows, and its tests and documents work from it alone."""

import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.support.root import ROOT

pytestmark = pytest.mark.slow

BUILD = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"

QUICK = [
    "tests/test_architecture.py",
    "tests/test_documents.py",
    "tests/test_examples.py",
    "tests/test_release.py",
    "tests/game",
    "make/tests",
]
"""Tests of documents, code and parts to make that read files of every folder."""


def files_of(folder: Path) -> dict[str, bytes]:
    """The files below a folder with what they hold."""
    return {it.relative_to(folder).as_posix(): it.read_bytes() for it in folder.rglob("*") if it.is_file()}


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that git knows, and nothing that earlier builds have left beside them."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git clone")
    folder = tmp_path_factory.mktemp("clone")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def unpacked(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive's folder, built from the clone without a network and unpacked elsewhere."""
    before = files_of(clone)
    out = tmp_path_factory.mktemp("archive")
    subprocess.run([sys.executable, "-c", BUILD, str(out)], cwd=clone, check=True, capture_output=True)
    (archive,) = out.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(out, filter="data")
    (folder,) = out.glob("*/")
    assert before.items() <= files_of(clone).items()
    return folder


def test_it_holds_every_file_of_the_clone_unchanged(clone: Path, unpacked: Path) -> None:
    held = files_of(unpacked)
    assert {name for name, what in files_of(clone).items() if held.get(name) != what} <= {
        name for name in held if "egg-info" in name
    }


@pytest.mark.nightly
def test_its_quick_tests_pass_from_its_own_folder(unpacked: Path) -> None:
    options = ["-m", "not slow and not nightly", "--hypothesis-profile=quick", "-p", "no:cacheprovider"]
    run = [sys.executable, "-m", "pytest", *options, *QUICK]
    done = subprocess.run(run, cwd=unpacked, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
