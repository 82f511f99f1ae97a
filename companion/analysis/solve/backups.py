"""Values of nodes from the values of their successors: one step of every computation on the graph.

Values of what edges lead to are kept in one array of 2 N + 2 numbers, so that an edge is an index: the nodes
after which the other seat throws, the nodes after which the same seat throws again, won, drawn.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.even_choice import EvenBlock, even_blocks
from companion.analysis.solve.graph import BLOCK, Graph, Nodes

_Float = TypeVar("_Float", np.float32, np.float64)

Values = NDArray[np.float64]

Policy = Nodes  # one chosen edge for every node and face, of shape (N, F)


class Ends(Generic[_Float]):
    """The array of what edges lead to, filled again for every backup."""

    def __init__(self, graph: Graph, won: float, drawn: float, dtype: type[_Float]) -> None:
        self._nodes, self._turned = graph.nodes, graph.turned
        self._again = graph.has_throws_again
        self.array: NDArray[_Float] = np.zeros(2 * graph.nodes + 2, dtype=dtype)
        self.array[graph.won], self.array[graph.drawn] = won, drawn

    def seen(self, other_throws: NDArray[_Float], same_throws: NDArray[_Float]) -> NDArray[_Float]:
        """The array, with what nodes are worth to a mover when the other seat throws there, or the same."""
        np.take(other_throws, self._turned, out=self.array[: self._nodes], mode="clip")
        if self._again:
            self.array[self._nodes : -2] = same_throws
        return self.array


class Backups:
    """Backups over all nodes, block by block, on several threads or on none but the caller's."""

    def __init__(self, graph: Graph, threads: ThreadPoolExecutor | None) -> None:
        self.graph, self._threads = graph, threads
        self._faces = len(graph.weights)

    def of(self, graph: Graph) -> "Backups":
        """Return backups on another graph of the same positions, on the same threads."""
        return Backups(graph, self._threads)

    def choose(self, ends: Values, tie: float = 0.0) -> tuple[Values, Policy]:
        """Return each node's value to a mover who takes the best edge for each face, and those edges.

        The first of the best is taken; a later one must be better by more than `tie`.
        """
        policy = np.empty((self.graph.nodes, self._faces), dtype=np.int32)
        return self.best(ends, tie, policy), policy

    def best(self, ends: Values, tie: float = 0.0, policy: Policy | None = None) -> Values:
        """Return the values alone; the edges are written into a policy, if there is one."""
        values = np.empty(self.graph.nodes)

        def work(nodes: slice) -> None:
            edges, starts = self.graph.rows(nodes)
            found, firsts, counts = ends.take(edges, mode="clip"), starts[:-1], np.diff(starts)
            best, chosen = found.take(firsts), firsts.copy()
            rows, choice = np.flatnonzero(counts > 1), 1
            # A pass for each further choice; numpy's reduceat takes three times as long.
            while len(rows):
                places = firsts.take(rows) + choice
                values_there = found.take(places)
                better = np.flatnonzero(values_there > best.take(rows) + tie)
                best[rows[better]], chosen[rows[better]] = values_there[better], places[better]
                choice += 1
                rows = rows[counts.take(rows) > choice]
            np.matmul(best.reshape(-1, self._faces), self.graph.weights, out=values[nodes])
            if policy is not None:
                policy[nodes] = edges.take(chosen).reshape(-1, self._faces)
            self.graph.pages.release()

        self._in_blocks(work)
        return values

    def mean(self, ends: NDArray[_Float]) -> NDArray[_Float]:
        """Return each node's value to a mover who takes every edge of a face with the same chance."""
        values = np.empty(self.graph.nodes, dtype=ends.dtype)
        # Asked for here, so that no two threads lay them out.
        blocks = self._even

        def work(nodes: slice) -> None:
            values[nodes] = blocks[nodes.start // BLOCK].values(ends)
            self.graph.pages.release()

        self._in_blocks(work)
        return values

    @cached_property
    def _even(self) -> list[EvenBlock]:
        return even_blocks(self.graph)

    def follow(self, policy: Policy, ends: NDArray[_Float]) -> NDArray[_Float]:
        """Return each node's value to a mover who takes the edges of a policy."""
        weights: NDArray[_Float] = self.graph.weights.astype(ends.dtype)
        values = np.empty(self.graph.nodes, dtype=ends.dtype)

        def work(nodes: slice) -> None:
            np.matmul(ends.take(policy[nodes], mode="clip"), weights, out=values[nodes])
            self.graph.pages.release()

        self._in_blocks(work)
        return values

    def _in_blocks(self, work: Callable[[slice], None]) -> None:
        for _ in (map if self._threads is None else self._threads.map)(work, self.graph.blocks()):
            pass


@contextmanager
def backups(graph: Graph, threads: int = 2) -> Iterator[Backups]:
    """Backups on a graph, with threads that end with the block; numpy lets go of the interpreter's lock."""
    if threads == 1:
        yield Backups(graph, None)
        return
    with ThreadPoolExecutor(threads) as pool:
        yield Backups(graph, pool)
