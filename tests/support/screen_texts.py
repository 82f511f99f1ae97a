"""Every text that the screen or the page can show, found in the code and in the templates."""

import ast
from collections.abc import Iterator
from functools import cache

from jinja2 import Environment, nodes

from companion.display.words.labels import LABELS
from companion.game import OPTIONS
from companion.referee.words import PROVERB, REASONS
from tests.support.root import ROOT


def literal_texts() -> Iterator[str]:
    """Every text that is written as `tr("...")`."""
    for path in sorted((ROOT / "companion").rglob("*.html")):
        template = Environment().parse(path.read_text(encoding="utf-8"))
        for call in template.find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "tr":
                (text,) = call.args
                assert isinstance(text, nodes.Const)
                yield str(text.value)
    for path in sorted((ROOT / "companion").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == "tr" and node.args and isinstance(node.args[0], ast.Constant):
                yield str(node.args[0].value)


@cache
def all_texts() -> frozenset[str]:
    texts = set(literal_texts()) | {PROVERB} | set(REASONS.values())
    for table in LABELS.values():
        texts |= set(table.values())
    for option in OPTIONS:
        texts |= {option.custom.meaning} if option.custom else set()
        if option.key in ("die", "starter"):  # these have labels of their own
            continue
        texts |= {choice.meaning for choice in option.choices}
    return frozenset(texts)
