"""The power of a machine is cut in the middle of games, and whoever looked on from outside misses nothing."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from companion.app.station_log import happening_line
from companion.journal import FILE_NAME, Database
from companion.journal.dice_audit import verify
from companion.journal.replay import replay
from tests.machine.image import Images, run
from tests.machine.machine import SHOWN, Machine, lines_shown

BEGIN_S = 3600.0
"""So long a machine may take until it plays; a computer with nothing else to do takes a minute."""

MOST_S = 60.0
"""For that long at most a game is played on before the power is cut."""


@dataclass(slots=True)
class Findings:
    """What was found after so many cuts; `wrong` is empty if nothing was missing."""

    cuts: int = 0
    shown: int = 0
    unfinished: int = 0
    gone_on: int = 0
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Left:
    """What lies on a data disk without power, and what is wrong with it.

    `games` tells of each entry of the journal to which game it belongs, `unfinished` which of them goes on.
    """

    unfinished: int | None = None
    games: tuple[int | None, ...] = ()
    wrong: tuple[str, ...] = ()

    def goes_on_in(self, later: "Left") -> bool:
        """Whether what was stored first after this cut belongs to the game that was cut."""
        return later.games[len(self.games) :][:1] == (self.unfinished,)


def cut_again_and_again(
    images: Images, folder: Path, cuts: int, seed: int, say: Callable[[str], None]
) -> Findings:
    """Boot, play on for a while, cut the power and look; as often as is asked for.

    A machine whose power was cut before goes on with its games.
    """
    folder.mkdir(parents=True, exist_ok=True)
    data, shown = folder / "data.img", folder / SHOWN
    if not lines_shown(shown):
        shutil.copyfile(images.data, data)
    findings = Findings(shown=len(lines_shown(shown)))
    left = look_at(data, shown) if findings.shown else Left()
    findings.wrong += [f"before the first: {it}" for it in left.wrong]
    if findings.shown:
        say(
            f"it was cut before: {findings.shown} lines shown, {len(left.games)} entries stored"
            f"{told(left.wrong)}"
        )
    while findings.cuts < cuts:
        random = Random(f"{seed} {findings.shown}")
        begun_s, before = time.monotonic(), findings.shown
        with Machine(images.installed, data, folder, random.randrange(2**31)) as machine:
            machine.await_line(before + 1, BEGIN_S)
            ready_s = time.monotonic() - begun_s
            machine.go_on(random.uniform(0.0, MOST_S))
            machine.cut_power()
        findings.cuts += 1
        findings.shown = len(lines_shown(shown))
        last, left = left, look_at(data, shown)
        wrong = list(left.wrong)
        if last.unfinished is not None:
            findings.unfinished += 1
            if last.goes_on_in(left):
                findings.gone_on += 1
            else:
                wrong.append(f"game {last.unfinished} was not over, and did not go on")
        findings.wrong += [f"cut {findings.cuts}: {it}" for it in wrong]
        say(
            f"cut {findings.cuts}: played on after {ready_s:.0f} s; {findings.shown - before} lines shown, "
            f"{findings.shown} in all, {len(left.games)} entries stored{told(wrong)}"
        )
    return findings


def told(wrong: Sequence[str]) -> str:
    """What is wrong, at the end of a line; nothing for nothing."""
    return "".join(f"; {it}" for it in wrong)


def look_at(data: Path, shown: Path) -> Left:
    """Compare a data disk without power with what was shown, replay its games, and check its file system.

    It is a copy that is looked at, so that the machine itself has to mend the disk.
    """
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "data.img"
        shutil.copyfile(data, copy)
        with mounted(copy, Path(folder) / "data") as place:
            database = Database.for_reading(place / FILE_NAME)
            try:
                games = [database.game(number) for number in database.games()]
            finally:
                database.close()
        checked = subprocess.run(["e2fsck", "-fn", copy], capture_output=True, text=True, check=False)
        if checked.returncode != 0:
            wrong.append(f"the file system: {checked.stdout}")
    for game in games:
        for _ in replay(game):
            pass
        if game.over:
            wrong += [f"game {game.number}: {misfit}" for misfit in verify(game).misfits]
    entries = sorted((entry for game in games for entry in game.entries), key=lambda entry: entry.number)
    stored = [happening_line(entry.happening) for entry in entries]
    wrong += [f"shown, not stored: {line}" for line in missing(lines_shown(shown), stored)]
    unfinished = games[-1].number if games and not games[-1].over else None
    return Left(unfinished, tuple(entry.game for entry in entries), tuple(wrong))


def missing(shown: list[str], stored: list[str]) -> list[str]:
    """What was shown and is not stored, in the order in which it was shown."""
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
