"""A game is read while its light fades and a lamp is switched on, by what was learned before it."""

import numpy as np
import pytest

from companion.commands.games.watch import learn_from
from companion.film.film_folder import FIRST_GAME, load_film
from five_lines_lab.evaluation.truth import PictureSet, read_truth
from vision.arrays import Picture
from vision.picture_file import read_picture

GAMMA = 2.2
LAMP = (0.12, 0.2, 0.3)
"""Blue, green and red of a lamp that is switched on in the middle of the game, where one was the light."""


def lit_otherwise(picture: Picture, share: float) -> Picture:
    """The picture where the light fades by a third until the end of the game, and a lamp is switched on."""
    light = (1 - share / 3) + np.array(LAMP) * (share > 0.5)
    linear = (picture / 255.0) ** GAMMA * light
    return np.asarray((np.minimum(linear, 1) ** (1 / GAMMA) * 255).round(), np.uint8)


@pytest.mark.slow
def test_a_film_whose_light_changes_is_read_and_nothing_wrongly() -> None:
    truth = read_truth(FIRST_GAME / "truth.json")
    assert isinstance(truth, PictureSet)
    reader, count, clear = learn_from(load_film(FIRST_GAME)), len(truth.frames), 0
    for index, frame in enumerate(truth.frames):
        halves = reader.read(lit_otherwise(read_picture(FIRST_GAME / frame.file), index / count)).halves
        assert halves in (None, frame.halves), frame.file
        clear += halves is not None
    assert clear > count / 3
