"""Who may import whom, read from the code: downwards only, and no circle anywhere."""

import ast
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from io import StringIO
from itertools import chain
from pathlib import Path

import pytest

from tests.support.root import ROOT

MAY_IMPORT: dict[str, set[str]] = {
    "companion.system": set(),
    "companion.game": {"companion.system"},
    "companion.referee": {"companion.game"},
    "companion.journal": {"companion.game", "companion.referee", "companion.system"},
    "companion.analysis": {"companion.game", "companion.system"},
    "vision": {"companion.board", "companion.game", "companion.system"},
    "calibration": {"companion.board", "companion.game", "companion.system", "vision"},
    "hardware": {"companion.system"},
    "hardware.virtual_table": {"companion.board", "companion.game", "hardware"},
    "companion.interface": {"companion.board", "companion.game", "companion.referee", "companion.system"},
    "companion.settings": {"companion.game", "companion.interface", "companion.system", "hardware"},
    "companion.link": {
        "companion.game",
        "companion.interface",
        "companion.journal",
        "companion.presentation",
        "companion.referee",
        "companion.settings",
        "companion.system",
        "hardware",
    },
    "companion.station": {
        "calibration",
        "companion.analysis",
        "companion.board",
        "companion.game",
        "companion.interface",
        "companion.journal",
        "companion.referee",
        "companion.settings",
        "companion.system",
        "hardware",
        "vision",
    },
    "companion.display": {
        "companion.board",
        "companion.game",
        "companion.interface",
        "companion.presentation",
        "companion.referee",
    },
    "five_lines_lab": {
        "calibration",
        "companion.analysis",
        "companion.app",
        "companion.board",
        "companion.commands",
        "companion.display",
        "companion.film",
        "companion.game",
        "companion.interface",
        "companion.presentation",
        "companion.referee",
        "companion.settings",
        "companion.system",
        "hardware",
        "hardware.virtual_table",
        "vision",
    },
    "companion.film": {"companion.game", "companion.referee", "companion.system", "vision"},
    "companion.doctor": {
        "calibration",
        "companion.board",
        "companion.interface",
        "companion.journal",
        "companion.link",
        "companion.presentation",
        "companion.settings",
        "companion.system",
        "hardware",
        "vision",
    },
    "companion.app": {
        "calibration",
        "companion.analysis",
        "companion.board",
        "companion.display",
        "companion.doctor",
        "companion.game",
        "companion.interface",
        "companion.journal",
        "companion.presentation",
        "companion.referee",
        "companion.settings",
        "companion.station",
        "companion.system",
        "hardware",
        "hardware.virtual_table",
        "vision",
    },
    "companion.commands": {
        "calibration",
        "companion.analysis",
        "companion.app",
        "companion.board",
        "companion.doctor",
        "companion.film",
        "companion.game",
        "companion.interface",
        "companion.journal",
        "companion.link",
        "companion.presentation",
        "companion.referee",
        "companion.settings",
        "companion.system",
        "hardware",
        "hardware.virtual_table",
        "vision",
    },
    "companion.board": {"companion.game"},
    "companion.presentation": {
        "companion.board",
        "companion.game",
        "companion.interface",
        "companion.referee",
        "companion.system",
    },
    "five_lines_make": {
        "calibration",
        "companion.analysis",
        "companion.app",
        "companion.board",
        "companion.commands",
        "companion.display",
        "companion.game",
        "companion.interface",
        "companion.journal",
        "companion.presentation",
        "companion.referee",
        "companion.settings",
        "companion.system",
    },
}
"""The rooms of the house, and for each the rooms below it that it imports. A room may import itself."""

FLOORS: dict[str, tuple[str, ...]] = {
    "vision": ("geometry", "photometry", "segmentation", "classifier", "detection"),
    "calibration": ("locate", "learn", "check"),
    "companion.analysis": ("solve", "play"),
    "five_lines_lab": ("solve", "measure", "report", "survey", "atlas", "commands"),
    "five_lines_make": ("prints", "commands"),
    "companion.station": ("board", "game", "pages", "upkeep", "remote"),
    "companion.display": ("drawing", "pages"),
}
"""Folders within a room, from the ground up: each may import those before it."""

APART = (("vision.frame_checks", "vision.detection"),)
"""Folders that know nothing of each other."""

