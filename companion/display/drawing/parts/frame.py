"""The camera's frame on a page: the picture, detected counters, and a magnifier."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import pygame

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.layout import BODY_MM, SMALL_MM
from companion.display.drawing.parts.furniture import picture_surface
from companion.interface.sight import CameraPicture, CounterSpot

MAGNIFIED = 4  # magnification under the finger, relative to the rest of the picture


@dataclass(frozen=True)
class FrameBox:
    """Where a frame is drawn: a box in pixels of the page, and page pixels per frame pixel."""

    box: pygame.Rect
    scale: float
    size_wh: tuple[int, int]

    def on_page(self, x_px: float, y_px: float) -> tuple[int, int]:
        """Return the page position of a frame pixel."""
        return round(self.box.left + x_px * self.scale), round(self.box.top + y_px * self.scale)

    def in_frame(self, x: float, y: float) -> tuple[float, float]:
        """Return the frame pixel nearest to a place on the page."""
        x_px, y_px = (x - self.box.left) / self.scale, (y - self.box.top) / self.scale
        width, height = self.size_wh
        return min(max(x_px, 0.0), width - 1.0), min(max(y_px, 0.0), height - 1.0)


def draw_frame(canvas: Canvas, box: pygame.Rect, picture: CameraPicture | None) -> FrameBox | None:
    """Draw the frame as large as the box allows; return None, and draw words, if there is none."""
    if picture is None:
        canvas.panel(box, canvas.palette.panel.fill)
        canvas.text(canvas.tr("I can't see anything."), box, BODY_MM, paint=canvas.palette.panel)
        return None
    height, width = picture.pixels.shape[:2]
    scale = min(box.width / width, box.height / height)
    place = pygame.Rect(0, 0, round(width * scale), round(height * scale))
    place.center = box.center
    canvas.surface.blit(picture_surface(picture, place.size), place.topleft)
    return FrameBox(place, scale, (width, height))


def draw_spots(canvas: Canvas, frame: FrameBox, spots: Sequence[CounterSpot]) -> None:
    """Draw a ring in its seat's colour round each detected counter, with the seat beside it.

    The counters stay in view, and no ring reaches into another.
    """
    places = [frame.on_page(spot.x_px, spot.y_px) for spot in spots]
    pairs = itertools.combinations(places, 2)
    usual = canvas.metrics.px(SMALL_MM * 0.8)
    radius = max(6, min([usual, *(int(math.dist(one, other) / 2) - 2 for one, other in pairs)]))
    for spot, place in zip(spots, places, strict=True):
        paint = canvas.palette.counter(spot.seat)
        pygame.draw.circle(canvas.surface, paint.ink, place, radius + 1, 6)
        pygame.draw.circle(canvas.surface, paint.fill, place, radius, 4)
    taken = [pygame.Rect(x - radius, y - radius, 2 * radius, 2 * radius) for x, y in places]
    middle = pygame.Vector2(frame.box.center)
    for spot, place in zip(spots, places, strict=True):
        label = pygame.Rect((0, 0), 2 * (min(2 * radius, canvas.metrics.px(SMALL_MM * 1.5)),))
        ways = sorted(AROUND, key=lambda way: -way.dot(place - middle))
        if place_beside(label, place, ways, radius + 2, frame.box, taken):
            taken.append(label.copy())
            paint = canvas.palette.counter(spot.seat)
            canvas.panel(label.inflate(2, 2), paint.ink)
            canvas.panel(label, paint.fill)
            canvas.text(spot.seat, label, SMALL_MM, paint=paint, bold=True)


AROUND = (pygame.Vector2(0, -1), pygame.Vector2(0, 1), pygame.Vector2(-1, 0), pygame.Vector2(1, 0))
"""The ways from a counter to a label beside it: up, down, left, right."""


def place_beside(
    box: pygame.Rect,
    place: tuple[int, int],
    ways: Sequence[pygame.Vector2],
    clear_px: float,
    within: pygame.Rect,
    taken: Sequence[pygame.Rect] = (),
) -> bool:
    """Move a label `clear_px` off what it names, the first of the ways that is free, or else the last.

    Return True if one is free.
    """
    for way in ways:
        far = clear_px + abs(way.x) * box.width / 2 + abs(way.y) * box.height / 2
        box.center = (round(place[0] + far * way.x), round(place[1] + far * way.y))
        if within.contains(box) and box.collidelist(taken) < 0:
            return True
    return False


def draw_magnifier(
    canvas: Canvas, frame: FrameBox, picture: CameraPicture, place_px: tuple[float, float], side: int
) -> None:
    """Magnify the surroundings of a frame pixel on the other side of the picture, midway between corners."""
    shown = max(2, round(side / (MAGNIFIED * frame.scale)))
    part = cv2.getRectSubPix(picture.pixels, (shown, shown), place_px)
    x, _ = frame.on_page(*place_px)
    box = pygame.Rect(0, 0, side, side)
    box.centery = frame.box.centery
    box.left = frame.box.left if x > frame.box.centerx else frame.box.right - side
    canvas.surface.blit(picture_surface(CameraPicture(np.asarray(part, np.uint8)), box.size), box.topleft)
    ink, fill = canvas.palette.main.ink, canvas.palette.main.fill
    for start, end in ((box.midleft, box.midright), (box.midtop, box.midbottom)):
        pygame.draw.line(canvas.surface, ink, start, end, 3)
        pygame.draw.line(canvas.surface, fill, start, end)
    pygame.draw.rect(canvas.surface, fill, box, 3)
