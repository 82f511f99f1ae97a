"""Root runs each command for a station whose folder was laid with traps by the station's own user."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.backed_up import station
from tests.support.installing import PYTHON
from tests.support.root import ROOT

NOBODY = 65534
SECRET = "for root alone"
PROGRAM = """
import faulthandler, json, os, sys
from companion.cli import main
os.umask(0o022)
for words in json.loads(sys.argv[1]):
    faulthandler.dump_traceback_later(200, exit=True)
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
    ("visits", "--visits", "HERE/data/visits.sqlite"),
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


def endless(path: Path, _: Path) -> None:
    path.symlink_to("/dev/zero")


def terminal(path: Path, _: Path) -> None:
    """One at which nobody types."""
    path.symlink_to("/dev/ptmx")


def typed(path: Path, _: Path) -> None:
    """A link to what root types, which is nothing for the time being."""
    path.symlink_to("/proc/self/fd/0")


def circle(path: Path, _: Path) -> None:
    path.symlink_to(path.name)


def listening(path: Path, _: Path) -> None:
    with contextlib.chdir(path.parent), socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)


def huge(path: Path, _: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


def folder(path: Path, secret: Path) -> None:
    path.mkdir()
    (path / "two\nlines\x1b[31m").symlink_to(secret / "file")
    (path / "file").symlink_to(secret / "file")


def note(path: Path, secret: Path) -> None:
    path.write_text(json.dumps({"parts": [[str(secret), str(secret / "file"), str(path)]]}), encoding="utf-8")


TRAPS = (
    *(
        linked_file,
        linked_folder,
        hard_linked,
        pipe,
        endless,
        terminal,
        typed,
        circle,
        listening,
        huge,
        folder,
    ),
    note,
)


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


OPENED = """
set -e
kept=$(mktemp -d)
mount --bind "$1" "$kept"
mount -t tmpfs -o mode=755 none "$2"
mkdir -p "$1"
mount --bind "$kept" "$1"
shift 2
exec "$@"
"""
"""Puts a Python alone into the home of root's, for one program and those that it starts."""


def with_a_python_for_all() -> list[str]:
    """Return what stands before a command so that all users can read this Python, as at root's home."""
    python = Path(sys.base_prefix)
    closed = [str(it) for it in (python, *python.parents) if not it.stat().st_mode & 0o001]
    return ["unshare", "--mount", "sh", "-c", OPENED, "sh", str(python), closed[-1]] if closed else []


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
    waiting, typing = os.pipe()
    try:
        done = subprocess.run(
            [*with_a_python_for_all(), sys.executable, "-c", PROGRAM, json.dumps(words)],
            capture_output=True, text=True, check=False, timeout=600, cwd=place / "out", stdin=waiting,
        )  # fmt: skip
    finally:
        os.close(waiting)
        os.close(typing)
    assert done.returncode == 0, f"{done.stdout[-2000:]}{done.stderr[-2000:]}"
    said = done.stdout + done.stderr
    assert "70 [" not in done.stdout, said
    assert "of this program or its Python" not in said, said
    return said


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
mkdir -p "$home/versions/0.1-1"
ln -s versions/0.1-1 "$home/current"
sh deploy/update || [ $? -eq 1 ]
sh deploy/install || [ $? -eq 1 ]
sh deploy/uninstall
sh deploy/uninstall --purge
"""
"""What an administrator runs over the folder of a station with a version before; below a root systemd and
packages are left out."""


def install_and_update(place: Path) -> str:
    """Run the scripts as root for the station in a folder that nobody owns; return their words."""
    (place / "root" / "var" / "lib").mkdir(parents=True)
    (place / "station").rename(place / "root" / "var" / "lib" / "five-lines")
    tools = place / "bin"
    tools.mkdir()
    (tools / "python3").write_text(PYTHON, encoding="utf-8")
    (tools / "python3").chmod(0o755)
    done = subprocess.run(
        [*with_a_python_for_all(), "sh", "-c", SCRIPTS, "sh", str(ROOT), str(place / "root")],
        env=os.environ
        | {"PATH": f"{tools}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "REAL_PYTHON": sys.executable},
        capture_output=True, text=True, check=False, timeout=600, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "Traceback" not in said, said
    assert "a fault of the program" not in said, said
    assert "of this program or its Python" not in said, said
    return said


def nothing_leaks(place: Path, said: str) -> None:
    assert SECRET not in said
    for file in (place / "out").rglob("*"):
        assert not file.is_file() or SECRET.encode() not in file.read_bytes(), file


@pytest.mark.parametrize("where", [JOURNAL, OTHERS, SETTINGS], ids=["journal", "others", "settings"])
@pytest.mark.parametrize("trap", TRAPS)
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
    # Papers take long to draw, and need no journal.
    nothing_leaks(place, run(place, *(it for it in COMMANDS if it[0] != "hall" or where is not JOURNAL)))
    # A hard link is the file itself: how many there are is not root's doing.
    assert state(secret) == before
    assert {it.name for it in place.iterdir()} == {"secret", "out", "station"}
    nothing_leaks(place, install_and_update(place))
    assert state(secret) == before
    assert not (place / "root" / "var" / "lib" / "five-lines").exists()


def test_without_a_trap_each_command_works_from_a_folder_that_is_roots_alone(place: Path) -> None:
    """As in a home folder: `sudo five-lines backup` is typed there."""
    give_away(place / "station")
    said = run(place, *COMMANDS)
    ended = {line.partition(" ")[::2] for line in said.splitlines() if line.endswith("]") and "[" in line}
    # No station answers, and the link is not set.
    failed = {words for status, words in ended if status != "0"}
    assert failed == {"['metrics', '--settings']", "['link', '--settings']"}, said


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
