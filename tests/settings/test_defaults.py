"""What can be set has its default in the settings, and nowhere else."""

import ast
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from companion.settings.sections import Settings
from tests.support.root import ROOT

ROOMS = ("station", "display/drawing", "display/pages", "app", "settings")
HOME = "sections.py"


def names() -> set[str]:
    """The keys of the file of settings."""
    sections = (getattr(Settings(), section.name) for section in fields(Settings))
    return {key.name for section in sections if is_dataclass(section) for key in fields(section)}


def defaults(source: str) -> Iterator[str]:
    """The arguments and fields that have a number, a text or a member of an enum for their default."""
    for node in ast.walk(ast.parse(source)):
        given: list[tuple[str, ast.expr | None]] = []
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            given.append((node.target.id, node.value))
        elif isinstance(node, ast.arguments):
            args = reversed([*node.posonlyargs, *node.args])
            given += [(arg.arg, value) for arg, value in zip(args, reversed(node.defaults), strict=False)]
            given += [(arg.arg, value) for arg, value in zip(node.kwonlyargs, node.kw_defaults, strict=True)]
        for name, value in given:
            if isinstance(value, ast.Attribute) or (
                isinstance(value, ast.Constant) and value.value is not None
            ):
                yield name


@pytest.mark.parametrize("room", ROOMS)
def test_nothing_that_can_be_set_has_a_second_default(room: str) -> None:
    assert {"place", "theme", "volume", "level"} <= names()
    files = [ROOT / "companion" / "display" / "screen.py"]
    files += [file for file in sorted(Path(ROOT, "companion", room).rglob("*.py")) if file.name != HOME]
    found = {name for file in files for name in defaults(file.read_text(encoding="utf-8"))}
    assert found
    assert not found & names()
