"""Pictures that are blurred, or that show something other than the board, say so."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.board.motion import RigidMotion
from companion.game.board import Seat
from tests.support.drawn_board import SIZE_WH, WOOD_BGR, Scene, draw, halves_of, pushed, setup
from vision.board_reader import BoardReader
from vision.calibration import Calibration
from vision.frame_checks.sharpness import Sharpness
from vision.reading import Cause

Picture = NDArray[np.uint8]

PALE_BGR = (130, 160, 225)


def out_of_focus(picture: Picture, sigma_px: float) -> Picture:
    return noisy(cv2.GaussianBlur(picture, (0, 0), sigma_px))


def smeared(picture: Picture, length_px: int, angle_deg: float) -> Picture:
    side = length_px | 1
    line = np.zeros((side, side), np.float32)
    line[side // 2] = 1
    turn = cv2.getRotationMatrix2D((side // 2, side // 2), angle_deg, 1)
    kernel = cv2.warpAffine(line, turn, (side, side))
    smear = cv2.filter2D(picture, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)
    return noisy(smear)


def noisy(picture: "cv2.typing.MatLike", level: float = 1.5) -> Picture:
    """Noise comes from the sensor, behind the lens: blur takes none of it."""
    noise = np.random.default_rng(3).normal(0, level, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def cloth(bgr: tuple[int, int, int]) -> Picture:
    """A cloth with folds over everything."""
    folds = 1 + 0.2 * np.sin(np.linspace(0, 9, SIZE_WH[0]))[None, :, None]
    return noisy(np.full((SIZE_WH[1], SIZE_WH[0], 3), bgr) * folds, 4.0)


def room() -> Picture:
    """Coloured surfaces with sharp edges, as a wall with shelves has them."""
    blocks = np.random.default_rng(5).integers(30, 220, (9, 12, 3), np.uint8)
    return noisy(cv2.resize(blocks, SIZE_WH, interpolation=cv2.INTER_NEAREST))


def turned_away(share: float) -> Picture:
    """The camera looks beside the board, at the table."""
    move = np.array([[1, 0, share * SIZE_WH[0]], [0, 1, 0.0]])
    frame = draw(Scene(setup(), seed=30))
    return noisy(cv2.warpAffine(frame, move, SIZE_WH, borderMode=cv2.BORDER_REPLICATE))


@pytest.mark.slow
@pytest.mark.parametrize("sigma_px", [5.0, 6.0, 8.0])
@pytest.mark.parametrize("counters", [(), setup()], ids=["empty", "setup"])
def test_a_picture_out_of_focus_is_called_blurred(
    reader: BoardReader, counters: list[tuple[Seat, float, float]], sigma_px: float
) -> None:
    reading = reader.read(out_of_focus(draw(Scene(counters, seed=31)), sigma_px))
    assert (reading.cause, reading.halves) == (Cause.BLUR, None)


@pytest.mark.parametrize("share", [0.0, 0.15], ids=["grey", "faded"])
def test_a_picture_without_colours_says_so(reader: BoardReader, share: float) -> None:
    picture = draw(Scene(setup(), seed=30))
    grey = picture.mean(axis=2, keepdims=True)
    faded = (grey + share * (picture - grey)).round().astype(np.uint8)
    coded = cv2.imencode(".jpg", faded, [cv2.IMWRITE_JPEG_QUALITY, 60])[1]
    assert reader.read(np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)).cause is Cause.NO_COLOUR


@pytest.mark.slow
@pytest.mark.parametrize("gain_bgr", [(0.3, 0.4, 1.0), (1.0, 0.4, 0.4), (0.4, 1.0, 0.4), (0.05, 0.05, 1.0)])
@pytest.mark.parametrize("sigma_px", [0.0, 6.0])
def test_under_a_coloured_lamp_nobody_is_asked_to_focus(
    reader: BoardReader, gain_bgr: tuple[float, float, float], sigma_px: float
) -> None:
    frame = draw(Scene(setup(), gain_bgr=gain_bgr, seed=31))
    reading = reader.read(out_of_focus(frame, sigma_px) if sigma_px else frame)
    assert reading.cause not in (Cause.BLUR, Cause.BOARD_MOVED)
    assert reading.halves in (None, halves_of(setup()))


def beams(picture: Picture) -> Picture:
    """Two bars of warm evening sun across a dim board."""
    x, y = np.meshgrid(np.arange(SIZE_WH[0]), np.arange(SIZE_WH[1]))
    along = 0.8 * x + 0.6 * y
    bars = (np.abs(along - 560) < 70) | (np.abs(along - 780) < 50)
    return noisy(0.5 * picture * (1 + bars[..., None] * np.array([0.3, 0.8, 1.0])))


def mirrored_lamp(picture: Picture) -> Picture:
    """A lamp that the board mirrors between two lines."""
    x, y = np.meshgrid(np.arange(SIZE_WH[0]), np.arange(SIZE_WH[1]))
    spot = np.exp(-((((x - 470) ** 2 + (y - 340) ** 2) / 70**2) ** 2))
    return noisy(picture + 255 * spot[..., None])


def mirrored(picture: Picture) -> Picture:
    return np.ascontiguousarray(picture[:, ::-1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("taken", "cause"),
    [
        (beams, Cause.UNEVEN_LIGHT),
        (mirrored_lamp, Cause.TOO_BRIGHT),
        (mirrored, Cause.MIRRORED),
        (lambda drawn: pushed(drawn, RigidMotion(turn_rad=0.45)), Cause.BOARD_MOVED),
        (lambda drawn: out_of_focus(drawn, 13.0), Cause.BLUR),
        (lambda drawn: out_of_focus(drawn * 0.06, 8.0), Cause.TOO_DARK),
        (lambda drawn: noisy(drawn * 0.05), Cause.TOO_DARK),
        (lambda drawn: noisy(drawn * 4.0), Cause.TOO_BRIGHT),
    ],
    ids=[
        "beams",
        "lamp",
        "mirrored",
        "turned",
        "far-out-of-focus",
        "nearly-dark",
        "dark",
        "overexposed",
    ],
)
def test_the_cause_that_is_reported_is_the_one_that_was_measured(
    reader: BoardReader, taken: Callable[[Picture], Picture], cause: Cause
) -> None:
    assert reader.read(taken(draw(Scene(setup(), seed=30)))).cause is cause


@pytest.mark.slow
@pytest.mark.parametrize("angle_deg", [35, 90, 150])
def test_a_picture_smeared_across_the_lines_is_called_blurred(reader: BoardReader, angle_deg: float) -> None:
    assert reader.read(smeared(draw(Scene(setup(), seed=32)), 30, angle_deg)).cause is Cause.BLUR


@pytest.mark.slow
def test_a_picture_smeared_along_the_lines_is_read_right_or_called_blurred(reader: BoardReader) -> None:
    reading = reader.read(smeared(draw(Scene(setup(), seed=32)), 30, 0))
    assert reading.halves == halves_of(setup()) or reading.cause is Cause.BLUR


@pytest.mark.slow
@pytest.mark.parametrize("sigma_px", [0.7, 1.0, 1.5, 2.0, 3.0, 4.0])
def test_a_soft_picture_is_read_right_or_called_blurred(reader: BoardReader, sigma_px: float) -> None:
    reading = reader.read(out_of_focus(draw(Scene(setup(), seed=33)), sigma_px))
    assert reading.halves == halves_of(setup()) or reading.cause is Cause.BLUR


@pytest.mark.slow
def test_a_slightly_soft_picture_is_read(reader: BoardReader) -> None:
    assert reader.read(out_of_focus(draw(Scene(setup(), seed=34)), 0.8)).halves == halves_of(setup())


@pytest.mark.parametrize(
    "scene",
    [
        Scene(setup(), seed=35),
        Scene(seed=36, gain_bgr=(0.4, 0.4, 0.4)),
        Scene(setup(), seed=37, gain_bgr=(0.7, 0.9, 1.1), slope=0.3),
        Scene(setup(), seed=38, hand_bgr=PALE_BGR),
        Scene(seed=39, hand_bgr=WOOD_BGR),
    ],
    ids=["setup", "dim", "other-light", "hand", "sleeve"],
)
def test_a_sharp_picture_is_not_blurred_whatever_the_light_and_whatever_covers_it(
    calibration: Calibration, scene: Scene
) -> None:
    rectify = calibration.rectifier().rectify
    assert not Sharpness(calibration.board, calibration.background).is_blurred(rectify(draw(scene)))


@pytest.mark.slow
@pytest.mark.parametrize(
    "taken",
    [
        lambda: cloth((60, 60, 140)),
        lambda: cloth(WOOD_BGR),
        room,
        lambda: np.full((SIZE_WH[1], SIZE_WH[0], 3), 128, np.uint8),
        lambda: turned_away(0.5),
        lambda: turned_away(0.95),
    ],
    ids=["cloth", "cloth-like-the-board", "room", "grey", "half-away", "away"],
)
def test_a_picture_without_the_board_says_that_it_is_not_in_view(
    reader: BoardReader, taken: Callable[[], Picture]
) -> None:
    reading = reader.read(taken())
    assert (reading.cause, reading.halves) == (Cause.NOT_IN_VIEW, None)


@pytest.mark.slow
def test_a_board_without_lines_is_not_taken_for_the_one_that_was_learned(reader: BoardReader) -> None:
    """Nothing strange is seen on it: only what should be there is missing."""
    bare = noisy(np.full((SIZE_WH[1], SIZE_WH[0], 3), WOOD_BGR, np.uint8))
    assert reader.read(bare).cause is Cause.NOT_IN_VIEW


@pytest.mark.parametrize("motion", [RigidMotion(), RigidMotion(2.0, -1.0), RigidMotion(-3.0, 2.0, 0.02)])
@pytest.mark.slow
def test_a_hand_over_the_board_leaves_it_in_view_though_it_has_moved(
    reader: BoardReader, motion: RigidMotion
) -> None:
    frame = draw(Scene(setup(), hand_bgr=(60, 80, 140), seed=40))
    assert reader.read(pushed(frame, motion)).cause is Cause.HAND
