"""All positions that can come up, and where every throw and choice leads.

A game is seen from the seat that is about to throw, so that one node stands for a position and for the same
position with the seats exchanged (turn the ring by five points). The limit of throws is no part of it.
"""

import ctypes
import mmap
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar
from weakref import WeakSet

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.arrangements import Indices
from companion.analysis.solve.ranking import Ranking
from companion.analysis.solve.rule_tables import Flags, Tables
from companion.game import Rules
from companion.game.rulesets.rules import ExtraThrow

BLOCK = 1 << 14  # nodes worked on at once; their arrays fit a processor's cache

_MIN_ON_DISK = 500_000
"""Positions from which on edges are kept on disk: those of smaller games take 30 MB at most."""

_DISK_FOLDER = "/var/tmp"  # folder of the files; `/tmp` may itself be in memory
_MIN_FREE_BYTES = 2 * 10**9  # with less room on the disk arrays stay in memory; Kidd's game needs 0.7 GB

_M_MMAP_THRESHOLD = -3  # number of glibc's option, from malloc.h
_LARGE_BYTES = 1 << 18  # bytes of an array from which on it is given back when it is freed

Nodes = NDArray[np.int32]
_Scalar = TypeVar("_Scalar", bound=np.generic)


class Pages:
    """The pages of arrays that are on disk; None are where there is no room for them."""

    def __init__(self, is_wanted: bool) -> None:
        self._maps = WeakSet[mmap.mmap]()  # an array's file is gone when the array is
        self._in_files = is_wanted and os.access(_DISK_FOLDER, os.W_OK)
        self._in_files = self._in_files and shutil.disk_usage(_DISK_FOLDER).free >= _MIN_FREE_BYTES
        if is_wanted:
            _return_freed_arrays()

    def join(self, parts: Iterable[NDArray[_Scalar]]) -> NDArray[_Scalar]:
        """Return the parts, of one type, as one array; each may be freed when the next one is asked for."""
        if not self._in_files:
            return np.concatenate(list(parts))
        with tempfile.TemporaryFile(dir=_DISK_FOLDER) as file:
            for part in parts:
                file.write(part.data)
                of = part.dtype
            file.flush()
            pages = mmap.mmap(file.fileno(), 0)
        self._maps.add(pages)
        return np.frombuffer(pages, of)

    def keep(self, array: NDArray[_Scalar]) -> NDArray[_Scalar]:
        """Return the same array, on disk if that is where arrays are kept."""
        return self.join([array]).reshape(array.shape) if self._in_files and array.size else array

    def __reduce__(self) -> tuple[type["Pages"], tuple[bool]]:
        """Have a copy in another process keep its arrays in memory."""
        return Pages, (False,)

    def release(self) -> None:
        """Free the memory of what was read; the next read takes it from the file again."""
        for one in self._maps:
            one.madvise(mmap.MADV_DONTNEED)


def _return_freed_arrays() -> None:
    """Have the C library give the memory of arrays back to the system as soon as they are freed.

    glibc would raise its limit for that to 32 MB, and keep 150 MB that nothing needs in Kidd's game.
    """
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)


@dataclass(frozen=True)
class Graph:
    """The nodes (ranks of positions) and their edges.

    The edges of node p with face f are `edges[starts[p * F + f] : starts[p * F + f + 1]]`, in the order in
    which the tables number a turn's choices, where F is the number of faces and `weights` their chances. With
    N nodes an edge N + p leads to node p with the same seat to throw again, an edge p below N to the position
    of node p with the other seat to throw, which is node `turned[p]`; `won` to the mover's win, `drawn` to a
    draw. So edges lead near to where they come from, and whatever is kept by node is read in order, which
    makes every computation on the graph several times faster. A position from which nobody can ever move is a
    draw: all its edges say so, and `dead` marks it. The edges of ranks that are not `reachable` from the
    start lead to draws, too.
    """

    ranking: Ranking
    weights: NDArray[np.float64]
    starts: Nodes
    edges: Nodes
    turned: Nodes
    start: int
    reachable: Flags
    dead: Flags
    pages: Pages  # the memory of `starts`, `edges` and a solution's arrays, which are on disk in a large game

    @property
    def rules(self) -> Rules:
        """The rules whose graph this is."""
        return self.ranking.tables.rules

    @property
    def has_throws_again(self) -> bool:
        """True if some moves earn the same seat another throw."""
        return self.rules.extra_throw is not ExtraThrow.NONE

    @property
    def nodes(self) -> int:
        """N, the number of ranks, those that can't come up included."""
        return self.ranking.positions

    @property
    def positions(self) -> int:
        """The number of positions that can come up, won ones not counted."""
        return int(np.count_nonzero(self.reachable))

    @property
    def won(self) -> int:
        """The edge of a winning move."""
        return 2 * self.nodes

    @property
    def drawn(self) -> int:
        """The edge into a draw because nobody can ever move."""
        return 2 * self.nodes + 1

    def blocks(self) -> list[slice]:
        """Return all nodes in blocks that fit a processor's cache."""
        return _blocks(self.nodes)

    def rows(self, nodes: slice) -> tuple[Nodes, Nodes]:
        """Return the edges of a block of nodes, and where each face's begin among them, with the end."""
        faces = len(self.weights)
        starts = self.starts[nodes.start * faces : nodes.stop * faces + 1]
        return self.edges[starts[0] : starts[-1]], starts - starts[0]

    def after(self, edges: NDArray[np.integer]) -> Indices:
        """Return the nodes that edges lead to which neither win nor draw."""
        return _after(edges, self.turned)

    def has_end(self) -> bool:
        """True if some position that can come up has a winning move, or none at all (a draw)."""
        return bool(self.dead.any()) or self.won in self.edges


