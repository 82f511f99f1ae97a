"""A game's plot: the chance over time."""

from companion.analysis.play.insight import GameInsight
from companion.game import Seat
from five_lines_lab.svg import Anchor, Dot, Drawing, Label, Polyline, Shape

_WIDTH, _HEIGHT, _LEFT, _TOP = 800, 320, 60, 30
_PLOT_WIDTH, _PLOT_HEIGHT = _WIDTH - _LEFT - 20, _HEIGHT - _TOP - 50
_LOSS_WORTH_A_MARK = 0.02


def chance_over_time(insight: GameInsight) -> Drawing:
    """Draw seat A's chance after every turn of a game, with a mark where a seat gave away 2 % or more."""
    chances = [insight.chance_a_at_start, *(turn.chance_a_after for turn in insight.turns)]

    def point(number: int) -> tuple[float, float]:
        x = _LEFT + _PLOT_WIDTH * number / max(1, len(chances) - 1)
        return x, _TOP + _PLOT_HEIGHT * (1 - chances[number])

    words = "dots: 2 % or more given away (blue by A, brown by B)"
    shapes: list[Shape] = [Label(_LEFT, 20, f"Chance of seat A, {insight.game.rules.name}; {words}")]
    for share in (0, 25, 50, 75, 100):
        y = _TOP + _PLOT_HEIGHT * (1 - share / 100)
        shapes.append(Polyline(((_LEFT, y), (_LEFT + _PLOT_WIDTH, y)), "#cccccc", 1))
        shapes.append(Label(_LEFT - 8, y + 5, f"{share} %", Anchor.END))
    shapes.append(Polyline(tuple(map(point, range(len(chances)))), "#000000", 2))
    for number, turn in enumerate(insight.turns, start=1):
        if turn.loss >= _LOSS_WORTH_A_MARK:
            colour = "#1f4e9c" if turn.turn.seat is Seat.A else "#b35c00"
            title = f"{number}. {turn.turn.seat} {turn.turn.throw} {turn.turn.action}: -{turn.loss:.1%}"
            shapes.append(Dot(*point(number), 5, colour, title))
    foot = _HEIGHT - 15
    shapes.append(Label(_LEFT, foot, "start"))
    shapes.append(Label(_LEFT + _PLOT_WIDTH, foot, f"turn {len(insight.turns)}", Anchor.END))
    return Drawing(_WIDTH, _HEIGHT, 14, tuple(shapes))
