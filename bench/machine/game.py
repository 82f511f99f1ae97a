"""A whole game is played on a machine by touching and pressing, and its journal holds what was played."""

import shutil
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

from bench.machine.command import MachineError
from bench.machine.image import Images
from bench.machine.machine import INSIDE, Boot, Machine
from bench.machine.player import Account, Player
from bench.machine.power_cuts import misfits, mounted
from bench.machine.screens import Screens
from bench.machine.table import Table
from companion.journal import FILE_NAME, Database, JournalError
from companion.referee.events import Moved, Thrown

READY_S, ANSWERS_S = 600.0, 600.0
WATCHDOG = "systemd.watchdog_sec=60"
CHECKS = {
    "the root is read-only, below an overlay in memory": "findmnt -n -o FSTYPE / | grep -qx overlay",
    "the data disk is no overlay": "findmnt -n -o FSTYPE /var/lib/five-lines | grep -qx ext4",
    "systemd feeds the machine's watchdog": "ls -l /proc/1/fd | grep -q /dev/watchdog",
}
"""Checks inside, and the command that succeeds if each is so."""

HANGS_AT = 5
"""After so many throws the station hangs, and systemd has to notice."""

STATION = "pid=$(systemctl show -P MainPID five-lines);"

DEVICES = {
    "the screen": "/dev/dri/card0",
    "touch": "/dev/input/event0",
    "the camera": "/dev/video0",
    "the pins": "/dev/gpiochip0",
    "sound": "/dev/snd/",
}
"""Devices that the station has to hold open, none of it a stand-in."""


def play_a_game(images: Images, folder: Path, seed: int, say: Callable[[str], None]) -> list[str]:
    """Boot, play, switch off, look; what was wrong."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    data, random = folder / "data.img", Random(seed)
    shutil.copyfile(images.played, data)
    unit = (INSIDE / "played.conf").read_text(encoding="utf-8")
    begun_s = time.monotonic()
    boot = Boot(images.kernel, images.installed, data, unit, images.initrd, worked=True, more=(WATCHDOG,))
    with Machine(boot, folder) as machine:
        machine.await_work(READY_S)
        table = Table(machine, random.randrange(2**31))
        page = await_station(machine)
        say(f"the station answers after {time.monotonic() - begun_s:.0f} s: page {page}")
        wrong = [f"{what} is not open" for what, path in DEVICES.items() if not holds(machine, path)]
        wrong += [f"not so: {what}" for what, command in CHECKS.items() if not is_so(machine, command)]
        screens = Screens(machine, folder / "screens")
        runs = [run_of(machine)]

        def between(throws: int) -> bool:
            if throws == HANGS_AT:
                runs.append(hang(machine))
            return throws == HANGS_AT

        player = Player(machine, table, screens, random, between)
        player.play()
        account = player.account
        if run_of(machine) != runs[-1]:
            wrong.append("the station was started again, and nobody knows why")
        failed = machine.run("systemctl --failed --no-legend --plain").strip()
    say(
        f"played to its end after {time.monotonic() - begun_s:.0f} s: {len(account.throws)} throws, "
        f"{len(account.moves)} moves, {account.mistakes} mistakes; "
        f"pages: {' '.join(dict.fromkeys(account.pages))}"
    )
    if failed:
        wrong.append(f"failed units: {failed}")
    return wrong + account.wrong + compared(data, folder, account)


def is_so(machine: Machine, command: str) -> bool:
    """True if a shell command succeeds inside."""
    return bool(machine.do(run=command)["status"] == 0)


def run_of(machine: Machine) -> str:
    """Return systemd's name of this run of the station; each start is another."""
    return machine.run("systemctl show -P InvocationID five-lines").strip()


def hang(machine: Machine) -> str:
    """Have the station hang, until systemd has started it again and it answers; the new run."""
    before = run_of(machine)
    machine.run(f"{STATION} kill -STOP $pid")
    until_s = time.monotonic() + ANSWERS_S
    while (now := run_of(machine)) in (before, ""):
        machine.go_on(1.0)
        if time.monotonic() > until_s:
            raise MachineError("a station that hangs is not started again")
    await_station(machine)
    return now


def await_station(machine: Machine) -> str:
    """Wait until the station answers, and tell which page it shows; raises MachineError if it does not."""
    until_s = time.monotonic() + ANSWERS_S
    while not (state := machine.do(ask={"ask": "state"}))["ok"]:
        machine.go_on(1.0)
        if time.monotonic() > until_s:
            raise MachineError(f"the station does not answer: {state}")
    return str(state["page"])


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
