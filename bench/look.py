"""Measures how pages look: type, targets, overlaps and contrast, over all pages, sizes and languages.

    python bench/look.py [--size WxH] [--language CODE] [--theme NAME] [--density NAME]

Every page of the gallery is drawn, and what was drawn is measured from its pixels: the contrast of each text,
also as people see it who lack one of the three kinds of cones. There is no list of exceptions. The last line
tells the least of everything; it ends with 1 if any of it is below what is asked for. Without a density both
are measured; without a theme all are, and one of them is enough to see what fits.
"""

import argparse
import itertools
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame
from numpy.typing import NDArray

from companion.display.drawing.canvas import DrawnText, TouchTarget
from companion.display.drawing.layout import SMALL_MM, Metrics, larger_than_at_home
from companion.display.screen import Screen
from companion.interface.intents import CorrectHalf, ShowPlace
from companion.interface.presentation import Density, Theme
from companion.presentation.palette import PALETTES, TEXT_CONTRAST
from companion.presentation.words import LANGUAGES
from five_lines_lab.gallery.examples import examples
from five_lines_lab.gallery.gallery import SIZES, parse_size

EYES: dict[str, NDArray[np.float64]] = {
    "all cones": np.eye(3),
    "no red cones": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "no green cones": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "no blue cones": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
"""The linear red, green and blue that eyes see (Machado, Oliveira, Fernandes 2009, severity 1.0)."""

SIMULATED_CONTRAST = 4.5
"""Minimum contrast of text as seen by somebody without one kind of cones (WCAG 2.2, 1.4.3)."""

POINT_MM = 25.4 / 72


@dataclass
class Least:
    """The minimum of a measurement, and where it was."""

    what: str
    wanted: float
    value: float = float("inf")
    where: str = ""

    def take(self, value: float, where: str) -> None:
        """Keep a value if it is less."""
        if value < self.value:
            self.value, self.where = value, where

    @property
    def holds(self) -> bool:
        """True if the requirement is met."""
        return self.value >= self.wanted - 1e-9

    def __str__(self) -> str:
        return f"{self.what}: {self.value:.2f} (asked: {self.wanted:.2f}) at {self.where}"


def linear(colours: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return linear red, green and blue of colours, 0 to 1."""
    values = colours / 255.0
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def packed(surface: pygame.Surface) -> NDArray[np.uint32]:
    """Return the colours (w, h) of a surface, each as one number."""
    red, green, blue = np.moveaxis(pygame.surfarray.array3d(surface).astype(np.uint32), 2, 0)
    return np.asarray(red << 16 | green << 8 | blue, np.uint32)


def contrasts_seen(colours: NDArray[np.uint32]) -> dict[str, float]:
    """Return the contrast of the commonest packed colour with the most distinct one, for each of EYES."""
    each = colours.ravel()
    # Most pixels are as the one before: only where they differ are they sorted.
    starts = np.flatnonzero(np.append(True, each[1:] != each[:-1]))
    codes, which = np.unique(each[starts], return_inverse=True)
    commonest = np.bincount(which, np.diff(starts, append=each.size)).argmax()
    light = linear(np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=1).astype(np.uint8))
    found = {}
    for name, eye in EYES.items():
        seen = np.clip(light @ eye.T, 0, 1) @ np.array([0.2126, 0.7152, 0.0722]) + 0.05
        found[name] = float(np.max(np.maximum(seen, seen[commonest]) / np.minimum(seen, seen[commonest])))
    return found


def overlaps(boxes: list[pygame.Rect]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of boxes that overlap."""
    for number, box in enumerate(boxes):
        for other in box.collidelistall(boxes[number + 1 :]):
            yield number, number + 1 + other


def measure(
    screen: Screen,
    surface: pygame.Surface,
    where: str,
    found: dict[str, Least],
    flaws: list[str],
    *,
    with_contrast: bool = True,
) -> None:
    """Measure the page that a screen shows."""
    page = surface.get_rect()
    measure_layout(screen.metrics, page, screen.texts, screen.targets, where, found, flaws)
    if not with_contrast:
        return
    colours = packed(surface)
    for text in screen.texts:
        if not text.string.strip() or not text.fits or not page.contains(text.box):
            continue
        x, y, width, height = text.box
        for name, contrast in contrasts_seen(colours[x : x + width, y : y + height]).items():
            found[name].take(contrast, f"{where}: {text.string!r}")


def measure_layout(
    metrics: Metrics,
    page: pygame.Rect,
    every_text: Sequence[DrawnText],
    every_target: Sequence[TouchTarget],
    where: str,
    found: dict[str, Least],
    flaws: list[str],
) -> None:
    """Measure the texts and targets of a page: what is cut, too small, or lies on something else."""
    texts = [text for text in every_text if text.string]
    for text in texts:
        found["type"].take(text.px / metrics.true_px_per_mm / POINT_MM, f"{where}: {text.string!r}")
        if not text.fits or not page.contains(text.box):
            flaws.append(f"{where}: {text.string!r} does not fit")
    targets = [target for target in every_target if target.at is None]
    for target in targets:
        found["targets"].take(min(target.box.size) / metrics.true_px_per_mm, f"{where}: {target.intent}")
    for one, other in overlaps([text.box.inflate(-2, -2) for text in texts]):
        flaws.append(f"{where}: {texts[one].string!r} lies on {texts[other].string!r}")
    for text in texts:
        for target in targets:
            if isinstance(target.intent, (ShowPlace, CorrectHalf)):  # a place of the board has no edge
                continue
            if target.box.inflate(-2, -2).colliderect(text.box) and not target.box.contains(text.box):
                flaws.append(f"{where}: {text.string!r} reaches across the edge of {target.intent}")
    for one, other in overlaps([target.box for target in targets]):
        flaws.append(f"{where}: {targets[one].intent} lies on {targets[other].intent}")


def asked(metrics: Metrics, *, with_contrast: bool = True) -> dict[str, Least]:
    """Return the requirements of a screen."""
    type_mm = min(metrics.px(SMALL_MM) / metrics.true_px_per_mm, 16 * POINT_MM)
    return {
        "type": Least("type in points", type_mm / POINT_MM),
        "targets": Least("targets in millimetres", metrics.min_target_mm),
        **{
            name: Least(f"contrast, {name}", TEXT_CONTRAST if name == "all cones" else SIMULATED_CONTRAST)
            for name in (EYES if with_contrast else {})
        },
    }


def main() -> int:
    """Measure pages and report their flaws."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--size", action="append", metavar="WxH")
    parser.add_argument("--language", action="append", choices=list(LANGUAGES))
    parser.add_argument("--theme", action="append", choices=list(Theme))
    parser.add_argument("--density", action="append", choices=list(Density))
    parser.add_argument("--large-type", action="store_true")
    args = parser.parse_args()
    pygame.init()
    flaws: list[str] = []
    views, holds, drawn = examples(), True, 0
    for size in [parse_size(text) for text in args.size] if args.size else SIZES:
        surface = pygame.Surface(size)
        for density in [Density(name) for name in args.density or Density]:
            found = asked(Metrics(*size, larger=larger_than_at_home(density, args.large_type)))
            for language, theme in itertools.product(args.language or LANGUAGES, args.theme or PALETTES):
                screen = Screen(surface, Theme(theme), language, two_sided=True, rotation=0)
                screen.density = density
                screen.large_type = args.large_type
                for name, view in views.items():
                    screen.show(view)
                    drawn += 1
                    where = f"{size[0]}x{size[1]} {density} {language} {theme} {name}"
                    measure(screen, surface, where, found, flaws)
            for least in found.values():
                print(f"{size[0]}x{size[1]} {density} {least}", flush=True)
                holds = holds and least.holds
    print("\n".join(flaws))
    print(f"{drawn} pages drawn, {len(flaws)} flaws, {'all' if holds else 'not all'} as asked for")
    return 0 if holds and not flaws else 1


if __name__ == "__main__":
    sys.exit(main())
