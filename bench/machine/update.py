"""A machine that runs gets a newer package, then one that does not start, and goes back each time."""

import shutil
from collections.abc import Callable
from pathlib import Path

from bench.machine.command import MachineError, run
from bench.machine.game import Held, await_station, played
from bench.machine.image import Images
from bench.machine.machine import Machine

PROGRAM = "usr/lib/five-lines/companion"
CHANGES = {
    "newer": "echo '# Newer.' >>{program}/__init__.py",
    "broken": "sed -i '1i raise SystemExit(70)' {program}/app/open_station.py",
}
"""Commands that change a package: into another release, and into one whose station does not start."""

MAX_STARTS_S = 1800


def update_and_back(images: Images, folder: Path, say: Callable[[str], None]) -> Held:
    """Boot, update, update to what does not start, go back to the first; games and settings stay."""
    held = Held()
    with played(images, folder) as machine:
        shutil.copy(images.package, machine.host / "first.deb")
        for name, change in CHANGES.items():
            repack(images.package, machine.host / f"{name}.deb", change)
        await_station(machine)
        first, kept = installed(machine), settings(machine)
        for name, command in (("newer", "dpkg -i"), ("first", "dpkg -i --force-downgrade")):
            machine.run(f"{command} /mnt/host/{name}.deb")
            await_station(machine)
            held.lines.append(f"{name}: {installed(machine)}, the station answers")
            say(held.lines[-1])
        if installed(machine) != first:
            held.wrong.append(f"after the way back {installed(machine)} is installed")
        machine.run("dpkg -i /mnt/host/broken.deb || true")
        await_out_of_order(machine)
        machine.run(
            "dpkg -i --force-downgrade /mnt/host/first.deb; systemctl reset-failed five-lines; "
            "systemctl restart five-lines"
        )
        await_station(machine)
        held.lines.append("broken: the screen says that it is out of order; back: the station answers")
        say(held.lines[-1])
        if settings(machine) != kept:
            held.wrong.append("the settings are not as they were")
    return held


def repack(package: Path, made: Path, change: str) -> None:
    """Make a package of a higher version with something changed in it."""
    tree = made.with_suffix(".tree")
    shutil.rmtree(tree, ignore_errors=True)
    run("dpkg-deb", "-R", package, tree)
    run("sed", "-i", f"s/^Version: .*/&+{made.stem}/", tree / "DEBIAN/control")
    run("sh", "-ec", change.format(program=tree / PROGRAM))
    run("dpkg-deb", "-Znone", "-b", tree, made)
    shutil.rmtree(tree)


def installed(machine: Machine) -> str:
    """Return the version of the package."""
    return machine.run("dpkg-query -W -f '${Version}' five-lines").strip()


def settings(machine: Machine) -> str:
    """Return the sum of the settings' file and of the board."""
    return machine.run("cd /var/lib/five-lines && sha256sum station.toml calibration/*")


def await_out_of_order(machine: Machine) -> None:
    """Wait until the page that says so is there; raises MachineError if it does not come."""
    for _ in range(MAX_STARTS_S):
        if machine.do(run="systemctl is-active --quiet five-lines-out-of-order")["status"] == 0:
            return
        machine.go_on(1.0)
    raise MachineError("a station that does not start is not reported on the screen")
