"""Read photographs in a light other than the one they were calibrated in.

Calibrates on each labelled photograph as it is, with its own examples, then reads versions of it lit
otherwise: the light changes in linear units, what is too bright is clipped, and the camera's noise and JPEG
follow. Prints points and boards right, unsure, and wrong while clear, by kind of change. The draws are
seeded. Run it as `python bench/relit.py FOLDER [--draws N] [--seed N] [--change KIND] [--list]` with a folder
of labelled photographs.
"""

import argparse
import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import calibrate
from calibration.errors import CalibrationError
from companion.system.data import json_data
from five_lines_lab.evaluation.labelled import LabelledPhotograph, labelled_photographs
from vision.board_reader import BoardReader
from vision.reading import Status

Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]

GAMMA = 2.2
NOISE_GREY = 1.5
"""Standard deviation of the noise that every picture gets, in grey levels."""


AROUND = 8.0
"""Radius around the points in which the light is changed, in units of each point's reach."""

_LINEAR = np.power(np.arange(256) / 255, GAMMA).astype(np.float32)


@dataclass(frozen=True)
class Ground:
    """Where the board lies in a picture: each pixel's place (H, W) in units of the board's half size."""

    x: Floats
    y: Floats


@dataclass(frozen=True)
class Outcome:
    """The result of reading one relit picture."""

    change: str
    photograph: str
    draw: int
    points: int
    points_right: int
    clear: bool
    why: str | None

    @property
    def right(self) -> bool:
        """True if the whole board was read, and correctly."""
        return self.clear and self.points_right == self.points

    @property
    def wrong(self) -> bool:
        """True if it was read wrongly and with confidence."""
        return self.clear and self.points_right < self.points


def dimmer(light: Floats, ground: Ground, rng: np.random.Generator) -> Floats:
    """Half to nine tenths of the light."""
    return light * np.float32(rng.uniform(0.5, 0.9))


def brighter(light: Floats, ground: Ground, rng: np.random.Generator) -> Floats:
    """A tenth to six tenths more light, clipped where it is too much."""
    return light * np.float32(rng.uniform(1.1, 1.6))


def warmer(light: Floats, ground: Ground, rng: np.random.Generator) -> Floats:
    """A lamp instead of daylight, as far as the camera's white balance leaves it."""
    cast = rng.uniform(0.1, 0.3)
    return light * np.array([1 - 1.2 * cast, 1 - 0.3 * cast, 1 + 0.4 * cast], np.float32)


def cooler(light: Floats, ground: Ground, rng: np.random.Generator) -> Floats:
    """Daylight instead of a lamp, as far as the camera's white balance leaves it."""
    cast = rng.uniform(0.1, 0.3)
    return light * np.array([1 + 0.4 * cast, 1 - 0.1 * cast, 1 - 0.9 * cast], np.float32)


def coloured(light: Floats, ground: Ground, rng: np.random.Generator) -> Floats:
    """One coloured lamp alone: one or two channels of the light, and a hundredth to an eighth of the rest."""
    left = np.exp(rng.uniform(np.log(0.01), np.log(0.125), 3))
    shown = rng.permutation(3)[: rng.integers(1, 3)]
    left[shown] = rng.uniform(0.5, 1.0, len(shown))
    lit = light * left.astype(np.float32)
    # The camera's exposure follows what it sees, as far as it can.
    return lit * np.float32(min(4.0, 0.5 / max(1e-3, float(np.percentile(lit[::4, ::4].max(axis=2), 80)))))


def gradient(light: Floats, ground: Ground, rng: np.random.Generator) -> Floats:
    """Light from one side: across the board it grows by a quarter to its double."""
    across, strength = _along(ground, rng), rng.uniform(0.12, 0.35)
    return light * _image(np.exp(strength * np.clip(across, -2, 2)))


def shadow(light: Floats, ground: Ground, rng: np.random.Generator) -> Floats:
    """The soft shadow of something beside the board over a part of it; a little bluer than the light."""
    across, edge, soft = _along(ground, rng), rng.uniform(-0.6, 0.6), rng.uniform(0.05, 0.3)
    share = _image(1 / (1 + np.exp(-np.clip((across - edge) / soft, -20, 20))))
    depth = np.float32(rng.uniform(0.3, 0.65)) * np.array([0.9, 1.0, 1.05], np.float32)
    return light * (1 - depth * share)


