"""The page that a station shows while it starts."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pygame
import pytest

from companion.interface.presentation import Theme
from companion.journal import FILE_NAME, Journal
from companion.presentation.palette import PALETTES
from hardware.virtual_table import SIZE_PX
from tests.support.root import ROOT

STOPS_AT_FIRST_PAGE = """
import os, sys
from companion.app.pygame_setup import import_pygame
import_pygame()
import pygame
def flip():
    pygame.image.save(pygame.display.get_surface(), sys.argv.pop())
    print(*sys.modules, flush=True)
    os._exit(0)
pygame.display.flip = flip
from companion.cli import main
sys.exit(main(sys.argv[1:-1]))
"""
SETTINGS = """
[station]
data = "data"
[camera]
device = "film"
film = "nothing"
[display]
rotation = 90
theme = "low-light"
width_px = 320
height_px = 240
"""


def started(
    folder: Path, *options: str, driver: str = "dummy", usual: bool = False
) -> subprocess.CompletedProcess[str]:
    """A station that ends as soon as it has shown its first page, as `page.png` in the folder.

    Its settings lie in the folder; or in their usual place in it as a home, and aren't named.
    """
    file = folder / (".local/share/five-lines/station.toml" if usual else "station.toml")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(SETTINGS, encoding="utf-8")
    named = [] if usual else ["--settings", str(file)]
    words = [*options, *named, str(folder / "page.png")]
    environment = {
        **os.environ,
        "HOME": str(folder),
        "SDL_VIDEODRIVER": driver,
        "SDL_AUDIODRIVER": "dummy",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    }
    return subprocess.run(
        [sys.executable, "-c", STOPS_AT_FIRST_PAGE, *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )


@pytest.mark.slow
@pytest.mark.parametrize("usual", [False, True])
def test_a_page_is_shown_before_what_reads_the_board_and_draws_pages_is_imported(
    usual: bool, tmp_path: Path
) -> None:
    done = started(tmp_path, usual=usual)
    modules = set(done.stdout.split())
    assert "pygame" in modules, done.stderr
    assert not modules & {"cv2", "companion.station.loop", "companion.display.screen"}
    page, palette = pygame.image.load(tmp_path / "page.png"), PALETTES[Theme.LOW_LIGHT]
    assert page.get_size() == (320, 240)
    assert page.get_at((2, 2)) == pygame.Color(palette.page.fill)
    # Turned by a quarter, the sacred line lies across the middle.
    assert page.get_at((160, 120)) == pygame.Color(palette.sacred_line)
    assert page.get_at((130, 120)) == pygame.Color(palette.sacred_line)
    assert page.get_at((160, 100)) == pygame.Color(palette.board)


@pytest.mark.slow
def test_the_virtual_tables_place_is_empty_beside_the_first_page_until_it_is_drawn(tmp_path: Path) -> None:
    done = started(tmp_path, "--virtual")
    assert not set(done.stdout.split()) & {"cv2", "hardware.virtual_table.table"}, done.stderr
    page, palette = pygame.image.load(tmp_path / "page.png"), PALETTES[Theme.LOW_LIGHT]
    assert page.get_size() == (SIZE_PX[0] + 320, SIZE_PX[1])
    assert page.get_at((SIZE_PX[0] // 2, SIZE_PX[1] // 2)) == pygame.Color("black")
    assert page.get_at((SIZE_PX[0] + 2, 2)) == pygame.Color(palette.page.fill)
    assert page.get_at((SIZE_PX[0] + 160, SIZE_PX[1] // 2)) == pygame.Color(palette.sacred_line)


@pytest.mark.slow
def test_a_second_station_without_a_display_hears_of_the_first(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with Journal(tmp_path / "data" / FILE_NAME, lambda: datetime.now(UTC)):
        done = started(tmp_path, driver="no-such-driver")
    assert done.returncode == 2
    assert "another station is writing this journal" in done.stderr