def build(rules: Rules, threads: int = 2, along: Sequence[Rules] = ()) -> Graph:
    """Build the graph of a game's positions, including those of sets that differ in their starts alone."""
    tables = Tables(rules, along)
    ranking = Ranking(tables)
    mover, other = ranking.arrangements()
    faces = len(rules.die.faces)
    blocks = _blocks(ranking.positions)
    pages = Pages(ranking.positions >= _MIN_ON_DISK)
    with ThreadPoolExecutor(threads) as pool:
        counts = []

        def parts() -> Iterator[Nodes]:
            for count, part in pool.map(lambda it: _edges_of(ranking, mover[it], other[it]), blocks):
                counts.append(count)
                yield part

        edges = pages.join(parts())
        starts = pages.join(_starts(counts))
        turned = np.concatenate(
            list(pool.map(lambda block: _ranks(ranking, other[block], mover[block]), blocks))
        )
    first_nodes = [int(ranking.rank(*np.full((2, 1), start))[0]) for start in tables.starts()]
    reachable = _reachable(starts, edges, turned, faces, first_nodes)
    dead = _dead(ranking, starts[::faces], edges, mover, other) & reachable
    pages.release()
    graph = Graph(
        ranking,
        np.array(rules.die.weights) / sum(rules.die.weights),
        starts,
        edges,
        turned,
        first_nodes[0],
        reachable,
        dead,
        pages,
    )
    for block in blocks:
        block_edges, firsts = graph.rows(block)
        block_edges[np.repeat((~reachable | dead)[block], np.diff(firsts[::faces]))] = graph.drawn
    pages.release()
    return graph


def _starts(counts: Iterable[NDArray[np.int8]]) -> Iterator[Nodes]:
    """Yield the sums of all counts before each one, and of all of them."""
    before = np.zeros(1, dtype=np.int32)
    yield before
    for some in counts:
        sums = before + np.cumsum(some, dtype=np.int32)
        yield sums
        before = sums[-1:]


def _blocks(nodes: int) -> list[slice]:
    return [slice(first, min(first + BLOCK, nodes)) for first in range(0, nodes, BLOCK)]


def _edges_of(
    ranking: Ranking, mover16: NDArray[np.int16], other16: NDArray[np.int16]
) -> tuple[NDArray[np.int8], Nodes]:
    """Return how many edges some positions have for each face, row by row, and the edges."""
    tables, won = ranking.tables, 2 * ranking.positions
    mover, other = mover16.astype(np.intp), other16.astype(np.intp)
    faces = len(tables.rules.die.faces)
    turns = np.stack([tables.turn(mover, other, face) for face in range(faces)], axis=1)
    counts = tables.n_choices(turns).astype(np.int8)
    firsts = np.cumsum(counts).reshape(counts.shape) - counts
    edges = np.empty(int(counts.sum()), dtype=np.int32)
    for face in range(faces):
        for choice in range(counts[:, face].max()):
            rows = np.flatnonzero(counts[:, face] > choice)
            plies = tables.act(mover[rows], other[rows], face, turns[rows, face], choice)
            after = ranking.rank(plies.mover, plies.other)
            if plies.again is not None:
                after += plies.again * ranking.positions
            edges[firsts[rows, face] + choice] = np.where(plies.won, won, after)
    return counts.ravel(), edges


def _ranks(ranking: Ranking, mover: NDArray[np.int16], other: NDArray[np.int16]) -> Nodes:
    return ranking.rank(mover.astype(np.intp), other.astype(np.intp)).astype(np.int32)


def _after(edges: NDArray[np.integer], turned: Nodes) -> Indices:
    nodes = len(turned)
    return np.where(edges < nodes, turned.take(edges, mode="clip"), edges - nodes).astype(np.intp)


def _reachable(starts: Nodes, edges: Nodes, turned: Nodes, faces: int, first_nodes: list[int]) -> Flags:
    nodes, first = len(turned), starts[::faces]
    reachable = np.zeros(nodes, dtype=np.bool_)
    new: Indices = np.unique(first_nodes)
    while len(new):
        reachable[new] = True
        following = np.zeros(nodes, dtype=np.bool_)
        for part in np.array_split(new, len(new) // BLOCK + 1):
            ends = edges[spans(first[part], first[part + 1])]
            following[_after(ends[ends < 2 * nodes], turned)] = True
        new = np.flatnonzero(following & ~reachable)
    return reachable


def spans(first: Nodes, end: Nodes) -> Indices:
    """Return the numbers from each first to before each end, one span after the other."""
    lengths = (end - first).astype(np.intp)
    steps = np.arange(int(lengths.sum()))
    steps += np.repeat(first - (lengths.cumsum() - lengths), lengths)
    return steps


def _dead(
    ranking: Ranking, first: Nodes, edges: Nodes, mover: NDArray[np.int16], other: NDArray[np.int16]
) -> Flags:
    """Return the positions from which nobody can ever move; they pass whatever is thrown."""
    ends = edges[first[:-1]]
    passing = np.flatnonzero((edges[first[1:] - 1] == ends) & (ends < ranking.positions))
    one, two = mover[passing].astype(np.intp), other[passing].astype(np.intp)
    dead = np.zeros(ranking.positions, dtype=np.bool_)
    dead[passing[ranking.tables.nobody_can_move(one, two)]] = True
    return dead
