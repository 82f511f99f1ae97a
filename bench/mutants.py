"""Files from outside, changed at random: whatever is in one, it is read, or refused in plain words, and soon.

    python bench/mutants.py [--inputs 100000] [--seed 1] [--kind KIND [--first N]] [--keep FOLDER]

Each input follows from the seed, its kind and its number. An input that ends in anything but an answer or an
error of ours, that takes longer than 10 s or more than 500 MB, or that ends its process, is a finding: it is
printed with its kind and number, which make it again: `--kind KIND --first NUMBER --inputs 1`.
"""

import argparse
import hashlib
import json
import multiprocessing
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import numpy as np

from bench.chaos import played
from calibration.board_toml import read_board
from calibration.calibration_folder import load, save
from calibration.evaluate.truth import read_truth
from companion import FiveLinesError
from companion.app.backup import restore_backup, write_backup
from companion.film.film_folder import load_film
from companion.game import read_game, rules_for, write_game
from companion.journal import FILE_NAME, Database, Journal, JournalError
from companion.journal.corpus import check, read_corpus, write_corpus
from companion.journal.dice_audit import verify
from companion.journal.export import as_record
from companion.journal.replay import replay
from companion.journal.visits import Farewell, Step, Visit, VisitBook
from companion.settings.pin import PinFile
from companion.settings.settings_file import read_settings, settings_text
from companion.virtual.autoplay import learned_reader
from companion.watch.throws import read_throws
from hardware.virtual_table.table import virtual_table
from vision.picture_file import encode_picture, read_picture

LONGEST_S = 10.0
MOST_MB = 500
STEPS = 100
"""Of the robot, in the journal that is changed."""
BATCH = 250
"""Inputs that one process reads: one that ends it costs the others of its batch no more than a new start."""

FILM = Path(__file__).resolve().parent.parent / "companion" / "film" / "first_game"
RULES = rules_for("schaedler")
NUMBERS = (
    b"0",
    b"-1",
    b"1e400",
    b"nan",
    b"-inf",
    b"9" * 400,
    b"9" * 5000,
    b"2147483648",
    b"18446744073709551616",
)
WORDS = (
    b"[" * 3000,
    b"{" * 3000,
    b'"' * 3,
    b"\x00",
    b"\xff\xfe",
    b"\r",
    b"\\u0000",
    b"\\ud800",
    "\N{RIGHT-TO-LEFT OVERRIDE}".encode(),
    b"a" * 100_000,
    b"true",
    b"null",
    b"[]",
    b"{}",
    b"=",
    b"../../etc/passwd",
)
INTEGERS = tuple(value.to_bytes(4, "big") for value in (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 20_000))


def changed(data: bytes, random: Random) -> bytes:
    """The data with some of its bytes, numbers or lines changed, left out, doubled or made absurd."""
    for _ in range(random.choice((1, 1, 1, 2, 4, 12))):
        at = random.randrange(len(data) + 1)
        end = min(len(data), at + random.choice((1, 2, 4, 16, 200)))
        match random.randrange(9):
            case 0:
                flipped = bytes(byte ^ 1 << random.randrange(8) for byte in data[at:end])
                data = data[:at] + flipped + data[end:]
            case 1:
                data = data[:at] + data[end:]
            case 2:
                data = data[:end] + data[at:end] * random.choice((1, 1, 300)) + data[end:]
            case 3:
                data = data[:at] + random.randbytes(end - at) + data[end:]
            case 4:
                data = data[:at] + random.choice(WORDS) + data[end:]
            case 5:
                data = data[:at] + random.choice(INTEGERS) + data[at + 4 :]
            case 6:
                data = data[:at]
            case 7:
                numbers = list(re.finditer(rb"-?\d+(\.\d+)?", data[:100_000]))
                if numbers:
                    it = random.choice(numbers)
                    data = data[: it.start()] + random.choice(NUMBERS) + data[it.end() :]
            case _:
                lines = data.split(b"\n")
                one, other = (random.randrange(len(lines)) for _ in range(2))
                lines[one] = lines[other]
                data = b"\n".join(lines)
    return data


@dataclass(frozen=True)
class Kind:
    """Files of one kind: how some that are right are made, how one is read, and their share of all inputs.

    Of a folder one file is changed.
    """

    make: Callable[[Path], None]
    read: Callable[[Path], object]
    share: float


def _settings(folder: Path) -> None:
    (folder / "station.toml").write_text(settings_text(), encoding="utf-8")


def _board(folder: Path) -> None:
    shutil.copy(FILM / "board.toml", folder / "board.toml")


