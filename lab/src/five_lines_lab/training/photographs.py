"""Photographs of real counters to learn from, as samples like those of drawn tables.

A folder holds `images/NAME.jpg` and `labels/NAME.txt`: a line for each counter, its seat (0 or 1) and its
box or outline in shares of the picture (YOLO form). No picture shows the bare board: it is filled in as
calibration fills it from examples.
"""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.learn.reference import MIN_KNOWN, fill_unknown, like_bare, without_objects
from companion.board.spec import BoardSpec
from five_lines_lab.training.arms import random_arm
from five_lines_lab.training.crops import chequers, hidden_by, in_cells, painted
from five_lines_lab.training.samples import TrainingSample, about, looks, measures_of
from five_lines_lab.training.tables import Rng
from vision.arrays import Picture
from vision.classifier.inputs import CELL_PX, CLASSIFIER_COUNTER_PX, classifier_grid
from vision.errors import VisionError
from vision.geometry.rectify import board_area
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import opponent_log
from vision.picture_file import read_picture

SPEC = BoardSpec(
    line_length_mm=120.0,
    line_pitch_mm=30.0,
    point_diameter_mm=16.0,
    counter_diameter_mm=float(CLASSIFIER_COUNTER_PX),
    counter_height_mm=5.0,
    counters_per_seat=0,
)
"""A board as large as a window of a photograph, with a pixel for a millimetre."""

HELD_OUT = {
    "white cloth or paper": (33, 37, 98, 103, 114, 154, 166, 201, 206, 231, 234, 236),
    "green, blue or red board": (67, 124, 157, 173, 197, 216),
    "a lamp's sheen": (41, 61, 62, 71, 76, 148, 203, 215, 241),
    "others": tuple(range(7, 245, 9)),
}
"""Numbers of the photographs that are kept for evaluation, by kind; chosen before the first training."""

NEAR = 20  # counters near a window's middle from which the scale is taken
EXAMPLES = 6  # examples of each seat, and of empty places, from which a board is learned, at most

CLEARANCE = 0.95
"""Distance, in diameters, of an example of an empty place from the nearest counter's middle at least."""

CHEQUERED = 0.2  # share of windows whose board is painted with squares of two shades
LEARNED_ARM = 0.2  # share of windows over which an arm lay when the board was learned
LIKE_BOARD, LIKENESS = 0.35, (0.4, 1.1)
"""Share of windows in which the seat that is more like the board is brought closer to its colour, and by how
much of the difference: pale counters on a pale board show by their rims and shadows alone."""

TRIES = 8  # windows tried in a photograph before it is given up


def photographs(folder: Path, *, held_out: bool) -> list[tuple[str, Path]]:
    """Return kind and path of the photographs in a folder that are held out, or of those to learn from.

    Raises VisionError where there are none.
    """
    kind_of = {
        f"stone_{number:03d}": kind for kind, numbers in reversed(HELD_OUT.items()) for number in numbers
    }
    paths = sorted((folder / "images").glob("*.jpg"))
    found = [
        (kind_of.get(path.stem, "learned"), path) for path in paths if (path.stem in kind_of) == held_out
    ]
    if not found:
        raise VisionError(f"{folder}: no photographs (images/NAME.jpg with labels/NAME.txt)")
    return found


def labelled_counters(path: Path) -> NDArray[np.float64]:
    """Return the counters (n, 5) labelled in a photograph: seat, middle, width and height, as shares."""
    rows = []
    for line in (path.parent.parent / "labels" / f"{path.stem}.txt").read_text().splitlines():
        seat, *numbers = map(float, line.split())
        if len(numbers) > 4:
            outline = np.array(numbers).reshape(-1, 2)
            low, high = outline.min(axis=0), outline.max(axis=0)
            numbers = [*(low + high) / 2, *(high - low)]
        rows.append((seat, *numbers))
    return np.array(rows, np.float64).reshape(-1, 5)


def photograph_samples(path: Path, rng: Rng) -> Iterator[TrainingSample]:
    """Yield a sample from a random window of a photograph; nothing if no window has both seats."""
    picture = read_picture(path)
    counters = labelled_counters(path)
    for _ in range(TRIES if len(counters) else 0):
        sample = _window(picture, counters, rng)
        if sample is not None:
            yield sample
            return