NEVER = {
    "companion.game": {"numpy", "cv2", "pygame"},
    "companion.referee": {"numpy", "cv2", "pygame"},
    "companion.journal": {"numpy", "cv2", "pygame"},
    "companion.interface": {"cv2", "pygame"},
    "companion.presentation": {"numpy", "cv2", "pygame"},
    "companion.station": {"pygame"},
    "companion.link": {"numpy", "cv2", "pygame"},
    "vision": {"pygame"},
    "calibration": {"pygame"},
}
"""Libraries that a room leaves alone, so that it can be used without them."""


MAX_LOOSE = 12
"""How many modules a folder may hold beside its folders."""

MAX_PARAMETERS = 8

LIMITS: dict[str, tuple[int, int]] = {
    "companion.system": (5_551, 0),
    "companion.game": (14_397, 335),
    "companion.referee": (6_310, 22),
    "companion.journal": (14_642, 0),
    "companion.analysis": (16_982, 0),
    "vision": (35_319, 0),
    "calibration": (29_951, 0),
    "hardware": (15_440, 0),
    "hardware.virtual_table": (23_043, 0),
    "companion.interface": (9_254, 0),
    "companion.settings": (8_778, 0),
    "companion.link": (32_284, 897),
    "companion.station": (57_469, 0),
    "companion.display": (86_324, 537),
    "five_lines_make": (27_811, 24),
    "five_lines_lab": (110_299, 1_671),
    "companion.film": (2_345, 7),
    "companion.doctor": (10_722, 41),
    "companion.app": (20_280, 0),
    "companion.commands": (15_644, 117),
    "companion.board": (1_391, 0),
    "companion.presentation": (10_539, 331),
}
"""Most tokens of Python in a room, without comments and docstrings, and most lines of `OTHER` files.

They lead: who adds something takes something away in the same room. Lower them with what was taken away; a
commit that raises one says in its first line what that buys, and what it gave in exchange.
"""

OTHER = {".toml", ".html", ".js", ".css", ".svg"}


PACKAGES = [
    *map(ROOT.joinpath, ("companion", "vision", "calibration", "hardware")),
    ROOT / "lab/src/five_lines_lab",
    ROOT / "make/src/five_lines_make",
]


def modules() -> dict[str, Path]:
    """Every module of ours by its dotted name."""
    files = chain.from_iterable(sorted(package.rglob("*.py")) for package in PACKAGES)
    return {name_of(file): file for file in files}


