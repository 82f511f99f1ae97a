"""Tables for spreadsheets: what others wrote is text there, and no formula."""

import csv
import io

import pytest

from companion import visible
from companion.commands.games._spreadsheet import csv_text
from tests.support.taints import TAINTS

FORMULAS = ("=1+1", "+1", "-1+1", "@SUM(1)", " =1", "\t=1", "\r=1", '=HYPERLINK("http://other.example")')


@pytest.mark.parametrize("text", [*TAINTS.values(), *FORMULAS], ids=lambda it: repr(it)[:20])
def test_no_text_is_worked_out_or_obeyed(text: str) -> None:
    text = text[:1000]  # as long as Python's own reader takes
    written = csv_text([["name", "count"], [text, -1]])
    assert visible(written) == written
    _, (cell, count) = csv.reader(io.StringIO(written))
    assert cell.lstrip()[:1] not in tuple("=+-@")
    assert cell.removeprefix("'") == visible(text)
    assert count == "-1"


def test_numbers_dates_and_what_is_missing_stay_as_they_are() -> None:
    assert csv_text([[1.5, None, "", "-", "2026-04-09", "limit=4"]]) == "1.5,,,-,2026-04-09,limit=4\n"
