"""Files from outside, changed at random: each is read, or refused in plain words, in a short time.

    python bench/mutants.py [--inputs 100000] [--seed 1] [--kind KIND [--first N]] [--keep FOLDER]

Each input follows from the seed, its kind and its number. An input that ends in anything but an answer or an
error of ours, that takes longer than 10 s or more than 500 MB, or that ends its process, is a finding: it is
printed with its kind and number, which make it again: `--kind KIND --first NUMBER --inputs 1`. For each kind
it prints how many were read and how many refused, the slowest time, and the growth of memory.
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
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import cv2
import numpy as np

from bench.chaos import played
from calibration.board_toml import read_board
from calibration.calibration_folder import load, save
from companion import FiveLinesError
from companion.analysis.play.value_table import ValueTable, open_table
from companion.analysis.solve.ranking import Ranking
from companion.analysis.solve.rule_tables import Tables
from companion.app.backups.backup import write_backup
from companion.app.backups.restore import restore_backup
from companion.app.virtual.autoplay import learned_reader
from companion.film.film_folder import load_film
from companion.film.throws import read_throws
from companion.game import read_game, rules_for, write_game
from companion.game.levels import LEVELS, Strength
from companion.interface.commands import read_question
from companion.journal import FILE_NAME, Database, Journal, JournalError
from companion.journal.corpus import check, read_corpus, write_corpus
from companion.journal.dice_audit import verify
from companion.journal.export import as_record
from companion.journal.home.names import NameBook, Names
from companion.journal.replay import replay
from companion.journal.visits import Farewell, Visit, VisitBook, VisitStep
from companion.link.common import Memory
from companion.link.figures import days_of
from companion.link.follower import Follower
from companion.link.mqtt.broker import broker_of
from companion.link.mqtt.outbox import Cursor, keep_cursor, load_cursor
from companion.link.mqtt.topics import question_of
from companion.link.page.staff_site import texts_of
from companion.referee.match import HomeMatch
from companion.settings.pin import PinFile
from companion.settings.sections import LinkSettings, Settings, StationSettings
from companion.settings.settings_file import read_settings, settings_text
from companion.settings.texts_folder import read_texts
from companion.system.pin_guard import PinGuard
from five_lines_lab.atlas.table import read_table
from five_lines_lab.evaluation.truth import read_truth
from five_lines_lab.survey.space import read_space
from five_lines_lab.wear import read_board as read_worn_board
from hardware.virtual_table.table import virtual_table
from vision.arrays import Picture
from vision.picture_file import encode_picture, read_picture

MAX_DURATION_S = 10.0
MAX_MB = 500
STEPS = 100
"""Steps of the robot in the journal that is changed."""
BATCH = 1000
"""Inputs that one process reads: a crash costs the rest of its batch no more than a new start."""
MEMORY = Path("/dev/shm")
"""A folder in memory, if there is one: nothing here has to last."""

ROOT = Path(__file__).resolve().parent.parent
FILM = ROOT / "companion" / "film" / "first_game"
ATLAS = ROOT / "deploy" / "atlas"
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
    b"[" * 500 + b"]" * 500,
    b'{"a":' * 500 + b"1" + b"}" * 500,
    b"a." * 40_000 + b"a",
)
INTEGERS = tuple(value.to_bytes(4, "big") for value in (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 20_000))


def changed(data: bytes, random: Random) -> bytes:
    """Return the data with some of its bytes, numbers or lines changed, removed, doubled or made absurd."""
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
    (folder / "picture.webp").write_bytes(_webp(picture[::2, ::2]))


def _webp(picture: Picture) -> bytes:
    """Return a picture (H, W, 3) BGR as WebP, which the project reads and does not write."""
    return cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, 80])[1].tobytes()


def _calibration(folder: Path) -> None:
    save(learned_reader(virtual_table(1)).calibration, folder / "calibration")


def _journal(folder: Path) -> None:
    """Make a journal that was closed, and one that was not, with its log."""
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


def _with_new_sum(data: bytes) -> bytes:
    """Return a corpus with the checksum of its present content, so that more than the checksum is tested."""
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
        book.add(Visit(began, 60, "en", VisitStep.END, Farewell.PLAYED))


def _backup(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        station = Path(name)
        _settings(station)
        settings = read_settings(station / "station.toml").located(station)
        write_backup(folder / "backup.zip", station / "station.toml", settings)


def _read_journal(path: Path) -> None:
    """Read a journal as a station opens it, and as commands and the link do afterwards."""
    path = path.with_name(FILE_NAME)
    with Journal(path, lambda: datetime(2026, 1, 1, tzinfo=UTC)) as journal:
        list(journal.sound_games([]))
    with closing(Database.for_reading(path)) as database:
        list(database.summaries([]))
        for number in database.games():
            try:
                game = database.game(number)
                list(replay(game))
            except JournalError:
                continue
            if game.over:
                verify(game)
    with closing(Follower(path)) as follower:
        follower.after(0)
        for number in follower.games():
            follower.game(number)


def _restore(path: Path) -> None:
    restore_backup(path, path.parent / "restored" / "station.toml", replace=True)


def _read_corpus(path: Path) -> None:
    for it in read_corpus(path):
        check(it.game)


def _read_visits(path: Path) -> None:
    book = VisitBook(path)
    book.visits()
    book.days()


def _texts(folder: Path) -> None:
    (folder / "en.txt").write_text("The museum\nWelcome\nFound in 1883.\nIt is of wood.\n", encoding="utf-8")
    (folder / "de.txt").write_text("Das Museum\nWillkommen\n1883 gefunden.\n", encoding="utf-16")
    _pictures(folder)
    (folder / "picture.webp").unlink()
    for ending in (".png", ".jpg"):
        (folder / f"picture{ending}").rename(folder / f"logo{ending}")


def _logos(folder: Path) -> None:
    picture = np.zeros((60, 90, 3), np.uint8)
    for ending in (".png", ".jpg"):
        (folder / f"logo{ending}").write_bytes(encode_picture(picture, ending))


def _announcing(data: bytes, random: Random) -> bytes:
    """Return a PNG one of whose chunks announces another length; return other bytes unchanged."""
    chunks = list(re.finditer(rb"IHDR|IDAT|IEND", data))
    if not chunks:
        return data
    at = random.choice(chunks).start()
    kind = random.choice((data[at : at + 4], b"tEXt", b"zTXt", b"iCCP", b"eXIf", b"abCd"))
    return data[: at - 4] + random.choice(INTEGERS) + kind + data[at + 4 :]


def _questions(folder: Path) -> None:
    week = [["10:00-18:00"]] * 7
    for number, said in enumerate(
        (
            {"ask": "state", "unlike": "a1"},
            {"ask": "pin", "pin": "1234"},
            {"ask": "file", "kind": "report", "ticket": "0123456789abcdef"},
            {"do": "message", "text": {"en": "Back at two", "de": "Um zwei zurück"}},
            {"do": "set-hours", "week": week, "closed_days": ["2026-12-25"]},
            {"do": "screen", "on": True},
            {"do": "game", "name": "schaedler"},
        )
    ):
        (folder / f"{number}.json").write_text(json.dumps(said), encoding="utf-8")


def _spaces(folder: Path) -> None:
    for name in ("space.toml", "pairs.toml"):
        shutil.copy(ATLAS / name, folder / name)


def _survey(folder: Path) -> None:
    """Make the first sets of the atlas: all of them would take a while to read."""
    path = folder / "survey.sqlite"
    shutil.copy(ATLAS / path.name, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        for table in ("sets", "space"):
            base.execute(
                f"DELETE FROM {table} WHERE (options, die) NOT IN (SELECT options, die FROM space LIMIT 20)"
            )
        base.execute("VACUUM")


def _commands(folder: Path) -> None:
    for name, said in {"hours": "OPEN", "game": "kidd", "message": "Back at two"}.items():
        (folder / name).write_text(said, encoding="utf-8")


def _memory(folder: Path) -> None:
    keep_cursor(Memory(folder), "mqtt", Cursor("0123456789abcdef", 12))


def _tries(folder: Path) -> None:
    guard = PinGuard(folder / "tries.json")
    for at_s in range(6):
        guard.take(at_s, "10.0.0.1", right=False)


def _names(folder: Path) -> None:
    book = NameBook(("Anna", "Νίκος")).with_game(
        datetime(2026, 1, 1, tzinfo=UTC), HomeMatch(("Anna", "Νίκος"), (1, 0), "Μαρία", 3)
    )
    Names(folder / "journal.sqlite").keep(book)


def _password(folder: Path) -> None:
    (folder / "link").mkdir()
    (folder / "link" / "mqtt-password").write_text("a password\n", encoding="utf-8")


def _with_password(file: Path) -> Settings:
    return Settings(station=StationSettings(data=file.parent.parent), link=LinkSettings(broker="localhost"))


def _values(folder: Path) -> None:
    """Make a table without chances: of a solved one only the numbers would be others."""
    ranking = Ranking(Tables(RULES))
    levels = tuple(Strength(1.0, 0.0) for _ in LEVELS)
    ValueTable(RULES, np.zeros(ranking.positions, np.uint16), ranking, levels).save(folder / "game.values")


def _worn(folder: Path) -> None:
    places = {f"{line}{end}": 1.5 * line for line in range(1, 6) for end in "AB"}
    board = {"points": places, "halves": places, "error": 0.2}
    (folder / "board.json").write_text(json.dumps(board), encoding="utf-8")


KINDS: Mapping[str, Kind] = {
    "settings": Kind(_settings, read_settings, 0.11),
    "board": Kind(_board, read_board, 0.08),
    "picture": Kind(_pictures, read_picture, 0.16),
    "calibration": Kind(_calibration, lambda path: load(path.parent), 0.03),
    "journal": Kind(_journal, _read_journal, 0.08),
    "record": Kind(_record, lambda path: read_game(path.read_bytes().decode(errors="replace")), 0.10),
    "corpus": Kind(_corpus, _read_corpus, 0.05),
    "throws": Kind(_throws, lambda path: read_throws(path, RULES.die), 0.08),
    "truth": Kind(_truth, lambda path: read_truth(path), 0.03),
    "film": Kind(_film, lambda path: load_film(path.parent), 0.03),
    "pin": Kind(_pin, lambda path: PinFile(path).matches("1234"), 0.01),
    "visits": Kind(_visits, _read_visits, 0.03),
    "backup": Kind(_backup, _restore, 0.01),
    "texts": Kind(_texts, lambda path: read_texts(path.parent), 0.03),
    "logo": Kind(_logos, lambda path: read_texts(path.parent), 0.01),
    "question": Kind(_questions, lambda path: read_question(path.read_bytes()), 0.04),
    "space": Kind(_spaces, read_space, 0.02),
    "survey": Kind(_survey, lambda path: read_table(path).sets(), 0.01),
    "posted": Kind(_questions, lambda path: texts_of(path.read_bytes()), 0.01),
    "mqtt": Kind(_commands, lambda path: question_of(path.stem, path.read_bytes()), 0.01),
    "memory": Kind(_memory, lambda path: load_cursor(Memory(path.parent), path.stem), 0.01),
    "tries": Kind(_tries, lambda path: PinGuard(path).wait_s(0.0, "10.0.0.1"), 0.01),
    "password": Kind(_password, lambda path: broker_of(_with_password(path)), 0.01),
    "days": Kind(_visits, days_of, 0.01),
    "names": Kind(_names, lambda path: Names(path).book, 0.01),
    "wear": Kind(_worn, lambda path: read_worn_board(path.read_bytes().decode(errors="replace")), 0.01),
    "values": Kind(_values, lambda path: open_table(path, RULES), 0.01),
}


class TooLongError(BaseException):
    """An input has taken too long; not an error that any code may catch."""


@contextmanager
def _in_time() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooLongError

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, MAX_DURATION_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@dataclass(frozen=True)
class Outcome:
    """The result of an input; `grown_mb`: the peak growth of its process since it began with its batch."""

    finding: str | None
    refused: bool
    seconds: float
    grown_mb: int


@dataclass
class Tally:
    """The results of the inputs of a kind; the findings by their numbers."""

    read: int = 0
    refused: int = 0
    slowest_s: float = 0.0
    grown_mb: int = 0
    findings: list[tuple[int, str]] = field(default_factory=list)

    def add(self, number: int, outcome: Outcome) -> None:
        """Count an input."""
        self.slowest_s = max(self.slowest_s, outcome.seconds)
        self.grown_mb = max(self.grown_mb, outcome.grown_mb)
        if outcome.finding is not None:
            self.findings.append((number, outcome.finding))
        elif outcome.refused:
            self.refused += 1
        else:
            self.read += 1


class Copy:
    """Intact files of a kind, of which one at a time is changed; `mend` restores what a reader changed."""

    def __init__(self, sound: Path, folder: Path) -> None:
        self._sound, self._folder = sound, folder
        # A process that was ended has left its own.
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(sound, folder)
        self._as_it_was = self._now()
        self.files = sorted(path for path in self._as_it_was if path.is_file() and path.stat().st_size)

    def sound(self, path: Path) -> bytes:
        """Return the content of an intact file."""
        return (self._sound / path.relative_to(self._folder)).read_bytes()

    def mend(self, changed_file: Path) -> None:
        """Have all files as they were; raises OSError."""
        now = self._now()
        if {**now, changed_file: None} == {**self._as_it_was, changed_file: None}:
            changed_file.write_bytes(self.sound(changed_file))
        else:
            shutil.rmtree(self._folder)
            shutil.copytree(self._sound, self._folder)
            self._as_it_was = self._now()

    def _now(self) -> dict[Path, tuple[int, int] | None]:
        found = ((path, path.lstat()) for path in self._folder.rglob("*"))
        return {path: (stat.st_mtime_ns, stat.st_size) for path, stat in found}


def read_one(kind: Kind, path: Path, before_mb: int) -> Outcome:
    """Read a file and return the outcome; `before_mb` is what its process had taken before."""
    finding, refused, began_s = None, False, time.monotonic()
    try:
        with _in_time():
            kind.read(path)
    except TooLongError:
        finding = f"it was not done after {MAX_DURATION_S:.0f} s"
    except (FiveLinesError, OSError) as error:
        refused = True
        if "\n" in str(error).strip() and "station.toml" not in str(error):
            finding = f"the error has several lines: {error}"[:300]
    except Exception as error:
        finding = f"{type(error).__name__}: {error}"[:300]
    seconds, grown_mb = time.monotonic() - began_s, _peak_mb() - before_mb
    if finding is None and seconds > MAX_DURATION_S:
        finding = f"it took {seconds:.0f} s"
    if finding is None and grown_mb > MAX_MB:
        finding = f"it took {grown_mb} MB"
    return Outcome(finding, refused, seconds, grown_mb)


def read_some(name: str, seed: str, numbers: range, sound: Path, keep: Path | None, pipe: Connection) -> None:
    """Read inputs of a kind, in a process of its own; tell the number of each before, and what came of it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    copy = Copy(sound, sound.with_name("inputs"))
    files = [it for it in copy.files if name != "truth" or it.name == "truth.json"]
    before_mb = _peak_mb()
    for number in numbers:
        pipe.send((number, None))
        random = Random(f"{seed}/{name}/{number}")
        path = random.choice(files)
        data = changed(copy.sound(path), random)
        if name == "corpus" and random.random() < 0.8:
            data = _with_new_sum(data)
        if name == "logo" and random.random() < 0.5:
            data = _announcing(data, random)
        path.write_bytes(data)
        if keep is not None:
            shutil.copy(path, keep / f"{name}-{number}-{path.name}")
        outcome = read_one(KINDS[name], path, before_mb)
        copy.mend(path)
        pipe.send((number, outcome))
        if outcome.grown_mb > MAX_MB:
            # A peak stays, and the inputs after it would be blamed for it; they get a new process.
            break


