"""Values of nodes to a mover who takes each edge of a face with the same chance.

The edges of a block of nodes are kept once more, in an order in which they are summed several times faster
than row by row: nodes with equally many edges stand together, and of such a group first all first edges come,
then all second ones, and so on.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.graph import Graph, Nodes
from companion.game import COUNTERS

_Float = TypeVar("_Float", np.float32, np.float64)

_MAX_EDGES = 2 * COUNTERS + 1  # most edges of a face: two ways to go for each counter, and to decline


@dataclass(frozen=True)
class EvenBlock:
    """A block of nodes, laid out group by group.

    `order` lists the block's nodes, counted from its first, and `groups` has the first and the end of each
    group in that list, and how many edges each of its nodes has. Along the edges run `kinds`, which say how
    likely an edge is (face * _MAX_EDGES + edges of the face - 1); `shares` has the chance of every kind.
    """

    order: NDArray[np.int16]
    groups: tuple[tuple[int, int, int], ...]
    edges: Nodes
    kinds: NDArray[np.uint8]
    shares: NDArray[np.float64]

    def values(self, ends: NDArray[_Float]) -> NDArray[_Float]:
        """Return the values of the block's nodes."""
        found = ends.take(self.edges, mode="clip")
        found *= self.shares.astype(ends.dtype).take(self.kinds, mode="clip")
        summed = np.empty(len(self.order), dtype=ends.dtype)
        place = 0
        for first, end, edges in self.groups:
            after = place + edges * (end - first)
            np.add.reduce(found[place:after].reshape(edges, -1), axis=0, out=summed[first:end])
            place = after
        values = np.empty_like(summed)
        values[self.order] = summed
        return values


def even_blocks(graph: Graph) -> list[EvenBlock]:
    """Lay out all nodes of a graph; the edges are kept where it keeps its own, which may be on disk."""
    laid_out, kinds, place = list[EvenBlock](), np.empty(len(graph.edges), dtype=np.uint8), 0

    def parts() -> Iterator[Nodes]:
        nonlocal place
        for nodes in graph.blocks():
            block = _even_block(graph, nodes)
            its_kinds = kinds[place : place + len(block.kinds)]
            its_kinds[:] = block.kinds
            laid_out.append(replace(block, edges=block.edges[:0], kinds=its_kinds))
            place += len(its_kinds)
            graph.pages.release()
            yield block.edges

    edges = graph.pages.join(parts())
    kinds = graph.pages.keep(kinds)
    ends = np.cumsum([len(block.kinds) for block in laid_out]).tolist()
    return [
        replace(block, edges=edges[end - len(block.kinds) : end], kinds=kinds[end - len(block.kinds) : end])
        for block, end in zip(laid_out, ends, strict=True)
    ]


def _even_block(graph: Graph, nodes: slice) -> EvenBlock:
    """Lay out a block of a graph's nodes."""
    faces = len(graph.weights)
    edges, starts = graph.rows(nodes)
    counts = np.diff(starts)
    kinds = np.repeat((np.arange(len(counts)) % faces * _MAX_EDGES + counts - 1).astype(np.uint8), counts)
    firsts = starts[:-1:faces].astype(np.intp)
    lengths = counts.reshape(-1, faces).sum(axis=1)
    order = np.argsort(lengths, kind="stable")
    sorted_lengths = lengths[order]
    cuts = [0, *(np.flatnonzero(np.diff(sorted_lengths)) + 1).tolist(), len(order)]
    groups = tuple((first, end, int(sorted_lengths[first])) for first, end in pairwise(cuts))
    places = np.concatenate(
        [(firsts[order[first:end]] + np.arange(length)[:, None]).ravel() for first, end, length in groups]
    )
    shares = (graph.weights[:, None] / np.arange(1, _MAX_EDGES + 1)).ravel()
    return EvenBlock(order.astype(np.int16), groups, edges[places], kinds[places], shares)
