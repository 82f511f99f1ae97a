"""The fault laboratory: a station fails in many ways, and is killed, but nothing shown may be lost.

    python bench/chaos.py [--seed 1] [--runs 10] [--lives 6] [--kills N]

Each run is one journal, and follows from its seed; in each of its lives a station plays on until it is
killed, or comes to its end. Another process observes it: it knows what was reported and shown, and looks for
it in the journal. A finding is printed with its run's seed, which shows it again: `--seed THAT --runs 1`.
With `--kills` runs go on until so many stations were killed; none is then left to come to its end.
"""

import argparse
import itertools
import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random

from bench.chaos_station import READ_ONLY, live
from companion.game import GameError
from companion.journal import FILE_NAME, Database, JournalError
from companion.journal.dice_audit import verify
from companion.journal.errors import NoSuchGameError
from companion.journal.happenings import encode
from companion.journal.replay import replay

STATIONS = multiprocessing.get_context("forkserver")
"""Starts stations as processes of their own, with the libraries preloaded."""
MAX_LIFE_S = 60.0
"""Timeout of a life, ten times its usual length; a station that takes longer hangs."""
STEPS = 150
"""Steps of the robot in a life that is not cut short."""
NOT_STORED = {"not-stored", "disk-full"}
"""Faults, one of which is shown while something is kept in memory only."""
ENDLESS = 100_000
"""Steps of the robot when each station is to be killed."""
LONG, SHORT = 400, 60
"""Maximum lines of a station before it is killed: in lives that may end by themselves, and in others."""
DISK_MB = 12
HALT_S = 0.02
"""Seconds that a station is stopped (SIGSTOP) before it is continued."""
TORN_BYTES = 700
"""Bytes that a write torn by a power cut leaves at the log's end: less than a page."""


class Oracle:
    """Everything that was reported and shown, and so has to be in the journal."""

    def __init__(self) -> None:
        self.findings: list[str] = []
        self.faults: Counter[str] = Counter()
        self._stored: list[tuple[int, str]] = []
        self._waiting: list[tuple[int, str]] = []
        self._taken: list[tuple[int, str]] = []
        self._stands: list[tuple[int, int | None, str]] = []
        self._must_say = False
        self._gone = False

    def hear(self, line: str) -> None:
        """Handle a line that the station has printed."""
        facts = json.loads(line)
        if "fault" in facts:
            self.faults[facts["fault"]] += 1
            if facts["fault"] == "journal deleted":
                self._forget()
        elif "wrong" in facts:
            self.findings.append(facts["wrong"])
        elif "told" in facts:
            self._waiting.append((facts["game"], facts["told"]))
            self._must_say = facts["kept"]
        elif "page" in facts:
            if facts["kept"] and not NOT_STORED & set(facts["faults"]) and self._must_say:
                self.findings.append(f"nothing on {facts['page']} says that nothing is stored")
            if "journal-set-aside" in facts["faults"] and not self.faults["journal deleted"]:
                self.findings.append("a new journal was begun though nobody took the old one away")
            if facts["stand"] is not None and not facts["kept"] and not self._gone:
                self._stands.append(tuple(facts["stand"]))
        # After a journal was taken away, only the next report says that there is another.
        if facts.get("kept") is False and ("told" in facts or not self._gone):
            if "told" in facts:
                self._stored += [entry for entry in self._taken if entry[0] == facts["game"]]
                self._taken.clear()
                self._gone = False
            self._stored += self._waiting
            self._waiting.clear()

    def _forget(self) -> None:
        """Forget the deleted journal: the game in progress is stored again with the next entry."""
        self._gone = True
        # The last entries of a game may be reported when the next has begun, and do not say whose they are. A
        # sealed die belongs to no game.
        self._taken += [
            it for it in self._stored if not it[1].startswith(("Abandoned ", "SeedRevealed ", "Sealed "))
        ]
        self._stored.clear()
        self._stands.clear()

    def look(self, path: Path) -> None:
        """Look for everything in the journal of a station that has ended in any way."""
        self._waiting.clear()
        self._taken.clear()
        self._gone = False
        try:
            with closing(Database.for_reading(path)) as database:
                games = [database.game(number) for number in database.games()]
                entries = [database.entry(number) for number in range(1, database.last_number() + 1)]
        except NoSuchGameError:
            games, entries = [], []
        except JournalError as error:
            self.findings.append(f"the journal can't be read: {error}")
            return
        happened = [entry.happening for entry in entries if entry is not None]
        lines = iter([f"{type(it).__name__} {encode(it)}" for it in happened])
        lost = [entry for _, entry in self._stored if entry not in lines]
        if lost:
            self.findings.append(f"told, and not in the journal in this order: {lost[0]}")
        stands = set()
        for game in games:
            try:
                for step in replay(game):
                    state = step.state
                    stands.add((state.ply, state.throw, str(state.position)))
            except (JournalError, GameError) as error:
                self.findings.append(f"game {game.number} does not follow: {error}")
            drawn = {throw.number for throw in game.throws if throw.number is not None}
            if drawn != set(range(1, len(drawn) + 1)):
                self.findings.append(f"game {game.number} has the throws {drawn}")
            if game.over and verify(game).misfits:
                self.findings.append(f"game {game.number}: {verify(game).misfits[0]}")
            if game.over and game.begun.seed is not None and verify(game).redrawn:
                self.findings.append(f"game {game.number} has redrawn throws: {verify(game).redrawn}")
        missing = [stand for stand in self._stands if stand not in stands]
        if missing:
            self.findings.append(f"shown, and nowhere in the journal: {missing[0]}")
        self._stands.clear()


