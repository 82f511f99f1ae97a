"""Images of a machine: Debian 13 for 64-bit Arm with the packages of this clone, and a station's data."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.machine.command import MachineError, run
from bench.machine.table import table_outside
from calibration.calibration_folder import save
from companion.app.virtual.autoplay import learned_reader
from tests.support.root import ROOT

HERE = Path(__file__).parent
KEYS = Path("/usr/share/keyrings")

RELEASE, ARCHITECTURE = "trixie", "arm64"

BASE = (
    "apt",
    "busybox",
    "dbus",
    "dnsmasq-base",
    "e2fsprogs",
    "initramfs-tools",
    "iproute2",
    "iw",
    "kmod",
    "libbpf1",
    "linux-image-arm64",
    "network-manager",
    "nftables",
    "openssh-client",
    "overlayroot",
    "procps",
    "systemd-sysv",
    "udev",
    "wpasupplicant",
    "zstd",
)
"""Packages of Raspberry Pi OS Lite that a station could notice, and what a read-only root needs.

With libbpf1 systemd keeps the unit from devices and addresses that are none of its business.
"""

DRAWING = ("kbd", "libegl1", "libgbm1", "libgl1-mesa-dri", "libgles2")
"""Of what the station's package recommends: what draws on a panel without a desktop."""

ROOT_MB, DATA_MB = 6144, 256

FOR_THE_BOX = {
    "etc/hostname": "box\n",
    "etc/fstab": "LABEL=five-lines /var/lib/five-lines ext4 defaults,noatime,nofail 0 2\n",
}
"""The files of a root that a station's card has otherwise."""

COMMIT = "commit"

UPDATED = ("etc/.updated", "var/.updated")
"""By these systemd knows that nothing was updated since."""

MASKED = (
    "apt-daily-upgrade.timer",
    "apt-daily.timer",
    "dpkg-db-backup.timer",
    "e2scrub_all.timer",
    "e2scrub_reap.service",
    "five-lines-tables.service",
    "fstrim.timer",
    "NetworkManager-wait-online.service",
)
"""Units without a part in a game that take long."""


@dataclass(frozen=True)
class Images:
    """Where what a machine starts from lies."""

    folder: Path

    @property
    def data(self) -> Path:
        """The disk on which its settings and games lie, without a game yet; a robot is to play."""
        return self.folder / "data.img"

    @property
    def played(self) -> Path:
        """The same, with a board that was learned; people are to play."""
        return self.folder / "played.img"

    @property
    def installed(self) -> Path:
        """The disk after the installation."""
        return self.folder / "installed.img"

    @property
    def package(self) -> Path:
        """The station's package that was installed."""
        return next((self.folder / "packages").glob("five-lines_*.deb"))

    @property
    def commit(self) -> str:
        """The commit that the packages were made of."""
        return (self.folder / COMMIT).read_text(encoding="utf-8")

    @property
    def kernel(self) -> Path:
        """Debian's own kernel."""
        return self.folder / "vmlinuz"

    @property
    def initrd(self) -> Path:
        """The initial file system, which can lay an overlay over the root."""
        return self.folder / "initrd"


def file_system(folder: Path | None, image: Path, size_mb: int, label: str) -> None:
    """Make an image with an ext4 file system of a size, and a folder's content in it."""
    new = image.with_suffix(".new")
    new.unlink(missing_ok=True)
    content: Sequence[str | Path] = ("-d", folder) if folder is not None else ()
    run("mkfs.ext4", "-q", "-L", label, *content, new, f"{size_mb}M")
    new.rename(image)


def make_root(root: Path) -> None:
    """Make a root of Debian with all that the packages need; qemu-user runs what installs it."""
    needed = [
        name.partition(" ")[0]
        for line in (ROOT / "deploy/debian/control").read_text(encoding="utf-8").splitlines()
        if line.startswith("Depends: ")
        for name in line.removeprefix("Depends: ").split(", ")
        if not name.startswith(("$", "five-lines"))
    ]
    partial = root.with_name(root.name + ".new")
    shutil.rmtree(partial, ignore_errors=True)
    run(
        "mmdebstrap",
        "--mode=root",
        "--variant=minbase",
        f"--architectures={ARCHITECTURE}",
        *(f"--keyring={file}" for file in sorted(KEYS.glob(f"debian-archive-{RELEASE}-*.gpg"))),
        "--dpkgopt=force-unsafe-io",
        "--dpkgopt=path-exclude=/usr/share/man/*",
        "--dpkgopt=path-exclude=/usr/share/icons/*",
        f"--include={','.join(sorted({*BASE, *DRAWING, *needed}))}",
        RELEASE,
        partial,
        mirror(),
    )
    partial.rename(root)