def _window(picture: Picture, counters: NDArray[np.float64], rng: Rng) -> TrainingSample | None:
    """Return a sample from a window about one of the counters, scaled so that they are round."""
    grid = classifier_grid(SPEC)
    width, height = grid.size_wh
    about_it = counters[int(rng.integers(len(counters))), 1:3]
    near = np.argsort(np.hypot(*(counters[:, 1:3] - about_it).T))[:NEAR]
    size = (CLASSIFIER_COUNTER_PX / np.median(counters[near, 3:], axis=0)).round().astype(int)
    scaled = cv2.resize(picture, size.tolist(), interpolation=cv2.INTER_AREA)
    room = np.maximum((width, height) - size, 0)
    scaled = cv2.copyMakeBorder(scaled, 0, int(room[1]), 0, int(room[0]), cv2.BORDER_REPLICATE)
    offset = about_it * size - rng.uniform(0.2, 0.8, 2) * (width, height)
    left, top = np.clip(offset, 0, np.maximum(size - (width, height), 0)).astype(int).tolist()
    frame = np.ascontiguousarray(scaled[top : top + height, left : left + width], np.uint8)
    places = counters[:, 1:3] * size - (left, top) - 0.5
    inside = ((places >= 0) & (places < (width, height))).all(axis=1)
    laid = np.column_stack([np.zeros(inside.sum()), counters[inside, 0], places[inside]])
    if rng.uniform() < LIKE_BOARD:
        frame = like_board(frame, laid, float(rng.uniform(*LIKENESS)))
    return _sample(frame, laid, rng)


def like_board(frame: Picture, laid: NDArray[np.float64], share: float) -> Picture:
    """Return a window whose counters of one seat, the more like the board, are closer to its colour."""
    px, shape = float(CLASSIFIER_COUNTER_PX), frame.shape[:2]
    board = frame[~about(laid, 0.7 * px, shape)]
    masks = [about(laid[laid[:, 1] == seat], 0.5 * px, shape) for seat in (0, 1)]
    if not len(board) or not all(mask.any() for mask in masks):
        return frame
    logs = [np.log(1.0 + np.median(pixels, axis=0)) for pixels in (board, *(frame[mask] for mask in masks))]
    differences = [logs[0] - of_seat for of_seat in logs[1:]]
    closer = int(np.argmin([np.abs(one).sum() for one in differences]))
    soft = cv2.GaussianBlur(masks[closer].astype(np.float32), (0, 0), 0.7)[..., None]
    factors = np.exp(soft * share * differences[closer])
    return np.asarray(np.clip(frame * factors + 0.5, 0, 255), np.uint8)


def _sample(frame: Picture, laid: NDArray[np.float64], rng: Rng) -> TrainingSample | None:
    """Return the sample of a window (h, w, 3) with counters (n, 4), learned from a few examples in it."""
    grid, px = classifier_grid(SPEC), float(CLASSIFIER_COUNTER_PX)
    shape = frame.shape[:2]
    if rng.uniform() < CHEQUERED:
        board = ~about(laid, 0.52 * px, shape)[..., None]
        frame = painted(frame, np.where(board, chequers(shape, rng), np.float32(1)))
    rows, columns = shape[0] // CELL_PX, shape[1] // CELL_PX
    things = np.zeros((rows, columns), np.float32)
    if rng.uniform() < LEARNED_ARM:
        arm = random_arm(rng, shape, px)
        frame, things = arm.over(frame), in_cells(arm.covers)
        laid = laid[~hidden_by(arm.covers, laid[:, 2:])]
    colours = opponent_log(frame)
    seats = [rng.permutation(laid[laid[:, 1] == seat])[:EXAMPLES] for seat in (0, 1)]
    covered = about(laid, CLEARANCE * px, shape) | (cv2.resize(things, shape[::-1]) > 0)
    empty = np.argwhere(~covered)
    if not all(len(examples) for examples in seats) or not len(empty):
        return None
    spots = [(0, 0, x, y) for y, x in rng.permutation(empty)[:EXAMPLES].tolist()]
    samples = colours[about(np.array(spots), 0.25 * px, shape) & ~about(laid, 0.7 * px, shape)]
    own = np.array(
        [np.median(colours[about(one[None], 0.36 * px, shape)], axis=0) for one in np.vstack(seats)]
    )
    area = board_area(SPEC, grid)
    known = without_objects(like_bare(frame, samples, own, area, px), area, px)
    if known.mean() < MIN_KNOWN:
        return None
    bare = fill_unknown(frame, known, px)
    return TrainingSample(
        references=np.stack([bare, bare]),
        known=np.stack([known, known]),
        frames=frame[None],
        counters=np.asarray(laid, np.float32),
        things=(255 * things[None]).astype(np.uint8),
        looks=looks(BoardRaster(SPEC, grid, bare, known), frame, np.vstack(seats)),
        light_changed=np.zeros(1, bool),
        measures=measures_of(SPEC),
    )
