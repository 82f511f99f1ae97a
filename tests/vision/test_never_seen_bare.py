"""A board learned from single examples in one picture: shapes have to consent where it was never bare."""

import math

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.errors import CalibrationError
from calibration.training_set import Example, ExamplePicture, KnownPicture, TrainingSet
from companion.board.motion import RigidMotion
from companion.board.spec import BoardSpec
from companion.game.board import Halves, Seat
from five_lines_lab.evaluation.evaluation import START
from tests.support.drawn_board import (
    CORNERS_PX,
    Picture,
    Scene,
    Shadow,
    camera,
    draw,
    halves_of,
    pushed,
    setup,
)
from vision.board_reader import BoardReader
from vision.detection.doubts import HAND_OVER_BOARD, SHAPES_DISAGREE
from vision.detection.grid_reader import GridReader
from vision.reading import Cause

SPEC = BoardSpec(counters_per_seat=0)
BROWN, WHITE = (95, 125, 165), (240, 245, 245)

SHOWN = setup()[1:4] + setup()[6:9]
LIKE_THE_BOARD, DARK = (110, 145, 185), (60, 75, 95)
MAX_OFF = 12  # grey levels between what was learned of the bare board in other light and a picture of it
PLAYED = [*setup()[2:4], (Seat.A, -148.0, 2.0), *setup()[5:7]]


def example(seat: Seat | None, x_mm: float, y_mm: float) -> Example:
    height_mm = 0.0 if seat is None else SPEC.counter_height_mm / 2
    x_px, y_px = camera().to_px(SPEC, np.array([(x_mm, y_mm)]), height_mm)[0].tolist()
    return Example(seat, x_px, y_px)


def learned(seat_a_bgr: tuple[int, int, int]) -> BoardReader:
    picture = draw(Scene(SHOWN, seat_a_bgr=seat_a_bgr, seed=31))
    bare = [example(None, x, y) for x, y in SPEC.points_mm[[0, 4, 9]].tolist()]
    shown = ExamplePicture("play", picture, (*(example(*one) for one in SHOWN), *bare))
    return BoardReader(calibrate(TrainingSet(SPEC, examples=(shown,), corners_px=CORNERS_PX))[0])


@pytest.fixture(scope="module")
def reader() -> BoardReader:
    return learned(BROWN)


@pytest.mark.slow
@pytest.mark.parametrize("counters", [SHOWN, PLAYED], ids=["shown", "played"])
def test_counters_are_read(reader: BoardReader, counters: list[tuple[Seat, float, float]]) -> None:
    reading = reader.read(draw(Scene(counters, seat_a_bgr=BROWN, seed=32)))
    assert reading.halves == halves_of(counters)


@pytest.mark.slow
@pytest.mark.parametrize("sleeve_bgr", [BROWN, WHITE], ids=["of A", "of B"])
def test_a_sleeve_of_a_seats_colour_is_no_crowd_of_its_counters(
    reader: BoardReader, sleeve_bgr: tuple[int, int, int]
) -> None:
    reading = reader.read(draw(Scene(PLAYED, seat_a_bgr=BROWN, hand_bgr=sleeve_bgr, seed=33)))
    assert reading.cause in (SHAPES_DISAGREE.cause, HAND_OVER_BOARD.cause)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "at", "looks"),
    [
        (Seat.A, (-30.0, 25.0), "an empty point"),
        (Seat.B, SHOWN[1][1:], "a counter of A"),
        (None, SHOWN[4][1:], "a counter of B"),
    ],
)
def test_an_example_of_another_kind_is_named(given: Seat | None, at: tuple[float, float], looks: str) -> None:
    bare = [(None, x, y) for x, y in SPEC.points_mm[[0, 4, 9]].tolist()]
    others = [one for one in [*SHOWN, *bare] if one[1:] != at]
    wrong = example(given, *at)
    shown = ExamplePicture("play", draw(Scene(SHOWN, seed=31)), (*(example(*one) for one in others), wrong))
    try:
        said = [
            it.words
            for it in calibrate(TrainingSet(SPEC, examples=(shown,), corners_px=CORNERS_PX))[1].remarks
        ]
    except CalibrationError as error:
        said = [str(error)]
    assert any(f"{wrong.x_px:g},{wrong.y_px:g}" in words and f"looks like {looks}" in words for words in said)


