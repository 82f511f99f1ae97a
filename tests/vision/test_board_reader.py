"""The board reader on pictures with truth that the tests draw themselves."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from companion.game.board import Halves, Point, Seat
from five_lines_lab.evaluation.evaluation import START
from tests.support.calibrated import with_known, with_reference, with_typical_llr
from tests.support.drawn_board import (
    CORNERS_PX,
    CROWD,
    SEAT_BGR,
    SIZE_WH,
    WOOD_BGR,
    Scene,
    draw,
    halves_of,
    setup,
)
from vision.arrays import Picture
from vision.board_reader import BoardReader, return_freed_memory
from vision.calibration import Calibration
from vision.detection.disc_judge import DiscJudge
from vision.detection.discs import Disc
from vision.detection.grid_reader import GridReader
from vision.errors import VisionError
from vision.photometry.opponent_colours import opponent_log
from vision.reading import Cause, Reading, Status
from vision.segmentation.background import board_light
from vision.segmentation.evidence import EvidenceExtractor

A, B = Seat.A, Seat.B
SWAPPED = [(seat, -x, y) for seat, x, y in setup()]


@pytest.mark.slow
def test_an_empty_board_is_read_as_empty(reader: BoardReader) -> None:
    reading = reader.read(draw(Scene(seed=5)))
    assert (reading.status, reading.halves) == (Status.CLEAR, Halves())


@pytest.mark.slow
@pytest.mark.parametrize(
    "light",
    [
        {},
        {"gain_bgr": (0.6, 0.6, 0.6)},
        {"gain_bgr": (1.15, 1.15, 1.15)},
        {"gain_bgr": (0.75, 0.95, 1.1)},
        {"slope": 0.25},
    ],
    ids=["same", "dimmer", "brighter", "warmer", "from-the-side"],
)
def test_counters_are_found_in_any_light(reader: BoardReader, light: dict[str, object]) -> None:
    counters = [(A, 150.0, -97.0), (B, -147.0, 52.0), (A, 128.0, -103.0), (B, 60.0, 48.0), (B, 151.0, 100.0)]
    reading = reader.read(draw(replace(Scene(counters, seed=6), **light)))  # type: ignore[arg-type]
    assert (reading.status, reading.halves) == (Status.CLEAR, halves_of(counters))


@pytest.mark.slow
def test_every_counter_of_a_crowd_is_found_once_and_a_second_row_belongs_to_its_line(
    reader: BoardReader,
) -> None:
    reading = reader.read(draw(Scene(CROWD, seed=7)))
    expected = halves_of([c for c in CROWD if c[2] > 20], 0), halves_of([c for c in CROWD if c[2] < 20])
    assert reading.status is Status.CLEAR
    assert reading.halves == Halves(
        tuple(x + y for x, y in zip(expected[0].a, expected[1].a, strict=True)),
        tuple(x + y for x, y in zip(expected[0].b, expected[1].b, strict=True)),
    )


@pytest.mark.slow
def test_a_counter_is_placed_to_the_millimetre(reader: BoardReader) -> None:
    reading = reader.read(draw(Scene([(A, 90.0, 55.0)], seed=8)))
    (counter,) = reading.counters
    assert np.hypot(counter.x_mm - 90, counter.y_mm - 55) < 2.5
    assert (counter.seat, counter.half) == (A, Point.A4)


@pytest.mark.slow
def test_counters_beside_the_board_do_not_count(reader: BoardReader) -> None:
    reading = reader.read(draw(Scene([(A, 150.0, 0.0), (A, 20.0, -152.0), (B, 40.0, 150.0)], seed=9)))
    assert reading.halves == halves_of([(A, 150.0, 0.0)])


@pytest.mark.parametrize(
    "hand_bgr",
    [(130, 160, 225), (60, 80, 140), (30, 40, 60), (170, 60, 30), (240, 245, 245), (40, 40, 180)],
    ids=["pale", "brown", "dark", "sleeve-like-A", "sleeve-like-B", "red-sleeve"],
)
@pytest.mark.slow
def test_a_hand_over_the_board_is_never_read_through(
    reader: BoardReader, hand_bgr: tuple[int, int, int]
) -> None:
    reading = reader.read(draw(Scene(setup(), hand_bgr=hand_bgr, seed=10)))
    assert reading.status is not Status.CLEAR
    assert reading.halves is None


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.75, 0.85, 0.95, 1.0, 1.05, 1.15, 1.25])
@pytest.mark.parametrize("counters", [(), setup()], ids=["empty", "setup"])
def test_a_sleeve_of_the_boards_own_colour_covers_it(
    reader: BoardReader, counters: list[tuple[Seat, float, float]], share: float
) -> None:
    """It may pass for a shadow or a glare, but the board's grain and lines are gone."""
    blue, green, red = (round(channel * share) for channel in WOOD_BGR)
    reading = reader.read(draw(Scene(counters, hand_bgr=(blue, green, red), seed=19)))
    assert reading.status is Status.OBSTRUCTED
    assert reading.cause is Cause.COVERED


