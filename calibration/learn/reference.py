"""The reference picture of the bare board, made up from what shows between the counters."""

import cv2
import numpy as np

from vision.arrays import Floats, Mask, Picture
from vision.photometry.opponent_colours import DARK_OFFSET, bgr_from_opponent_log, opponent_log

LIKE = np.array([0.3, 0.1, 0.13], np.float32)
"""How far, in log-opponent colours, a bare pixel may lie from the smooth colour of the board around it."""


def fill_unknown(picture: Picture, known: Mask, counter_px: float) -> Picture:
    """A rectified picture (h, w, 3) BGR with the smooth colour of the known board where it is unknown."""
    colours = opponent_log(picture)
    light = smooth_light(colours, known, counter_px)
    filled = np.clip(bgr_from_opponent_log(light, 1.0) - DARK_OFFSET, 0, 255).round().astype(np.uint8)
    return np.where(known[..., None], picture, filled)


def smooth_light(colours: Floats, weight: Mask, counter_px: float) -> Floats:
    """The smooth log-opponent colour (h, w, 3) of the pixels that count, continued where none do."""
    stacked = np.dstack([colours * weight[..., None], weight.astype(np.float32)]).astype(np.float32)
    total = np.zeros_like(stacked)
    for reach, share in ((0.7, 1.0), (2.0, 1e-2), (8.0, 1e-4)):
        total += share * cv2.GaussianBlur(stacked, (0, 0), reach * counter_px, borderType=cv2.BORDER_REFLECT)
    return np.asarray(total[..., :3] / np.maximum(total[..., 3:], 1e-12), np.float32)


def bare_pixels(
    picture: Picture,
    bare_colours: Floats,
    counter_colours: Floats,
    area: Mask,
    counter_px: float,
) -> Mask:
    """Which pixels (h, w) of a rectified picture look like bare board, judged from examples of it.

    `bare_colours` (n, 3) are log-opponent colours of the examples, `counter_colours` (m, 3) those of counters
    in the same picture, if it has any; `area` (h, w) is where the board lies.
    """
    colours = opponent_log(picture)
    typical = np.median(bare_colours, axis=0)
    light = np.broadcast_to(typical, colours.shape).astype(np.float32)
    widths = (2.0, 1.5, 1.0, 1.0)
    for width in widths:
        off = (colours - light) / LIKE
        alike = (np.abs(off) < width).all(axis=2) & area
        for counter in (counter_colours - typical) / LIKE:
            # A crowd of pale counters would else pass for a brighter part of a pale board.
            alike &= (off**2).sum(axis=2) < ((off - counter) ** 2).sum(axis=2)
        if not alike.any():
            return np.asarray(alike, bool)
        light = smooth_light(colours, alike, counter_px)
    # A lone pixel of a counter's rim may have the board's colour; a patch of them has not.
    opened = cv2.morphologyEx(alike.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(opened > 0, bool)
