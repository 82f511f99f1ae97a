"""A machine that runs is brought to another release, refuses a broken one, and goes back to the first."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

from bench.machine.command import MachineError
from bench.machine.game import READY_S, await_station
from bench.machine.image import Images
from bench.machine.machine import INSIDE, Boot, Machine

UNPACK = "cd /root && tar -xf /mnt/host/release.tar.gz && mv five-lines-* new && cp -r new broken"
ANOTHER = "echo '# Another.' >>/root/new/companion/__init__.py"
BROKEN = "sed -i '1i raise SystemExit(70)' /root/broken/companion/app/open_station.py"
"""Commands that make another release of the one there, and one whose station does not start."""


def update_and_back(images: Images, folder: Path, say: Callable[[str], None]) -> list[str]:
    """Boot, update, try to update to what does not start, go back; what was wrong."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    data, wrong = folder / "data.img", []
    shutil.copyfile(images.played, data)
    unit = (INSIDE / "played.conf").read_text(encoding="utf-8")
    with Machine(Boot(images.kernel, images.installed, data, unit, worked=True), folder) as machine:
        machine.await_work(READY_S)
        shutil.copyfile(images.release, machine.host / "release.tar.gz")
        for command in (UNPACK, ANOTHER, BROKEN):
            machine.run(command)
        await_station(machine)
        first = running(machine)
        say(f"the station runs {first}")
        say(update(machine, "sh /root/new/deploy/update", works=True))
        second = running(machine)
        if second == first:
            wrong.append("the update has changed nothing")
        say(update(machine, "sh /root/broken/deploy/update", works=False))
        if running(machine) != second:
            wrong.append(f"after an update to what does not start it runs {running(machine)}")
        say(update(machine, "sh /root/new/deploy/update --back", works=True))
        if running(machine) != first:
            wrong.append(f"after the way back it runs {running(machine)}")
    return wrong


def update(machine: Machine, command: str, *, works: bool) -> str:
    """Do it, and wait until the station answers; the last of what was said.

    Raises MachineError if it works and must not, or fails.
    """
    done = machine.do(run=command)
    if (done["status"] == 0) != works:
        raise MachineError(f"{command} ended with {done['status']}:\n{done['out'][-3000:]}")
    await_station(machine)
    return str(done["out"].strip().rpartition("\n")[2])


def running(machine: Machine) -> str:
    """The version whose program the station's process is."""
    line = machine.run("tr '\\0' ' ' </proc/$(systemctl show -P MainPID five-lines)/cmdline")
    found = re.match(r"/opt/five-lines/versions/([^/]+)/", line)
    if found is None:
        raise MachineError(f"the station's process is {line!r}")
    return found.group(1)
