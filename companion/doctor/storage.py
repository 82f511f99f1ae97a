"""Checks of the disk's room and health, and of the journal."""

import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion.doctor.findings import Check, Finding
from companion.journal import (
    FILE_NAME,
    DamagedError,
    Database,
    ForeignError,
    JournalError,
    NewerError,
    NoSuchGameError,
)
from companion.journal.home.names import Names

MIN_MB, LITTLE_MB = 50, 500  # a game takes about 30 kB; the system's own journal and updates need the rest
WORN = 0x09  # eMMC reports wear in tenths of its life (JEDEC 5.0, DEVICE_LIFE_TIME_EST): 9 is 80 to 90 % used


@dataclass(frozen=True)
class Disk:
    """The data folder and its disk; `errors` and `wear` are None where they are unknown.

    A folder that does not exist is writable if it can be made.
    """

    folder: Path
    exists: bool
    writable: bool
    free_mb: int
    filesystem: str | None
    errors: int | None = None
    wear: int | None = None


@dataclass(frozen=True)
class Games:
    """The journal; `trouble` says why it can't be used, `names` why those of people at home can't be read.

    `damaged` describes games that were changed. `set_aside` counts the damaged journals beside
    it, `newer` those of a newer version.
    """

    path: Path
    exists: bool
    games: int = 0
    trouble: JournalError | None = None
    damaged: tuple[str, ...] = ()
    set_aside: int = 0
    newer: int = 0
    names: str = ""


def probe_disk(folder: Path, mounts: str, system: Path = Path("/sys")) -> Disk:
    """Return facts about the disk of a folder; `mounts` is the text of /proc/self/mounts."""
    there = _nearest_existing(folder)
    device, filesystem = _mount_of(there, mounts)
    name = Path(device).name
    return Disk(
        folder,
        folder.is_dir(),
        there.is_dir() and os.access(there, os.W_OK | os.X_OK, effective_ids=os.name == "posix"),
        shutil.disk_usage(there).free // 1_000_000,
        filesystem,
        _number(system / "fs" / "ext4" / name / "errors_count"),
        _wear(system / "block" / name.split("p")[0] / "device" / "life_time"),
    )


def probe_games(folder: Path) -> Games:
    """Check every page and every game of the journal in a data folder."""
    path = folder / FILE_NAME
    set_aside, newer = (
        len(list(folder.glob(f"journal-{why}-*.sqlite"))) if folder.is_dir() else 0
        for why in ("damaged", "version")
    )
    try:
        names = str(Names(path).book)[:0]
    except JournalError as error:
        names = str(error)
    nothing = Games(path, exists=False, set_aside=set_aside, newer=newer, names=names)
    try:
        database = Database.for_reading(path)
        try:
            database.check_pages()
            damaged: list[DamagedError] = []
            games = sum(1 for _ in database.sound_games(damaged)) + len(damaged)
            return replace(nothing, exists=True, games=games, damaged=tuple(map(str, damaged)))
        finally:
            database.close()
    except NoSuchGameError:
        return nothing
    except JournalError as error:
        return replace(nothing, exists=True, trouble=error)


def judge_disk(facts: Disk) -> Sequence[Finding]:
    """Return the findings about room, rights and health."""
    if not facts.exists and facts.writable:
        made = "it is made when the station first starts"
        return (Check.DISK.absent(f"{facts.folder} is not there yet; {made}"),)
    findings = []
    if not facts.writable:
        unwritable = "can't be written" if facts.exists else "is not there yet and can't be made"
        findings.append(
            Check.DISK.wrong(
                f"{facts.folder} {unwritable} by this user",
                "run this with sudo; if it says so again, the disk is failing or read-only: dmesg | tail",
            )
        )
    room = f"{facts.free_mb} MB are free in {facts.folder}"
    remedy = "remove what is not needed: sudo apt clean, sudo journalctl --vacuum-size=50M, or a larger card"
    if facts.free_mb < MIN_MB:
        findings.append(Check.DISK.wrong(f"{room}; games can't be kept for long", remedy))
    elif facts.free_mb < LITTLE_MB:
        findings.append(Check.DISK.warn(room, remedy))
    if facts.errors:
        findings.append(
            Check.DISK.wrong(
                f"the file system has met {facts.errors} errors",
                "save the games (five-lines games export), then write a new card: this one is failing",
            )
        )
    if facts.wear is not None and facts.wear >= WORN:
        worn = "the memory has used up most of its life"
        findings.append(Check.DISK.warn(worn, "plan for a new card or disk this year"))
    if facts.filesystem in ("tmpfs", "overlay"):
        findings.append(
            Check.DISK.wrong(
                f"{facts.folder} lies in memory ({facts.filesystem}): all in it is lost at power-off",
                "put a data partition there, as docs/build.md says",
            )
        )
    if not findings:
        findings.append(Check.DISK.fine(f"{room} ({facts.filesystem or 'unknown'})"))
    return findings


