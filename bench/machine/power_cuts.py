"""Cut the power of a machine in the middle of games; nobody who looks on from outside misses anything."""

import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from itertools import takewhile
from pathlib import Path
from random import Random

from bench.machine.command import run
from bench.machine.image import Images
from bench.machine.machine import INSIDE, SHOWN, Boot, Machine, lines_shown
from companion.app.frontends import happening_line
from companion.journal import FILE_NAME, Database, JournalError, StoredGame
from companion.journal.dice_audit import verify
from companion.journal.happenings import Entry
from companion.journal.replay import replay

DATA = "data.img"
BEGIN_S = 3600.0
"""Timeout until a machine plays."""

MAX_DURATION_S = 60.0
"""For that long at most a game is played on before the power is cut."""


@dataclass
class Findings:
    """Findings after so many cuts; `wrong` is empty if nothing was missing."""

    cuts: int = 0
    shown: int = 0
    unfinished: int = 0
    gone_on: int = 0
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Left:
    """The state of a data disk without power, and what was found wrong with it for the first time.

    `stored` tells of each entry of the journal to which game it belongs (None: to none), and its line in the
    log; `unfinished` which game goes on; `shown` is how many lines had left the machine by then.
    """

    unfinished: int | None = None
    stored: tuple[tuple[int | None, str], ...] = ()
    shown: int = 0
    wrong: tuple[str, ...] = ()

    def goes_on_in(self, later: "Left") -> bool:
        """True if what was stored first after this cut belongs to the game that was cut."""
        new = (game for game, _ in later.stored[len(self.stored) :] if game is not None)
        return next(new, None) == self.unfinished


def cut_again_and_again(
    images: Images, folder: Path, cuts: int, seed: int, say: Callable[[str], None]
) -> Findings:
    """Boot, play on for a while, cut the power and look; as often as is asked for.

    A machine whose power was cut before goes on with its games, and cuts that were made before count.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "findings.json"
    data, shown = folder / DATA, folder / SHOWN
    if not lines_shown(shown):
        shutil.copyfile(images.data, data)
    findings = Findings(**json.loads(kept.read_text(encoding="utf-8"))) if kept.exists() else Findings()
    findings.shown = len(lines_shown(shown))
    left = Left()
    if findings.shown:
        left = look_at(data, lines_shown(shown), left)
        findings.wrong += [f"before the first: {it}" for it in left.wrong]
        say(
            f"it was cut before: {findings.shown} lines shown, {len(left.stored)} entries stored"
            f"{in_words(left.wrong)}"
        )
    unit = (INSIDE / "autoplay.conf").read_text(encoding="utf-8")
    while findings.cuts < cuts:
        random = Random(f"{seed} {findings.shown}")
        begun_s, before = time.monotonic(), findings.shown
        boot = Boot(
            images.kernel,
            images.initrd,
            images.installed,
            data,
            unit,
            more=(f"systemd.setenv=BOX_SEED={random.randrange(2**31)}",),
        )
        with Machine(boot, folder) as machine:
            machine.await_line(before + 1, BEGIN_S)
            ready_s = time.monotonic() - begun_s
            machine.go_on(random.uniform(0.0, MAX_DURATION_S))
            machine.cut_power()
        findings.cuts += 1
        last, left = left, look_at(data, lines_shown(shown), left)
        findings.shown = left.shown
        wrong = list(left.wrong)
        if last.unfinished is not None:
            findings.unfinished += 1
            if last.goes_on_in(left):
                findings.gone_on += 1
            else:
                wrong.append(f"game {last.unfinished} was not over, and did not go on")
        findings.wrong += [f"cut {findings.cuts}: {it}" for it in wrong]
        kept.write_text(json.dumps(asdict(findings)), encoding="utf-8")
        say(
            f"cut {findings.cuts}: played on after {ready_s:.0f} s; {findings.shown - before} lines shown, "
            f"{findings.shown} in all, {len(left.stored)} entries stored{in_words(wrong)}"
        )
    return findings


def in_words(wrong: Sequence[str]) -> str:
    """Return what is wrong as the end of a line; empty for nothing."""
    return "".join(f"; {it}" for it in wrong)


def look_at(data: Path, shown: Sequence[str], last: Left) -> Left:
    """Compare a data disk without power with what was shown, replay its games, and check its file system.

    `last` is how it was left the time before: what was there has to be there still, and what is compared
    is what was shown since then. A copy is looked at, so that the machine itself has to mend the disk.
    """
    wrong: list[str] = []
    games: list[StoredGame] = []
    entries: list[Entry] = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "data.img"
        shutil.copyfile(data, copy)
        with mounted(copy, Path(folder) / "data") as place:
            try:
                with closing(Database.for_reading(place / FILE_NAME)) as database:
                    games.extend(database.game(number) for number in database.games())
                    numbers = range(1, database.last_number() + 1)
                    entries = [it for number in numbers if (it := database.entry(number)) is not None]
            except JournalError as error:
                wrong.append(f"the journal: {error}")
        checked = subprocess.run(["e2fsck", "-fn", copy], capture_output=True, text=True, check=False)
        if checked.returncode != 0:
            wrong.append(f"the file system: {checked.stdout}")
    stored = tuple((entry.game, happening_line(entry.happening)) for entry in entries)
    if stored[: len(last.stored)] != last.stored:
        both = zip(stored, last.stored, strict=False)
        kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))
        wrong.append(f"of {len(last.stored)} entries that were stored, {kept} are as they were")
    new = stored[len(last.stored) :]
    gone_on = {number for number, _ in new}
    wrong += [misfit for game in games if game.number in gone_on for misfit in misfits(game)]
    lost = missing(shown[last.shown :], [line for _, line in new])
    wrong += [f"shown, not stored: {line}" for line in lost]
    unfinished = games[-1].number if games and not games[-1].over else None
    return Left(unfinished, stored, len(shown), tuple(wrong))


def misfits(game: StoredGame) -> Iterator[str]:
    """Return what in a stored game can't have happened."""
    try:
        for _ in replay(game):
            pass
        if game.over:
            yield from (f"game {game.number}: {misfit}" for misfit in verify(game).misfits)
    except JournalError as error:
        yield str(error)


def missing(shown: Sequence[str], stored: Sequence[str]) -> list[str]:
    """Return what was shown and is not stored, in the order in which it was shown."""
    lost, at = [], 0
    for line in shown:
        try:
            at = stored.index(line, at) + 1
        except ValueError:
            lost.append(line)
    return lost


@contextmanager
def mounted(image: Path, place: Path) -> Iterator[Path]:
    """An image's file system in a folder; the kernel replays its journal."""
    place.mkdir()
    run("mount", "-o", "loop", image, place)
    try:
        yield place
    finally:
        run("umount", place)