def lamp(light: Floats, ground: Ground, rng: np.random.Generator) -> Floats:
    """A lamp's soft, warm spot on the board, up to double the light."""
    x, y = rng.uniform(-1, 1, 2)
    reach = rng.uniform(0.5, 1.2)
    spot = _image(np.exp(-0.5 * ((ground.x - x) ** 2 + (ground.y - y) ** 2) / reach**2))
    warm = np.float32(rng.uniform(0.3, 1.0)) * np.array([0.85, 1.0, 1.1], np.float32)
    return light * (1 + warm * spot)


def automatic(light: Floats, ground: Ground, rng: np.random.Generator) -> Floats:
    """Another tone curve, and the exposure that puts the middle of the picture where the camera wants it."""
    curved: Floats = np.power(light, np.float32(rng.uniform(0.8, 1.25)))
    return curved * np.float32(rng.uniform(0.12, 0.35) / float(np.median(curved[::4, ::4])))


def glow(light: Floats, ground: Ground, rng: np.random.Generator) -> Floats:
    """A window mirrored softly by board and counters alike: light that is added, more on one side."""
    share = _image(np.clip(0.5 + 0.4 * _along(ground, rng), 0, 1))
    return light + np.float32(rng.uniform(0.02, 0.1)) * share


def noise(light: Floats, ground: Ground, rng: np.random.Generator) -> Floats:
    """Less light and more gain: noise that grows with the light, some of it the same over some pixels."""
    fine = rng.standard_normal(light.shape, np.float32)
    coarse = cv2.GaussianBlur(rng.standard_normal(light.shape, np.float32), (0, 0), 1.2) * 3
    strength = np.float32(rng.uniform(0.01, 0.03))
    return light + strength * np.sqrt(np.maximum(light, 0) + np.float32(0.003)) * (fine + coarse)


def several(light: Floats, ground: Ground, rng: np.random.Generator) -> Floats:
    """Two of the changes at once, none of them to a lamp of one colour."""
    names = [name for name in CHANGES if name not in ("several", "coloured")]
    for name in rng.choice(names, 2, replace=False):
        light = CHANGES[name](light, ground, rng)
    return light


CHANGES: dict[str, Callable[[Floats, Ground, np.random.Generator], Floats]] = {
    change.__name__: change
    for change in (
        dimmer,
        brighter,
        warmer,
        cooler,
        coloured,
        gradient,
        shadow,
        lamp,
        automatic,
        glow,
        noise,
        several,
    )
}


def relit(photograph: LabelledPhotograph, change: str, rng: np.random.Generator) -> Picture:
    """Return the photograph (H, W, 3) BGR in another light, with the camera's noise and JPEG artefacts.

    Only the board and what lies around it is relit, for the rest is never looked at.
    """
    rows, columns = _window(photograph)
    light = _LINEAR[photograph.picture[rows, columns]]
    light = np.clip(CHANGES[change](light, _ground(photograph, rows, columns), rng), 0, 1)
    grey = np.power(light, np.float32(1 / GAMMA)) * np.float32(255)
    grey += np.float32(NOISE_GREY) * rng.standard_normal(grey.shape, np.float32)
    part = np.clip(grey, 0, 255).round().astype(np.uint8)
    _, data = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(75, 96))])
    picture = photograph.picture.copy()
    picture[rows, columns] = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return picture


def _window(photograph: LabelledPhotograph) -> tuple[slice, slice]:
    """Return the rows and columns of a photograph that show the board and some counters around it."""
    places = np.array([(point.x_px, point.y_px) for point in photograph.points])
    around = AROUND * max(point.reach_px for point in photograph.points)
    left, top = np.maximum(places.min(axis=0) - around, 0).astype(int)
    right, bottom = (places.max(axis=0) + around).astype(int)
    return slice(top, bottom), slice(left, right)


