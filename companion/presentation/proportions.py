"""Proportions of lines, points, counters and dice, and the time before a touch; for screen and phones."""

CALM_S = 0.7  # seconds in which nobody can have meant what has just come under the finger by itself

BOARD_WH, LABEL = (640, 480), 24  # a board drawn for phones, and the height of its points' names, in pixels

REACH = 0.42  # margin of a board's picture beyond the points, in pitches; a frame surrounds it
LINE = 0.075  # width of a line in widths of a point
SACRED = 0.22  # width of the sacred line, which is a double one
COUNTER_EDGE = 0.07  # width of a counter's outline in its radii, as everything below
DOT = 0.3  # radius of the dot on A's counters

RING, RING_WIDTH, ARM = 0.66, 0.14, 0.36
"""Radius and width of the ring on B's counters, and length of each arm of the cross in it."""

_NEAR, _MIDDLE, _FAR = 0.25, 0.5, 0.75
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MIDDLE, _MIDDLE),),
    2: ((_NEAR, _NEAR), (_FAR, _FAR)),
    3: ((_NEAR, _NEAR), (_MIDDLE, _MIDDLE), (_FAR, _FAR)),
    4: ((_NEAR, _NEAR), (_FAR, _NEAR), (_NEAR, _FAR), (_FAR, _FAR)),
    5: ((_NEAR, _NEAR), (_FAR, _NEAR), (_MIDDLE, _MIDDLE), (_NEAR, _FAR), (_FAR, _FAR)),
    6: ((_NEAR, _NEAR), (_FAR, _NEAR), (_NEAR, _MIDDLE), (_FAR, _MIDDLE), (_NEAR, _FAR), (_FAR, _FAR)),
}
"""Places of the pips of a face, in shares of its side."""

PIP = 0.085  # radius of a pip

SIDES = ("χῖος", "ὕπτιος", "πρανής", "κῷος")
"""The names of the sides in the order of a knucklebone's faces; the first and the last are narrow."""
