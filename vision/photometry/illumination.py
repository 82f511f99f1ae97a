"""How the light on the board differs from the light of the reference picture, place by place."""

import cv2
import numpy as np

from vision.arrays import Floats, Mask

NEARBY_CELLS = 2.0
"""Standard deviation of the window in which light is taken to be even."""

FIT_SCALES = (0.3, 0.1)
"""How far a cell may lie from the smooth surface and still count, fit by fit, in log-opponent units."""

MIN_KNOWN = 0.1
"""Share of a cell that has to be known for it to be compared by that alone."""

_STIFFNESS = np.diag(np.array([0, 1, 1, 1, 1, 1], np.float32))


class IlluminationEstimator:
    """Finds the smooth change of light between a reference and a frame, in log-opponent colours.

    It is compared in cells of `cell_px` pixels. `trust` (h, w) float32, 0 to 1, says where the reference
    shows the bare board. Where only a part of it was `known` (h, w) bool, cells that hold some of that are
    compared by it alone.
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
        self._basis = np.stack([t.ravel() for t in terms]).astype(np.float32)

    def change(self, difference: Floats) -> tuple[Floats, Floats]:
        """The change of light in a difference of log-opponent colours, frame less reference (h, w, 3).

        Gives it place by place, (h, w, 3), and its middle value (3,). Counters, hands and other things cover
        a part of the board and are outvoted: first a smooth surface is fitted that trusts cells less the
        further they lie from it, then what the trusted cells nearby agree on is added, which follows soft
        shadows.
        """
        cells = self._means(difference)
        if self._known is not None:
            shown = self._means(difference * self._known[..., None])
            cells = np.where(self._per_known > 0, shown * self._per_known, cells)
        return self._smooth(cells.reshape(-1, 3).T)

    def _smooth(self, cells: Floats) -> tuple[Floats, Floats]:
        """The smooth field (h, w, n) through cells (n, cells), its middle (n,)."""
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
        return np.asarray(smooth, np.float32), _middle(surface)

    def _means(self, values: Floats) -> Floats:
        """The means of values (h, w, ...) in each cell."""
        return np.asarray(cv2.resize(values, self._cells_wh, interpolation=cv2.INTER_AREA), np.float32)


def _middle(values: Floats) -> Floats:
    """The middle value (3,) of each row of values (3, n)."""
    middle = values.shape[1] // 2
    return np.asarray(np.partition(values, middle, axis=1)[:, middle], np.float32)