def _pictures(folder: Path) -> None:
    picture = virtual_table(1).picture(virtual_table(1).scene)
    for ending in (".png", ".jpg"):
        (folder / f"picture{ending}").write_bytes(
            encode_picture(np.ascontiguousarray(picture[::2, ::2]), ending)
        )


def _calibration(folder: Path) -> None:
    save(learned_reader(virtual_table(1)).calibration, folder / "calibration")


def _journal(folder: Path) -> None:
    """A journal that was closed, and one that was not, with its log."""
    closed, left = folder / "closed", folder / "left"
    closed.mkdir()
    left.mkdir()
    path = played(closed, STEPS)
    with tempfile.TemporaryDirectory() as name, closing(Database.for_reading(path)) as database:
        game = database.game(database.last_game())
        with Journal(Path(name, FILE_NAME), lambda: datetime(2026, 1, 1, tzinfo=UTC)) as journal:
            journal.append(1, [entry.happening for entry in game.entries])
            for part in (FILE_NAME, f"{FILE_NAME}-wal"):
                shutil.copy(Path(name, part), left)


def _record(folder: Path) -> None:
    _journal(folder)
    with closing(Database.for_reading(folder / "closed" / FILE_NAME)) as database:
        records = [as_record(database.game(number)) for number in database.games()]
    for inside in list(folder.iterdir()):
        shutil.rmtree(inside)
    for number, record in enumerate(records):
        (folder / f"{number}.txt").write_text(write_game(record), encoding="utf-8")


def _corpus(folder: Path) -> None:
    _journal(folder)
    with closing(Database.for_reading(folder / "closed" / FILE_NAME)) as database:
        games = [database.game(number) for number in database.games()]
    for inside in list(folder.iterdir()):
        shutil.rmtree(inside)
    with (folder / "games.jsonl").open("wb") as file:
        write_corpus(games, file.write)


def _summed_anew(data: bytes) -> bytes:
    """A corpus with the sum of what it holds now, so that more than the sum is looked at."""
    lines = data.splitlines(keepends=True)[:-1]
    total = {"games": len(lines) - 1, "sha256": hashlib.sha256(b"".join(lines)).hexdigest()}
    return b"".join(lines) + json.dumps(total, separators=(",", ":")).encode() + b"\n"


def _throws(folder: Path) -> None:
    shutil.copy(FILM / "throws.json", folder / "throws.json")


def _truth(folder: Path) -> None:
    shutil.copytree(FILM / "frames", folder / "frames")
    shutil.copy(FILM / "truth.json", folder / "truth.json")


def _film(folder: Path) -> None:
    shutil.copytree(FILM, folder / "film", ignore=shutil.ignore_patterns("frames"))


def _pin(folder: Path) -> None:
    PinFile(folder / "pin.json").set("1234")


def _visits(folder: Path) -> None:
    book = VisitBook(folder / "visits.sqlite")
    for day in (0, 1, 40):
        began = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day)
        book.add(Visit(began, 60, "en", Step.END, Farewell.PLAYED))


def _backup(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        station = Path(name)
        _settings(station)
        settings = read_settings(station / "station.toml").located(station)
        write_backup(folder / "backup.zip", station / "station.toml", settings)


def _read_journal(path: Path) -> None:
    """As a station opens it, and as commands do afterwards."""
    path = path.with_name(FILE_NAME)
    with Journal(path, lambda: datetime(2026, 1, 1, tzinfo=UTC)) as journal:
        list(journal.sound_games([]))
    with closing(Database.for_reading(path)) as database:
        list(database.summaries())
        for number in database.games():
            try:
                game = database.game(number)
                list(replay(game))
            except JournalError:
                continue
            if game.over:
                verify(game)


def _restore(path: Path) -> None:
    restore_backup(path, path.parent / "restored" / "station.toml", replace=True)


def _read_corpus(path: Path) -> None:
    for it in read_corpus(path):
        check(it.game)


def _read_visits(path: Path) -> None:
    book = VisitBook(path)
    book.visits()
    book.days()


KINDS: Mapping[str, Kind] = {
    "settings": Kind(_settings, read_settings, 0.18),
    "board": Kind(_board, read_board, 0.1),
    "picture": Kind(_pictures, read_picture, 0.2),
    "calibration": Kind(_calibration, lambda path: load(path.parent), 0.03),
    "journal": Kind(_journal, _read_journal, 0.1),
    "record": Kind(_record, lambda path: read_game(path.read_bytes().decode(errors="replace")), 0.13),
    "corpus": Kind(_corpus, _read_corpus, 0.05),
    "throws": Kind(_throws, lambda path: read_throws(path, RULES.die), 0.1),
    "truth": Kind(_truth, lambda path: read_truth(path), 0.03),
    "film": Kind(_film, lambda path: load_film(path.parent), 0.03),
    "pin": Kind(_pin, lambda path: PinFile(path).matches("1234"), 0.01),
    "visits": Kind(_visits, _read_visits, 0.03),
    "backup": Kind(_backup, _restore, 0.01),
}


class TooLongError(BaseException):
    """An input has taken too long: no error that anything may catch."""


@contextmanager
def _in_time() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooLongError

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, LONGEST_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def amiss(kind: Kind, path: Path) -> str | None:
    """What is wrong with how a file is read."""
    before_mb, began_s = _peak_mb(), time.monotonic()
    try:
        with _in_time():
            kind.read(path)
    except TooLongError:
        return f"it was not done after {LONGEST_S:.0f} s"
    except (FiveLinesError, OSError) as error:
        if "\n" in str(error).strip() and "station.toml" not in str(error):
            return f"the error has several lines: {error}"[:300]
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:300]
    if time.monotonic() - began_s > LONGEST_S:
        return f"it took {time.monotonic() - began_s:.0f} s"
    if _peak_mb() - before_mb > MOST_MB:
        return f"it took {_peak_mb() - before_mb} MB"
    return None