def name_of(file: Path) -> str:
    """Return the dotted name of a module, or of a file beside modules."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removeprefix("lab.src.").removeprefix("make.src.").removesuffix(".__init__")


MODULES = modules()


@cache
def parsed(source: str) -> ast.Module:
    return ast.parse(source)


@cache
def imported(source: str) -> frozenset[str]:
    """The modules that a source imports, wherever in it; what is no module counts as the module it is in."""
    names = set()
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None, "imports are absolute"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                names.add(whole if whole in MODULES else node.module)
    return frozenset(names)


def room_of(module: str) -> str:
    """The room that a module stands in: a folder of companion, the virtual table, or another package.

    What starts the command line belongs to the commands. The root of companion, which every import of
    a module in it loads, belongs to the system.
    """
    if module in {"companion.__main__", "companion.cli"}:
        return "companion.commands"
    if module == "companion":
        return "companion.system"
    parts = module.split(".")
    two = ".".join(parts[:2])
    return two if parts[0] == "companion" or two in MAY_IMPORT else parts[0]


def is_in(module: str, folder: str) -> bool:
    """True if a module stands in a folder."""
    return module == folder or module.startswith(f"{folder}.")


def floor_of(module: str) -> str:
    """The folder of `FLOORS` that a module stands in; a loose one stands for itself."""
    room = room_of(module)
    folders = (f"{room}.{floor}" for floor in FLOORS.get(room, ()))
    return next((folder for folder in folders if is_in(module, folder)), module)


def faults(module: str, source: str) -> list[str]:
    """What is wrong with the imports of a module."""
    return [
        f"{module} imports {other}: {why}"
        for other in sorted(imported(source))
        if (why := _wrong(module, other))
    ]


def _wrong(module: str, other: str) -> str | None:
    here, there = room_of(module), room_of(other)
    if there not in MAY_IMPORT:
        return "this room leaves that library alone" if other.split(".")[0] in NEVER.get(here, ()) else None
    if here != there:
        return None if there in MAY_IMPORT[here] else f"{here} stands below {there}, or apart from it"
    for folders in APART:
        if any(is_in(module, one) and is_in(other, two) for one in folders for two in folders if one != two):
            return "these folders know nothing of each other"
    floors = [f"{here}.{floor}" for floor in FLOORS.get(here, ())]
    level = {floor: index for index, floor in enumerate(floors)}
    mine = next((level[floor] for floor in floors if is_in(module, floor)), None)
    its = next((level[floor] for floor in floors if is_in(other, floor)), None)
    return "that folder stands above" if mine is not None and its is not None and its > mine else None


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_stands_below_it(room: str) -> None:
    assert not [
        fault
        for module, file in MODULES.items()
        if room_of(module) == room
        for fault in faults(module, file.read_text(encoding="utf-8"))
    ]


def test_a_room_may_import_no_more_than_it_does() -> None:
    imports: dict[str, set[str]] = {room: set() for room in MAY_IMPORT}
    for module, file in MODULES.items():
        for other in imported(file.read_text(encoding="utf-8")):
            if room_of(other) in MAY_IMPORT and room_of(other) != room_of(module):
                imports[room_of(module)].add(room_of(other))
    assert imports == MAY_IMPORT


def test_no_folder_has_more_loose_modules_than_one_can_see() -> None:
    loose = Counter(
        str(file.parent.relative_to(ROOT)) for file in MODULES.values() if file.name != "__init__.py"
    )
    assert {folder: count for folder, count in loose.items() if count > MAX_LOOSE} == {}


def test_no_constructor_takes_more_parameters_than_one_can_remember() -> None:
    assert [
        f"{module}.{name} takes {len(parameters)}"
        for module, file in MODULES.items()
        for name, parameters in constructors(file.read_text(encoding="utf-8"))
        if len(parameters) > MAX_PARAMETERS
    ] == []


def test_no_two_classes_of_the_distribution_have_one_name() -> None:
    homes: dict[str, list[str]] = {}
    for module, file in MODULES.items():
        for node in parsed(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, []).append(module)
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


def tokens(source: str) -> int:
    """Return the number of Python's tokens in a source; layout, comments and docstrings are free."""
    layout = {tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT, tokenize.ENCODING}
    count, begins = 0, True
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type in {tokenize.NEWLINE, tokenize.ENDMARKER}:
            begins = True
        elif token.type not in layout:
            count += not (begins and token.type == tokenize.STRING)
            begins = False
    return count


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_keeps_to_its_limit(room: str) -> None:
    held = [0, 0]
    for file in chain.from_iterable(package.rglob("*") for package in PACKAGES):
        module = name_of(file)
        if file.suffix == ".py" and room_of(module) == room:
            held[0] += tokens(file.read_text(encoding="utf-8"))
        elif file.suffix in OTHER and room_of(module) == room:
            held[1] += len(file.read_text(encoding="utf-8").splitlines())
    most = LIMITS[room]
    assert held[0] <= most[0], f"{room} holds {held[0]} tokens of Python: take something away for what came"
    assert held[1] <= most[1], f"{room} holds {held[1]} lines that aren't Python: take some away"


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("", 0),
        ('"""Only words."""  # and a remark\n', 0),
        ("x = 1\n", 3),
        ('def f(a):\n    """Words."""\n\n    return "words"\n', 8),
        ('print(\n    "words",\n)\n', 5),
    ],
)
def test_tokens_are_counted_without_layout_and_words(source: str, count: int) -> None:
    assert tokens(source) == count


def constructors(source: str) -> Iterator[tuple[str, list[ast.arg]]]:
    """The constructors that are written out, with their parameters but `self`."""
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and inner.name == "__init__":
                    given = inner.args
                    yield node.name, [*given.posonlyargs, *given.args, *given.kwonlyargs][1:]


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {
        module: {other for other in imported(file.read_text(encoding="utf-8")) if other in MODULES} - {module}
        for module, file in MODULES.items()
    }
    assert len(list(TopologicalSorter(graph).static_order())) == len(MODULES)


def test_no_rooms_may_import_each_other_in_a_circle() -> None:
    assert len(list(TopologicalSorter(MAY_IMPORT).static_order())) == len(MAY_IMPORT)


@pytest.mark.parametrize("room", FLOORS)
def test_loose_modules_of_a_room_obey_the_order_of_its_folders(room: str) -> None:
    floors = [f"{room}.{floor}" for floor in FLOORS[room]]
    graph = {upper: set(floors[:level]) for level, upper in enumerate(floors)}
    for module, file in MODULES.items():
        if room_of(module) == room:
            for other in imported(file.read_text(encoding="utf-8")):
                if room_of(other) == room:
                    graph.setdefault(floor_of(module), set()).add(floor_of(other))
    graph = {here: below - {here} for here, below in graph.items()}
    assert graph.keys() <= set(TopologicalSorter(graph).static_order())