def run(seed: int, lives: int, folder: Path, disk: "SmallDisk | None", *, to_death: bool = False) -> Oracle:
    """Run one journal through all its lives; with `to_death` each is short, and ends by a kill."""
    oracle, random = Oracle(), Random(seed)
    path = folder / FILE_NAME
    for life in range(lives):
        lines = random.randrange(5, SHORT if to_death else LONG)
        before, hurt = len(oracle.findings), oracle.faults[READ_ONLY]
        with tempfile.NamedTemporaryFile("r") as complaints:
            ours, theirs = STATIONS.Pipe(duplex=False)
            steps = ENDLESS if to_death else STEPS
            arguments = (folder, f"{seed}/{life}", steps, disk is not None, theirs, complaints.name)
            station = STATIONS.Process(target=live, args=arguments)
            station.start()
            theirs.close()
            halt = random.randrange(lines) if random.random() < 0.2 else None
            heard = _hear(station, ours, oracle, lines, halt)
            station.join()
            said = complaints.read()
        if heard == "silent":
            oracle.findings.append("it hung")
        elif station.exitcode not in (0, -signal.SIGKILL):
            last = said.strip().splitlines()[-1:] or ["without a word"]
            oracle.findings.append(f"it ended with {station.exitcode}: {last[0]}")
        if heard != "over":
            oracle.faults["killed"] += 1
            _after_the_kill(path, oracle, random, disk)
        if disk is not None and oracle.faults[READ_ONLY] > hurt:
            disk.mend()
        # Only now, for on a disk that is read-only, or cut off from power, it would be there again.
        (folder / "ballast").unlink(missing_ok=True)
        oracle.look(path)
        oracle.findings[before:] = [f"life {life}: {finding}" for finding in oracle.findings[before:]]
    return oracle


def played(folder: Path, steps: int) -> Path:
    """Return the journal of a station that ran to its end, always the same."""
    ours, theirs = STATIONS.Pipe(duplex=False)
    station = STATIONS.Process(target=live, args=(folder, "played", steps, False, theirs, os.devnull))
    station.start()
    theirs.close()
    with os.fdopen(os.dup(ours.fileno()), encoding="utf-8") as heard:
        heard.read()
    station.join()
    return folder / FILE_NAME


def _after_the_kill(path: Path, oracle: Oracle, random: Random, disk: "SmallDisk | None") -> None:
    """Simulate a power cut at the kill, which may tear a write."""
    if disk is not None and random.random() < 0.5:
        oracle.faults["power cut"] += 1
        disk.cut_power()
    log = Path(f"{path}-wal")
    with suppress(OSError):
        if log.exists() and random.random() < 0.5:
            with log.open("ab") as file:
                file.write(random.randbytes(TORN_BYTES))
            oracle.faults["log torn"] += 1


