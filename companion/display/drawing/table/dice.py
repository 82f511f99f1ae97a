"""Dice, at rest and rolling: a cube, or a knucklebone whose sides have shapes and names."""

import math
from functools import lru_cache

import numpy as np
import pygame
from numpy.typing import NDArray

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.fonts import font
from companion.display.drawing.icons import FINE, blank
from companion.display.drawing.layout import SMALL_MM
from companion.display.drawing.relief import shade, soft_box
from companion.display.drawing.table.bones import bone
from companion.game import Die
from companion.interface.views import Roll
from companion.presentation.fonts import Face
from companion.presentation.palette import Palette
from companion.presentation.proportions import PIP, PIPS, SIDES

_TURNS = (1.75, 1.25, 0.6)  # turns of a cube in a throw: forwards, sideways and on its corner

_HOPS = ((0.0, 0.42, 0.34), (0.42, 0.7, 0.14), (0.7, 0.88, 0.05), (0.88, 1.0, 0.012))
"""The hops of a throw: when each begins and ends, and its height in widths of the die."""

_NEARER = 0.3  # growth of a die for each of its widths that it is nearer
_LOW_MM = 14.0  # in a box lower than this a knucklebone's number stands beside it, not above and below

_NARROW_MM = 16.0
"""In a box narrower than this there is no room for the number: the bone would be too small to recognise."""

_ROOM = 0.88  # share of its box that a die at rest fills

Places = NDArray[np.float64]


def is_bone(die: Die) -> bool:
    """True if a die is a knucklebone."""
    return die.name.startswith("knucklebone")


def hop(progress: float) -> float:
    """Return a thrown die's height in units of its width: it hops ever lower."""
    for start, end, height in _HOPS:
        if start <= progress < end:
            part = (progress - start) / (end - start)
            return height * 4 * part * (1 - part)
    return 0.0


def left_to_roll(progress: float) -> float:
    """Return the share of its way and turns that a die still has to roll: it slows down evenly."""
    return (1 - min(max(progress, 0.0), 1.0)) ** 2


def draw_roll(canvas: Canvas, box: pygame.Rect, roll: Roll) -> None:
    """Draw a die in the middle of a box at its progress; at rest it lies straight and shows its face.

    A knucklebone's number is written beside it, for both players.
    """
    surface, palette = canvas.surface, canvas.palette
    die = _bone_box(canvas, box, roll) if is_bone(roll.die) else box
    left, high = left_to_roll(roll.progress), hop(roll.progress)
    # A knucklebone is wider than high.
    high_px = die.height / 0.7 if is_bone(roll.die) else die.height
    side = round(min(die.width, high_px) * _ROOM)
    # A cube on its corner is wider than one that lies.
    seen_px = side * (1 - 0.38 * min(1.0, 3 * left)) * (1 + _NEARER * high)
    reach = max(0.0, (die.width - 1.5 * seen_px) / 2)
    middle = (die.centerx - reach * left, die.centery - side * 0.12 * high)
    if palette.relief:
        drop = seen_px * (0.04 + 0.3 * high)
        width, height = (0.7, 0.34) if is_bone(roll.die) else (0.8, 0.8)
        shadow = soft_box(round(seen_px * width), round(seen_px * height), 0.05 + round(high, 1) * 0.2)
        surface.blit(shadow, shadow.get_rect(center=(round(middle[0] + drop * 0.6), round(middle[1] + drop))))
    if left == 0.0:
        drawn = (
            bone(roll.die.faces.index(roll.face), side, palette)
            if is_bone(roll.die)
            else die_face(roll.die, roll.face, side, palette)
        )
    elif is_bone(roll.die):
        drawn = _tumbling_bone(roll.die.faces.index(roll.face), round(seen_px), left, palette)
    else:
        drawn = _tumbling_cube(roll.face, round(seen_px), left, palette)
    surface.blit(drawn, drawn.get_rect(center=(round(middle[0]), round(middle[1]))))


def _bone_box(canvas: Canvas, box: pygame.Rect, roll: Roll) -> pygame.Rect:
    """Write a knucklebone's number towards each player once it lies; return the room for the bone."""
    if box.width < canvas.metrics.px(_NARROW_MM):
        return box
    wide = box.width > 1.6 * box.height or box.height < canvas.metrics.px(_LOW_MM)
    room = min(box.height, round(box.width * 0.22)) if wide else round(box.height * 0.27)
    size_mm = max(SMALL_MM, room * 0.7 / canvas.metrics.px_per_mm)
    near, far = (
        (
            pygame.Rect(box.right - room, box.top, room, box.height),
            pygame.Rect(box.left, box.top, room, box.height),
        )
        if wide
        else (
            pygame.Rect(box.left, box.bottom - room, box.width, room),
            pygame.Rect(box.left, box.top, box.width, room),
        )
    )
    if roll.progress >= 1:
        for words, turned in ((near, False), (far, canvas.two_sided)):
            with canvas.sheet(words, turned=turned) as sheet:
                sheet.text(str(roll.face), sheet.box, min(size_mm, 12.0), bold=True)
    return box.inflate(-2 * room, 0) if wide else box.inflate(0, -2 * room)