def test_every_module_stands_in_a_room_of_the_plan() -> None:
    assert {room_of(module) for module in MODULES} == set(MAY_IMPORT)


def test_nothing_of_the_product_imports_what_stands_beside_it() -> None:
    assert not [room for room, below in MAY_IMPORT.items() if below & {"five_lines_lab", "five_lines_make"}]


@pytest.mark.slow
def test_the_station_starts_without_what_it_rarely_needs() -> None:
    loaded = "import sys, companion.app.open_station; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", loaded], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "companion.station.loop" in done.stdout.split()
    rare = (
        "five_lines_lab",
        "five_lines_make",
        "companion.doctor",
        "hardware.virtual_table",
        "calibration.calibrate",
        "zipfile",
    )
    assert not [name for name in done.stdout.split() if name.startswith(rare)]


def test_the_root_of_companion_holds_packages_and_the_command_line_alone() -> None:
    loose = {path.name for path in (ROOT / "companion").iterdir() if path.is_file()}
    assert loose == {"__init__.py", "__main__.py", "cli.py", "py.typed"}


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("companion.game.rulesets.rules", "from companion.referee.events import Event"),
        ("companion.station.loop", "from companion.display.screen import Screen"),
        ("companion.display.screen", "import companion.station.loop"),
        ("companion.interface.views", "import pygame"),
        ("companion.presentation.board_picture", "from companion.display.drawing.canvas import Canvas"),
        ("companion.presentation.words.labels", "import pygame"),
        ("companion.game.board", "    import numpy as np"),
        ("companion.station.loop", "    from five_lines_lab.measure.chain import Chain"),
        ("hardware.button", "from companion.game import Seat"),
        ("hardware.camera.camera", "from companion.board.spec import BoardSpec"),
        ("hardware.devices", "from hardware.virtual_table.table import VirtualCamera"),
        ("hardware.virtual_table.scene", "from vision.geometry.rectify import Grid"),
        ("hardware.virtual_table.table", "from companion.referee.events import Event"),
        ("vision.geometry.halves", "from vision.detection import discs"),
        ("vision.frame_checks.motion", "from vision.detection.discs import Disc"),
        ("vision.reading", "from calibration.errors import CalibrationError"),
        ("calibration.locate.poses", "from calibration.learn import examples"),
        ("companion.analysis.solve.graph", "from companion.analysis.play.strengths import Strength"),
        ("companion.station.game.solver", "from companion.station.pages import play"),
        ("companion.display.drawing.canvas", "from companion.display.pages.play import draw"),
    ],
)
def test_one_import_against_the_grain_is_found(module: str, line: str) -> None:
    source = f"def late() -> None:\n{line}\n" if line.startswith(" ") else f"{line}\n"
    assert len(faults(module, source)) == 1


def test_the_game_needs_nothing_but_the_standard_library() -> None:
    others = {
        other
        for module, file in MODULES.items()
        if is_in(module, "companion.game")
        for other in imported(file.read_text(encoding="utf-8"))
        if other != "companion" and not is_in(other, "companion.game")
    }
    assert {other.split(".")[0] for other in others} <= sys.stdlib_module_names


def imported_from_tests(source: str) -> list[str]:
    """The test modules and conftests that a source imports; what several tests need is in tests.support."""
    named = [
        f"{node.module}.{alias.name}" if isinstance(node, ast.ImportFrom) else alias.name
        for node in ast.walk(parsed(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    ]
    return [
        module
        for module in named
        if module.startswith(("tests.", "lab.tests.", "make.tests."))
        and any(part.startswith("test_") or part == "conftest" for part in module.split("."))
    ]


@pytest.mark.slow
def test_nobody_imports_a_test_or_a_conftest() -> None:
    files = [
        *MODULES.values(),
        *chain.from_iterable(
            (ROOT / folder).rglob("*.py") for folder in ("tests", "lab/tests", "make/tests", "bench")
        ),
    ]
    found = {file: imported_from_tests(file.read_text(encoding="utf-8")) for file in files}
    assert {file: modules for file, modules in found.items() if modules} == {}


@pytest.mark.parametrize(
    "line",
    [
        "from tests.vision.test_causes import room",
        "from tests.vision import test_causes",
        "import tests.vision.conftest",
    ],
)
def test_an_import_of_a_test_is_found(line: str) -> None:
    assert len(imported_from_tests(line)) == 1