@pytest.mark.slow
def test_counters_in_other_light_are_nothing_else() -> None:
    cold = Scene(PLAYED, (0.6, 0.8, 1.2), -0.4, seat_a_bgr=DARK, seed=1)
    assert learned(DARK).read(draw(cold)).halves == halves_of(PLAYED)


@pytest.mark.slow
def test_a_board_crowded_with_counters_is_learned_from_its_three_empty_places() -> None:
    pitch_mm, of_a = SPEC.counter_diameter_mm + 1.5, np.random.default_rng(5).random((17, 11)) < 0.5
    empty = {(2, 5), (9, 3), (12, 7)}

    def at(column: int, row: int) -> tuple[float, float]:
        return (column - 8) * pitch_mm, (row - 5) * pitch_mm

    laid = [(Seat.A if of_a[it] else Seat.B, *at(*it)) for it in np.ndindex(of_a.shape) if it not in empty]
    shown = [example(*one) for seat in Seat for one in [it for it in laid if it[0] is seat][10:40:10]]
    bare = [example(None, *at(*place)) for place in sorted(empty)]
    picture = ExamplePicture("play", draw(Scene(laid, seat_a_bgr=BROWN, seed=41)), (*shown, *bare))
    crowded = BoardReader(calibrate(TrainingSet(SPEC, examples=(picture,), corners_px=CORNERS_PX))[0])
    frame = draw(Scene(laid, seat_a_bgr=BROWN, seed=42))
    reading = crowded.read(frame)
    assert reading.halves is not None
    for seat, x_mm, y_mm in laid:
        if SPEC.half_at(x_mm, y_mm) is not None:
            near = [it for it in reading.counters if math.hypot(it.x_mm - x_mm, it.y_mm - y_mm) < 11]
            assert [it.seat for it in near] == [seat]
    assert all(math.dist((it.x_mm, it.y_mm), at(*place)) > 11 for it in reading.counters for place in empty)
    # Turned by a quarter its counters form such a grid again, and little is known that could differ.
    assert crowded.read(pushed(frame, RigidMotion(turn_rad=math.pi / 2))).cause is Cause.NOT_IN_VIEW


@pytest.mark.slow
def test_empty_points_painted_unlike_the_board_teach_nothing_of_it() -> None:
    picture = draw(Scene(SHOWN, seed=31))
    painted = [one for one in SPEC.points_mm.tolist() if tuple(one) not in {it[1:] for it in SHOWN}]
    for x_mm, y_mm in painted:
        around = [(x_mm + 12 * math.cos(it / 8), y_mm + 12 * math.sin(it / 8)) for it in range(50)]
        outline = camera().to_px(SPEC, np.array(around), 0.0)
        cv2.fillPoly(picture, [outline.round().astype(np.int32)], (190, 90, 60))
    taught = (*(example(*one) for one in SHOWN), *(example(None, *one) for one in painted[:3]))
    with pytest.raises(CalibrationError, match="hardly anything on the board looks like the examples"):
        calibrate(
            TrainingSet(SPEC, examples=(ExamplePicture("play", picture, taught),), corners_px=CORNERS_PX)
        )


@pytest.mark.slow
def test_what_shapes_doubt_is_looked_at_finely() -> None:
    """Counters much like the board in less light: on the coarse grid colours overlook one."""
    almost = (107, 141, 179)
    a = [(Seat.A, -148.5, 4.9), (Seat.A, -108.5, -52.9), (Seat.A, 83.9, -51.8)]
    b = [(Seat.B, 146.5, 49.7), (Seat.B, 126.7, -51.5), (Seat.B, -104.3, -4.9), (Seat.B, 83.7, 46.1)]
    frame = draw(Scene([*a, *b], seat_a_bgr=almost, gain_bgr=(0.8,) * 3, seed=100))
    reader = learned(almost)
    assert GridReader(reader.calibration).read_frame(frame).reading.doubt is None
    assert reader.read(frame).halves == halves_of([*a, *b])


