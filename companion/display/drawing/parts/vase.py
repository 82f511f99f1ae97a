"""Pictures in the manner of Greek vases: drawings of our own in a frame of tongues and a meander.

The drawings are SVG files in `companion/display/pictures`, all of one size and in four colours, which take
those of the theme: black figures on clay, or red ones on black where the room is dark. What moves is a
group `<g data-from="x y" data-to="x y">`: how far from its drawn place it comes, and goes on.
"""

import io
import re
from functools import lru_cache
from pathlib import Path

import pygame

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.layout import cut_bottom, cut_top
from companion.display.drawing.parts.frieze import meander
from companion.interface.presentation import Theme
from companion.presentation.palette import PALETTES, TEXT_CONTRAST, Paint, contrast

PICTURES = Path(__file__).parents[2] / "pictures"
DRAWINGS = ("players", "clay", "step", "bones")
"""The drawings by their names, in the order of the story's pages."""

WIDTH, HEIGHT = 1400, 706  # size of every drawing in its own units

_FIGURE, _GROUND, _WHITE, _PURPLE = "#1b1410", "#e6a874", "#fcf4e6", "#700e1e"
"""The colours in the files: figures, clay and incised lines, added white, added purple."""

PART_MOVES = 0.5  # share of a drawing's whole movement that each of its parts takes
_MOVES = re.compile('<g data-from="([^"]+)"(?: data-to="([^"]+)")?>(.*?)</g>\n', re.DOTALL)
Part = tuple[pygame.Surface, tuple[int, int], tuple[float, float, float, float]]
"""A moving part: its picture, where it is drawn, and how far from there it comes and goes (x, y, x, y)."""


def clay(theme: Theme) -> Paint:
    """Return the ground and the colour of figures on it, which is legible as text, too."""
    palette = PALETTES[theme]
    ground, figure = palette.board, palette.main.fill
    return Paint(ground if contrast(ground, figure) >= TEXT_CONTRAST else palette.page.fill, figure)


def draw_drawing(
    surface: pygame.Surface, box: pygame.Rect, name: str, theme: Theme, moved: float | None = None
) -> None:
    """Draw a drawing as large as a box allows, standing on the box's lower edge as its ground.

    What moves has `moved` that share of its way, one part after another; without it, all is as drawn. What
    comes straight down, such as letters, is not seen before its turn.
    """
    scale = min(box.width / WIDTH, box.height / HEIGHT)
    drawn, parts = _drawing(name, (max(1, round(WIDTH * scale)), max(1, round(HEIGHT * scale))), theme)
    place = drawn.get_rect(midbottom=box.midbottom)
    surface.blit(drawn, place)
    for number, (part, (x, y), (x1, y1, x2, y2)) in enumerate(parts):
        across = down = 0.0
        if moved is not None:
            begins = (1 - PART_MOVES) * number / len(parts)
            share = min(max((moved - begins) / PART_MOVES, 0.0), 1.0)
            if not (x1 or share):
                continue
            # Like all that is thrown: evenly sideways, ever faster down.
            across, down = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share**2
        surface.blit(part, (place.left + x + across * scale, place.top + y + down * scale))
    ground = max(2, box.height // 80)
    surface.fill(clay(theme).ink, (box.left, box.bottom - ground, box.width, ground))


def draw_frame(canvas: Canvas, box: pygame.Rect) -> pygame.Rect:
    """Draw the panel of a vase with its frame; return the clay within."""
    paint, unit = clay(canvas.palette.theme), max(2, min(box.width, box.height) // 80)
    pygame.draw.rect(canvas.surface, paint.ink, box)
    inner = box.inflate(-4 * unit, -4 * unit)
    pygame.draw.rect(canvas.surface, paint.fill, inner)
    top, inner = cut_top(inner, 5 * unit)
    draw_tongues(canvas, top)
    inner, key = cut_bottom(inner, 8 * unit)
    canvas.surface.blit(meander(key.width, key.height, paint.ink), key.topleft)
    return inner


def draw_tongues(canvas: Canvas, band: pygame.Rect) -> None:
    """Draw a row of tongues, black and purple in turn, hanging from the upper edge of a band."""
    palette, paint = PALETTES[canvas.palette.theme], clay(canvas.palette.theme)
    count = max(3, 2 * round(band.width / band.height / 1.4) + 1)
    for number in range(count):
        left, right = (band.left + band.width * it // count for it in (number, number + 1))
        tongue = pygame.Rect(left, band.top, max(1, right - left - max(1, band.height // 8)), band.height)
        colour = palette.sacred_line if number % 2 else paint.ink
        round_px = tongue.width // 2
        pygame.draw.rect(
            canvas.surface,
            colour,
            tongue,
            border_bottom_left_radius=round_px,
            border_bottom_right_radius=round_px,
        )


def framed_box(box: pygame.Rect) -> pygame.Rect:
    """Return the part of a box for a frame that closes round a drawing."""
    # The frame's own height is 15 to 20 hundredths.
    panel = box.copy()
    panel.height = min(box.height, round(box.width * HEIGHT / WIDTH * 1.15))
    panel.centery = box.centery
    return panel


@lru_cache(maxsize=8)
def _drawing(name: str, size: tuple[int, int], theme: Theme) -> tuple[pygame.Surface, list[Part]]:
    """Return a drawing in a size, its figures in the colours of a theme: what rests, and its moving parts."""
    svg, palette, paint = (PICTURES / f"{name}.svg").read_text(), PALETTES[theme], clay(theme)
    for colour, ours in (
        (_FIGURE, paint.ink),
        (_GROUND, paint.fill),
        (_WHITE, palette.die.fill),
        (_PURPLE, palette.sacred_line),
    ):
        svg = svg.replace(colour, "#{:02x}{:02x}{:02x}".format(*ours))
    own, wanted = (f'width="{width}" height="{height}"' for width, height in ((WIDTH, HEIGHT), size))
    head, svg = svg.replace(own, wanted, 1).split("\n", 1)

    def drawn(body: str) -> pygame.Surface:
        return pygame.image.load(io.BytesIO(f"{head}{body}</svg>".encode()), f"{name}.svg")

    parts = []
    for came, went, body in _MOVES.findall(svg):
        whole = drawn(body)
        box = whole.get_bounding_rect()
        x1, y1, x2, y2 = map(float, f"{came} {went or '0 0'}".split())
        parts.append((whole.subsurface(box), box.topleft, (x1, y1, x2, y2)))
    # On its clay, without transparency, it is copied several times faster.
    rests = pygame.Surface(size)
    rests.fill(paint.fill)
    rests.blit(drawn(_MOVES.sub("", svg).replace("</svg>", "")), (0, 0))
    return rests, parts
