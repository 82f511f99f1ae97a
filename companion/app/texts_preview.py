"""Preview a museum's texts on the station's pages, drawn in a process of its own."""

import io
import os
import pickle
import subprocess
import sys
from dataclasses import dataclass

import pygame

from companion import FiveLinesError
from companion.app.house_texts import TextsLook, flaws_on_pages
from companion.interface.texts import TextFlaw
from companion.settings.texts_folder import texts_in
from companion.station.pages.rules import own_pages

PATIENCE_S = 45.0
"""Timeout: all pages took a second of a core where this was tried; other work there may take most of it."""

MAX_WIDTH_PX = 1280  # maximum width of a picture that is sent
NICENESS = 5  # niceness of the process: the station goes first


class PreviewError(FiveLinesError, RuntimeError):
    """The texts could not be drawn."""


@dataclass(frozen=True)
class Preview:
    """Files of texts, as `texts_folder` reads them, and the language in which they are to be seen."""

    files: dict[str, bytes]
    language: str
    look: TextsLook


def previewed(wanted: Preview) -> tuple[tuple[TextFlaw, ...], bytes]:
    """Return the flaws of texts and a PNG of the pages that show them; raise PreviewError."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "companion.app.texts_preview"],
            input=pickle.dumps(wanted),
            capture_output=True,
            timeout=PATIENCE_S,
            check=True,
            env={**os.environ, "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        )
        flaws, picture = pickle.loads(done.stdout)
    except (subprocess.SubprocessError, pickle.UnpicklingError, EOFError) as error:
        why = type(error).__name__
        raise PreviewError(f"the texts could not be drawn ({why}); nothing was kept") from error
    return flaws, picture


def drawn(wanted: Preview) -> tuple[tuple[TextFlaw, ...], bytes]:
    """Draw the preview in this process."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    look, (texts, flaws) = wanted.look, texts_in(wanted.files)
    flaws = flaws or tuple(flaws_on_pages(texts, look))
    views = own_pages(texts, wanted.language, look.first, look.rules)
    width, height = look.size_px
    gap = max(4, height // 60)
    whole = pygame.Surface((width, height * len(views) + gap * (len(views) - 1)))
    whole.fill((128, 128, 128))
    for number, view in enumerate(views):
        page = pygame.Surface(look.size_px)
        look.screen(wanted.language, page).show(view)
        whole.blit(page, (0, number * (height + gap)))
    if width > MAX_WIDTH_PX:
        size = MAX_WIDTH_PX, round(whole.get_height() * MAX_WIDTH_PX / width)
        whole = pygame.transform.smoothscale(whole, size)
    picture = io.BytesIO()
    pygame.image.save(whole, picture, "preview.png")
    return flaws, picture.getvalue()


def main() -> None:
    """Draw what comes in by the standard input."""
    os.nice(NICENESS)
    sys.stdout.buffer.write(pickle.dumps(drawn(pickle.load(sys.stdin.buffer))))


if __name__ == "__main__":
    main()
