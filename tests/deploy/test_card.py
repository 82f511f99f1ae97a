"""The first starts of a card that `deploy/image` makes, on a disk in a file: its data get a partition."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.root import ROOT

TOOLS = ("losetup", "sfdisk", "mkfs.ext4", "partx", "blkid", "unshare")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        os.geteuid() != 0 or any(shutil.which(tool) is None for tool in TOOLS),
        reason=f"needs root, loop devices and {', '.join(TOOLS)}",
    ),
]

DISK = """set -eu
truncate --size 96M card.img
printf ', 16M, c\\n, 32M, L\\n' | sfdisk --quiet card.img
mkdir --parents dev root
mount -t devtmpfs dev dev && mount --rbind dev /dev
disk=$(losetup --find --show card.img)
trap 'partx --delete "$disk"; losetup --detach "$disk"' EXIT
partx --add "$disk"
mkfs.ext4 -q "${disk}p1"
mkfs.ext4 -q "${disk}p2"
mount "${disk}p2" root
for folder in bin boot/firmware dev etc lib lib64 proc run sbin sys tmp usr var/lib/five-lines; do
    mkdir --parents "root/$folder"
done
mount "${disk}p1" root/boot/firmware
echo root=PARTUUID=1 rootwait >root/boot/firmware/cmdline.txt
ln --symbolic ../proc/self/mounts root/etc/mtab
echo "# mounts" >root/etc/fstab
echo kept >root/var/lib/five-lines/station.toml
chown 12:34 root/var/lib/five-lines/station.toml
umount root/boot/firmware root
"""
START = """set -eu
mount -t devtmpfs dev dev && mount --rbind dev /dev
disk=$(losetup --find --show card.img)
trap 'umount --recursive root; partx --delete "$disk"; losetup --detach "$disk"' EXIT
partx --add "$disk"
mount "${disk}p2" root
mount "${disk}p1" root/boot/firmware
for folder in bin dev lib lib64 proc sbin sys usr; do
    if [ -e "/$folder" ]; then mount --rbind "/$folder" "root/$folder"; fi
done
cp card udevadm sfdisk root/tmp
PATH=/tmp:$PATH chroot root /tmp/card
findmnt --noheadings --output SOURCE,TARGET | grep five-lines
sfdisk --dump card.img | grep --count start=
stat --format '%u:%g' root/var/lib/five-lines/station.toml
cat root/var/lib/five-lines/station.toml root/etc/fstab root/boot/firmware/cmdline.txt
echo more >>root/var/lib/five-lines/station.toml
sed --in-place s/overlayroot=[^.]*recurse=0.// root/boot/firmware/cmdline.txt
"""


def in_private(script: str, folder: Path) -> list[str]:
    """The lines that a script says in a folder, with mounts that nobody else sees."""
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", script], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("was_cut_short", [False, True])
def test_the_first_start_moves_the_data_to_a_partition_and_later_ones_leave_them_there(
    tmp_path: Path, was_cut_short: bool
) -> None:
    shutil.copy(ROOT / "deploy" / "card" / "00-station" / "files" / "five-lines-card", tmp_path / "card")
    shutil.copy(shutil.which("sfdisk") or "", tmp_path / "sfdisk")
    (tmp_path / "udevadm").write_text(
        "#!/bin/sh\n"
    )  # A container has no udev, and the kernel makes the nodes.
    (tmp_path / "udevadm").chmod(0o755)
    in_private(DISK, tmp_path)
    if was_cut_short:
        in_private("echo ', , L' | sfdisk --quiet --append card.img", tmp_path)
    kept = ["kept"]
    for _ in range(2):
        mount, count, owner, *files = in_private(START, tmp_path)
        assert mount.split()[0].endswith("p3")
        assert (count, owner) == ("3", "12:34")
        assert files == [
            *kept,
            "# mounts",
            "LABEL=five-lines /var/lib/five-lines ext4 "
            "defaults,noatime,nofail,x-systemd.device-timeout=30s 0 2",
            "overlayroot=tmpfs:recurse=0 root=PARTUUID=1 rootwait",
        ]
        kept.append("more")
