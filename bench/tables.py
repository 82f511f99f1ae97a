"""Write each table of the lab's pages as CSV and as LaTeX: `python bench/tables.py FOLDER [PAGE ...]`.

Table number N of page P becomes P-N.csv and P-N.tex. The LaTeX is a `tabular` that needs the package
`booktabs`; columns that a page sets to the right stand right there, too.
"""

import argparse
import csv
import re
from collections.abc import Iterator
from pathlib import Path

PAGES = sorted(Path("lab/docs").rglob("*.md"))

_TO_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "±": r"$\pm$",
}

Table = list[list[str]]


def tables(page: str) -> Iterator[Table]:
    """Yield the tables of a page in Markdown: rows of cells, the second row with how its columns are set."""
    for block in re.findall(r"(?:^\|.*\n?)+", page, re.MULTILINE):
        rows = [re.split(r"(?<!\\)\|", line.strip()[1:-1]) for line in block.splitlines()]
        yield [[cell.strip().replace(r"\|", "|") for cell in row] for row in rows]


def plain(cell: str) -> str:
    """Return a cell without marks of Markdown: code, strong words and links."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", cell).replace("`", "").replace("**", "")


def latex(table: Table) -> str:
    """Return a table as a `tabular` of booktabs."""
    head, kinds, *rows = table
    columns = "".join("r" if kind.endswith(":") else "l" for kind in kinds)

    def line(cells: list[str]) -> str:
        return " & ".join("".join(_TO_LATEX.get(it, it) for it in plain(cell)) for cell in cells) + r" \\"

    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", line(head), r"\midrule", *map(line, rows)]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""])


def write(pages: list[Path], folder: Path) -> list[Path]:
    """Write the tables of some pages; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for page in pages:
        for number, table in enumerate(tables(page.read_text(encoding="utf-8")), start=1):
            stem = folder / f"{page.stem}-{number}"
            with stem.with_suffix(".csv").open("w", encoding="utf-8", newline="") as file:
                rows = [table[0], *table[2:]]
                csv.writer(file, lineterminator="\n").writerows(map(plain, row) for row in rows)
            stem.with_suffix(".tex").write_text(latex(table), encoding="utf-8")
            written += [stem.with_suffix(".csv"), stem.with_suffix(".tex")]
    return written


def main() -> None:
    """Write the tables and print the files."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("pages", nargs="*", type=Path, default=PAGES, metavar="PAGE")
    args = parser.parse_args()
    print(*write(args.pages, args.folder), sep="\n")


if __name__ == "__main__":
    main()