def inside(root: Path, command: str, *, network: bool = True) -> None:
    """Run a shell command in a root, whose mounts and processes are gone with it."""
    script = (
        'set -e; mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; '
        'exec chroot "$0" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 '
        'DEBIAN_FRONTEND=noninteractive sh -ec "$1"'
    )
    apart = ["--mount", "--pid", "--fork", "--kill-child", *([] if network else ["--net"])]
    run("unshare", *apart, "sh", "-c", script, root, command)


def mirror() -> str:
    """Where this machine has Debian's packages from."""
    answer = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(ORIGIN) $(REPO_URI) $(SUITE)", "Identifier: Packages"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for line in answer.splitlines():
        origin, where, suite = line.rsplit(" ", 2)
        if origin == "Debian" and "-" not in suite:
            return where
    raise MachineError("apt on this machine knows no mirror of Debian")


def make_images(folder: Path, say: Callable[[str], None]) -> Images:
    """The kernel and the disks of a machine, on which the packages of this clone are installed.

    What was made before is taken as it is, whatever was committed since. No systemd runs in the root
    meanwhile; the service is enabled there, and starts when it is booted.
    """
    folder.mkdir(parents=True, exist_ok=True)
    images = Images(folder)
    if not (folder / "root").exists():
        say("making a root of Debian 13 for arm64 (half an hour)")
        make_root(folder / "root")
    made_of = folder / COMMIT
    if not made_of.exists():
        commit = subprocess.run(
            ["git", "-C", ROOT, "rev-parse", "HEAD"], check=True, capture_output=True, text=True
        ).stdout.strip()
        say(f"making the packages of {commit[:12]}, and installing them")
        shutil.rmtree(folder / "packages", ignore_errors=True)
        run("sh", ROOT / "deploy/package", "--out", folder / "packages")
        install(images)
        made_of.write_text(commit, encoding="utf-8")
    return images


def install(images: Images) -> None:
    """The disks of a machine on which the packages were installed."""
    root = images.folder / "root.installed"
    shutil.rmtree(root, ignore_errors=True)
    run("cp", "-a", images.folder / "root", root)
    for name, text in FOR_THE_BOX.items():
        (root / name).write_text(text, encoding="utf-8")
    shutil.copy(HERE / "inside/box.service", root / "etc/systemd/system")
    packages = [
        file for file in images.package.parent.glob("*.deb") if not file.name.startswith("five-lines-lab")
    ]
    for file in packages:
        shutil.copy(file, root / "root")
    inside(
        root,
        f"dpkg -i {' '.join(f'/root/{file.name}' for file in packages)}; systemctl enable five-lines box",
        network=False,
    )
    run("systemctl", "--root", root, "mask", "--quiet", *MASKED)
    for name in UPDATED:
        # What is made again after an update was made now; the root comes back at each start as it is here.
        (root / name).touch()
    data = root / "var/lib/five-lines"
    # Over what is there, so that it stays the station's own.
    shutil.copyfile(HERE / "inside/autoplay.toml", data / "station.toml")
    file_system(data, images.data, DATA_MB, "five-lines")
    shutil.copyfile(HERE / "inside/played.toml", data / "station.toml")
    save(learned_reader(table_outside()).calibration, data / "calibration")
    run("chown", "-R", "--reference", data, data)
    file_system(data, images.played, DATA_MB, "five-lines")
    file_system(root, images.installed, ROOT_MB, "root")
    for name, made in (("vmlinuz", images.kernel), ("initrd.img", images.initrd)):
        shutil.copyfile(next((root / "boot").glob(f"{name}-*")), made)
    shutil.rmtree(root)
