"""Pictures of a machine's panel, compared by what can be read on them with a page as the project draws it."""

import os
import time
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from bench.machine.command import MachineError
from bench.machine.machine import PANEL_WH, Machine
from companion.interface.presentation import Density

MIN_COLOURS = 20
"""A page with fewer is no page: a panel that stays black has one."""

EDGE, REACH_PX, ALIKE = 40, 12, 0.8
"""Contrast of what stands out from a page, how far another renderer may put it elsewhere, and from which
correlation on it is the same."""

WORD_WH, MIN_PX = (13, 5), 12
"""Letters this near are one piece, and a piece has at least this height or width."""

BESIDE = slice(PANEL_WH[0] // 2, None)
"""The words stand beside the board, which has the look that was learned and so another than in an example."""

Picture = np.ndarray


class Screens:
    """Takes pictures of the panel, and keeps them in a folder."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        self._machine = machine
        self._folder = folder
        self._taken = 0
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, name: str) -> list[str]:
        """Keep a picture; what is wrong with it."""
        self._taken += 1
        file = self._folder / f"{self._taken:02}-{name}.png"
        colours = _colours(self._photograph(file))
        return [] if colours >= MIN_COLOURS else [f"the panel at {name} has {colours} colours, see {file}"]

    def await_picture(self, max_s: float) -> None:
        """Wait until the panel shows more than one colour."""
        until_s = time.monotonic() + max_s
        while _colours(self._photograph(self._folder / "now.png")) < MIN_COLOURS:
            self._machine.go_on(1.0)
            if time.monotonic() > until_s:
                raise MachineError(f"the panel stays black for {max_s:.0f} s")

    def share_of_first_page(self) -> float:
        """Return which share of the first page, as this computer draws it, is on the panel."""
        panel = self._photograph(self._folder / "first-page.png")
        return max(share_found(page[:, BESIDE], panel[:, BESIDE]) for page in first_page(self._folder))

    def _photograph(self, file: Path) -> Picture:
        self._machine.photograph(file)
        return read(file)


def _colours(picture: Picture) -> int:
    return len(np.unique(picture.reshape(-1, 3), axis=0))


def read(file: Path) -> Picture:
    """Return a picture; raises OSError if it can't be read."""
    picture = cv2.imread(str(file))
    if picture is None:
        raise OSError(f"{file} is no picture")
    return picture


@cache
def first_page(folder: Path) -> tuple[Picture, ...]:
    """Return the first page as this computer draws it, at the panel's size, light and dark, dense and not."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from five_lines_lab.gallery.examples import examples
    from five_lines_lab.gallery.gallery import draw_gallery

    pages = {"welcome": examples()["welcome"]}
    return tuple(
        read(it.path)
        for density in Density
        for it in draw_gallery(folder / "drawn" / density, pages, [PANEL_WH], ["en"], density)
    )


def share_found(page: Picture, panel: Picture) -> float:
    """Return which share of a page's words and signs is on a panel, each near where it is on the page."""
    if page.shape != panel.shape:
        return 0.0
    found = [_is_there(page, panel, piece) for piece in _pieces(page)]
    return sum(found) / max(len(found), 1)


def _pieces(page: Picture) -> list[tuple[slice, slice]]:
    """Return where what stands out from a page is: rows and columns."""
    grey = cv2.cvtColor(page, cv2.COLOR_BGR2GRAY)
    edges = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > EDGE
    joined = cv2.dilate(edges.astype(np.uint8), np.ones(WORD_WH[::-1], np.uint8))
    boxes = cv2.connectedComponentsWithStats(joined)[2][1:, :4]
    return [
        (slice(top, top + height), slice(left, left + width))
        for left, top, width, height in boxes.tolist()
        if max(width, height) >= MIN_PX
    ]


def _is_there(page: Picture, panel: Picture, piece: tuple[slice, slice]) -> bool:
    around = tuple(slice(max(it.start - REACH_PX, 0), it.stop + REACH_PX) for it in piece)
    return bool(cv2.matchTemplate(panel[around], page[piece], cv2.TM_CCOEFF_NORMED).max() >= ALIKE)
