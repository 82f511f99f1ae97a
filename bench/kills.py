"""Kill `backup` and `restore` at random moments; look at what is there after the next start.

    python bench/kills.py [--kills 2000] [--seed 1] [--only backup]

Each is a process of its own, killed (SIGKILL) at a random moment of the time that it takes; two in five are
encrypted, and a third of the starts after a restore are killed as well. A restore has to leave the station as
it was or as the backup has it, a backup has to leave whole files only, and neither may leave anything
temporary after the next run. It prints how often each came about; a finding ends it.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.app.backups.backup import check_backup, write_backup
from companion.app.backups.encryption import MAGIC
from companion.app.backups.restore import in_clear, restore_backup, undo_restore
from companion.settings.settings_file import read_settings
from companion.system.atomic_file import remove_leftovers
from tests.support.backed_up import now_there, station, tree
from tests.support.dying import killed_after
from tests.support.shared import FOLDER

PHRASE = "five lines on the sacred line"
MEMORY = Path("/dev/shm")


def usual_s(run: Callable[[], object]) -> float:
    """Return how long it takes."""
    began_s = time.monotonic()
    run()
    return time.monotonic() - began_s


def temporary(folder: Path) -> list[str]:
    """Return what lies there that nobody has asked for."""
    return [
        str(it)
        for it in folder.rglob(".*")
        if "before-restore" not in it.name and not it.name.endswith("-lock") and it.name != ".gitignore"
    ]


def kill_restores(folder: Path, kills: int, random: Random) -> Counter[str]:
    """Kill so many restores; return what was there afterwards."""
    file = station(folder / "here", "de", 5)
    source = station(folder / "there", "el", 3)
    for name, phrase in (("plain.zip", ""), ("encrypted.zip", PHRASE)):
        write_backup(folder / name, source, read_settings(source).located(source.parent), passphrase=phrase)

    (folder / "phrase").write_text(PHRASE, encoding="utf-8")

    def restores(name: str, where: Path) -> Callable[[], object]:
        def run() -> None:
            given = folder / "phrase" if name == "encrypted.zip" else None
            with in_clear(folder / name, given, where) as source:
                restore_backup(folder / name, where, replace=True, source=source)

        return run

    def copied() -> Path:
        shutil.rmtree(folder / "copy", ignore_errors=True)
        return Path(shutil.copytree(file.parent, folder / "copy", symlinks=True)) / "station.toml"

    restores("plain.zip", copied())()  # loads what is loaded late
    whole_s = {name: usual_s(restores(name, copied())) for name in ("plain.zip", "encrypted.zip")}
    old, new = tree(file.parent), now_there(folder / "copy")
    found = Counter[str]()
    while found["killed"] < kills:
        name = random.choices(list(whole_s), (3, 2))[0]
        copy = copied()
        was_killed = killed_after(random.uniform(0, 1.5 * whole_s[name]), restores(name, copy))
        half_way = now_there(copy.parent) not in (old, new)
        if random.random() < 1 / 3:
            found["start killed"] += killed_after(random.uniform(0, 0.1), partial(undo_restore, copy))
        remove_leftovers(copy.parent)
        undo_restore(copy)
        there = now_there(copy.parent)
        if there not in (old, new) or temporary(copy.parent):
            raise SystemExit(f"after {found}: {sorted(there)}, {temporary(copy.parent)}: see {copy.parent}")
        found["killed"] += was_killed
        found["half-way until the next start"] += half_way
        found["old" if there == old else "new"] += was_killed
    return found


def kill_backups(folder: Path, kills: int, random: Random) -> Counter[str]:
    """Kill so many backups; return what was there afterwards."""
    file, stick = station(folder / "saved", "de", 5), folder / "stick"
    stick.mkdir()
    settings = read_settings(file).located(file.parent)
    before = tree(file.parent)

    def saves(phrase: str) -> Callable[[], object]:
        return partial(write_backup, stick / "b.zip", file, settings, passphrase=phrase)

    saves("")()
    whole_s = {phrase: usual_s(saves(phrase)) for phrase in ("", PHRASE)}
    found = Counter[str]()
    while found["killed"] < kills:
        (stick / "b.zip").unlink(missing_ok=True)
        phrase = random.choices(list(whole_s), (3, 2))[0]
        if phrase:
            remove_leftovers(stick)
        was_killed = killed_after(random.uniform(0, 1.5 * whole_s[phrase]), saves(phrase))
        found["killed"] += was_killed
        if (stick / "b.zip").exists():
            found["whole"] += was_killed
            if not phrase:
                check_backup(stick / "b.zip")
        for left in filter(Path.is_file, stick.rglob("*")) if phrase else ():
            if not MAGIC.startswith(left.read_bytes()[: len(MAGIC)]):
                raise SystemExit(f"after {found}: {left} is not encrypted")
        left_over = len(temporary(file.parent)) + len(temporary(stick))
        found["left something until the next run"] += bool(left_over)
        if found["killed"] % 50 == 0:
            saves("")()
            check_backup(stick / "b.zip")
            if temporary(file.parent) or temporary(stick):
                raise SystemExit(f"after {found}: {temporary(file.parent)}, {temporary(stick)}")
    now = tree(file.parent)
    if any(now[name] != data for name, data in before.items()):
        raise SystemExit(f"after {found}: the station was changed")
    return found


def main() -> int:
    """Print what was found; raise SystemExit at the first finding."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=2000, help="of each (2000)")
    parser.add_argument("--seed", type=int, default=1, help="of the moments (1)")
    kinds = {"restore": kill_restores, "backup": kill_backups}
    parser.add_argument("--only", choices=kinds, help="only this command")
    args = parser.parse_args()
    where = MEMORY if MEMORY.is_dir() else None
    for name, kill in kinds.items() if args.only is None else [(args.only, kinds[args.only])]:
        place = tempfile.mkdtemp(prefix="five-lines-kills-", dir=where)
        os.environ[FOLDER] = place
        print(f"{name}: {dict(kill(Path(place), args.kills, Random(args.seed)))}", flush=True)
        shutil.rmtree(place)
    return 0


if __name__ == "__main__":
    sys.exit(main())
