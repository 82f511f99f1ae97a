"""The documents: their links lead somewhere, their words are plain, and what they say of the code is so."""

import re
from itertools import chain
from pathlib import Path

import pytest

from tests.support.documents import DOCUMENTS, name_of
from tests.support.plain_words import BANNED, banned_words
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


@pytest.mark.parametrize("page", DOCUMENTS, ids=name_of)
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\((?!\w+:)([^)#]*)#?([^)]*)\)", text):
        linked = (page.parent / target).resolve() if target else page
        assert linked.exists(), target
        if anchor:
            assert anchor in anchors(linked), f"{target}#{anchor}"


def anchors(page: Path) -> list[str]:
    """The anchors of a page's headings, as Markdown viewers make them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", it.lower()).replace(" ", "-") for it in headings]


def test_every_document_for_users_stands_in_the_index() -> None:
    index = text_of("docs/README.md")
    pages = [it.relative_to(ROOT / "docs").as_posix() for it in (ROOT / "docs").rglob("*.md")]
    assert [it for it in pages if it != "README.md" and f"]({it})" not in index] == []


def test_every_document_stands_in_the_menu_of_the_site() -> None:
    menu = set(re.findall(r": (\S+\.md)$", text_of("deploy/mkdocs.yml"), re.MULTILINE)) - {"reference.md"}
    known = {it.relative_to(ROOT).as_posix() for it in DOCUMENTS}
    assert menu <= known
    assert [it for it in known if it.startswith(("docs/", "lab/")) and it not in menu] == []


def test_a_stick_that_the_page_writes_to_is_mounted_to_be_written_and_put_away_by_itself() -> None:
    page = text_of("docs/museum.md")
    assert "five-lines backup /media/stick/" in page
    # The package and deploy/install write its line.
    assert "FIVELINES" in page
    (options,) = re.findall(r"^options=(.*)$", text_of("deploy/service/stick"), re.MULTILINE)
    assert {"rw", "nofail", "noexec", "nosuid", "nodev"} <= set(options.split(","))
    # Pulled while it is mounted, a stick may lose what was written last.
    assert "x-systemd.idle-timeout=10s" in options


def test_every_picture_of_the_documents_is_shown() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in DOCUMENTS)
    pictures = [it.name for it in (ROOT / "docs" / "pictures").iterdir()]
    assert [name for name in pictures if f"pictures/{name})" not in text] == []


@pytest.mark.parametrize("page", DOCUMENTS, ids=name_of)
def test_the_words_are_plain(page: Path) -> None:
    assert banned_words(page.read_text(encoding="utf-8")) == []


def test_banned_words_are_found_over_line_ends_and_not_within_words() -> None:
    assert [len(banned_words(f"a text {word} another")) for word in BANNED] == [1] * len(BANNED)
    assert banned_words("It takes\nso\nlong.")
    assert banned_words("The newest one, retold.") == []


@pytest.mark.parametrize("tool", ["ruff check .", "ruff format --check .", "mypy"])
def test_a_commit_is_checked_by_what_the_test_command_checks_with(tool: str) -> None:
    command = f".venv/bin/{tool}"
    assert f"entry: {command}\n" in text_of(".pre-commit-config.yaml")
    assert command in text_of("deploy/test")


def price(text: str) -> tuple[float, ...]:
    """A range such as `8-15`, as its two ends."""
    return tuple(map(float, text.strip("* ").split("-")))


def test_the_prices_of_each_build_add_up() -> None:
    overview, *builds = text_of("docs/parts.md").split("<!-- prices -->")
    totals = re.findall(r"^\| \[.*\| ([\d-]+) \|.*\|$", overview, re.MULTILINE)
    for build, total in zip(builds, totals, strict=True):
        rows = [line.strip("|").split("|") for line in build.split("\n\n")[0].strip().splitlines()[2:]]
        for _, quantity, each, together in rows[:-1]:
            assert price(together) == pytest.approx([int(quantity) * it for it in price(each)])
        sums = [sum(ends) for ends in zip(*(price(row[3]) for row in rows[:-1]), strict=True)]
        assert price(rows[-1][3]) == pytest.approx(sums, abs=0.5)
        assert price(rows[-1][3]) == price(total)
