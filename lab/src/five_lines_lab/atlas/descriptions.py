"""What programs read of a survey's table: a data package (Frictionless) and a Croissant description."""

import csv
import hashlib
import io
import json
from collections.abc import Iterator
from pathlib import Path

from companion import __version__
from five_lines_lab.atlas.table import SurveyTable

TIMES = ("seconds", "finished_at")
"""Columns that differ whenever a survey is made again."""

_NAME = "pente-grammai-survey"
_TITLE = "A survey of reconstructions of pente grammai"
_LICENCE = "https://opensource.org/license/mit"
_TYPES = {"text": "string", "option": "string", "time": "string", "positions": "integer"}
_CROISSANT_TYPES = {"string": "sc:Text", "integer": "sc:Integer", "number": "sc:Float"}
_CONTEXT = Path(__file__).with_name("croissant_context.json")  # that of Croissant 1.0, word for word

Columns = list[tuple[str, str, str]]  # name, unit as in the data sheet, and meaning


def as_csv(table: SurveyTable, leave_out: tuple[str, ...] = ()) -> str:
    """Return all rows under their columns' names, as in RFC 4180 except for line ends."""
    kept = [place for place, name in enumerate(table.columns) if name not in leave_out]
    text = io.StringIO()
    rows: Iterator[tuple[object, ...]] = iter((table.columns, *table.rows))
    csv.writer(text, lineterminator="\n").writerows([row[place] for place in kept] for row in rows)
    return text.getvalue()


def figures_digest(table: SurveyTable) -> str:
    """Return the SHA-256 of the CSV without TIMES: alike for everybody who makes the same survey."""
    return hashlib.sha256(as_csv(table, TIMES).encode()).hexdigest()


def column_type(unit: str) -> str:
    """Return `string`, `integer` or `number` for a unit of the data sheet."""
    return _TYPES.get(unit, "number")


def data_package(table: SurveyTable, columns: Columns, name: str, data: bytes) -> str:
    """Return the data package of a CSV file with that name and content."""
    fields = [
        {"name": field, "type": column_type(unit), "unit": unit, "description": words}
        for field, unit, words in columns
    ]
    resource = {
        "name": _NAME,
        "path": name,
        "profile": "tabular-data-resource",
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "bytes": len(data),
        "hash": f"sha256:{hashlib.sha256(data).hexdigest()}",
        "hash_of_figures": f"sha256:{figures_digest(table)}",
        "schema": {"fields": fields, "primaryKey": ["options", "die", "solver"], "missingValues": [""]},
    }
    return _written(
        {
            "profile": "tabular-data-package",
            "name": _NAME,
            "title": _TITLE,
            "version": __version__,
            "licenses": [{"name": "MIT", "path": _LICENCE}],
            "contributors": [{"title": "the Five Lines contributors", "role": "author"}],
            "resources": [resource],
        }
    )


def croissant(table: SurveyTable, columns: Columns, name: str, data: bytes) -> str:
    """Return the Croissant description, version 1.0, of a CSV file with that name and content."""
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"sets/{field}",
            "name": field,
            "description": words,
            "dataType": _CROISSANT_TYPES[column_type(unit)],
            "source": {"fileObject": {"@id": name}, "extract": {"column": field}},
        }
        for field, unit, words in columns
    ]
    finished = table.columns.index("finished_at")
    file = {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "encodingFormat": "text/csv",
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    return _written(
        {
            "@context": json.loads(_CONTEXT.read_text(encoding="utf-8")),
            "@type": "sc:Dataset",
            "conformsTo": "http://mlcommons.org/croissant/1.0",
            "name": _NAME,
            "description": f"{_TITLE}. SHA-256 of the figures without times: {figures_digest(table)}",
            "version": __version__,
            "citeAs": f"the Five Lines contributors, {_TITLE}, version {__version__}",
            "datePublished": max((str(row[finished])[:10] for row in table.rows), default=""),
            "license": _LICENCE,
            "creator": {"@type": "sc:Organization", "name": "the Five Lines contributors"},
            "distribution": [file],
            "recordSet": [{"@type": "cr:RecordSet", "@id": "sets", "name": "sets", "field": fields}],
        }
    )


def _written(it: dict[str, object]) -> str:
    return json.dumps(it, ensure_ascii=False, indent=1) + "\n"
