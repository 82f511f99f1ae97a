"""Root reads and makes a station's files with the rights of the owner of the station's folder."""

import importlib
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import FiveLinesError
from companion.doctor.storage import judge_owners
from companion.system.rights import acting_as_owner_of

NOBODY = 65534
PROGRAM = """
import json, os, sys
from pathlib import Path
from companion.cli import main
folder, commands = Path(sys.argv[1]), json.loads(sys.argv[2])
for owner in (0, 65534):
    station = folder / str(owner)
    station.mkdir(exist_ok=True)
    (station / "station.toml").write_text('[station]\\ndata = "data"\\ncalibration = "data/calibration"\\n')
    for path in (station, *station.rglob("*")):
        os.chown(path, owner, owner, follow_symlinks=False)
    for words in commands:
        named = {"STATION": str(station), "OUT": f"{folder}/{owner}"}
        for name, value in named.items():
            words = [word.replace(name, value) for word in words]
        print(main(words))
"""
"""Commands for a station of root's, then for another user's: what of Python lies at root's home can't be read
any more by somebody else, and has been loaded by then."""

PLAYED = (
    *("--virtual", "--headless", "--autoplay", "1", "--rules", "schaedler"),
    *("--option", "to-win=4", "--option", "larger-throw-enters=yes"),
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else"),
]


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that everybody may enter; pytest's own are root's alone."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def five_lines(place: Path, *commands: tuple[str, ...]) -> list[str]:
    """Run commands as root for a station in STATION, of another user; return the lines that they print."""
    all_words = [[*words, "--settings", "STATION/station.toml"] for words in commands]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, place, json.dumps(all_words)],
        capture_output=True, text=True, check=False, timeout=400,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [*done.stdout.splitlines(), *done.stderr.splitlines()]


def test_whatever_root_makes_in_a_stations_folder_belongs_to_the_folders_owner(place: Path) -> None:
    """Every command that stores something; the station first, as the package's own line starts it."""
    five_lines(
        place,
        PLAYED,
        ("games", "export", "--all", "-o", "OUT.jsonl"),
        ("games", "import", "OUT.jsonl"),
        ("backup", "OUT.zip"),
        ("restore", "OUT.zip", "--replace"),
        ("capture", "--only", "empty", "--out", "STATION/pictures"),
        ("doctor", "--only", "settings", "--bundle", "OUT-report.zip"),
    )
    station = place / str(NOBODY)
    found = {str(it.relative_to(station)): it.lstat().st_uid for it in station.rglob("*")}
    assert {"data/journal.sqlite", "data/journal.sqlite-lock", "pictures/empty.png"} <= found.keys()
    assert set(found.values()) == {NOBODY}, found
    # What lies in root's own folder is root's.
    made = [place / f"{NOBODY}{ending}" for ending in (".jsonl", ".zip", "-report.zip")]
    assert {it.stat().st_uid for it in made} == {0}
    assert zipfile.ZipFile(made[-1]).read("settings.toml") == (station / "station.toml").read_bytes()


def test_what_only_root_may_read_is_not_read_through_a_stations_folder(place: Path) -> None:
    """The owner turns the station's folders into links to root's own."""
    secret = place / "secret"
    secret.mkdir(mode=0o700)
    (secret / "texts").mkdir()
    (secret / "texts" / "de.txt").write_text("of root")
    for owner in ("0", str(NOBODY)):
        (place / owner).mkdir()
        (place / owner / "data").symlink_to(secret)
    said = five_lines(place, ("staff", "forget-pin"), ("backup", "OUT.zip"), PLAYED)
    other = place / f"{NOBODY}.zip"
    assert not other.exists() or "texts/de.txt" not in zipfile.ZipFile(other).namelist()
    assert any("Permission denied" in line for line in said)
    assert {it.stat().st_uid for it in secret.rglob("*")} == {0}


def test_the_doctor_names_what_another_user_has_made_and_how_to_mend_it(place: Path) -> None:
    """As when a version before was started by sudo: its journal is root's, and the service stores no game."""
    data = place / "data"
    data.mkdir()
    journal = data / "journal.sqlite"
    for path in (place, data):
        os.chown(path, NOBODY, NOBODY)
    assert list(judge_owners(data)) == []
    journal.touch()
    (finding,) = judge_owners(data)
    assert str(journal) in finding.what
    assert finding.next_step is not None
    subprocess.run([*finding.next_step.partition(" and ")[0].split()[1:], data], check=True)
    assert list(judge_owners(data)) == []
    journal.chmod(0o444)
    assert list(judge_owners(data))


def test_a_program_that_the_owner_cannot_read_is_named(place: Path) -> None:
    """As from a clone in a home folder that is its user's alone."""
    home, station = place / "home", place / "station"
    home.mkdir(mode=0o700)
    (home / "late_module.py").touch()
    station.mkdir()
    os.chown(station, NOBODY, NOBODY)
    sys.path.append(str(home))
    try:
        says = r"can't read late_module .*; install the program where"
        with pytest.raises(FiveLinesError, match=says), acting_as_owner_of(station):
            importlib.import_module("late_module")
    finally:
        sys.path.remove(str(home))
    assert os.geteuid() == 0


def test_a_codec_is_loaded_before_root_drops_its_rights(place: Path) -> None:
    """The doctor reads its first file with one; where Python is root's alone that failed."""
    os.chown(place, NOBODY, NOBODY)
    (place / "station.toml").write_text('[sound]\ndevice = "none"\n')
    program = (
        "import encodings, sys; from companion.cli import main; from companion.system import rights; "
        "encodings.__path__.clear(); sys.exit(main(sys.argv[1:]))"
    )
    words = ["doctor", "--only", "settings", "--settings", str(place / "station.toml")]
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip
    assert "unknown encoding" not in done.stderr
    assert "station.toml" in done.stdout + done.stderr
