"""Pixel by pixel: how much better counters of A, of B, or other things explain a frame than bare board."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import MAD_TO_SIGMA, Floats, Mask, Picture, check_positive, check_shape
from vision.calibration import Calibration
from vision.photometry.opponent_colours import UNIFORM
from vision.segmentation.background import BackgroundModel
from vision.segmentation.counter_colours import MAX_PIXEL_LLR, QUARTERS, CounterColours
from vision.segmentation.subtraction import BackgroundSubtractor, Difference


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a rectified picture speaks for, pixel by pixel; log-likelihood ratios in nats, float32.

    `counters` (2 * QUARTERS, h, w): a quarter of a counter of A (four), of B (four), against bare board or
    any other thing, and `best_counter` (h, w) the most that any quarter has. `other` (h, w): a thing of any
    colour against bare board. `edges` (h, w), 0 or 255, are where brightness differs from the reference by
    steps that neither noise nor soft shadows make. `texture` (h, w) is how the bare board's brightness steps
    from that around, its grain and its lines, and `residual` how far the picture's steps are off them: where
    something covers the board, by just as much. `difference` is what all this was weighed from, and `noise`
    how many times noisier the picture is than calibration expected.
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
        # Each frame passes here: numbers are not looked at, only what they are numbers of.
        height, width = self.difference.cells.shape
        check_shape("the evidence for counters", self.counters, (2 * QUARTERS, height, width), np.float32)
        check_shape("the best evidence for counters", self.best_counter, (height, width), np.float32)
        check_shape("the evidence for other things", self.other, (height, width), np.float32)
        check_shape("edges", self.edges, (height, width), np.uint8)
        check_shape("texture", self.texture, (height, width), np.float32)
        check_shape("the residual of texture", self.residual, (height, width), np.float32)
        check_positive("noise", self.noise)


class EvidenceExtractor:
    """Weighs rectified pictures of one calibrated board."""

    def __init__(self, calibration: Calibration) -> None:
        board = calibration.board
        self.subtractor = BackgroundSubtractor(board)
        self._unknown = np.flatnonzero(~board.known)
        self._background = BackgroundModel(board, calibration.background)
        self.spread = self._background.spread
        """How far a pixel of the bare board strays from the reference, (h, w, 3) log-opponent."""
        sampled = board.known[1::3, 1::3]
        # Where counters lay, and beside the board, the picture is unlike the reference without being noisy.
        if not sampled.any():
            sampled = np.ones_like(sampled)
        places = np.arange(board.known.size).reshape(board.shape)
        self._sampled = places[1::3, 1::3][sampled]
        self._sampled_certainty = (1 / self.spread[..., 0].ravel()[self._sampled]).astype(np.float32)
        self.colours = CounterColours(calibration)

    def extract(self, picture: Picture) -> Evidence:
        """The evidence in a rectified picture (h, w, 3) BGR."""
        difference = self.subtractor.subtract(picture)
        sample = np.take(difference.planes[0], self._sampled) * self._sampled_certainty
        np.abs(sample, out=sample).partition(sample.size // 2)
        noise = max(1.0, float(sample[sample.size // 2]) * MAD_TO_SIGMA)
        board, edges, residual = self._background.score(difference.planes, noise)
        if self._unknown.size:
            anywhere = self.colours.of_bare_board(difference.cells.ravel()[self._unknown])
            board.ravel()[self._unknown] = np.maximum(board.ravel()[self._unknown], anywhere)
        other = np.asarray(np.subtract(UNIFORM, board), np.float32)
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
        """The evidence (2 * QUARTERS, h, w) for quarters of counters, and the most (h, w) that any has."""
        flat, cells = board.ravel(), difference.cells.ravel()
        # Most of a picture is so surely bare board that no counter is worth weighing against it.
        at = np.flatnonzero(flat < self.colours.likeliest + MAX_PIXEL_LLR)
        at = at[flat[at] < self.colours.of_any_counter(cells[at]) + MAX_PIXEL_LLR]
        weighed = self.colours.of_counters(cells[at])
        weighed -= np.maximum(flat[at], UNIFORM)[:, None]
        weighed = np.minimum(np.maximum(weighed, -MAX_PIXEL_LLR), MAX_PIXEL_LLR).T.copy()
        counters = np.full((len(weighed), *board.shape), -MAX_PIXEL_LLR, np.float32)
        counters.reshape(len(weighed), -1)[:, at] = weighed
        best_counter = np.full(board.shape, -MAX_PIXEL_LLR, np.float32)
        best_counter.ravel()[at] = weighed.max(axis=0)
        return counters, best_counter

    def learn(self, evidence: Evidence, bare: Mask, rate: float) -> None:
        """Lets the reference follow what bare board looks like now, where `bare` (h, w) says it is bare."""
        self.subtractor.learn(evidence.difference, bare, rate)
