"""Root looks at a station's files with the rights of whoever can write them."""

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.system.rights import whose

NOBODY = 65534
PROGRAM = """
import email.parser, email.policy, encodings.utf_8_sig, importlib.metadata, platform, sys
importlib.metadata.distribution("numpy").metadata
platform.platform()
from companion.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""The library of an interpreter that lies at root's home can't be read any more by somebody else."""


def test_who_is_not_root_stays_who_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert whose(tmp_path) is None


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter; those that pytest makes are root's alone."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def doctor(settings: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, "doctor", "--json", "--only", "settings",
         "--settings", str(settings), *more],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_root_becomes_the_owner_of_the_folder_before_a_file_in_it_is_read(open_folder: Path) -> None:
    data, report = open_folder / "data", open_folder / "report.zip"
    data.mkdir()
    settings = data / "station.toml"
    settings.write_text("[sound]\nvolume = 0.5\n")
    os.chown(data, NOBODY, NOBODY)
    done = doctor(settings, "--bundle", str(report))
    assert (done.returncode, json.loads(done.stdout)["mark"]) == (0, "fine"), done.stdout + done.stderr
    # The report is root's, in a folder that the owner can't write.
    assert zipfile.ZipFile(report).read("settings.toml") == settings.read_bytes()
    # What only root may read is not read.
    settings.chmod(0o600)
    done = doctor(settings)
    assert (done.returncode, json.loads(done.stdout)["mark"]) == (1, "wrong"), done.stderr
    assert "Permission denied" in done.stdout
