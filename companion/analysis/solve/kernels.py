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


def compiled(signature: str, *, reorder: bool = False) -> Callable[[_Loop], _Loop]:
    """Compile a loop for a signature in numba's words, with `real` for numbers of either width.

    Only if sums may be reordered, several terms are added at once.
    """

    def made(loop: _Loop) -> _Loop:
        if not COMPILED:
            return loop
        from numba import njit

        widths = [signature.replace("real", width) for width in ("float32", "float64")]
        # Kept on disk, where other processes find it; compiled at once, before a survey's processes fork.
        sums: set[str] | bool = {"reassoc"} if reorder else False
        return cast(_Loop, njit(list(dict.fromkeys(widths)), cache=True, nogil=True, fastmath=sums)(loop))

    return made


@compiled("void(uint32[:,::1], real[::1], uint32[::1], real[::1], real[::1])")
def step(
    to: Edges, weights: NDArray[_Float], place_of: Edges, seen: NDArray[_Float], stepped: NDArray[_Float]
) -> None:
    """For every place the mean over the faces of what is seen where its edges lead."""
    if len(weights) == 6:
        # Written out for the die that is used most: half the time.
        w0, w1, w2, w3, w4, w5 = weights[0], weights[1], weights[2], weights[3], weights[4], weights[5]
        for row in range(len(to)):
            one = w0 * seen[to[row, 0]] + w1 * seen[to[row, 1]]
            two = w2 * seen[to[row, 2]] + w3 * seen[to[row, 3]]
            stepped[place_of[row]] = one + two + (w4 * seen[to[row, 4]] + w5 * seen[to[row, 5]])
        return
    for row in range(len(to)):
        total = weights[0] * seen[to[row, 0]]
        for face in range(1, len(weights)):
            total += weights[face] * seen[to[row, face]]
        stepped[place_of[row]] = total


@compiled("void(uint32[:,::1], real[::1], real[::1], float64, uint32[::1], int64, real[::1])")
def sweep(
    to: Edges,
    weights: NDArray[_Float],
    constant: NDArray[_Float],
    other: float,
    place_of: Edges,
    again_from: int,
    seen: NDArray[_Float],
) -> None:
    """The same and a constant (none if it is empty), row by row; what is new is seen at once.

    It is seen with the sign of `other`, which is 1 or -1, and as it is at `again_from` and the place, if that
    is not 0.
    """
    sign = weights.dtype.type(other)
    if len(weights) == 6 and not len(constant):
        w0, w1, w2, w3, w4, w5 = weights[0], weights[1], weights[2], weights[3], weights[4], weights[5]
        for row in range(len(to)):
            one = w0 * seen[to[row, 0]] + w1 * seen[to[row, 1]]
            two = w2 * seen[to[row, 2]] + w3 * seen[to[row, 3]]
            total = one + two + (w4 * seen[to[row, 4]] + w5 * seen[to[row, 5]])
            place = place_of[row]
            seen[place] = sign * total
            if again_from:
                seen[again_from + place] = total
        return
    for row in range(len(to)):
        place = place_of[row]
        total = weights[0] * seen[to[row, 0]]
        for face in range(1, len(weights)):
            total += weights[face] * seen[to[row, face]]
        if len(constant):
            total += constant[place]
        seen[place] = sign * total
        if again_from:
            seen[again_from + place] = total


@compiled("void(uint32[:,::1], uint32[::1], int64, bool_[::1])")
def reach_end(to: Edges, place_of: Edges, again_from: int, seen: NDArray[np.bool_]) -> None:
    """Mark each place with an edge to what is marked, row by row; what is new is seen at once."""
    for row in range(len(to)):
        place = place_of[row]
        if seen[place]:
            continue
        for face in range(to.shape[1]):
            if seen[to[row, face]]:
                seen[place] = True
                if again_from:
                    seen[again_from + place] = True
                break


@compiled("void(uint32[:,::1], real[::1], uint32[::1], real[::1], real[::1], real[::1])")
def pour(
    to: Edges,
    weights: NDArray[_Float],
    place_of: Edges,
    added: NDArray[_Float],
    waiting: NDArray[_Float],
    through: NDArray[_Float],
) -> None:
    """What is added and waits at a place goes through it and flows on, from the last row to the first."""
    six = len(weights) == 6
    for back in range(len(to)):
        row = len(to) - 1 - back
        place = place_of[row]
        share = added[place] + waiting[place]
        through[place] = share
        waiting[place] = 0
        if six:
            # Written out for the die that is used most, as in `step`.
            waiting[to[row, 0]] += weights[0] * share
            waiting[to[row, 1]] += weights[1] * share
            waiting[to[row, 2]] += weights[2] * share
            waiting[to[row, 3]] += weights[3] * share
            waiting[to[row, 4]] += weights[4] * share
            waiting[to[row, 5]] += weights[5] * share
            continue
        for face in range(len(weights)):
            waiting[to[row, face]] += weights[face] * share