@lru_cache(maxsize=64)
def die_face(die: Die, face: int, side_px: int, palette: Palette) -> pygame.Surface:
    """Return one face of a die on a transparent square; below a knucklebone's side stands its number."""
    if is_bone(die):
        return _numbered_bone(die.faces.index(face), face, side_px, palette)
    side = side_px * FINE
    sheet = blank((side, side), palette.die.ink)
    whole = sheet.get_rect().inflate(-round(side * 0.06), -round(side * 0.06))
    edge = max(1, round(side * 0.025))
    pygame.draw.rect(sheet, palette.die.ink, whole, border_radius=side // 6)
    inner = whole.inflate(-2 * edge, -2 * edge)
    pygame.draw.rect(sheet, palette.die.fill, inner, border_radius=side // 6 - edge)
    if palette.relief:
        # The top is flat, and its edges are worn round.
        pygame.draw.rect(sheet, shade(palette.die.fill, -0.14), inner, border_radius=side // 6 - edge)
        top = inner.inflate(-round(side * 0.05), -round(side * 0.05)).move(-side // 80, -side // 60)
        pygame.draw.rect(sheet, palette.die.fill, top, border_radius=side // 7)
    for x, y in PIPS[face]:
        pygame.draw.circle(sheet, palette.die.ink, (round(x * side), round(y * side)), round(side * PIP))
    drawn = pygame.transform.smoothscale(sheet, (side_px, side_px))
    drawn.set_alpha(255, pygame.RLEACCEL)  # As the board's slab.
    return drawn


def _numbered_bone(index: int, face: int, side_px: int, palette: Palette) -> pygame.Surface:
    sheet = pygame.Surface((side_px, side_px), pygame.SRCALPHA)
    height = round(side_px * 0.56)
    drawn = bone(index, round(side_px * 0.82), palette)
    sheet.blit(drawn, drawn.get_rect(center=(side_px // 2, height // 2)))
    number = font(round(side_px * 0.4), Face.BOLD).render(str(face), True, palette.die.ink)
    plate = number.get_bounding_rect().inflate(round(side_px * 0.12), round(side_px * 0.06))
    plate.midbottom = (side_px // 2, side_px - 1)
    pygame.draw.rect(sheet, palette.die.fill, plate, border_radius=max(1, side_px // 16))
    sheet.blit(
        number,
        (
            plate.centerx - number.get_bounding_rect().centerx,
            plate.centery - number.get_bounding_rect().centery,
        ),
    )
    return sheet


def _tumbling_cube(face: int, side_px: int, left: float, palette: Palette) -> pygame.Surface:
    """Return a cube that tumbles towards a face, seen from above."""
    over, sideways, spin = (math.tau * turns * left for turns in _TURNS)
    turn = _turned(2, spin) @ _turned(1, sideways) @ _turned(0, over)
    fine = 2
    size = round(side_px * 1.74) * fine
    half = side_px * fine * 0.47
    sheet = blank((size, size), palette.die.ink)

    def seen(places: Places) -> list[tuple[float, float]]:
        return [(size / 2 + x * half, size / 2 - y * half) for x, y, _ in places @ turn.T]

    for shown, axes in sides(face):
        normal = turn @ np.cross(axes[0], axes[1])
        if normal[2] <= 0.02:
            continue
        right, up = axes
        out = np.cross(right, up)
        corners = np.array([out - right - up, out + right - up, out + right + up, out - right + up])
        light = 0.1 * normal[1] - 0.08 * normal[0] - 0.3 * (1 - normal[2])
        outline = seen(corners)
        pygame.draw.polygon(
            sheet, shade(palette.die.fill, light) if palette.relief else palette.die.fill, outline
        )
        pygame.draw.polygon(sheet, palette.die.ink, outline, max(1, round(half * 0.05)))
        angles = np.linspace(0, math.tau, 16, endpoint=False)
        for x, y in PIPS[shown]:
            middle = out + right * (2 * x - 1) + up * (1 - 2 * y)
            rim = middle + 0.17 * (np.outer(np.cos(angles), right) + np.outer(np.sin(angles), up))
            pygame.draw.polygon(sheet, palette.die.ink, seen(rim))
    return pygame.transform.smoothscale(sheet, (size // fine, size // fine))


def sides(face: int) -> list[tuple[int, Places]]:
    """Return the six sides of a cube with a face on top: the number of each, and its direction."""
    x, y, z = np.eye(3)
    beside = [number for number in (1, 2, 3) if number not in (face, 7 - face)]
    first, second = beside
    return [
        (face, np.array([x, y])),
        (7 - face, np.array([-x, y])),
        (first, np.array([y, z])),
        (7 - first, np.array([-y, z])),
        (second, np.array([z, x])),
        (7 - second, np.array([-z, x])),
    ]


def _turned(axis: int, angle: float) -> Places:
    cos, sin = math.cos(angle), math.sin(angle)
    one, other = (axis + 1) % 3, (axis + 2) % 3
    turn = np.eye(3)
    turn[one, one] = turn[other, other] = cos
    turn[one, other], turn[other, one] = -sin, sin
    return turn


def _tumbling_bone(index: int, side_px: int, left: float, palette: Palette) -> pygame.Surface:
    """Return a knucklebone that rolls over its long sides, one after the other."""
    round_it = (0, 1, 3, 2)
    angle = math.tau * _TURNS[0] * left
    quarter = round(angle / (math.pi / 2))
    shown = round_it[(round_it.index(index) + quarter) % len(SIDES)]
    drawn = bone(shown, side_px, palette)
    squeezed = max(0.55, math.cos(angle - quarter * math.pi / 2))
    drawn = pygame.transform.smoothscale(
        drawn, (drawn.get_width(), max(1, round(drawn.get_height() * squeezed)))
    )
    return pygame.transform.rotozoom(drawn, 360 * _TURNS[2] * left, 1.0)
