"""How points may be marked: drawn or carved rings, or discs, pits and cups, which show only their rims.

What a mark is made of does not matter: its outline is a circle, across which the picture has a ridge or an
edge of one sign. Filters of even and of odd symmetry see the two (Morrone and Owens, "Feature detection from
local energy", 1987).
"""

from dataclasses import dataclass

import numpy as np

from calibration.locate.ridges import ORIENTATIONS, STEP_RAD, Ridges, ridges_and_edges
from vision.arrays import Doubles, Picture
from vision.errors import InvalidValueError

PER_CIRCLE = 32
"""Samples on a circle."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One way to mark points, in one picture: by a ridge or, if it is only a `rim`, an edge along a circle.

    `sign` is 1 for a mark that is brighter than its surroundings and -1 for one that is darker.
    """

    response: Ridges
    sign: int
    rim: bool

    def __post_init__(self) -> None:
        if self.sign not in (-1, 1):
            raise InvalidValueError(f"the sign of a mark is 1 or -1, not {self.sign}")

    def maps(self, centres_px: Doubles, radius_px: float, reach_px: int) -> Doubles:
        """The mean response on circles whose middles lie up to `reach_px` from centres (N, 2), (N, S, S)."""
        turn = np.arange(PER_CIRCLE) * 2 * np.pi / PER_CIRCLE
        half_turns, plane = np.divmod(np.rint((turn + np.pi / 2) / STEP_RAD).astype(int), ORIENTATIONS)
        # A filter looks inwards on one side of a circle and outwards on the other.
        signs = self.sign * np.where(self.rim & (half_turns % 2 == 1), -1, 1)
        around = radius_px * np.column_stack([np.cos(turn), np.sin(turn)])
        corners = np.rint(centres_px[:, None] + around).astype(int) - reach_px
        width = 2 * reach_px + 1
        pad = max(0, -int(corners.min()), int(corners.max()) + width - min(self.response.response.shape[1:]))
        planes = {int(k): np.pad(self.response.response[k], pad) for k in np.unique(plane)}
        maps = np.zeros((len(centres_px), width, width))
        for one, places in zip(maps, corners + pad, strict=True):
            for k, sign, (x, y) in zip(plane, signs, places, strict=True):
                one += sign * planes[int(k)][y : y + width, x : x + width]
        return maps / PER_CIRCLE


def marks_in(grey: Picture) -> tuple[Ridges, list[Mark]]:
    """The ridges of a view (H, W) of a board from above, and all ways to mark points in it."""
    found, edges = ridges_and_edges(grey)
    return found, [
        Mark(response, sign, rim) for response, rim in ((found, False), (edges, True)) for sign in (-1, 1)
    ]