def _hear(station: ForkServerProcess, pipe: Connection, oracle: Oracle, lines: int, halt: int | None) -> str:
    """Listen for some lines, then kill it: "over", "killed" or "silent"; at `halt` stop it once."""
    hung = threading.Event()

    def lose_patience() -> None:
        hung.set()
        station.kill()

    patience = threading.Timer(MAX_LIFE_S, lose_patience)
    patience.start()
    try:
        with os.fdopen(os.dup(pipe.fileno()), encoding="utf-8") as heard:
            for number, line in enumerate(itertools.islice(heard, lines)):
                oracle.hear(line)
                if number == halt:
                    oracle.faults["stopped for a while"] += 1
                    _halt(station)
            if hung.is_set():
                return "silent"
            following = heard.readline()
            station.kill()
            # What it had printed before it was killed was shown as well; the last line may be cut.
            for line in (following, *heard.readlines()):
                if line.endswith("\n"):
                    oracle.hear(line)
        return "killed" if following else "over"
    finally:
        patience.cancel()
        pipe.close()


def _halt(station: ForkServerProcess) -> None:
    """Have a station stand still for a moment, at whatever it is."""
    assert station.pid is not None
    with suppress(ProcessLookupError):
        os.kill(station.pid, signal.SIGSTOP)
        time.sleep(HALT_S)
        os.kill(station.pid, signal.SIGCONT)


class SmallDisk:
    """An ext4 file system of some megabytes in a file, mounted in a folder."""

    def __init__(self, image: Path, folder: Path) -> None:
        self._image = image
        self._folder = folder
        with image.open("wb") as file:
            file.truncate(DISK_MB << 20)
        subprocess.run(["mkfs.ext4", "-q", "-F", "-b", "4096", str(image)], check=True)
        self._mount()

    def cut_power(self) -> None:
        """Lose what was not yet written to the disk; nothing may be writing."""
        cut = self._image.with_suffix(".cut")
        shutil.copyfile(self._image, cut)
        self.close()
        cut.replace(self._image)
        self._check()
        self._mount()

    def mend(self) -> None:
        """Check a file system that has failed, and mount it again."""
        self.close()
        self._check()
        self._mount()

    def close(self) -> None:
        """Unmount the file system."""
        subprocess.run(["umount", str(self._folder)], check=True)

    def _check(self) -> None:
        checked = subprocess.run(["e2fsck", "-p", str(self._image)], capture_output=True, check=False)
        if checked.returncode > 1:
            raise RuntimeError(f"the file system is broken: {checked.stdout!r}")

    def _mount(self) -> None:
        subprocess.run(
            ["mount", "-o", "loop", str(self._image), str(self._folder)], capture_output=True, check=True
        )


@contextmanager
def small_disk(image: Path, folder: Path) -> Iterator[SmallDisk | None]:
    """Yield a small disk of its own in a folder, if this user may mount one."""
    disk = None
    with suppress(OSError, subprocess.CalledProcessError):
        disk = SmallDisk(image, folder)
    try:
        yield disk
    finally:
        if disk is not None:
            disk.close()


def main(arguments: list[str] | None = None) -> int:
    """Print what has failed and what was found; 1 if anything was."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="the first run's (1)")
    parser.add_argument("--runs", type=int, default=10, help="how many journals (10)")
    parser.add_argument("--lives", type=int, default=6, help="how many stations for each (6)")
    parser.add_argument("--kills", type=int, help="as many journals as it takes to kill so many stations")
    args = parser.parse_args(arguments)
    STATIONS.set_forkserver_preload(["bench.chaos_station"])
    faults: Counter[str] = Counter()
    findings = runs = 0
    while runs < args.runs if args.kills is None else faults["killed"] < args.kills:
        seed = args.seed + runs
        with tempfile.TemporaryDirectory(prefix="five-lines-chaos-") as name:
            folder = Path(name, "data")
            folder.mkdir()
            with small_disk(Path(name, "disk"), folder) as disk:
                oracle = run(seed, args.lives, folder, disk, to_death=args.kills is not None)
        runs += 1
        faults += oracle.faults
        findings += len(oracle.findings)
        print(f"\r{faults['killed']} stations killed", end="", file=sys.stderr, flush=True)
        for finding in oracle.findings:
            print(f"seed {seed}, {finding}", flush=True)
    print(file=sys.stderr)
    for kind, times in sorted(faults.items()):
        print(f"{times:6} {kind}")
    print(f"{faults.total():6} faults, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
