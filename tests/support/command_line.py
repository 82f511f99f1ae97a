"""What commands are given and give back, run in the test's own process."""

from collections.abc import Callable

from tests.support.drawn_board import CORNERS_PX

POSITION = "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B"
CORNERS = " ".join(f"{x:g},{y:g}" for x, y in CORNERS_PX)


Run = Callable[..., tuple[int, str, str]]
