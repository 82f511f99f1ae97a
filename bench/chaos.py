"""The fault laboratory: a station fails in many ways, and is killed, and nothing shown may be lost.

    python bench/chaos.py [--seed 1] [--runs 10] [--lives 6]

Each run is one journal, and follows from its seed; in each of its lives a station plays on until it is
killed, or comes to its end. What looks on is another process: it knows what was told and shown, and looks for
it in the journal. A finding is printed with its run's seed, which shows it again: `--seed THAT --runs 1`.
"""

import argparse
import itertools
import json
import shutil
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

from companion.game import GameError
from companion.journal import FILE_NAME, Database, JournalError
from companion.journal.codec import encode
from companion.journal.dice_audit import verify
from companion.journal.errors import NoSuchGameError
from companion.journal.replay import replay

ROOT = Path(__file__).resolve().parent.parent
STATION = ROOT / "bench" / "chaos_station.py"
LONGEST_LIFE_S = 60.0
"""Ten times what a life takes; a station that goes on for longer hangs."""
STEPS = 150
"""What the robot does in a life that is not cut short."""
TOLD = {"not-stored", "disk-full"}
"""One of these is on the page as long as something is kept in memory only."""
TORN_BYTES = 700
"""What a write that a power cut has torn leaves at the log's end: less than a page."""


class Oracle:
    """What was told and shown, and so has to be in the journal."""

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
        """A line that the station has printed."""
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
            if facts["kept"] and not TOLD & set(facts["faults"]) and self._must_say:
                self.findings.append(f"nothing on {facts['page']} says that nothing is stored")
            if "journal-set-aside" in facts["faults"] and not self.faults["journal deleted"]:
                self.findings.append("a new journal was begun though nobody took the old one away")
            if facts["stand"] is not None and not facts["kept"] and not self._gone:
                self._stands.append(tuple(facts["stand"]))
        # Of a journal that was taken away only what is told next says that there is another.
        if facts.get("kept") is False and ("told" in facts or not self._gone):
            if "told" in facts:
                self._stored += [told for told in self._taken if told[0] == facts["game"]]
                self._taken.clear()
                self._gone = False
            self._stored += self._waiting
            self._waiting.clear()

    def _forget(self) -> None:
        """The journal was deleted: with what is stored next, the game that goes on is stored again."""
        self._gone = True
        # The last words of a game may be told when the next has begun: whose they are can't be told here.
        self._taken += [it for it in self._stored if not it[1].startswith(("Abandoned ", "SeedRevealed "))]
        self._stored.clear()
        self._stands.clear()

    def look(self, path: Path) -> None:
        """The station has ended, however: look for everything in what it has left."""
        self._waiting.clear()
        self._taken.clear()
        self._gone = False
        try:
            with closing(Database.for_reading(path)) as database:
                games = [database.game(number) for number in database.games()]
        except NoSuchGameError:
            games = []
        except JournalError as error:
            self.findings.append(f"the journal can't be read: {error}")
            return
        entries = sorted((entry for game in games for entry in game.entries), key=lambda entry: entry.number)
        lines = iter([f"{type(it.happening).__name__} {encode(it.happening)}" for it in entries])
        lost = [told for _, told in self._stored if told not in lines]
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
            drawn = [throw.number for throw in game.throws if throw.number is not None]
            if drawn != list(range(1, len(drawn) + 1)):
                self.findings.append(f"game {game.number} has the throws {drawn}")
            if game.over and verify(game).misfits:
                self.findings.append(f"game {game.number}: {verify(game).misfits[0]}")
        missing = [stand for stand in self._stands if stand not in stands]
        if missing:
            self.findings.append(f"shown, and nowhere in the journal: {missing[0]}")
        self._stands.clear()


def run(seed: int, lives: int, folder: Path, disk: bool) -> Oracle:
    """One journal through all its lives."""
    oracle, random = Oracle(), Random(seed)
    path = folder / FILE_NAME
    for life in range(lives):
        lines = random.randrange(5, 400)
        command = [sys.executable, str(STATION), str(folder), f"{seed}/{life}", str(STEPS), *["disk"] * disk]
        with tempfile.TemporaryFile("w+") as complaints:
            with subprocess.Popen(
                command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=complaints, text=True
            ) as station:
                heard = _hear(station, oracle, lines)
            complaints.seek(0)
            said = complaints.read()
        (folder / "ballast").unlink(missing_ok=True)
        if heard == "silent":
            oracle.findings.append(f"life {life}: it hung")
        elif station.returncode not in (0, -9):
            last = said.strip().splitlines()[-1:] or ["without a word"]
            oracle.findings.append(f"life {life}: it ended with {station.returncode}: {last[0]}")
        if heard != "over":
            oracle.faults["killed"] += 1
            log = Path(f"{path}-wal")
            if log.exists() and random.random() < 0.5:
                oracle.faults["log torn"] += 1
                with log.open("ab") as file:
                    file.write(random.randbytes(TORN_BYTES))
        before = len(oracle.findings)
        oracle.look(path)
        oracle.findings[before:] = [f"life {life}: {finding}" for finding in oracle.findings[before:]]
    return oracle


ENVIRONMENT = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "OPENBLAS_NUM_THREADS": "1"}


def _hear(station: "subprocess.Popen[str]", oracle: Oracle, lines: int) -> str:
    """Listen for so many lines, then kill it: "over", "killed" or "silent"."""
    assert station.stdout is not None
    hung = threading.Event()

    def lose_patience() -> None:
        hung.set()
        station.kill()

    patience = threading.Timer(LONGEST_LIFE_S, lose_patience)
    patience.start()
    try:
        for line in itertools.islice(station.stdout, lines):
            oracle.hear(line)
        if hung.is_set():
            return "silent"
        following = station.stdout.readline()
        station.kill()
        # What it had printed before it was killed was shown as well; the last line may be cut.
        for line in (following, *station.stdout.readlines()):
            if line.endswith("\n"):
                oracle.hear(line)
        return "killed" if following else "over"
    finally:
        patience.cancel()


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """A disk of 4 MB in a folder, where this user may mount one; whether there is one."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)]
    may = shutil.which("mount") is not None
    done = may and subprocess.run(mount, capture_output=True, check=False).returncode == 0
    try:
        yield done
    finally:
        if done:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


def main(arguments: list[str] | None = None) -> int:
    """Print what has failed and what was found; 1 if anything was."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="the first run's (1)")
    parser.add_argument("--runs", type=int, default=10, help="how many journals (10)")
    parser.add_argument("--lives", type=int, default=6, help="how many stations for each (6)")
    args = parser.parse_args(arguments)
    faults: Counter[str] = Counter()
    findings = 0
    for seed in range(args.seed, args.seed + args.runs):
        with tempfile.TemporaryDirectory(prefix="five-lines-chaos-") as name, small_disk(Path(name)) as disk:
            oracle = run(seed, args.lives, Path(name), disk)
        faults += oracle.faults
        findings += len(oracle.findings)
        for finding in oracle.findings:
            print(f"seed {seed}, {finding}", flush=True)
    for kind, times in sorted(faults.items()):
        print(f"{times:6} {kind}")
    print(f"{faults.total():6} faults, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
