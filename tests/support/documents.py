"""The documents of the project, for the tests that check them."""

from pathlib import Path

from tests.support.root import ROOT

DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "lab" / "README.md",
    *sorted((ROOT / "lab" / "docs").rglob("*.md")),
    ROOT / "make" / "README.md",
    *sorted((ROOT / "deploy").glob("*.md")),
    *sorted((ROOT / "vision").rglob("*.md")),
]


def name_of(page: Path) -> str:
    """Return the page's path from the root of the project."""
    return page.relative_to(ROOT).as_posix()
