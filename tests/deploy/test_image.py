"""The image of a card, with a stand-in for pi-gen that runs the stage as pi-gen does."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.root import ROOT

BUILD = """#!/bin/bash -e
[ "$1" = -c ]; source "$2"
for name in IMG_NAME RELEASE TARGET_HOSTNAME STAGE_LIST ENABLE_SSH FIRST_USER_PASS DEPLOY_DIR; do
    echo "$name=${!name}"
done >made/config
export MADE=$PWD/made ROOTFS_DIR=$PWD/made/rootfs
copy_previous() {
    mkdir -p "$ROOTFS_DIR/boot/firmware"
    echo dtparam=audio=on >"$ROOTFS_DIR/boot/firmware/config.txt"
    echo root=ROOTDEV rootwait resize >"$ROOTFS_DIR/boot/firmware/cmdline.txt"
}
on_chroot() { ls "$ROOTFS_DIR/var/cache/five-lines" >"$MADE/packages"; cat >"$MADE/commands"; }
export -f copy_previous on_chroot
cd stage-five-lines
./prerun.sh
cd 00-station
./00-run.sh
"""


def image(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", ROOT / "deploy" / "image", *words], capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_the_stage_installs_the_package_starts_it_with_the_machine_and_switches_wireless_off(
    tmp_path: Path,
) -> None:
    tool, out = tmp_path / "pi-gen", tmp_path / "out"
    (tool / "stage2").mkdir(parents=True)
    (tool / "made").mkdir()
    (tool / "build.sh").write_text(BUILD)
    (tool / "build.sh").chmod(0o755)
    done = image(tool, "--out", out)
    assert done.returncode == 0, done.stderr
    made = tool / "made"
    config = dict(line.split("=", 1) for line in (made / "config").read_text().splitlines())
    assert len(config.pop("FIRST_USER_PASS")) == 32
    assert config == {
        "IMG_NAME": "five-lines",
        "RELEASE": "trixie",
        "TARGET_HOSTNAME": "five-lines",
        "STAGE_LIST": "stage0 stage1 stage2 stage-five-lines",
        "ENABLE_SSH": "0",
        "DEPLOY_DIR": str(out),
    }
    # Of the packages the station's own, without the link, which speaks to a network.
    assert [name.split("_")[0] for name in (made / "packages").read_text().split()] == ["five-lines"]
    commands = (made / "commands").read_text().splitlines()
    assert commands[:2] == [
        "apt-get install --yes /var/cache/five-lines/five-lines_*_all.deb",
        "systemctl enable five-lines.service five-lines-card.service",
    ]
    assert any(command.startswith("passwd --lock ") for command in commands)
    boot = (made / "rootfs" / "boot" / "firmware" / "config.txt").read_text().splitlines()
    assert boot[0] == "dtparam=audio=on"
    assert boot[-3:] == ["[all]", "dtoverlay=disable-wifi", "dtoverlay=disable-bt"]
    root = made / "rootfs"
    assert (root / "boot" / "firmware" / "cmdline.txt").read_text() == "root=ROOTDEV rootwait\n"
    assert os.access(root / "usr" / "local" / "sbin" / "five-lines-card", os.X_OK)
    assert (root / "etc" / "systemd" / "system" / "five-lines-card.service").is_file()
    assert "zram" in (root / "etc" / "rpi" / "swap.conf.d" / "five-lines.conf").read_text()
    assert not (made / "rootfs" / "var" / "cache" / "five-lines").exists()
    assert (tool / "stage2" / "SKIP_IMAGES").exists()
    assert (tool / "stage-five-lines" / "EXPORT_IMAGE").exists()


def test_a_folder_that_is_no_pi_gen_is_refused(tmp_path: Path) -> None:
    for words, why in (((), "the folder of pi-gen is needed"), ((tmp_path,), "it has no build.sh")):
        done = image(*words)
        assert done.returncode == 2
        assert why in done.stderr
