"""Measure whether things of a counter's size on an empty point are read as counters.

Things are drawn in perspective onto pictures with truth: two counters of each seat and all beside the board
are first replaced by the empty board, so that any thing might be a missing one. Pictures that are then not
read right are left out, but counted where a counter is taken for a thing. Run it as `python bench/things.py
PICTURES [--kinds NAME ...] [--points N] [--seed N] [--out DIR]`; pictures that were read as having one more
counter are written to `--out`.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import calibrate
from calibration.errors import CalibrationError
from companion.game.board import RING, Halves, Point, Seat
from five_lines_lab.evaluation.evaluation import training_set
from five_lines_lab.evaluation.truth import FrameTruth, PictureSet, read_truth
from vision.board_reader import BoardReader
from vision.calibration import Calibration
from vision.picture_file import encode_picture, read_picture
from vision.reading import Cause

Floats = NDArray[np.float64]
Picture = NDArray[np.uint8]
Rng = np.random.Generator

SPAN_MM, PX_PER_MM = 48.0, 8
"""Side of the square that a thing is drawn in, and its scale."""

CAST = 1.5
"""Radius, in diameters, within which the empty board replaces a counter and its shadow."""

Drawing = tuple[NDArray[np.float32], NDArray[np.float32], float]
"""A thing seen from above: its colour (s, s, 3) BGR, where it is (s, s) from 0 to 1, and its height in mm."""


class Sketch:
    """A thing that is being drawn, in mm about its middle; light from one side shades its `relief` (s, s)."""

    def __init__(self, colour: tuple[float, ...], height_mm: float, gloss: float = 0.1) -> None:
        side = round(SPAN_MM * PX_PER_MM)
        self.height_mm, self.gloss = height_mm, gloss
        self.mask = np.zeros((side, side), np.uint8)
        self.relief = np.zeros((side, side), np.float32)
        self.colour = np.empty((side, side, 3), np.float32)
        self.colour[:] = colour

    def px(self, places: object) -> NDArray[np.int32]:
        """Return pixels of places in mm."""
        return np.asarray((np.asarray(places) + SPAN_MM / 2) * PX_PER_MM).round().astype(np.int32)

    def disc(self, radius: float, at: tuple[float, float] = (0, 0), value: int = 255) -> None:
        """Add a disc, or with 0 take it out."""
        cv2.circle(self.mask, self.px(at).tolist(), round(radius * PX_PER_MM), value, -1)

    def shape(self, corners: object) -> None:
        """Add a polygon."""
        cv2.fillPoly(self.mask, [self.px(corners)], 255)

    def spot(
        self, radius: float, at: tuple[float, float], colour: tuple[float, ...], axis: float = 1.0
    ) -> None:
        """Paint a disc, or an ellipse `axis` times as long."""
        axes = [round(radius * PX_PER_MM), round(radius * axis * PX_PER_MM)]
        cv2.ellipse(self.colour, self.px(at).tolist(), axes, 0, 0, 360, colour, -1)

    def raise_disc(self, radius: float, at: tuple[float, float] = (0, 0), width: float = -1) -> None:
        """Raise a disc, or a ring of a width, out of the surface."""
        thick = -1 if width < 0 else max(1, round(width * PX_PER_MM))
        cv2.circle(self.relief, self.px(at).tolist(), round(radius * PX_PER_MM), 1.0, thick)

    def drawn(self, rng: Rng) -> Drawing:
        """Return the drawing in light from the upper left."""
        smooth = cv2.GaussianBlur(self.relief, (0, 0), 0.25 * PX_PER_MM)
        slope = cv2.Sobel(smooth, cv2.CV_32F, 1, 0) + cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
        coarse = rng.normal(0, self.gloss, (3, 3)).astype(np.float32)
        sheen = cv2.resize(coarse, self.mask.shape, interpolation=cv2.INTER_CUBIC)
        shaded = np.asarray(self.colour * (1 + 1.2 * slope + sheen)[..., None], np.float32)
        return shaded, np.asarray(self.mask / 255, np.float32), self.height_mm


def _coin(colour: tuple[float, ...], radius: float = 11.6) -> Callable[[Rng], Sketch]:
    def coin(rng: Rng) -> Sketch:
        made = Sketch(colour, 1.8, 0.15)
        made.disc(radius)
        made.raise_disc(0.92 * radius, width=0.07 * radius)
        for _ in range(int(rng.integers(3, 7))):
            at = rng.normal(0, 0.25 * radius, 2)
            made.raise_disc(radius * rng.uniform(0.08, 0.35), (float(at[0]), float(at[1])))
        for angle in np.arange(0, rng.uniform(2, 6), 0.4):
            made.raise_disc(
                0.07 * radius, (0.75 * radius * float(np.cos(angle)), 0.75 * radius * float(np.sin(angle)))
            )
        return made

    return coin


def _two_metals(rng: Rng) -> Sketch:
    made = _coin((165, 170, 170), 12.5)(rng)
    made.spot(8.5, (0, 0), (95, 165, 200))
    made.raise_disc(8.5, width=0.6)
    return made


def _die(colour: tuple[float, ...], pip: tuple[float, ...], side: float = 15) -> Callable[[Rng], Sketch]:
    def die(rng: Rng) -> Sketch:
        made, half = Sketch(colour, side, 0.05), side / 2
        made.shape([(-half, -half), (half, -half), (half, half), (-half, half)])
        eyes = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        for x, y in rng.permutation(eyes)[: rng.integers(1, 7)].tolist():
            made.spot(0.1 * side, (0.55 * half * x, 0.55 * half * y), pip)
        return made

    return die


def _paper(rng: Rng) -> Sketch:
    made = Sketch((235, 238, 240), 0.3, 0.04)
    made.shape(np.array([(-14, -9), (14, -11), (15, 8), (-13, 10)]) * rng.uniform(0.7, 1.0))
    return made


def _lettered(rng: Rng) -> Sketch:
    made = _paper(rng)
    for row in range(-8, 9, 4):
        cv2.line(made.colour, made.px((-12, row)).tolist(), made.px((12, row)).tolist(), (60, 60, 60), 6)
    return made


def _ring(colour: tuple[float, ...], width: float) -> Callable[[Rng], Sketch]:
    def ring(rng: Rng) -> Sketch:
        made = Sketch(colour, 3, 0.3)
        made.disc(10.5)
        made.disc(10.5 - width, value=0)
        made.raise_disc(10.5 - width / 2, width=width / 2)
        return made

    return ring


def _key(rng: Rng) -> Sketch:
    made = Sketch((150, 158, 160), 2.2, 0.2)
    made.disc(10)
    made.disc(3, (-5, 0), 0)
    made.shape([(8, -3), (22, -3), (22, 1), (19, 4), (17, 1), (14, 4), (8, 3)])
    made.raise_disc(8.5, width=0.6)
    return made


def _button(rng: Rng) -> Sketch:
    made = Sketch((70, 150, 60), 3, 0.06)
    made.disc(11)
    made.raise_disc(8, width=1)
    for x, y in ((-2, -2), (2, -2), (-2, 2), (2, 2)):
        made.spot(0.9, (x, y), (25, 40, 20))
    return made


def _cap(rng: Rng) -> Sketch:
    made = Sketch((50, 40, 190), 6, 0.1)
    angles = np.linspace(0, 2 * np.pi, 127)
    radius = 13.5 + 0.8 * np.cos(21 * angles)
    made.shape(np.stack([radius * np.cos(angles), radius * np.sin(angles)], axis=1))
    made.spot(8, (0, 0), (225, 230, 232), 0.55)
    made.raise_disc(12, width=1)
    return made


def _leaf(rng: Rng) -> Sketch:
    made = Sketch((50, 120, 70), 1, 0.1)
    along = np.linspace(-15, 15, 30)
    wide = 8 * np.cos(along / 15 * np.pi / 2)
    made.shape(np.concatenate([np.stack([along, wide], axis=1), np.stack([along, -wide], axis=1)[::-1]]))
    cv2.line(made.colour, made.px((-15, 0)).tolist(), made.px((15, 0)).tolist(), (70, 160, 120), 5)
    return made


def _nut(rng: Rng) -> Sketch:
    made = Sketch((140, 146, 150), 6, 0.25)
    angles = np.arange(6) * np.pi / 3
    made.shape(11 * np.stack([np.cos(angles), np.sin(angles)], axis=1))
    made.disc(5.5, value=0)
    return made


def _bean(rng: Rng) -> Sketch:
    made = Sketch((40, 60, 110), 7, 0.12)
    made.disc(6.5, (-4, 0))
    made.disc(6.5, (4, 1))
    return made


def _sugar(rng: Rng) -> Sketch:
    made = Sketch((240, 243, 245), 12, 0.08)
    made.shape([(-8, -8), (8, -8), (8, 8), (-8, 8)])
    made.relief += rng.normal(0, 0.3, made.relief.shape).astype(np.float32)
    return made


def _eraser(rng: Rng) -> Sketch:
    made = Sketch((235, 238, 238), 10, 0.04)
    made.shape([(-13, -8), (13, -8), (13, 8), (-13, 8)])
    cv2.rectangle(made.colour, made.px((0, -8)).tolist(), made.px((14, 8)).tolist(), (170, 90, 40), -1)
    return made


def _insect(rng: Rng) -> Sketch:
    made = Sketch((25, 25, 25), 3, 0.1)
    made.disc(3.5)
    made.disc(2.5, (4.5, 0))
    made.disc(3, (-5, 0))
    return made


def _plain(colour: tuple[float, ...]) -> Callable[[Rng], Sketch]:
    def plain(rng: Rng) -> Sketch:
        made = Sketch(colour, 3, 0.08)
        made.disc(11.5)
        return made

    return plain


KINDS: dict[str, Callable[[Rng], Sketch]] = {
    "copper coin": _coin((60, 95, 160)),
    "gold coin": _coin((70, 160, 205)),
    "silver coin": _coin((172, 175, 174)),
    "small silver coin": _coin((165, 168, 167), 9),
    "coin of two metals": _two_metals,
    "white die": _die((232, 235, 238), (30, 30, 30)),
    "red die": _die((40, 40, 185), (235, 235, 235)),
    "black die": _die((32, 32, 34), (230, 230, 230), 12),
    "wooden die": _die((110, 165, 205), (35, 50, 70), 16),
    "slip of paper": _paper,
    "slip with letters": _lettered,
    "gold ring": _ring((70, 165, 210), 2.2),
    "steel washer": _ring((150, 155, 158), 5.5),
    "key": _key,
    "green button": _button,
    "bottle cap": _cap,
    "leaf": _leaf,
    "nut": _nut,
    "bean": _bean,
    "sugar cube": _sugar,
    "eraser": _eraser,
    "insect": _insect,
    "yellow disc": _plain((60, 195, 220)),
}

LEARNED_FROM = ("copper coin", "gold coin", "slip of paper", "red die", "green button", "leaf")
"""Kinds that thresholds may be chosen on; all others are held out."""


@dataclass(frozen=True)
class Table:
    """A picture (H, W, 3) of a board with some counters missing, and what lies there."""

    picture: Picture
    halves: Halves
    light: float
    """Grey level, as a share of 235, that white paper has here."""


def place(
    bare: Picture, light: float, calibration: Calibration, drawing: Drawing, at_mm: Floats, rng: Rng
) -> Picture:
    """Return a picture (H, W, 3) with a thing laid at a place, turned by any angle, with its side and shadow.

    `light` is as in `Table`.
    """
    colour, mask, height_mm = drawing
    spec, camera = calibration.spec, calibration.camera
    angle = rng.uniform(0, 2 * np.pi)
    turn = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    corners = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * SPAN_MM / 2
    side = mask.shape[0] - 1
    flat = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    sun = np.array([0.4, -0.5])

    def at_px(z_mm: float, away_mm: Floats) -> NDArray[np.float32]:
        return camera.to_px(spec, corners @ turn.T + at_mm + away_mm, z_mm).astype(np.float32)

    px_per_mm = float(np.linalg.norm(np.diff(camera.to_px(spec, np.array([(0.0, 0), (10, 0)])), axis=0))) / 10
    blur_px = max(1.0, 1.2 * px_per_mm)
    # Only the window that the thing and its shadow reach is drawn.
    ends = np.concatenate([at_px(0, np.zeros(2)), at_px(height_mm, np.zeros(2)), at_px(0, sun * height_mm)])
    first = np.maximum(np.floor(ends.min(axis=0) - 4 * blur_px), 0).astype(int)
    last = np.ceil(ends.max(axis=0) + 4 * blur_px).astype(int)
    window = slice(first[1], last[1]), slice(first[0], last[0])
    before = bare[window]
    picture: NDArray[np.floating] = before.astype(np.float32)

    def seen(values: NDArray[np.float32], z_mm: float, away_mm: Floats) -> NDArray[np.float32]:
        px = at_px(z_mm, away_mm) - first.astype(np.float32)
        span = float(np.linalg.norm(px[1] - px[0]))
        smooth = cv2.GaussianBlur(values, (0, 0), max(0.5, 0.55 * side / span))
        move = cv2.getPerspectiveTransform(flat, px)
        size_wh = picture.shape[1::-1]
        return np.asarray(cv2.warpPerspective(smooth, move, size_wh, flags=cv2.INTER_LINEAR), np.float32)

    still = np.zeros(2)
    cast = np.max([seen(mask, 0, sun * z) for z in np.linspace(0, height_mm, 4)], axis=0)
    picture *= 1 - 0.35 * cv2.GaussianBlur(cast, (0, 0), blur_px)[..., None]
    shown = np.asarray(mask[..., None] * colour * light, np.float32)
    for z in np.linspace(0, height_mm, max(2, round(height_mm * px_per_mm))):
        share = seen(mask, z, still)[..., None]
        surface = seen(shown, z, still) / np.maximum(share, 1e-3)
        picture = picture * (1 - share) + surface * (1.0 if z == height_mm else 0.65) * share
    changed = np.abs(picture - before).max(axis=2, keepdims=True) > 1
    picture += rng.normal(0, 1.5, picture.shape) * changed
    whole = bare.copy()
    whole[window] = np.clip(picture + 0.5, 0, 255).astype(np.uint8)
    return whole


def tables(
    pictures: PictureSet, calibration: Calibration, rng: Rng, missing: int = 2
) -> Iterator[tuple[str, Table]]:
    """Yield the pictures in the light of the empty board, with counters taken off the board."""
    empty = read_picture(pictures.folder / "reference/empty.jpg")
    light = float(np.clip(np.percentile(empty, 85) / 235, 0.25, 1.05))
    for frame in pictures.frames:
        if not frame.hand and frame.light == "same" and frame.lying is not None:
            picture = read_picture(pictures.folder / frame.file)
            yield frame.file, Table(*_without(picture, empty, frame, calibration, rng, missing), light)


def _without(
    picture: Picture, empty: Picture, frame: FrameTruth, calibration: Calibration, rng: Rng, missing: int
) -> tuple[Picture, Halves]:
    """Return the picture and its halves without counters beside the board, and without some of each seat."""
    spec, camera = calibration.spec, calibration.camera
    lying = list(frame.lying or ())
    at = np.array([(one.x_mm, one.y_mm) for one in lying]).reshape(-1, 2)
    halves = [spec.half_at(x, y) for x, y in at.tolist()]
    apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) + np.eye(len(at)) * 1e3
    alone = apart.min(axis=1) > 2.2 * spec.counter_diameter_mm
    gone = [i for i, half in enumerate(halves) if half is None]
    for seat in Seat:
        own = [i for i, one in enumerate(lying) if one.seat is seat and halves[i] is not None and alone[i]]
        gone += rng.permutation(own)[:missing].tolist()
    mask = np.zeros(picture.shape[:2], np.float32)
    for x, y in at[gone]:
        angles = np.linspace(0, 2 * np.pi, 40)
        around = CAST / 2 * spec.counter_diameter_mm * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        cv2.fillPoly(mask, [camera.to_px(spec, around + np.array([x, y]), 3.0).round().astype(np.int32)], 1.0)
    soft = cv2.GaussianBlur(mask, (0, 0), 3)[..., None]
    left = [(lying[i].seat, halves[i]) for i in range(len(lying)) if i not in gone]
    counts = [tuple(left.count((seat, point)) for point in RING) for seat in Seat]
    return (picture * (1 - soft) + empty * soft).round().astype(np.uint8), Halves(*counts)


def outcome(reader: BoardReader, picture: Picture, halves: Halves, point: Point) -> str:
    """Return what a thing on a point is read as."""
    reading = reader.read(picture)
    if reading.halves is not None:
        return "ignored" if reading.halves == halves else "COUNTER"
    named = reading.doubt is not None and reading.doubt.places == (point,)
    return "named" if named and reading.cause in (Cause.ODD_THING, Cause.DIE) else "doubt"


def measure(args: argparse.Namespace, results: dict[str, Counter[str]], bare: Counter[str]) -> None:
    """Lay things on empty points of each picture, and count what they are read as."""
    for path in sorted(args.pictures.glob("**/truth.json")):
        pictures = read_truth(path)
        if not isinstance(pictures, PictureSet):
            continue
        rng = np.random.default_rng((args.seed, len(bare), *path.parent.name.encode()))
        try:
            calibration, _ = calibrate(training_set(pictures, "corners"))
        except CalibrationError as error:
            print(f"{path}: {error}")
            continue
        reader = BoardReader(calibration)
        for file, table in tables(pictures, calibration, rng):
            reading = reader.read(table.picture)
            right = reading.halves == table.halves
            bare["right" if right else f"{reading.cause}" if reading.doubt else "WRONG"] += 1
            if not right:
                continue
            free = [point for point in RING if not any(table.halves.count(seat, point) for seat in Seat)]
            for kind in args.kinds:
                for point in rng.permutation(free)[: args.points].tolist():
                    at = np.asarray(calibration.spec.points_mm)[RING.index(point)] + rng.normal(0, 2, 2)
                    picture = place(
                        table.picture, table.light, calibration, KINDS[kind](rng).drawn(rng), at, rng
                    )
                    came_out = outcome(reader, picture, table.halves, point)
                    results[kind][came_out] += 1
                    if came_out == "COUNTER" and args.out is not None:
                        name = f"{path.parent.name}_{Path(file).stem}_{kind}_{point}.jpg".replace(" ", "_")
                        (args.out / name).write_bytes(encode_picture(picture, ".jpg"))
        print(path.parent, dict(bare), flush=True)


def main() -> None:
    """Print a row for each kind."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pictures", type=Path)
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=KINDS, metavar="NAME")
    parser.add_argument("--points", type=int, default=1, help="points of each picture for each kind")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.out is not None:
        args.out.mkdir(parents=True, exist_ok=True)
    results: dict[str, Counter[str]] = {kind: Counter() for kind in args.kinds}
    bare: Counter[str] = Counter()
    measure(args, results, bare)
    print(f"pictures without a thing: {dict(bare)}")
    columns = ("COUNTER", "ignored", "doubt", "named")
    print(f"{'kind':20}" + "".join(f"{column:>9}" for column in columns))
    for kind, counts in (*results.items(), ("all", sum(results.values(), Counter()))):
        print(f"{kind:20}" + "".join(f"{counts[column]:9}" for column in columns))


if __name__ == "__main__":
    main()
