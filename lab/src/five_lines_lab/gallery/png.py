"""Pages and plots as PNG data."""

from io import BytesIO

import pygame


def as_png(surface: pygame.Surface) -> bytes:
    """Return a surface as the content of a PNG file; the caller writes it and handles failure."""
    data = BytesIO()
    pygame.image.save(surface, data, ".png")
    return data.getvalue()
