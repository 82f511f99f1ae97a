"""Estimate how the light on the board differs from that of the reference picture."""

import cv2
import numpy as np

from vision.arrays import Floats, Mask, as_floats

NEARBY_CELLS = 2.0  # standard deviation, in cells, of the window in which light is taken to be even

FIT_SCALES = (0.3, 0.1)
"""Scale, in log-opponent units, beyond which a cell is an outlier, for each robust fit."""

MIN_KNOWN = 0.1  # minimum known share of a cell that is compared by its known part alone

_STIFFNESS = np.diag(as_floats([0, 1, 1, 1, 1, 1]))


class IlluminationEstimator:
    """Estimate the smooth change of light between a reference and a frame, in log-opponent colours.

    Cells of `cell_px` pixels are compared. `trust` (h, w) float32, 0 to 1, says where the reference shows the
    bare board. Cells that hold some `known` (h, w) pixels are compared by these alone.
    """

    def __init__(self, trust: Floats, cell_px: int, known: Mask | None = None) -> None:
        height, width = trust.shape
        self._size_wh = (width, height)
        self._cells_wh = (max(4, width // cell_px), max(4, height // cell_px))
        self._trust = self._means(trust).ravel() + np.float32(1e-3)
        self._known = None if known is None or known.all() else known.astype(np.float32)
        if self._known is not None:
            share = self._means(self._known)[..., None]
            self._per_known = np.where(share > MIN_KNOWN, 1 / np.maximum(share, MIN_KNOWN), 0)
        x, y = np.meshgrid(np.linspace(-1, 1, self._cells_wh[0]), np.linspace(-1, 1, self._cells_wh[1]))
        terms = [np.ones_like(x), x, y, x * y, x * x, y * y]
        self._trusted = np.flatnonzero(self._trust > 0.5 * self._trust.max())
        self._basis = as_floats(np.stack([t.ravel() for t in terms]))

    def change(self, difference: Floats) -> tuple[Floats, Floats]:
        """Return the change of light in a difference (h, w, 3) of log-opponent colours, frame less reference.

        Returned are the change of each pixel, (h, w, 3), and its median (3,). Counters, hands and other
        objects are outliers: first a smooth surface is fitted robustly, then the mean residual of trusted
        cells nearby is added, which follows soft shadows.
        """
        cells = self._means(difference)
        if self._known is not None:
            shown = self._means(difference * self._known[..., None])
            cells = np.where(self._per_known > 0, shown * self._per_known, cells)
        return self._smooth(cells.reshape(-1, 3).T)

    def _smooth(self, cells: Floats) -> tuple[Floats, Floats]:
        """Return the smooth field (h, w, n) through cells (n, cells), and its median (n,)."""
        width, height = self._cells_wh
        count = len(cells)
        fields = np.empty((len(self._basis) + count, width * height), np.float32)
        fields[:-count] = self._basis
        planes = fields[-count:]
        planes[:] = cells
        surface = _middle(cells[:, self._trusted])[:, None]
        for scale in FIT_SCALES:
            rest = planes - surface
            rest *= rest
            off = rest[0]
            for plane in rest[1:]:
                off += plane
            off *= 1 / scale**2
            off += 1
            off *= off
            weight = self._trust / off
            sums = (self._basis * weight) @ fields.T
            # The first term is 1, so its sum with itself is the sum of the weights.
            normal = sums[:, :-count] + 1e-3 * float(sums[0, 0]) * _STIFFNESS
            _, solved = cv2.solve(normal, sums[:, -count:], flags=cv2.DECOMP_CHOLESKY)
            surface = solved.T @ self._basis
        residual = np.empty((height * width, count + 1), np.float32)
        residual[:, :count] = ((planes - surface) * weight).T
        residual[:, count] = weight
        nearby = cv2.GaussianBlur(residual.reshape(height, width, count + 1), (0, 0), NEARBY_CELLS)
        field = surface.T.reshape(height, width, count) + nearby[..., :count] / (nearby[..., count:] + 0.1)
        smooth = cv2.resize(field, self._size_wh, interpolation=cv2.INTER_LINEAR)
        return as_floats(smooth), _middle(surface)

    def _means(self, values: Floats) -> Floats:
        """Return the means of values (h, w, ...) in each cell."""
        return as_floats(cv2.resize(values, self._cells_wh, interpolation=cv2.INTER_AREA))


def _middle(values: Floats) -> Floats:
    """Return the median (3,) of each row of values (3, n)."""
    middle = values.shape[1] // 2
    return as_floats(np.partition(values, middle, axis=1)[:, middle])
