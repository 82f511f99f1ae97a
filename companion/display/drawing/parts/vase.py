"""Pictures in the manner of Greek vases: drawings of our own in a frame of tongues and a meander.

The drawings are SVG files in `companion/display/pictures`, all of one size and in four colours, which take
those of the theme: black figures on clay, or red ones on black where the room is dark.
"""

import io
from functools import lru_cache
from pathlib import Path

import pygame

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.layout import cut_bottom, cut_top
from companion.display.drawing.palette import PALETTES, TEXT_CONTRAST, Colour, Paint, contrast
from companion.display.drawing.parts.frieze import meander
from companion.interface.presentation import Theme

PICTURES = Path(__file__).parents[2] / "pictures"
DRAWINGS = ("players", "clay", "step", "bones")
"""The drawings by their names, in the order of the story's pages."""

WIDTH, HEIGHT = 1400, 706  # size of every drawing in its own units

_FIGURE, _GROUND, _WHITE, _PURPLE = "#1b1410", "#e6a874", "#fcf4e6", "#700e1e"
"""The colours in the files: figures, clay and incised lines, added white, added purple."""


def clay(theme: Theme) -> Paint:
    """Return the ground and the colour of figures on it, which is legible as text, too."""
    palette = PALETTES[theme]
    ground, figure = palette.board, palette.main.fill
    return Paint(ground if contrast(ground, figure) >= TEXT_CONTRAST else palette.page.fill, figure)


def draw_drawing(surface: pygame.Surface, box: pygame.Rect, name: str, theme: Theme) -> None:
    """Draw a drawing as large as a box allows, standing on the box's lower edge as its ground."""
    scale = min(box.width / WIDTH, box.height / HEIGHT)
    drawn = _drawing(name, (max(1, round(WIDTH * scale)), max(1, round(HEIGHT * scale))), theme)
    surface.blit(drawn, drawn.get_rect(midbottom=box.midbottom))
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
def _drawing(name: str, size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Return a drawing in a size, its figures in the colours of a theme."""
    svg, palette, paint = (PICTURES / f"{name}.svg").read_text(), PALETTES[theme], clay(theme)
    for colour, ours in (
        (_FIGURE, paint.ink),
        (_GROUND, paint.fill),
        (_WHITE, palette.die.fill),
        (_PURPLE, palette.sacred_line),
    ):
        svg = svg.replace(colour, _written(ours))
    own, wanted = (f'width="{width}" height="{height}"' for width, height in ((WIDTH, HEIGHT), size))
    return pygame.image.load(io.BytesIO(svg.replace(own, wanted, 1).encode()), f"{name}.svg")


def _written(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
