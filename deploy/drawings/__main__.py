"""Draws the guide's pictures and fills in its tables: `python -m deploy.drawings`, from the clone."""

from pathlib import Path

from deploy.drawings import carving, lamp, mast, wiring, work

DOCS = Path(__file__).resolve().parents[2] / "docs"

PICTURES = {"wiring.svg": wiring.drawing, "lamp.svg": lamp.drawing, "mast.svg": mast.drawing, **carving.STEPS}
TABLES = {
    "wiring.md": {"wiring": wiring.table, "lamp": lamp.table},
    "camera.md": {"mast": mast.table},
    "make.md": {"work": work.table, "bill": work.bill},
    "parts.md": {"measures": work.measures},
}
"""The tables of each page by the names between their marks, `<!-- table NAME -->` and `<!-- end -->`."""


def with_tables(page: str, text: str) -> str:
    """Return a page's text with its tables computed again."""
    for name, table in TABLES[page].items():
        begin, end = f"<!-- table {name} -->\n", "<!-- end -->"
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}{table()}\n{end}{rest.partition(end)[2]}"
    return text


def main() -> None:
    """Write pictures and tables."""
    for name, drawing in PICTURES.items():
        (DOCS / "pictures" / name).write_text(drawing(), encoding="utf-8")
    for page in TABLES:
        path = DOCS / page
        path.write_text(with_tables(page, path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
