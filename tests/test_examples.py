"""The examples that introduce the program as a library do what they show."""

import doctest
import importlib
import re
import subprocess
import sys

import pytest

from tests.support.root import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
MODULES = ("companion.game", "companion.referee")

IMPORT_ALL = "for module in pkgutil.iter_modules(it.__path__): __import__(f'{it.__name__}.{module.name}')"


def failures(examples: doctest.DocTest) -> str:
    """What the examples print instead of what they show."""
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(examples, out=said.append)
    return "".join(said)


def test_the_examples_of_the_readme() -> None:
    blocks = re.findall(r"^```pycon\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", "README.md", 0)
    assert examples.examples
    assert not failures(examples)


def test_the_readme_shows_what_it_is_and_how_to_try_it_before_the_library() -> None:
    shown, tried, library = (README.index(it) for it in ("![", "sh deploy/try", ">>>"))
    assert shown < tried < library
    assert README[:tried].count("\n") < 25


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name: str) -> None:
    module = importlib.import_module(name)
    (examples,) = doctest.DocTestFinder(recurse=False).find(module, name)
    assert examples.examples
    assert not failures(examples)


@pytest.mark.parametrize("name", MODULES)
def test_the_engine_needs_nothing_but_python(name: str) -> None:
    # Without its site, Python finds no library but its own.
    bare = [sys.executable, "-S", "-c", f"import pkgutil, {name} as it\n{IMPORT_ALL}"]
    done = subprocess.run(bare, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
