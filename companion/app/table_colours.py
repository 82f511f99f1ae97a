"""Derive the colours of board and counters from a calibration, and keep the look of games."""

import hashlib
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pygame
from numpy.typing import NDArray

from companion.display.drawing.table.skin import inlay, with_skin
from companion.interface.presentation import BoardLook, GameLook, Rgb, Skin, TableColours, Theme
from companion.presentation.board_geometry import BoardGeometry
from companion.presentation.palette import PALETTES
from companion.presentation.proportions import BOARD_WH, LABEL
from companion.presentation.themed import themed
from companion.system.atomic_file import write_whole
from vision.arrays import Floats, as_floats, as_levels
from vision.calibration import Calibration
from vision.photometry.opponent_colours import picture_of

HEAL_PX = 3  # distance around occluded places that is filled in
JPEG_QUALITY = 85  # of a board's picture for phones: some 60 kB
INNER = slice(4, -4)  # rows and columns of a counter's small picture that surely show the counter


def table_colours(calibration: Calibration) -> TableColours:
    """Return the main colours of the bare board and of each seat's counters in the camera's pictures."""
    board = calibration.board
    shown = board.known & board.area
    bare = np.median(board.reference_log[shown if shown.any() else board.area], axis=0)

    def counter(patches: Floats) -> Rgb:
        inner = patches[:, INNER, INNER].reshape(-1, 3)
        return _rgb(bare + np.median(inner[np.isfinite(inner).all(axis=1)], axis=0))

    return TableColours(_rgb(bare), calibration.counters.map(lambda model: counter(model.patches)))


def table_looks(calibration: Calibration, board: BoardLook) -> TableColours:
    """Return the colours of a table and, where the board itself is shown, its picture."""
    colours = table_colours(calibration)
    return colours if board is BoardLook.DRAWN else replace(colours, skin=skin_of(calibration))


def skin_of(calibration: Calibration) -> Skin:
    """Return the picture of the bare board that every calibration holds, the finer one if there are two.

    It ends where the board does as surely as is known; what was covered when it was learned is filled in.
    """
    board = (calibration.finer or calibration).board
    hidden = as_levels(~board.known & board.area)
    whole = (
        cv2.inpaint(board.reference, hidden, HEAL_PX, cv2.INPAINT_TELEA) if hidden.any() else board.reference
    )
    rows, columns = board.extent
    # Along the lines lies down the page, and the fifth line is on the right.
    seen = cv2.rotate(np.ascontiguousarray(whole[rows, columns, ::-1]), cv2.ROTATE_90_CLOCKWISE)
    points = board.grid.to_px(board.spec.points_mm) - (columns.start, rows.start)
    height = rows.stop - rows.start
    # A turn clockwise makes columns of rows, from the last to the first.
    across, down = height - 1 - points[:, 1], points[:, 0]
    return Skin(
        as_levels(seen),
        left_px=float(across[0]),
        pitch_px=float(across[4] - across[0]) / 4,
        top_px=float(down[5]),
        bottom_px=float(down[0]),
    )


def game_look(colours: TableColours, theme: Theme, folder: Path) -> GameLook:
    """Return the look of a game that begins, and store the picture of its board if that works."""
    jpeg = board_jpeg(colours, theme)
    name = hashlib.sha256(jpeg).hexdigest()[:16] if jpeg else ""
    file = folder / f"{name}.jpg"
    try:
        if jpeg and not file.exists():
            folder.mkdir(exist_ok=True)
            write_whole(file, jpeg)
    except OSError:
        # The game is what matters; the journal says it if nothing can be stored.
        name = ""
    return GameLook(colours, theme, name)


@lru_cache(maxsize=4)
def board_jpeg(colours: TableColours, theme: Theme) -> bytes:
    """Return the surface of a board as a theme shows it, for a phone; empty if there is none."""
    skin = with_skin(themed(PALETTES[theme], colours), colours.skin).skin
    if skin is None:
        return b""
    geometry = BoardGeometry(pygame.Rect((0, 0), BOARD_WH), LABEL, beside=False)
    bgr = pygame.surfarray.array3d(inlay(skin, geometry)).swapaxes(0, 1)[..., ::-1]
    return cv2.imencode(".jpg", bgr, (cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY))[1].tobytes()


def _rgb(opponent: NDArray[np.floating]) -> Rgb:
    blue, green, red = picture_of(as_floats(opponent)).tolist()
    return red, green, blue
