"""The files of an atlas, written whole: a page that needs no server and no network, and its table."""

import json
import os
from importlib.resources import files
from pathlib import Path

from companion.system.atomic_file import write_all_whole
from five_lines_lab.atlas.descriptions import as_csv, croissant, data_package
from five_lines_lab.atlas.payload import payload
from five_lines_lab.atlas.sheet import as_parquet, data_sheet, described
from five_lines_lab.atlas.table import read_table

PAGE = "index.html"
DATA = "data.js"  # a script rather than JSON: from a file a page may load no other kind of data
BY_HAND = (PAGE, "atlas.css", "atlas.js")


def write_atlas(survey: Path, folder: Path) -> tuple[Path, ...]:
    """Write the atlas of a survey into a folder, and its table and what describes it beside the survey.

    The table is written as Parquet, too, if pyarrow is installed. Returns the files, the page first. Raises
    SurveyError and OSError; then none of them is changed.
    """
    table = read_table(survey)
    csv, parquet = survey.with_suffix(".csv"), survey.with_suffix(".parquet")
    sheet = survey.with_name(f"{survey.stem}-data-sheet.md")
    here = files("five_lines_lab.atlas") / "page"
    contents = {folder / name: (here / name).read_bytes() for name in BY_HAND}
    linked = {"survey": survey, "csv": csv, "sheet": sheet}
    data = payload(table) | {
        name: Path(os.path.relpath(path, folder)).as_posix() for name, path in linked.items()
    }
    contents[folder / DATA] = _script(data)
    tables = {csv: as_csv(table).encode()}
    if (columns := as_parquet(table)) is not None:
        tables[parquet] = columns
    contents |= tables
    about = table, list(described(table.columns)), csv.name, tables[csv]
    contents[survey.with_suffix(".datapackage.json")] = data_package(*about).encode()
    contents[survey.with_suffix(".croissant.json")] = croissant(*about).encode()
    contents[sheet] = data_sheet(table, {path.name: it for path, it in tables.items()}).encode()
    folder.mkdir(parents=True, exist_ok=True)
    write_all_whole(contents)
    return tuple(contents)


def _script(data: object) -> bytes:
    """The payload as a script; a list of sets has a line for each, so that versions can be compared."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    text = text.replace(',["', ',\n["').replace('},"', '},\n"')
    return f'"use strict";\nconst ATLAS = {text};\n'.encode()
