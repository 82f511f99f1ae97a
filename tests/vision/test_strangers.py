"""A thing on an empty point is no counter, whichever counters are missing."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.training_set import KnownPicture, TrainingSet
from companion.app.virtual.autoplay import learned_reader
from companion.board.spec import STANDARD
from companion.game.board import RING, Halves, Seat
from five_lines_lab.evaluation.evaluation import START
from hardware.virtual_table.scene import ObjectKind, SceneObject, VirtualScene
from hardware.virtual_table.table import VirtualTable, virtual_table
from tests.support.drawn_board import CORNERS_PX, SIZE_WH, Scene, camera, draw, halves_of, setup
from vision.arrays import Picture
from vision.board_reader import BoardReader
from vision.calibration import Calibration
from vision.detection.disc_judge import DiscJudge
from vision.reading import Cause
from vision.segmentation.evidence import EvidenceExtractor

FIVE_ON_BOARD = Halves((1, 1, 0, 0, 0, 0, 0, 1, 0, 0), (0, 0, 1, 0, 0, 1, 0, 0, 0, 0))
EMPTY_POINT = 3
COPPER, GOLD, STEEL = (0.70, 0.42, 0.28), (0.80, 0.66, 0.25), (0.55, 0.56, 0.57)


@pytest.fixture(scope="module")
def table() -> VirtualTable:
    return virtual_table(2)


@pytest.fixture(scope="module")
def reader(table: VirtualTable) -> BoardReader:
    return learned_reader(table)


def with_coin(table: VirtualTable, colour: tuple[float, float, float]) -> VirtualScene:
    """Return the table's scene with a coin on the empty point."""
    x, y = (float(v) for v in np.asarray(table.scene.board.spec.points_mm)[EMPTY_POINT])
    return replace(table.scene, things=(SceneObject(ObjectKind.COIN, x, y, 0.0, 0.0, colour),))


@pytest.mark.slow
@pytest.mark.parametrize("colour", [COPPER, GOLD], ids=["copper", "gold"])
def test_a_coin_is_never_a_missing_counter_and_its_point_is_named(
    table: VirtualTable, reader: BoardReader, colour: tuple[float, float, float]
) -> None:
    table.lay(FIVE_ON_BOARD)
    assert reader.read(table.picture(table.scene)).halves == FIVE_ON_BOARD
    doubt = reader.read(table.picture(with_coin(table, colour))).doubt
    assert doubt is not None
    assert (doubt.cause, doubt.places) == (Cause.ODD_THING, (RING[EMPTY_POINT],))


@pytest.mark.slow
@pytest.mark.parametrize("corners", [4, 3], ids=["square", "triangle"])
def test_what_a_counter_would_just_cover_is_none_though_it_has_its_colour(
    table: VirtualTable, reader: BoardReader, corners: int
) -> None:
    table.lay(FIVE_ON_BOARD)
    picture = table.picture(table.scene)
    counter = next(c for c in reader.read(picture).counters if c.seat is Seat.B)
    x, y = round(counter.x_px), round(counter.y_px)
    colour = np.median(picture[y - 3 : y + 4, x - 3 : x + 4], axis=(0, 1))
    spec, view = reader.calibration.spec, reader.calibration.camera
    angles = 0.3 + 2 * np.pi * np.arange(corners) / corners
    around = 0.5 * spec.counter_diameter_mm * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    outline = view.to_px(spec, spec.points_mm[EMPTY_POINT] + around, 3.0)
    cv2.fillPoly(picture, [(16 * outline).round().astype(np.int32)], colour.tolist(), cv2.LINE_AA, 4)
    doubt = reader.read(picture).doubt
    assert doubt is not None
    assert (doubt.cause, doubt.places) == (Cause.ODD_THING, (RING[EMPTY_POINT],))


def uncounted(calibration: Calibration) -> Calibration:
    """Return the calibration for a game with any number of counters."""
    board = replace(calibration.board, spec=replace(calibration.spec, counters_per_seat=0))
    return replace(calibration, board=board, finer=calibration.finer and uncounted(calibration.finer))