def read_all(name: str, seed: str, first: int, inputs: int, keep: Path | None) -> Tally:
    """Read a kind's inputs and return the tally."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["bench.mutants"])
    tally = Tally()
    where = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="five-lines-mutants-", dir=where) as place:
        sound = Path(place, "sound")
        sound.mkdir()
        KINDS[name].make(sound)
        number, end = first, first + inputs
        while number < end:
            ours, theirs = context.Pipe(duplex=False)
            numbers = range(number, min(end, number + BATCH))
            process = context.Process(target=read_some, args=(name, seed, numbers, sound, keep, theirs))
            process.start()
            theirs.close()
            known = len(tally.findings)
            number = _listen(ours, tally, numbers.start)
            process.kill()
            process.join()
            for found, finding in tally.findings[known:]:
                print(f"{name} {found}: {finding}", flush=True)
            print(f"  {name}: {number - first} of {inputs}", flush=True)
    return tally


def _listen(pipe: Connection, tally: Tally, first: int) -> int:
    """Receive the results of a batch; return the number to go on with."""
    begun, done = first, first - 1
    with closing(pipe):
        while True:
            # Ten times what one may take: C code that hangs does not hear the alarm.
            if not pipe.poll(10 * MAX_DURATION_S):
                tally.findings.append((begun, "it hung"))
                return begun + 1
            try:
                begun, outcome = pipe.recv()
            except EOFError:
                if done < begun:
                    tally.findings.append((begun, "it ended the process"))
                return begun + 1
            if outcome is not None:
                done = begun
                tally.add(begun, outcome)


def _peak_mb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main(arguments: list[str] | None = None) -> int:
    """Print what was read and what failed; return 1 if anything did."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=1000, help="how many, of all kinds together (1000)")
    parser.add_argument("--seed", default="1", help="what everything follows from (1)")
    parser.add_argument("--kind", choices=list(KINDS), help="inputs of this kind only")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one (0)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the changed files there")
    args = parser.parse_args(arguments)
    if args.keep is not None:
        args.keep.mkdir(parents=True, exist_ok=True)
    tallies: list[Tally] = []
    for name in [args.kind] if args.kind else KINDS:
        inputs = args.inputs if args.kind else max(1, round(args.inputs * KINDS[name].share))
        began_s = time.monotonic()
        tally = read_all(name, args.seed, args.first, inputs, args.keep)
        tallies.append(tally)
        print(
            f"{name}: {inputs} inputs, {tally.read} read, {tally.refused} refused, {len(tally.findings)} "
            f"findings; the slowest {tally.slowest_s:.2f} s, {tally.grown_mb} MB more; "
            f"{time.monotonic() - began_s:.0f} s in all",
            flush=True,
        )
    findings = sum(len(tally.findings) for tally in tallies)
    print(f"{sum(it.read + it.refused for it in tallies) + findings} inputs, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
