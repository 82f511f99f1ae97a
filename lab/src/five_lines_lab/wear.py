"""Rules behind the wear of a board: the likelihood of worn points under the traffic of each set of rules.

The wear of a point is taken as proportional to the counters that land there, and that of a half to those that
slide along it, each off by a normal error of its logarithm. Nobody knows which way round the players of a
find went, so either way is as likely beforehand.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.analysis.solve.backups import Values
from companion.analysis.solve.rule_tables import Flags
from companion.game.board import RING
from companion.system.data import Data, json_data
from five_lines_lab.measure.traffic import Traffic
from five_lines_lab.testimonies import FINDS, Find

DEFAULT_ERROR = 0.1  # standard deviation of a measured wear's logarithm: about the share by which it is off

_FLOOR = 0.02
"""Share of the mean wear that every place has without play; it also stands for wear that was not seen."""

_DISTINCT = math.log(20)  # two explanations are distinguished when one is 20 times as likely as the other

_OTHER_WAY = np.array([4, 3, 2, 1, 0, 9, 8, 7, 6, 5])
"""The points in the place of which others stand when play goes the other way round."""


@dataclass(frozen=True)
class WornBoard:
    """The wear of a find, in any unit: of its ten points and, if it was measured, of its ten halves.

    `find` is the board, if it is one of those in the table of finds.
    """

    points: Values
    halves: Values | None
    error: float
    find: Find | None = None


def read_board(text: str) -> WornBoard:
    """Return a find from JSON; raise DataError saying what is wrong.

    It has `points` and perhaps `halves`, tables of the wear at 1A to 5B, perhaps `error`, and perhaps `find`.
    """
    data = json_data(text)
    unknown = data.table().keys() - {"points", "halves", "error", "find"}
    if unknown:
        raise data.wrong(f"points, halves, error and find, not {min(unknown)!r}")
    board = None
    if (name := data.get("find")) is not None:
        board = FINDS.get(name.text())
        if board is None or board.lines != 5:
            five = ", ".join(key for key, it in FINDS.items() if it.lines == 5)
            raise name.wrong(f"a find with five lines: {five}")
    halves, error = data.get("halves"), data.get("error")
    found = DEFAULT_ERROR if error is None else error.number()
    if error is not None and not 0.001 <= found <= 10:
        raise error.wrong("a number from 0.001 to 10")
    return WornBoard(_places(data["points"]), None if halves is None else _places(halves), found, board)


def _places(data: Data) -> Values:
    unknown = data.table().keys() - {str(point) for point in RING}
    if unknown:
        raise data.wrong(f"the points 1A to 5B, not {min(unknown)!r}")
    values = np.array([data[point].number() for point in RING])
    if values.min() < 0 or values.max() <= 0:
        raise data.wrong("wear of 0 or more, and somewhere above 0")
    return values


def log_likelihoods(board: WornBoard, traffics: Sequence[Traffic]) -> Values:
    """Return the logarithm of the likelihood of a find's wear under each traffic, up to a constant."""
    landed, slid = (np.array([getattr(it, kind) for it in traffics]) for kind in ("landed", "slid"))
    ways = []
    for order in (np.arange(10), _OTHER_WAY):
        off = _squares(board.points, landed[:, order])
        if board.halves is not None:
            off += _squares(board.halves, slid[:, order])
        ways.append(-off / (2 * board.error**2))
    found: Values = np.logaddexp(ways[0], ways[1]) - math.log(2)
    return found


def _squares(wear: Values, traffic: Values) -> Values:
    """Return the sums of squares by which the logarithms differ; the unit of wear does not matter."""
    mean = np.maximum(traffic.mean(axis=1, keepdims=True), 1e-9)
    off = np.log(wear / wear.mean() + _FLOOR) - np.log(traffic / mean + _FLOOR)
    found: Values = ((off - off.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)
    return found


def distinguished(log_likelihoods: Values, one: float) -> Flags:
    """Return True for each explanation with a likelihood 20 times as large or as small as that of one."""
    return np.abs(log_likelihoods - one) > _DISTINCT


def lookalikes(traffics: Sequence[Traffic]) -> list[Flags]:
    """Return for each traffic which others have landings like its own, measured with DEFAULT_ERROR."""
    found = []
    for one, traffic in enumerate(traffics):
        likelihoods = log_likelihoods(WornBoard(traffic.landed, None, DEFAULT_ERROR), traffics)
        alike = ~distinguished(likelihoods, likelihoods[one])
        alike[one] = False
        found.append(alike)
    return found
