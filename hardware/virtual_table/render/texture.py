"""Textures of flat surfaces in millimetres: colour and relief, drawn once, then looked up."""

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.virtual_table.render.colour import Array, floats


@dataclass(frozen=True)
class Texture:
    """A flat surface: rows run along +y, columns along +x, one sample every `step_mm` from `corner_mm`.

    `albedo` (h, w, 3) is linear BGR; `slope` (h, w, 2) is the rise of the surface in x and in y per mm.
    """

    albedo: Array
    slope: Array
    corner_mm: tuple[float, float]
    step_mm: float

    def at(self, x_mm: Array, y_mm: Array) -> tuple[Array, Array]:
        """Return the albedo (h, w, 3) and slope (h, w, 2) at places given as x and y, each (h, w).

        The surface is mirrored beyond its edges.
        """
        column = floats((x_mm - self.corner_mm[0]) / self.step_mm)
        row = floats((y_mm - self.corner_mm[1]) / self.step_mm)
        albedo, slope = (
            cv2.remap(layer, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
            for layer in (self.albedo, self.slope)
        )
        return albedo.astype(np.float32, copy=False), slope.astype(np.float32, copy=False)


Window = tuple[slice, slice]  # rows and columns of a grid's samples


@dataclass(frozen=True)
class TextureGrid:
    """The size of a surface, the mapping from mm to samples, and the part of it that is drawn.

    Drawing a part gives the same samples as drawing the whole.
    """

    size_mm: tuple[float, float]
    step_mm: float
    window: Window = (slice(None), slice(None))

    def part(self, low_mm: tuple[float, float], high_mm: tuple[float, float]) -> "TextureGrid":
        """Return the part between two corners; all of it, if they lie outside."""
        spans = []
        for axis, length in enumerate(self.whole[::-1]):
            corner_mm = -self.size_mm[axis] / 2 + self.step_mm / 2
            first = int((low_mm[axis] - corner_mm) / self.step_mm) - 1
            last = int((high_mm[axis] - corner_mm) / self.step_mm) + 3
            spans.append(slice(first, last) if first >= 0 and last <= length else slice(None))
        return TextureGrid(self.size_mm, self.step_mm, (spans[1], spans[0]))

    @property
    def whole(self) -> tuple[int, int]:
        """Rows and columns of the whole grid."""
        return (round(self.size_mm[1] / self.step_mm), round(self.size_mm[0] / self.step_mm))

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the part that is drawn."""
        rows, columns = (range(length)[span] for length, span in zip(self.whole, self.window, strict=True))
        return (len(rows), len(columns))

    @property
    def corner_mm(self) -> tuple[float, float]:
        """Place of the first sample that is drawn."""
        rows, columns = self.window
        return (
            -self.size_mm[0] / 2 + self.step_mm / 2 + (columns.start or 0) * self.step_mm,
            -self.size_mm[1] / 2 + self.step_mm / 2 + (rows.start or 0) * self.step_mm,
        )

    def places_mm(self) -> tuple[Array, Array]:
        """Return the x and the y, each (h, w), of all samples."""
        whole = TextureGrid(self.size_mm, self.step_mm)
        x = (whole.corner_mm[0] + self.step_mm * np.arange(whole.shape[1], dtype=np.float32))[self.window[1]]
        y = (whole.corner_mm[1] + self.step_mm * np.arange(whole.shape[0], dtype=np.float32))[self.window[0]]
        return np.broadcast_to(x, self.shape), np.broadcast_to(y[:, None], self.shape)

    def noise(self, rng: np.random.Generator, grain_mm: tuple[float, float], octaves: int = 1) -> Array:
        """Return smooth random noise (h, w) of this grain in x and y, mean 0, standard deviation about 1."""
        rows, columns = self.whole
        total = np.zeros(self.shape, np.float32)
        weight = 0.0
        for octave in range(octaves):
            cells = [
                max(2, min(length, round(length * self.step_mm * 2**octave / grain)))
                for length, grain in zip((rows, columns), grain_mm[::-1], strict=True)
            ]
            lattice = rng.standard_normal(cells, dtype=np.float32)
            share = 0.55**octave
            blotches = cv2.resize(lattice, (columns, rows), interpolation=cv2.INTER_CUBIC)[self.window]
            total += np.multiply(blotches, np.float32(share), out=blotches)
            weight += share**2
        return np.multiply(total, np.float32(1.35 / np.sqrt(weight)), out=total)

    def texture(self, albedo: Array, height_mm: Array | None = None) -> Texture:
        """Return the texture of an albedo (h, w, 3), which is clipped, and a height map (h, w) in mm.

        Works in place, one axis after the other: large textures would fill a small computer's memory.
        """
        slope = np.zeros((*self.shape, 2), np.float32)
        if height_mm is not None:
            slope[..., 1] = np.gradient(height_mm, self.step_mm, axis=0)
            slope[..., 0] = np.gradient(height_mm, self.step_mm, axis=1)
        np.clip(albedo, 0.004, 0.95, out=albedo)
        return Texture(albedo.astype(np.float32, copy=False), slope, self.corner_mm, self.step_mm)


def mixed(first: Array, second: Array, share: Array) -> Array:
    """Return the colour (h, w, 3) between two colours (3,), by a share (h, w) clipped to 0..1."""
    t = np.clip(share, 0, 1)[..., None]
    return floats(first * (1 - t) + second * t)
