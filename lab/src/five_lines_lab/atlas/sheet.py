"""A survey's table as Parquet, and the data sheet that says what is in it."""

import hashlib
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from textwrap import wrap

from companion import __version__
from companion.game import OPTIONS
from companion.game.rulesets.rules import key_of
from companion.system.data import Data, toml_beside
from five_lines_lab.atlas.descriptions import column_type, figures_digest
from five_lines_lab.atlas.table import SurveyTable
from five_lines_lab.measure.definitions import DEFINITIONS, SYMBOLS
from five_lines_lab.measure.measures import GAMES
from five_lines_lab.measure.traffic import COLUMNS as TRAFFIC_COLUMNS
from five_lines_lab.survey.task import TaskStatus

_STATES = tuple(TaskStatus)
_CHANCE = "0 to 1"
_TABLE = Data(toml_beside(__file__, "sheet.toml"))
_PAGE = _TABLE["page"].text()
_COLUMNS = {name: (it["unit"].text(), it["words"].text()) for name, it in _TABLE["columns"].table().items()}


def as_parquet(table: SurveyTable) -> bytes | None:
    """Return the same rows as Parquet, with types; None without pyarrow, of the extra `survey`."""
    if find_spec("pyarrow") is None:
        return None
    import pyarrow
    from pyarrow import parquet

    types = {"string": pyarrow.string(), "integer": pyarrow.int64(), "number": pyarrow.float64()}
    schema = [(name, types[column_type(unit)]) for name, unit, _ in described(table.columns)]
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    file = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(rows, pyarrow.schema(schema)), file)
    return file.getvalue()


def data_sheet(table: SurveyTable, tables: Mapping[str, bytes]) -> str:
    """Return the data sheet: rows, columns with units and definitions, version, and how to cite it.

    `tables` has the table's files by their names, the CSV first.
    """
    csv_name = next(iter(tables))
    place = {name: place for place, name in enumerate(table.columns)}
    times = sorted(str(row[place["finished_at"]]) for row in table.rows) or ["none"]
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in tables.items()}
    return _PAGE.format(
        csv=csv_name,
        version=__version__,
        solvers=", ".join(sorted({str(row[place["solver"]]) for row in table.rows})) or "none",
        first=times[0],
        last=times[-1],
        day=times[-1][:10] if table.rows else "no day",
        digests="\n".join(f"- SHA-256 of {name}: `{digest}`" for name, digest in digests.items()),
        figures=figures_digest(table),
        digest=figures_digest(table)[:16],
        states=" | ".join(_STATES),
        dashes=" | ".join("--:" for _ in _STATES),
        counted="\n".join(_counted(table, place)),
        games=f"{GAMES:,}",
        symbols="\n".join(wrap(SYMBOLS, 100)),
        columns="\n".join(
            # What stands between bars in a formula must not end its cell.
            "| `{}` | {} | {} |".format(name, unit, words.replace("|", r"\|"))
            for name, unit, words in described(table.columns)
        ),
    )


def _counted(table: SurveyTable, place: dict[str, int]) -> Iterator[str]:
    counts = Counter((row[place["die"]], row[place["status"]]) for row in table.rows)
    for die in sorted({*table.wanted, *(str(row[place["die"]]) for row in table.rows)}):
        known = " | ".join(str(counts[die, state]) for state in _STATES)
        yield f"| {die} | {table.wanted.get(die, 0)} | {known} |"


def described(names: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield every column with its unit and its meaning."""
    meaning = dict(_COLUMNS)
    for option in OPTIONS:
        values = "; ".join(f"`{choice.text}`: {choice.meaning}" for choice in option.choices)
        meaning.setdefault(option.field, ("option", f"`{key_of(option.field)}`. {values}"))
    for name in names:
        yield name, *(meaning.get(name) or _of_figure(name))


def _of_traffic(kind: str, what: str) -> tuple[str, str]:
    """The unit of a figure of traffic and what it is."""
    by = "games between two players of `two-rules`"
    if what == "throws":
        return "throws", f"the mean length of {by}"
    if what == "idle":
        return "times in 100 throws", f"throws of {by} with which nothing moves"
    return (
        "times in 100 throws",
        f"`{kind}` by `five-lines traffic`, in {by}: at {what}A, and as often at {what}B",
    )


def _of_figure(name: str) -> tuple[str, str]:
    """The unit of a measured figure and what it is, with its formula."""
    by_field = {definition.field: definition for definition in DEFINITIONS}
    if name in by_field:
        definition = by_field[name]
        return definition.unit, f"{definition.words}: `{definition.formula}`"
    for end, what in (("_low", "the lower"), ("_high", "the upper")):
        if name.endswith(end):
            of = name.removesuffix(end)
            return "throws", f"{what} end of the 95 % interval of `{of}`; empty where that is exact"
    if name.endswith("_error"):
        return _CHANCE, f"the standard error of `{name.removesuffix('_error')}`; empty where that is exact"
    if name in TRAFFIC_COLUMNS:
        return _of_traffic(*name.split("_"))
    share = name.rpartition("_")[2]
    if name.startswith("throws_"):
        return "throws", f"{share} % of games are not longer: `{by_field['lengths'].formula}`"
    if name.startswith("turns_stake_above_"):
        return (
            _CHANCE,
            f"the share of turns with more than {share} % at stake: `{by_field['stakes'].formula}`",
        )
    against = name.removeprefix("best_against_").replace("_", "-")
    return _CHANCE, f"best play's chance against {against}: {by_field['yardsticks'].words}"
