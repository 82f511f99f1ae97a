"""How far the board has been nudged and turned since it was calibrated, from its drawing, grain and rim."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrated import Calibration
from vision.rectify import STILL, Nudge

Floats = NDArray[np.float32]

TURNS_DEG = np.arange(-6.0, 6.1, 0.75)
"""Turns that are tried; in between, the peak is flat enough to find the best of them."""

HALF_PATCH_PX, REACH_PX = 11, 4
"""Half the side of the patches whose displacements are measured, and how far each is looked for."""

APART_PX = 14
"""Distance of the patches' middles."""

LEAST_TEXTURE = 0.012
"""Standard deviation of a patch's steepness below which nothing in it can be followed."""

LEAST_LIKENESS = 0.35
"""Correlation from which on a patch is taken to show the same piece of the board."""

STRAYS_PX = (1.5, 0.5)
"""How far a patch may lie from where the fit puts it and still count, fit by fit."""

LEAST_PATCHES = 6


class NudgeFinder:
    """Compares rectified pictures with the reference."""

    def __init__(self, calibration: Calibration) -> None:
        self._grid = calibration.grid
        self._reference = _edges(calibration.reference)
        height, width = self._reference.shape
        self._middle = np.array([(width - 1) / 2, (height - 1) / 2])
        self._small = _halved(self._reference)
        self._window = cv2.createHanningWindow(self._small.shape[::-1], cv2.CV_32F)
        self._textures = list(self._textured(calibration.known))
        self.patches = len(self._textures)
        """How many patches of the reference can be followed."""

    def find(self, picture: NDArray[np.uint8]) -> tuple[Nudge, float]:
        """Roughly where the board of a rectified picture (h, w, 3) lies, and how well that fits, 0 to 1.

        The picture is turned to and fro, and each time compared with the reference by phase correlation
        (Kuglin and Hines 1975); the fit is the height of the highest peak.
        """
        small = _halved(_edges(picture))
        best = (-1.0, 0.0, (0.0, 0.0))
        for turn_deg in TURNS_DEG.tolist():
            turned = cv2.warpAffine(
                small,
                self._turning(turn_deg),
                small.shape[::-1],
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
            shift_px, match = cv2.phaseCorrelate(self._small, turned, self._window)
            if match > best[0]:
                best = (match, turn_deg, (shift_px[0], shift_px[1]))
        match, turn_deg, (x_px, y_px) = best
        px_per_mm = self._grid.px_per_mm / 2
        shifted = Nudge(x_px / px_per_mm, -y_px / px_per_mm, 0.0)
        return Nudge(0.0, 0.0, float(np.radians(turn_deg))).after(shifted), match

    def refine(self, picture: NDArray[np.uint8], every: int = 1) -> tuple[Nudge, int]:
        """What is left of a nudge in a picture in which most of it was made good; how many patches agree.

        Least squares over patches of the reference that are found again nearby; along a line a patch says
        nothing, so each counts by how sharply it is found in either direction. Patches that stray, such as
        those under counters, are left out. `every` so many of the patches are looked at.
        """
        edges = _edges(picture)
        looked = [self._displacement(edges, *patch) for patch in self._textures[::every]]
        found = [patch for patch in looked if patch is not None]
        if len(found) < LEAST_PATCHES:
            return STILL, 0
        places, shifts = (np.array([patch[k] for patch in found]) for k in (0, 1))
        sharpness = np.array([patch[2] for patch in found])
        places = places - self._middle
        # Columns of what a unit of shift to the right, of shift downwards and of turn does at each place.
        turn = np.stack([places[:, 1], -places[:, 0]], axis=1)
        moves = np.concatenate([np.broadcast_to(np.eye(2), (len(places), 2, 2)), turn[..., None]], axis=2)
        weight = np.ones(len(places))
        fit = np.zeros(3)
        for stray_px in STRAYS_PX:
            for _ in range(4):
                weighed = np.swapaxes(moves, 1, 2) @ (sharpness * weight[:, None, None])
                normal = (weighed @ moves).sum(axis=0) + 1e-9 * np.eye(3)
                fit = np.linalg.solve(normal, (weighed @ shifts[..., None]).sum(axis=0))[:, 0]
                rest = shifts - moves @ fit
                off2 = np.einsum("ni,nij,nj->n", rest, sharpness, rest)
                weight = 1 / (1 + off2 / stray_px**2) ** 2
        scale = self._grid.px_per_mm
        agreeing = int((weight > 0.25).sum())
        return Nudge(float(fit[0] / scale), float(-fit[1] / scale), float(fit[2])), agreeing

    def _turning(self, turn_deg: float) -> Floats:
        """The matrix (2, 3) that takes half-size pixels of the board as it was to those of a turned one."""
        height, width = self._small.shape
        return np.asarray(cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), turn_deg, 1.0))

    def _textured(self, known: NDArray[np.bool_]) -> Iterator[tuple[int, int, Floats]]:
        """The middles of patches of the reference that can be followed, and the patches."""
        height, width = self._reference.shape
        margin = HALF_PATCH_PX + REACH_PX
        for y in range(margin, height - margin, APART_PX):
            for x in range(margin, width - margin, APART_PX):
                around = (
                    slice(y - HALF_PATCH_PX, y + HALF_PATCH_PX + 1),
                    slice(x - HALF_PATCH_PX, x + HALF_PATCH_PX + 1),
                )
                if known[around].mean() > 0.8 and self._reference[around].std() > LEAST_TEXTURE:
                    yield x, y, self._reference[around].copy()

    def _displacement(
        self, edges: Floats, x: int, y: int, patch: Floats
    ) -> tuple[tuple[int, int], NDArray[np.float64], NDArray[np.float64]] | None:
        """Where a patch was, how far it has gone, and how sharply it is found (2, 2); None when it is not."""
        reach = HALF_PATCH_PX + REACH_PX
        around = edges[y - reach : y + reach + 1, x - reach : x + reach + 1]
        likeness = cv2.matchTemplate(around, patch, cv2.TM_CCOEFF_NORMED)
        _, best, _, (column, row) = cv2.minMaxLoc(likeness)
        if best < LEAST_LIKENESS or not (0 < column < 2 * REACH_PX and 0 < row < 2 * REACH_PX):
            return None
        near = np.asarray(likeness, np.float64)[row - 1 : row + 2, column - 1 : column + 2]
        slope = np.array([near[1, 2] - near[1, 0], near[2, 1] - near[0, 1]]) / 2
        across = (near[2, 2] + near[0, 0] - near[2, 0] - near[0, 2]) / 4
        bend = np.array(
            [
                [2 * near[1, 1] - near[1, 0] - near[1, 2], -across],
                [-across, 2 * near[1, 1] - near[0, 1] - near[2, 1]],
            ]
        )
        values, axes = np.linalg.eigh(bend)
        values = np.maximum(values, 1e-3)
        further = axes @ ((axes.T @ slope) / np.maximum(values, 0.02))
        if np.abs(further).max() > 1:
            further = further / np.abs(further).max()
        shift = np.array([column - REACH_PX, row - REACH_PX]) + further
        return (x, y), shift, axes @ np.diag(values / 0.1) @ axes.T


def _edges(picture: NDArray[np.uint8]) -> Floats:
    """How steep the brightness is at each pixel, on a logarithmic scale so that light matters little."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (3, 3), 0).astype(np.float32)
    logs = np.log(grey + 8).astype(np.float32)
    return np.asarray(cv2.magnitude(cv2.Sobel(logs, cv2.CV_32F, 1, 0), cv2.Sobel(logs, cv2.CV_32F, 0, 1)))


def _halved(edges: Floats) -> Floats:
    """Edges at half their size, each pixel the mean of four."""
    height, width = edges.shape
    even = edges[: height // 2 * 2, : width // 2 * 2]
    return np.asarray(cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.float32)