def read_some(name: str, seed: str, numbers: range, sound: Path, keep: Path | None, told: Connection) -> None:
    """Read inputs of a kind, in a process of its own; tell the number of each before, and what is amiss."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    for number in numbers:
        told.send((number, None))
        random = Random(f"{seed}/{name}/{number}")
        with tempfile.TemporaryDirectory(prefix="five-lines-mutants-") as place:
            folder = Path(place, "inputs")
            shutil.copytree(sound, folder)
            files = sorted(path for path in folder.rglob("*") if path.is_file() and path.stat().st_size)
            path = random.choice([it for it in files if name != "truth" or it.name == "truth.json"])
            data = changed(path.read_bytes(), random)
            if name == "corpus" and random.random() < 0.8:
                data = _summed_anew(data)
            path.write_bytes(data)
            if keep is not None:
                shutil.copy(path, keep / f"{name}-{number}-{path.name}")
            finding = amiss(KINDS[name], path)
        if finding is not None:
            told.send((number, finding))
    told.send((-1, None))


def read_all(name: str, seed: str, first: int, inputs: int, keep: Path | None) -> list[tuple[int, str]]:
    """What is amiss with inputs of a kind, each with its number."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["bench.mutants"])
    found: list[tuple[int, str]] = []
    with tempfile.TemporaryDirectory(prefix="five-lines-mutants-") as place:
        KINDS[name].make(Path(place))
        number, end = first, first + inputs
        while number < end:
            ours, theirs = context.Pipe(duplex=False)
            numbers = range(number, min(end, number + BATCH))
            process = context.Process(target=read_some, args=(name, seed, numbers, Path(place), keep, theirs))
            process.start()
            theirs.close()
            number = _listen(ours, found, numbers)
            process.join()
    return found


def _listen(told: Connection, found: list[tuple[int, str]], numbers: range) -> int:
    """Hear of a batch; the number to go on with."""
    last = numbers.start
    with closing(told):
        while True:
            # Ten times what one may take: C code that hangs does not hear the alarm.
            if not told.poll(10 * LONGEST_S):
                found.append((last, "it hung"))
                return last + 1
            try:
                number, finding = told.recv()
            except EOFError:
                found.append((last, "it ended the process"))
                return last + 1
            if number < 0:
                return numbers.stop
            last = number
            if finding is not None:
                found.append((number, finding))


def _peak_mb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main(arguments: list[str] | None = None) -> int:
    """Print what was read and what was amiss; 1 if anything was."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=1000, help="how many, of all kinds together (1000)")
    parser.add_argument("--seed", default="1", help="what everything follows from (1)")
    parser.add_argument("--kind", choices=list(KINDS), help="inputs of this kind only")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one (0)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the changed files there")
    args = parser.parse_args(arguments)
    if args.keep is not None:
        args.keep.mkdir(parents=True, exist_ok=True)
    told: Counter[str] = Counter()
    for name in [args.kind] if args.kind else KINDS:
        inputs = args.inputs if args.kind else max(1, round(args.inputs * KINDS[name].share))
        began_s = time.monotonic()
        found = read_all(name, args.seed, args.first, inputs, args.keep)
        for number, finding in found:
            print(f"{name} {number}: {finding}", flush=True)
        told.update({"inputs": inputs, "findings": len(found)})
        print(
            f"{name}: {inputs} inputs, {len(found)} findings, {time.monotonic() - began_s:.0f} s", flush=True
        )
    print(f"{told['inputs']} inputs, {told['findings']} findings")
    return 1 if told["findings"] else 0


if __name__ == "__main__":
    sys.exit(main())
