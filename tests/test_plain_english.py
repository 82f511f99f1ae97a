"""Names and docstrings are in plain English, without the words that `plain_words` bans."""

import ast
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.plain_words import banned_words
from tests.support.root import ROOT

PACKAGES = ("companion", "vision", "calibration", "hardware", "make/src", "bench", "deploy")

LIMITS = ("MOST", "LEAST", "LONGEST", "SHORTEST", "LARGEST", "SMALLEST", "HIGHEST", "LOWEST")
"""A constant that limits something begins with MAX or MIN instead."""

NO_LONGER = re.compile(r"\w+\s+no\s+more(?=[.,;:)]|$)")
"""*No more* at the end of a clause: *no longer* or *nothing else* is meant."""


def banned_names(tree: ast.AST) -> list[str]:
    """Return the names given in a module that hold a banned word, or begin as a limit must not."""
    return [name for name in _names(tree) if banned_words(_spaced(name)) or _is_banned_limit(name)]


def banned_docstrings(tree: ast.AST) -> list[str]:
    """Return each use of a banned word in the docstrings of a module."""
    return [use for text in docstrings(tree) for use in (*banned_words(text), *NO_LONGER.findall(text))]


def vague_docstrings(tree: ast.AST) -> list[str]:
    """Return the docstrings that begin with a clause, not with a verb, a noun or "True if"."""
    return [text for text in docstrings(tree) if text.split(" ")[0] in ("Whether", "What", "How")]


def docstrings(tree: ast.AST) -> Iterator[str]:
    """Yield the docstrings of a module, its classes and functions, and those below its constants."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(ast.Constant(str(text))):
                yield text


def _names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name) | ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
                yield name
            case ast.arg(name) | ast.Name(name, ast.Store()) | ast.Attribute(_, name, ast.Store()):
                yield name
            case ast.alias(_, str(name)) | ast.MatchAs(_, str(name)):
                yield name


def _spaced(name: str) -> str:
    """Return the words of a name: `letGo_of` as "let Go of"."""
    return " ".join(re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name))


def _is_banned_limit(name: str) -> bool:
    return name.isupper() and name.lstrip("_").split("_")[0] in LIMITS


def sources() -> list[Path]:
    """Return the project's own modules, without those of the tests."""
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


@pytest.mark.slow
def test_names_and_docstrings_are_plain() -> None:
    trees = {path.relative_to(ROOT).as_posix(): tree_of(path) for path in sources()}
    assert len(trees) > 400
    for find in (banned_names, banned_docstrings, vague_docstrings):
        assert {path: uses for path, tree in trees.items() if (uses := find(tree))} == {}


@pytest.mark.slow
def test_names_of_tests_are_plain() -> None:
    files = [it for name in ("tests", "lab/tests", "make/tests") for it in (ROOT / name).rglob("test_*.py")]
    named = {
        path.relative_to(ROOT).as_posix(): re.findall(r"def (test_\w+)", path.read_text()) for path in files
    }
    plain = {path: [it for it in names if banned_words(_spaced(it))] for path, names in named.items()}
    assert {path: names for path, names in plain.items() if names} == {}


@pytest.mark.slow
def test_comments_are_plain() -> None:
    texts = {path.relative_to(ROOT).as_posix(): " ".join(comments(path)) for path in sources()}
    assert {path: uses for path, text in texts.items() if (uses := banned_words(text))} == {}


def comments(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.string


def tree_of(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_banned_words_are_found_in_every_kind_of_name_and_docstring() -> None:
    source = '''
"""As it was told."""
from a import b as told_b
_MOST_ROWS = 3
"""So long."""
class ToldStory:
    """Whether it is told
    anew, and no more."""
    amiss: int = 0
    def let_go_of_it(self, told, *, whoever):
        self.told_it = told.retold
        for anew in whoever: ...
'''
    tree = ast.parse(source)
    names = {
        "told_b",
        "_MOST_ROWS",
        "ToldStory",
        "amiss",
        "let_go_of_it",
        "told",
        "whoever",
        "told_it",
        "anew",
    }
    assert set(banned_names(tree)) == names
    assert len(banned_docstrings(tree)) == 5
    assert len(vague_docstrings(tree)) == 1
    assert banned_names(ast.parse("almost = at_least = mostly = retold = MAX_MOST = 1")) == []
