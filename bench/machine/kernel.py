"""A kernel in user mode, with the devices of a station simulated in it, made from Debian's source of one."""

import hashlib
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from bench.machine.command import MachineError, run

FRAGMENT = Path(__file__).with_name("kernel.config")

SOURCE, SUITE = "linux-source-7.2", "trixie-backports"
"""Since 6.16 a kernel in user mode stops its processes by seccomp, no more by ptrace, in a fraction of the
time; Debian 13 itself has 6.12."""

KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")


def kernel(folder: Path, mirror: str, say: Callable[[str], None]) -> Path:
    """The kernel, made once for what is asked of it; `folder` keeps it."""
    asked = hashlib.sha256(SOURCE.encode() + FRAGMENT.read_bytes()).hexdigest()[:16]
    made = folder / f"linux-{asked}"
    if not made.exists():
        folder.mkdir(parents=True, exist_ok=True)
        tree = source(folder, mirror, say)
        say("making a kernel (a quarter of an hour on two processors)")
        configure(tree)
        run("make", "-C", tree, "ARCH=um", f"-j{processors()}", "linux")
        shutil.copy(tree / "linux", made)
        shutil.rmtree(tree)
    return made


def source(folder: Path, mirror: str, say: Callable[[str], None]) -> Path:
    """The source's tree; apt compares its package with what Debian has signed."""
    say(f"fetching {SOURCE}")
    apt = folder / "apt"
    shutil.rmtree(apt, ignore_errors=True)
    for name in ("lists/partial", "cache/archives/partial"):
        (apt / name).mkdir(parents=True)
    sources = apt / "sources.list"
    sources.write_text(f"deb [signed-by={KEYS}] {mirror} {SUITE} main\n", encoding="utf-8")
    settings = {
        "Dir::Etc::SourceList": sources,
        "Dir::Etc::SourceParts": "/dev/null",
        "Dir::State::Lists": apt / "lists",
        "Dir::Cache": apt / "cache",
        "APT::Sandbox::User": "root",
    }
    options = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
    run("apt-get", *options, "update")
    run("apt-get", *options, "download", SOURCE, cwd=apt)
    run("dpkg-deb", "-x", next(apt.glob(f"{SOURCE}_*.deb")), apt / "unpacked")
    tree = folder / SOURCE
    shutil.rmtree(tree, ignore_errors=True)
    run("tar", "-C", folder, "-xf", apt / f"unpacked/usr/src/{SOURCE}.tar.xz")
    shutil.rmtree(apt)
    return tree


def configure(tree: Path) -> None:
    """Give a source what the fragment asks for; raises MachineError if the kernel can't have some of it."""
    run("make", "-C", tree, "ARCH=um", "x86_64_defconfig")
    asked = FRAGMENT.read_text(encoding="utf-8")
    with (tree / ".config").open("a", encoding="utf-8") as config:
        config.write(asked)
    run("make", "-C", tree, "ARCH=um", "olddefconfig")
    refused = not_had(asked, (tree / ".config").read_text(encoding="utf-8"))
    if refused:
        raise MachineError(f"{SOURCE} does not have: {', '.join(refused)}")


def not_had(asked: str, config: str) -> list[str]:
    """The lines of a fragment that a configuration does not follow."""
    has = set(config.splitlines())
    set_there = {line.split("=")[0] for line in has if line.startswith("CONFIG_")}
    refused = []
    for line in asked.splitlines():
        name = line.removeprefix("# ").split(" ")[0]
        wanted = line.startswith("CONFIG_") and line not in has
        unwanted = line.endswith(" is not set") and name in set_there
        if wanted or unwanted:
            refused.append(line)
    return refused


def processors() -> int:
    """Return the number of processors to make it with."""
    return int(subprocess.run(["nproc"], check=True, capture_output=True, text=True).stdout)
