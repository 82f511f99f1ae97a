"""The board's own picture as the surface of the drawn one: tone-mapped, then fitted."""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from companion.game import Point
from companion.interface.presentation import Skin
from companion.presentation.board_geometry import BoardGeometry
from companion.presentation.palette import TEXT_CONTRAST, Colour, Palette, contrast
from companion.presentation.proportions import REACH
from companion.presentation.themed import colour_of, lab_of, rgb_of

LIVELY = 1.25  # gain of light and dark relative to the picture, where there is room
SPREAD = 10.0  # maximum difference in lightness (CIELAB) of any place from the board's middle tone
COLOURFUL = 0.8  # share of the colour differences that is kept: grain, not stains
HEALED = 0.34  # what lies this near to a line, in pitches, is filled in: the page draws its own lines


@lru_cache(maxsize=16)
def with_skin(palette: Palette, skin: Skin | None) -> Palette:
    """Return a palette with a board's picture in its colours; one without relief stays as it is."""
    if skin is None or not palette.relief:
        return palette
    return replace(palette, skin=tone_mapped(skin, palette.board, palette.page.ink))


def tone_mapped(skin: Skin, board: Colour, ink: Colour) -> Skin:
    """Return a picture mapped to the drawn board's lightness and chroma, so that ink stands out."""
    # By formulas: OpenCV fills tables at a process's first conversion, 103 ms in all instead of 23.
    light, *tints = lab_of(np.moveaxis(skin.pixels.astype(np.float32), -1, 0), np.where)
    wanted, *hue = lab_of(board)
    # What differs slowly from place to place is the light of a lamp, no part of the board.
    lamp = cv2.GaussianBlur(light, (0, 0), skin.pitch_px, borderType=cv2.BORDER_REFLECT)
    darkest, lightest = _room(board, ink)
    new = [wanted + np.clip(LIVELY * (light - lamp), -darkest, lightest)]
    for tint, tone in zip(tints, hue, strict=True):
        new.append(tone + COLOURFUL * np.clip(tint - np.median(tint), -SPREAD, SPREAD))
    return replace(skin, pixels=np.rint(np.stack(rgb_of(new, np.where), axis=-1)).astype(np.uint8))


def _room(board: Colour, ink: Colour) -> tuple[float, float]:
    """Return how much darker and lighter (CIELAB) places may be than a colour, with ink still legible."""
    rooms = []
    for sign in (-1.0, 1.0):
        room = 0.0
        while room < SPREAD and contrast(_lighter(board, sign * (room + 1)), ink) >= TEXT_CONTRAST:
            room += 1.0
        rooms.append(room)
    return rooms[0], rooms[1]


def _lighter(colour: Colour, by: float) -> Colour:
    light, a, b = lab_of(colour)
    return colour_of((light + by, a, b))


def inlay_box(geometry: BoardGeometry) -> pygame.Rect:
    """Return the part of a drawn board that its picture covers: the points and nearly a counter around."""
    (left, bottom), (right, top) = geometry.point(Point.A1), geometry.point(Point.B1)
    reach = REACH * geometry.pitch_px
    x, y = round(left - reach), round(top - reach)
    return pygame.Rect(x, y, round(right + reach) - x, round(bottom + reach) - y)


def inlay(skin: Skin, geometry: BoardGeometry) -> pygame.Surface:
    """Return the grain of the picture's middle fitted to that part.

    The board's own lines and rings would be ghosts beside the drawn ones, whose proportions differ: what lies
    near them is filled in with what lies beside them, mirrored from both sides and faded into each other.
    """
    box = inlay_box(geometry)
    (left, bottom), (_, top) = geometry.point(Point.A1), geometry.point(Point.B1)
    scale = skin.pitch_px / geometry.pitch_px
    x = (np.arange(box.width) + box.left - left) / geometry.pitch_px
    line = np.clip(np.rint(x), 0, 4)
    off = x - line
    left_of, right_of = line - HEALED - _folded(off + HEALED), line + HEALED + _folded(HEALED - off)
    left_of, right_of = np.where(line == 0, right_of, left_of), np.where(line == 4, left_of, right_of)
    is_near = (np.abs(off) < HEALED) | (x < 0) | (x > 4)
    down = (skin.top_px + skin.bottom_px) / 2 + (np.arange(box.height) + box.top - (top + bottom) / 2) * scale
    one, other = (_sampled(skin, np.where(is_near, side, x), down) for side in (left_of, right_of))
    share = np.clip((off + HEALED) / (2 * HEALED), 0, 1)[:, None]
    fitted = np.rint(one + share * (other - one)).astype(np.uint8)
    return pygame.image.frombuffer(fitted.tobytes(), box.size, "RGB")


def _folded(away: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return how far into the strip between two lines (in pitches) a distance from its edge is mirrored."""
    strip = 1 - 2 * HEALED
    return np.asarray(strip - np.abs(strip - np.abs(away) % (2 * strip)), np.float64)


def _sampled(skin: Skin, across: NDArray[np.floating], down_px: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return the picture (H, W, 3), RGB, at columns (W) in pitches from the first line, and rows (H)."""
    columns = (skin.left_px + across * skin.pitch_px).astype(np.float32)
    x, y = np.meshgrid(columns, down_px.astype(np.float32))
    fitted = cv2.remap(skin.pixels, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(fitted, np.float32)
