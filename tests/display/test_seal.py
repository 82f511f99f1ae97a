"""The page of the seal: its QR code can be read from the screen, and holds all that a check needs."""

from dataclasses import replace

import cv2
import numpy as np
import pygame
import pytest

from companion.display.pages.rules import code_text
from companion.interface.presentation import Theme
from companion.interface.views import SealView
from five_lines_lab.gallery.gallery import SIZES
from tests.support.screens import screen_on

BEFORE = SealView("0b5d82ee" * 8, may_add=True)
AFTER = SealView("0b5d82ee" * 8, "20260321", "7f3a91c4" * 8)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("view", [BEFORE, AFTER], ids=["before", "after"])
@pytest.mark.parametrize("size", SIZES)
def test_a_phone_reads_the_code(size: tuple[int, int], view: SealView, theme: Theme) -> None:
    surface = pygame.Surface(size)
    screen_on(surface, theme).show(view)
    picture = np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert text == code_text(view)
    assert view.commitment in text
    assert view.seed is None or view.seed in text
    assert view.number in text


@pytest.mark.parametrize("number", ["", "20260321"])
def test_a_seal_of_wax_lies_on_what_is_revealed_after_the_game(number: str) -> None:
    surface = pygame.Surface((800, 480))
    red = []
    for view in (replace(BEFORE, number=number, leaf=1), replace(AFTER, leaf=1)):
        screen = screen_on(surface)
        screen.show(view)
        assert all(text.fits for text in screen.texts)
        pixels = pygame.surfarray.array3d(surface).astype(int)
        red.append(int((pixels[..., 0] - pixels[..., 1] > 70).sum()))
    assert red[0] > 2_000 > 10 * red[1]