def judge_owners(folder: Path, *others: Path) -> Iterator[Finding]:
    """Find what another user than the data folder's owner has made, and databases that can't be written.

    With such a journal the station plays, but keeps no game.
    """
    owner, foreign = _nearest_existing(folder).stat().st_uid, []
    for path in (it for place in (folder, *others) for it in (place, *place.rglob("*"))):
        if path.exists():
            status = path.lstat()
            if status.st_uid != owner or (".sqlite" in path.name and not status.st_mode & 0o200):
                foreign.append(path)
    if foreign:
        yield Check.DISK.wrong(
            f"{foreign[0]} can't be written by the owner of {folder} (one of {len(foreign)} such files and "
            "folders), so perhaps no game is kept",
            f"sudo chown -R --reference={folder} and sudo chmod -R u+w, both for {foreign[0].parent}",
        )


def judge_games(facts: Games) -> Iterator[Finding]:
    """Check that the journal is undamaged."""
    if facts.trouble is not None:
        match facts.trouble:
            case ForeignError():
                remedy = "move it elsewhere, or set another [station] data; the station does not open before"
            case NewerError():
                remedy = "update the station, or start it: it sets the file aside whole and begins a new one"
            case _:
                remedy = (
                    "nothing is lost yet: copy the file away; the station sets it aside and begins a new one"
                )
        yield Check.JOURNAL.wrong(str(facts.trouble), remedy)
    elif facts.exists:
        games = "one game" if facts.games == 1 else f"{facts.games} games"
        if facts.damaged:
            yield Check.JOURNAL.wrong(
                f"{len(facts.damaged)} of {games} are damaged, the first: {facts.damaged[0]}",
                "the others are sound; look for the reason (a failing card), and copy the file away",
            )
        else:
            yield Check.JOURNAL.fine(f"{games} in {facts.path}, all of them sound")
    else:
        yield Check.JOURNAL.absent("no game has been played yet")
    if facts.names:
        remedy = "mend it or move it away, or touch *Erase all names* on the page that asks who plays"
        yield Check.JOURNAL.wrong(f"{facts.names}; games have no names", remedy)
    if facts.set_aside:
        yield Check.JOURNAL.warn(
            f"{facts.set_aside} damaged journals were set aside in {facts.path.parent}",
            "look for the reason (power cuts, a failing card); export what can be read, then remove them",
        )
    if facts.newer:
        yield Check.JOURNAL.warn(
            f"journals of a newer version, set aside whole in {facts.path.parent}: {facts.newer}",
            "after an update, five-lines games list --journal FILE lists their games",
        )


def _nearest_existing(folder: Path) -> Path:
    return next(path for path in (folder, *folder.absolute().parents) if path.exists())


def _mount_of(folder: Path, mounts: str) -> tuple[str, str | None]:
    """Return the device and the type of a folder's file system."""
    resolved = folder.resolve()
    found: dict[int, tuple[str, str]] = {}
    for row in mounts.splitlines():
        device, place, kind, *_ = row.split()
        here = Path(place.replace("\\040", " "))
        if resolved.is_relative_to(here):
            # The deepest one counts, and of several at one place the last.
            found[len(here.parts)] = (device, kind)
    return found[max(found)] if found else ("", None)


def _number(path: Path) -> int | None:
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _wear(path: Path) -> int | None:
    """Return the worse of an eMMC's two wear estimates; SD cards have none."""
    try:
        return max(int(word, 16) for word in path.read_text(encoding="ascii").split())
    except (OSError, ValueError):
        return None
