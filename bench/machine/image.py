"""Images of a machine: Debian 13 as it is on a fresh card, and a stick with a release of this clone on it."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bench.machine.command import MachineError, run
from bench.machine.kernel import kernel
from bench.machine.table import table_outside
from calibration.calibration_folder import save
from companion.app.virtual.autoplay import learned_reader
from tests.support.root import ROOT

HERE = Path(__file__).parent

RELEASE, ARCHITECTURE = "trixie", "amd64"

BASE = (
    "busybox",
    "ca-certificates",
    "dbus",
    "e2fsprogs",
    "initramfs-tools",
    "kmod",
    "libbpf1",
    "overlayroot",
    "python3",
    "sudo",
    "systemd-sysv",
    "udev",
    "zstd",
)
"""Packages of Raspberry Pi OS Lite that a station could notice, and what a read-only root needs.

With libbpf1 systemd keeps the unit from devices and addresses that are none of its business.
"""

BROUGHT = (
    "alsa-utils",
    "libegl1",
    "libgbm1",
    "libgl1-mesa-dri",
    "libgles2",
    "python3-pygame",
    "python3-venv",
)
"""Packages of the system on the stick, those that `deploy/install` asks for beside the wheels of a
release, with all that they need."""

KERNEL = "0.0.0-box"
"""The release of the kernel, by which its modules would be called."""

ROOT_MB, DATA_MB = 4096, 256

FOR_THE_BOX = {
    "etc/hostname": "box\n",
    "etc/fstab": "/dev/ubdb /var/lib/five-lines ext4 defaults,noatime,nofail 0 2\n",
    "etc/udev/rules.d/99-gpio.rules": 'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"\n',
}
"""The files of a root that a station's card has otherwise, or has of Raspberry Pi OS."""

LGPIO = "0.2.2.0"
"""The library of pins that Raspberry Pi OS brings, and Debian does not."""


UPDATED = ("etc/.updated", "var/.updated")
"""By these systemd knows that nothing was updated since."""

MASKED = (
    "apt-daily-upgrade.timer",
    "apt-daily.timer",
    "dpkg-db-backup.timer",
    "e2scrub_all.timer",
    "e2scrub_reap.service",
    "fstrim.timer",
)
"""Units without a part in a game that take long."""


@dataclass(frozen=True, slots=True)
class Images:
    """Where what a machine starts from lies."""

    folder: Path
    kernel: Path

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
    def release(self) -> Path:
        """The archive that was installed."""
        return next((self.folder / "release").glob("*.tar.gz"))

    @property
    def initrd(self) -> Path:
        """The initial file system, which lays the overlay over the root."""
        return self.folder / "initrd"


def file_system(folder: Path | None, image: Path, size_mb: int, label: str) -> None:
    """Make an image with an ext4 file system of a size, and a folder's content in it."""
    new = image.with_suffix(".new")
    new.unlink(missing_ok=True)
    content: Sequence[str | Path] = ("-d", folder) if folder is not None else ()
    run("mkfs.ext4", "-q", "-L", label, *content, new, f"{size_mb}M")
    new.rename(image)


def make_root(root: Path) -> None:
    """Make a root of Debian with the base packages; those that a stick brings lie beside it, in `debs`."""
    partial = root.with_name(root.name + ".new")
    shutil.rmtree(partial, ignore_errors=True)
    run("debootstrap", "--variant=minbase", f"--arch={ARCHITECTURE}", RELEASE, partial, mirror())
    with suppress(FileNotFoundError):
        shutil.copy("/etc/resolv.conf", partial / "etc/resolv.conf")
    settings = subprocess.run(["apt-config", "dump"], check=True, capture_output=True, text=True).stdout
    kept = [line for line in settings.splitlines() if line.startswith("Acquire::http")]
    (partial / "etc/apt/apt.conf.d/90host").write_text("\n".join(kept) + "\n", encoding="utf-8")
    inside(partial, "apt-get update -q")
    install = "apt-get install -qy --no-install-recommends"
    inside(partial, f"{install} {' '.join(BASE)}")
    inside(
        partial,
        f"mkdir -p /debs/partial && {install} --download-only -o Dir::Cache::archives=/debs "
        + " ".join(BROUGHT),
    )
    inside(partial, "apt-get clean; rm -rf /var/lib/apt/lists/* /debs/partial /debs/lock")
    debs = root.with_name("debs")
    shutil.rmtree(debs, ignore_errors=True)
    (partial / "debs").rename(debs)
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


