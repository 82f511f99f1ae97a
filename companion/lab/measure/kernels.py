"""The loop over all turns of a game, compiled as those of `companion.analysis.solve.kernels`."""

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.kernels import Edges, compiled

Reals = NDArray[np.float64]
Flags = NDArray[np.bool_]


@compiled(
    "void(uint32[::1], uint32[::1], float64[::1], float64[::1], uint32[:,::1], int64, int64, int16[::1], "
    "int8[::1], int8[::1], int8[::1], bool_[::1], int64[::1], int64, float64, int8[:,::1], float64[:,::1], "
    "float64[:,::1], float64[:,::1], bool_[:,::1], bool_[:,::1], bool_[:,::1])"
)
def turns(
    edges: Edges,
    starts: Edges,
    ends: Reals,
    values: Reals,
    policy: Edges,
    first: int,
    nodes: int,
    mover: NDArray[np.int16],
    gathered: NDArray[np.int8],
    on_goals: NDArray[np.int8],
    steps_left: NDArray[np.int8],
    one_left: Flags,
    throws: NDArray[np.int64],
    way: int,
    level: float,
    choices: NDArray[np.int8],
    best: Reals,
    worst: Reals,
    staying: Reals,
    leaves: Flags,
    changes_lead: Flags,
    passes_goal: Flags,
) -> None:
    """Fill the last seven arrays for a block of nodes that begins at `first`, as `Turns` tells them.

    `staying` is below 0 where there is nothing else to do than to leave.
    """
    won = 2 * nodes
    row = 0
    for node in range(len(policy)):
        mine = mover[first + node]
        ahead = values[node] - 0.5
        for face in range(policy.shape[1]):
            high, low, stays = -1.0, 2.0, -1.0
            for place in range(starts[row], starts[row + 1]):
                edge = edges[place]
                found = ends[edge]
                high, low = max(high, found), min(low, found)
                if found > stays:
                    then = mover[edge - nodes if edge >= nodes else edge] if edge < won else mine
                    if gathered[then] >= gathered[mine]:
                        stays = found
            choices[node, face] = starts[row + 1] - starts[row]
            best[node, face], worst[node, face], staying[node, face] = high, low, stays
            taken = policy[node, face]
            after = ends[taken] - 0.5
            changes_lead[node, face] = ahead * after < 0 and abs(ahead) > level and abs(after) > level
            leaves[node, face] = passes_goal[node, face] = False
            if taken < won:
                then = mover[taken - nodes if taken >= nodes else taken]
                leaves[node, face] = gathered[then] < gathered[mine]
                passes_goal[node, face] = (
                    one_left[mine]
                    and then != mine
                    and on_goals[then] == on_goals[mine]
                    and steps_left[then] - steps_left[mine] + throws[face] >= way
                )
            row += 1


@compiled(
    "void(int8[:,::1], float64[:,::1], float64[:,::1], float64[:,::1], bool_[:,::1], float64[::1], "
    "float64[::1], float64[::1], int64, float64[::1], float64[::1])"
)
def add_turns(
    choices: NDArray[np.int8],
    best: Reals,
    worst: Reals,
    staying: Reals,
    leaves: Flags,
    values: Reals,
    visits: Reals,
    weights: Reals,
    stake_bins: int,
    stakes: Reals,
    added: Reals,
) -> None:
    """Add up the turns of a block of nodes, in the order of the figures of `Sums`."""
    for node in range(len(visits)):
        if visits[node] == 0.0:
            continue
        for face in range(len(weights)):
            weight = visits[node] * weights[face]
            stake, luck = best[node, face] - worst[node, face], best[node, face] - values[node]
            added[0] += weight * choices[node, face]
            if choices[node, face] > 1:
                added[1] += weight
            added[2] += weight * stake
            added[3] += weight * abs(luck)
            stakes[int(np.ceil(stake * stake_bins - 1e-9))] += weight
            if not leaves[node, face]:
                continue
            if staying[node, face] < 0:
                added[4] += weight
                added[6] -= weight * luck
            else:
                added[5] += weight
                added[7] += weight * (best[node, face] - staying[node, face])
