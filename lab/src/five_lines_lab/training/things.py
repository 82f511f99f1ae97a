"""Crops of tables and photographs with counters, dice and other things, for the things network."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from companion.game import Seat
from companion.system.atomic_file import write_whole
from five_lines_lab.dataset.ground_truth import TrueRenderer
from five_lines_lab.training.crops import worn
from five_lines_lab.training.dice import paste_die, random_die
from five_lines_lab.training.objects import dull_colour, paste, random_counter, random_light, random_thing
from five_lines_lab.training.photographs import labelled_counters
from five_lines_lab.training.samples import MIN_VISIBLE
from five_lines_lab.training.tables import Rng, play, random_table, relit
from hardware.virtual_table.render import lens
from vision.arrays import Doubles, Floats, Picture
from vision.classifier.things import OTHER, PX_PER_MM, ROUND, THING_CELL_PX
from vision.picture_file import encode_picture, read_picture

CROP_PX = 128  # side of a crop: 16 cells
TABLE_PX = (1280, 960)
SEED = 14

DRAWN, DRAWN_COUNTERS = 5, 0.4  # most counters and other things that are drawn, and the share of counters
MAX_DICE = 4  # dice that a crop gets if they all find room
APART_MM = 26.0  # minimum distance of a die from another
DIAMETERS_MM = (18.0, 26.0)

MIDDLE, BEYOND = 0.2, 0.75
"""Distances of a cell from a thing's middle, in its widths: up to the first it shows the thing, between both
nothing is learned.
"""

MIN_WIDTH_PX = 30.0  # smallest width that counts: at least one cell shows the middle of each thing
NEAR = 9  # labelled counters near a crop's middle from which its scale is taken
BESIDE_MM, TOP_MM = 40.0, 5.0  # margin of drawn tables beside the board; height at which they are rectified
EITHER = 255  # target of a cell of which nothing is learned
CLASS_OF = {"disc": ROUND, "pebble": ROUND, "ring": EITHER}
"""Classes of things by their outlines; any other outline is plainly no counter's."""


@dataclass(frozen=True)
class LabelledPicture:
    """A picture (h, w, 3) BGR and its counters (n, 4): middles, widths and heights in pixels."""

    picture: Picture
    counters: Doubles

    @classmethod
    def read(cls, path: Path) -> "LabelledPicture":
        """Read images/NAME.jpg and labels/NAME.txt."""
        picture = read_picture(path)
        return cls(picture, labelled_counters(path)[:, 1:] * (picture.shape[1::-1] * 2))


class _Targets:
    """The targets (cells, cells) of a crop."""

    def __init__(self) -> None:
        cells = CROP_PX // THING_CELL_PX
        self.classes = np.zeros((cells, cells), np.uint8)
        cell = np.mgrid[0:cells, 0:cells][::-1].transpose(1, 2, 0)
        self._middles = THING_CELL_PX * cell + (THING_CELL_PX - 1) / 2

    def mark(self, at: Doubles, size_px: float, of_class: int) -> None:
        """Mark what lies at a place (2,): its class about its middle, and open around that."""
        away = np.hypot(*(self._middles - at).transpose(2, 0, 1)) / max(size_px, MIN_WIDTH_PX)
        self.classes[away < BEYOND] = EITHER
        self.classes[away < MIDDLE] = of_class


def things_crop(pictures: Sequence[LabelledPicture], rng: Rng) -> tuple[Picture, NDArray[np.uint8]]:
    """Return a crop (CROP_PX, CROP_PX, 3) BGR and its targets (cells, cells), see `vision.classifier.things`.

    Counters, other things and dice are drawn onto a part of one of the pictures.
    """
    targets, room = _Targets(), random_light(rng)
    frame, counters, px = _background(pictures[int(rng.integers(len(pictures)))], rng)
    for place in counters:
        targets.mark(place, px, ROUND)
    for _ in range(int(rng.integers(DRAWN + 1))):
        colour = dull_colour(rng)
        look = random_counter(rng, colour) if rng.uniform() < DRAWN_COUNTERS else random_thing(rng, colour)
        if look.surface != "pips":
            at, drawn_px = rng.uniform(0, CROP_PX, 2), px * float(rng.uniform(0.9, 1.1))
            paste(frame, look, room, at, drawn_px, rng)
            targets.mark(at, drawn_px * look.size, CLASS_OF.get(look.outline, OTHER))
    places = np.zeros((0, 2))
    for _ in range(int(rng.integers(MAX_DICE + 1))):
        at, die = rng.uniform(8, CROP_PX - 8, 2), random_die(rng)
        if np.hypot(*(places - at).T).min(initial=np.inf) > APART_MM * PX_PER_MM:
            places, face = np.vstack([places, at]), int(rng.integers(1, 7))
            paste_die(frame, die, face, room, at, rng)
            targets.mark(at, die.side_mm * PX_PER_MM, face)
    return worn(_as_seen(frame, rng), rng), targets.classes


