"""Each table of the lab's pages as CSV and as LaTeX."""

import csv
from pathlib import Path

from bench.tables import latex, tables, write
from tests.support.root import ROOT

PAGE = r"""
| rules | throws | formula |
| --- | --: | --- |
| `kidd` | 7.7 ± 0.2 | a\|b & 5% |
"""


def test_a_table_is_set_as_on_its_page() -> None:
    (table,) = tables(PAGE)
    assert table[2] == ["`kidd`", "7.7 ± 0.2", "a|b & 5%"]
    assert latex(table).splitlines()[0] == r"\begin{tabular}{lrl}"
    assert r"kidd & 7.7 $\pm$ 0.2 & a|b \& 5\% \\" in latex(table)


def test_every_table_of_every_page_is_written_whole(tmp_path: Path) -> None:
    pages = sorted((ROOT / "lab" / "docs").rglob("*.md"))
    write(pages, tmp_path)
    for page in pages:
        for number, table in enumerate(tables(page.read_text(encoding="utf-8")), start=1):
            assert {len(row) for row in table} == {len(table[0])}, (page, number)
            with (tmp_path / f"{page.stem}-{number}.csv").open(encoding="utf-8", newline="") as file:
                assert len(list(csv.reader(file))) == len(table) - 1
            assert (tmp_path / f"{page.stem}-{number}.tex").read_text(encoding="utf-8").count(r" \\") == len(
                table
            ) - 1
    assert (tmp_path / "comparison-1.csv").exists()
