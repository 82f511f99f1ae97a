"""At a computer with a camera somebody is asked once which table to play at, and the answer is kept."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from companion.settings.settings_file import read_settings
from hardware.settings import CameraDevice

pytestmark = pytest.mark.slow

STARTED = """
import sys
from pathlib import Path
from companion.commands.station import station
station.CAMERAS = Path(sys.argv.pop())
from companion.cli import main
sys.exit(main(sys.argv[1:]))
"""


def started(folder: Path, typed: str, *arguments: str) -> str:
    """What `five-lines` says at a terminal where this is typed; no window can be opened there."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
    environment |= {"FIVE_LINES_DATA": str(folder / "data"), "DISPLAY": ":none"}
    master, slave = pty.openpty()
    os.write(master, typed.encode())
    done = subprocess.run(
        [sys.executable, "-c", STARTED, *arguments, str(folder / "dev")],
        stdin=slave,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    os.close(slave)
    os.close(master)
    assert "give --headless" in done.stderr
    return done.stdout


@pytest.mark.parametrize(("typed", "device"), [("y\n", CameraDevice.OPENCV), ("\n", CameraDevice.VIRTUAL)])
def test_who_has_a_camera_is_asked_once(typed: str, device: CameraDevice, tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "video0").touch()
    kept = tmp_path / "data" / "station.toml"
    assert "look at a board?" not in started(tmp_path, "", "--virtual")
    assert not kept.exists()
    said = started(tmp_path, typed)
    assert "look at a board?" in said
    assert f'{kept}: [camera] device = "{device}"' in said
    assert read_settings(kept).camera.device is device
    assert "look at a board?" not in started(tmp_path, "")


def test_without_a_camera_nobody_is_asked(tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    assert started(tmp_path, "") == ""
    assert not (tmp_path / "data" / "station.toml").exists()
