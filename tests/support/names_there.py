"""Prints what the program's modules take at run time from libraries that do not have it; fails if anything.

Every module is loaded, and every name that it takes from a library is looked for there, also where only a
function imports it. A library that is not there at all, as picamera2 off a Raspberry Pi, is passed over.
Libraries and modules of libraries that are named as arguments are taken away first: an installed station has
no extras, and older versions lack some modules.
"""

import ast
import importlib
import pkgutil
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

OURS = ("companion", "vision", "calibration", "hardware", "five_lines_make")

ROOT = Path(__file__).resolve().parents[2]
PROJECTS = (ROOT / "pyproject.toml", ROOT / "make" / "pyproject.toml")


def extras() -> set[str]:
    """Return the libraries of the projects' extras; a module that needs one that is missing is passed over.

    Each is imported by the first word of its name on the package index.
    """
    projects = [tomllib.loads(file.read_text(encoding="utf-8"))["project"] for file in PROJECTS]
    extras = [extra for project in projects for extra in project["optional-dependencies"].items()]
    wanted = [name for extra, names in extras if extra != "test" for name in names]
    return {re.split(r"\W", name)[0] for name in wanted}


def at_run_time(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node of a module but those that only type checkers see."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        yield node
        yield from at_run_time(node)


def of_libraries(tree: ast.AST) -> set[str]:
    """The dotted names that a module takes from libraries, as "numpy.random.default_rng"."""
    nodes = list(at_run_time(tree))
    called: dict[str, str] = {}
    taken: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            taken |= {it.name for it in node.names}
            called |= {it.asname or it.name.split(".")[0]: it.name if it.asname else "" for it in node.names}
        elif isinstance(node, ast.ImportFrom):
            taken |= {f"{node.module}.{it.name}" for it in node.names}
            called |= {it.asname or it.name: f"{node.module}.{it.name}" for it in node.names}
    for node in nodes:
        first, _, rest = ast.unparse(node).partition(".") if isinstance(node, ast.Attribute) else ("", "", "")
        if first in called and rest.replace(".", "").isidentifier():
            taken.add(f"{called[first] or first}.{rest}")
    return {name for name in taken if name.split(".")[0] not in (*OURS, *sys.stdlib_module_names)}


def is_there(name: str) -> bool:
    """True if a library has what is called so; what belongs to its values is not looked at."""
    first, *others = name.split(".")
    try:
        found: object = importlib.import_module(first)
    except ImportError:
        return True
    for number, other in enumerate(others, 2):
        if not isinstance(found, ModuleType):
            return True
        if not hasattr(found, other):
            try:
                importlib.import_module(".".join([first, *others][:number]))
            except ImportError:
                return False
        found = getattr(found, other)
    return True


def take_away(name: str) -> None:
    """Make a library, or a module of one, impossible to import."""
    package, _, module = name.rpartition(".")
    if package:
        # First loaded whole: OpenCV loads its parts in a way of its own.
        vars(importlib.import_module(package)).pop(module, None)
    sys.modules[name] = None  # type: ignore[assignment]


def main() -> None:
    """Load every module, then look for every name."""
    for name in sys.argv[1:]:
        take_away(name)
    missing: list[str] = []
    passed_over = extras()
    for package in map(importlib.import_module, OURS):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            try:
                file = importlib.import_module(module.name).__file__
            except (ImportError, AttributeError) as error:
                if isinstance(error, ModuleNotFoundError) and (error.name or "").split(".")[0] in passed_over:
                    continue
                missing.append(f"{module.name}: {error}")
                continue
            tree = ast.parse(Path(file or "").read_text(encoding="utf-8"))
            missing += [
                f"{module.name}: {name} is missing" for name in of_libraries(tree) if not is_there(name)
            ]
    if missing:
        sys.exit("\n".join(sorted(missing)))


if __name__ == "__main__":
    main()
