"""Measures of one board: places of its ten points, and sizes of its counters."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from companion.game.board import RING, Point

LINE_AND_SIDE: dict[Point, tuple[int, int]] = {
    point: (number + 1, 1) if number < 5 else (10 - number, -1) for number, point in enumerate(RING)
}
"""The line, 1 to 5, in which each point ends, and its side: 1 where A's points are, -1 where B's are."""

POINT_AT = {place: point for point, place in LINE_AND_SIDE.items()}  # the point at a line's side
CORNERS = [0, 4, 5, 9]  # ring indices of 1A, 5A, 1B and 5B


class BoardStyle(StrEnum):
    """Style of a board: five lines with a circle at each end, or two rows of five boxes."""

    LINES = "lines"
    BOXES = "boxes"


@dataclass(frozen=True)
class BoardSpec:
    """A board's measures in millimetres, standard unless set otherwise.

    Board frame: origin at the middle of the sacred line, x along the lines towards A's ends, y across them,
    so that the ring 1A 2A .. 5A 1B .. 5B runs anticlockwise seen from above.
    `counters_per_seat` is the most that may be seen of one seat; 0 means that the count is not checked.
    """

    line_length_mm: float = 300.0
    line_pitch_mm: float = 50.0
    point_diameter_mm: float = 28.0
    counter_diameter_mm: float = 22.0
    counter_height_mm: float = 7.0
    counters_per_seat: int = 5
    style: BoardStyle = BoardStyle.LINES
    marker_size_mm: float = 25.0
    marker_x_mm: float = 188.0
    marker_y_mm: float = 125.0

    @property
    def points_mm(self) -> NDArray[np.float64]:
        """The ten points, (10, 2) in mm in the board frame, in the order of `RING`."""
        x, pitch = self.line_length_mm / 2, self.line_pitch_mm
        return np.array([(side * x, (line - 3) * pitch) for line, side in LINE_AND_SIDE.values()])

    @property
    def corners_mm(self) -> NDArray[np.float64]:
        """The points 1A, 5A, 1B, 5B, (4, 2) in mm in the board frame."""
        return self.points_mm[CORNERS]

    @property
    def marker_centres_mm(self) -> NDArray[np.float64]:
        """The centres of the markers 0, 1, 2, 3, (4, 2) in mm in the board frame."""
        x, y = self.marker_x_mm, self.marker_y_mm
        return np.array([(-x, -y), (x, -y), (x, y), (-x, y)])

    def half_at(self, x_mm: float, y_mm: float) -> Point | None:
        """Return the half on which a counter with its centre at this place lies, or None.

        Counters may lie up to 40 % of the line pitch away from where they belong, so the nearest line takes
        all within half a pitch; beyond a point, along the line, the same reach holds.
        """
        reach = 0.5 * self.line_pitch_mm
        if abs(x_mm) > self.line_length_mm / 2 + reach:
            return None
        return POINT_AT.get((round(y_mm / self.line_pitch_mm) + 3, 1 if x_mm >= 0 else -1))


STANDARD = BoardSpec()  # the board that is printed unless something else is asked for
