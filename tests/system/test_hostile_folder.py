"""Root runs each command for a station whose folder was laid with traps by the station's own user."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.backed_up import station
from tests.support.root import ROOT

NOBODY = 65534
SECRET = "for root alone"
PROGRAM = """
import faulthandler, json, os, sys
from companion.cli import main
os.umask(0o022)
for words in json.loads(sys.argv[1]):
    faulthandler.dump_traceback_later(60, exit=True)
    try:
        print(main(words), words[:2], flush=True)
    except SystemExit as refused:
        print(refused.code, words[:2], flush=True)
    assert (os.geteuid(), os.getegid()) == (0, 0)
"""
"""Each command in turn; one that hangs ends it."""
COMMANDS = (
    ("settings", "check", "HERE/station.toml"),
    ("doctor", "--only", "settings"),
    ("doctor", "--only", "journal"),
    ("doctor", "--only", "settings", "--bundle", "OUT/report.zip"),
    ("backup", "OUT/b.zip"),
    ("restore", "OUT/good.zip", "--replace"),
    ("staff", "forget-pin"),
    ("games", "list"),
    ("games", "export", "--all", "-o", "OUT/games.jsonl"),
    ("games", "import", "OUT/good.jsonl"),
    ("dice", "audit", "--journal", "HERE/data/journal.sqlite"),
    ("visits",),
    ("hall", "--out", "OUT/hall"),
    ("metrics",),
    ("link",),
    ("station", "--headless", "--autoplay", "1", "--rules", "schaedler", "--option", "limit=2"),
)
JOURNAL = ("data/journal.sqlite", "data/journal.sqlite-wal", "data/journal.sqlite-lock")
OTHERS = (
    *("data/visits.sqlite", "data/names.json", "data/texts", "data/texts/de.txt", "data/boards"),
    *("data/pin.json", "data/pin-tries.json", "data/tables", "data/reports", "data/camera", "data/logo.png"),
    *("data/station.sock", "data/.five-lines-tmp-y", ".five-lines-tmp-x", "calibration", "board.toml"),
    *("calibration/calibration.toml", ".five-lines-restore-unpacking", ".five-lines-restore-swapping"),
)
SETTINGS = ("station.toml",)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else"),
]


def linked_file(path: Path, secret: Path) -> None:
    path.symlink_to(secret / "file")


def linked_folder(path: Path, secret: Path) -> None:
    path.symlink_to(secret)


def hard_linked(path: Path, secret: Path) -> None:
    path.hardlink_to(secret / "file")


def pipe(path: Path, _: Path) -> None:
    os.mkfifo(path)


def huge(path: Path, _: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


def folder(path: Path, secret: Path) -> None:
    path.mkdir()
    (path / "two\nlines\x1b[31m").symlink_to(secret / "file")
    (path / "file").symlink_to(secret / "file")


def note(path: Path, secret: Path) -> None:
    path.write_text(json.dumps({"parts": [[str(secret), str(secret / "file"), str(path)]]}), encoding="utf-8")


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that everybody may enter, with a secret of root's, and what root has saved elsewhere."""
    with tempfile.TemporaryDirectory() as name:
        made = Path(name)
        made.chmod(0o755)
        (made / "secret").mkdir(mode=0o700)
        (made / "secret" / "file").write_text(SECRET, encoding="utf-8")
        (made / "secret" / "file").chmod(0o600)
        (made / "out").mkdir(mode=0o700)
        station(made / "station", "de", 2)
        assert run(made, ("backup", "OUT/good.zip"), ("games", "export", "--all", "-o", "OUT/good.jsonl"))
        give_away(made / "station")
        yield made


def give_away(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        if not path.stat(follow_symlinks=False).st_nlink > 1 or path.is_dir():
            os.chown(path, NOBODY, NOBODY, follow_symlinks=False)


def run(place: Path, *commands: tuple[str, ...]) -> str:
    here = {"HERE": f"{place}/station", "OUT": f"{place}/out"}
    words = []
    for command in commands:
        own = "HERE" not in " ".join(command)
        whole = [*command, "--settings", "HERE/station.toml"] if own else [*command]
        for name, value in here.items():
            whole = [word.replace(name, value) for word in whole]
        words.append(whole)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(words)],
        capture_output=True, text=True, check=False, timeout=600, cwd=place / "out",
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stdout[-2000:]}{done.stderr[-2000:]}"
    assert "70 [" not in done.stdout, done.stderr
    return done.stdout + done.stderr


