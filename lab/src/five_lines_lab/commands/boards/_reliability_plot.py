"""Reliability plot: predicted chances against observed ones; reliable ones are on the diagonal."""

import math
from collections.abc import Sequence

from five_lines_lab.evaluation.reliability import Bin, Question
from five_lines_lab.svg import Anchor, Dot, Drawing, Label, Polyline, Shape

_SIDE, _LEFT, _TOP, _FOOT = 320, 60, 40, 50
_TICKS = (0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999)
_DEVIATIONS = 2.0  # half length of the error bars, in standard deviations


def reliability_plot(questions: Sequence[Question]) -> Drawing:
    """Return a plot for each question, side by side, with log odds along both axes."""
    shapes: list[Shape] = []
    for number, question in enumerate(questions):
        left = _LEFT + number * (_SIDE + _LEFT)
        shapes += _axes(left, question.words)
        for part in question.bins:
            shapes += _bin(left, part)
    width = _LEFT + len(questions) * (_SIDE + _LEFT)
    return Drawing(width, _TOP + _SIDE + _FOOT, 12, tuple(shapes))


def _axes(left: float, title: str) -> list[Shape]:
    bottom = _TOP + _SIDE
    shapes: list[Shape] = [
        Label(left, _TOP - 15, title, bold=True),
        Polyline(((left, bottom), (left + _SIDE, _TOP)), "#999999", 1),
        Label(left + _SIDE, bottom + 35, "predicted chance; upwards, how often it came true", Anchor.END),
    ]
    for tick in _TICKS:
        along = _SIDE * _share_of_side(tick)
        words = f"{100 * tick:g} %"
        shapes.append(Polyline(((left, bottom - along), (left + _SIDE, bottom - along)), "#dddddd", 1))
        shapes.append(Label(left - 6, bottom - along + 4, words, Anchor.END))
        shapes.append(Label(left + along + 14, bottom + 16, words, Anchor.END))
    return shapes


def _bin(left: float, part: Bin) -> list[Shape]:
    """Return the dot of a bin of similar chances, with its error bar."""
    n, bottom = part.count, _TOP + _SIDE
    x = left + _SIDE * _share_of_side(part.chance)
    # Wilson's interval, which holds for shares near 0 and 1 as well.
    z = _DEVIATIONS**2 / n
    middle = (part.so + z / 2) / (1 + z)
    reach = math.sqrt(z * part.so * (1 - part.so) + z * z / 4) / (1 + z)
    low, high = (bottom - _SIDE * _share_of_side(share) for share in (middle - reach, middle + reach))
    title = f"{n} places, predicted {part.chance:.2%}, came true {part.so:.2%}"
    return [
        Polyline(((x, low), (x, high)), "#1f4e9c", 1),
        Dot(x, bottom - _SIDE * _share_of_side(part.so), 4, "#1f4e9c", title),
    ]


def _share_of_side(chance: float) -> float:
    """Return the position of a chance on an axis as a share, clipped to the ends."""
    bounded = min(max(chance, _TICKS[0]), _TICKS[-1])
    whole = 2 * math.log(_TICKS[-1] / _TICKS[0])
    return 0.5 + math.log(bounded / (1 - bounded)) / whole
