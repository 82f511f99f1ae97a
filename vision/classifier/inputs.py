"""The network's input: the board as it looks now, the bare board, and how its counters look."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.board.spec import BoardSpec
from companion.game.board import PerSeat
from vision.arrays import Floats, Picture, as_floats, check_numbers
from vision.geometry.rectify import Grid
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import opponent_log
from vision.segmentation.subtraction import BackgroundSubtractor

CLASSIFIER_COUNTER_PX = 16
"""Diameter of a counter in the network's picture: large enough for rim, lit side and shadow."""

CELL_PX = 4  # side of an output cell: a quarter of a counter's diameter
CLASSIFIER_MARGIN_COUNTERS = 1.25  # margin of the network's picture beyond the points, in counters
MAX_CELLS = 5000  # maximum number of output cells; boards with small counters are scaled down to it
LIGHT_CELL_PX = 12  # side of the cells in which light is compared, in pixels

CHANNELS = 12

COLOUR_UNIT, DIFFERENCE_UNIT, MAX_UNITS = 0.5, 0.25, 4.0
"""Scale of colours and of differences in log-opponent units, and the limit in these scales."""

MIN_APPEARANCE_SPREAD = as_floats([0.08, 0.04, 0.05])
"""Minimum spread of the colours of one seat's counters, in log-opponent units."""

APPEARANCE_RADIUS = 0.36  # radius, in diameters, within which pixels show a counter's colour


@dataclass(frozen=True)
class CounterAppearance:
    """Colour of a seat's counters relative to the board nearby: median and spread (3,), log-opponent."""

    colour: Floats
    spread: Floats

    def __post_init__(self) -> None:
        check_numbers("a counter's colour", self.colour, (3,), np.float32)
        check_numbers("the spread of a counter's colour", self.spread, (3,), np.float32)


def appearance_of(pixels: Floats) -> CounterAppearance:
    """Return the appearance of a seat's counters from their pixels (n, 3), by percentiles."""
    low, middle, high = as_floats(np.percentile(pixels, (16, 50, 84), axis=0))
    return CounterAppearance(middle, np.maximum((high - low) / 2, MIN_APPEARANCE_SPREAD))


def classifier_grid(spec: BoardSpec) -> Grid:
    """Return the network's grid: counters of `CLASSIFIER_COUNTER_PX` unless it gets too large."""
    margin = CLASSIFIER_MARGIN_COUNTERS * spec.counter_diameter_mm
    size_mm = np.array([spec.line_length_mm + 2 * margin, 4 * spec.line_pitch_mm + 2 * margin])
    most = CELL_PX * (MAX_CELLS / size_mm.prod()) ** 0.5
    px_per_mm = min(CLASSIFIER_COUNTER_PX / spec.counter_diameter_mm, float(most))
    width, height = (np.ceil(size_mm * px_per_mm / CELL_PX).astype(int) * CELL_PX).tolist()
    return Grid((width, height), px_per_mm, LIGHT_CELL_PX)


class ClassifierInput:
    """Build the network's input from rectified pictures of one board on its grid."""

    def __init__(self, board: BoardRaster, appearances: PerSeat[CounterAppearance]) -> None:
        self._subtractor = BackgroundSubtractor(board)
        self._known = board.known.astype(np.float32)
        self._appearances = appearances
        self._mean = board.reference_log.mean(axis=(0, 1), dtype=np.float64)
        bare = (board.reference_log - self._mean) * (self._known[..., None] / COLOUR_UNIT)
        self._bare = np.clip(bare.transpose(2, 0, 1), -MAX_UNITS, MAX_UNITS)

    def colours(self, picture: Picture) -> Floats:
        """Return the log-opponent colours (h, w, 3) of a picture (h, w, 3) BGR, relative to its board."""
        return np.asarray(self._subtractor.subtract(picture).colours + self._subtractor.relative)

    def of(self, picture: Picture) -> Floats:
        """Return the input (CHANNELS, h, w) float32 for a picture (h, w, 3) BGR.

        The channels: three of colour, three of the bare board's colour, three of their difference without the
        change of light, one mask of where the bare board is known, and two of similarity, 0 to 1, to counters
        of A and B.
        """
        difference = self._subtractor.subtract(picture)
        height, width = self._known.shape
        stack = np.empty((CHANNELS, height, width), np.float32)
        shift = -(self._mean + difference.change)[:, None]
        colour = cv2.transform(opponent_log(picture), np.hstack([np.eye(3), shift]) / COLOUR_UNIT)
        cv2.split(colour, list(stack[:3]))
        stack[3:6] = self._bare
        for plane, known in zip(stack[6:9], difference.planes, strict=True):
            cv2.multiply(known, self._known, plane, 1 / DIFFERENCE_UNIT)
        np.clip(stack[:9], -MAX_UNITS, MAX_UNITS, out=stack[:9])
        stack[9] = self._known
        relative = difference.colours + self._subtractor.relative
        for plane, appearance in zip(stack[10:], self._appearances, strict=True):
            whiten = np.diag(1 / appearance.spread)
            away = cv2.transform(
                relative, np.hstack([whiten, (-appearance.colour / appearance.spread)[:, None]])
            )
            cv2.multiply(away, away, away)
            cv2.transform(away, np.full((1, 3), 1 / 3), plane)
            plane += 1
            cv2.divide(1.0, plane, plane)
        return stack