def _ground(photograph: LabelledPhotograph, rows: slice, columns: slice) -> Ground:
    """Return where the board of a photograph lies, by its corners; coarsely, as light needs no better."""
    corners = np.asarray(photograph.training.corners_px, np.float64)
    square = np.array([(1, -1), (1, 1), (-1, 1), (-1, -1)], np.float64)
    middle = corners.mean(axis=0)
    # An affine map has no horizon, beyond which a homography would turn light into shadow.
    matrix = np.linalg.lstsq(corners - middle, square, rcond=None)[0].astype(np.float32)
    height, width = photograph.picture[rows, columns].shape[:2]
    x = (columns.start + np.arange(width, dtype=np.float32) - np.float32(middle[0]))[None]
    y = (rows.start + np.arange(height, dtype=np.float32) - np.float32(middle[1]))[:, None]
    return Ground(x * matrix[0, 0] + y * matrix[1, 0], x * matrix[0, 1] + y * matrix[1, 1])


def measure(
    photographs: Sequence[LabelledPhotograph], changes: Sequence[str], draws: int, seed: int
) -> list[Outcome]:
    """Read every photograph in these kinds of light, `draws` times each."""
    outcomes = []
    for photograph in photographs:
        try:
            reader = BoardReader(calibrate(photograph.training)[0])
        except CalibrationError as error:
            print(f"{photograph.name}: not learned: {error}")
            continue
        for change in changes:
            for draw in range(draws):
                rng = np.random.default_rng([seed, draw, zlib.crc32(f"{photograph.name} {change}".encode())])
                reading = reader.read(relit(photograph, change, rng))
                outcomes.append(
                    Outcome(
                        change,
                        photograph.name,
                        draw,
                        len(photograph.points),
                        photograph.points_right(reading),
                        reading.status is Status.CLEAR,
                        reading.why,
                    )
                )
    return outcomes


_GROUPS: tuple[tuple[str, Callable[[Outcome], str]], ...] = (
    ("change", lambda outcome: outcome.change),
    ("photograph", lambda outcome: outcome.photograph),
)


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Photographs in a light other than that of calibration.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--draws", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--change", choices=CHANGES, help="one kind of change alone")
    parser.add_argument("--list", action="store_true", help="list every board that was not read right")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    cases = json_data((options.folder / "truth.json").read_text(encoding="utf-8"))
    changes = [options.change] if options.change else [*CHANGES]
    outcomes = measure(labelled_photographs(options.folder, cases), changes, options.draws, options.seed)
    for title, key in _GROUPS:
        print(f"{title:34} boards   points   right  unsure   wrong while clear")
        for group in dict.fromkeys(map(key, outcomes)):
            _print_row(group, [o for o in outcomes if key(o) == group])
    _print_row("all", outcomes)
    for o in outcomes:
        if o.wrong or (options.list and not o.right):
            verdict = "WRONG" if o.wrong else f"unsure: {o.why}"
            print(f"{o.photograph} {o.change} {o.draw}: {verdict}, {o.points_right} of {o.points} points")
    return 0


def _image(values: NDArray[np.floating]) -> Floats:
    """Return values (H, W) as an image (H, W, 1) for all colours."""
    return np.asarray(values[..., None], np.float32)


def _print_row(group: str, outcomes: Sequence[Outcome]) -> None:
    boards = len(outcomes)
    points = sum(o.points_right for o in outcomes) / max(1, sum(o.points for o in outcomes))
    right, wrong = sum(o.right for o in outcomes), sum(o.wrong for o in outcomes)
    print(
        f"{group:34} {boards:6} {100 * points:6.1f} % {100 * right / max(1, boards):5.1f} % "
        f"{boards - right - wrong:7} {wrong:7}"
    )


def _along(ground: Ground, rng: np.random.Generator) -> Floats:
    """Return each pixel's (H, W) distance from the middle along a random direction, in half board sizes."""
    angle = rng.uniform(0, 2 * np.pi)
    return np.asarray(np.cos(angle) * ground.x + np.sin(angle) * ground.y, np.float32)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
