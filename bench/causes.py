"""Disturb pictures in known ways, and count how often the cause that is named is the true one.

Boards are learned undisturbed, from pictures with truth as `five-lines evaluate` takes them. Each disturbed
picture is then read right, or not read with the true cause, with a plain doubt about a place, or with a false
cause, or it is read wrong while clear. With `--learned` photographs are learned from the disturbed picture
itself, which is to be refused. Run it as `python bench/causes.py FOLDER [--boards N] [--seed N] [--kinds
NAME ...] [--learned] [--list] [--out DIR]`; pictures with a false cause, or read wrong, are written to
`--out`.
"""

import argparse
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.relit import Ground, coloured, gradient, lamp, shadow
from bench.things import KINDS as THINGS
from bench.things import place
from calibration.calibrate import calibrate
from calibration.errors import CalibrationError
from calibration.flaws import Flaw
from calibration.training_set import TrainingSet
from companion.game.board import Halves
from five_lines_lab.evaluation.evaluation import training_set
from five_lines_lab.evaluation.labelled import LabelledPhotograph
from five_lines_lab.evaluation.truth import PictureSet, read_truth
from vision.board_reader import BoardReader
from vision.picture_file import encode_picture, read_picture
from vision.reading import Cause, Reading

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Picture = NDArray[np.uint8]
Rng = np.random.Generator

GAMMA = 2.2
CHANGED = 25  # levels by which a pixel changed where an example is hidden
NOISE_GREY = 1.5
"""Standard deviation of the noise that a disturbed picture gets, in grey levels."""

FRAMES = 2  # pictures of each set of one board

PLAIN = frozenset({Cause.HIDDEN_THING, Cause.FAINT_THING, Cause.COLOUR_BETWEEN})
"""Doubts that tell no cause, only what is unclear and where."""


@dataclass(frozen=True)
class Board:
    """A board that was learned, a picture (H, W, 3) of it, and whether a reading of that is right.

    `is_turned_right` is the same for the board turned by half a turn, `halves` are those of its own reading.
    `training` is what a photograph's board was learned from.
    """

    name: str
    reader: BoardReader
    picture: Picture
    is_right: Callable[[Reading], bool]
    counters_mm: Doubles
    is_turned_right: Callable[[Reading], bool]
    halves: Halves | None = None
    training: TrainingSet | None = None

    def px(self, places_mm: object) -> Doubles:
        """Return the pixels (n, 2) of places in mm on the board."""
        calibration = self.reader.calibration
        at = np.asarray(places_mm, np.float64).reshape(-1, 2)
        return np.asarray(calibration.camera.to_px(calibration.spec, at), np.float64)

    @property
    def corners_mm(self) -> Doubles:
        """The outer points (4, 2)."""
        return np.asarray(self.reader.calibration.spec.corners_mm, np.float64)

    @property
    def diameter_mm(self) -> float:
        """The diameter of a counter."""
        return self.reader.calibration.spec.counter_diameter_mm

    @property
    def diameter_px(self) -> float:
        """The diameter of a counter in the middle of the board, in pixels."""
        ends = self.px([(-self.diameter_mm / 2, 0), (self.diameter_mm / 2, 0)])
        return float(np.linalg.norm(ends[1] - ends[0]))


def lit(board: Board, change: Callable[[Floats], Floats], rng: Rng) -> Picture:
    """Return the picture in light that is changed in linear units, with the camera's noise."""
    light = change(np.power(board.picture / np.float32(255), np.float32(GAMMA)))
    grey = 255 * np.power(np.clip(light, 0, 1), np.float32(1 / GAMMA))
    grey += rng.normal(0, NOISE_GREY, grey.shape)
    return np.asarray(np.clip(grey + 0.5, 0, 255), np.uint8)


def ground_of(board: Board) -> Ground:
    """Return where each pixel lies, in half board sizes; coarsely, as light needs no better."""
    corners = board.px(board.corners_mm)
    middle = corners.mean(axis=0)
    square = np.sign(board.corners_mm)
    matrix = np.linalg.lstsq(corners - middle, square, rcond=None)[0].astype(np.float32)
    height, width = board.picture.shape[:2]
    x = (np.arange(width, dtype=np.float32) - np.float32(middle[0]))[None]
    y = (np.arange(height, dtype=np.float32) - np.float32(middle[1]))[:, None]
    return Ground(x * matrix[0, 0] + y * matrix[1, 0], x * matrix[0, 1] + y * matrix[1, 1])


