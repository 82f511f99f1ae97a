"""The comparison of all games as a page in Markdown, with its plot as SVG."""

from collections.abc import Sequence

from companion.analysis.comparison import CIRCLING_THROWS, GAMES, Comparison

COLUMNS = (
    "rules",
    "die",
    "first player",
    "throws",
    "choice",
    "best against random",
    f"circling > {CIRCLING_THROWS}",
    "line left",
)

_ROW_PX, _LABEL_PX, _BAR_PX, _GAP_PX = 22, 250, 130, 50


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


def markdown(rows: Sequence[Comparison], plot: str) -> str:
    """The page; `plot` is the name of the file with the plot."""
    table = [COLUMNS, tuple("---" if n < 2 else "--:" for n in range(len(COLUMNS))), *map(cells, rows)]
    return "\n".join(
        [
            "# Which game plays best",
            "",
            "Every game solved exactly; this page is made by `five-lines compare --page FOLDER`.",
            "",
            *(f"| {' | '.join(row)} |" for row in table),
            "",
            f"![The same figures as bars]({plot})",
            "",
            "- first player: the chance of the player who throws first when both play as well as can be",
            "- throws: how long such a game lasts",
            "- choice: positions in which some throw leaves more than one thing to do",
            "- best against random: the best player's chance against one who chooses evenly",
            f"- circling: games of best play, of {GAMES:,}, that last more than {CIRCLING_THROWS} throws",
            "  after a seat first has one counter left to gather",
            "- line left: moves in such a game that take a counter in play off the sacred line",
            "",
            "A draw counts as half a win.",
            "",
        ]
    )


def plot(rows: Sequence[Comparison]) -> str:
    """Bars for the first player's edge, the length and the worth of skill, as SVG."""
    measures = (
        ("first player's edge", [row.first_player - 0.5 for row in rows], "{:+.1%}"),
        ("throws", [row.figures.throws for row in rows], "{:.0f}"),
        ("skill", [row.figures.best_against_random - 0.5 for row in rows], "{:+.1%}"),
        ("circling", [row.best_play.circling.value for row in rows], "{:.0%}"),
    )
    width = _LABEL_PX + len(measures) * (_BAR_PX + _GAP_PX)
    height = 40 + _ROW_PX * len(rows)
    shapes = ['<rect width="100%" height="100%" fill="white"/>']
    for number, row in enumerate(rows):
        name = f"{row.rules.name}, {row.rules.die}"
        shapes.append(
            f'<text x="{_LABEL_PX - 8}" y="{45 + _ROW_PX * number}" text-anchor="end">{name}</text>'
        )
    for column, (title, values, form) in enumerate(measures):
        x = _LABEL_PX + column * (_BAR_PX + _GAP_PX)
        most = max((abs(value) for value in values), default=0.0) or 1.0
        shapes.append(f'<text x="{x}" y="18" font-weight="bold">{title}</text>')
        for number, value in enumerate(values):
            y, length = 32 + _ROW_PX * number, _BAR_PX * abs(value) / most
            colour = "#1f4e9c" if value >= 0 else "#b35c00"
            shapes.append(f'<rect x="{x}" y="{y}" width="{length:.1f}" height="16" fill="{colour}"/>')
            shapes.append(f'<text x="{x + length + 4:.1f}" y="{y + 13}">{form.format(value)}</text>')
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            'font-family="sans-serif" font-size="13">',
            *shapes,
            "</svg>\n",
        ]
    )
