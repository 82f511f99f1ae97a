"""The loops that find all positions and edges, compiled as those of `kernels`."""

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.kernels import compiled

Small = NDArray[np.int16]
Lookup = NDArray[np.int32]
Flags = NDArray[np.bool_]


@compiled("void(int16[::1], int16[::1], int32[:,::1], int32[:,::1], int8[::1], int8[:,::1])")
def count(
    mover: Small,
    other: Small,
    allowed: Lookup,
    opened: Lookup,
    choices_of: NDArray[np.int8],
    counts: NDArray[np.int8],
) -> None:
    """How many edges each node has for each face."""
    for node in range(len(mover)):
        for face in range(counts.shape[1]):
            counts[node, face] = choices_of[allowed[mover[node], face] & opened[other[node], face]]


@compiled(
    "void(int16[::1], int16[::1], int32[:,::1], int32[:,::1], int8[:,::1], int16[:,:,::1], int16[:,::1], "
    "int64[::1], bool_[::1], bool_[::1], int32[:,::1], int32[:,::1], int64, int32[::1], int32[::1])"
)
def lead(
    mover: Small,
    other: Small,
    allowed: Lookup,
    opened: Lookup,
    chosen: NDArray[np.int8],
    after: Small,
    hits_at: Small,
    lands: NDArray[np.int64],
    earns: Flags,
    won: Flags,
    arrangements: Lookup,
    class_start: Lookup,
    nodes: int,
    starts: Lookup,
    edges: Lookup,
) -> None:
    """Where every choice of each node and face leads; `arrangements` has class, place and first row of each.

    What the rules never let happen has an empty table.
    """
    faces = allowed.shape[1]
    row = 0
    for node in range(len(mover)):
        for face in range(faces):
            turn = allowed[mover[node], face] & opened[other[node], face]
            for choice in range(starts[row + 1] - starts[row]):
                action = chosen[turn, choice]
                mine, theirs = after[mover[node], action, face], other[node]
                place = starts[row] - starts[0] + choice
                if won[mine]:
                    edges[place] = 2 * nodes
                    continue
                if len(hits_at):
                    theirs = hits_at[theirs, lands[action * faces + face]]
                rank = arrangements[2, mine] + arrangements[1, theirs]
                rank += class_start[arrangements[0, mine], arrangements[0, theirs]]
                if len(earns) and earns[action * faces + face]:
                    rank += nodes
                edges[place] = rank
            row += 1


@compiled("void(int32[::1], int32[::1], int32[::1], int64, int64, bool_[::1])")
def reach(starts: Lookup, edges: Lookup, turned: Lookup, faces: int, start: int, reachable: Flags) -> None:
    """Mark what the start leads to."""
    nodes = len(turned)
    # Edges lead near to where they come from, nodes that are turned far away: those are looked up once each.
    led_to = np.zeros(2 * nodes, dtype=np.bool_)
    waiting = np.zeros(nodes, dtype=np.bool_)
    waiting[start] = reachable[start] = True
    left = 1
    # Again and again in the order in which edges are kept.
    while left:
        for node in range(nodes):
            if not waiting[node]:
                continue
            waiting[node] = False
            left -= 1
            for place in range(starts[node * faces], starts[(node + 1) * faces]):
                edge = edges[place]
                if edge >= 2 * nodes or led_to[edge]:
                    continue
                led_to[edge] = True
                after = turned[edge] if edge < nodes else edge - nodes
                if not reachable[after]:
                    reachable[after] = waiting[after] = True
                    left += 1


@compiled("void(int32[::1], int32[::1], int64, bool_[::1], int32)")
def end(starts: Lookup, edges: Lookup, faces: int, over: Flags, drawn: int) -> None:
    """All edges of the nodes that are over are draws."""
    for node in range(len(over)):
        if over[node]:
            edges[starts[node * faces] : starts[(node + 1) * faces]] = drawn
