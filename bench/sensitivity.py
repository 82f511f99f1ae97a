"""Change each tuned number by a fifth; count boards read right, unsure, and wrong while clear.

Every number that a module of `vision` or `calibration` names is changed alone, in a process of its own, by
`--by` of itself; then each folder of pictures with truth is learned and read again (see
`bench/make_boards.py` for making some). Whole numbers change by one at least. Prints those numbers that made
a difference, the gravest first, and how many made none; with `--out FILE` each result is a line of that file,
and a run of the same pictures that was stopped goes on from it. For a run that ends in the time there is,
`--sample N` tries so many of the numbers, drawn by `--seed`, and `--frames N` reads so many pictures of each
folder. Without folders it says how many numbers there are. Run it as `python bench/sensitivity.py [FOLDER...]
[--in vision/detection] [--by 0.2] [--sample N] [--out FILE]`.
"""

import argparse
import ast
import csv
import importlib.abc
import importlib.machinery
import importlib.util
import multiprocessing
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from random import Random
from types import CodeType, ModuleType

from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
BY = 0.2
NOT_TUNED = frozenset({"make/src/five_lines_make", "vision/annotate.py"})
"""Modules that draw or measure: none of their numbers decides how a board is read."""

AGREED = {
    "vision/arrays.py": {"MAD_TO_SIGMA"},
    "vision/calibration.py": {"(COUNTER_PX, PATCH_PX)", "PATCHES"},
    "vision/photometry/illumination.py": {"_STIFFNESS"},
    "vision/photometry/opponent_colours.py": {"BGR_TO_OPPONENT", "_LOGARITHMS", "LEVELS", "UNIFORM", "_ONE"},
    "vision/segmentation/counter_colours.py": {"_TINT_DIRECTIONS"},
    "vision/detection/discs.py": {"UNIT_LLR"},
    "vision/frame_checks/sharpness.py": {"DIRECTIONS_RAD", "NOISE_STEEPNESS"},
    "vision/classifier/inputs.py": {
        *("CLASSIFIER_COUNTER_PX", "CELL_PX", "CLASSIFIER_MARGIN_COUNTERS", "LIGHT_CELL_PX", "CHANNELS"),
        *("MAX_CELLS", "APPEARANCE_RADIUS"),
        *("(COLOUR_UNIT, DIFFERENCE_UNIT, MAX_UNITS)", "MIN_APPEARANCE_SPREAD"),
    },
    "vision/classifier/network.py": {"CLASSES", "SELF_TEST_OUTPUT", "SELF_TEST_TOLERANCE"},
    "calibration/calibration_folder.py": {"VERSION", "WHITE"},
    "calibration/learn/counters.py": {"NO_PATCHES"},
    "calibration/locate/markers.py": {"MARKERS", "CELLS", "CELL_PX", "CELL_MIDDLE"},
    "calibration/locate/pose_fit.py": {"_BATCH"},
    "calibration/locate/poses.py": {"_MIN_DEPTH", "_SINGULAR", "_JACOBIAN_MM"},
}
"""Names whose numbers nobody tuned: arithmetic, the layout of files and markers, the network's inputs. They
are tried as well, and counted separately.
"""


@dataclass(frozen=True)
class Number:
    """A number in the source: the module's file, its name, its line and column, its value."""

    file: str
    name: str
    line: int
    column: int
    value: float


@dataclass(frozen=True)
class Outcome:
    """The results of reading: whole boards right, unsure, wrong while clear, and stations not learned."""

    right: int
    unsure: int
    wrong: int
    refused: int


def numbers(within: str = "") -> list[Number]:
    """Return the numbers that modules below a folder name, except 0 and 1 where they mean no and yes."""
    found = []
    for package in ("vision", "calibration"):
        for path in sorted((ROOT / package).rglob("*.py")):
            file = path.relative_to(ROOT).as_posix()
            if not file.startswith(within) or any(file.startswith(one) for one in NOT_TUNED):
                continue
            for statement in ast.parse(path.read_text(encoding="utf-8")).body:
                found += [Number(file, *one) for one in _named(statement)]
    return found


