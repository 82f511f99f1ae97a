"""Dice as they are seen: a cube's face with its pips, a knucklebone with its number, both also rolling."""

import itertools
import math
from functools import lru_cache

import pygame

from companion.display.drawing.fonts import font
from companion.display.drawing.icons import FINE, blank
from companion.display.drawing.palette import Palette
from companion.game import Die
from companion.interface.views import Roll

_NEAR, _MIDDLE, _FAR = 0.25, 0.5, 0.75
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MIDDLE, _MIDDLE),),
    2: ((_NEAR, _NEAR), (_FAR, _FAR)),
    3: ((_NEAR, _NEAR), (_MIDDLE, _MIDDLE), (_FAR, _FAR)),
    4: ((_NEAR, _NEAR), (_FAR, _NEAR), (_NEAR, _FAR), (_FAR, _FAR)),
    5: ((_NEAR, _NEAR), (_FAR, _NEAR), (_MIDDLE, _MIDDLE), (_NEAR, _FAR), (_FAR, _FAR)),
    6: ((_NEAR, _NEAR), (_FAR, _NEAR), (_NEAR, _MIDDLE), (_FAR, _MIDDLE), (_NEAR, _FAR), (_FAR, _FAR)),
}

_TURNS = 1.5
_FACES_SHOWN = 9


def draw_roll(surface: pygame.Surface, box: pygame.Rect, roll: Roll, palette: Palette) -> None:
    """A die in the middle of a box, as far as it has rolled; at rest it lies straight and shows its face."""
    left = (1 - min(max(roll.progress, 0.0), 1.0)) ** 2
    faces = roll.die.faces
    face = roll.face
    if left > 0.02:
        # Faces change quickly at first, then more slowly; the last one shown is the one thrown.
        face = faces[(faces.index(roll.face) + math.ceil(left * _FACES_SHOWN)) % len(faces)]
    side = round(min(box.width, box.height) * 0.92 / (1.0 + 0.35 * left))
    drawn = die_face(roll.die, face, side, palette)
    if left:
        drawn = pygame.transform.rotozoom(drawn, 360 * _TURNS * left, 1.0)
    surface.blit(drawn, drawn.get_rect(center=box.center))


@lru_cache(maxsize=64)
def die_face(die: Die, face: int, side_px: int, palette: Palette) -> pygame.Surface:
    """One face of a die in a square, on nothing."""
    side = side_px * FINE
    sheet = blank((side, side), palette.die.ink)
    if die.name.startswith("knucklebone"):
        # The sides that fall seldom are the narrow ones.
        _bone(sheet, side, face, palette, narrow=die.weights[die.faces.index(face)] < max(die.weights))
    else:
        _cube(sheet, side, face, palette)
    return pygame.transform.smoothscale(sheet, (side_px, side_px))


def _cube(sheet: pygame.Surface, side: int, face: int, palette: Palette) -> None:
    whole = sheet.get_rect().inflate(-round(side * 0.06), -round(side * 0.06))
    edge = max(1, round(side * 0.025))
    pygame.draw.rect(sheet, palette.die.ink, whole, border_radius=side // 6)
    pygame.draw.rect(
        sheet, palette.die.fill, whole.inflate(-2 * edge, -2 * edge), border_radius=side // 6 - edge
    )
    for x, y in _PIPS[face]:
        pygame.draw.circle(sheet, palette.die.ink, (round(x * side), round(y * side)), round(side * 0.085))


def _bone(sheet: pygame.Surface, side: int, face: int, palette: Palette, *, narrow: bool) -> None:
    """A side of a knucklebone, with its number twice, for both players to read."""
    height = 0.46 if narrow else 0.66
    outline = [_on_bone(math.tau * i / 120, side, height) for i in range(120)]
    edge = max(2, round(side * 0.03))
    pygame.draw.polygon(sheet, palette.die.fill, outline)
    for one, other in itertools.pairwise([*outline, outline[0]]):
        pygame.draw.line(sheet, palette.die.ink, one, other, edge)
        pygame.draw.circle(sheet, palette.die.ink, one, edge // 2)
    number = font(round(side * 0.38), bold=True).render(str(face), True, palette.die.ink)
    for turned, x in ((0, 0.31), (180, 0.69)):
        drawn = pygame.transform.rotate(number, turned)
        sheet.blit(drawn, drawn.get_rect(center=(round(x * side), side // 2)))


def _on_bone(angle: float, side: int, height: float) -> tuple[int, int]:
    """A point on a knucklebone's outline: a rounded oblong, waisted in the middle, with four knobs."""
    x, y = math.cos(angle), math.sin(angle)
    squarer = 1 / (abs(x) ** 3.2 + abs(y) ** 3.2) ** (1 / 3.2)
    x, y = x * squarer, y * squarer
    waist = 1 - 0.16 * math.exp(-((x / 0.38) ** 2))
    notch = 1 - 0.07 * math.exp(-((y / 0.3) ** 2))
    return round(side * (0.5 + 0.46 * x * notch)), round(side * (0.5 + height / 2 * y * waist))
