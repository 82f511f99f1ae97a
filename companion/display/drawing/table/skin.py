"""The board's own picture as the surface of the drawn one: tone-mapped, then fitted."""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pygame

from companion.display.drawing.palette import TEXT_CONTRAST, Colour, Palette, contrast
from companion.display.drawing.table.board_geometry import BoardGeometry
from companion.display.drawing.table.proportions import REACH
from companion.display.drawing.themed import colour_of, lab_of, rgb_of
from companion.game import Point, Seat
from companion.interface.presentation import Skin

LIVELY = 1.25  # gain of light and dark relative to the picture, where there is room
SPREAD = 10.0  # maximum difference in lightness (CIELAB) of any place from the board's middle tone
COLOURFUL = 0.8  # share of the colour differences that is kept: grain, not stains
KEPT = 0.5  # around each point the picture isn't squeezed along its line, in pitches: rings stay round


@lru_cache(maxsize=16)
def with_skin(palette: Palette, skin: Skin | None) -> Palette:
    """Return a palette with a board's picture in its colours; one without relief stays as it is."""
    if skin is None or not palette.relief:
        return palette
    return replace(palette, skin=tone_mapped(skin, palette.board, palette.page.ink))


def tone_mapped(skin: Skin, board: Colour, ink: Colour) -> Skin:
    """Return a picture mapped to the drawn board's lightness and chroma, so that ink stands out."""
    # By formulas: OpenCV fills tables at a process's first conversion, 103 ms in all instead of 23.
    lab = lab_of(skin.pixels)
    middle = np.median(lab.reshape(-1, 3), axis=0)
    wanted = lab_of(board)
    # What differs slowly from place to place is the light of a lamp, no part of the board.
    lamp = cv2.GaussianBlur(lab[..., 0], (0, 0), skin.pitch_px, borderType=cv2.BORDER_REFLECT)
    differs = LIVELY * (lab[..., 0] - lamp)
    darkest, lightest = _room(board, ink)
    new = np.empty_like(lab)
    new[..., 0] = wanted[0] + np.clip(differs, -min(SPREAD, darkest), min(SPREAD, lightest))
    new[..., 1:] = wanted[1:] + COLOURFUL * np.clip(lab[..., 1:] - middle[1:], -SPREAD, SPREAD)
    return replace(skin, pixels=rgb_of(new))


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
    lab = lab_of(colour)
    lab[0] = np.clip(lab[0] + by, 0, 100)
    return colour_of(lab)


def inlay_box(geometry: BoardGeometry) -> pygame.Rect:
    """Return the part of a drawn board that its picture covers: the points and nearly a counter around."""
    (left, bottom), (right, top) = geometry.point(Point.A1), geometry.point(Point.B1)
    reach = REACH * geometry.pitch_px
    x, y = round(left - reach), round(top - reach)
    return pygame.Rect(x, y, round(right + reach) - x, round(bottom + reach) - y)


def inlay(skin: Skin, geometry: BoardGeometry, near: Seat) -> pygame.Surface:
    """Return the picture fitted to that part, points where the seat sees them.

    The drawn board's lines are shorter, relative to their distance, than on most boards: the middle of each
    line is cut from the picture.
    """
    box = inlay_box(geometry)
    (left, bottom), (_, top) = geometry.point(Point.A1), geometry.point(Point.B1)
    scale = skin.pitch_px / geometry.pitch_px
    x = skin.left_px + (np.arange(box.width) + box.left - left) * scale
    # Rows of the page, and the rows of the picture that belong there.
    kept = min(KEPT * geometry.pitch_px, (bottom - top) / 2)
    rows = [top - kept, top + kept, bottom - kept, bottom + kept]
    taken = [
        skin.top_px - kept * scale,
        skin.top_px + kept * scale,
        skin.bottom_px - kept * scale,
        skin.bottom_px + kept * scale,
    ]
    y = np.interp(np.arange(box.height) + box.top, rows, taken)
    across, down = np.meshgrid(x.astype(np.float32), y.astype(np.float32))
    fitted = cv2.remap(skin.pixels, across, down, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT_101)
    if near is Seat.B:
        fitted = cv2.rotate(fitted, cv2.ROTATE_180)
    return pygame.image.frombuffer(np.ascontiguousarray(fitted).tobytes(), box.size, "RGB")
