"""Positions of the start with counters that are hard to tell: like the other seat's, or like the board."""

import cv2
import numpy as np

from companion.board.spec import BoardSpec
from companion.game.board import Seat
from tests.support.drawn_board import SEAT_BGR, WOOD_BGR, Picture, Scene, camera, draw, setup


def with_one_like(share: float) -> Picture:
    """The position of the start, in which a share of the counter on 5B has the colour of A's."""
    picture = draw(Scene(setup(), seed=1))
    spec = BoardSpec()
    for height_mm in np.linspace(0, spec.counter_height_mm, 8):
        x, y = camera().to_px(spec, np.array([setup()[-1][1:]]), float(height_mm))[0]
        middle, axes = (round(x), round(y)), (19, 17)
        cv2.ellipse(picture, middle, axes, 0, 0, 360 * share, SEAT_BGR[Seat.A], -1, cv2.LINE_AA)
    return picture


def under_a_low_lamp(shadow: float, gain: float, length_mm: int) -> Picture:
    """The position of the start, with counters of B in the board's colour, and long shadows beside all.

    What lies in shadow keeps that share of its light.
    """
    spec, seen = BoardSpec(), camera()
    picture = draw(Scene(setup()[:5], (gain, gain, gain), seed=1))
    angles = np.linspace(0, 2 * np.pi, 60)
    around = 11.0 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    light = np.ones(picture.shape[:2], np.float32)
    for seat, x, y in setup():
        heights = np.linspace(0, spec.counter_height_mm, 8)
        solid = [
            seen.to_px(spec, around + np.array((x, y)), float(h)).round().astype(np.int32) for h in heights
        ]
        for step in range(3, length_mm):
            thrown = seen.to_px(spec, around + np.array((x + step, y - step))).round().astype(np.int32)
            cv2.fillPoly(light, [thrown], shadow)
        for outline in solid:
            cv2.fillPoly(light, [outline], 1.0 if seat is Seat.A else shadow)
        if seat is Seat.B:
            for outline in solid:
                cv2.fillPoly(picture, [outline], [gain * channel for channel in WOOD_BGR])
        cv2.fillPoly(light, solid[-1:], 1.0)
    soft = cv2.GaussianBlur(light, (0, 0), 1.5)[..., None]
    return np.asarray(np.clip(picture * soft, 0, 255).round(), np.uint8)