@compiled("void(uint32[:,::1], real[::1], uint32[::1], real[::1], real[::1])")
def flow(
    to: Edges, weights: NDArray[_Float], place_of: Edges, share: NDArray[_Float], flowed: NDArray[_Float]
) -> None:
    """What flows from every place to where its edges lead."""
    for row in range(len(to)):
        for face in range(len(weights)):
            flowed[to[row, face]] += weights[face] * share[place_of[row]]


@compiled("void(uint32[::1], uint32[::1], float64[::1], float64[::1], float64, float64[::1], int32[:,::1])")
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


@compiled("void(int32[:,::1], real[::1], real[::1], real[::1])")
def follow(
    policy: NDArray[np.int32], ends: NDArray[_Float], weights: NDArray[_Float], values: NDArray[_Float]
) -> None:
    """What nodes are worth by one edge for each face."""
    for node in range(len(policy)):
        value = weights[0] * ends[np.uint32(policy[node, 0])]
        for face in range(1, len(weights)):
            value += weights[face] * ends[np.uint32(policy[node, face])]
        values[node] = value


@compiled("void(uint32[::1], uint32[::1], real[::1], real[::1], real[::1])")
def mean(
    edges: Edges, starts: Edges, ends: NDArray[_Float], weights: NDArray[_Float], values: NDArray[_Float]
) -> None:
    """What nodes are worth by the mean of the edges of each face."""
    row = np.uint32(0)
    for node in range(len(values)):
        value = weights[0] * 0
        for face in range(len(weights)):
            first, end = starts[row], starts[row + np.uint32(1)]
            total = ends[edges[first]]
            for place in range(first + 1, end):
                total += ends[edges[place]]
            value += total * (weights[face] / ends.dtype.type(end - first))
            row += np.uint32(1)
        values[node] = value


@compiled("void(int32[:,::1], uint32[::1], int32[::1], bool_, int32[:,::1])")
def lead(
    policy: NDArray[np.int32], rows: Edges, ends: NDArray[np.int32], fold: bool, to: NDArray[np.int32]
) -> None:
    """The places to which a policy leads from each row, whoever throws there if they are to `fold`."""
    places = len(rows)
    for row in range(places):
        for face in range(policy.shape[1]):
            place = ends[np.uint32(policy[rows[row], face])]
            to[row, face] = place - (places + 1) if fold and place > places else place


@compiled("void(int32[:,::1], int32[:,::1], uint32[::1], int32[::1], int32[:,::1])")
def lead_anew(
    policy: NDArray[np.int32],
    before: NDArray[np.int32],
    row_of: Edges,
    ends: NDArray[np.int32],
    to: NDArray[np.int32],
) -> None:
    """The same where a policy is another than before, node by node, as few are; others stay as they are."""
    for node in range(len(policy)):
        for face in range(policy.shape[1]):
            edge = policy[node, face]
            if edge != before[node, face] and row_of[node] < len(to):
                to[row_of[node], face] = ends[np.uint32(edge)]


@compiled("float64(real[::1], real[::1])", reorder=True)
def dot(one: NDArray[_Float], two: NDArray[_Float]) -> float:
    """The sum of the products, with all digits."""
    total = 0.0
    for row in range(len(one)):
        total += float(one[row]) * float(two[row])
    return total


@compiled("void(real[::1], real[::1], real[::1], float64, float64)")
def turn(
    direction: NDArray[_Float], residual: NDArray[_Float], moved: NDArray[_Float], share: float, omega: float
) -> None:
    """The direction becomes the residual and a share of what it was, without so much of `moved`."""
    kept, lost = direction.dtype.type(share), direction.dtype.type(omega)
    for row in range(len(direction)):
        direction[row] = residual[row] + kept * (direction[row] - lost * moved[row])


@compiled("void(real[::1], real[::1], real[::1], real[::1], float64)")
def advance(
    x: NDArray[_Float],
    residual: NDArray[_Float],
    direction: NDArray[_Float],
    moved: NDArray[_Float],
    alpha: float,
) -> None:
    """A step along the direction; the residual loses so much of what the step moves."""
    share = x.dtype.type(alpha)
    for row in range(len(x)):
        x[row] += share * direction[row]
        residual[row] -= share * moved[row]


@compiled("float64(real[::1], real[::1], real[::1], float64)")
def settle(x: NDArray[_Float], residual: NDArray[_Float], turned: NDArray[_Float], omega: float) -> float:
    """A step along the residual itself; how far off the number is that is farthest off then."""
    share = x.dtype.type(omega)
    largest = x.dtype.type(0)
    for row in range(len(x)):
        x[row] += share * residual[row]
        left = residual[row] - share * turned[row]
        residual[row] = left
        # What is not a number stays the largest: nothing is settled then.
        if largest == largest and not abs(left) <= largest:
            largest = abs(left)
    return float(largest)
