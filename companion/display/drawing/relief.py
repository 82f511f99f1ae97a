"""Relief: light from the upper left, soft shadows, the grain of fired clay."""

from functools import lru_cache

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from companion.presentation.palette import Colour

SHADOW = 0.4  # darkness of the middle of a shadow

GRAIN_SEED = 5
GRAIN = 0.022  # range of clay's brightness around its colour, from place to place


def soft_disc(diameter_px: int, blur: float) -> pygame.Surface:
    """Return the shadow of a disc, its edge soft for `blur` diameters."""
    return _soft("disc", diameter_px, diameter_px, round(blur * 100))


def soft_box(width_px: int, height_px: int, blur: float) -> pygame.Surface:
    """Return the shadow of a box."""
    return _soft("box", width_px, height_px, round(blur * 100))


@lru_cache(maxsize=64)
def _soft(shape: str, width_px: int, height_px: int, blur_percent: int) -> pygame.Surface:
    edge = max(1, round(max(width_px, height_px) * blur_percent / 100))
    alpha = np.zeros((height_px + 4 * edge, width_px + 4 * edge), np.float32)
    if shape == "disc":
        middle = (alpha.shape[1] // 2, alpha.shape[0] // 2)
        cv2.circle(alpha, middle, max(1, width_px // 2), 1.0, -1, cv2.LINE_AA)
    else:
        alpha[2 * edge : 2 * edge + height_px, 2 * edge : 2 * edge + width_px] = 1.0
    alpha = cv2.GaussianBlur(alpha, (0, 0), max(0.8, edge * 0.7)) * SHADOW
    sheet = pygame.Surface(alpha.shape[::-1], pygame.SRCALPHA)
    pygame.surfarray.pixels_alpha(sheet)[...] = np.round(255 * alpha.T).astype(np.uint8)
    return sheet


def lit_disc(diameter_px: int, fill: Colour, edge: Colour, edge_share: float, depth: float) -> pygame.Surface:
    """Return a turned disc with a rounded rim; `depth` 0 makes it flat."""
    fine = 3
    side = max(4, diameter_px) * fine
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) * 2 / (side - 1) - 1
    radius = np.hypot(x, y)
    rim = np.clip((radius - 0.72) / 0.28, 0, 1) ** 1.5
    # The rim falls away from the middle, and what faces the light is lighter.
    facing = -(0.6 * x + 0.8 * y) / np.maximum(radius, 1e-3)
    light = depth * (0.34 * rim * facing - 0.05 * (0.6 * x + 0.8 * y))
    colours = _lit(np.broadcast_to(np.array(fill, np.float32), (side, side, 3)), light)
    colours[radius > 1 - edge_share] = edge
    alpha = np.where(radius <= 1, 255, 0).astype(np.uint8)
    return _small(colours, alpha, fine)


def clay(size_wh: tuple[int, int], colour: Colour, depth: float) -> pygame.Surface:
    """Return a plate of fired clay, a little lighter towards the light; `depth` 0 makes it plain."""
    width, height = size_wh
    random = np.random.default_rng(GRAIN_SEED)
    grain = np.zeros((height, width), np.float32)
    for sigma, share in ((0.8, 0.35), (5.0, 1.0), (24.0, 1.6)):
        noise = cv2.GaussianBlur(random.standard_normal((height, width)).astype(np.float32), (0, 0), sigma)
        grain += share * noise / max(float(noise.std()), 1e-6)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    slope = 0.03 * (1 - 2 * (0.4 * x / width + 0.6 * y / height))
    light = depth * (GRAIN / 2 * grain + slope)
    colours = _lit(np.broadcast_to(np.array(colour, np.float32), (height, width, 3)), light)
    sheet = pygame.Surface(size_wh)
    pygame.surfarray.blit_array(sheet, np.ascontiguousarray(colours.swapaxes(0, 1)))
    return sheet


def shade(colour: Colour, light: float) -> Colour:
    """Return a colour in more light (above 0) or less."""
    red, green, blue = (int(part) for part in _lit(np.array(colour, np.float32), np.float32(light)))
    return red, green, blue


def _lit(colours: NDArray[np.float32], light: NDArray[np.float32] | np.float32) -> NDArray[np.uint8]:
    amount = np.asarray(light)[..., None] if np.ndim(light) else light
    bright = colours + (255 - colours) * np.maximum(amount, 0)
    return np.asarray(np.clip(bright * (1 + np.minimum(amount, 0)), 0, 255), np.uint8)


def _small(colours: NDArray[np.uint8], alpha: NDArray[np.uint8], fine: int) -> pygame.Surface:
    side = alpha.shape[0]
    sheet = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.surfarray.blit_array(sheet, np.ascontiguousarray(colours.swapaxes(0, 1)))
    pygame.surfarray.pixels_alpha(sheet)[...] = alpha.T
    return pygame.transform.smoothscale(sheet, (side // fine, side // fine))
