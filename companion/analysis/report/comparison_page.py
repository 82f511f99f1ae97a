"""The comparison of all games as a page in Markdown, with its plot as SVG."""

from collections.abc import Callable, Sequence
from textwrap import wrap

from companion.analysis.report.comparison import CIRCLING_THROWS, GAMES, Comparison
from companion.analysis.report.drawing import Anchor, Bar, Drawing, Shape, Text
from companion.analysis.report.estimates import decimals
from companion.game import DICE

ROWS = "comparison.jsonl"
"""The file beside the page that keeps its figures."""
COLUMNS = (
    "rules",
    "die",
    "first player",
    "mean throws",
    "draws",
    "positions with a choice",
    "best against random",
    f"over {CIRCLING_THROWS} from one left",
    "moves off the line",
)

_ROW_PX, _LABEL_PX, _BAR_PX, _GAP_PX = 22, 250, 120, 65


def cells(row: Comparison) -> tuple[str, ...]:
    """A row as text, under COLUMNS."""
    return (
        row.rules.name,
        str(row.rules.die),
        f"{row.first_player:.2%}",
        f"{row.figures.throws:.1f}",
        f"{row.figures.draws:.2%}",
        f"{row.share_with_choice:.1%}",
        f"{row.figures.best_against_random:.2%}",
        _circling(row),
        _leaving(row),
    )


def _circling(row: Comparison) -> str:
    low, high = (100 * end for end in row.best_play.circling.interval)
    return _sampled(100 * row.best_play.circling.value, (high - low) / 2, "%")


def _leaving(row: Comparison) -> str:
    low, high = row.best_play.leaving.interval
    return _sampled(row.best_play.leaving.value, (high - low) / 2)


def _sampled(value: float, error: float, unit: str = "") -> str:
    """A figure from a sample, with the digits it has and how far it may be off."""
    digits = decimals(error)
    return f"{value:.{digits}f}{unit} ± {error:.{digits}f}{unit}"


def _answers(rows: Sequence[Comparison]) -> list[str]:
    """The ends of the exact columns for the games with the six-sided die."""
    cube = [row for row in rows if row.rules.die == DICE["d6"]]
    if len(cube) < 2:
        return []

    def first(key: Callable[[Comparison], float], shown: Callable[[Comparison], float], form: str) -> str:
        row = min(cube, key=key)
        return f"**{row.rules.name}** ({form.format(shown(row))})"

    def ends(what: str, measure: Callable[[Comparison], float], form: str) -> str:
        least = first(measure, measure, form)
        return f"- {what}: least in {least}, most in {first(lambda row: -measure(row), measure, form)}"

    nearest = first(lambda row: abs(row.first_player - 0.5), lambda row: row.first_player, "{:.2%}")
    return [
        "With the six-sided die (each figure as it is defined below the table):",
        "",
        f"- the first player's chance, draws as half wins, is nearest to a half in {nearest}",
        ends("mean throws", lambda row: row.figures.throws, "{:.0f}"),
        *[f"- draws: {row.figures.draws:.1%} in **{row.rules.name}**" for row in cube if row.figures.draws],
        ends("positions with a choice", lambda row: row.share_with_choice, "{:.1%}"),
        ends("best against random", lambda row: row.figures.best_against_random, "{:.1%}"),
        "",
    ]


def _definitions() -> list[str]:
    """What each column is, in its order."""
    shown = (
        "the chance of the player who throws first when both play as well as can be",
        "the expected number of throws of such a game; a few very long games can raise it far above what "
        "most games take",
        "the chance that such a game comes to a position in which nobody can ever move",
        "the share of all positions that can come up, however seldom, in which some throw leaves more "
        "than one thing to do; it is no share of the turns that are played",
        "the chance of a player who never errs against one who chooses evenly among all that may be done, "
        "taking counters off the goal too where the rules let it; how much the dice decide between "
        "players who choose with thought is another question",
        f"the share of games of best play that last more than {CIRCLING_THROWS} throws after a seat first "
        "has one counter left to gather; where counters are hit or leave the goal it may have had more "
        "again since, so that this is not always one counter that circles",
        "the mean number of moves in such a game that take a counter in play off the sacred line, from "
        "its own half or its goal, by choice or because nothing else could move",
    )
    return [
        line
        for column, meaning in zip(COLUMNS[2:], shown, strict=True)
        for line in wrap(f"- {column}: {meaning}", 100, subsequent_indent="  ")
    ]


def markdown(rows: Sequence[Comparison], plot: str) -> str:
    """The page; `plot` is the name of the file with the plot."""
    table = [COLUMNS, tuple("---" if n < 2 else "--:" for n in range(len(COLUMNS))), *map(cells, rows)]
    return "\n".join(
        [
            "# The reconstructions side by side",
            "",
            "Every game solved exactly; this page is made by `five-lines compare --page FOLDER`. The last",
            f"two columns are counted in {GAMES:,} games of best play instead, with their 95 % intervals.",
            "",
            *_answers(rows),
            *(f"| {' | '.join(row)} |" for row in table),
            "",
            f"![The same figures as bars]({plot})",
            "",
            *_definitions(),
            "",
            "In the first player's chance and in best against random a draw counts as half a win. The",
            "figures as they came out, with some more of them, are in",
            f"[{ROWS}]({ROWS}), one JSON object a game.",
            "",
        ]
    )


def plot(rows: Sequence[Comparison]) -> Drawing:
    """Bars for every measure of the table, a row for each game."""
    measures = (
        ("first player's edge", [row.first_player - 0.5 for row in rows], "{:+.1%}"),
        ("mean throws", [row.figures.throws for row in rows], "{:.0f}"),
        ("draws", [row.figures.draws for row in rows], "{:.1%}"),
        ("positions with a choice", [row.share_with_choice for row in rows], "{:.0%}"),
        ("best against random", [row.figures.best_against_random for row in rows], "{:.1%}"),
        (COLUMNS[-2], [row.best_play.circling.value for row in rows], "{:.0%}"),
        (COLUMNS[-1], [row.best_play.leaving.value for row in rows], "{:.0f}"),
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
