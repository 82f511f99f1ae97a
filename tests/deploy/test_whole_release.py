"""One command makes a whole release: all its parts are there, signed, and the same to the byte made again."""

import shutil
import subprocess
from pathlib import Path

import pytest

from companion import __version__
from tests.support.root import ROOT

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(
        not (shutil.which("dh_python3") and shutil.which("ssh-keygen") and (ROOT / ".git").exists()),
        reason="needs debhelper, dh-python, openssh-client and a clone",
    ),
]


def make(out: Path, key: Path) -> Path:
    """Make a release without the archives, which take minutes and a network."""
    command = ["sh", "deploy/release", "--no-archives", "--out", str(out), "--sign", str(key)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if "Is there a network?" in done.stderr:
        pytest.skip("needs a network, to fetch setuptools")
    assert done.returncode == 0, done.stderr
    return out / f"five-lines-{__version__}"


def test_a_release_has_all_parts_signed_and_is_the_same_made_again(tmp_path: Path) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    (tmp_path / "known").write_text(f"releases {key.with_suffix('.pub').read_text()}")
    release = make(tmp_path / "one", key)
    found = {file.name: file.read_bytes() for file in release.iterdir()}
    kinds = {name.partition("_")[0] if name.endswith(".deb") else Path(name).suffix for name in found}
    assert kinds >= {
        "five-lines",
        "five-lines-lab",
        "five-lines-link",
        "five-lines-make",
        ".gz",
        ".md",
        ".sig",
        ".sha256",
    }
    assert len([name for name in found if name.endswith(".whl")]) == 3
    assert f"five-lines-docs-{__version__}.tar.gz" in found
    assert found["NOTES.md"].decode().startswith(f"## {__version__}")
    check = ["sh", "deploy/service/check-release", str(release), str(tmp_path / "known")]
    done = subprocess.run(check, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == "This version is as releases has signed it.\n", done.stderr
    again = make(tmp_path / "two", key)
    assert {file.name: file.read_bytes() for file in again.iterdir()} == found
