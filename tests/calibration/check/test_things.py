"""A hand in a picture is refused; the pattern of a board, and light of one colour, are none."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.errors import CalibrationError
from calibration.flaws import Flaw
from calibration.training_set import ExamplePicture, KnownPicture, TrainingSet, parse_examples
from companion.board.spec import BoardSpec
from five_lines_lab.evaluation.evaluation import START
from tests.support.drawn_board import CORNERS_PX, Scene, draw, setup
from vision.board_reader import BoardReader


def chequers(dark_bgr: tuple[int, int, int], pale_bgr: tuple[int, int, int]) -> TrainingSet:
    """A chequered board with discs on it, five of its diagonals learned as lines from single examples."""
    side, count = 66, 10
    picture = np.full((900, 900, 3), (70, 110, 160), np.uint8)

    def middle(column: float, row: float) -> tuple[int, int]:
        return 120 + int((column + 0.5) * side), 120 + int((row + 0.5) * side)

    words = []
    for column, row in np.ndindex(count, count):
        x, y = 120 + column * side, 120 + row * side
        is_dark = (column + row) % 2 == 0
        picture[y : y + side, x : x + side] = dark_bgr if is_dark else pale_bgr
        if is_dark and not 3 <= row <= 6:
            cv2.circle(
                picture, middle(column, row), 27, (60, 50, 190) if row < 3 else (50, 150, 70), -1, cv2.LINE_AA
            )
            words.append(f"{'B' if row < 3 else 'A'}@{middle(column, row)[0]},{middle(column, row)[1]}")
    words = [*words[::4], *(f"empty@{x},{y}" for x, y in (middle(*at) for at in [(3, 3), (4, 4), (5, 5)]))]
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    shown = np.clip(cv2.GaussianBlur(picture, (0, 0), 1) + noise, 0, 255).astype(np.uint8)
    corners = np.array([middle(0, 4), middle(4, 8), middle(8, 4), middle(4, 0)], float)
    mm = 21 / 54
    spec = BoardSpec(
        line_pitch_mm=2**0.5 * side * mm,
        line_length_mm=4 * 2**0.5 * side * mm,
        counter_diameter_mm=21,
        counter_height_mm=5,
        point_diameter_mm=21,
        counters_per_seat=0,
    )
    examples = (ExamplePicture("chequers.png", shown, parse_examples(" ".join(words))),)
    return TrainingSet(spec, examples=examples, corners_px=corners)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dark_bgr", "pale_bgr"),
    [((45, 35, 35), (90, 180, 220)), ((60, 90, 140), (150, 200, 230))],
    ids=["black and yellow", "brown and pale"],
)
def test_the_pattern_of_a_board_is_no_hand(
    dark_bgr: tuple[int, int, int], pale_bgr: tuple[int, int, int]
) -> None:
    assert calibrate(chequers(dark_bgr, pale_bgr))[0].spec.counters_per_seat == 0


@pytest.mark.slow
def test_an_arm_that_its_picture_shows_as_board_is_none() -> None:
    """The bare board was guessed from the picture with the arm, which became board between the counters."""
    training = chequers((70, 110, 160), (70, 110, 160))
    (main,) = training.examples
    arm = main.picture.copy()
    cv2.line(arm, (900, 575), (380, 575), (100, 140, 200), 90, cv2.LINE_AA)
    with pytest.raises(CalibrationError, match=r"a hand or another thing lies on the board at "):
        calibrate(replace(training, examples=(replace(main, picture=arm),)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("gain_bgr", "is_coloured"),
    [((1.0, 1.0, 1.0), False), ((0.25, 0.5, 1.0), True), ((0.05, 0.1, 1.0), True)],
    ids=["white", "orange", "red"],
)
def test_a_lamp_of_one_colour_is_accepted_with_a_remark(
    gain_bgr: tuple[float, float, float], is_coloured: bool
) -> None:
    known = KnownPicture("setup", draw(Scene(setup(), gain_bgr=gain_bgr, seed=1)), START)
    empty = ("empty", draw(Scene(gain_bgr=gain_bgr)))
    _, quality = calibrate(TrainingSet(BoardSpec(), empty, (known,), corners_px=CORNERS_PX), finely=False)
    assert (Flaw.ONE_COLOUR in [remark.flaw for remark in quality.remarks]) is is_coloured


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board_bgr", "arm_bgr"), [((60, 90, 130), (100, 140, 200)), ((110, 145, 185), (85, 125, 185))]
)
def test_an_arm_over_a_board_never_seen_bare_is_not_read_through(
    board_bgr: tuple[int, int, int], arm_bgr: tuple[int, int, int]
) -> None:
    """It was narrow enough between the lines, and near enough to the board's colour, to be read past."""
    training = chequers(board_bgr, board_bgr)
    reader, picture = BoardReader(calibrate(training)[0]), training.examples[0].picture
    assert reader.read(picture).doubt is None
    arm = cv2.line(picture.copy(), (0, 560), (520, 480), arm_bgr, 70, cv2.LINE_AA)
    noise = np.random.default_rng(2).normal(0, 2, arm.shape)
    assert reader.read(np.clip(arm + noise, 0, 255).astype(np.uint8)).doubt is not None
