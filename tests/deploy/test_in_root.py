"""The real thing in a Debian root of the same release: install, update well and badly, go back, uninstall.

Takes minutes, needs root and a network: it is run only when FIVE_LINES_DEBIAN_ROOT names such a root. It is
changed; make one, and copy it for each run, with

    debootstrap --variant=minbase --include=ca-certificates,systemd trixie FOLDER
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.root import ROOT

NAMED = os.environ.get("FIVE_LINES_DEBIAN_ROOT", "")

pytestmark = pytest.mark.skipif(
    not NAMED or os.geteuid() != 0, reason="needs root, and a Debian root named by FIVE_LINES_DEBIAN_ROOT"
)

# The mounts live in a namespace of their own and are gone with it.
ENTER = """
set -e
mount --make-rprivate /
mkdir -p "$0/proc" "$0/dev" "$0/clone"
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
mount --bind "$1" "$0/clone"
cp /etc/resolv.conf "$0/etc/"
cp /etc/ssl/certs/ca-certificates.crt "$0/etc/ssl/certs/"
cd /
exec chroot "$0" /usr/bin/env -i HOME=/root PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
    sh -c "$2"
"""


def inside(clone: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the root, with the clone at /clone."""
    enter = ["unshare", "--mount", "sh", "-c", ENTER, NAMED, str(clone), f"cd /clone && {command}"]
    done = subprocess.run(enter, capture_output=True, text=True, check=False)
    print(done.stdout[-4000:], done.stderr[-4000:])
    return done


def running() -> str:
    return Path(NAMED, "opt/five-lines/current").readlink().name


def test_install_update_and_uninstall_in_a_real_root(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    for name in ("companion", "vision", "calibration", "hardware", "make", "deploy"):
        shutil.copytree(ROOT / name, clone / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, clone)

    assert inside(clone, "sh deploy/install").returncode == 0
    first = running()
    assert inside(clone, "systemd-analyze verify five-lines.service").returncode == 0
    assert "station.toml are in order" in inside(clone, "five-lines doctor --only settings").stdout
    played = inside(clone, "five-lines --virtual --headless --autoplay 1 --seed 3")
    assert played.returncode == 0
    assert "is built already" in inside(clone, "sh deploy/install").stdout

    reader = clone / "vision/board_reader.py"
    whole = reader.read_text()
    reader.write_text(whole + "\nraise RuntimeError('broken on purpose')\n")
    assert inside(clone, "sh deploy/update").returncode == 1
    assert running() == first

    reader.write_text(whole + "\n# Another version.\n")
    assert inside(clone, "sh deploy/update").returncode == 0
    assert running() != first
    assert inside(clone, "sh deploy/update --back").returncode == 0
    assert running() == first

    assert inside(clone, "sh deploy/uninstall --purge").returncode == 0
    for gone in ("opt/five-lines", "var/lib/five-lines", "etc/systemd/system/five-lines.service"):
        assert not Path(NAMED, gone).exists()
