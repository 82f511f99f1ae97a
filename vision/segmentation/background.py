"""The background model: how well bare board, shadow or glare explain a pixel."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Mask, Picture, as_floats, as_levels
from vision.calibration import Background
from vision.photometry.board_raster import BoardRaster
from vision.photometry.illumination import IlluminationEstimator
from vision.photometry.opponent_colours import DARK_OFFSET, TINT_RATIO

if TYPE_CHECKING:
    from cv2.typing import MatLike

SHADOW_SHARE, SHADOW_DEPTH = 0.15, 1.3
"""Maximum share of the board in shadow, and maximum depth of a shadow, in log units."""
UNEVENNESS = 0.12
"""Spread of smooth light within some six millimetres, and of bare board about its smooth colour where it was
never seen bare. More tint without darkening is no shadow: a hand on wood may differ by no more than that."""
LIGHT_TINT = 0.06  # maximum tint of a shadow or glare from coloured light, and minimum tint of painted points
TINTED_LIGHT_SHARE, GLARE_HEIGHT = 0.05, 0.5
"""Maximum share of the board in light of another colour, and maximum brightness of a glare."""

MIN_PAINTED_PX = 2.0  # minimum radius of a point that may show paint within its rim

MIN_EDGE_SIGMAS = 5.0  # minimum step of brightness at an edge, in standard deviations

MIN_SPREAD, MISREGISTERED_PX = 0.012, 0.35
"""Minimum spread of any pixel, in log units, and the registration error of edges, in pixels."""


class BackgroundModel:
    """The bare board of one calibration, with the spread of its brightness and tints."""

    def __init__(self, board: BoardRaster, background: Background) -> None:
        self.spread = _spread(board, background)
        """Standard deviation of each pixel of the bare board, (h, w, 3) log-opponent."""
        self._window = (board.grid.step_px,) * 2
        self._scratch = tuple(np.empty(board.shape, np.float32) for _ in range(5))
        self._precision = cv2.split(as_floats(-0.5 / self.spread**2))
        self._step = MIN_EDGE_SIGMAS * self.spread[..., 0]
        self._peak = -as_floats(np.log(self.spread.prod(axis=2) * (2 * np.pi) ** 1.5))
        typical = np.median(self.spread[board.area], axis=0)[1:]
        shade = background.shade
        self._shadow = _TintedLight(SHADOW_SHARE / SHADOW_DEPTH, shade.tint, np.hypot(shade.spread, typical))
        self._tinted_light = _TintedLight(
            TINTED_LIGHT_SHARE / SHADOW_DEPTH, np.zeros(2), np.hypot(LIGHT_TINT, typical)
        )

    def score(self, planes: "Sequence[MatLike]", noise: float) -> tuple[Floats, Picture, Floats]:
        """Return the log density (h, w) of bare board, edges (h, w) of 0 or 255, and residual texture (h, w).

        `planes`, (h, w) each, are the differences from the reference in brightness and the two tints, `noise`
        is relative to calibration. See Evidence for edges and residual.
        """
        brightness, green, yellow = planes
        one, two, three, four, bright = self._scratch
        cv2.multiply(brightness, brightness, bright)
        greener, yellower = cv2.multiply(green, green, one), cv2.multiply(yellow, yellow, two)
        plain = cv2.multiply(bright, self._precision[0], three)
        cv2.accumulateProduct(greener, self._precision[1], plain)
        cv2.accumulateProduct(yellower, self._precision[2], plain)
        peak = self._peak if noise == 1 else self._peak - np.float32(3 * np.log(noise))
        board = cv2.scaleAdd(plain, 1 / noise**2, peak)
        residual = as_floats(cv2.subtract(brightness, cv2.blur(brightness, self._window, three)))
        uneven = np.abs(residual, out=self._scratch[2])
        edges = cv2.compare(uneven, self._step if noise == 1 else self._step * noise, cv2.CMP_GT)
        # Brightness in steps of 1/50, 128 for none: looks up the weight of such a shadow or glare.
        steps = cv2.addWeighted(brightness, 50, brightness, 0, 127.5, dtype=cv2.CV_8U)
        lit = self._tinted_light.density_of_squares(greener, yellower, four)
        cv2.add(lit, cv2.LUT(steps, _NO_LIGHT, bright), lit)
        shaded = self._shadow.density(brightness, green, yellow, (one, two))
        cv2.add(shaded, cv2.LUT(steps, _NO_SHADOW, bright), shaded)
        cv2.max(lit, shaded, lit)
        cv2.add(lit, cv2.multiply(uneven, uneven, three, -0.5 / (UNEVENNESS * noise) ** 2), lit)
        return as_floats(cv2.max(board, lit, board)), as_levels(edges), residual


def board_light(board: BoardRaster) -> Floats:
    """Return the bare board's smooth log-opponent colour (h, w, 3), continued beyond it, without glares.

    Painted points are left out: a counter differs as much from the board on a point as beside it.
    """
    points = painted_points(board)
    shown = np.ones(board.shape, bool) if points is None else ~points
    trust = board.area * np.where(board.known, 1.0, 0.1) * shown
    estimator = IlluminationEstimator(trust.astype(np.float32), board.grid.cell_px, shown)
    return estimator.change(board.reference_log)[0]


def painted_points(board: BoardRaster) -> Mask | None:
    """Return the mask (h, w) of points painted in another colour than the board; None if they are not.

    Grooves, rings and hollows differ half as much as required.
    """
    spec, grid = board.spec, board.grid
    radius_px = spec.point_diameter_mm * grid.px_per_mm / 2
    if radius_px < MIN_PAINTED_PX:
        return None
    # Includes the rim that blur makes.
    reach_px = radius_px + 1
    span = int(2 * reach_px)
    points = np.zeros(board.shape, bool)
    steps = []
    for x, y in grid.to_px(spec.points_mm):
        left, top = max(0, int(x) - span), max(0, int(y) - span)
        near = slice(top, int(y) + span + 1), slice(left, int(x) + span + 1)
        colours = board.reference_log[near]
        rows, columns = np.ogrid[: colours.shape[0], : colours.shape[1]]
        away_px = np.hypot(columns + left - x, rows + top - y)
        core, around = away_px < radius_px / 2, (away_px > reach_px) & (away_px < reach_px + radius_px / 2)
        points[near] |= away_px < reach_px
        steps.append(np.median(colours[core], axis=0) - np.median(colours[around], axis=0))
    return points if np.abs(np.median(steps, axis=0)).max() > LIGHT_TINT else None


def _outside_range(lowest: float, highest: float) -> Floats:
    """Return log weights (256,) of brightness steps: 0 within the bounds, soon very low beyond them."""
    brightness = (np.arange(256) - 128) / 50
    beyond = np.maximum(lowest - brightness, 0) + np.maximum(brightness - highest, 0)
    return as_floats(-8 * beyond)


_NO_SHADOW = _outside_range(-SHADOW_DEPTH, 0.0)
_NO_LIGHT = _outside_range(-SHADOW_DEPTH, GLARE_HEIGHT)


class _TintedLight:
    """Log density of board in other light: any brightness, and a tint near a multiple of it."""

    def __init__(self, share: float, tint: NDArray[np.floating], spread: NDArray[np.floating]) -> None:
        self._tint = float(tint[0]), float(tint[1])
        self._precision = float(-0.5 / spread[0] ** 2), float(-0.5 / spread[1] ** 2)
        self._peak = float(np.log(share / (2 * np.pi * spread.prod())))

    def density(
        self, brightness: "MatLike", green: "MatLike", yellow: "MatLike", into: "tuple[MatLike, MatLike]"
    ) -> "MatLike":
        """Return the log density (h, w) at differences in brightness and tints (h, w)."""
        greener = cv2.scaleAdd(brightness, -self._tint[0], green, into[0])
        yellower = cv2.scaleAdd(brightness, -self._tint[1], yellow, into[1])
        cv2.multiply(greener, greener, greener)
        return self.density_of_squares(greener, cv2.multiply(yellower, yellower, yellower), greener)

    def density_of_squares(self, green: "MatLike", yellow: "MatLike", into: "MatLike") -> "MatLike":
        """Return the log density where the tint does not depend on brightness, from the tints' squares."""
        return cv2.addWeighted(green, self._precision[0], yellow, self._precision[1], self._peak, into)


def _spread(board: BoardRaster, background: Background) -> Floats:
    """Return the standard deviation of bare board, (h, w, 3): noise, and edges a little off."""
    grey = board.reference.astype(np.float32).mean(axis=2) + DARK_OFFSET
    darker = float(grey[board.area].mean()) / grey
    slopes = (cv2.Scharr(board.reference_log, cv2.CV_32F, *axis) for axis in ((1, 0), (0, 1)))
    slope = np.maximum(*(np.abs(way) / 32 for way in slopes))
    noise = background.noise * darker[..., None]
    guessed = np.where(board.known[..., None], 0.0, UNEVENNESS * TINT_RATIO)
    parts = noise**2 + (MISREGISTERED_PX * slope) ** 2 + MIN_SPREAD**2 + guessed**2
    return as_floats(np.sqrt(parts))