def _background(labelled: LabelledPicture, rng: Rng) -> tuple[Floats, Doubles, float]:
    """Return a part of a picture (CROP_PX, CROP_PX, 3), turned and lit otherwise.

    Also return the middles (n, 2) of the picture's counters in it, and their diameter in pixels.
    """
    picture, counters = labelled.picture, labelled.counters
    about = rng.uniform(0.1, 0.9, 2) * picture.shape[1::-1]
    if len(counters) and rng.uniform() < 0.7:
        about = counters[int(rng.integers(len(counters))), :2] + rng.normal(0, 20, 2)
    px = float(rng.uniform(*DIAMETERS_MM)) * PX_PER_MM
    near = counters[np.argsort(np.hypot(*(counters[:, :2] - about).T))[:NEAR]]
    across = np.median(near[:, 2:], axis=0) if len(near) else np.full(2, px * rng.uniform(0.7, 1.6))
    turn = rng.uniform(0, 2 * np.pi)
    move = np.array([(np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))]) @ np.diag(px / across)
    whole = np.hstack([move, (CROP_PX / 2 - move @ about)[:, None]])
    part = cv2.warpAffine(picture, whole, (CROP_PX, CROP_PX), borderMode=cv2.BORDER_REFLECT)
    gain = np.exp(rng.normal(0, 0.25) + rng.normal(0, 0.08, 3))
    return np.asarray(np.clip(part * gain, 0, 255), np.float32), counters[:, :2] @ move.T + whole[:, 2], px


def _as_seen(frame: Floats, rng: Rng) -> Picture:
    """Return a frame (h, w, 3) as it is rectified from a camera's picture that may be coarser, or blurred."""
    fx, fy = rng.uniform(0.45, 1.3, 2)
    seen = frame
    if rng.uniform() < 0.3:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.4, 1.1))), np.float32)
    if min(fx, fy) < 1:
        size_wh = (round(CROP_PX * min(fx, 1)), round(CROP_PX * min(fy, 1)))
        seen = np.asarray(cv2.resize(seen, size_wh, interpolation=cv2.INTER_AREA), np.float32)
        seen = np.asarray(cv2.resize(seen, (CROP_PX, CROP_PX), interpolation=cv2.INTER_LINEAR), np.float32)
    return np.asarray(np.clip(seen + 0.5, 0, 255), np.uint8)


def draw_tables(folder: Path, count: int) -> None:
    """Draw the tables missing in a folder on all processors: seen from above, labelled as photographs are."""
    lacking = [n for n in range(count) if not (folder / "images" / f"{n:05d}.jpg").exists()]
    if lacking:
        for name in ("images", "labels"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        with ProcessPoolExecutor() as workers:
            for _ in tqdm(
                workers.map(_draw_table, repeat(folder), lacking), total=len(lacking), unit="table"
            ):
                pass


def _draw_table(folder: Path, number: int) -> None:
    cv2.setNumThreads(1)
    rng = np.random.default_rng((SEED, number))
    table = random_table(rng, TABLE_PX)
    shot = play(rng, relit(rng, table) if rng.uniform() < 0.5 else table, thing=bool(rng.uniform() < 0.3))
    rendered, scene = TrueRenderer(1).render(shot.scene, int(rng.integers(1 << 30))), shot.scene
    half_mm = np.array(scene.board.size_mm) / 2 + BESIDE_MM
    corners = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * half_mm
    seen = lens.project(scene.camera, np.column_stack([corners, np.full(4, TOP_MM)])).astype(np.float32)
    size_wh = (2 * half_mm * PX_PER_MM).round().astype(int)
    flat = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32) * size_wh.astype(np.float32)
    picture = cv2.warpPerspective(rendered.picture, cv2.getPerspectiveTransform(seen, flat), size_wh.tolist())
    lines = []
    for one in rendered.truth.counters:
        if one.visible > MIN_VISIBLE and not one.counter.held and one.counter.name not in shot.strange:
            x, y = (np.array([one.counter.x_mm, -one.counter.y_mm]) / half_mm + 1) / 2
            width, height = one.counter.diameter_mm / (2 * half_mm)
            if 0 < x < 1 and 0 < y < 1:
                lines.append(
                    f"{list(Seat).index(one.counter.seat)} {x:.5f} {y:.5f} {width:.5f} {height:.5f}\n"
                )
    (folder / "labels" / f"{number:05d}.txt").write_text("".join(lines), encoding="utf-8")
    write_whole(
        folder / "images" / f"{number:05d}.jpg", encode_picture(np.asarray(picture, np.uint8), ".jpg")
    )
