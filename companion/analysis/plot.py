"""Plots as SVG, drawn without any library."""

from companion.analysis.insight import GameInsight
from companion.game import Seat

_WIDTH, _HEIGHT, _LEFT, _TOP = 800, 320, 60, 30
_PLOT_WIDTH, _PLOT_HEIGHT = _WIDTH - _LEFT - 20, _HEIGHT - _TOP - 50
_LOSS_WORTH_A_MARK = 0.02


def chance_over_time(told: GameInsight) -> str:
    """Seat A's chance after every turn of a game, with a mark where a seat gave away 2 % or more."""
    chances = [told.chance_a_at_start, *(turn.chance_a_after for turn in told.turns)]

    def point(number: int) -> tuple[float, float]:
        x = _LEFT + _PLOT_WIDTH * number / max(1, len(chances) - 1)
        return x, _TOP + _PLOT_HEIGHT * (1 - chances[number])

    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(point, range(len(chances))))
    marks = []
    for number, turn in enumerate(told.turns, start=1):
        if turn.loss >= _LOSS_WORTH_A_MARK:
            x, y = point(number)
            colour = "#1f4e9c" if turn.turn.seat is Seat.A else "#b35c00"
            title = f"{number}. {turn.turn.seat} {turn.turn.throw} {turn.turn.action}: -{turn.loss:.1%}"
            marks.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}"><title>{title}</title></circle>'
            )
    rules = []
    for share in (0, 25, 50, 75, 100):
        y = _TOP + _PLOT_HEIGHT * (1 - share / 100)
        rules.append(f'<path d="M{_LEFT} {y:.1f}h{_PLOT_WIDTH}" stroke="#ccc"/>')
        rules.append(f'<text x="{_LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">{share} %</text>')
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
            f'viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="14">',
            '<rect width="100%" height="100%" fill="white"/>',
            f'<text x="{_LEFT}" y="20">Chance of seat A, {told.game.rules.name}; '
            "dots: 2 % or more given away (blue by A, brown by B)</text>",
            *rules,
            f'<polyline points="{line}" fill="none" stroke="black" stroke-width="2"/>',
            *marks,
            f'<text x="{_LEFT}" y="{_HEIGHT - 15}">start</text>',
            f'<text x="{_LEFT + _PLOT_WIDTH}" y="{_HEIGHT - 15}" text-anchor="end">'
            f"turn {len(told.turns)}</text>",
            "</svg>\n",
        ]
    )