def make_release(debs: Path, folder: Path) -> Path:
    """The release archive of the commit that this clone is at, with packages of the system in it."""
    shutil.rmtree(folder, ignore_errors=True)
    run("sh", ROOT / "deploy/archive", "--arch", "x86_64", "--add", debs, "--out", folder)
    return next(folder.glob("*.tar.gz"))


def make_images(folder: Path, say: Callable[[str], None]) -> Images:
    """The kernel and the disks of a machine, on which a release of this clone is installed as from a stick.

    What was made of the same commit is taken as it is. No systemd runs in the root meanwhile; the service is
    enabled there, and starts when it is booted.
    """
    folder.mkdir(parents=True, exist_ok=True)
    images = Images(folder, kernel(folder / "kernel", mirror(), say))
    if not (folder / "root").exists():
        say("making a root of Debian 13")
        make_root(folder / "root")
    if not (folder / "lgpio").exists():
        say(f"making lgpio {LGPIO}")
        make_lgpio(folder)
    commit = subprocess.run(
        ["git", "-C", ROOT, "rev-parse", "HEAD"], check=True, capture_output=True, text=True
    ).stdout.strip()
    made_of = folder / "commit"
    if not made_of.exists() or made_of.read_text(encoding="utf-8") != commit:
        made_of.unlink(missing_ok=True)
        say(f"making a release of {commit[:12]}")
        archive = make_release(folder / "debs", folder / "release")
        say("installing it as from a stick, without a network")
        install(images, archive)
        made_of.write_text(commit, encoding="utf-8")
    return images


def make_lgpio(folder: Path) -> None:
    """The library of pins, made from its source in a root of its own."""
    root, made = folder / "root.lgpio", folder / "lgpio.new"
    shutil.rmtree(root, ignore_errors=True)
    shutil.rmtree(made, ignore_errors=True)
    run("cp", "-a", folder / "root", root)
    # PYPI=1 has it hold the C library itself.
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
    run(*fetch, "--dest", root / "source", f"lgpio=={LGPIO}")
    inside(
        root,
        "apt-get update -q; apt-get install -qy --no-install-recommends gcc libc6-dev make python3-dev "
        "python3-setuptools swig; cd /source; tar -xf *.tar.gz; cd lgpio-*; "
        "PYPI=1 python3 setup.py -q build -b /built",
    )
    run("cp", "-r", next((root / "built").glob("lib*")), made)
    made.rename(folder / "lgpio")
    shutil.rmtree(root)


def install(images: Images, archive: Path) -> None:
    """The disks of a machine on which a release was installed."""
    root = images.folder / "root.installed"
    shutil.rmtree(root, ignore_errors=True)
    run("cp", "-a", images.folder / "root", root)
    for name, text in FOR_THE_BOX.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for file in (images.folder / "lgpio").iterdir():
        shutil.copy(file, root / "usr/lib/python3/dist-packages")
    stick = root / "root/stick"
    run("cp", "-r", archive.parent, stick)
    inside(
        root,
        "groupadd --system gpio; cd /root/stick && sha256sum --check *.sha256 && tar -xf *.tar.gz && "
        "sh five-lines-*/deploy/install",
        network=False,
    )
    shutil.rmtree(stick)
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
    # Nothing of the kernel is a module.
    inside(
        root,
        f"mkdir -p /lib/modules/{KERNEL}; cd /lib/modules/{KERNEL}; touch modules.order modules.builtin; "
        f"depmod {KERNEL}; mkinitramfs -o /initrd {KERNEL}",
    )
    (root / "initrd").rename(images.initrd)
    shutil.rmtree(root)