def _named(statement: ast.stmt) -> Iterator[tuple[str, int, int, float]]:
    """Yield the numbers of a module's statement `NAME = ...`, except indices, with name and place."""
    if isinstance(statement, ast.Assign):
        name = ast.unparse(statement.targets[0])
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        name = ast.unparse(statement.target)
    else:
        return
    indices = {
        inner
        for outer in ast.walk(statement)
        if isinstance(outer, ast.Subscript)
        for inner in ast.walk(outer.slice)
    }
    for node in ast.walk(statement):
        if not isinstance(node, ast.Constant) or isinstance(node.value, bool) or node in indices:
            continue
        if isinstance(node.value, int | float) and node.value:
            yield name, node.lineno, node.col_offset, node.value


class _Changing(ast.NodeTransformer):
    """Replaces a number by another value."""

    def __init__(self, number: Number, value: float) -> None:
        self._number, self._value = number, value

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        """Return the constant, or its replacement."""
        if (node.lineno, node.col_offset) == (self._number.line, self._number.column):
            return ast.copy_location(ast.Constant(self._value), node)
        return node


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the one module whose number is replaced."""

    def __init__(self, number: Number, value: float) -> None:
        self._module = number.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self._number, self._value = number, value

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return how to load the changed module; None for all others."""
        if fullname != self._module:
            return None
        loader = _Loader(fullname, str(ROOT / self._number.file))
        loader.changing = _Changing(self._number, self._value)
        return importlib.util.spec_from_file_location(fullname, loader.path, loader=loader)


class _Loader(importlib.machinery.SourceFileLoader):
    changing: _Changing

    def get_code(self, fullname: str) -> CodeType:
        """Compile the module's code with the other number; nothing is cached."""
        tree = self.changing.visit(ast.parse(self.get_data(self.path)))
        return compile(ast.fix_missing_locations(tree), self.path, "exec")


def is_agreed(number: Number) -> bool:
    """True if nobody would tune the number."""
    return number.name in AGREED.get(number.file, ())


def outcome(folders: Sequence[Path], number: Number | None, value: float, frames: int | None) -> Outcome:
    """Read the boards in the folders with a number changed, in a process that has read none yet.

    With `frames`, only so many pictures of each folder are read.
    """
    if number is not None:
        sys.meta_path.insert(0, _Finder(number, value))
    import cv2

    from five_lines_lab.evaluation.evaluation import evaluate

    cv2.setNumThreads(1)
    read = [
        one for folder in folders for one in islice(evaluate(folder), frames) if not one.hand or one.clear
    ]
    refused = {one.place for one in read if one.error is not None}
    read = [one for one in read if one.error is None]
    right, clear = sum(one.clear and one.right for one in read), sum(one.clear for one in read)
    return Outcome(right, len(read) - clear, clear - right, len(refused))


def _tried(
    folders: Sequence[Path], frames: int | None, number: Number, factor: float
) -> tuple[Number, float, Outcome | str]:
    """Return the outcome with a number times a factor, or why there is none."""
    value = number.value * factor
    if isinstance(number.value, int):
        value = round(value) if round(value) != number.value else number.value + (1 if factor > 1 else -1)
    try:
        return number, factor, outcome(folders, number, value, frames)
    except Exception as error:
        # Whatever a number breaks is a result.
        return number, factor, f"{type(error).__name__}: {error}"


