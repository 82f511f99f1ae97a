"""The innermost loops, compiled where the extra `fast` (numba) is installed; else numpy does their work.

Arrays of edges are unsigned: a compiled loop then need not ask whether they count from the end.
"""

from collections.abc import Callable
from importlib.util import find_spec
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

COMPILED = find_spec("numba") is not None
"""Whether the loops are compiled; as they stand they would take hours."""

_Float = TypeVar("_Float", np.float32, np.float64)
_Loop = TypeVar("_Loop", bound=Callable[..., object])

Edges = NDArray[np.uint32]


def _compiled(signature: str) -> Callable[[_Loop], _Loop]:
    """Compile a loop for a signature in numba's words, with `real` for numbers of either width."""

    def compiled(loop: _Loop) -> _Loop:
        if not COMPILED:
            return loop
        from numba import njit

        widths = [signature.replace("real", width) for width in ("float32", "float64")]
        # Kept on disk, where other processes find it; compiled at once, before a survey's processes fork.
        return cast(_Loop, njit(list(dict.fromkeys(widths)), cache=True, nogil=True)(loop))

    return compiled


@_compiled("void(uint32[:,::1], real[::1], real[::1], real[::1])")
def step(to: Edges, weights: NDArray[_Float], seen: NDArray[_Float], stepped: NDArray[_Float]) -> None:
    """For every place the mean over the faces of what is seen where its edges lead."""
    places, faces = to.shape
    for place in range(places):
        total = weights[0] * seen[to[place, 0]]
        for face in range(1, faces):
            total += weights[face] * seen[to[place, face]]
        stepped[place] = total


@_compiled("void(uint32[:,::1], real[::1], real[::1], float64, uint32[::1], int64, real[::1], real[::1])")
def sweep(
    to: Edges,
    weights: NDArray[_Float],
    constant: NDArray[_Float],
    other: float,
    seen_at: Edges,
    again_from: int,
    seen: NDArray[_Float],
    swept: NDArray[_Float],
) -> None:
    """The same and a constant (none if it is empty), and what is new is seen at once.

    `again_from` is where `seen` has the places where the same seat throws again, 0 for nowhere.
    """
    places, faces = to.shape
    for place in range(places):
        total = weights[0] * seen[to[place, 0]]
        for face in range(1, faces):
            total += weights[face] * seen[to[place, face]]
        if len(constant):
            total += constant[place]
        swept[place] = total
        seen[seen_at[place]] = total if other > 0 else -total
        if again_from:
            seen[again_from + place] = total


@_compiled("void(uint32[:,::1], real[::1], uint32[::1], int64, real[::1], real[::1])")
def pour(
    to: Edges,
    weights: NDArray[_Float],
    seen_at: Edges,
    again_from: int,
    waiting: NDArray[_Float],
    through: NDArray[_Float],
) -> None:
    """What waits at a place joins what goes through it and flows on, from the last place to the first."""
    places, faces = to.shape
    for back in range(places):
        place = places - 1 - back
        share = through[place] + waiting[seen_at[place]]
        waiting[seen_at[place]] = 0
        if again_from:
            share += waiting[again_from + place]
            waiting[again_from + place] = 0
        through[place] = share
        for face in range(faces):
            waiting[to[place, face]] += weights[face] * share


@_compiled("void(uint32[:,::1], real[::1], real[::1], real[::1])")
def flow(to: Edges, weights: NDArray[_Float], share: NDArray[_Float], flowed: NDArray[_Float]) -> None:
    """What flows from every place to where its edges lead."""
    places, faces = to.shape
    for place in range(places):
        for face in range(faces):
            flowed[to[place, face]] += weights[face] * share[place]


@_compiled("void(uint32[::1], uint32[::1], float64[::1], float64[::1], float64, float64[::1], int32[:,::1])")
def choose(
    edges: Edges,
    starts: Edges,
    ends: NDArray[np.float64],
    weights: NDArray[np.float64],
    tie: float,
    values: NDArray[np.float64],
    policy: NDArray[np.int32],
) -> None:
    """The first of the best edges of each node and face, and what the nodes are worth by them."""
    nodes, faces = policy.shape
    for node in range(nodes):
        value = 0.0
        for face in range(faces):
            row = node * faces + face
            chosen = edges[starts[row]]
            best = ends[chosen]
            for place in range(starts[row] + 1, starts[row + 1]):
                found = ends[edges[place]]
                if found > best + tie:
                    best, chosen = found, edges[place]
            policy[node, face] = chosen
            value += weights[face] * best
        values[node] = value
