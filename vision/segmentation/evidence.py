"""Pixel by pixel: how much better counters of A, of B, or other things explain a frame than bare board."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import MAD_TO_SIGMA, Doubles, Floats, Mask, Picture
from vision.calibration import Calibration
from vision.photometry.highlights import DAZZLING, Highlights
from vision.photometry.illumination import IlluminationEstimator
from vision.photometry.opponent_colours import (
    CELL_STEP,
    LEVEL_BITS,
    LEVELS,
    LOWEST,
    STEEPEST_STEP,
    UNIFORM,
    channels_of,
    opponent_log,
    opponent_of,
)
from vision.segmentation.background import BackgroundModel, board_light
from vision.segmentation.counter_colours import MOST, CounterColours

if TYPE_CHECKING:
    from cv2.typing import MatLike

LIGHT_CHANGED = 0.03
"""How much the light has to change before it matters what the camera makes of highlights."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a rectified picture speaks for, pixel by pixel; log likelihood ratios in nats, float32.

    `counters` (2 * QUARTERS, h, w): a quarter of a counter of A (four), of B (four), against bare board or
    any other thing, and `likely` (h, w) the most that any quarter has. `other` (h, w): a thing of any colour
    against bare board. `edges` (h, w), 0 or 255, are where brightness differs from the reference by steps
    that neither noise nor soft shadows make. `texture` (h, w) is how the bare board's brightness steps from
    that around, its grain and its lines, and `strayed` how far the picture's steps are off them: where
    something covers the board, by just as much. `cells` (h, w) index the colours in densities. `difference`
    (h, w, 3) is what differs from the reference once the change of light is taken out, in log-opponent units,
    and `planes` the same, one (h, w) for each; `change` (3,) is that change on the whole; `noise` how many
    times noisier the picture is than calibration expected. `dazzled` (h, w) is where brighter light dazzles
    the camera on board that was never seen bare, None where all was.
    """

    counters: Floats
    likely: Floats
    other: Floats
    edges: Picture
    texture: Floats
    strayed: Floats
    cells: NDArray[np.uint16]
    difference: Floats
    planes: "Sequence[MatLike]"
    change: Floats
    noise: float
    dazzled: Mask | None


class EvidenceMaker:
    """Weighs rectified pictures of one calibrated station."""

    def __init__(self, calibration: Calibration) -> None:
        reference = opponent_log(calibration.reference)
        on_board = calibration.board
        trust = np.where(calibration.known, 1.0, 0.1) * np.where(on_board, 1.0, 0.2)
        self._light = IlluminationEstimator(
            trust.astype(np.float32), calibration.grid.cell_px, calibration.known
        )
        self._reference = reference
        self._highlights = Highlights(calibration) if calibration.lenient else None
        self._window = (calibration.grid.step_px,) * 2
        self._known = calibration.known
        self._unknown = np.flatnonzero(~calibration.known)
        self.relative = reference - board_light(calibration)
        """The reference (h, w, 3) relative to the smooth colour of the board nearby, log-opponent."""
        self._relative_steps = self._steps_of_relative()
        self._texture = self._texture_of_reference()
        self._bare = BackgroundModel(calibration)
        self.spread = self._bare.spread
        """How far a pixel of the bare board strays from the reference, (h, w, 3) log-opponent."""
        sampled = calibration.known[1::3, 1::3]
        # Where counters lay, and beside the board, the picture is unlike the reference without being noisy.
        if not sampled.any():
            sampled = np.ones_like(sampled)
        places = np.arange(calibration.known.size).reshape(calibration.known.shape)
        self._sampled = places[1::3, 1::3][sampled]
        self._sampled_certainty = (1 / self.spread[..., 0].ravel()[self._sampled]).astype(np.float32)
        self.looks = CounterColours(calibration)

    def weigh(self, picture: Picture) -> Evidence:
        """The evidence in a rectified picture (h, w, 3) BGR."""
        difference = opponent_log(picture)
        cv2.subtract(difference, self._reference, difference)
        change, overall = self._light.change(difference)
        explained = self._without_highlights(picture, difference, overall)
        if explained is None:
            difference -= change
            planes = _split(difference)
            cells = self._cells(planes)
        else:
            seen, difference, overall = explained
            cells = self._cells(_split(seen))
            planes = _split(difference)
        dazzled = None
        if self._unknown.size:
            dazzled = ~self._known & (picture.min(axis=2) >= DAZZLING) & (change[..., 0] > LIGHT_CHANGED)
        sample = np.take(planes[0], self._sampled) * self._sampled_certainty
        np.abs(sample, out=sample).partition(sample.size // 2)
        noise = max(1.0, float(sample[sample.size // 2]) * MAD_TO_SIGMA)
        board, edges, strayed = self._bare.explain(planes, noise)
        if self._unknown.size:
            usual = self.looks.of_bare_board(cells.ravel()[self._unknown])
            board.ravel()[self._unknown] = np.maximum(board.ravel()[self._unknown], usual)
        other = np.asarray(np.subtract(UNIFORM, board), np.float32)
        counters, likely = self._counters(cells, board)
        return Evidence(
            counters=counters,
            likely=likely,
            other=other,
            edges=edges,
            texture=self._texture,
            strayed=strayed,
            cells=cells,
            difference=difference,
            planes=planes,
            change=overall,
            noise=noise,
            dazzled=dazzled,
        )

    def _without_highlights(
        self, picture: Picture, difference: Floats, overall: Floats
    ) -> tuple[Floats, Floats, Floats] | None:
        """A difference (h, w, 3) less the change of light told by what is not clipped, and that change (3,).

        Twice: as it is, and less what bright light rolled off may make of bare board. None where that is
        nothing, or would hide counters.
        """
        if self._highlights is None or np.abs(overall).max() < LIGHT_CHANGED:
            return None
        clipped = self._highlights.clipped(picture)
        if clipped is None:
            return None
        channels = channels_of(difference)
        change, middle = self._light.change_where(channels, ~clipped)
        if self._highlights.are_blinding(picture, channels_of(self._reference) + change):
            return None
        channels -= change
        explained = self._highlights.explain(picture, channels)
        return opponent_of(channels), opponent_of(explained), opponent_of(middle[None, None])[0, 0]

    def _counters(self, cells: NDArray[np.uint16], board: Floats) -> tuple[Floats, Floats]:
        """The evidence (2 * QUARTERS, h, w) for quarters of counters, and the most (h, w) that any has."""
        flat, colours = board.ravel(), cells.ravel()
        # Most of a picture is so surely bare board that no counter is worth weighing against it.
        at = np.flatnonzero(flat < self.looks.likeliest + MOST)
        at = at[flat[at] < self.looks.of_any_counter(colours[at]) + MOST]
        weighed = self.looks.of_counters(colours[at])
        weighed -= np.maximum(flat[at], UNIFORM)[:, None]
        weighed = np.minimum(np.maximum(weighed, -MOST), MOST).T.copy()
        counters = np.full((len(weighed), *board.shape), -MOST, np.float32)
        counters.reshape(len(weighed), -1)[:, at] = weighed
        likely = np.full(board.shape, -MOST, np.float32)
        likely.ravel()[at] = weighed.max(axis=0)
        return counters, likely

    def colours_at(self, evidence: Evidence, places: Sequence[Doubles], radius_px: float) -> Floats:
        """The middle colours (n, 3) in discs at grid places (n, 2), relative to the board nearby."""
        height, width = evidence.cells.shape
        reach = int(radius_px)
        span = np.arange(-reach, reach + 1)
        rows, columns = np.nonzero(np.hypot(span[:, None], span[None]) <= radius_px)
        colours = []
        for x, y in places:
            at = (
                np.clip(rows - reach + round(y), 0, height - 1),
                np.clip(columns - reach + round(x), 0, width - 1),
            )
            colours.append(np.median(evidence.difference[at] + self.relative[at], axis=0))
        return np.asarray(colours, np.float32).reshape(-1, 3)

    def learn(self, evidence: Evidence, bare: Mask, rate: float) -> None:
        """Lets the reference follow what bare board looks like now, where `bare` (h, w) says it is bare.

        It follows the light as a whole, too.
        """
        shift = np.where(bare[..., None], evidence.difference * np.float32(rate), np.float32(0))
        self._reference += shift + np.float32(rate) * evidence.change
        self.relative += shift
        self._relative_steps = self._steps_of_relative()
        self._texture = self._texture_of_reference()

    def _texture_of_reference(self) -> Floats:
        """How the reference's brightness (h, w) steps from that around; a sharp edge counts no more."""
        brightness = np.ascontiguousarray(self._reference[..., 0])
        steps = brightness - cv2.blur(brightness, self._window)
        return np.asarray(np.clip(steps, -STEEPEST_STEP, STEEPEST_STEP), np.float32)

    def _steps_of_relative(self) -> "Sequence[MatLike]":
        """The reference relative to the board nearby in steps of the densities, one (h, w) for each axis."""
        return cv2.split(((self.relative - LOWEST) / CELL_STEP - 0.5).astype(np.float32))

    def _cells(self, planes: "Sequence[MatLike]") -> NDArray[np.uint16]:
        """The index of each pixel's colour, relative to the board nearby, in densities, (h, w)."""
        cells = np.zeros(planes[0].shape, np.uint16)
        for plane, relative, step in zip(planes, self._relative_steps, CELL_STEP.tolist(), strict=True):
            steps = cv2.addWeighted(plane, 1 / step, relative, 1, 0, dtype=cv2.CV_8U)
            cells <<= LEVEL_BITS
            cells |= np.asarray(cv2.threshold(steps, LEVELS - 1, 0, cv2.THRESH_TRUNC)[1], np.uint8)
        return cells


def _split(picture: Floats) -> "Sequence[MatLike]":
    """The three planes (h, w) of a picture (h, w, 3)."""
    height, width = picture.shape[:2]
    # Planes that it has to make itself are copied once more on their way here.
    return cv2.split(picture, list(np.empty((3, height, width), np.float32)))