@pytest.mark.slow
def test_a_thing_that_is_no_counter_is_named(reader: BoardReader) -> None:
    reading = reader.read(draw(Scene(setup()[:6], coin_mm=(20.0, 30.0), seed=11)))
    assert reading.halves is None
    assert reading.why is not None


@pytest.mark.slow
@pytest.mark.parametrize("missing", [None, 0, 9])
def test_a_trace_of_a_counter_is_none_once_all_are_found(reader: BoardReader, missing: int | None) -> None:
    counters = [counter for index, counter in enumerate(setup()) if index != missing]
    frame = draw(Scene(counters, seed=3))
    stained = cv2.circle(frame.copy(), (394, 288), 14, SEAT_BGR[A], -1, cv2.LINE_AA)
    reading = reader.read(np.asarray(cv2.addWeighted(frame, 0.7, stained, 0.3, 0), np.uint8))
    # Where one is missing it may be that one, hardly seen, unless shapes know that it is none.
    assert reading.halves in ([halves_of(counters)] if missing is None else [halves_of(counters), None])


@pytest.mark.parametrize(("strength", "kept"), [(1.0, True), (0.3, False)])
def test_beside_a_board_never_seen_bare_there_only_what_surely_is_a_counter_counts(
    calibration: Calibration, strength: float, kept: bool
) -> None:
    place_mm = (20.0, -130.0)
    frame = draw(Scene([(A, *place_mm)], seed=3))
    x, y = calibration.grid.to_px(np.array([place_mm]))[0].tolist()
    for learned, expected in ((calibration, True), (with_known(calibration, calibration.board.area), kept)):
        extractor = EvidenceExtractor(learned)
        evidence = extractor.extract(learned.rectifier().rectify(frame))
        judged = DiscJudge(learned, extractor.colours).judge(evidence, [Disc(x, y, A, strength)])
        assert bool(judged) is expected


@pytest.mark.slow
def test_a_missing_counter_may_lie_unseen_where_its_seats_hardly_differ_from_the_board(
    calibration: Calibration,
) -> None:
    colours = GridReader(with_typical_llr(calibration, B, 0.8))

    def read(counters: list[tuple[Seat, float, float]]) -> Reading:
        return colours.read_frame(draw(Scene(counters, seed=9))).reading

    assert read(setup()).halves == halves_of(setup())
    assert read(setup()[1:]).halves == halves_of(setup()[1:])
    assert read(setup()[:-1]).cause is Cause.FAINT_THING


