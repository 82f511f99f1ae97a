"""Pictures of filmed games, as a referee gets them: settled boards are read, and no hand is a counter."""

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

import cv2
import numpy as np
import pytest

from bench.films import filmed
from bench.make_boards import FILM_QUALITY
from calibration.calibrate import calibrate
from calibration.training_set import KnownPicture, TrainingSet
from companion.game import Seat, rules_for
from companion.game.board import Halves
from five_lines_lab.dataset.random_scenes import RandomScene
from five_lines_lab.film.filming import KNOWN_POSITION, FilmPicture, film_scene, take
from five_lines_lab.film.make_film import JPEG_QUALITY
from five_lines_lab.film.script import Beat, write_script
from hardware.virtual_table.table import points_px
from vision.arrays import Picture as Pixels
from vision.board_reader import BoardReader
from vision.geometry.halves import count_halves
from vision.reading import Reading

MISTAKES = 3


def read(rules: str, seed: int, pictures: int) -> Iterator[tuple[FilmPicture, Reading]]:
    """So many pictures of the film that `five-lines film` makes, and how each is read."""
    script = write_script(rules_for(rules, []), Seat.A, MISTAKES, Random(seed))
    drawn = film_scene(seed)
    filmed = take(script, drawn, np.random.default_rng((seed, 11)), JPEG_QUALITY)
    return read_all(drawn, islice(filmed, pictures))


def read_all(drawn: RandomScene, pictures: Iterable[FilmPicture]) -> Iterator[tuple[FilmPicture, Reading]]:
    """How all pictures of a table but its references, which come first, are read."""
    board = drawn.scene.board
    empty, known, *others = pictures
    start = KnownPicture("setup", seen(known), KNOWN_POSITION.halves())
    corners_px = None if board.markers else points_px(drawn.scene)[[0, 4, 5, 9]]
    training = TrainingSet(board.spec, ("empty", seen(empty)), (start,), corners_px=corners_px)
    reader = BoardReader(calibrate(training)[0])
    for other in others:
        yield other, reader.read(seen(other))


def seen(picture: FilmPicture) -> Pixels:
    return np.asarray(cv2.imdecode(np.frombuffer(picture.jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def lying(picture: FilmPicture) -> Halves:
    lie = [(one.counter.seat, one.spot.half) for one in picture.placed if one.spot is not None]
    return Halves(*(count_halves([half for seat, half in lie if seat is of]) for of in Seat))


def has_hand(picture: FilmPicture) -> bool:
    return picture.shot is not None and picture.shot.beat is Beat.HAND


@pytest.mark.slow
def test_pale_counters_that_touch_on_points_as_pale_as_they_are_are_all_read() -> None:
    # Colours alone see eight of the ten.
    settled = [(one, reading) for one, reading in read("kalkhoven", 3, 54) if not has_hand(one)]
    assert [reading.halves for _, reading in settled] == [lying(one) for one, _ in settled]
    assert max(max(*lying(one).a, *lying(one).b) for one, _ in settled) >= 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "pictures"),
    [
        pytest.param(12, 96, id="a fingertip looks like a counter"),
        pytest.param(
            24, 46, id="an arm of the counters' colour lies across the board", marks=pytest.mark.nightly
        ),
    ],
)
def test_no_hand_is_read_past_where_counters_have_its_colour(seed: int, pictures: int) -> None:
    for one, reading in read("schaedler", seed, pictures):
        assert reading.halves in ((None, lying(one)) if has_hand(one) else (lying(one),))


@pytest.mark.slow
def test_noise_of_a_camera_in_low_light_is_no_hand() -> None:
    # Its tints stray by more than uneven light's: speckles ran together from the rim to a counter.
    script, drawn, rng, light_at = filmed("tall_discs_in_low_light", 41)
    first = take(script, drawn, rng, FILM_QUALITY, light_at)
    for one, reading in read_all(drawn, islice(first, 4)):
        assert reading.halves == (None if has_hand(one) else lying(one))
