"""Pages and plots as PNG data."""

from io import BytesIO

import pygame


def as_png(surface: pygame.Surface) -> bytes:
    """A surface as a PNG file's content, to be written by whoever knows what to say when that fails."""
    data = BytesIO()
    pygame.image.save(surface, data, ".png")
    return data.getvalue()