@pytest.mark.slow
def test_what_one_look_at_shapes_leaves_open_another_decides() -> None:
    a = [(Seat.A, -151.0, 103.6), (Seat.A, -144.0, -50.5), (Seat.A, 147.6, 43.6), (Seat.A, 149.0, 96.6)]
    b = [(Seat.B, -149.7, 2.4), (Seat.B, 158.4, -49.5), (Seat.B, -147.9, -103.2), (Seat.B, 144.4, 3.6)]
    frame = draw(Scene([*a, *b], seat_a_bgr=(100, 132, 168), gain_bgr=(0.5,) * 3, seed=100))
    assert learned((100, 132, 168)).read(frame).halves == halves_of([*a, *b])


@pytest.mark.slow
def test_colours_are_overruled_by_two_looks_alone() -> None:
    """One look at shapes in hard shadows is sure of a wrong board, another is not."""
    a = [(Seat.A, 142.7, -50.8), (Seat.A, 152.2, 53.1), (Seat.A, -144.5, -1.0)]
    b = [(Seat.B, -154.0, 49.4), (Seat.B, 153.1, 1.5), (Seat.B, 149.3, 99.5)]
    shadows = (Shadow(-11.4, -4.4, (0.45,) * 3),)
    frame = draw(Scene([*a, *b], (0.5,) * 3, seat_a_bgr=DARK, shadows=shadows, seed=5078))
    assert learned(DARK).read(frame).cause is SHAPES_DISAGREE.cause


@pytest.mark.slow
@pytest.mark.parametrize("table_bgr", [(20, 20, 20), WHITE], ids=["of A's colour", "of B's"])
def test_a_table_of_a_seats_colour_may_begin_just_beside_the_points(table_bgr: tuple[int, int, int]) -> None:
    def seen(counters: list[tuple[Seat, float, float]], seed: int) -> Picture:
        dark, edge_mm = (30, 30, 30), (163.0, 113.0)
        return draw(Scene(counters, seed=seed, board_edge_mm=edge_mm, table_bgr=table_bgr, seat_a_bgr=dark))

    known = KnownPicture("start", seen(setup(), 41), START)
    calibration, _ = calibrate(TrainingSet(BoardSpec(), known=(known,), corners_px=CORNERS_PX))
    moved = [(Seat.A, -148.0, 102.0), (Seat.B, 103.0, 2.0), *setup()[1:5], *setup()[6:]]
    assert BoardReader(calibration).read(seen(moved, 42)).halves == halves_of(moved)


@pytest.mark.slow
def test_what_counters_hid_is_learned_bit_by_bit_as_they_move() -> None:
    known = KnownPicture("start", draw(Scene(setup(), seed=51)), START)
    reader = BoardReader(
        calibrate(TrainingSet(BoardSpec(), known=(known,), corners_px=CORNERS_PX), finely=False)[0]
    )
    inwards = [(seat, x_mm - math.copysign(70.0, x_mm), y_mm) for seat, x_mm, y_mm in setup()]
    for counters in ([*inwards[:5], *setup()[5:]], [*setup()[:5], *inwards[5:]]):
        assert not reader.calibration.board.was_seen_bare
        frame = draw(Scene(counters, gain_bgr=(0.9, 0.95, 1.0), seed=52))
        assert reader.read(frame).halves == START
        assert reader.learn(Halves()) is None  # a referee saw something else
        assert reader.learn(START) is None  # that frame counts no more
        assert reader.read(frame).halves == START
        complete = reader.learn(START)
    assert complete is not None
    assert complete.board.was_seen_bare
    bare = reader.calibration.rectifier().rectify(draw(Scene([], seed=53)))
    off = np.abs(complete.board.reference.astype(int) - bare)[~reader.calibration.board.known]
    assert np.quantile(off, 0.95) < MAX_OFF
    moved = [(Seat.A, -148.0, 102.0), (Seat.B, 103.0, 2.0), *setup()[1:5], *setup()[6:]]
    assert BoardReader(complete).read(draw(Scene(moved, seed=54))).halves == halves_of(moved)
