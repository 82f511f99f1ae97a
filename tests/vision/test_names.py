"""A number that decides what is seen has a name of its own."""

import ast
from collections import Counter

from tests.support.root import ROOT


def constants(source: str) -> list[str]:
    """The names of the constants that a module holds."""
    names = [
        name.id
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign)
        for target in node.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    ]
    return [name for name in names if name.isupper()]


def test_no_two_constants_of_vision_share_a_name() -> None:
    sources = [file.read_text(encoding="utf-8") for file in (ROOT / "vision").rglob("*.py")]
    counted = Counter(name for source in sources for name in constants(source))
    assert len(counted) > 100
    assert [name for name, count in counted.items() if count > 1] == []
