"""What was learned while a game was played makes no reading of its pictures wrong, whenever they are read."""

import pytest

from companion.commands.watch import learn_from
from companion.film.film_folder import FIRST_GAME, load_film
from vision.board_reader import BoardReader
from vision.picture_file import read_picture


@pytest.mark.slow
def test_a_film_read_forwards_and_each_picture_anew_tell_the_same() -> None:
    film = load_film(FIRST_GAME)
    fresh = learn_from(film)
    learned = BoardReader(fresh.calibration)
    pictures = [read_picture(path) for path in sorted(FIRST_GAME.joinpath("frames").iterdir())]
    first = []
    for picture in pictures:
        reading = learned.read(picture)
        first.append(reading.halves)
        if reading.halves is not None:
            learned.learn(reading.halves)
    assert sum(halves is not None for halves in first) > len(pictures) / 3
    for picture, halves in zip(pictures, first, strict=True):
        for reader in (learned, fresh):
            again = reader.read(picture).halves
            assert None in (again, halves) or again == halves
