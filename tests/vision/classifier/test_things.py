"""Dice on the board: a face is read where it is sure, and nothing else is taken for a die."""

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.training_set import KnownPicture, TrainingSet
from companion.app.virtual.autoplay import learned_reader
from companion.board.motion import RigidMotion
from companion.board.spec import BoardSpec
from companion.game.board import Halves, Seat
from five_lines_lab.evaluation.evaluation import START
from hardware.virtual_table.scene import Colour, ObjectKind, SceneObject
from hardware.virtual_table.table import VirtualTable, virtual_table
from tests.support.drawn_board import CORNERS_PX, Picture, Scene, camera, draw, setup
from vision.board_reader import BoardReader
from vision.calibration import Calibration
from vision.classifier.things import ThingFinder
from vision.reading import Cause

pytestmark = pytest.mark.slow

FIVE_ON_BOARD = Halves((1, 1, 0, 0, 0, 0, 0, 1, 0, 0), (0, 0, 1, 0, 0, 1, 0, 0, 0, 0))
WHITE, RED, BLACK, WOOD = (0.85, 0.84, 0.8), (0.6, 0.05, 0.05), (0.03, 0.03, 0.03), (0.6, 0.4, 0.22)
PLACES_MM = ((-60.0, 25.0), (75.0, -70.0), (20.0, 92.0))
SIZE_WH = (720, 960)  # 1.8 pixels for a millimetre, as a camera with 1280 x 720 pixels has


@pytest.fixture(scope="module")
def table() -> VirtualTable:
    return virtual_table(4, SIZE_WH)


@pytest.fixture(scope="module")
def calibration(table: VirtualTable) -> Calibration:
    calibration = learned_reader(table).calibration
    table.lay(FIVE_ON_BOARD)
    return calibration


def die(face: int, colour: Colour, place_mm: tuple[float, float], angle_deg: float = 20.0) -> SceneObject:
    return SceneObject(ObjectKind.DIE, *place_mm, 0.0, angle_deg, colour, face)


@pytest.mark.parametrize("colour", [WHITE, RED, BLACK, WOOD], ids=["white", "red", "black", "wood"])
def test_of_every_face_most_are_read_and_none_wrongly(
    table: VirtualTable, calibration: Calibration, colour: Colour
) -> None:
    finder, results = ThingFinder(calibration), Counter[str]()
    for number, place in enumerate(PLACES_MM):
        for face in range(1, 7):
            thrown = die(face, colour, place, 37.0 * face + 11 * number)
            (found,) = finder.dice(table.picture(replace(table.scene, things=(thrown,)), face))
            assert np.hypot(found.x_mm - place[0], found.y_mm - place[1]) < 8
            assert found.face in (face, None)
            results["read" if found.face else "unread"] += 1
    assert results["read"] >= 15


def test_counters_a_coin_and_a_cup_are_no_dice(table: VirtualTable, calibration: Calibration) -> None:
    finder = ThingFinder(calibration)
    assert not finder.dice(table.picture(table.scene))
    for kind in (ObjectKind.COIN, ObjectKind.CUP):
        thing = SceneObject(kind, *PLACES_MM[0])
        assert not finder.dice(table.picture(replace(table.scene, things=(thing,))))


def test_of_two_dice_neither_face_is_reported(table: VirtualTable, calibration: Calibration) -> None:
    both = die(3, WHITE, PLACES_MM[0]), die(3, WHITE, PLACES_MM[1])
    found = ThingFinder(calibration).dice(table.picture(replace(table.scene, things=both)))
    assert [each.face for each in found] == [None, None]


def test_a_die_is_found_on_a_board_that_has_moved(table: VirtualTable, calibration: Calibration) -> None:
    pushed = virtual_table(4, SIZE_WH)
    pushed.lay(FIVE_ON_BOARD)
    pushed.push_board(9.0, 0.0)
    picture = pushed.picture(replace(pushed.scene, things=(die(5, WHITE, PLACES_MM[0]),)))
    (found,) = ThingFinder(calibration).dice(picture, RigidMotion(9.0, 0.0, 0.0))
    assert (found.x_mm, found.y_mm) == pytest.approx(PLACES_MM[0], abs=8)


