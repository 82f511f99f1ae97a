"""Pale counters on a pale board, where lamps of different colours throw shadows that look like them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.calibration_folder import load, save
from calibration.evaluate.evaluation import START
from calibration.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from companion.game.board import Seat
from tests.support.drawn_board import CORNERS_PX, Scene, Shadow, draw, halves_of, setup
from vision.board_reader import BoardReader
from vision.calibration import Calibration
from vision.reading import Status

PAPER_BGR, IVORY_BGR, WHITE_BGR = (205, 212, 215), (165, 195, 208), (190, 200, 206)
WARM_AND_COLD = (Shadow(9, -8, (0.68, 0.82, 0.88)), Shadow(-8, 9, (0.95, 0.86, 0.78)))
"""A warm lamp's shadow has the colder light of the other one, and the other way round."""

A, B = Seat.A, Seat.B
OF_A = [(A, 147.0, 51.0), (A, -150.0, -99.0), (A, -128.0, -101.0), (A, 150.0, -48.0), (A, 128.0, -52.0)]
TIDY = [(seat, -x, y) for seat, x, y in setup()]
CROWDED = [*OF_A, *((B, x, y) for x, y in ((148, 2), (125, -2), (102, 3), (80, 0), (-149, 52)))]
OFF_POINTS = [*OF_A, *((B, x, y) for x, y in ((120, 17), (96, 17), (-110, 62), (-150, -2), (30, -83)))]


def paper(counters: list[tuple[Seat, float, float]], seed: int, **drawn: Any) -> Scene:
    return Scene(counters, board_bgr=PAPER_BGR, grain=1.0, seed=seed, **drawn)


def learned(**drawn: Any) -> Calibration:
    known = KnownPicture("setup", draw(paper(setup(), 1, **drawn)), START)
    empty = ("empty", draw(paper([], 0, **drawn)))
    return calibrate(TrainingSet(BoardSpec(), empty, (known,), corners_px=CORNERS_PX))[0]


LIT_TWICE = {"seat_b_bgr": IVORY_BGR, "shadows": WARM_AND_COLD}


@pytest.fixture(scope="module")
def lit_twice() -> Calibration:
    return learned(**LIT_TWICE)


@pytest.mark.slow
@pytest.mark.parametrize("counters", [TIDY, CROWDED, OFF_POINTS], ids=["tidy", "crowded", "off-points"])
def test_shadows_of_a_warm_and_a_cold_lamp_are_no_ivory_counters(
    lit_twice: Calibration, counters: list[tuple[Seat, float, float]]
) -> None:
    assert BoardReader(lit_twice).read(draw(paper(counters, 5, **LIT_TWICE))).halves == halves_of(counters)


@pytest.mark.slow
def test_the_shadow_of_either_lamp_has_the_tint_of_the_other(lit_twice: Calibration) -> None:
    assert lit_twice.finer is not None
    tints = sorted(float(shade.tint[1]) for shade in lit_twice.finer.background.lamp_shades)
    logs = np.log([shadow.left_bgr for shadow in WARM_AND_COLD])
    drawn = sorted((logs[:, 0] - logs[:, 1:].mean(axis=1)) / logs.mean(axis=1))
    assert tints == pytest.approx(drawn, abs=0.35)


def test_a_hand_is_not_read_through_where_shadows_have_two_colours(lit_twice: Calibration) -> None:
    frame = draw(paper(CROWDED, 6, **LIT_TWICE, hand_bgr=(120, 150, 200)))
    assert BoardReader(lit_twice).read(frame).status is not Status.CLEAR


def test_lamps_of_one_colour_are_not_told_apart(calibration: Calibration) -> None:
    grey = learned(seat_b_bgr=IVORY_BGR, shadows=(Shadow(9, -8), Shadow(-8, 9, (0.7, 0.7, 0.7))))
    assert all(
        one is not None and one.background.lamp_shades == () for one in (grey, grey.finer, calibration)
    )


@pytest.mark.slow
def test_white_counters_that_their_shadows_show_keep_them() -> None:
    lamps = (Shadow(4, -4, (0.72, 0.86, 0.92)), Shadow(-3, 4, (0.95, 0.9, 0.85)))
    white = learned(seat_b_bgr=WHITE_BGR, shadows=lamps)
    assert all(one is not None and one.background.lamp_shades == () for one in (white, white.finer))


def test_a_station_keeps_its_lamps(lit_twice: Calibration, tmp_path: Path) -> None:
    save(lit_twice, tmp_path / "calibration")
    back = load(tmp_path / "calibration")
    assert back.finer is not None
    assert lit_twice.finer is not None
    assert len(back.finer.background.lamp_shades) == 2
    for one, other in zip(
        back.finer.background.lamp_shades, lit_twice.finer.background.lamp_shades, strict=True
    ):
        np.testing.assert_allclose(one.tint, other.tint, rtol=1e-6)
        np.testing.assert_allclose(one.spread, other.spread, rtol=1e-6)


def test_a_station_of_a_time_without_lamps_still_reads(calibration: Calibration, tmp_path: Path) -> None:
    folder = tmp_path / "calibration"
    save(calibration, folder)
    toml = (folder / "calibration.toml").read_text(encoding="utf-8")
    lines = [line for line in toml.splitlines() if not line.startswith("lamp_")]
    (folder / "calibration.toml").write_text("\n".join(lines), encoding="utf-8")
    assert BoardReader(load(folder)).read(draw(Scene(setup(), seed=9))).halves == halves_of(setup())
