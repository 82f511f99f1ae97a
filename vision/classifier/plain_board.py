"""Things on a board whose bare look is not known: a plain board of its colour takes its place."""

import cv2
import numpy as np

from companion.board.spec import BoardSpec
from companion.game.board import PerSeat
from vision.arrays import Floats, Mask, Picture, as_levels, as_picture
from vision.classifier.detections import probabilities
from vision.classifier.inputs import CELL_PX, ClassifierInput, CounterAppearance, classifier_grid
from vision.classifier.network import Network
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import CLIPPED, opponent_log

MIN_THING = 2.3  # minimum area, in counters, of a thing

MIN_THING_PROBABILITY = 0.6
"""Minimum probability of a thing by its shape. Of 22 drawn arms and 17 rendered hands over points one showed
less than 2.3 counters of it, of 60 pictures without a thing one more: an uneven light of one colour."""

MIN_SOLID, MIN_REPEATED = 0.7, 0.3
"""Minimum share of its convex hull that a thing fills, else it is a pattern if this share of it is repeated
elsewhere: chequers filled 0.52 to 0.65 and repeated 0.42, arms filled 0.6 and more and repeated 0.15."""

SAME_COLOUR = 0.15  # maximum difference, in log-opponent units, of the colours of one thing or pattern

_AROUND = np.ones((9, 9), np.uint8)
"""Cells about a thing that its rim and shadow may reach: a counter's diameter to each side."""


def plain_board(spec: BoardSpec, colour: Floats) -> BoardRaster:
    """Return a board of one colour (3,) BGR on the network's grid."""
    grid = classifier_grid(spec)
    shape = grid.size_wh[::-1]
    reference = np.broadcast_to(colour.astype(np.uint8), (*shape, 3)).copy()
    return BoardRaster(spec, grid, reference, np.ones(shape, bool))


def things_on(
    board: BoardRaster,
    looks: PerSeat[CounterAppearance],
    rectified: Picture,
    network: Network,
    within: Mask,
) -> tuple[Mask, Mask]:
    """Return the cells (h, w) of things on a board in a rectified picture, and those of a pattern.

    Things are looked for `within` (H, W) a part of the picture, by colours and by a network of shapes.
    """
    inputs, cells = ClassifierInput(board, looks), (slice(CELL_PX // 2, None, CELL_PX),) * 2
    # Overexposed board has no look of its own.
    judged = (within & ((rectified >= CLIPPED).sum(axis=2) < 2))[cells]
    found = as_picture(
        (probabilities(network.logits(inputs.of(rectified)))[-1] > MIN_THING_PROBABILITY) & judged
    )
    _, labels, stats, _ = cv2.connectedComponentsWithStats(found)
    least = MIN_THING * np.pi / 4 * (board.counter_px / CELL_PX) ** 2
    even = as_levels(cv2.blur(rectified, (CELL_PX, CELL_PX)))
    shown, bare = inputs.colours(even)[cells], board.reference_log[cells]
    # In a crowd of counters light is hard to tell: bare board there has other colours than the rest.
    is_bare = _alike(opponent_log(even)[cells], bare)
    things, patterns = np.zeros((2, *labels.shape), bool)
    for label in np.flatnonzero(stats[1:, cv2.CC_STAT_AREA] >= least) + 1:
        thing = labels == label
        colour = np.median(shown[thing], axis=0)
        around = cv2.dilate(as_picture(thing), _AROUND) > 0
        # As much of it elsewhere is the board's pattern, or a crowd of counters.
        elsewhere = judged & ~around & ~is_bare & _alike(shown, colour)
        is_solid = thing.sum() >= MIN_SOLID * _hull(thing).sum()
        is_repeated = elsewhere.sum() >= (1 if is_solid else MIN_REPEATED) * thing.sum()
        (patterns if is_repeated or np.median(is_bare[thing]) else things)[thing] = True
    return things, patterns


def _alike(colours: Floats, colour: Floats) -> Mask:
    """Return which log-opponent colours (..., 3) are alike another (3,)."""
    return np.asarray(np.abs(colours - colour).max(axis=-1) < SAME_COLOUR)


def _hull(cells: Mask) -> Picture:
    """Return 1 in the convex hull (h, w) of cells (h, w), else 0."""
    hull = np.zeros(cells.shape, np.uint8)
    cv2.fillConvexPoly(hull, cv2.convexHull(np.argwhere(cells)[:, ::-1].astype(np.int32)), (1,))
    return hull
