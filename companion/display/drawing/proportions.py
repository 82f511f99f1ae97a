"""The proportions of what is drawn, whatever draws it: lines, points, counters, dice."""

LINE = 0.075
"""The width of a line in widths of a point."""

SACRED = 0.22
"""The width of the sacred line, which is a double one."""

COUNTER_EDGE = 0.07
"""The width of a counter's outline in its radii, as all that follows."""

DOT = 0.3
"""The radius of the dot on A's counters."""

RING, RING_WIDTH, ARM = 0.66, 0.14, 0.36
"""The radius of the ring on B's counters and its width, and the length of each arm of the cross in it."""

_NEAR, _MIDDLE, _FAR = 0.25, 0.5, 0.75
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MIDDLE, _MIDDLE),),
    2: ((_NEAR, _NEAR), (_FAR, _FAR)),
    3: ((_NEAR, _NEAR), (_MIDDLE, _MIDDLE), (_FAR, _FAR)),
    4: ((_NEAR, _NEAR), (_FAR, _NEAR), (_NEAR, _FAR), (_FAR, _FAR)),
    5: ((_NEAR, _NEAR), (_FAR, _NEAR), (_MIDDLE, _MIDDLE), (_NEAR, _FAR), (_FAR, _FAR)),
    6: ((_NEAR, _NEAR), (_FAR, _NEAR), (_NEAR, _MIDDLE), (_FAR, _MIDDLE), (_NEAR, _FAR), (_FAR, _FAR)),
}
"""Where the pips of a face are, in shares of its side."""

PIP = 0.085
"""The radius of a pip."""
