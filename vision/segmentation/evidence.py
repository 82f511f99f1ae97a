"""Evidence of each pixel for counters of A, of B, and for other objects, against bare board."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import MAD_TO_SIGMA, Floats, Picture, as_floats, check_positive, check_shape
from vision.calibration import Calibration
from vision.photometry.opponent_colours import UNIFORM
from vision.segmentation.background import BackgroundModel
from vision.segmentation.counter_colours import MAX_PIXEL_LLR, CounterColours
from vision.segmentation.subtraction import BackgroundSubtractor, Difference


@dataclass(frozen=True)
class Evidence:
    """Evidence in a rectified picture, pixel by pixel; log-likelihood ratios in nats, float32.

    `counters` (2, h, w) is the evidence for counters of A and of B against bare board or any other object,
    `best_counter` (h, w) its maximum, and `other` (h, w) that for an object of any colour against bare board.
    `edges` (h, w), 0 or 255, are steps of brightness beyond noise and soft shadows. `texture` (h, w) is the
    bare board's grain and lines, as steps of brightness, and `residual` the picture's difference from it: its
    negative where something occludes the board. `difference` is what the evidence was computed from, and
    `noise` that of the picture, relative to calibration.
    """

    counters: Floats
    best_counter: Floats
    other: Floats
    edges: Picture
    texture: Floats
    residual: Floats
    difference: Difference
    noise: float

    def __post_init__(self) -> None:
        # This runs for each frame: only shapes and types are checked, not each number.
        height, width = self.difference.cells.shape
        check_shape("the evidence for counters", self.counters, (2, height, width), np.float32)
        check_shape("the best evidence for counters", self.best_counter, (height, width), np.float32)
        check_shape("the evidence for other things", self.other, (height, width), np.float32)
        check_shape("edges", self.edges, (height, width), np.uint8)
        check_shape("texture", self.texture, (height, width), np.float32)
        check_shape("the residual of texture", self.residual, (height, width), np.float32)
        check_positive("noise", self.noise)


class EvidenceExtractor:
    """Compute the evidence in rectified pictures of one calibrated board."""

    def __init__(self, calibration: Calibration) -> None:
        board = calibration.board
        self.subtractor = BackgroundSubtractor(board)
        self._unknown = np.flatnonzero(~board.known)
        self._background = BackgroundModel(board, calibration.background)
        self.spread = self._background.spread
        """Standard deviation of each pixel of the bare board, (h, w, 3) log-opponent."""
        sampled = board.known[1::3, 1::3]
        # Where the bare board is unknown, a difference from the reference is no noise.
        if not sampled.any():
            sampled = np.ones_like(sampled)
        places = np.arange(board.known.size).reshape(board.shape)
        self._sampled = places[1::3, 1::3][sampled]
        self._sampled_certainty = as_floats(1 / self.spread[..., 0].ravel()[self._sampled])
        self.colours = CounterColours(calibration)

    def extract(self, picture: Picture) -> Evidence:
        """Return the evidence in a rectified picture (h, w, 3) BGR."""
        difference = self.subtractor.subtract(picture)
        sample = np.take(difference.planes[0], self._sampled) * self._sampled_certainty
        np.abs(sample, out=sample).partition(sample.size // 2)
        noise = max(1.0, float(sample[sample.size // 2]) * MAD_TO_SIGMA)
        board, edges, residual = self._background.score(difference.planes, noise)
        if self._unknown.size:
            anywhere = self.colours.of_bare_board(difference.cells.ravel()[self._unknown])
            board.ravel()[self._unknown] = np.maximum(board.ravel()[self._unknown], anywhere)
        other = as_floats(np.subtract(UNIFORM, board))
        counters, best_counter = self._counters(difference, board)
        return Evidence(
            counters=counters,
            best_counter=best_counter,
            other=other,
            edges=edges,
            texture=self.subtractor.texture,
            residual=residual,
            difference=difference,
            noise=noise,
        )

    def _counters(self, difference: Difference, board: Floats) -> tuple[Floats, Floats]:
        """Return the evidence (2, h, w) for counters of A and of B, and its maximum (h, w)."""
        flat, cells = board.ravel(), difference.cells.ravel()
        # Most pixels are so surely bare board that evidence for counters need not be computed.
        at = np.flatnonzero(flat < self.colours.likeliest + MAX_PIXEL_LLR)
        weighed = self.colours.of_counters(cells[at])
        weighed -= np.maximum(flat[at], UNIFORM)[:, None]
        weighed = np.minimum(np.maximum(weighed, -MAX_PIXEL_LLR), MAX_PIXEL_LLR).T.copy()
        counters = np.full((len(weighed), *board.shape), -MAX_PIXEL_LLR, np.float32)
        counters.reshape(len(weighed), -1)[:, at] = weighed
        best_counter = np.full(board.shape, -MAX_PIXEL_LLR, np.float32)
        best_counter.ravel()[at] = weighed.max(axis=0)
        return counters, best_counter
