"""The version, the changelog, the licence and what the package says of itself agree with one another."""

import re
import shutil
import subprocess
import tomllib
from fnmatch import fnmatch

import pytest

from companion import __version__
from tests.support.root import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
PARTS = ("Do this after updating", "New", "Better", "Fixed")


def releases() -> list[str]:
    """The versions that the changelog dates, the newest first."""
    headings = re.findall(r"^## (.+)$", CHANGELOG, re.MULTILINE)
    dated = [
        re.fullmatch(r"(\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)", it) for it in headings if it != "Unreleased"
    ]
    assert headings[0] == "Unreleased"
    return [found[1] for found in dated if found]


def test_between_releases_the_version_is_after_the_last_one() -> None:
    number, is_development, _ = __version__.partition(".dev")
    assert re.fullmatch(r"\d+\.\d+\.\d+", number)
    last = tuple(map(int, releases()[0].split(".")))
    if is_development:
        assert tuple(map(int, number.split("."))) > last
    else:
        assert number == releases()[0]


def test_the_citation_names_this_version_and_licence() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert f"version: {__version__}" in citation
    if ".dev" not in __version__:
        (day,) = re.findall(rf"^## {re.escape(__version__)} \((.+)\)$", CHANGELOG, re.MULTILINE)
        assert f"date-released: {day}" in citation
    assert f"license: {PROJECT['project']['license']}" in citation


def test_a_release_says_what_to_do_first_and_each_change_in_one_line() -> None:
    for release in CHANGELOG.split("\n## ")[1:]:
        parts = dict(re.findall(r"^### (.+)\n\n((?:.+\n)*)", release, re.MULTILINE))
        assert list(parts) == [it for it in PARTS if it in parts]
        assert len(parts.get(PARTS[0], "").splitlines()) <= 3
        assert [it for lines in parts.values() for it in lines.splitlines() if not it.startswith("- ")] == []
    assert [line for line in CHANGELOG.splitlines() if len(line) > 112] == []


@pytest.mark.parametrize("folder", ["lab", "make"])
def test_what_stands_beside_the_product_has_its_version(folder: str) -> None:
    beside = tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (beside["version"], beside["license"]) == (__version__, PROJECT["project"]["license"])


def test_the_version_is_written_once() -> None:
    assert "version" not in PROJECT["project"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "companion.__version__"}


def test_the_source_archive_holds_everything_that_git_knows() -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git clone")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    lines = (ROOT / "MANIFEST.in").read_text(encoding="utf-8").splitlines()
    words = [word for line in lines if line.startswith(("include", "graft")) for word in line.split()[1:]]
    tops = {name.partition("/")[0] for name in listed.stdout.splitlines()} - {"MANIFEST.in"}
    assert [it for it in sorted(tops) if not any(fnmatch(it, word) for word in words)] == []


def test_a_stick_holds_what_the_package_is_built_with() -> None:
    (builder,) = PROJECT["build-system"]["requires"]
    assert f"'{builder}'" in (ROOT / "deploy" / "versions").read_text(encoding="utf-8")


def test_the_licence_is_the_one_that_the_package_names() -> None:
    assert PROJECT["project"]["license"] == "MIT"
    for name in PROJECT["project"]["license-files"]:
        assert (ROOT / name).read_text(encoding="utf-8").startswith("MIT License\n")