def _warped(board: Board, matrix: Doubles) -> Picture:
    """Return the picture moved by a matrix (3, 3) of pixels."""
    size_wh = board.picture.shape[1::-1]
    return np.asarray(
        cv2.warpPerspective(board.picture, matrix, size_wh, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _board_moved(board: Board, to_mm: Callable[[Doubles], Doubles]) -> Picture:
    """Return the picture with the board's plane moved, as `to_mm` moves its corners."""
    before = board.px(board.corners_mm).astype(np.float32)
    after = board.px(to_mm(board.corners_mm)).astype(np.float32)
    return _warped(board, np.asarray(cv2.getPerspectiveTransform(before, after), np.float64))


def hand(board: Board, rng: Rng) -> Picture:
    """An arm from the picture's edge, with fingers over the board, and its shadow."""
    height, width = board.picture.shape[:2]
    tip = board.px(board.corners_mm * rng.uniform(-0.6, 0.6, 2))[0]
    angle = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    size = board.diameter_px
    shape = np.zeros((height, width), np.uint8)

    def stroke(start: Doubles, end: Doubles, wide: float) -> None:
        cv2.line(shape, start.astype(int).tolist(), end.astype(int).tolist(), 255, max(2, round(wide)))

    palm = tip + 2.6 * size * way
    stroke(palm, palm + (height + width) * way, 2.4 * size)
    across = np.array([-way[1], way[0]])
    for offset in np.linspace(-0.9, 0.9, 4):
        bend = rng.uniform(-0.3, 0.3)
        stroke(palm + offset * size * across, tip + (offset + bend) * size * across, 0.6 * size)
    soft = cv2.GaussianBlur(shape.astype(np.float32) / 255, (0, 0), max(0.6, 0.04 * size))
    cast = np.roll(cv2.GaussianBlur(soft, (0, 0), 0.3 * size), (round(0.3 * size), round(0.2 * size)), (0, 1))
    skin = ((130, 160, 225), (90, 125, 190), (45, 65, 105), (60, 40, 35), (200, 200, 205))
    colour = np.array(skin[rng.integers(len(skin))]) * np.float32(rng.uniform(0.75, 1.1))
    inside = cv2.distanceTransform(shape, cv2.DIST_L2, 3)
    relief = 0.7 + 0.3 * np.minimum(inside / (0.5 * size), 1)
    picture = board.picture * (1 - 0.4 * cast[..., None])
    picture = picture * (1 - soft[..., None]) + (colour * relief[..., None]) * soft[..., None]
    return np.asarray(np.clip(picture + rng.normal(0, NOISE_GREY, picture.shape), 0, 255), np.uint8)


def thing(board: Board, rng: Rng) -> Picture:
    """A coin, die, key or another small thing on an empty place."""
    calibration = board.reader.calibration
    points = np.asarray(calibration.spec.points_mm, np.float64)
    away = np.hypot(*(points[:, None] - board.counters_mm).transpose(2, 0, 1)).min(axis=1, initial=np.inf)
    free = points[away > 1.5 * board.diameter_mm]
    at_mm = free[rng.integers(len(free))] if len(free) else np.zeros(2)
    light = float(np.clip(np.percentile(board.picture, 85) / 235, 0.25, 1.05))
    kind = list(THINGS)[rng.integers(len(THINGS))]
    colour, mask, height_mm = THINGS[kind](rng).drawn(rng)
    size = board.diameter_mm / 22
    small = cv2.warpAffine(mask, cv2.getRotationMatrix2D((192, 192), 0, size), mask.shape[::-1])
    shown = cv2.warpAffine(colour, cv2.getRotationMatrix2D((192, 192), 0, size), mask.shape[::-1])
    drawing = np.asarray(shown, np.float32), np.asarray(small, np.float32), height_mm * size
    return place(board.picture, light, calibration, drawing, at_mm, rng)


def uneven(board: Board, rng: Rng) -> Picture:
    """Light from one side, a soft shadow over a part, or a lamp's spot."""
    ground = ground_of(board)
    change = (gradient, shadow, lamp)[rng.integers(3)]
    return lit(board, lambda light: change(light, ground, rng), rng)


def beams(board: Board, rng: Rng) -> Picture:
    """Bars of sunlight through a blind."""
    ground = ground_of(board)
    angle, wide, at = rng.uniform(0, np.pi), rng.uniform(0.15, 0.5), rng.uniform(0, 1)
    along = np.cos(angle) * ground.x + np.sin(angle) * ground.y
    bar = np.clip(0.5 + np.sin(np.pi * (along / wide + at)) / rng.uniform(0.1, 0.6), 0, 1)
    bar = np.where(np.abs(along) < wide * rng.integers(1, 6), bar, 0)[..., None]
    warm = np.float32(rng.uniform(0.3, 1.2)) * np.array([0.85, 1.0, 1.08], np.float32)
    return lit(board, lambda light: np.asarray(light * (1 + warm * bar), np.float32), rng)


def lamp_colour(board: Board, rng: Rng) -> Picture:
    """One coloured lamp alone."""
    return lit(board, lambda light: coloured(light, ground_of(board), rng), rng)


def glare(board: Board, rng: Rng) -> Picture:
    """A lamp that is mirrored on the board: light that is added."""
    ground = ground_of(board)
    x, y = rng.uniform(-0.9, 0.9, 2)
    reach = rng.uniform(0.12, 0.4)
    spot = np.exp(-((((ground.x - x) ** 2 + (ground.y - y) ** 2) / reach**2) ** rng.uniform(0.7, 2)))
    return lit(board, lambda light: light + np.float32(rng.uniform(0.4, 1.5)) * spot[..., None], rng)


def flicker(board: Board, rng: Rng) -> Picture:
    """Bands of a lamp's flicker across the picture."""
    height = board.picture.shape[0]
    waves, at, depth = rng.uniform(2, 12), rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.35)
    bands = 1 + depth * np.sin(2 * np.pi * waves * np.arange(height) / height + at)
    return lit(board, lambda light: light * bands.astype(np.float32)[:, None, None], rng)


def too_bright(board: Board, rng: Rng) -> Picture:
    """Exposed for much too long."""
    level = float(np.median(np.power(board.picture[::8, ::8] / 255, GAMMA)))
    return lit(board, lambda light: light * np.float32(rng.uniform(2.5, 6) / max(level, 0.02)), rng)


def too_dark(board: Board, rng: Rng) -> Picture:
    """Next to no light."""
    return lit(board, lambda light: light * np.float32(rng.uniform(0.0001, 0.001)), rng)


def out_of_focus(board: Board, rng: Rng) -> Picture:
    """The lens at a wrong distance."""
    smooth = cv2.GaussianBlur(board.picture, (0, 0), rng.uniform(0.18, 0.35) * board.diameter_px)
    return np.asarray(np.clip(smooth + rng.normal(0, NOISE_GREY, smooth.shape), 0, 255), np.uint8)


def moved(board: Board, rng: Rng) -> Picture:
    """The board, or the camera, pushed by one or two counters."""
    angle = rng.uniform(0, 2 * np.pi)
    step = rng.uniform(0.8, 1.8) * board.diameter_mm * np.array([np.cos(angle), np.sin(angle)])
    return _board_moved(board, lambda mm: mm + step)


def turned(board: Board, rng: Rng) -> Picture:
    """The board turned by some degrees."""
    angle = np.radians(rng.uniform(8, 25)) * rng.choice([-1, 1])
    turn = np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    return _board_moved(board, lambda mm: mm @ turn.T)


def half_turn(board: Board, rng: Rng) -> Picture:
    """The camera turned by half a turn."""
    return np.ascontiguousarray(board.picture[::-1, ::-1])


def board_turned(board: Board, rng: Rng) -> Picture:
    """The board turned by half a turn, with its counters; one that looks the same is read as it lies."""
    return _board_moved(board, lambda mm: -mm)


def mirrored(board: Board, rng: Rng) -> Picture:
    """The camera sends its pictures the wrong way round."""
    return np.ascontiguousarray(board.picture[:, ::-1])


def away(board: Board, rng: Rng) -> Picture:
    """The camera looks elsewhere: at the table, or at something else."""
    if rng.random() < 0.5:
        size = np.array([board.picture.shape[1], board.picture.shape[0]])
        step = rng.uniform(0.8, 1.0) * size * rng.permutation([rng.choice([-1, 1]), 0])
        return _warped(board, np.array([(1, 0, step[0]), (0, 1, step[1]), (0, 0, 1)], np.float64))
    blocks = rng.integers(30, 220, (9, 12, 3), np.uint8)
    room = cv2.resize(blocks, board.picture.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    return np.asarray(np.clip(room + rng.normal(0, 3, room.shape), 0, 255), np.uint8)


def grey(board: Board, rng: Rng) -> Picture:
    """A camera set to black and white."""
    return np.asarray(cv2.cvtColor(cv2.cvtColor(board.picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR))


LIGHT = frozenset({Cause.UNEVEN_LIGHT, Cause.TOO_BRIGHT})

KINDS: dict[Callable[[Board, Rng], Picture], frozenset[Cause]] = {
    hand: frozenset({Cause.HAND, Cause.COVERED}),
    thing: frozenset({Cause.ODD_THING, Cause.DIE}),
    uneven: LIGHT,
    beams: LIGHT,
    lamp_colour: frozenset({Cause.COLOURED_LIGHT}),
    glare: LIGHT,
    flicker: LIGHT,
    too_bright: frozenset({Cause.TOO_BRIGHT}),
    too_dark: frozenset({Cause.TOO_DARK}),
    out_of_focus: frozenset({Cause.BLUR}),
    moved: frozenset({Cause.BOARD_MOVED}),
    turned: frozenset({Cause.BOARD_MOVED}),
    half_turn: frozenset({Cause.UPSIDE_DOWN}),
    board_turned: frozenset({Cause.UPSIDE_DOWN}),
    mirrored: frozenset({Cause.MIRRORED}),
    away: frozenset({Cause.NOT_IN_VIEW}),
    grey: frozenset({Cause.NO_COLOUR}),
}
"""The causes that are true of each kind. Light may be named as too bright where it clips."""

TRUE_DOUBTS: dict[Callable[[Board, Rng], Picture], Cause] = {hand: Cause.ODD_THING, thing: Cause.TOO_MANY}
"""Doubts that are true of a kind, though less than its cause: a thing like a counter is one too many."""


def boards(folder: Path, count: int, rng: Rng) -> Iterator[Board]:
    """Yield some boards with truth that are read right undisturbed."""
    truths = [read_truth(path) for path in sorted(folder.glob("**/truth.json"))]
    single = [one for truth in truths for one in (truth if isinstance(truth, tuple) else (truth,))]
    left = count
    for index in rng.permutation(len(single)).tolist():
        if not left:
            return
        found = False
        for board in _boards_of(single[index], rng):
            reading = board.reader.read(board.picture)
            if board.is_right(reading):
                found = True
                yield replace(board, halves=reading.halves)
        left -= found


def _boards_of(truth: LabelledPhotograph | PictureSet, rng: Rng) -> Iterator[Board]:
    if isinstance(truth, LabelledPhotograph):
        try:
            reader = BoardReader(calibrate(truth.training)[0])
        except CalibrationError:
            return
        found = reader.read(truth.picture).counters
        at_mm = np.array([(one.x_mm, one.y_mm) for one in found]).reshape(-1, 2)
        spec, camera = reader.calibration.spec, reader.calibration.camera
        points_mm = camera.to_mm(spec, np.array([(one.x_px, one.y_px) for one in truth.points]))
        points = (
            replace(one, x_px=x, y_px=y)
            for one, (x, y) in zip(truth.points, camera.to_px(spec, -points_mm).tolist(), strict=True)
        )

        def right_at(truth: LabelledPhotograph, reading: Reading) -> bool:
            return reading.halves is not None and truth.points_right(reading) == len(truth.points)

        is_right = partial(right_at, truth)
        is_turned_right = partial(right_at, replace(truth, points=tuple(points)))
        yield Board(
            truth.name, reader, truth.picture, is_right, at_mm, is_turned_right, training=truth.training
        )
        return
    try:
        reader = BoardReader(calibrate(training_set(truth, "corners"))[0])
    except CalibrationError:
        return
    frames = [one for one in truth.frames if not one.hand and one.light == "same" and one.lying is not None]
    for index in rng.permutation(len(frames))[:FRAMES].tolist():
        frame = frames[index]
        at_mm = np.array([(one.x_mm, one.y_mm) for one in frame.lying or ()]).reshape(-1, 2)
        turned = Halves(*(side[5:] + side[:5] for side in (frame.halves.a, frame.halves.b)))
        yield Board(
            f"{truth.folder.name}/{frame.file}",
            reader,
            read_picture(truth.folder / frame.file),
            lambda reading, halves=frame.halves: reading.halves == halves,  # type: ignore[misc]
            at_mm,
            lambda reading, halves=turned: reading.halves == halves,  # type: ignore[misc]
        )


def outcome(board: Board, reading: Reading, kind: Callable[[Board, Rng], Picture]) -> str:
    """Return what came of a disturbed picture."""
    if reading.cause is None:
        is_right = board.is_turned_right if kind is board_turned else board.is_right
        # One that has moved a little is read where it lies: points of photographs are known in their place.
        is_followed = kind in (moved, turned) and reading.halves == board.halves
        return "right" if is_followed or is_right(reading) else "WRONG"
    if reading.cause in KINDS[kind]:
        return "cause"
    return "doubt" if reading.cause in (*PLAIN, TRUE_DOUBTS.get(kind)) else "FALSE"


def learned_reading(board: Board, picture: Picture) -> Reading | None:
    """Return how a disturbed picture is read by a board that was learned from it, from what is still seen.

    None where that is refused for a thing on the board. Raises CalibrationError where it can't be learned for
    another reason, ValueError for another than one photograph.
    """
    if board.training is None:
        raise ValueError(f"{board.name} is no single photograph")
    shown, changed = board.training.examples[0], cv2.absdiff(picture, board.picture).max(axis=2)
    left = tuple(one for one in shown.examples if changed[int(one.y_px), int(one.x_px)] < CHANGED)
    if not left:
        raise CalibrationError(f"{board.name}: all the examples are hidden")
    example = replace(shown, picture=picture, examples=left)
    try:
        calibration = calibrate(replace(board.training, examples=(example,)))[0]
    except CalibrationError as error:
        if error.remark is None or error.remark.flaw is not Flaw.THING:
            raise
        return None
    return BoardReader(calibration).read(picture)


def main() -> None:
    """Print a row for each kind."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--boards", type=int, default=15, help="photographs, or sets of one board")
    parser.add_argument("--seed", type=int, default=0)
    names = {kind.__name__: kind for kind in KINDS}
    parser.add_argument("--kinds", nargs="+", default=list(names), choices=names, metavar="NAME")
    parser.add_argument("--learned", action="store_true", help="learn boards from the disturbed picture")
    parser.add_argument("--list", action="store_true", help="list false causes, and what is read wrong")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.out is not None:
        args.out.mkdir(parents=True, exist_ok=True)
    results: dict[str, Counter[str]] = {name: Counter() for name in args.kinds}
    false_causes: dict[str, Counter[str]] = {name: Counter() for name in args.kinds}
    for board in boards(args.folder, args.boards, np.random.default_rng(args.seed)):
        for name in args.kinds:
            rng = np.random.default_rng([args.seed, zlib.crc32(f"{board.name} {name}".encode())])
            picture = names[name](board, rng)
            try:
                reading = learned_reading(board, picture) if args.learned else board.reader.read(picture)
            except CalibrationError:
                continue  # too little is left to learn from
            came_out = "cause" if reading is None else outcome(board, reading, names[name])
            results[name][came_out] += 1
            if came_out in ("FALSE", "WRONG"):
                assert reading is not None
                false_causes[name][str(reading.cause or "wrong")] += 1
                if args.list:
                    print(f"{board.name} {name}: {reading.why or 'WRONG'}", flush=True)
                if args.out is not None:
                    file = f"{board.name}_{name}.jpg".replace("/", "_")
                    (args.out / file).write_bytes(encode_picture(picture, ".jpg"))
    columns = ("right", "cause", "doubt", "FALSE", "WRONG")
    print(f"{'kind':14}" + "".join(f"{column:>7}" for column in columns))
    for name, counts in (*results.items(), ("all", sum(results.values(), Counter()))):
        causes = ", ".join(
            f"{cause} {count}" for cause, count in false_causes.get(name, Counter()).most_common()
        )
        print(f"{name:14}" + "".join(f"{counts[column]:7}" for column in columns) + f"  {causes}")


if __name__ == "__main__":
    main()