@pytest.mark.parametrize("place", PLACES_MM)
def test_a_reading_names_the_die_its_half_and_its_face(
    table: VirtualTable, place: tuple[float, float]
) -> None:
    reader = learned_reader(table)
    table.lay(FIVE_ON_BOARD)
    assert reader.read(table.picture(table.scene)).halves == FIVE_ON_BOARD
    thrown = die(4, WHITE, place)
    reading = reader.read(table.picture(replace(table.scene, things=(thrown,))))
    assert reading.doubt is not None
    half = reader.calibration.spec.half_at(*place)
    assert (reading.cause, reading.doubt.places, reading.dice) == (Cause.DIE, (half,), (4,))
    assert reading.why == f"a die lies on {half}"


@pytest.mark.parametrize(
    ("second", "colour"),
    [(PLACES_MM[1], WHITE), (PLACES_MM[2], WHITE), ((-30.0, 25.0), WHITE), (PLACES_MM[1], RED)],
)
def test_two_dice_on_the_board_are_named_and_neither_has_a_face(
    table: VirtualTable, second: tuple[float, float], colour: Colour
) -> None:
    reader = learned_reader(table)
    table.lay(FIVE_ON_BOARD)
    both = die(4, WHITE, PLACES_MM[0]), die(4, colour, second)
    reading = reader.read(table.picture(replace(table.scene, things=both)))
    assert reading.doubt is not None
    assert (reading.cause, len(reading.doubt.places), reading.dice) == (Cause.DIE, 2, (None, None))


def test_a_die_that_comes_to_lie_beside_the_board_is_noted_and_nothing_else(table: VirtualTable) -> None:
    reader = learned_reader(table)
    table.lay(FIVE_ON_BOARD)
    here, beside = table.picture(table.scene, 1), die(3, WHITE, (20.0, 160.0))
    dice = table.picture(replace(table.scene, things=(beside,)), 2)
    assert reader.read(dice).dice == (), "nobody is to throw"
    reader.before = here
    noted = reader.read(dice)
    assert (noted.halves, noted.dice) == (FIVE_ON_BOARD, (3,))
    two = table.picture(replace(table.scene, things=(beside, die(5, RED, (-90.0, -160.0)))), 3)
    assert reader.read(two).dice == (None, None)
    for thing in (SceneObject(ObjectKind.COIN, 20.0, 160.0), SceneObject(ObjectKind.CUP, 20.0, 160.0)):
        assert reader.read(table.picture(replace(table.scene, things=(thing,)), 4)).dice == ()
    reader.before = dice
    assert reader.read(table.picture(replace(table.scene, things=(beside,)), 5)).dice == (), "it lay there"


def test_dice_that_look_like_the_counters_that_are_missing_are_no_counters(table: VirtualTable) -> None:
    reader = learned_reader(table)
    table.lay(FIVE_ON_BOARD)
    reader.before = table.picture(table.scene, 1)
    both = die(3, WHITE, PLACES_MM[1]), die(3, WHITE, PLACES_MM[2])
    doubt = reader.read(table.picture(replace(table.scene, things=both))).doubt
    assert doubt is not None
    assert (doubt.cause, len(doubt.places)) == (Cause.DIE, 2)


def marked(counters: list[tuple[Seat, float, float]], seed: int) -> Picture:
    """The drawn board with counters that bear five spots, as a die does: the finder sees dice."""
    picture, turns, height_mm = draw(Scene(counters, seed=seed)), np.linspace(0, 2 * np.pi, 20), 6.0
    for seat, x, y in counters:
        for spot in 4.5 * np.array([(0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]):
            around = spot + (x, y) + 1.6 * np.column_stack([np.cos(turns), np.sin(turns)])
            spots_px = camera().to_px(BoardSpec(), around, height_mm).round().astype(np.int32)
            cv2.fillPoly(picture, [spots_px], (20,) * 3 if seat is Seat.B else (240,) * 3, cv2.LINE_AA)
    return picture


def test_where_many_places_look_like_dice_counters_do() -> None:
    known = KnownPicture("setup", marked(setup(), 3), START)
    learned = TrainingSet(BoardSpec(), ("empty", draw(Scene(seed=1))), (known,), corners_px=CORNERS_PX)
    reader = BoardReader(calibrate(learned)[0])
    (seat, x, y), *others = setup()
    between = marked([(seat, x - 50, y + 25), *others], 5)
    assert not ThingFinder(reader.calibration).dice(between)
    assert reader.read(between).cause is Cause.PLACE_BETWEEN
