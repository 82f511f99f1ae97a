"""Render a scene with its ground truth."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.game import RING, Point
from hardware.virtual_table.render import lens, marks
from hardware.virtual_table.render.renderer import HAND, Renderer
from hardware.virtual_table.render.sensor import develop
from hardware.virtual_table.scene import VirtualCounter, VirtualScene

PROBES_MM = 8.0  # a point is occluded if the hand hides more than half of the places within this distance
Owners = NDArray[np.int16]  # owner of each sample (rows * n, columns * n)


@dataclass(frozen=True)
class SeenCounter:
    """A counter of the scene as seen in the picture.

    Pixels (x, y) of its middle at half its height, at its underside and at its top; `visible` is its visible
    share, 0 to 1, within the frame.
    """

    counter: VirtualCounter
    middle_px: tuple[float, float]
    base_px: tuple[float, float]
    top_px: tuple[float, float]
    visible: float
    in_view: bool


@dataclass(frozen=True)
class GroundTruth:
    """Where everything is in a picture.

    `points_px` (10, 2) are in the order of the ring; `markers_px` (4, 2) in the order of their ids;
    `occluded_points` are the points hidden by the hand.
    """

    counters: tuple[SeenCounter, ...]
    points_px: NDArray[np.float64]
    markers_px: NDArray[np.float64]
    occluded_points: tuple[Point, ...]


@dataclass(frozen=True)
class Rendered:
    """A picture, (h, w, 3) uint8 BGR, its ground truth, and the owner of each of its samples."""

    picture: NDArray[np.uint8]
    truth: GroundTruth
    owners: Owners


class TrueRenderer(Renderer):
    """A renderer that also says what is where in a picture."""

    def render(self, scene: VirtualScene, seed: int = 0) -> Rendered:
        """Return the picture of a scene, with noise drawn from the seed, and its ground truth."""
        drawn = self.drawn(scene)
        picture = develop(drawn.levels, scene.sensor, seed)
        truth = _ground_truth(scene, drawn.owners, drawn.whole, self.oversampling)
        return Rendered(picture, truth, drawn.owners)


def _ground_truth(scene: VirtualScene, owners: Owners, whole: list[int], n: int) -> GroundTruth:
    """Return the ground truth, from the owners of samples and the samples of each whole body."""
    seen = tuple(
        _seen(scene, counter, int(np.count_nonzero(owners == number)), whole[number])
        for number, counter in enumerate(scene.counters)
    )
    return GroundTruth(
        seen,
        lens.project(scene.camera, _upon_board(marks.points_mm(scene.board))),
        lens.project(scene.camera, _upon_board(scene.board.spec.marker_centres_mm)),
        _occluded(scene, owners, n),
    )


def _upon_board(points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.column_stack([points_mm, np.zeros(len(points_mm))])


def _seen(scene: VirtualScene, counter: VirtualCounter, samples: int, whole: int) -> SeenCounter:
    x, y, z, h = counter.x_mm, counter.y_mm, counter.z_mm, counter.height_mm
    pixels = lens.project(scene.camera, [(x, y, z + h / 2), (x, y, z), (x, y, z + h)])
    middle, base, top = ((float(px), float(py)) for px, py in pixels)
    width, height = scene.camera.width_px, scene.camera.height_px
    in_view = bool(-0.5 <= middle[0] < width - 0.5 and -0.5 <= middle[1] < height - 0.5)
    return SeenCounter(counter, middle, base, top, samples / whole if whole else 0.0, in_view)


def _occluded(scene: VirtualScene, owners: Owners, n: int) -> tuple[Point, ...]:
    if scene.hand is None:
        return ()
    turns = np.arange(6) * np.pi / 3
    ring = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    probes = np.concatenate([PROBES_MM * share * ring for share in (0.0, 0.6, 1.0)])
    occluded = []
    for point, place in zip(RING, marks.points_mm(scene.board), strict=True):
        pixels = lens.project(scene.camera, _upon_board(place + probes))
        samples = np.round((pixels + 0.5) * n - 0.5).astype(int)
        inside = (samples >= 0).all(axis=1) & (samples < (owners.shape[1], owners.shape[0])).all(axis=1)
        over = owners[samples[inside, 1], samples[inside, 0]] == HAND
        if over.size and over.mean() > 0.5:
            occluded.append(point)
    return tuple(occluded)
