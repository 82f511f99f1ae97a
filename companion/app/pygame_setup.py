"""Start SDL, which opens windows, and pygame, which brings it."""

import os
import sys
from typing import TYPE_CHECKING

from hardware.device import HardwareError

if TYPE_CHECKING:
    import pygame

    from companion.settings.sections import DisplaySettings

NOWHERE = ("offscreen", "dummy")  # SDL's drivers that show nothing


class NoDisplayError(HardwareError):
    """There is no display to open a window on."""


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


def window_size_px(settings: "DisplaySettings", table_wh: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a window with the virtual table's picture, if any, to the left of the pages."""
    return settings.width_px + table_wh[0], max(settings.height_px, table_wh[1])


def open_surface(size: tuple[int, int], *, fullscreen: bool) -> "pygame.Surface":
    """Open the window, or keep the open one, and return its surface; raise NoDisplayError."""
    import pygame

    flags = pygame.FULLSCREEN if fullscreen else 0
    try:
        pygame.display.init()
        pygame.font.init()
        driver = pygame.display.get_driver()
        if driver == "x11":
            # Where a processor draws for OpenGL, its copies of the window would take 150 MB.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        surface = pygame.display.set_mode((0, 0) if flags else size, flags)
    except pygame.error as error:
        raise NoDisplayError(
            f"no window can be opened ({error})", "give --headless, or start it where there is a display"
        ) from error
    if driver in NOWHERE and "SDL_VIDEODRIVER" not in os.environ:
        pygame.display.quit()
        raise NoDisplayError("there is no display here", "give --headless, or start it where there is one")
    return surface
