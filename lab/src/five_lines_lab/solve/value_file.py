"""Every position's value as a file for numpy, for programs that know nothing of ours (lab/docs/data.md)."""

import io

import numpy as np

from companion.analysis.solve.solution import Solution
from companion.game import rules_title


def as_npz(solution: Solution) -> bytes:
    """Return the values of the positions that can come up, as numpy's `savez_compressed` writes them.

    `arrangements` has a row for each way of a seat's five counters: how many stand on each of its ten points,
    in hand and at home. Row by row, `mover` and `other` are the numbers of two arrangements, and `value` is
    the chance of the seat about to throw, a draw counted as half a win. Rows are in the order of both.
    """
    graph = solution.graph
    numbers = [side[graph.reachable] for side in graph.ranking.arrangements()]
    order = np.lexsort(numbers[::-1])
    die, file = graph.rules.die, io.BytesIO()
    np.savez_compressed(
        file,
        rules=np.array(rules_title(graph.rules)),
        faces=np.array(die.faces),
        weights=np.array(die.weights),
        bracket=np.array(solution.bracket),
        arrangements=graph.ranking.tables.counts.astype(np.uint8),
        mover=numbers[0][order],
        other=numbers[1][order],
        value=solution.values[graph.reachable][order],
    )
    return file.getvalue()
