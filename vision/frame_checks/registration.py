"""Registration: how far the board has moved since it was calibrated, from its drawing, grain and rim."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles, Floats, Mask, Picture
from vision.geometry.rectify import STILL, RigidMotion
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import log_grey

TURNS_DEG = np.arange(-6.0, 6.1, 0.75)
"""Turns that are tried; in between, the peak is flat enough to find the best of them."""

HALF_PATCH_PX, REACH_PX = 11, 4
"""Half the side of the patches whose displacements are measured, and how far each is looked for."""

APART_PX = 14
"""Distance of the patches' middles."""

LEAST_TEXTURE = 0.012
"""Standard deviation of a patch's steepness below which nothing in it can be followed."""

LEAST_PATCH_MATCH = 0.35
"""Correlation from which on a patch is taken to show the same piece of the board."""

STRAYS_PX = (1.5, 0.5)
"""How far a patch may lie from where the fit puts it and still count, fit by fit."""

LEAST_PATCHES = 6


class BoardAligner:
    """Compares rectified pictures with the reference."""

    def __init__(self, board: BoardRaster) -> None:
        self._grid = board.grid
        self._reference = _edges(board.reference)
        height, width = self._reference.shape
        self._middle = np.array([(width - 1) / 2, (height - 1) / 2])
        self._small = _halved(self._reference)
        self._window = cv2.createHanningWindow(self._small.shape[::-1], cv2.CV_32F)
        textured = list(self._textured(board.known))
        self._textures = [patch for _, _, patch in textured]
        self._places = np.array([(x, y) for x, y, _ in textured], int).reshape(-1, 2)
        self.patches = len(textured)
        """How many patches of the reference can be followed."""

    def find(self, picture: Picture) -> tuple[RigidMotion, float]:
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
        shifted = RigidMotion(x_px / px_per_mm, -y_px / px_per_mm, 0.0)
        return RigidMotion(0.0, 0.0, float(np.radians(turn_deg))).after(shifted), match

    def refine(self, picture: Picture, every: int = 1) -> tuple[RigidMotion, int]:
        """What is left of a motion in a picture in which most of it was made good; how many patches agree.

        Least squares over patches of the reference that are found again nearby; along a line a patch says
        nothing, so each counts by how sharply it is found in either direction. Patches that stray, such as
        those under counters, are left out. `every` so many of the patches are looked at.
        """
        places, shifts, sharpness = self._displacements(_edges(picture), every)
        if len(places) < LEAST_PATCHES:
            return STILL, 0
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
        return RigidMotion(float(fit[0] / scale), float(-fit[1] / scale), float(fit[2])), agreeing

    def _turning(self, turn_deg: float) -> Floats:
        """The matrix (2, 3) that takes half-size pixels of the board as it was to those of a turned one."""
        height, width = self._small.shape
        return np.asarray(cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), turn_deg, 1.0))

    def _textured(self, known: Mask) -> Iterator[tuple[int, int, Floats]]:
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

    def _displacements(self, edges: Floats, every: int) -> tuple[NDArray[np.intp], Doubles, Doubles]:
        """Where patches were (n, 2), how far they have gone (n, 2), and how sharply each is found (n, 2, 2).

        Those that are not found again are left out.
        """
        reach, ways = HALF_PATCH_PX + REACH_PX, 2 * REACH_PX + 1
        places = self._places[::every]
        likeness = np.array(
            [
                cv2.matchTemplate(
                    edges[y - reach : y + reach + 1, x - reach : x + reach + 1], patch, cv2.TM_CCOEFF_NORMED
                )
                for (x, y), patch in zip(places.tolist(), self._textures[::every], strict=True)
            ],
            np.float64,
        ).reshape(len(places), ways, ways)
        best = likeness.reshape(len(places), ways**2).argmax(axis=1)
        rows, columns = np.divmod(best, ways)
        inside = (rows > 0) & (rows < 2 * REACH_PX) & (columns > 0) & (columns < 2 * REACH_PX)
        found = np.flatnonzero(inside & (likeness.max(axis=(1, 2)) >= LEAST_PATCH_MATCH))
        rows, columns = rows[found], columns[found]
        near = {
            (down, right): likeness[found, rows + down, columns + right]
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
        }
        slope = np.stack([near[0, 1] - near[0, -1], near[1, 0] - near[-1, 0]], axis=1) / 2
        across = (near[1, 1] + near[-1, -1] - near[1, -1] - near[-1, 1]) / 4
        wide = 2 * near[0, 0] - near[0, -1] - near[0, 1]
        high = 2 * near[0, 0] - near[-1, 0] - near[1, 0]
        bend = np.stack([wide, -across, -across, high], axis=1).reshape(-1, 2, 2)
        values, axes = np.linalg.eigh(bend)
        values = np.maximum(values, 1e-3)
        along = np.einsum("nij,ni->nj", axes, slope) / np.maximum(values, 0.02)
        further = np.einsum("nij,nj->ni", axes, along)
        further /= np.maximum(np.abs(further).max(axis=1, initial=0), 1)[:, None]
        shifts = np.stack([columns, rows], axis=1) - REACH_PX + further
        return places[found], shifts, np.einsum("nij,nj,nkj->nik", axes, values / 0.1, axes)


def _edges(picture: Picture) -> Floats:
    """How steep the brightness is at each pixel, on a logarithmic scale so that light matters little."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    logs = log_grey(np.asarray(grey, np.uint8))
    return np.asarray(cv2.magnitude(cv2.Sobel(logs, cv2.CV_32F, 1, 0), cv2.Sobel(logs, cv2.CV_32F, 0, 1)))


def _halved(edges: Floats) -> Floats:
    """Edges at half their size, each pixel the mean of four."""
    height, width = edges.shape
    even = edges[: height // 2 * 2, : width // 2 * 2]
    return np.asarray(cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.float32)
