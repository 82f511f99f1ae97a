"""Makes the moving picture of README.md: a robot at the virtual table, and the station that referees it.

python bench/clip.py docs/pictures/virtual_game.webp

No time passes but what the picture shows, so that it is the same on a slow machine.
"""

import os
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame
from PIL import Image

from companion.app.open_station import Opened, StationPlan, opened
from companion.app.virtual.robot_player import Pace, RobotPlayer
from companion.game import rules_for
from companion.journal import FILE_NAME
from companion.settings.settings_file import read_settings
from companion.station.worker import Lane
from hardware.camera.camera import LiveCamera
from tests.support.fake_clock import FakeClock

SEED = 5
PICTURES_PER_S = 4
TURNS_A_PICTURE = 3
FROM_S, UNTIL_S = 2.0, 29.0
WIDTH_PX = 880
LAST_S = 3.0  # the last picture stays that long
QUALITY = 45
SETTINGS = """
[station]
data = "."
[display]
width_px = 640
height_px = 480
[visitors]
lesson = false
"""


def main() -> int:
    """Write the picture."""
    LiveCamera.start = lambda camera: camera  # type: ignore[method-assign, assignment]  # one picture a turn
    with TemporaryDirectory() as name:
        file = Path(name) / "station.toml"
        file.write_text(SETTINGS, encoding="utf-8")
        rules = rules_for("schaedler", ("starter=A",))
        plan = StationPlan(
            read_settings(file).located(Path(name)), rules, Path(name) / FILE_NAME,
            virtual=True, seed=SEED, settings_file=file, games=1,
        )  # fmt: skip
        clock = FakeClock()
        with opened(plan, clock, Random(SEED).randbytes, lambda: None, {Lane.BOARD}) as it:
            shown = pictures(it, clock)
    # A picture that is like the one before only stays longer.
    kept: list[tuple[Image.Image, int]] = []
    for image in shown:
        if kept and kept[-1][0].tobytes() == image.tobytes():
            kept[-1] = image, kept[-1][1] + 1000 // PICTURES_PER_S
        else:
            kept.append((image, 1000 // PICTURES_PER_S))
    kept[-1] = kept[-1][0], round(1000 * LAST_S)
    images, durations = zip(*kept, strict=True)
    out = Path(sys.argv[1])
    images[0].save(
        out, save_all=True, append_images=images[1:], duration=durations, loop=0, quality=QUALITY, method=6
    )
    print(f"{len(images)} pictures, {sum(durations) / 1000:.0f} s, {out.stat().st_size:,} bytes")
    return 0


def pictures(it: Opened, clock: FakeClock) -> list[Image.Image]:
    """Let the robot play; return the window at each time of the film."""
    assert it.table is not None
    player = RobotPlayer(it.table, it.devices.button, Random(SEED), Pace(hand_s=0.6, delay_s=0.6))
    shown = []
    since_s = clock()
    for _ in range(round(UNTIL_S * PICTURES_PER_S)):
        for _ in range(TURNS_A_PICTURE):
            clock.go(1 / PICTURES_PER_S / TURNS_A_PICTURE)
            it.devices.camera.step()
            it.loop.turn()
            player.act(it.station.view(clock()), clock())
        if clock() - since_s >= FROM_S:
            surface = pygame.display.get_surface()
            image = Image.frombytes("RGB", surface.get_size(), pygame.image.tostring(surface, "RGB"))
            height = round(WIDTH_PX * image.height / image.width)
            shown.append(image.resize((WIDTH_PX, height), Image.Resampling.LANCZOS))
    return shown


if __name__ == "__main__":
    sys.exit(main())