def main(arguments: Sequence[str]) -> int:
    """Try all numbers and print the table."""
    parser = argparse.ArgumentParser(description="What each tuned number does to the readings.")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--in", dest="within", default="", help="files below this folder, or one file")
    parser.add_argument("--by", type=float, default=BY)
    parser.add_argument("--sample", type=int, metavar="N", help="so many of the numbers")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--frames", type=int, metavar="N", help="so many pictures of each folder")
    parser.add_argument("--out", type=Path, help="a CSV file that keeps each result")
    options = parser.parse_args(arguments)
    every = numbers(options.within)
    if not options.folders:
        _count(every)
        return 0
    if options.sample is not None:
        every = Random(options.seed).sample(every, min(options.sample, len(every)))
    pictures = [str(options.frames or "all"), *(str(folder.resolve()) for folder in options.folders)]
    try:
        done = _kept(options.out, pictures, every)
    except ValueError as error:
        parser.error(str(error))
    tasks = [
        (number, factor)
        for number in every
        for factor in (1 - options.by, 1 + options.by)
        if (number, factor) not in done
    ]
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(mp_context=fresh, max_tasks_per_child=1) as workers:
        base = workers.submit(outcome, options.folders, None, 0.0, options.frames).result()
        waiting = [workers.submit(_tried, options.folders, options.frames, *task) for task in tasks]
        for future in tqdm(as_completed(waiting), total=len(waiting), unit="number"):
            number, factor, came_out = future.result()
            done[number, factor] = came_out
            if options.out is not None:
                _keep(options.out, number, factor, came_out)
    _print(base, done)
    return 0


def _count(every: Sequence[Number]) -> None:
    """Print how many numbers there are, file by file."""
    tuned = Counter(number.file for number in every if not is_agreed(number))
    for file, count in tuned.most_common():
        print(f"{count:5d}  {file}")
    agreed = len(every) - tuned.total()
    print(f"{tuned.total()} numbers that somebody chose, {agreed} that follow or are agreed on")


def _kept(
    path: Path | None, pictures: Sequence[str], every: Sequence[Number]
) -> dict[tuple[Number, float], Outcome | str]:
    """Load the results in a file, of numbers that are unchanged; a new file begins with the pictures.

    Raises ValueError for a file of other pictures.
    """
    if path is None:
        return {}
    if not path.exists():
        with path.open("w", newline="", encoding="utf-8") as lines:
            csv.writer(lines).writerow(pictures)
    known = {(one.file, one.line, one.column, one.value): one for one in every}
    kept: dict[tuple[Number, float], Outcome | str] = {}
    with path.open(newline="", encoding="utf-8") as lines:
        rows = csv.reader(lines)
        if next(rows, None) != pictures:
            raise ValueError(
                f"{path} has results of other pictures, or from before these were noted: name another file"
            )
        for file, line, column, value, factor, *result in rows:
            number = known.get((file, int(line), int(column), float(value)))
            if number is not None:
                kept[number, float(factor)] = result[0] if len(result) == 1 else Outcome(*map(int, result))
    return kept


def _keep(path: Path, number: Number, factor: float, came_out: Outcome | str) -> None:
    columns = (
        [came_out] if isinstance(came_out, str) else [getattr(came_out, f.name) for f in fields(Outcome)]
    )
    with path.open("a", newline="", encoding="utf-8") as lines:
        csv.writer(lines).writerow([number.file, number.line, number.column, number.value, factor, *columns])


def _print(base: Outcome, done: dict[tuple[Number, float], Outcome | str]) -> None:
    """Print the table: differences from how boards are read with every number as it is."""
    print(f"as it is: {base.right} right, {base.unsure} unsure, {base.wrong} wrong, {base.refused} refused")
    print("  right unsure  wrong refused   times  number")
    differing: list[tuple[tuple[int, ...], Number, float, str]] = []
    for (number, factor), came_out in done.items():
        if isinstance(came_out, str):
            differing.append(((0, 0, 0, 99), number, factor, came_out))
        elif came_out != base:
            change = tuple(getattr(came_out, f.name) - getattr(base, f.name) for f in fields(Outcome))
            differing.append((change, number, factor, ""))
    for change, number, factor, error in sorted(
        differing, key=lambda one: (-one[0][2], -one[0][3], one[0][0], one[1].file, one[1].line)
    ):
        text = error or "".join(f"{part:+7d}" for part in change)
        print(f"{text:28} {factor:7.2f}  {number.file}:{number.line} {number.name} = {number.value:g}")
    same = {number for number, _ in done} - {number for _, number, _, _ in differing}
    print(f"{len(same)} of {len({number for number, _ in done})} numbers make no difference here")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
