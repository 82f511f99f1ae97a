"""Start SDL, which opens windows, and pygame, which brings it."""

import sys

NOWHERE = ("offscreen", "dummy")  # SDL's drivers that show nothing


def import_pygame() -> None:
    """Import pygame without `pkg_resources`: where that is installed, it takes as long as all else of pygame.

    pygame looks for files in packed programs with it, and does without where it is missing.
    """
    name = "pkg_resources"
    if name in sys.modules:
        return
    sys.modules[name] = None  # type: ignore[assignment]  # Python's sign for what is not to be found
    try:
        import pygame  # noqa: F401
    finally:
        del sys.modules[name]
