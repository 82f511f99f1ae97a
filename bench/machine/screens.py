"""Pictures of a machine's screen, as its kernel sends them to it."""

from pathlib import Path

import cv2
import numpy as np

from bench.machine.machine import Machine

FILE = "screen.raw"
CODE = "XR24"
"""Blue, green, red and nothing, a byte each."""

MIN_COLOURS = 20
"""A page with fewer is no page: a screen that stays black has one."""


class Screens:
    """Takes pictures of the screen, and keeps them in a folder as they come."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        self._machine = machine
        self._folder = folder
        self._taken = 0
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, name: str) -> list[str]:
        """Keep a picture; what is wrong with it."""
        self._taken += 1
        answer = self._machine.do(screen=FILE)
        if not answer["ok"] or answer["code"] != CODE:
            return [f"the screen at {name}: {answer}"]
        raw = np.fromfile(self._machine.host / FILE, np.uint8).reshape(answer["height"], answer["pitch"])
        picture = raw[:, : answer["width"] * 4].reshape(answer["height"], answer["width"], 4)[..., :3]
        file = self._folder / f"{self._taken:02}-{name}.png"
        cv2.imwrite(str(file), picture)
        colours = len(np.unique(picture.reshape(-1, 3), axis=0))
        return [f"the screen at {name} has {colours} colours, see {file}"] if colours < MIN_COLOURS else []