@pytest.mark.slow
def test_on_points_too_bright_to_be_learned_bright_counters_are_not_said_in_other_light(
    calibration: Calibration,
) -> None:
    bleached, grid = calibration.board.reference.copy(), calibration.grid
    for x, y in grid.to_px(calibration.spec.points_mm).round().astype(int).tolist():
        cv2.circle(bleached, (x, y), round(13 * grid.px_per_mm), (255, 255, 255), -1)
    reader = BoardReader(replace(with_reference(calibration, bleached), finer=None))
    dimmer = draw(Scene(setup(), gain_bgr=(0.8, 0.8, 0.8), seed=9))
    assert reader.read(dimmer).cause is Cause.BLEACHED
    blue_only = draw(Scene(setup()[:5], gain_bgr=(0.8, 0.8, 0.8), seed=9))
    assert reader.read(blue_only).cause is not Cause.BLEACHED


def test_a_counter_looks_the_same_on_a_painted_point_as_beside_it(calibration: Calibration) -> None:
    painted, grid = calibration.board.reference.copy(), calibration.grid
    points = grid.to_px(calibration.spec.points_mm).round().astype(int)
    for x, y in points.tolist():
        cv2.circle(painted, (x, y), round(15 * grid.px_per_mm), (150, 140, 130), -1)
    light = board_light(replace(calibration.board, reference=painted))
    plain = np.median(opponent_log(painted)[calibration.board.area], axis=0)
    assert np.abs(light[points[:, 1], points[:, 0]] - plain).max() < 0.02


@pytest.mark.slow
def test_more_counters_than_a_seat_has_are_not_believed(reader: BoardReader) -> None:
    reading = reader.read(draw(Scene([*setup(), (A, 0.0 + 60.0, 0.0)], seed=12)))
    assert reading.status is Status.UNREADABLE
    assert reading.why == "6 counters of A are seen, but a seat has 5"


@pytest.mark.parametrize(
    "place_mm",
    [(150.0, 25.0), (150.0, 124.0), (174.0, 50.0)],
    ids=["between two lines", "outside the outer line", "beyond a point"],
)
def test_a_counter_that_could_belong_here_or_there_is_doubted(
    reader: BoardReader, place_mm: tuple[float, float]
) -> None:
    reading = reader.read(draw(Scene([(A, *place_mm)], seed=13)))
    assert (reading.status, reading.cause) == (Status.UNREADABLE, Cause.PLACE_BETWEEN)


@pytest.mark.slow
@pytest.mark.parametrize("apart_mm", np.arange(18.5, 22.5, 0.5))
def test_counters_that_crowd_more_than_they_can_are_never_counted_short(
    reader: BoardReader, apart_mm: float
) -> None:
    """They are smaller than was said, or lean on each other."""
    row = [(B, -148.0 + apart_mm * place, (-1.5) ** (place % 3)) for place in range(5)]
    reading = reader.read(draw(Scene(row, seed=15)))
    assert reading.halves is None or reading.halves.b[7] == 5


@pytest.mark.slow
def test_a_second_row_may_lie_outside_the_outer_line(reader: BoardReader) -> None:
    first = [(A, 150.0 - 23.0 * place, 100.0) for place in range(4)]
    reading = reader.read(draw(Scene([*first, (A, 139.0, 122.5)], seed=14)))
    assert reading.halves is not None
    assert reading.halves.a[4] == 5


@pytest.mark.parametrize(("level", "word"), [(0, "dark"), (255, "bright")])
def test_darkness_and_glare_are_named(reader: BoardReader, level: int, word: str) -> None:
    reading = reader.read(np.full((SIZE_WH[1], SIZE_WH[0], 3), level, np.uint8))
    assert reading.status is Status.UNREADABLE
    assert word in str(reading.why)


@pytest.mark.slow
def test_a_board_is_too_bright_only_when_no_colour_of_it_is_left() -> None:
    green: dict[str, Any] = {"board_bgr": (120, 215, 120)}
    known = KnownPicture("setup", draw(Scene(setup(), seed=1, **green)), START)
    empty = ("empty", draw(Scene(**green)))
    learned = calibrate(TrainingSet(BoardSpec(), empty, (known,), corners_px=CORNERS_PX))[0]
    bright = draw(Scene(SWAPPED, gain_bgr=(1.4, 1.4, 1.4), seed=4, **green))
    assert BoardReader(learned).read(bright).halves == halves_of(SWAPPED)


