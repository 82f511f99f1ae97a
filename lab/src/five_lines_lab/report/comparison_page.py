"""The comparison of all games as a page in Markdown, with its plot as SVG."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import wrap

from companion.game import Rules, reconstruction
from companion.game.rulesets.rules import Leaving
from five_lines_lab.measure.definitions import DEFINITIONS
from five_lines_lab.measure.measures import CIRCLING_THROWS
from five_lines_lab.measure.record import figure_text, shown
from five_lines_lab.report.comparison import Comparison
from five_lines_lab.svg import Anchor, Bar, Drawing, Label, Shape

ROWS = "comparison.jsonl"  # the file beside the page that keeps its figures

_PAGE = Path(__file__).with_name("comparison.md").read_text(encoding="utf-8")

_ROW_PX, _LABEL_PX, _BAR_PX, _GAP_PX = 22, 330, 100, 75


@dataclass(frozen=True)
class Column:
    """A column of the table: title, field of Measures, text, number, and format."""

    title: str
    field: str
    text: Callable[[Comparison], str]
    number: Callable[[Comparison], float]
    form: str
    in_answers: bool = True
    words: str = ""  # words for a column that shows only part of its field
    forbidden_by: tuple[Leaving, ...] = ()
    """Rules on leaving the goal that forbid what the column counts: those games are no least of it."""


def _plain(
    title: str, field: str, form: str, in_answers: bool = True, forbidden_by: tuple[Leaving, ...] = ()
) -> Column:
    return Column(
        title,
        field,
        lambda row: shown(field, row.measures),
        lambda row: float(getattr(row.measures, field)),
        form,
        in_answers,
        forbidden_by=forbidden_by,
    )


def _length(title: str, places: tuple[int, ...], words: str, in_answers: bool = True) -> Column:
    return Column(
        title,
        "lengths",
        lambda row: " to ".join(f"{row.measures.lengths.values[place]:,}" for place in places),
        lambda row: row.measures.lengths.values[places[-1]],
        "{:,.0f}",
        in_answers,
        words,
    )


def _yardstick(title: str, place: int, among: str) -> Column:
    return Column(
        title,
        "yardsticks",
        lambda row: figure_text(row.measures.yardsticks[place]),
        lambda row: row.measures.yardsticks[place].value,
        "{:.1%}",
        words="the chance of a perfect player, each side beginning equally often and a draw counted as half "
        f"a win, against a player who picks at random among {among}",
    )


MEASURED = (
    _plain("first player", "first_player", "{:.2%}", in_answers=False),
    _length("median throws", (2,), "half of all games take at most this many throws"),
    _length("5 to 95 % of games", (0, 4), "5 % and 95 % of games take at most this many throws", False),
    _plain("mean throws", "throws", "{:,.0f}"),
    _plain("draws", "draws", "{:.1%}", in_answers=False),
    _plain("turns with a choice", "turns_with_choice", "{:.0%}"),
    _plain("mean stake", "stake", "{:.1%}"),
    _yardstick("best against random", 0, "all choices"),
    _yardstick("against keeps-goal", 1, "the choices that leave gathered counters alone, if any"),
    _yardstick("against two-rules", 2, "the choices that gather a counter, if any, and else as keeps-goal"),
    _plain("goal left, forced", "left_forced", "{:.1f}", forbidden_by=(Leaving.NEVER,)),
    _plain(
        "goal left by choice",
        "left_by_choice",
        "{:.2f}",
        forbidden_by=(Leaving.NEVER, Leaving.LAST_RESORT),
    ),
    _plain("games with that", "games_left_by_choice", "{:.0%}", in_answers=False),
    _plain(f"over {CIRCLING_THROWS} from one left", "circling", "{:.0%}"),
)
COLUMNS = ("rules", "options and die", *(column.title for column in MEASURED))


def named(row: Comparison) -> tuple[str, str]:
    """The name of a row's rules, and what differs from them, its die always."""
    return row.rules.name, options_and_die(row.rules)


