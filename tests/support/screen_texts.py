"""Every text that a screen, a page or a sheet of paper can show, found in the code and in the templates."""

import ast
import sys
from collections.abc import Iterator
from functools import cache

import polib
from jinja2 import Environment, nodes

from companion.game import OPTIONS
from companion.presentation.words import LANGUAGES, catalogue_file, translated_percent
from companion.presentation.words.labels import LABELS
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
    for path in sorted([*(ROOT / "companion").rglob("*.py"), *(ROOT / "make" / "src").rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == "tr" and node.args and isinstance(node.args[0], ast.Constant):
                yield str(node.args[0].value)


COMPLETE = tuple(code for code in LANGUAGES if translated_percent(code) == 100)
"""The languages in which every text of the screen is; in the others the rest is English."""


def still_english(code: str) -> frozenset[str]:
    """Return the texts that a catalogue has no translation of; English has all."""
    if code == "en":
        return frozenset()
    entries = polib.pofile(str(catalogue_file(code)), encoding="utf-8")
    return all_texts() - {entry.msgid for entry in entries if entry.msgstr}


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


if __name__ == "__main__":
    # python -m tests.support.screen_texts es
    print("\n".join(text for code in sys.argv[1:] for text in sorted(still_english(code))))
