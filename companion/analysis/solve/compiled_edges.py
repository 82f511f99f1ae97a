"""Where every throw and choice leads, found by compiled loops."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve import graph_kernels
from companion.analysis.solve.ranking import Ranking


def compiled_edges(
    ranking: Ranking,
    mover: NDArray[np.int16],
    other: NDArray[np.int16],
    blocks: list[slice],
    pool: ThreadPoolExecutor,
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Where the edges of each node and face begin, with the end, and the edges."""
    tables = ranking.tables
    rows, faces = tables.arrangements, tables.n_faces
    allowed, opened = (
        table.reshape(rows, faces).astype(np.int32) for table in (tables.allowed, tables.opened)
    )
    choices_of = tables.choices_of.astype(np.int8)
    chosen = tables.chosen.reshape(-1, tables.most_choices)
    after = tables.after.reshape(rows, -1, faces)
    hits_at = np.empty((0, 11), np.int16) if tables.hits_at is None else tables.hits_at.reshape(rows, 11)
    earns = np.empty(0, np.bool_) if tables.earns is None else tables.earns
    arrangements, class_starts = ranking.lookups()
    counts = np.empty((len(mover), faces), dtype=np.int8)

    def count(nodes: slice) -> None:
        graph_kernels.count(mover[nodes], other[nodes], allowed, opened, choices_of, counts[nodes])

    list(pool.map(count, blocks))
    starts = starts_of(counts)
    edges = np.empty(int(starts[-1]), dtype=np.int32)

    def lead(nodes: slice) -> None:
        part = starts[nodes.start * faces : nodes.stop * faces + 1]
        graph_kernels.lead(
            mover[nodes],
            other[nodes],
            allowed,
            opened,
            chosen,
            after,
            hits_at,
            tables.lands,
            earns,
            tables.won,
            arrangements,
            class_starts,
            ranking.positions,
            part,
            edges[part[0] : part[-1]],
        )

    list(pool.map(lead, blocks))
    return starts, edges


def starts_of(counts: NDArray[np.int8]) -> NDArray[np.int32]:
    """Where each of some spans of such lengths begins, with the end of the last."""
    starts = np.zeros(counts.size + 1, dtype=np.int32)
    np.cumsum(counts, out=starts[1:])
    return starts