def options_and_die(rules: Rules) -> str:
    """Return what differs from the published rules, and always the die."""
    published = reconstruction(rules.name).rules
    return " ".join([*replace(rules, die=published.die).differences(published), str(rules.die)])


def cells(row: Comparison) -> tuple[str, ...]:
    """Return a row as text, under COLUMNS."""
    return (*named(row), *(column.text(row) for column in MEASURED))


def _answers(rows: Sequence[Comparison]) -> list[str]:
    """The ends of the columns for the published games with the six-sided die."""
    cube = [row for row in rows if row.rules == reconstruction(row.rules.name).rules]
    if len(cube) < 2:
        return []

    def first(key: Callable[[Comparison], float], column: Column) -> str:
        row = min((row for row in cube if row.rules.leaving not in column.forbidden_by), key=key)
        return f"**{row.rules.name}** ({column.form.format(column.number(row))})"

    def ends(column: Column) -> str:
        least, most = first(column.number, column), first(lambda row: -column.number(row), column)
        among = "of games that allow it, " if column.forbidden_by else ""
        return f"- {column.title}: {among}least in {least}, most in {most}"

    nearest = first(lambda row: abs(row.measures.first_player - 0.5), MEASURED[0])
    drawn = [row for row in cube if row.measures.draws]
    draws = [f"- draws: {row.measures.draws:.1%} in **{row.rules.name}**" for row in drawn]
    return [
        "With the six-sided die (the figures are defined below the table):",
        "",
        f"- the first player's chance, with draws as half wins, is nearest to a half in {nearest}",
        *[ends(column) for column in MEASURED if column.in_answers],
        *draws,
        "",
    ]


def _definitions() -> list[str]:
    """Return the definition of each column, in order."""
    words = {definition.field: definition.words for definition in DEFINITIONS}
    return [
        line
        for column in MEASURED
        for line in wrap(
            f"- {column.title}: {column.words or words[column.field]}", 100, subsequent_indent="  "
        )
    ]


def markdown(rows: Sequence[Comparison], plot: str) -> str:
    """The page; `plot` is the name of the file with the plot."""
    table = [COLUMNS, tuple("---" if n < 2 else "--:" for n in range(len(COLUMNS))), *map(cells, rows)]
    return _PAGE.format(
        answers="".join(f"{line}\n" for line in _answers(rows)),
        table="\n".join(f"| {' | '.join(row)} |" for row in table),
        plot=plot,
        definitions="\n".join(_definitions()),
        rows=ROWS,
    )


def plot(rows: Sequence[Comparison]) -> Drawing:
    """Draw bars for every measure of the table, a row for each game."""
    edge = Column("first player's edge", "", str, lambda row: row.measures.first_player - 0.5, "{:+.1%}")
    measured = [edge, *(column for column in MEASURED[1:] if column.title != "5 to 95 % of games")]
    shapes: list[Shape] = [
        Label(_LABEL_PX - 8, 45 + _ROW_PX * number, ", ".join(named(row)), Anchor.END)
        for number, row in enumerate(rows)
    ]
    for place, column in enumerate(measured):
        x = _LABEL_PX + place * (_BAR_PX + _GAP_PX)
        values = [column.number(row) for row in rows]
        most = max((abs(value) for value in values), default=0.0) or 1.0
        shapes.append(Label(x, 18, column.title, bold=True))
        for number, value in enumerate(values):
            y, length = 32 + _ROW_PX * number, _BAR_PX * abs(value) / most
            shapes.append(Bar(x, y, length, 16, "#1f4e9c" if value >= 0 else "#b35c00"))
            shapes.append(Label(x + length + 4, y + 13, column.form.format(value)))
    width = _LABEL_PX + len(measured) * (_BAR_PX + _GAP_PX)
    return Drawing(width, 40 + _ROW_PX * len(rows), 13, tuple(shapes))
