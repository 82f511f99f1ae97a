"""Positions in which best play goes round for ever, as whoever left them would lose by it."""

import numpy as np

from companion.analysis.solve.backups import Backups, Ends, Values
from companion.analysis.solve.course import Course
from companion.analysis.solve.levels import Levels
from companion.analysis.solve.rule_tables import Flags


def keeps_all_in(backup: Backups, levels: Levels, values: Values, closed: Flags, surely: float) -> bool:
    """Whether, of places that best play by the values never leaves, there are some that it surely never does.

    The values may be off by half of `surely`. From such places either seat gets what staying is worth, or
    loses by so much; so bounds around what they are worth are never nearer to each other.
    """
    graph = levels.graph
    while closed.any():
        gained = np.ones(graph.nodes)
        gained[levels.order[closed]] = 0.0
        ends = Ends(graph, 1, 0.5, np.float64).seen(1 - values, values)
        ends += surely * Ends(graph, 1, 1, np.float64).seen(gained, gained)
        _, leaving = backup.choose(ends)
        left = Course(levels, leaving, turns_sign=True).closed() & closed
        if np.array_equal(left, closed):
            return True
        closed = left
    return False
