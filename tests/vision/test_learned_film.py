"""What was learned while a game was played makes no reading of its pictures wrong, whenever they are read."""

from collections.abc import Callable

import numpy as np
import pytest

from companion.commands.games.watch import learn_from
from companion.film.film_folder import FIRST_GAME, load_film
from five_lines_lab.evaluation.truth import PictureSet, read_truth
from vision.arrays import Picture
from vision.board_reader import BoardReader
from vision.picture_file import read_picture

GAMMA = 2.2
LAMP = (0.12, 0.2, 0.3)
"""Blue, green and red of a lamp that is switched on in the middle of the game, where one was the light."""


def as_filmed(picture: Picture, share: float) -> Picture:
    return picture


def lit_otherwise(picture: Picture, share: float) -> Picture:
    """The picture where the light fades by a third until the end of the game, and a lamp is switched on."""
    light = (1 - share / 3) + np.array(LAMP) * (share > 0.5)
    linear = (picture / 255.0) ** GAMMA * light
    return np.asarray((np.minimum(linear, 1) ** (1 / GAMMA) * 255).round(), np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize("lit", [pytest.param(as_filmed, marks=pytest.mark.nightly), lit_otherwise])
def test_a_film_read_forwards_and_each_picture_again_tell_the_same(
    lit: Callable[[Picture, float], Picture],
) -> None:
    truth = read_truth(FIRST_GAME / "truth.json")
    assert isinstance(truth, PictureSet)
    fresh = learn_from(load_film(FIRST_GAME))
    learned = BoardReader(fresh.calibration)
    count = len(truth.frames)
    pictures = [lit(read_picture(FIRST_GAME / frame.file), i / count) for i, frame in enumerate(truth.frames)]
    first = []
    for picture in pictures:
        reading = learned.read(picture)
        first.append(reading.halves)
        if reading.halves is not None:
            learned.learn(reading.halves)
    assert sum(halves is not None for halves in first) > count / 3
    for picture, halves, frame in zip(pictures, first, truth.frames, strict=True):
        for read in (halves, learned.read(picture).halves, fresh.read(picture).halves):
            assert read in (None, frame.halves), frame.file