def test_a_picture_of_something_else_is_not_clear(reader: BoardReader) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (90, 120, 3), np.uint8)
    other = np.asarray(cv2.resize(noise, SIZE_WH, interpolation=cv2.INTER_CUBIC), np.uint8)
    assert reader.read(other).status is not Status.CLEAR


def test_a_picture_of_another_size_is_refused_with_both_sizes(reader: BoardReader) -> None:
    with pytest.raises(
        VisionError, match=r"640 x 400 pixels, but this station was calibrated with 960 x 720"
    ):
        reader.read(np.zeros((400, 640, 3), np.uint8))


@pytest.mark.slow
def test_the_same_picture_never_gives_two_readings(reader: BoardReader) -> None:
    frame = draw(Scene(CROWD, seed=14))
    first = reader.read(frame)
    reader.read(draw(Scene(setup(), seed=15)))
    assert reader.read(frame) == first


class CountingReader(BoardReader):
    """Counts its readings."""

    count = 0

    def read(self, frame: Picture) -> Reading:
        self.count += 1
        return super().read(frame)


@pytest.mark.slow
def test_a_board_on_which_nothing_has_changed_is_read_once(calibration: Calibration) -> None:
    reader = CountingReader(calibration)
    for seed in range(5):
        assert reader.read_again(draw(Scene(setup(), seed=seed))).halves == halves_of(setup())
    assert reader.count == 1


@pytest.mark.slow
def test_a_counter_that_is_pushed_slowly_is_read_again(calibration: Calibration) -> None:
    reader, steps = CountingReader(calibration), 25
    seat, x_mm, y_mm = setup()[0]
    for step in range(steps):
        at_mm = x_mm - 0.2 * step
        reading = reader.read_again(draw(Scene([(seat, at_mm, y_mm), *setup()[1:]], seed=step)))
        assert min(abs(counter.x_mm - at_mm) for counter in reading.counters) < 3
    assert 1 < reader.count < steps


@pytest.mark.slow
def test_a_doubt_is_read_again_each_time(calibration: Calibration) -> None:
    reader = CountingReader(calibration)
    for _ in range(3):
        assert reader.read_again(draw(Scene(setup(), hand_bgr=(130, 160, 225), seed=4))).doubt is not None
    assert reader.count == 3


@pytest.mark.parametrize("shift_px", [(3.0, -2.0), (-5.0, 4.0)])
def test_a_board_moved_by_millimetres_is_found_again(
    reader: BoardReader, shift_px: tuple[float, float]
) -> None:
    reading = reader.read(draw(Scene(setup(), seed=17, shift_px=shift_px)))
    assert (reading.status, reading.halves) == (Status.CLEAR, halves_of(setup()))


def test_a_board_pushed_away_is_not_read(reader: BoardReader) -> None:
    reading = reader.read(draw(Scene(setup(), seed=18, shift_px=(70.0, 45.0))))
    assert reading.status is not Status.CLEAR
    assert reading.why is not None


@pytest.mark.slow
@pytest.mark.parametrize("shift_px", [(2.0, 0.0), (-3.0, 2.0), (0.0, -4.0), (5.0, -3.0), (-2.0, 7.0)])
def test_a_crowd_on_a_moved_board_is_read_right_or_not_at_all(
    reader: BoardReader, shift_px: tuple[float, float]
) -> None:
    reading = reader.read(draw(Scene(CROWD, shift_px=shift_px)))
    assert reading.halves in (None, halves_of(CROWD, second_row=5))


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_freed_memory_between_what_is_kept_goes_back_to_the_system() -> None:
    blocks = [bytes(20_000) for _ in range(4000)]
    del blocks[::2]
    before = resident_bytes()
    return_freed_memory()
    assert resident_bytes() < before - 20_000_000