def state(folder: Path) -> dict[str, tuple[object, ...]]:
    found = (folder, *sorted(folder.rglob("*")))
    return {
        str(path): (it.st_mode, it.st_uid, it.st_gid, it.st_size, it.st_mtime_ns)
        for path in found
        for it in [path.lstat()]
    }


SCRIPTS = """
set -eu
cd "$1"
export FIVE_LINES_ROOT="$2"
. deploy/versions
give_away nobody "$data"
sh deploy/update || [ $? -eq 1 ]
sh deploy/uninstall
sh deploy/uninstall --purge
"""
"""What an administrator runs over the data folder; systemd and packages are left out below a root."""


def nothing_leaks(place: Path, said: str) -> None:
    assert SECRET not in said
    for file in (place / "out").rglob("*"):
        assert not file.is_file() or SECRET.encode() not in file.read_bytes(), file


@pytest.mark.parametrize("where", [JOURNAL, OTHERS, SETTINGS], ids=["journal", "others", "settings"])
@pytest.mark.parametrize("trap", [linked_file, linked_folder, hard_linked, pipe, huge, folder, note])
def test_no_trap_makes_root_read_or_change_what_is_not_the_stations(
    trap: Callable[[Path, Path], None], where: tuple[str, ...], place: Path
) -> None:
    secret = place / "secret"
    for name in where:
        path = place / "station" / name
        if path.is_symlink() or path.is_file():
            path.unlink()
        elif path.is_dir():
            shutil.rmtree(path)
        if path.parent.is_dir() and not path.parent.is_symlink():
            trap(path, secret)
    give_away(place / "station")
    before = state(secret)
    nothing_leaks(place, run(place, *COMMANDS))
    # A hard link is the file itself: how many there are is not root's doing.
    assert state(secret) == before
    assert {it.name for it in place.iterdir()} == {"secret", "out", "station"}
    (place / "root" / "var" / "lib").mkdir(parents=True)
    (place / "station").rename(place / "root" / "var" / "lib" / "five-lines")
    scripts = ["sh", "-c", SCRIPTS, "sh", str(ROOT), str(place / "root")]
    done = subprocess.run(scripts, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    nothing_leaks(place, done.stdout + done.stderr)
    assert state(secret) == before
    assert not (place / "root" / "var" / "lib" / "five-lines").exists()


def test_what_is_swapped_while_root_reads_it_leads_nowhere(place: Path) -> None:
    secret, texts = place / "secret", place / "station" / "data" / "texts"
    (secret / "texts").mkdir()
    (secret / "texts" / "en.txt").write_text(SECRET, encoding="utf-8")
    swaps = f"""
import os
os.setgid({NOBODY}); os.setuid({NOBODY})
os.symlink({str(secret / "texts")!r}, {str(texts)!r} + ".link")
print("swaps", flush=True)
while True:
    os.rename({str(texts)!r}, {str(texts)!r} + ".real")
    os.rename({str(texts)!r} + ".link", {str(texts)!r})
    os.rename({str(texts)!r}, {str(texts)!r} + ".link")
    os.rename({str(texts)!r} + ".real", {str(texts)!r})
"""
    before = state(secret)
    with subprocess.Popen([sys.executable, "-c", swaps], stdout=subprocess.PIPE, text=True) as swapping:
        try:
            assert swapping.stdout is not None
            assert swapping.stdout.readline() == "swaps\n"
            until_s = time.monotonic() + 10
            while time.monotonic() < until_s:
                said = run(place, ("backup", "OUT/b.zip"), ("restore", "OUT/good.zip", "--replace"))
                nothing_leaks(place, said)
            assert swapping.poll() is None or swapping.returncode
        finally:
            swapping.kill()
    assert state(secret) == before