@pytest.mark.slow
@pytest.mark.parametrize("colour", [COPPER, STEEL], ids=["copper", "steel"])
def test_a_coin_is_no_counter_where_counters_are_not_counted(
    table: VirtualTable, reader: BoardReader, colour: tuple[float, float, float]
) -> None:
    any_number = BoardReader(uncounted(reader.calibration))
    table.lay(FIVE_ON_BOARD)
    assert any_number.read(table.picture(table.scene)).halves == FIVE_ON_BOARD
    doubt = any_number.read(table.picture(with_coin(table, colour))).doubt
    assert doubt is not None
    assert (doubt.cause, doubt.places) == (Cause.ODD_THING, (RING[EMPTY_POINT],))


@pytest.mark.slow
def test_a_counter_where_a_glossy_board_mirrors_a_lamp_is_still_one() -> None:
    """B's counters were learned on the dark side, A's in the sheen; there the one of B is overexposed."""
    sheen = 60 / (1 + np.exp(-np.linspace(-8, 8, SIZE_WH[0]) + 2))[None, :, None]

    def shown(counters: Sequence[tuple[Seat, float, float]]) -> Picture:
        slate = Scene(
            counters, board_bgr=(62, 60, 58), grain=2.0, seat_a_bgr=(40, 40, 44), seat_b_bgr=(80, 180, 245)
        )
        bare, laid = (draw(replace(slate, counters=it)).astype(np.float64) for it in ((), counters))
        # What the counters cover does not mirror, but is lit a little more.
        covered = np.abs(laid - bare).max(axis=2, keepdims=True) > 25
        return np.clip(laid + np.where(covered, 0.3, 1.0) * sheen, 0, 255).astype(np.uint8)

    start = [(Seat.A if x > 0 else Seat.B, x, y) for x, y in STANDARD.points_mm.tolist()]
    training = TrainingSet(
        STANDARD, ("empty", shown(())), (KnownPicture("setup", shown(start), START),), corners_px=CORNERS_PX
    )
    reader = BoardReader(calibrate(training, finely=False)[0])
    laid = [(Seat.B if x > 0 else Seat.A, x, y) for _, x, y in (start[0], start[6], start[8])]
    reading = reader.read(shown(laid))
    assert reading.halves == Halves((*(0,) * 6, 1, 0, 1, 0), (1, *(0,) * 9))


@pytest.mark.slow
def test_only_board_that_was_seen_bare_is_compared_for_a_glare() -> None:
    """A guess of the board may be darker than it is, as if a lamp shone there."""
    picture = draw(Scene(setup(), seed=1))
    training = TrainingSet(STANDARD, None, (KnownPicture("setup", picture, START),), corners_px=CORNERS_PX)
    calibration = calibrate(training, finely=False)[0]
    board = calibration.board
    known = board.known.copy()
    known[:, : board.shape[1] // 2] = False
    guessed = replace(calibration, board=replace(board, known=known))
    judge = DiscJudge(guessed, EvidenceExtractor(guessed).colours)
    for place in board.grid.to_px(np.array([one[1:] for one in setup()])):
        rows, columns = judge.around(place, place[None])[1]
        assert known[rows, columns].all()


@pytest.mark.slow
def test_a_dark_counter_in_a_glare_is_no_pale_one_and_its_place_is_named() -> None:
    wood = Scene(
        setup(), board_bgr=(90, 120, 140), seat_a_bgr=(24, 24, 26), seat_b_bgr=(200, 205, 205), seed=1
    )
    known = KnownPicture("setup", draw(wood), START)
    empty = ("empty", draw(replace(wood, counters=())))
    training = TrainingSet(STANDARD, empty, (known,), corners_px=CORNERS_PX)
    reader = BoardReader(calibrate(training, finely=False)[0])
    lying = [*setup()]
    lying.remove(next(one for one in lying if one[0] is Seat.B))
    laid = draw(replace(wood, counters=lying))
    assert reader.read(laid).halves == halves_of(lying)
    dark = next(one for one in lying if one[0] is Seat.A)[1:]
    ((x, y),) = camera().to_px(STANDARD, np.array([dark]), 0.0)
    rows, columns = np.indices(laid.shape[:2])
    glare = 0.15 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / 50**2)
    shown = (255 * np.minimum((laid / 255) ** 2.2 + glare[..., None], 1) ** (1 / 2.2)).astype(np.uint8)
    doubt = reader.read(shown).doubt
    assert doubt is not None
    assert (doubt.cause, doubt.places) == (Cause.TOO_BRIGHT, (STANDARD.half_at(*dark),))
