"""A whole game is played on a machine by touching and pressing, and its journal holds what was played."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bench.machine.command import MachineError
from bench.machine.image import Images
from bench.machine.machine import INSIDE, Boot, Machine
from bench.machine.player import SOON_S, Account, Player
from bench.machine.power_cuts import DATA, misfits, mounted
from bench.machine.screens import ALIKE, Screens
from bench.machine.table import Table
from companion.journal import FILE_NAME, Database, JournalError
from companion.referee.events import Moved, Thrown

READY_S, ANSWERS_S = 3600.0, 3600.0
ACTIVE = "systemctl is-active --quiet five-lines"
CHECKS = {
    "it is a 64-bit Arm": "uname -m | grep -qx aarch64",
    "the data disk is one of its own": "findmnt -n -o FSTYPE /var/lib/five-lines | grep -qx ext4",
    "the service is active": ACTIVE,
}
"""Checks inside, and the command that succeeds if each is so."""

TOUCHES = 30

STATION = "pid=$(systemctl show -P MainPID five-lines);"

DEVICES = {"the panel": "/dev/dri/card", "touch and keys": "/dev/input/event", "the camera": "/dev/video0"}
"""Devices that the station has to hold open, none of it a stand-in."""

MEMORY = "ps -eo rss=,comm=,args= --sort=-rss | head -n 6 | cut -c -90"


@dataclass
class Held:
    """Lines for the report that a step has found, and faults."""

    lines: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


@contextmanager
def played(images: Images, folder: Path) -> Iterator[Machine]:
    """A machine with a learned board, whose station answers."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copyfile(images.played, folder / DATA)
    unit = (INSIDE / "played.conf").read_text(encoding="utf-8")
    with Machine(
        Boot(images.kernel, images.initrd, images.installed, folder / DATA, unit), folder
    ) as machine:
        machine.await_work(READY_S)
        yield machine


def boot(images: Images, folder: Path, say: Callable[[str], None]) -> Held:
    """Boot until the service is ready, and look at the panel and at the memory."""
    held, begun_s = Held(), time.monotonic()
    with played(images, folder) as machine:
        Table(machine, 1)
        await_station(machine)
        until_s = time.monotonic() + ANSWERS_S
        while not is_so(machine, ACTIVE) and time.monotonic() < until_s:
            machine.go_on(1.0)
        screens = Screens(machine, folder / "screens")
        screens.await_picture(ANSWERS_S)
        held.lines.append(f"ready and drawn {time.monotonic() - begun_s:.0f} s after power on")
        say(held.lines[-1])
        held.wrong += [f"{what} is not open" for what, path in DEVICES.items() if not holds(machine, path)]
        held.wrong += [f"not so: {what}" for what, command in CHECKS.items() if not is_so(machine, command)]
        held.wrong += screens.take(str(ask(machine)["page"]))
        for _ in range(TOUCHES):
            machine.touch(0.3, 0.5)
            machine.go_on(SOON_S)
            share = screens.share_of_first_page()
            if share >= ALIKE:
                break
        held.lines.append(f"after a touch {share:.0%} of the first page's words and signs are on the panel")
        say(held.lines[-1])
        if share < ALIKE:
            held.wrong.append(f"the panel shows something else than the first page, see {folder / 'screens'}")
        memory = machine.run(MEMORY).splitlines()
        held.lines.append("memory, MB resident: " + "; ".join(_process(line) for line in memory))
        say(held.lines[-1])
        if failed := machine.run("systemctl --failed --no-legend --plain").strip():
            held.wrong.append(f"failed units: {failed}")
    return held


def _process(line: str) -> str:
    kilobytes, name, *words = line.split()
    what = next((word for word in words if word in ("link", "solve")), "")
    return f"{name} {what}".strip() + f" {int(kilobytes) / 1024:.0f}"


def play_a_game(images: Images, folder: Path, seed: int, say: Callable[[str], None]) -> Held:
    """Boot, play a whole game by touch and key, switch off, and look at what is stored."""
    held, random, begun_s = Held(), Random(seed), time.monotonic()
    with played(images, folder) as machine:
        table = Table(machine, random.randrange(2**31))
        await_station(machine)
        player = Player(machine, table, Screens(machine, folder / "screens"), random)
        player.play()
        account = player.account
        peak = int(machine.run("systemctl show -P MemoryPeak five-lines")) / 2**20
    held.lines.append(
        f"{len(account.throws)} throws, {len(account.moves)} moves, {account.mistakes} mistakes put right, "
        f"{account.again} touches or presses made again, "
        f"in {(time.monotonic() - begun_s) / 60:.0f} min; at most {peak:.0f} MB for the unit"
    )
    say(held.lines[-1])
    held.wrong += account.wrong + compared(folder / DATA, folder, account)
    return held


PHONE = {
    "10.42.0.1:8016": "reached",
    "10.42.0.1:22": "shut",
    "192.168.77.2:1883": "shut",
    "192.168.77.1:8016": "reached",
}
"""Addresses that a phone on the hotspot tries: it reaches the page at either address, and nothing else."""


def hotspot(images: Images, folder: Path, say: Callable[[str], None]) -> Held:
    """Boot, have the hotspot opened as staff do, join it as a phone does, and look where it leads."""
    held = Held()
    with played(images, folder) as machine:
        await_station(machine)
        said = machine.run("sh /mnt/host/bench/machine/inside/hotspot").splitlines()
    found = dict(line.split() for line in said if line.endswith(("reached", "shut")))
    held.lines.append("from a phone: " + ", ".join(f"{place} {what}" for place, what in found.items()))
    say(held.lines[-1])
    if found != PHONE:
        held.wrong.append(f"expected {PHONE}, found {said}")
    return held


def is_so(machine: Machine, command: str) -> bool:
    """True if a shell command succeeds inside."""
    return bool(machine.do(run=command)["status"] == 0)


def await_station(machine: Machine) -> str:
    """Wait until the station answers, and tell which page it shows; raises MachineError if it does not."""
    until_s = time.monotonic() + ANSWERS_S
    while not (state := machine.do(ask={"ask": "state"}))["ok"]:
        machine.go_on(1.0)
        if time.monotonic() > until_s:
            raise MachineError(f"the station does not answer: {state}")
    return str(state["page"])


def ask(machine: Machine) -> dict[str, Any]:
    """Return the station's state."""
    return machine.do(ask={"ask": "state"})


def holds(machine: Machine, path: str) -> bool:
    """True if the station has a device open."""
    return f"-> {path}" in machine.run(f"{STATION} ls -l /proc/$pid/fd")


def compared(data: Path, folder: Path, account: Account) -> list[str]:
    """Return what the journal on a disk without power holds otherwise than it was played."""
    with mounted(data, folder / "data") as place:
        try:
            with closing(Database.for_reading(place / FILE_NAME)) as database:
                games = [database.game(number) for number in database.games()]
        except JournalError as error:
            return [f"the journal: {error}"]
    if len(games) != 1 or not games[0].over:
        return [f"{len(games)} games are stored: {games}"]
    wrong = list(misfits(games[0]))
    happened = [entry.happening for entry in games[0].entries]
    moves = [it.move for it in happened if isinstance(it, Moved)]
    throws = [it.throw for it in happened if isinstance(it, Thrown)]
    if moves != account.moves:
        wrong.append(f"played: {account.moves}; stored: {moves}")
    if throws != account.throws:
        wrong.append(f"thrown: {account.throws}; stored: {throws}")
    return wrong
