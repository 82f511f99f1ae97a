"""What the pages at the root say of the house is so."""

import re
from itertools import chain
from pathlib import Path

import pytest

from tests.support.root import ROOT

PACKAGES = ("companion", "vision", "calibration", "hardware")


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def folders() -> list[Path]:
    """The packages in the packages, and what they hold."""
    inside = chain.from_iterable((*(ROOT / it).glob("*/"), *(ROOT / it).glob("*/*/")) for it in PACKAGES)
    return sorted(folder for folder in inside if (folder / "__init__.py").exists())


@pytest.mark.parametrize("page", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_what_is_named_is_there(page: str) -> None:
    for line in text_of(page).splitlines():
        paths = re.findall(r"(?:`|pytest )([\w.*-]+/[\w./*-]*)", line)
        # In a row about a folder, what it holds is named from there.
        for path in paths:
            named = path.rstrip("/")
            assert [*ROOT.glob(named), *(ROOT / paths[0]).rglob(named)], path


def test_every_folder_of_the_house_is_named() -> None:
    text = text_of("ARCHITECTURE.md")
    assert [it.name for it in folders() if not re.search(rf"[`/]{it.name}/`", text)] == []


def test_the_plan_is_one_page() -> None:
    assert 40 <= len(text_of("ARCHITECTURE.md").splitlines()) <= 100


@pytest.mark.parametrize("tool", ["ruff check .", "ruff format --check .", "mypy"])
def test_a_commit_is_checked_by_what_the_test_command_checks_with(tool: str) -> None:
    command = f".venv/bin/{tool}"
    assert f"entry: {command}\n" in text_of(".pre-commit-config.yaml")
    assert command in text_of("deploy/test")
