"""Tables for spreadsheets, which work out a text that begins as a formula does."""

import csv
import io
import re
from collections.abc import Iterable

from companion import visible


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as comma-separated text; what looks like a formula has an apostrophe before it."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [re.sub(r"^\s*[=+@-](?=[\s\S])", r"'\g<0>", visible(it)) if isinstance(it, str) else it for it in row]
        for row in rows
    )
    return text.getvalue()
