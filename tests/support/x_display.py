"""A virtual X screen with a real mouse and keyboard, worked from outside the process by xdotool."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

SIZE = (1280, 640)
MAX_DURATION_S = 120.0
"""What has not come by then never will."""


@dataclass(frozen=True)
class XDisplay:
    """A running Xvfb; `name` as in DISPLAY, `folder` holds its frame buffer."""

    name: str
    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        """What a program needs to open its window here, in the upper left corner."""
        place = {"DISPLAY": self.name, "SDL_VIDEO_WINDOW_POS": "0,0", "SDL_VIDEODRIVER": "x11"}
        return {**os.environ, **place, "SDL_AUDIODRIVER": "dummy"}

    def do(self, *words: str) -> None:
        """Let xdotool do something."""
        subprocess.run(["xdotool", *words], env=self.environment, check=True, timeout=MAX_DURATION_S)

    def key(self, name: str) -> None:
        """Press a key."""
        self.do("key", name)

    def click(self, x: float, y: float) -> None:
        """Click at a place."""
        self.do("mousemove", str(round(x)), str(round(y)), "click", "1")

    def drag(self, start: NDArray[np.float64], end: NDArray[np.float64]) -> None:
        """Drag from a place to another, as slowly as a quick hand."""
        (x1, y1), (x2, y2) = start.round().astype(int), end.round().astype(int)
        self.do("mousemove", str(x1), str(y1), "mousedown", "1", "sleep", "0.12",
                "mousemove", str(x2), str(y2), "sleep", "0.12", "mouseup", "1")  # fmt: skip

    def picture(self) -> NDArray[np.uint8]:
        """What the screen shows, (H, W, 3) RGB: Xvfb keeps it in a file in X's own window dump format."""
        dump = np.fromfile(self.folder / "Xvfb_screen0", np.uint8)
        header = dump[:100].view(">u4")
        header_size, width, height, line, colours = (int(header[i]) for i in (0, 4, 5, 12, 19))
        start = header_size + colours * 12
        rows = dump[start : start + line * height].reshape(height, line)
        bgrx = rows[:, : 4 * width].reshape(height, width, 4)
        return np.ascontiguousarray(bgrx[..., 2::-1])


@contextmanager
def x_display(folder: Path) -> Iterator[XDisplay]:
    """An X screen of our own; skips the test, naming the tool, where one is missing."""
    for tool in ("Xvfb", "xdotool"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    reader, writer = os.pipe()
    geometry = f"{SIZE[0]}x{SIZE[1]}x24"
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", geometry, "-fbdir", str(folder)],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    try:
        with os.fdopen(reader) as answer:
            number = answer.readline().strip()
        assert number, "Xvfb did not start"
        yield XDisplay(f":{number}", folder)
    finally:
        server.terminate()
        server.wait(timeout=MAX_DURATION_S)
