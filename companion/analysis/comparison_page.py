"""The comparison of all games as a page in Markdown, with its plot as SVG."""

from collections.abc import Callable, Sequence

from companion.analysis.comparison import CIRCLING_THROWS, GAMES, Comparison
from companion.analysis.drawing import Anchor, Bar, Drawing, Shape, Text
from companion.game import DICE

ROWS = "comparison.jsonl"
"""The file beside the page that keeps its figures."""
COLUMNS = (
    "rules",
    "die",
    "first player",
    "throws",
    "choice",
    "skill",
    f"circling > {CIRCLING_THROWS}",
    "line left",
)

_ROW_PX, _LABEL_PX, _BAR_PX, _GAP_PX = 22, 250, 120, 65


def cells(row: Comparison) -> tuple[str, ...]:
    """A row as text, under COLUMNS."""
    return (
        row.rules.name,
        str(row.rules.die),
        f"{row.first_player:.2%}",
        f"{row.figures.throws:.1f}",
        f"{row.share_with_choice:.1%}",
        f"{row.figures.best_against_random:.2%}",
        f"{row.best_play.circling.value:.2%}",
        f"{row.best_play.leaving.value:.2f}",
    )


def _answers(rows: Sequence[Comparison]) -> list[str]:
    """What the table says in words about the games with the six-sided die."""
    cube = [row for row in rows if row.rules.die == DICE["d6"]]
    if len(cube) < 2:
        return []

    def first(key: Callable[[Comparison], float], told: Callable[[Comparison], float], form: str) -> str:
        row = min(cube, key=key)
        return f"**{row.rules.name}** ({form.format(told(row))})"

    def ends(what: str, measure: Callable[[Comparison], float], form: str) -> str:
        least = first(measure, measure, form)
        return f"- {what}: least in {least}, most in {first(lambda row: -measure(row), measure, form)}"

    fairest = first(lambda row: abs(row.first_player - 0.5), lambda row: row.first_player, "{:.2%}")
    return [
        "With the six-sided die:",
        "",
        f"- the player who begins has the chance nearest to a half in {fairest}",
        ends("throws", lambda row: row.figures.throws, "{:.0f}"),
        ends("choice", lambda row: row.share_with_choice, "{:.1%}"),
        ends("skill", lambda row: row.figures.best_against_random, "{:.1%}"),
        ends("circling", lambda row: row.best_play.circling.value, "{:.1%}"),
        ends("line left", lambda row: row.best_play.leaving.value, "{:.1f}"),
        "",
    ]


def markdown(rows: Sequence[Comparison], plot: str) -> str:
    """The page; `plot` is the name of the file with the plot."""
    table = [COLUMNS, tuple("---" if n < 2 else "--:" for n in range(len(COLUMNS))), *map(cells, rows)]
    return "\n".join(
        [
            "# Which game plays best",
            "",
            "Every game solved exactly; this page is made by `five-lines compare --page FOLDER`.",
            "",
            *_answers(rows),
            *(f"| {' | '.join(row)} |" for row in table),
            "",
            f"![The same figures as bars]({plot})",
            "",
            "- first player: the chance of the player who throws first when both play as well as can be",
            "- throws: how long such a game lasts",
            "- choice: positions in which some throw leaves more than one thing to do",
            "- skill: the best player's chance against one who chooses evenly",
            f"- circling: games of best play, of {GAMES:,}, that last more than {CIRCLING_THROWS} throws",
            "  after a seat first has one counter left to gather",
            "- line left: moves in such a game that take a counter in play off the sacred line",
            "",
            "A draw counts as half a win. The figures as they came out, with some more of them, are in",
            f"[{ROWS}]({ROWS}), one JSON object a game.",
            "",
        ]
    )


def plot(rows: Sequence[Comparison]) -> Drawing:
    """Bars for every measure of the table, a row for each game."""
    measures = (
        ("first player's edge", [row.first_player - 0.5 for row in rows], "{:+.1%}"),
        ("throws", [row.figures.throws for row in rows], "{:.0f}"),
        ("choice", [row.share_with_choice for row in rows], "{:.0%}"),
        ("skill", [row.figures.best_against_random for row in rows], "{:.1%}"),
        ("circling", [row.best_play.circling.value for row in rows], "{:.0%}"),
        ("line left", [row.best_play.leaving.value for row in rows], "{:.1f}"),
    )
    shapes: list[Shape] = [
        Text(_LABEL_PX - 8, 45 + _ROW_PX * number, f"{row.rules.name}, {row.rules.die}", Anchor.END)
        for number, row in enumerate(rows)
    ]
    for column, (title, values, form) in enumerate(measures):
        x = _LABEL_PX + column * (_BAR_PX + _GAP_PX)
        most = max((abs(value) for value in values), default=0.0) or 1.0
        shapes.append(Text(x, 18, title, bold=True))
        for number, value in enumerate(values):
            y, length = 32 + _ROW_PX * number, _BAR_PX * abs(value) / most
            shapes.append(Bar(x, y, length, 16, "#1f4e9c" if value >= 0 else "#b35c00"))
            shapes.append(Text(x + length + 4, y + 13, form.format(value)))
    width = _LABEL_PX + len(measures) * (_BAR_PX + _GAP_PX)
    return Drawing(width, 40 + _ROW_PX * len(rows), 13, tuple(shapes))
